/** The guide in the console: its sources, and which channel of a guide feeds which of ours (GUIDE-07). */
import * as z from 'zod/mini'
import { httpAddress, id, text, whole } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'

/** The first programmes that a channel of a guide had when it was read. */
const Next = z.array(z.object({ begin: z.int(), title: z.string() }))

const GuideMatch = z.object({
  source: z.string(),
  guide_id: z.string(),
  guide_name: z.string(),
  /** False: a proposal, or confirmed (`alias`) and not read yet. */
  is_applied: z.boolean(),
  /** `alias`: an operator; `id`, `name`: by itself; `likeness`: a proposal. */
  matched_by: z.enum(['alias', 'id', 'name', 'likeness']),
  /** 0 to 1. */
  score: z.number(),
  /** What speaks against a proposal. */
  doubt: z.enum(['', 'country', 'feed', 'id', 'name', 'taken', 'several']),
  next: Next,
})

const MatchedChannel = z.object({
  cid: z.int(),
  number: z.int(),
  name_ru: z.string(),
  name_uz: z.string(),
  tvg_id: z.nullable(z.string()),
  /** The end of its last programme in unix seconds; null without a guide. */
  guide_until: z.nullable(z.int()),
  match: z.nullable(GuideMatch),
})

const GuideSource = z.object({
  name: z.string(),
  /** Without user, password and query; the path of a file. */
  address: z.string(),
  every_min: z.int(),
  /** `held`: the delivery would lose too much and waits to be accepted. */
  state: z.enum(['new', 'taken', 'unchanged', 'held', 'failed']),
  /** A sentence about the last reading, in English. */
  outcome: z.string(),
  /** Unix seconds; null before the first reading. */
  tried_at: z.nullable(z.int()),
  next_at: z.int(),
  /** In a row. */
  failures: z.int(),
  /** How many channels it feeds. */
  channels: z.int(),
  /** It is read within a minute: somebody asked for it. */
  is_requested: z.boolean(),
  /** The draft that shows the delivery that was held back; null without one. */
  draft_id: z.nullable(z.int()),
})

const view = { section: 'guide', level: 'view' } as const
const edit = { section: 'guide', level: 'edit' } as const

const pair = { cid: id(), guide_id: text(300, 1) }
const sourceName = text(60, 1)

export const consoleGuide = {
  sources: consoleEndpoint({
    method: 'GET',
    path: '/guide/sources',
    permission: view,
    summary: 'The sources of the guide, in order of priority',
    input: z.object({}),
    output: z.object({ sources: z.array(GuideSource) }),
  }),
  addSource: consoleEndpoint({
    method: 'POST',
    path: '/guide/sources/add',
    permission: edit,
    summary: 'Adds a guide at a public address; it is read within a minute',
    input: z.object({
      address: httpAddress(),
      every_min: z._default(whole(15, 10_080), 240),
      /** The import whose mapping it is read by, for a JSON schedule; guessed when absent. */
      mapping_of: z.optional(id()),
    }),
    output: z.object({ name: z.string() }),
    failures: ['guide_twice', 'guide_draft_not_found'],
  }),
  readSource: consoleEndpoint({
    method: 'POST',
    path: '/guide/sources/read',
    permission: edit,
    summary: 'Has a guide read within a minute: again, or the delivery that was held back',
    input: z.object({ name: sourceName, accept: z._default(z.boolean(), false) }),
    output: z.object({ name: z.string() }),
    failures: ['guide_source_not_found'],
  }),
  removeSource: consoleEndpoint({
    method: 'POST',
    path: '/guide/sources/remove',
    permission: edit,
    summary: 'Reads a guide no longer; what it gave stays',
    input: z.object({ name: sourceName }),
    output: z.object({ name: z.string() }),
    failures: ['guide_source_not_found'],
  }),
  matching: consoleEndpoint({
    method: 'GET',
    path: '/guide/matching',
    permission: view,
    summary: 'The guide of every channel: what feeds it, or what is proposed; and the rejected pairs',
    input: z.object({}),
    output: z.object({
      channels: z.array(MatchedChannel),
      rejected: z.array(
        z.object({ cid: z.int(), guide_id: z.string(), staff_name: z.string(), made_at: z.int() }),
      ),
    }),
  }),
  search: consoleEndpoint({
    method: 'GET',
    path: '/guide/matching/search',
    permission: view,
    summary: 'Channels of the guides by name or id, in any alphabet; at most 40',
    input: z.object({ text: text(100, 1) }),
    output: z.object({
      channels: z.array(
        z.object({
          source: z.string(),
          guide_id: z.string(),
          name: z.string(),
          programmes: z.int(),
          next: Next,
          /** The channel of ours that it feeds. */
          cid: z.nullable(z.int()),
        }),
      ),
    }),
  }),
  confirm: consoleEndpoint({
    method: 'POST',
    path: '/guide/matching/confirm',
    permission: edit,
    summary: 'A channel of a guide feeds ours from its next reading on, which comes within a minute',
    input: z.object({
      pairs: z
        .array(
          z.object({
            ...pair,
            /** The source, where several have a channel of this id. */
            source: z.optional(sourceName),
          }),
        )
        .check(z.minLength(1), z.maxLength(500)),
    }),
    output: z.object({
      decided: z.int(),
      /** Those that could not be; a failure when it is all of them. */
      refused: z.array(
        z.object({
          cid: z.int(),
          guide_id: z.string(),
          /** The channel for which it is confirmed; '' when no guide has it. */
          taken_by: z.string(),
        }),
      ),
      /** Channels that it fed by the rules, and feeds no longer. */
      lost_by: z.array(z.string()),
    }),
    failures: ['guide_channel_not_found', 'guide_channel_taken'],
  }),
  reject: consoleEndpoint({
    method: 'POST',
    path: '/guide/matching/reject',
    permission: edit,
    summary: 'A channel of a guide never feeds ours again; what it gave for the time to come is deleted',
    input: z.object({ pairs: z.array(z.object(pair)).check(z.minLength(1), z.maxLength(500)) }),
    output: z.object({ decided: z.int() }),
    failures: ['channel_not_found'],
  }),
  forget: consoleEndpoint({
    method: 'POST',
    path: '/guide/matching/forget',
    permission: edit,
    summary: 'Forgets that pairs were confirmed or rejected: the rules decide again',
    input: z.object({ pairs: z.array(z.object(pair)).check(z.minLength(1), z.maxLength(500)) }),
    output: z.object({ decided: z.int() }),
  }),
}
