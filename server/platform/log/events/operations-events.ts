/** Log events of backups and restore drills. */
import type { LogEvents } from './log-event.ts'

export const operationsEvents = {
  'backups.made': { level: 'info', means: 'A backup was made (`folder`).' },
  'backups.failed': {
    level: 'error',
    means: 'A backup failed (`problem`, `detail`).',
    action: 'See the page of backups in the console; start one there once it is mended.',
  },
  'backups.progress_not_stored': {
    level: 'warn',
    means: 'How far a backup is could not be stored; the backup itself goes on.',
  },
  'backups.old_not_deleted': {
    level: 'warn',
    means: 'A backup more than are retained could not be deleted.',
    action: 'Delete its folder by hand, or give Ekran the right to.',
  },
  'backups.rest_not_deleted': {
    level: 'warn',
    means: 'What a backup that failed has left in its folder (`folder`) could not be deleted.',
    action: 'Delete this folder by hand.',
  },
  'backups.drill_passed': {
    level: 'info',
    means: 'A backup was restored into a scratch database and is whole.',
  },
  'backups.drill_failed': {
    level: 'error',
    means: 'A backup could not be restored, or differs from what was written (`problem`, `detail`).',
    action: 'Make another backup at once, and look at the disk of the backups.',
  },
  'nodes.clock_differs': {
    level: 'error',
    means:
      'The clock of this machine differs from the database’s by more than five seconds (`aheadMs`): recordings, charges and sessions get wrong times.',
    action:
      'Let both machines set their clocks (chrony); a process that starts with more than a minute is refused.',
  },
  'nodes.clock_agrees': {
    level: 'info',
    means: 'The clock of this machine agrees with the database’s again.',
  },
  'nodes.not_reported': {
    level: 'warn',
    means: 'The process could not write that it is alive; the console shows it as lost meanwhile.',
    action: 'Is the database there? See `error`.',
  },
} as const satisfies LogEvents
