/** Log events of channels and playback. */
import type { LogEvents } from './log-event.ts'

export const televisionEvents = {
  'channels.update_failed': {
    level: 'error',
    means: 'The operator’s changes of channels could not be applied to the recording.',
    action: 'See `error`; repeat the change or restart.',
  },
  'channels.unhealthy': {
    level: 'warn',
    means: 'A channel is degraded (`why`).',
    action: 'Check the page of channels, and the source.',
  },
  'channels.healthy': { level: 'info', means: 'A channel has recovered.' },
  'monitoring.plays_not_written': {
    level: 'warn',
    means: 'Players’ reports could not be written; it is tried again.',
    action: 'Is the database there? See `error`.',
  },
  'monitoring.old_plays_deleted': {
    level: 'info',
    means: 'Old play statistics were deleted or added up to hours.',
  },
  'monitoring.report_failed': {
    level: 'error',
    means: 'The report on channels could not be created; the page and the metrics show the previous one.',
    action: 'See `error`.',
  },
  'streams.old_deleted': { level: 'debug', means: 'Stream leases that ended were deleted.' },
  'streams.write_failed': {
    level: 'warn',
    means: 'Active streams could not be written; the number of streams may be wrong meanwhile.',
    action: 'Is the database there? See `error`.',
  },
} as const satisfies LogEvents
