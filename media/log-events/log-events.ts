/** Every event the engine logs. The application passes the log; see `EngineLog`. */
interface MediaLogEvent {
  readonly level: 'info' | 'warn' | 'error'
  /** What happened, in a sentence or two. */
  readonly means: string
  /** What an operator should do about it; absent when nothing. */
  readonly action?: string
}

export const mediaLogEvents = {
  'archive.housekeeping_failed': {
    level: 'error',
    means: 'Looking after the archive (depth, free space) failed; it is tried again in seconds.',
    action: 'See `error`: is the disk there and writable?',
  },
  'archive.expired_deleted': {
    level: 'info',
    means: 'What is older than the channels’ archives reach was deleted.',
  },
  'archive.channels_deleted': {
    level: 'info',
    means: 'Recordings of channels that are gone for good were deleted.',
  },
  'archive.delete_failed': {
    level: 'error',
    means: 'Recordings of a channel that is gone could not be deleted.',
    action: 'See `error`: may Ekran write there?',
  },
  'archive.shortened_for_space': {
    level: 'warn',
    means: 'The disk was nearly full, so the oldest minutes of the archive were deleted before their time.',
    action:
      'Make room, shorten the archives, or record fewer channels. `limit` says which bound acted: `free_space_setting` (`EKRAN_FREE_SPACE_GB`) or `three_minutes_of_recording`.',
  },
  'archive.protected_deleted': {
    level: 'error',
    means: 'The disk is so full that protected fragments had to be deleted.',
    action: 'Make room at once, or record less.',
  },
  'archive.disk_full': {
    level: 'error',
    means: 'Nothing of the archive is left to delete: something else fills the disk.',
    action: 'Find what fills it.',
  },
  'archive.clock_jumped': {
    level: 'error',
    means: 'The clock of the machine jumped ahead; nothing is deleted by it until as much time has passed.',
    action: 'Put the clock right (NTP).',
  },
  'archive.index_recovered': {
    level: 'warn',
    means:
      'The index of a channel’s archive was damaged or behind and was made again from the files (`words`).',
    action: 'Many of them: look at the disk and at how the process is stopped.',
  },
  'origin.request_failed': {
    level: 'error',
    means: 'A media request failed because of a bug or the disk.',
    action: 'See `error`.',
  },
  'channel.future_segments_deleted': {
    level: 'warn',
    means: 'Segments newer than the clock were deleted: the clock was set back.',
    action: 'Put the clock right (NTP).',
  },
  'channel.input_faulty': {
    level: 'warn',
    means: 'The source sends something faulty that could be coped with (`words`).',
    action: 'Many of them: look at the source.',
  },
  'channel.source_failed_over': {
    level: 'warn',
    means:
      'A channel is recorded from a later source: `reason` is `source_ended`, `no_data` or `signal_fault`. Sources are counted from 0.',
    action: 'Look at the source `fromSource`.',
  },
  'channel.source_restored': {
    level: 'info',
    means: 'A channel is recorded from an earlier, preferred source again.',
  },
  'channel.source_ended': {
    level: 'warn',
    means: 'A source said that it is over.',
    action: 'Is the source meant to end?',
  },
  'channel.source_lost': {
    level: 'warn',
    means:
      'A source sends nothing or cannot be reached (`words`); it is tried again, and the next source is taken.',
    action: 'Look at the source.',
  },
  'channel.slate_unreadable': {
    level: 'warn',
    means: 'A picture in the folder of slates (what a dead source shows) cannot be read.',
    action: 'Replace the file.',
  },
} as const satisfies Record<string, MediaLogEvent>

export type MediaLogEvents = typeof mediaLogEvents

/** Names of the events of one level. */
export type MediaLogEventOf<Level extends MediaLogEvent['level']> = {
  [Name in keyof MediaLogEvents]: MediaLogEvents[Name] extends { readonly level: Level } ? Name : never
}[keyof MediaLogEvents]

/** Logs the events of one channel; the table defines the level of each. */
export type ChannelLogEvent = MediaLogEventOf<'warn'> | 'channel.source_restored'
export type ChannelLog = (event: ChannelLogEvent, fields: object) => void
