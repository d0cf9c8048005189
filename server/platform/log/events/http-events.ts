/** Log events of requests, pages, pictures and what is computed for them. */
import type { LogEvents } from './log-event.ts'

export const httpEvents = {
  'http.request_answered': {
    level: 'debug',
    means: 'A request was answered. Tokens and codes in its address are hidden.',
  },
  'http.change_answered': {
    level: 'info',
    means: 'A request that may change something (POST to an endpoint) was answered.',
  },
  'http.overloaded': {
    level: 'warn',
    means:
      'A request was turned away because the database or a queue was full; the client is asked to come back.',
    action: 'Many of them: more processes, or a larger database pool.',
  },
  'http.request_failed': {
    level: 'error',
    means: 'A bug, or lost infrastructure: the viewer got the error page or `something_went_wrong`.',
    action: 'See `error`; `requestId` is in the answer too.',
  },
  'http.mounted_handler_failed': {
    level: 'error',
    means: 'Media, pictures or a payment system’s address failed on a request.',
    action: 'See `error`.',
  },
  'pages.render_failed': {
    level: 'error',
    means: 'A page could not be drawn on the server; browsers draw it, and search engines see less of it.',
    action: 'See `error`.',
  },
  'pages.renderer_not_loaded': {
    level: 'error',
    means: 'What draws pages on the server could not be loaded; browsers draw them all.',
    action: 'See `error`; build the client again (restart).',
  },
  'pictures.resize_failed': {
    level: 'warn',
    means: 'A size of a picture could not be made; its placeholder is shown.',
    action: 'Is the original a picture? Upload it again.',
  },
  'search.index_failed': {
    level: 'error',
    means: 'The search index could not be built; the former stays in use.',
    action: 'See `error`.',
  },
  'search.index_built': { level: 'info', means: 'The search index was built.' },
  'recommendations.learned': { level: 'info', means: 'Recommendations were computed from what was watched.' },
} as const satisfies LogEvents
