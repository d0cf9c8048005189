/** Programmes that viewers keep beyond the archive, within the hours of their tariffs. */
import * as z from 'zod/mini'
import { PlaybackAddress, watchFailures } from './channels.ts'
import { endpoint } from '#contract/form/endpoint.ts'
import { answeredFlag, id, siteInput as input, whole } from '#contract/form/fields.ts'
import { streamInput } from '#contract/playback/stream-fields.ts'

export const recordingStates = ['waiting', 'recording', 'ready', 'partial', 'failed', 'gone'] as const

/** Of all recordings of an account, seconds. */
const Hours = {
  /** By the lengths of their programmes. */
  used_sec: z.int(),
  /** By its paid tariffs together; 0: none. */
  granted_sec: z.int(),
}

export const Recording = z.object({
  id: z.int(),
  /** The profile that keeps it; of one that was removed its former number. */
  profile_no: z.int(),
  /** 0 when the guide lost the programme before it was on the air. */
  pid: z.int(),
  cid: z.int(),
  channel_name: z.string(),
  logo: z.string(),
  title: z.string(),
  /** The episode's own title; empty without one. */
  sub_title: z.string(),
  season: z.nullable(z.int()),
  episode: z.nullable(z.int()),
  description: z.string(),
  age_rating: z.string(),
  /** Unix seconds. */
  begin_time: z.int(),
  end_time: z.int(),
  /**
   * `waiting`: not on the air yet. `recording`: on the air. `partial`: a part of it is missing. `failed`: nothing was
   * recorded. `gone`: the guide lost the programme before it was on the air.
   */
  state: z.enum(recordingStates),
  /** How much of a `partial` one is there, percent; 100 for any other. */
  recorded_percent: z.int(),
  /** 1: the channel is not in the viewer's tariffs now, or is not shown; it stays and opens again with them. */
  locked: answeredFlag,
  /** The name of the cheapest tariff that opens a locked one; '' for none. */
  opened_by: z.string(),
  /** Where the viewer stopped, seconds from the beginning. */
  position_sec: z.int(),
  /** When it is deleted because of its age; unix seconds. */
  expires_at: z.int(),
})
export type Recording = z.output<typeof Recording>

const limits = [{ name: 'recordings', per: 'account', attempts: 120, perSec: 600 }] as const

export const recordings = {
  list: endpoint({
    path: '/api/v1/recordings',
    envelope: 'data',
    access: 'viewer',
    summary:
      'The recordings of the account, whichever profile keeps them, the latest first, and how many hours are used and granted',
    input: input({}),
    output: z.object({
      ...Hours,
      recordings: z.array(Recording),
      /** The channels that the viewer may watch and whose programmes can be kept. */
      cids: z.optional(z.array(z.int())),
    }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/v1/recordings/add',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    forAdults: true,
    summary:
      'Keeps a past, running or coming programme of the guide beyond the archive; a coming one moves with the guide. A second time changes nothing',
    input: input({ cid: id(), pid: id() }),
    output: z.object({
      id: z.int(),
      /** 1: it was kept already. */
      was_there: answeredFlag,
    }),
    failures: [
      'not_in_this_profile',
      ...watchFailures,
      ...(['channel_not_found', 'programme_not_found', 'recording_not_possible', 'not_recorded'] as const),
      ...(['recording_no_hours', 'recordings_full', 'recordings_too_many', 'recordings_storage'] as const),
      'too_many_requests',
    ],
    rateLimits: limits,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/v1/recordings/remove',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    forAdults: true,
    summary:
      'Deletes a recording, which can be taken back for ten minutes; one that does not exist is no error',
    input: input({ id: id() }),
    output: z.object({}),
    failures: ['not_in_this_profile', 'too_many_requests'],
    rateLimits: limits,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/v1/recordings/restore',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    forAdults: true,
    summary: 'Takes back a deletion of the last ten minutes',
    input: input({ id: id() }),
    output: z.object({}),
    failures: [
      'not_in_this_profile',
      'recording_not_found',
      'recordings_full',
      'recordings_storage',
      'too_many_requests',
    ],
    rateLimits: limits,
  }),
  position: endpoint({
    method: 'POST',
    path: '/api/v1/recordings/position',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    summary: 'Saves where the viewer stopped in a recording; 0 starts it again',
    input: input({ id: id(), position: whole(0, 864_000) }),
    output: z.object({}),
    failures: ['recording_not_found', 'too_many_requests'],
    rateLimits: [{ name: 'recording_positions', per: 'account', attempts: 600, perSec: 600 }],
  }),
  url: endpoint({
    path: '/api/v1/recordings/url',
    envelope: 'data',
    access: 'viewer',
    endedSession: 'refused',
    summary: 'The address that plays a recording, under the right to its channel',
    input: input({ id: id(), ...streamInput }),
    output: PlaybackAddress,
    rateLimits: [{ name: 'recording_plays', per: 'account', attempts: 300, perSec: 600 }],
    failures: [
      ...watchFailures,
      ...(['recording_not_found', 'channel_not_found', 'not_begun', 'not_recorded'] as const),
      'too_many_requests',
    ],
  }),
}
