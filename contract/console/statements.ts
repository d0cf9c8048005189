/** Registries of payment systems and banks, compared with our payments and worked off (FIN-02). Money is soʻm. */
import * as z from 'zod/mini'
import { id, limit, text, whole } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import { maxPieceBytes } from './imports.ts'

const view = { section: 'payments', level: 'view' } as const
const edit = { section: 'payments', level: 'edit' } as const
const act = { section: 'payments', level: 'act' } as const

export const statementSystems = ['payme', 'click', 'paynet', 'uzum', 'atmos', 'bank'] as const
/** The largest file; a million rows of a registry take less. */
export const maxStatementBytes = 128 * 1024 * 1024

/** A day of the calendar in Tashkent: `2026-11-27`. */
export const day = () => z.string().check(z.regex(/^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/))

export const rowKinds = ['only_theirs', 'only_ours', 'amount', 'refunded', 'twice', 'matched'] as const
export type RowKind = (typeof rowKinds)[number]

const Statement = z.object({
  statement_id: z.int(),
  system: z.enum(statementSystems),
  /** The name of the file. */
  name: z.string(),
  from: z.string(),
  to: z.string(),
  /** `uploading`: not complete, or its columns are not known. */
  state: z.enum(['uploading', 'open', 'closed', 'discarded']),
  /** Why the file was refused: `old_excel`, `not_a_table` …; '' when it was taken. */
  refusal: z.string(),
  by: z.string(),
  /** Unix seconds. */
  made_at: z.int(),
  closed_by: z.string(),
  closed_at: z.int(),
  matched: z.int(),
  /** To be worked off. */
  open: z.int(),
  resolved: z.int(),
  theirs: z.number(),
  /** Rows that are no payment. */
  problem_count: z.int(),
  /** Rows that the statement itself calls cancelled or failed. */
  skipped: z.int(),
})
export type ShownStatement = z.output<typeof Statement>

const Item = z.object({
  row_id: z.int(),
  /** In the file; 0 for a payment that only we have. */
  line: z.int(),
  external_id: z.string(),
  theirs: z.nullable(z.number()),
  ours: z.nullable(z.number()),
  /** Unix seconds; 0 when it is not said. */
  paid_at: z.int(),
  /** The subscriber number as the statement has it. */
  account: z.string(),
  /** Our payment; 0 for none. */
  number: z.int(),
  kind: z.enum(rowKinds),
  /** `reversed`: it was credited, and is taken from the balance again. */
  state: z.enum(['matched', 'open', 'accepted', 'credited', 'arrived', 'reversed']),
  note: z.string(),
  by: z.string(),
  /** Its credit can be taken from the balance again; else it is refunded as a payment. */
  is_reversible: z.boolean(),
})
export type ShownItem = z.output<typeof Item>

const place = () => z.optional(z.nullable(whole(0, 199)))

const looks = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/payments/statements',
    permission: view,
    summary: 'The last 100 statements, the newest first',
    input: z.object({}),
    output: z.object({ statements: z.array(Statement) }),
  }),
  one: consoleEndpoint({
    method: 'GET',
    path: '/payments/statements/one',
    permission: view,
    summary: 'A statement with its differences, in pages',
    input: z.object({
      statement_id: id(),
      view: z._default(z.enum(['open', 'resolved', 'matched']), 'open'),
      kind: z.optional(z.enum(rowKinds)),
      /** The last row of the page before. */
      after: z._default(whole(0, Number.MAX_SAFE_INTEGER), 0),
      limit: limit(50, 200),
    }),
    output: z.object({
      statement: Statement,
      items: z.array(Item),
      has_more: z.boolean(),
      /** Open rows by kind. */
      counts: z.record(z.enum(rowKinds), z.int()),
      /** The first rows of the file. */
      sample: z.array(z.array(z.string())),
      /** At most 500 rows that are no payment. */
      problems: z.array(z.object({ line: z.int(), problem: z.string(), text: z.string() })),
    }),
    failures: ['not_found'],
  }),
}

const loads = {
  start: consoleEndpoint({
    method: 'POST',
    path: '/payments/statements/start',
    permission: edit,
    summary: 'Begins the upload of a statement',
    input: z.object({
      system: z.enum(statementSystems),
      name: text(200, 1),
      size_bytes: whole(1, 2_147_483_647),
      /** The days that it is of, both included. */
      from: day(),
      to: day(),
    }),
    output: z.object({ statement_id: z.int() }),
    failures: ['statement_refused'],
  }),
  append: consoleEndpoint({
    method: 'POST',
    path: '/payments/statements/append',
    permission: edit,
    summary: 'Stores the next piece of a statement; says where to go on',
    input: z.object({
      statement_id: id(),
      begins_at: whole(0, maxStatementBytes),
      /** Base64. */
      bytes: z
        .string()
        .check(z.maxLength(Math.ceil(maxPieceBytes / 3) * 4), z.regex(/^[A-Za-z\d+/]*={0,2}$/)),
    }),
    output: z.object({ received_bytes: z.int() }),
    failures: ['not_found'],
  }),
  read: consoleEndpoint({
    method: 'POST',
    path: '/payments/statements/read',
    permission: edit,
    summary: 'Reads a statement and compares it with our payments',
    input: z.object({
      statement_id: id(),
      unit: z._default(z.enum(['sum', 'tiyin']), 'sum'),
      /** Places of columns from 0, where the headings do not name them. */
      columns: z.optional(
        z.object({ id: place(), amount: whole(0, 199), time: place(), account: place(), state: place() }),
      ),
    }),
    output: z.object({
      /** `columns_unknown`: a person must say what they are, see `sample`. */
      outcome: z.enum(['read', 'columns_unknown']),
    }),
    failures: ['not_found', 'statement_refused', 'table_incomplete'],
  }),
}

const works = {
  note: consoleEndpoint({
    method: 'POST',
    path: '/payments/statements/note',
    permission: edit,
    summary: 'Stores a note about a difference, which stays open',
    input: z.object({ row_id: id(), note: text(500, 1) }),
    output: z.object({ row_id: z.int() }),
    failures: ['not_found', 'refund_done_before'],
  }),
  accept: consoleEndpoint({
    method: 'POST',
    path: '/payments/statements/accept',
    permission: edit,
    summary: 'Accepts a difference with a reason; no money moves',
    input: z.object({ row_id: id(), note: text(500, 3) }),
    output: z.object({ row_id: z.int() }),
    failures: ['not_found', 'refund_done_before'],
  }),
  credit: consoleEndpoint({
    method: 'POST',
    path: '/payments/statements/credit',
    permission: act,
    stepUp: true,
    summary: 'Credits a late payment to a subscriber, once',
    input: z.object({ row_id: id(), abonement: text(20, 3), note: text(200, 3) }),
    output: z.object({
      /** `arrived`: it came by itself meanwhile, and nothing was credited now. */
      outcome: z.enum(['credited', 'arrived']),
      balance: z.number(),
    }),
    failures: [
      'not_found',
      'late_no_subscriber',
      'late_other_subscriber',
      'refund_done_before',
      'late_not_creditable',
      'payee_closed',
      'refund_limit',
    ],
  }),
  reverse: consoleEndpoint({
    method: 'POST',
    path: '/payments/statements/reverse',
    permission: act,
    stepUp: true,
    summary: 'Takes a credited late payment from the balance again, whole',
    input: z.object({ row_id: id(), note: text(200, 3) }),
    output: z.object({ balance: z.number() }),
    failures: ['not_found', 'refund_done_before', 'refund_not_covered', 'refund_limit'],
  }),
  close: consoleEndpoint({
    method: 'POST',
    path: '/payments/statements/close',
    permission: edit,
    summary: 'Closes a statement of which every difference is worked off',
    input: z.object({ statement_id: id() }),
    output: z.object({ statement_id: z.int() }),
    failures: ['not_found', 'statement_still_open'],
  }),
  discard: consoleEndpoint({
    method: 'POST',
    path: '/payments/statements/discard',
    permission: edit,
    summary: 'Discards a statement of which nothing was credited',
    input: z.object({ statement_id: id() }),
    output: z.object({ statement_id: z.int() }),
    failures: ['not_found'],
  }),
}

export const consoleStatements = { ...looks, ...loads, ...works }
