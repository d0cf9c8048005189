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
  'reminders.followed': {
    level: 'info',
    means:
      'The guide changed: reminders moved with their programmes (`moved`), or their programmes are gone (`gone`).',
  },
  'reminders.channel_failed': {
    level: 'error',
    means: 'The reminders of one channel (`cid`) could not follow the guide; those of other channels do.',
    action: 'See `error`; it is tried again every minute.',
  },
  'reminders.reminded': { level: 'info', means: 'Viewers were notified of programmes that start soon.' },
  'reminders.gone_notified': {
    level: 'info',
    means: 'Viewers were told (`notified`) that programmes they have reminders of were taken off the guide.',
  },
  'followed.reminders_added': {
    level: 'info',
    means: 'Reminders were added for new broadcasts of shows that viewers follow.',
  },
  'followed.batch_failed': {
    level: 'warn',
    means: 'Reminders for the new broadcasts of many shows were not added at once; each show is tried alone.',
    action: 'None, unless `followed.reminders_failed` follows often.',
  },
  'followed.reminders_failed': {
    level: 'error',
    means: 'Reminders for the new broadcasts of one show were not added.',
    action:
      'See `error`; it is tried again in half an hour. Nothing is to be done for a show that was removed at that moment.',
  },
  'broadcast_titles.refreshed': {
    level: 'info',
    means:
      'The films and series of the guide (`works`) were compared with the catalogue: `matched` fit a title of it, `written` ' +
      'differ from before.',
  },
  'broadcast_titles.refresh_failed': {
    level: 'error',
    means: 'The films and series of the guide could not be compared with the catalogue at the start.',
    action: 'See `error`; the job tries again each minute.',
  },
  'broadcast_titles.forgotten': {
    level: 'info',
    means: 'Films and series that were broadcast long ago were deleted from the list.',
  },
  'broadcast_titles.index_failed': {
    level: 'error',
    means: 'The films and series in the archive could not be listed again; viewers see the former list.',
    action: 'See `error`; the next request tries again.',
  },
  'broadcast_titles.poster_failed': {
    level: 'warn',
    means: 'No picture could be cut from a recording (`pid`) for a film that the catalogue does not have.',
    action: 'See `error`. Nothing needs to be done if the recording was deleted at that moment.',
  },
  'recordings.followed': {
    level: 'info',
    means: 'The guide changed: so many recordings moved with their programmes, or lost them (`changed`).',
  },
  'recordings.channel_failed': {
    level: 'error',
    means: 'The recordings of one channel (`cid`) could not follow the guide; those of other channels do.',
    action: 'See `error`; it is tried again within ten minutes.',
  },
  'recordings.not_retained': {
    level: 'error',
    means: 'A recording was refused, because the list of what the archive retains could not be written.',
    action: 'See `error`: the disk of the archive is full, or may not be written.',
  },
  'recordings.tidied': {
    level: 'info',
    means:
      'Programmes that ended were measured (`measured`), viewers were told of what expires (`notified`), rows were deleted, and the archives of some channels retain other windows (`retained`).',
  },
  'followed.recordings_failed': {
    level: 'error',
    means: 'New broadcasts of one show were not kept.',
    action:
      'See `error`; it is tried again in half an hour. Nothing is to be done for a show that was removed at that moment.',
  },
  'reminders.ended_deleted': {
    level: 'info',
    means: 'Reminders of programmes that ended long ago were deleted.',
  },
  'monitoring.plays_not_written': {
    level: 'warn',
    means:
      'Players’ reports could not be written; it is tried again, but for sums too large for the database.',
    action: 'Is the database there? See `error`.',
  },
  'monitoring.old_plays_deleted': {
    level: 'info',
    means: 'Old play statistics were deleted or added up to hours.',
  },
  'reports.watching_collected': {
    level: 'debug',
    means: 'What viewers watched since the last time was added to the sums of the day.',
  },
  'reports.hour_skipped': {
    level: 'debug',
    means: 'The sums of today were left to the next hour: another process computes sums.',
  },
  'reports.rolling_up': {
    level: 'info',
    means: 'A long computation of reports: `done` of `total` days are computed, the last of them is `day`.',
  },
  'reports.rolled_up': {
    level: 'info',
    means: 'The days of reports were computed, `days` of them; facts older than 45 days were deleted.',
  },
  'reports.campaigns_not_read': {
    level: 'warn',
    means:
      'The campaigns of the days before could not be read: on a day with very many names new visits to them may be among the others.',
    action: 'See `error`: the database did not answer. It is tried again with the next visits.',
  },
  'reports.visits_not_stored': {
    level: 'warn',
    means: 'Visits of half a minute could not be added to the day; they are missing in the way to payment.',
    action: 'See `error`: the database did not answer.',
  },
  'reports.weekly_not_sent': {
    level: 'warn',
    means: 'The summary of the week could not be sent to a target, and is not tried again.',
    action: 'See `reason`; targets are on the page of alarm rules.',
  },
  'monitoring.report_failed': {
    level: 'error',
    means: 'The report on channels could not be created; the page and the metrics show the previous one.',
    action: 'See `error`.',
  },
  'plays.failures_not_stored': {
    level: 'warn',
    means: 'Plays of a subscriber that failed could not be stored for support.',
    action: 'Is the database there? See `error`.',
  },
  'subscribers.failed_plays_deleted': {
    level: 'info',
    means: 'Plays of subscribers that failed more than 30 days ago were deleted.',
  },
  'streams.old_deleted': { level: 'debug', means: 'Stream leases that ended were deleted.' },
  'streams.write_failed': {
    level: 'warn',
    means: 'Active streams could not be written; the number of streams may be wrong meanwhile.',
    action: 'Is the database there? See `error`.',
  },
} as const satisfies LogEvents
