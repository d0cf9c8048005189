/** Shows that a viewer follows: all their broadcasts together, past and coming. */
import * as z from 'zod/mini'
import { Airing } from './search.ts'
import { endpoint } from '#contract/form/endpoint.ts'
import { answeredFlag, flag, id, siteInput as input } from '#contract/form/fields.ts'

/** One broadcast of a show. */
export const ShowBroadcast = z.extend(Airing, {
  title: z.string(),
  /** The episode's own title; empty without one. */
  sub_title: z.string(),
  season: z.nullable(z.int()),
  episode: z.nullable(z.int()),
  /** 1 for one that was not in the guide when the viewer looked last, and is no repeat of an episode. */
  is_new: answeredFlag,
})
export type ShowBroadcast = z.output<typeof ShowBroadcast>

export const FollowedShow = z.object({
  id: z.int(),
  title: z.string(),
  /** The channel it is followed on; empty for every channel. */
  channel_name: z.string(),
  /** 1 when every new broadcast gets a reminder by itself. */
  reminds: answeredFlag,
  /** 1 when every new broadcast is kept by itself (FOLLOW-03). */
  records: answeredFlag,
  new_count: z.int(),
  /** Past ones that can be watched, the one on the air, coming ones: in the order of their start times. */
  broadcasts: z.array(ShowBroadcast),
  /** The `pid`s of all its broadcasts in the guide, for marking them elsewhere. */
  pids: z.array(z.int()),
  /** Where the show has had no broadcast for longer than its pauses are: one of a similar name, under which it perhaps goes on. */
  similar: z.nullable(z.object({ cid: z.int(), pid: z.int(), title: z.string(), channel_name: z.string() })),
})
export type FollowedShow = z.output<typeof FollowedShow>

const limits = [{ name: 'followed', per: 'account', attempts: 120, perSec: 600 }] as const

export const followed = {
  list: endpoint({
    path: '/api/v1/followed-programmes',
    envelope: 'data',
    access: 'viewer',
    summary:
      'The shows that the viewer follows, each with its broadcasts and what is new; those with news first',
    input: input({}),
    output: z.object({ shows: z.array(FollowedShow) }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/v1/followed-programmes/add',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    summary:
      'Follows the show of a programme: on every channel if its episodes have numbers, else on its own channel. A second time changes nothing',
    input: input({
      cid: id(),
      pid: id(),
      /** The followed show that goes on under this name: its place and switches are taken over. */
      replaces: z.optional(id()),
    }),
    output: z.object({
      id: z.int(),
      /** 1: it was followed already. */
      was_there: answeredFlag,
      /** The `pid`s of its broadcasts. */
      pids: z.array(z.int()),
    }),
    failures: ['programme_not_found', 'not_a_show', 'followed_full', 'too_many_requests'],
    rateLimits: limits,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/v1/followed-programmes/remove',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    summary:
      'Ends to follow a show, with the reminders that came by themselves; one that is not followed is no error',
    input: input({ id: id() }),
    output: z.object({}),
    failures: ['too_many_requests'],
    rateLimits: limits,
  }),
  settings: endpoint({
    method: 'POST',
    path: '/api/v1/followed-programmes/settings',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    summary:
      'Whether every new broadcast of a show gets a reminder by itself, for the coming two days each time',
    input: input({ id: id(), reminds: flag() }),
    output: z.object({ reminds: answeredFlag }),
    failures: ['followed_not_found', 'too_many_requests'],
    rateLimits: limits,
  }),
  recording: endpoint({
    method: 'POST',
    path: '/api/v1/followed-programmes/recording',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    forAdults: true,
    summary:
      'Whether every new broadcast of a show is kept by itself, for the coming two days each time, while there are hours',
    input: input({ id: id(), records: flag() }),
    output: z.object({ records: answeredFlag }),
    failures: ['not_in_this_profile', 'followed_not_found', 'too_many_requests'],
    rateLimits: limits,
  }),
  seen: endpoint({
    method: 'POST',
    path: '/api/v1/followed-programmes/seen',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    summary: 'The viewer has seen the list: what it has now is new no more',
    input: input({}),
    output: z.object({}),
  }),
}
