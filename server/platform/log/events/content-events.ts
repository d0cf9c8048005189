/** Log events of films, the guide, regions and the demo. */
import type { LogEvents } from './log-event.ts'

export const contentEvents = {
  'films.no_still': {
    level: 'info',
    means: 'No still of a film is good enough for a poster; its placeholder is shown.',
    action: 'Import a poster.',
  },
  'packaging.refused': {
    level: 'warn',
    means: 'A film file cannot be packaged (`reason`).',
    action: 'Import a better file; the reason says what is wrong.',
  },
  'packaging.postponed': {
    level: 'warn',
    means: 'A film waits and is tried later (`reason`).',
    action: 'See `reason`: disk space, a missing file.',
  },
  'films.inbox_unreadable': {
    level: 'warn',
    means: 'The watched folder cannot be read.',
    action: 'Is it mounted, may Ekran read it?',
  },
  'films.inbox_file_refused': {
    level: 'warn',
    means: 'A file of the watched folder was refused (`reason`).',
    action: 'Correct the file; it is imported again.',
  },
  'guide.source_failed': {
    level: 'warn',
    means:
      'A guide could not be fetched or read (`reason`); the previous one stays, and it is retried with growing pauses.',
    action: 'Is the address right? Ask its provider.',
  },
  'list.source_failed': {
    level: 'warn',
    means:
      'A list of channels could not be fetched; the channels stay, and it is retried with growing pauses.',
    action: 'Is the address right, and does the server answer? See `/console/imports`.',
  },
  'list.refresh_failed': {
    level: 'error',
    means:
      'A new edition of a list could not be compared or applied (`error`); the channels stay, it is tried again in six hours.',
    action: 'Fetch the list in `/console/imports` to see whether it goes on; if not, report the error.',
  },
  'guide.draft_failed': {
    level: 'warn',
    means: 'A guide that was blocked could not be compared with what is stored (`reason`).',
    action: '`npm run ekran -- guide accept` applies it all the same.',
  },
  'guide.held_back': {
    level: 'warn',
    means: 'A new guide would remove too many programmes and was blocked.',
    action: 'Check it; `npm run ekran -- guide accept` applies it.',
  },
  'guide.imported': { level: 'info', means: 'A guide was imported.' },
  'guide.count_failed': {
    level: 'warn',
    means: 'The sources of the guide could not be counted for the metrics.',
    action: 'See `error`.',
  },
  'schedule.file_gone': {
    level: 'info',
    means: 'A schedule file was deleted; its channel keeps its guide.',
  },
  'schedule.refused': {
    level: 'warn',
    means: 'A schedule file was refused (`problems`); the previous schedule stays.',
    action: 'Correct the file.',
  },
  'schedule.imported': { level: 'info', means: 'A schedule was imported.' },
  'region.list_gone': {
    level: 'warn',
    means: 'There is no list of network prefixes any more: all clients count as inside.',
    action: 'Import a list if this is not intended.',
  },
  'region.list_loaded': { level: 'info', means: 'A list of network prefixes is in force.' },
  'region.list_check_failed': {
    level: 'warn',
    means: 'The list of network prefixes could not be checked; the current one stays.',
    action: 'Is the database there? See `error`.',
  },
  'region.file_is_older': {
    level: 'warn',
    means: 'The file of network prefixes is older than the current list, which stays.',
    action: 'Use a newer file.',
  },
  'region.file_unreadable': {
    level: 'warn',
    means: 'The file of network prefixes could not be read; the current list stays.',
    action: 'See `error`: correct the file.',
  },
  'region.list_outdated': {
    level: 'warn',
    means: 'The network prefixes are old (`ageDays`).',
    action: 'Import a newer list.',
  },
  'demo.film_failed': {
    level: 'error',
    means: 'A film of the demo could not be created.',
    action: 'See `error`; restart to try again.',
  },
  'demo.pictures_failed': {
    level: 'warn',
    means: 'The pictures of the first pages could not be prepared; they are created on request.',
  },
  'demo.archive_failed': {
    level: 'error',
    means: 'The past week of a demo channel could not be filled.',
    action: 'See `error`.',
  },
  'demo.sms_centre_not_started': {
    level: 'warn',
    means: 'The demo’s SMS centre did not start: no codes can be sent.',
    action: 'Is its port free? Restart.',
  },
  'demo.telegram_not_started': {
    level: 'warn',
    means: 'The demo’s Telegram did not start: there is no bot.',
    action: 'Restart.',
  },
  'demo.card_gateway_not_started': {
    level: 'warn',
    means: 'The demo’s card gateway did not start: cards are not accepted.',
    action: 'Is its port free? Restart.',
  },
  'demo.card_gateway_followed': {
    level: 'info',
    means: 'The demo’s card gateway runs beside another process and is used from here.',
  },
  'demo.payment_systems_not_started': {
    level: 'warn',
    means: 'The demo’s payment systems did not start: there are no links to them.',
    action: 'Is their port free? Restart.',
  },
} as const satisfies LogEvents
