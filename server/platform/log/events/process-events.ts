/** Log events of the process: its settings, its database and its jobs. */
import type { LogEvents } from './log-event.ts'

export const processEvents = {
  'process.stopping': {
    level: 'info',
    means:
      'The process got a stop signal; it finishes its requests and ends within five seconds, after `EKRAN_STOP_DELAY_SECONDS`.',
  },
  'process.uncaught_error': {
    level: 'error',
    means: 'A bug: an unhandled error. The process stops, so that its supervisor restarts it.',
    action: 'Report it with the field `error`.',
  },
  'process.part_ended': {
    level: 'error',
    means: 'A required program (the database server) ended by itself, so the process stops too.',
    action: 'See `reason`, and the lines before it.',
  },
  'process.stop_timed_out': {
    level: 'error',
    means:
      'The stop took longer than five seconds and was interrupted. Nothing is lost; the next start recovers.',
    action: 'See the lines before it for the part that did not end.',
  },
  'process.stop_failed': {
    level: 'error',
    means: 'A part could not be stopped properly.',
    action: 'See `error`.',
  },
  'process.command_failed': {
    level: 'error',
    means:
      'A command of `npm run ekran` failed; logged only with `EKRAN_LOG_LEVEL=debug`, besides the printed message.',
    action: 'See `error`.',
  },
  'process.child_wrote': {
    level: 'warn',
    means: 'A child process wrote to its standard error (`text`).',
    action: 'Read it.',
  },
  'process.child_not_started': {
    level: 'error',
    means: 'A program of Ekran could not be started (`path`).',
    action: 'See `error`: does the file exist, is it executable?',
  },
  'process.child_exited': {
    level: 'info',
    means: 'A child process ended, with this exit code or signal.',
  },
  'database.newer_than_release': {
    level: 'info',
    means:
      'The database has migrations of a newer release (`migrations`), all of which this one lives with: both run on it.',
  },
  'database.migration_waits': {
    level: 'info',
    means:
      'A migration (`migration`) did not get the lock of its table within a second; it let the requests pass and tries again (`attempt`).',
  },
  'database.migration_waits_for_processes': {
    level: 'info',
    means:
      'A migration takes away what processes of a former release may still use, and such a one runs (`reason`): it waits a minute for it to end.',
    action: 'Replace or stop the process that is named.',
  },
  'secrets.moved_to_database': {
    level: 'info',
    means:
      'The secrets of `secrets.json` (`file`) are in the database from now on, wrapped with `EKRAN_KEY`. The file is not ' +
      'read any more and stays as a backup.',
    action:
      'Store it and the key in a safe place, apart from each other, then delete it from the data folder.',
  },
  'secrets.file_remains': {
    level: 'info',
    means: 'The secrets come from the database; the file `secrets.json` (`file`) is not read any more.',
    action: 'Delete it once a copy of it is in a safe place.',
  },
  'settings.differ': {
    level: 'warn',
    means:
      'Settings that should be the same in all processes on one database differ from those of the process started before (`settings`).',
    action: 'Use the same settings for all processes.',
  },
  'settings.encryption_needs_https': {
    level: 'warn',
    means: 'Films are encrypted, but the public address is plain http, where browsers do not decrypt.',
    action: 'Put a TLS proxy in front, or set `EKRAN_ENCRYPT=off`.',
  },
  'settings.services_changed': {
    level: 'info',
    means: 'Outside services set in the console or by `settings set` are used from now on (`settings`).',
  },
  'settings.former_deleted': {
    level: 'info',
    means: 'Former values of settings, whose changes cannot be taken back any more, were deleted (`count`).',
  },
  'settings.service_sealed': {
    level: 'error',
    means:
      'The secrets of an outside service (`service`) were sealed by another `secrets.json`: it is treated as not set.',
    action:
      'Enter its secrets again in the console, under “Outside services”, or copy the right `secrets.json`.',
  },
  'settings.service_unusable': {
    level: 'error',
    means:
      'What is stored of an outside service cannot be used by this version (`setting`): it is treated as not set.',
    action: 'Save it again in the console, under “Outside services”.',
  },
  'state.read_recovered': {
    level: 'info',
    means: 'State in memory was reloaded after earlier failures (`what`, after `tries`).',
  },
  'state.read_failed': {
    level: 'error',
    means:
      'State in memory could not be reloaded from the database (`what`); the previous state stays in use and the reload is retried.',
    action: 'Is the database there? See `error`.',
  },
  'database.primary_away': {
    level: 'warn',
    means:
      'The primary of the database is away (`why`). `standbyAnswers`: requests that change nothing are answered from the read replica meanwhile.',
    action:
      'Has another one taken its place (`patronictl list`)? What changes something gets 503 until then.',
  },
  'database.primary_back': {
    level: 'info',
    means: 'There is a primary again, after `awayMs` milliseconds.',
  },
  'database.replica_unused': {
    level: 'warn',
    means:
      'The read replica is behind or away (`why`): everything is read from the primary until it is usable.',
    action: 'Does the replica run, and how far behind is it (`pg_stat_replication`)?',
  },
  'database.replica_used': {
    level: 'info',
    means: 'The read replica is used again.',
  },
  'database.idle_connection_broke': {
    level: 'warn',
    means: 'An idle connection was closed; a new one is opened when needed.',
    action: 'If there are many: check the database server and the network.',
  },
  'database.notification_connection_broke': {
    level: 'debug',
    means:
      'The connection for notifications between processes was closed. It is opened again and all state is reloaded.',
  },
  'database.former_server_ending': {
    level: 'debug',
    means: 'The database server of the previous process still uses the data folder; the start waits for it.',
  },
  'database.server_warned': {
    level: 'warn',
    means: 'A warning of the database server that this process started (`line`).',
    action: 'Read it.',
  },
  'jobs.queue_failed': {
    level: 'warn',
    means: 'An operation of the job queue failed; it is retried.',
    action: 'If there are many: is the database available? See `error`.',
  },
  'jobs.queue_warned': {
    level: 'debug',
    means: 'A warning of the job queue: slow queries, clock skew.',
  },
  'jobs.started': { level: 'debug', means: 'A job started (`job`, `jobId`, `attempt`).' },
  'jobs.finished': { level: 'debug', means: 'A job finished.' },
  'jobs.interrupted': {
    level: 'info',
    means: 'A job was interrupted by the stop of the process and is run again.',
  },
  'jobs.failed': {
    level: 'warn',
    means: 'A job failed and will be tried again.',
    action: 'Nothing yet; `jobs.gave_up` follows if it keeps failing.',
  },
  'jobs.gave_up': {
    level: 'error',
    means: 'A job failed for the last time (`job`).',
    action: 'See `error`; its work was not done.',
  },
  'apps.device_not_stored': {
    level: 'warn',
    means: 'Which app runs on a viewer’s device could not be stored; the app has got its answer.',
    action: 'Is the database there? See `error`.',
  },
  'releases.old_reports_deleted': {
    level: 'info',
    means: 'Counts of crashes and stalls of apps that are older than 30 days were deleted.',
  },
} as const satisfies LogEvents
