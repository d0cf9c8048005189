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
    means: 'The archive housekeeping (depth, free space) failed; it is retried within seconds.',
    action: 'See `error`: is the disk available and writable?',
  },
  'archive.expired_deleted': {
    level: 'info',
    means: 'Recordings older than the channels’ archive depths were deleted.',
  },
  'archive.channels_deleted': {
    level: 'info',
    means: 'Recordings of removed channels were deleted.',
  },
  'archive.delete_failed': {
    level: 'error',
    means: 'Recordings of a removed channel could not be deleted.',
    action: 'See `error`: does Ekran have write permission there?',
  },
  'archive.shortened_for_space': {
    level: 'warn',
    means: 'The disk was nearly full, so the oldest minutes of the archive were deleted before their time.',
    action:
      'Make room, shorten the archives, or record fewer channels. `limit` says which limit applied: `free_space_setting` (`EKRAN_FREE_SPACE_GB`) or `three_minutes_of_recording`.',
  },
  'archive.protected_deleted': {
    level: 'error',
    means: 'The disk is so full that protected fragments had to be deleted.',
    action: 'Make room at once, or record less.',
  },
  'archive.disk_full': {
    level: 'error',
    means: 'There is nothing left to delete in the archive: something else fills the disk.',
    action: 'Find what fills it.',
  },
  'archive.clock_jumped': {
    level: 'error',
    means:
      'The clock of the machine jumped ahead; retention follows it only slowly, so that nothing is deleted because of the jump.',
    action: 'Correct the clock (NTP).',
  },
  'archive.index_recovered': {
    level: 'warn',
    means:
      'The index of a channel’s archive was damaged or incomplete and was rebuilt from the files (`words`).',
    action: 'If frequent: check the disk and how the process is stopped.',
  },
  'archive.local_copies_deleted': {
    level: 'info',
    means:
      'Local copies of files that the archive store has were deleted: `reason` is `age` (`EKRAN_ARCHIVE_LOCAL_HOURS`) or `space`. They can still be played.',
  },
  'archive.store_failed': {
    level: 'warn',
    means:
      'The archive store cannot be used (`failure`, `reason`); recordings stay on this disk and are uploaded once it works. Until then, what only the store has cannot be played.',
    action:
      '`unreachable`: is it up, is the network? `denied`, `wrong_keys`, `no_bucket`, `wrong_clock`: check its keys and address (`EKRAN_S3_…`). `ForeignStore`: another installation uses this address; if this one replaces it: `archive store-accept`. `full`: it has no room, and only deletes what expires. `NoMark`: it is not the store that was used before, such as a folder whose disk is not mounted.',
  },
  'archive.store_restored': {
    level: 'info',
    means: 'The archive store works again after `seconds`; what waits is uploaded.',
  },
  'archive.restored_from_store': {
    level: 'info',
    means:
      'The index of a channel’s archive was restored from the store, such as on a new machine: `files`, `records` and `epochs` that this disk did not have.',
  },
  'archive.objects_missing': {
    level: 'error',
    means:
      'Files that the archive store should have are not there (`files`). Those that this disk has are uploaded again; `lost` are gone.',
    action:
      'Has somebody deleted objects, does the bucket have a rule that does, or was another folder there, such as that of a disk that was not mounted?',
  },
  'archive.orphans_deleted': {
    level: 'info',
    means: 'Objects that the archive does not need were deleted in the store: interrupted work left them.',
  },
  'archive.offload_failed': {
    level: 'error',
    means:
      'The archive of a channel could not be moved into the store, or be looked up there; it is tried again.',
    action:
      'See `error`: is the disk available and writable? Where it names an object of the store that is missing or damaged, put that back from a copy; until then nothing of the channel is uploaded or deleted there.',
  },
  'origin.request_failed': {
    level: 'error',
    means: 'A media request failed because of a bug or the disk.',
    action: 'See `error`.',
  },
  'catchup.provider_failed': {
    level: 'warn',
    means: 'The provider of a channel did not deliver its own archive (`words`).',
    action: 'Check the channel’s catch-up (`channels catchup`) and the account at the provider.',
  },
  'channel.future_segments_deleted': {
    level: 'warn',
    means: 'Segments newer than the clock were deleted: the clock was set back.',
    action: 'Correct the clock (NTP).',
  },
  'channel.input_faulty': {
    level: 'warn',
    means: 'The source sends faulty data that Ekran could handle (`words`).',
    action: 'If frequent: check the source.',
  },
  'channel.source_failed_over': {
    level: 'warn',
    means:
      'A channel is recorded from another source: `reason` is `source_ended`, `no_data` or `signal_fault`. Sources are counted from 0.',
    action: 'Check the source `fromSource`.',
  },
  'channel.source_restored': {
    level: 'info',
    means: 'A channel is recorded from an earlier, preferred source again.',
  },
  'channel.source_ended': {
    level: 'warn',
    means: 'A source signalled its end.',
    action: 'Is the source meant to end?',
  },
  'channel.source_lost': {
    level: 'warn',
    means:
      'A source sends nothing or cannot be reached (`words`); it is retried, and the next source is used.',
    action: 'Check the source.',
  },
  'channel.recorder_not_ended': {
    level: 'warn',
    means:
      'A recorder did not end within ten seconds, as when the disk does not answer; whatever it still has is not written.',
    action: 'Does the media folder answer?',
  },
  'channel.not_started': {
    level: 'warn',
    means: 'The archive of a channel cannot be opened (`words`); it is tried again every two seconds.',
    action: 'May Ekran write to the channel’s folder, and does the disk work?',
  },
  'channel.still_failed': {
    level: 'warn',
    means:
      'The pictures of a channel for its card could not be decoded three times in a row; it has none now.',
    action: 'Watch the channel: players may fail too. Check its source.',
  },
  'channel.slate_unreadable': {
    level: 'warn',
    means: 'An image in the folder of slates ("no service" images) cannot be read.',
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
