/** Batches of promo codes: generated or a partner's, with a budget, and what they brought. Money is soʻm. */
import * as z from 'zod/mini'
import { formNamed } from '#contract/form/field-forms.ts'
import { id, text, unixSec, whole } from '#contract/form/fields.ts'
import { consoleEndpoint, consoleRoot } from './console-endpoint.ts'

const view = { section: 'billing', level: 'view' } as const
const act = { section: 'billing', level: 'act' } as const

/** The largest batch. */
export const maxBatchCodes = 100_000
/** Lines of a file are sent in pieces of at most so many characters. */
export const maxCsvPiece = 150_000

const sums = whole(0, 1_000_000_000)
/** 0 stands for a field that is empty. */
const moment = unixSec().check(z.refine((sec) => sec > 0, formNamed('required')))
const Terms = {
  name_ru: text(100, 1),
  name_uz: text(100, 1),
  /** '' for the operator's own. */
  partner: text(100),
  /** Added to the balance; 0 for nothing. */
  gift: sums,
  /** Connects this tariff for so many days at this price; 0 for none, and then no days are needed. */
  tariff_id: whole(0, 2_147_483_647),
  days: whole(0, 366),
  price: sums,
  /** Unix seconds. */
  from: moment,
  to: moment,
  /** Of the whole batch; 0 for none. */
  max_uses: whole(0, 1_000_000_000),
  budget: sums,
  /** How many codes of the batch one person can use. */
  per_account: whole(1, 1000),
}

/** A tariff is connected for a number of days. */
const hasDays = z.refine<Readonly<Record<'tariff_id' | 'days', number>>>(
  ({ tariff_id: tariff, days }) => tariff === 0 || days > 0,
  { path: ['days'], error: formNamed('required') },
)

const Batch = z.object({
  batch_id: z.int(),
  name_ru: z.string(),
  name_uz: z.string(),
  partner: z.string(),
  gift: z.number(),
  tariff_id: z.int(),
  days: z.int(),
  price: z.number(),
  from: z.int(),
  to: z.int(),
  max_uses: z.int(),
  budget: z.number(),
  per_account: z.int(),
  codes: z.int(),
  used: z.int(),
  spent: z.number(),
  /** `incomplete`: its codes are still coming. `spent`: its budget or its uses are. */
  state: z.enum(['incomplete', 'planned', 'open', 'spent', 'stopped', 'over']),
  created_at: z.int(),
  /** '' for the command line. */
  created_by: z.string(),
})
export type ShownBatch = z.output<typeof Batch>

const Made = z.object({ id: z.int() })
const Done = z.object({ ok: z.boolean() })

export const consolePromotions = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/promotions',
    permission: view,
    summary: 'The last 500 batches of promo codes, the newest first, and the tariffs they can connect',
    input: z.object({}),
    output: z.object({
      batches: z.array(Batch),
      tariffs: z.array(z.object({ tariff_id: z.int(), name_ru: z.string(), name_uz: z.string() })),
    }),
  }),
  one: consoleEndpoint({
    method: 'GET',
    path: '/promotions/one',
    permission: view,
    summary: 'A batch',
    input: z.object({ id: id() }),
    output: z.object({ batch: Batch }),
    failures: ['not_found'],
  }),
  effect: consoleEndpoint({
    method: 'GET',
    path: '/promotions/effect',
    permission: view,
    summary: 'What a batch brought',
    input: z.object({ id: id() }),
    output: z.object({
      accounts: z.int(),
      /** Had never paid before their first use. */
      newcomers: z.int(),
      returning: z.int(),
      /** Accounts whose first use is at least 30 days ago, and those of them that were charged after that. */
      measurable: z.int(),
      paying: z.int(),
      /** Paid in since the first use by whatever way, less what was returned. */
      revenue: z.number(),
    }),
    failures: ['not_found', 'busy'],
  }),
  generate: consoleEndpoint({
    method: 'POST',
    path: '/promotions/generate',
    permission: act,
    summary: 'Makes a batch of new codes; once for a key',
    input: z
      .object({
        ...Terms,
        /** The client's own name of the request, repeated with it. */
        key: z.string().check(z.regex(/^[\w-]{8,64}$/)),
        count: whole(1, maxBatchCodes),
        /** Before each code; '' for none. */
        prefix: z.string().check(z.regex(/^[A-Z0-9]{0,12}$/)),
      })
      .check(hasDays),
    output: Made,
    failures: ['promo_terms_wrong', 'promo_budget_limit', 'promo_key_used'],
  }),
  begin: consoleEndpoint({
    method: 'POST',
    path: '/promotions/begin',
    permission: act,
    summary: 'Makes a batch whose codes a partner has made; they follow in pieces',
    input: z.object(Terms).check(hasDays),
    output: Made,
    failures: ['promo_terms_wrong', 'promo_budget_limit'],
  }),
  append: consoleEndpoint({
    method: 'POST',
    path: '/promotions/append',
    permission: act,
    summary: 'Adds lines of a CSV to a batch that is not complete, all or none',
    input: z.object({
      id: id(),
      /** The number of the first line in the file. */
      first_line: whole(1, 10_000_000),
      csv: z.string().check(z.maxLength(maxCsvPiece)),
    }),
    output: z.object({ codes: z.int() }),
    failures: ['not_found', 'promo_csv_wrong', 'promo_batch_state', 'promo_too_many'],
  }),
  complete: consoleEndpoint({
    method: 'POST',
    path: '/promotions/complete',
    permission: act,
    summary: 'From now on the codes of a batch can be used',
    input: z.object({ id: id() }),
    output: Done,
    failures: ['not_found', 'promo_batch_state'],
  }),
  discard: consoleEndpoint({
    method: 'POST',
    path: '/promotions/discard',
    permission: act,
    summary: 'Removes a batch that was never complete',
    input: z.object({ id: id() }),
    output: Done,
    failures: ['not_found', 'promo_batch_state'],
  }),
  stop: consoleEndpoint({
    method: 'POST',
    path: '/promotions/stop',
    permission: act,
    summary: 'Stops a batch, or lets it go on; what was used stays',
    input: z.object({ id: id(), stopped: z.boolean() }),
    output: Done,
    failures: ['not_found', 'promo_batch_state'],
  }),
}

/**
 * The codes of a batch as CSV: `POST <promotionFilesRoot><number>` → 200 with the file, or a refusal as of an endpoint.
 */
export const promotionFilesRoot = `${consoleRoot}/promotion-files/`
export const promotionFiles = consoleEndpoint({
  method: 'POST',
  path: '/promotion-files',
  permission: act,
  summary: 'The codes of a batch as a file',
  input: z.object({}),
  output: z.object({}),
})
