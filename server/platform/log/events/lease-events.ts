/** Log events of the leases of channels. */
import type { LogEvents } from './log-event.ts'

export const leaseEvents = {
  'leases.taken': {
    level: 'info',
    means:
      'This process records these channels from now on (`count`, `channels` by id; `*` is the care for the media folder).',
  },
  'leases.released': {
    level: 'info',
    means:
      'This process gave these channels to others (`count`, `channels` by id): it is drained, or balances.',
  },
  'leases.node_gone': {
    level: 'warn',
    means:
      'Another process with `media` (`node`) is gone and its channels are free: it did not renew its lease (`expired`, ' +
      '`expired_offline`), or its process has ended (`ended`).',
    action: 'Start it again, or find out why it ended.',
  },
  'leases.not_renewed': {
    level: 'warn',
    means: 'The lease of this process could not be renewed; it tries again each second.',
    action: 'Is the database there? See `error`.',
  },
  'leases.recording_stopped': {
    level: 'error',
    means:
      'The lease of this process has not been renewed for seconds and another process may take its channels, so it writes ' +
      'nothing any more.',
    action: 'Is the database there? Recording goes on by itself, here or elsewhere.',
  },
  'leases.recording_resumed': {
    level: 'info',
    means: 'The lease is renewed again and no other process took the channels.',
  },
  'leases.lost': {
    level: 'error',
    means:
      'Another process has taken the channels of this one, which had been silent for too long; it begins again.',
    action: 'Was this machine overloaded or frozen, or cut off from the database?',
  },
  'leases.not_applied': {
    level: 'error',
    means: 'The engine could not change which channels it records.',
    action: 'See `error`: does the media folder answer?',
  },
  'leases.channels_unleased': {
    level: 'error',
    means:
      'No process with `media` records these channels (`count`, `channels` by id): all are full or drained.',
    action: 'Start another one, raise `EKRAN_MEDIA_CHANNELS`, or end a drain: `nodes list`.',
  },
} as const satisfies LogEvents
