/** Lists of channels that are fetched again and again (IMPORT-02). */
import * as z from 'zod/mini'
import { httpAddress, id, whole } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'

const settings = {
  /** Minutes between two fetches. */
  every_min: whole(15, 10_080),
  /** An edition in which nothing is gone or suspicious is applied at once. */
  applies: z.boolean(),
  /** Recording of the channels is switched on. */
  record: z.boolean(),
  /** Groups that match no category become own ones. */
  own_groups: z.boolean(),
}

const Outcome = z.enum(['waiting', 'same', 'draft', 'applied', 'refused', 'unreachable'])

const ListSource = z.object({
  list_id: z.int(),
  /** Without user, password and query. */
  address: z.string(),
  every_min: z.int(),
  applies: z.boolean(),
  record: z.boolean(),
  own_groups: z.boolean(),
  /** '' for the command line. */
  staff_name: z.string(),
  /** What became of the last edition: the same as before, a draft, applied, refused as a whole, not reached. */
  outcome: Outcome,
  /** Why the last edition was refused as a whole, in English; '' when it was not. */
  refusal: z.string(),
  /** The draft of the last edition that differed; one that waits stays while later editions are refused. */
  draft_id: z.nullable(z.int()),
  /** Unix seconds; null before the first fetch. */
  tried_at: z.nullable(z.int()),
  next_at: z.int(),
})

const view = { section: 'channels', level: 'view' } as const
const edit = { section: 'channels', level: 'edit' } as const

export const consoleLists = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/lists',
    permission: view,
    summary: 'Lists that are fetched again and again',
    input: z.object({}),
    output: z.object({ lists: z.array(ListSource) }),
  }),
  add: consoleEndpoint({
    method: 'POST',
    path: '/lists/add',
    permission: edit,
    summary: 'Adds a list at a public address; it is fetched within a minute, or at once by `refresh`',
    input: z.object({ address: httpAddress(), ...settings }),
    output: z.object({ list_id: z.int() }),
    failures: ['list_twice', 'lists_full'],
  }),
  change: consoleEndpoint({
    method: 'POST',
    path: '/lists/change',
    permission: edit,
    summary: 'Changes some settings of a list; compared in another way, it is fetched at once',
    input: z.object({
      list_id: id(),
      every_min: z.optional(settings.every_min),
      applies: z.optional(settings.applies),
      record: z.optional(settings.record),
      own_groups: z.optional(settings.own_groups),
    }),
    output: z.object({ list_id: z.int() }),
    failures: ['list_not_found'],
  }),
  refresh: consoleEndpoint({
    method: 'POST',
    path: '/lists/refresh',
    permission: edit,
    summary: 'Fetches a list now',
    input: z.object({ list_id: id() }),
    output: z.object({ outcome: Outcome, draft_id: z.nullable(z.int()) }),
    failures: ['list_not_found'],
  }),
  remove: consoleEndpoint({
    method: 'POST',
    path: '/lists/remove',
    permission: edit,
    summary: 'Ends the fetching of a list; its channels stay',
    input: z.object({ list_id: id() }),
    output: z.object({ list_id: z.int() }),
    failures: ['list_not_found'],
  }),
}
