/** Days closed by two people, with totals by way of payment and service account (FIN-02). Money is soʻm. */
import * as z from 'zod/mini'
import { text } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import { ledgerKinds, serviceAccounts } from './ledger-words.ts'
import { day, statementSystems } from './statements.ts'

const view = { section: 'payments', level: 'view' } as const
const act = { section: 'payments', level: 'act' } as const

/** `bank`, `late`: credited from statements. */
export const waySystems = ['payme', 'click', 'paynet', 'uzum', 'atmos', 'bank', 'late'] as const

const Totals = z.object({
  ways: z.array(
    z.object({
      system: z.enum(waySystems),
      paid_count: z.int(),
      paid: z.number(),
      back_count: z.int(),
      back: z.number(),
      ledger: z.number(),
      /** Whether the ledger has paid minus refunded. */
      agrees: z.boolean(),
    }),
  ),
  accounts: z.array(
    z.object({
      account: z.enum(serviceAccounts),
      kind: z.enum(ledgerKinds),
      count: z.int(),
      /** Added to balances of subscribers, and taken from them. */
      in: z.number(),
      out: z.number(),
    }),
  ),
})
export type ShownTotals = z.output<typeof Totals>

const Closing = z.object({
  state: z.enum(['signed', 'closed', 'reopened']),
  first: z.string(),
  first_at: z.int(),
  second: z.string(),
  /** Unix seconds; 0: not signed by a second. */
  second_at: z.int(),
  reopened: z.string(),
  /** `changed`: the totals changed between the signatures. */
  reopened_reason: z.string(),
  reopened_at: z.int(),
})
export type ShownClosing = z.output<typeof Closing>

export const consoleClosings = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/payments/closings',
    permission: view,
    summary: 'The last 31 days that are over, the newest first, each with its closing',
    input: z.object({}),
    output: z.object({
      days: z.array(
        z.object({
          day: z.string(),
          received: z.number(),
          refunded: z.number(),
          /** Of entries. */
          count: z.int(),
          /** Whether payments and ledger agree. */
          agrees: z.boolean(),
          closing: z.nullable(Closing),
          /** The books say something else than what was signed. */
          differs: z.boolean(),
        }),
      ),
    }),
  }),
  one: consoleEndpoint({
    method: 'GET',
    path: '/payments/closings/one',
    permission: view,
    summary: 'A day: its totals now, what was signed, its statements, and the trial balance',
    input: z.object({ day: day() }),
    output: z.object({
      totals: Totals,
      /** What was signed, where it is something else than the totals now. */
      signed: z.nullable(Totals),
      closing: z.nullable(Closing),
      differs: z.boolean(),
      is_over: z.boolean(),
      /** Whether the member of staff was the first to sign. */
      is_first: z.boolean(),
      /** Earlier closings of the day that were opened again. */
      former: z.array(Closing),
      statements: z.array(
        z.object({
          statement_id: z.int(),
          system: z.enum(statementSystems),
          name: z.string(),
          state: z.enum(['uploading', 'open', 'closed', 'discarded']),
          matched: z.int(),
          open: z.int(),
        }),
      ),
      trial: z.object({
        subscribers: z.number(),
        accounts: z.array(z.object({ account: z.enum(serviceAccounts), amount: z.number() })),
        /** 0, or the ledger is broken. */
        total: z.number(),
      }),
    }),
  }),
  sign: consoleEndpoint({
    method: 'POST',
    path: '/payments/closings/sign',
    permission: act,
    stepUp: true,
    summary: 'Signs a day: as the first, or as the second who closes it',
    input: z.object({ day: day() }),
    output: z.object({
      outcome: z.enum([
        ...(['signed', 'closed', 'same_person', 'changed', 'closed_before', 'not_over'] as const),
        'ledger_differs',
      ]),
    }),
  }),
  reopen: consoleEndpoint({
    method: 'POST',
    path: '/payments/closings/reopen',
    permission: act,
    stepUp: true,
    summary: 'Opens a signed or closed day again, with a reason; owners only',
    input: z.object({ day: day(), reason: text(200, 3) }),
    output: z.object({ day: z.string() }),
    failures: ['not_found', 'staff_forbidden'],
  }),
}
