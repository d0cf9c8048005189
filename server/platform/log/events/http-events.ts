/** Log events of requests, pages, pictures and what is computed for them. */
import type { LogEvents } from './log-event.ts'

export const httpEvents = {
  'http.request_answered': {
    level: 'debug',
    means: 'A response was sent. Tokens and codes in the request address are hidden.',
  },
  'http.change_answered': {
    level: 'info',
    means: 'A response to a request that may change data (POST to an endpoint) was sent.',
  },
  'http.overloaded': {
    level: 'warn',
    means: 'A request was refused because the database or a queue was full; the client gets a retry time.',
    action: 'If there are many: more processes, or a larger database pool.',
  },
  'http.shedding_started': {
    level: 'warn',
    means:
      'This process has more requests than it can handle: it refuses searches and logins first, then others, with a retry time; never payments, the console and heartbeats.',
    action:
      'If it comes back every evening: more API processes. `ekran_http_shedding` shows how much is refused.',
  },
  'http.shedding_ended': { level: 'info', means: 'All requests are handled again.' },
  'http.request_failed': {
    level: 'error',
    means: 'A bug, or lost infrastructure: the viewer got the error page or `something_went_wrong`.',
    action: 'See `error`; `requestId` is in the response too.',
  },
  'http.mounted_handler_failed': {
    level: 'error',
    means: 'A handler of media, pictures or a payment system’s address failed on a request.',
    action: 'See `error`.',
  },
  'pages.assets_not_shared': {
    level: 'warn',
    means:
      'The files of this build of the site were not stored for processes of other releases; it is tried again in six hours.',
    action: 'Is the database there? See `error`. During an upgrade start this process again.',
  },
  'pages.former_assets_deleted': {
    level: 'info',
    means: 'Files of builds of the site that no process has used for three weeks were deleted (`count`).',
  },
  'pages.console_not_built': {
    level: 'error',
    means: 'The operators’ console could not be built; `/console` says so, all else works.',
    action: 'See `error` and the lines before; restart to build it again.',
  },
  'pages.render_failed': {
    level: 'error',
    means:
      'A page could not be rendered on the server; browsers render it, and search engines see less of it.',
    action: 'See `error`.',
  },
  'pages.renderer_not_loaded': {
    level: 'error',
    means: 'The server-side renderer could not be loaded; browsers render all pages.',
    action: 'See `error`; build the client again (restart).',
  },
  'pictures.resize_failed': {
    level: 'warn',
    means: 'A picture could not be resized; its placeholder is shown.',
    action: 'Is the original a picture? Upload it again.',
  },
  'search.index_failed': {
    level: 'error',
    means: 'The search index could not be built; the previous one stays in use.',
    action: 'See `error`.',
  },
  'search.index_built': { level: 'info', means: 'The search index was built.' },
  'recommendations.learned': { level: 'info', means: 'Recommendations were computed from what was watched.' },
} as const satisfies LogEvents
