/** Log events of channels and playback. */
import type { LogEvents } from './log-event.ts'

export const televisionEvents = {
  'channels.update_failed': {
    level: 'error',
    means: 'The channels recorded here could not be changed to what the operator set.',
    action: 'See `error`; change something again or restart.',
  },
  'channels.unhealthy': {
    level: 'warn',
    means: 'A channel is degraded (`why`).',
    action: 'Look at the page of channels, and at the source.',
  },
  'channels.healthy': { level: 'info', means: 'A channel has recovered.' },
  'monitoring.plays_not_written': {
    level: 'warn',
    means: 'What players reported could not be written; it is tried again.',
    action: 'Is the database there? See `error`.',
  },
  'monitoring.old_plays_deleted': {
    level: 'info',
    means: 'Old figures of plays were deleted or added up to hours.',
  },
  'monitoring.report_failed': {
    level: 'error',
    means: 'The report on channels could not be made; the page and the metrics show the former.',
    action: 'See `error`.',
  },
  'streams.old_deleted': { level: 'debug', means: 'Stream leases that ended were deleted.' },
  'streams.write_failed': {
    level: 'warn',
    means: 'What is watched could not be written; the number of streams may be counted wrongly meanwhile.',
    action: 'Is the database there? See `error`.',
  },
} as const satisfies LogEvents
