/** One act on everybody of a segment: previewed, released, done in batches, taken back (CARE-04). */
import * as z from 'zod/mini'
import { formNamed } from '#contract/form/field-forms.ts'
import { id, text, whole } from '#contract/form/fields.ts'
import { consoleEndpoint, consoleRoot } from './console-endpoint.ts'

const view = { section: 'subscribers', level: 'view' } as const
const give = { section: 'credits', level: 'act' } as const

export const bulkKinds = ['credit', 'days', 'connect', 'end'] as const
export type BulkKind = (typeof bulkKinds)[number]
/** `waiting`: beyond the limits of who started it; another member must release it. */
export const bulkStates = [
  ...(['preparing', 'prepared', 'waiting', 'running', 'stopped'] as const),
  ...(['done', 'cancelled', 'undoing', 'undone'] as const),
] as const
export type BulkState = (typeof bulkStates)[number]
/** `unreturned`: done, and could not be taken back. */
export const itemStates = ['new', 'ready', 'skipped', 'done', 'failed', 'undone', 'unreturned'] as const
export type ItemState = (typeof itemStates)[number]

const Words = z.object({ ru: z.string(), uz: z.string(), en: z.string() })

const Run = z.object({
  bulk_run_id: z.int(),
  kind: z.enum(bulkKinds),
  purpose: z.enum(['goodwill', 'correction']),
  /** Soʻm for each; 0 where the kind has none. */
  amount: z.number(),
  days: z.int(),
  /** 0: the main tariff of each. */
  tariff_id: z.int(),
  ends_now: z.boolean(),
  segment: z.string(),
  reason: z.string(),
  state: z.enum(bulkStates),
  /** Who made it; '' for an operator at the command line. */
  by: z.string(),
  /** Unix seconds. */
  created_at: z.int(),
})
export type BulkRow = z.output<typeof Run>

const Item = z.object({
  account_id: z.int(),
  abonement: z.string(),
  name: z.string(),
  state: z.enum(itemStates),
  /** '' or why it was skipped, failed or could not be taken back. */
  reason: z.string(),
  /** Soʻm that are given, or that the tariff costs. */
  amount: z.number(),
  days: z.int(),
  /** Another base tariff ends with it. */
  replaces: z.boolean(),
  /** Trial days that a connected tariff begins with, and soʻm of a period after them; 0: none. */
  trial_days: z.int(),
  later: z.number(),
})
export type BulkItem = z.output<typeof Item>

const Limit = z.object({
  /** For one subscriber; -1: no limit. */
  each: z.number(),
  /** Of a day, for runs alone; -1: no limit. */
  day: z.number(),
})

const required = (field: string) => ({ path: [field], error: formNamed('required') })
const run = { bulk_run_id: id() }
const stopped = ['not_found', 'bulk_state'] as const

export const consoleBulk = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/bulk',
    permission: view,
    summary: 'The newest 100 runs over segments',
    input: z.object({}),
    output: z.object({ runs: z.array(Run) }),
  }),
  desk: consoleEndpoint({
    method: 'GET',
    path: '/bulk/desk',
    permission: give,
    summary: 'What a run starts from: segments, tariffs, goodwill templates, limits',
    input: z.object({}),
    output: z.object({
      segments: z.array(z.object({ segment_id: z.int(), name: z.string() })),
      tariffs: z.array(z.object({ tariff_id: z.int(), name: Words })),
      templates: z.array(z.object({ name: Words, amount: z.number(), days: z.int() })),
      sum: Limit,
      days: Limit,
      accounts: Limit,
      /** Connecting and ending tariffs needs the right to act on subscribers. */
      may_change_tariffs: z.boolean(),
    }),
  }),
  card: consoleEndpoint({
    method: 'GET',
    path: '/bulk/card',
    permission: view,
    summary: 'A run with whom and how much: its preview, its progress, its result',
    input: z.object({
      ...run,
      /** Only those in this state, the first fifty; '' for all. */
      show: z._default(z.enum(['', ...itemStates]), ''),
    }),
    output: z.object({
      ...Run.shape,
      tariff: z.nullable(Words),
      count: z.int(),
      /** All subscribers when the run was made. */
      total: z.int(),
      /** Beginning needs the number typed. */
      is_everybody: z.boolean(),
      counts: z.array(z.object({ state: z.enum(itemStates), reason: z.string(), count: z.int() })),
      /** Of those who get it or got it. */
      sum: z.number(),
      sum_days: z.int(),
      /** Those of them whose base tariff ends with it. */
      replaced: z.int(),
      /** Those of them whose tariff begins with trial days, and soʻm of a period after them. */
      trial: z.object({ count: z.int(), days: z.int(), later: z.number() }),
      examples: z.array(Item),
      released_by: z.string(),
      undone_by: z.string(),
      undo_reason: z.string(),
      /** Whether the caller's limits cover it. */
      is_within: z.boolean(),
      /** Who may release it otherwise. */
      may_more: z.array(z.string()),
      /** The caller may release it: made by another. */
      is_own: z.boolean(),
    }),
    failures: ['not_found'],
  }),
  make: consoleEndpoint({
    method: 'POST',
    path: '/bulk/make',
    permission: give,
    summary: 'Makes a run: stores who is in the segment now and prepares its preview; changes nothing',
    input: z
      .object({
        /** 0: all subscribers. */
        segment_id: whole(0, 2_147_483_647),
        kind: z.enum(bulkKinds),
        purpose: z._default(z.enum(['goodwill', 'correction']), 'goodwill'),
        /** Soʻm; for `credit`. */
        amount: z._default(whole(0, 100_000_000), 0),
        /** For `days`. */
        days: z._default(whole(0, 365), 0),
        /** 0: the main tariff of each; for `days`. */
        tariff_id: z._default(whole(0, 2_147_483_647), 0),
        /** For `end`: at once instead of at the end of what is paid. */
        ends_now: z._default(z.boolean(), false),
        reason: text(450, 1),
      })
      .check(
        z.refine(({ kind, amount }) => kind !== 'credit' || amount > 0, required('amount')),
        z.refine(({ kind, days }) => kind !== 'days' || days > 0, required('days')),
        z.refine(
          ({ kind, tariff_id: id }) => (kind !== 'connect' && kind !== 'end') || id > 0,
          required('tariff_id'),
        ),
      ),
    output: z.object({ bulk_run_id: z.int() }),
    failures: ['segment_not_found', 'tariff_not_found', 'staff_forbidden'],
  }),
  start: consoleEndpoint({
    method: 'POST',
    path: '/bulk/start',
    permission: give,
    summary:
      'Begins a prepared run; beyond the limits of the caller it waits for another member to release it',
    input: z.object({
      ...run,
      /** The number of subscribers, where they are nearly all. */
      everybody: z._default(whole(0, 2_147_483_647), 0),
    }),
    output: z.object({ state: z.enum(['running', 'waiting']) }),
    failures: [...stopped, 'segment_is_everybody', 'staff_forbidden'],
  }),
  release: consoleEndpoint({
    method: 'POST',
    path: '/bulk/release',
    permission: give,
    summary: 'Lets a waiting run of another member begin, within the own limits',
    input: z.object({ ...run }),
    output: z.object({}),
    failures: [...stopped, 'bulk_same_person', 'bulk_beyond', 'staff_forbidden'],
  }),
  stop: consoleEndpoint({
    method: 'POST',
    path: '/bulk/stop',
    permission: give,
    summary: 'Stops a run or its undoing after the subscriber it is at, or drops one that has not begun',
    input: z.object({ ...run }),
    output: z.object({}),
    failures: stopped,
  }),
  resume: consoleEndpoint({
    method: 'POST',
    path: '/bulk/resume',
    permission: give,
    summary: 'Goes on with a stopped run',
    input: z.object({ ...run }),
    output: z.object({}),
    failures: [...stopped, 'bulk_beyond', 'staff_forbidden'],
  }),
  undo: consoleEndpoint({
    method: 'POST',
    path: '/bulk/undo',
    permission: give,
    summary: 'Takes a whole run back where nothing was used; the others are said one by one',
    input: z.object({ ...run, reason: text(500, 1) }),
    output: z.object({}),
    failures: [...stopped, 'bulk_beyond', 'staff_forbidden'],
  }),
}

/** All rows of a run as CSV: `POST <bulkExportRoot><number>` → 200 with the file, or a refusal as of an endpoint. */
export const bulkExportRoot = `${consoleRoot}/bulk-files/`
export const bulkExport = consoleEndpoint({
  method: 'POST',
  path: '/bulk-files',
  permission: view,
  summary: 'The subscribers of a run as a file',
  input: z.object({}),
  output: z.object({}),
})
