/** Log events of the process: its settings, its database and its jobs. */
import type { LogEvents } from './log-event.ts'

export const processEvents = {
  'process.stopping': {
    level: 'info',
    means: 'A signal asked this process to stop; it finishes what it does and ends within five seconds.',
  },
  'process.uncaught_error': {
    level: 'error',
    means:
      'A bug: an error that nothing handled. The process stops, so that whoever supervises it starts it again.',
    action: 'Report it with the field `error`.',
  },
  'process.part_ended': {
    level: 'error',
    means: 'Something this process needs (its database server) ended by itself, so the process stops too.',
    action: 'See `reason`, and the lines before it.',
  },
  'process.stop_timed_out': {
    level: 'error',
    means:
      'The stop took longer than its five seconds and was cut short. Nothing is lost; the next start recovers.',
    action: 'Look for what did not end: the lines before it.',
  },
  'process.stop_failed': {
    level: 'error',
    means: 'A part could not be stopped properly.',
    action: 'See `error`.',
  },
  'process.command_failed': {
    level: 'error',
    means:
      'A command of `npm run ekran` failed; with `EKRAN_LOG_LEVEL=debug` only, beside the sentence that is printed.',
    action: 'See `error`.',
  },
  'process.child_wrote': {
    level: 'warn',
    means: 'What a program started by this one wrote to its standard error (`text`).',
    action: 'Read it.',
  },
  'process.child_not_started': {
    level: 'error',
    means: 'A program that belongs to Ekran could not be started (`path`).',
    action: 'See `error`: is the file there, may it be run?',
  },
  'process.child_exited': {
    level: 'info',
    means: 'A program started by this one ended, with this exit code or signal.',
  },
  'settings.differ': {
    level: 'warn',
    means:
      'Settings that should be alike in all processes on one database differ from those of the process started before (`settings`).',
    action: 'Give all processes the same.',
  },
  'settings.encryption_needs_https': {
    level: 'warn',
    means: 'Films are encrypted, but the public address is plain http, where browsers do not decrypt.',
    action: 'Put TLS in front, or set `EKRAN_ENCRYPT=off`.',
  },
  'state.read_recovered': {
    level: 'info',
    means: 'State in memory was reloaded after earlier failures (`what`, after `tries`).',
  },
  'state.read_failed': {
    level: 'error',
    means:
      'Something kept in memory could not be read again from the database (`what`); the former stays in use and the reading is repeated.',
    action: 'Is the database there? See `error`.',
  },
  'database.idle_connection_broke': {
    level: 'warn',
    means: 'A connection that nobody used was cut; a new one is opened when it is needed.',
    action: 'Many of them: look at the database server and the network to it.',
  },
  'database.notification_connection_broke': {
    level: 'debug',
    means:
      'The connection over which processes tell each other of changes was cut. It is opened again and everything is read anew.',
  },
  'database.former_server_ending': {
    level: 'debug',
    means: 'The database server of the former process still holds the data folder; it is waited for.',
  },
  'database.server_warned': {
    level: 'warn',
    means: 'A warning of the database server that this process started (`line`).',
    action: 'Read it.',
  },
  'jobs.queue_failed': {
    level: 'warn',
    means: 'The job queue could not do something; it tries again.',
    action: 'Many of them: is the database there? See `error`.',
  },
  'jobs.queue_warned': {
    level: 'debug',
    means: 'A warning of the job queue: slow queries, clocks that differ.',
  },
  'jobs.started': { level: 'debug', means: 'A job began (`job`, `jobId`, `attempt`).' },
  'jobs.finished': { level: 'debug', means: 'A job is done.' },
  'jobs.interrupted': {
    level: 'info',
    means: 'A job was interrupted by the stop of the process and is run again.',
  },
  'jobs.failed': {
    level: 'warn',
    means: 'A job failed and will be tried again.',
    action: 'Nothing yet; `jobs.gave_up` follows when it goes on failing.',
  },
  'jobs.gave_up': {
    level: 'error',
    means: 'A job failed for the last time (`job`).',
    action: 'See `error`; what it had to do is not done.',
  },
  'releases.old_reports_deleted': {
    level: 'info',
    means: 'Counts of crashes and stalls of apps that are older than 30 days were deleted.',
  },
} as const satisfies LogEvents
