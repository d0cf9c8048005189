/** Dealers: contracts, subscribers, deposits and cash, commissions and payouts (FIN-02). Money is soʻm, days are Tashkent's. */
import * as z from 'zod/mini'
import { calendarDay } from '#contract/form/calendar-day.ts'
import { id, limit, text, whole } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'

const view = { section: 'payments', level: 'view' } as const
const edit = { section: 'payments', level: 'edit' } as const
const act = { section: 'payments', level: 'act' } as const

export const dealerStates = ['active', 'stopped'] as const
/** A share of the first payment, of every payment, or a sum for a connected subscriber. */
export const dealerRuleKinds = ['first_payment', 'every_payment', 'connected'] as const
export const dealerAccounts = ['deposit', 'commission'] as const
export const dealerEntryKinds = [
  ...(['paid_in', 'returned', 'cash', 'cash_back', 'commission', 'commission_back', 'payout'] as const),
] as const
export const dealerPayoutStates = ['prepared', 'approved', 'paid', 'cancelled'] as const
export const dealerWays = ['registration', 'promotion', 'staff'] as const

const dealerId = () => whole(1, 999_999_999)
const rowId = () => whole(1, Number.MAX_SAFE_INTEGER)
const month = () => z.string().check(z.regex(/^20\d\d-(?:0[1-9]|1[0-2])$/))
const abonement = () => z.string().check(z.regex(/^\d{6,12}$/))
/** The client's own name of a request, repeated with it. */
const key = () => z.string().check(z.regex(/^[\w-]{8,64}$/))
/** Soʻm with at most two decimals. */
const sum = (min: number, max: number) => z.number().check(z.minimum(min), z.maximum(max), z.multipleOf(0.01))
const reason = () => text(200, 3)

const dealerFields = {
  name: z.string(),
  contact: z.string(),
  phone: z.string(),
  contract: z.string(),
  state: z.enum(dealerStates),
  /** How far below zero the deposit may go. */
  credit_limit: z.number(),
}

const Dealer = z.object({
  dealer_id: z.int(),
  ...dealerFields,
  deposit: z.number(),
  commission: z.number(),
  subscribers: z.int(),
  version: z.int(),
})
export type ShownDealer = z.output<typeof Dealer>

const Rule = z.object({
  rule_id: z.int(),
  kind: z.enum(dealerRuleKinds),
  /** Percent. */
  share: z.number(),
  amount: z.number(),
  /** 0: no end. */
  months: z.int(),
  /** The most in a calendar month; 0: no limit. */
  cap: z.number(),
  from: z.string(),
  /** '': no end. */
  to: z.string(),
})
export type ShownDealerRule = z.output<typeof Rule>

const Payout = z.object({
  payout_id: z.int(),
  dealer_id: z.int(),
  dealer: z.string(),
  /** The last day that it pays for. */
  to: z.string(),
  amount: z.number(),
  state: z.enum(dealerPayoutStates),
  /** '' for an operator at the command line. */
  prepared_by: z.string(),
  prepared_at: z.int(),
  approved_by: z.string(),
  approved_at: z.int(),
  ended_by: z.string(),
  ended_at: z.int(),
  document: z.string(),
  /** Whether the caller prepared it, and so cannot approve it. */
  is_own: z.boolean(),
})
export type ShownDealerPayout = z.output<typeof Payout>

const Entry = z.object({
  entry_id: z.int(),
  account: z.enum(dealerAccounts),
  kind: z.enum(dealerEntryKinds),
  /** Added to the dealer's account; below 0: taken from it. */
  amount: z.number(),
  balance: z.number(),
  /** The subscriber whom it is about; '' without one. */
  abonement: z.string(),
  account_id: z.int(),
  /** Of a commission: the payment or charge. */
  base: z.number(),
  document: z.string(),
  reason: z.string(),
  by: z.string(),
  at: z.int(),
  is_back: z.boolean(),
})
export type ShownDealerEntry = z.output<typeof Entry>

const Subscriber = z.object({
  account_id: z.int(),
  abonement: z.string(),
  name: z.string(),
  way: z.enum(dealerWays),
  reason: z.string(),
  /** Unix milliseconds: pages go on from it. */
  at_ms: z.int(),
  earned: z.number(),
})

const Sums = z.object({
  opening: z.number(),
  closing: z.number(),
  kinds: z.array(z.object({ kind: z.enum(dealerEntryKinds), count: z.int(), amount: z.number() })),
})

const lists = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/dealers',
    permission: view,
    summary: 'Dealers with both balances, and payouts to act on',
    input: z.object({}),
    output: z.object({ dealers: z.array(Dealer), payouts: z.array(Payout) }),
  }),
  one: consoleEndpoint({
    method: 'GET',
    path: '/dealers/one',
    permission: view,
    summary: 'A dealer: contract, rules, promo codes, payouts',
    input: z.object({ dealer_id: dealerId() }),
    output: z.object({
      dealer: Dealer,
      rules: z.array(Rule),
      codes: z.array(z.object({ code: z.string(), used: z.int() })),
      payouts: z.array(Payout),
      /** Today in Tashkent. */
      today: z.string(),
    }),
    failures: ['not_found'],
  }),
  subscribers: consoleEndpoint({
    method: 'GET',
    path: '/dealers/subscribers',
    permission: view,
    summary: 'Subscribers of a dealer, the newest first, with what it earned with each',
    input: z.object({
      dealer_id: dealerId(),
      /** Of the last one of the page before. */
      after_ms: z.optional(rowId()),
      after_id: z.optional(id()),
      limit: limit(50),
    }),
    output: z.object({ subscribers: z.array(Subscriber) }),
  }),
  statement: consoleEndpoint({
    method: 'GET',
    path: '/dealers/statement',
    permission: view,
    summary: 'Both accounts of a dealer in a month, with the entries, the newest first',
    input: z.object({ dealer_id: dealerId(), month: month(), before: z.optional(rowId()), limit: limit(50) }),
    output: z.object({ deposit: Sums, commission: Sums, entries: z.array(Entry) }),
  }),
}

const contracts = {
  save: consoleEndpoint({
    method: 'POST',
    path: '/dealers/save',
    permission: edit,
    summary: 'Adds a dealer, or changes its contract',
    input: z.object({
      dealer_id: z.optional(dealerId()),
      name: text(200, 1),
      contact: text(200),
      phone: text(40),
      contract: text(100),
      state: z.enum(dealerStates),
      credit_limit: sum(0, 1_000_000_000),
      /** Of what was changed; 0 for a new one. */
      version: whole(0, 2_000_000_000),
    }),
    output: z.object({ dealer_id: z.int() }),
    // A higher credit limit is confirmed as a step up.
    failures: ['not_found', 'dealer_changed', 'dealer_owes_more', 'sum_limit', 'step_up_needed'],
  }),
  addRule: consoleEndpoint({
    method: 'POST',
    path: '/dealers/rules/add',
    permission: edit,
    summary: 'Adds a rule of commission, from today or later',
    input: z.object({
      dealer_id: dealerId(),
      kind: z.enum(dealerRuleKinds),
      share: z._default(sum(0, 100), 0),
      amount: z._default(sum(0, 100_000_000), 0),
      months: z._default(whole(0, 120), 0),
      cap: z._default(sum(0, 10_000_000_000), 0),
      from: calendarDay(),
      to: z.optional(calendarDay()),
    }),
    output: z.object({ rule_id: z.int() }),
    failures: ['not_found', 'dealer_rule_past', 'dealer_rule_wrong'],
  }),
  endRule: consoleEndpoint({
    method: 'POST',
    path: '/dealers/rules/end',
    permission: edit,
    summary: 'Sets the last day of a rule: today or later, and no later than the one it has',
    input: z.object({ rule_id: id(), to: calendarDay() }),
    output: z.object({ rule_id: z.int() }),
    failures: ['not_found', 'dealer_rule_past', 'dealer_rule_longer'],
  }),
  attach: consoleEndpoint({
    method: 'POST',
    path: '/dealers/attach',
    permission: act,
    summary: 'Attaches a subscriber to a dealer from now on, or (0) to none, with a reason',
    input: z.object({ dealer_id: whole(0, 999_999_999), abonement: abonement(), reason: reason() }),
    output: z.object({ account_id: z.int() }),
    failures: ['not_found', 'late_no_subscriber'],
  }),
  linkCode: consoleEndpoint({
    method: 'POST',
    path: '/dealers/codes/link',
    permission: edit,
    summary: 'Makes a promo code a dealer’s: its users who belong to nobody belong to the dealer',
    input: z.object({ dealer_id: dealerId(), code: text(40, 1) }),
    output: z.object({ code: z.string() }),
    failures: ['not_found', 'dealer_code'],
  }),
}

const money = {
  deposit: consoleEndpoint({
    method: 'POST',
    path: '/dealers/deposit',
    permission: act,
    summary: 'Writes that a dealer paid in, or (below 0) got money back; once for a key',
    input: z.object({
      dealer_id: dealerId(),
      amount: sum(-10_000_000_000, 10_000_000_000).check(z.refine((amount) => amount !== 0)),
      document: text(100, 1),
      key: key(),
    }),
    output: z.object({ deposit: z.number() }),
    failures: ['not_found', 'sum_limit', 'dealer_short', 'dealer_key_used'],
  }),
  cash: consoleEndpoint({
    method: 'POST',
    path: '/dealers/cash',
    permission: act,
    summary: 'Tops up a subscriber from a dealer’s deposit; once for a key',
    input: z.object({
      dealer_id: dealerId(),
      abonement: abonement(),
      amount: sum(0.01, 100_000_000),
      key: key(),
    }),
    output: z.object({ deposit: z.number() }),
    failures: [
      ...(['not_found', 'late_no_subscriber', 'payee_closed', 'sum_limit'] as const),
      ...(['dealer_short', 'dealer_stopped', 'dealer_key_used'] as const),
    ],
  }),
  cashBack: consoleEndpoint({
    method: 'POST',
    path: '/dealers/cash/back',
    permission: act,
    summary: 'Takes a wrong top-up back to the dealer’s deposit, wholly, while the balance has it',
    input: z.object({ entry_id: rowId(), reason: reason() }),
    output: z.object({ amount: z.number() }),
    failures: ['not_found', 'refund_done_before', 'dealer_spent'],
  }),
  prepare: consoleEndpoint({
    method: 'POST',
    path: '/dealers/payouts/prepare',
    permission: act,
    summary: 'Prepares the payout of what a dealer earned until the end of a month',
    input: z.object({ dealer_id: dealerId(), month: month() }),
    output: z.object({ payout_id: z.int(), amount: z.number() }),
    failures: ['not_found', 'dealer_payout_month', 'dealer_payout_open', 'dealer_payout_nothing'],
  }),
  payout: consoleEndpoint({
    method: 'POST',
    path: '/dealers/payouts/act',
    permission: act,
    stepUp: true,
    summary: 'Approves a payout as another person, marks it as paid with the document, or cancels it',
    input: z
      .object({
        payout_id: id(),
        step: z.enum(['approve', 'pay', 'cancel']),
        /** Of the payment order; with `pay`. */
        document: z._default(text(100), ''),
      })
      .check(z.refine(({ step, document }) => step !== 'pay' || document !== '', { path: ['document'] })),
    output: z.object({ state: z.enum(dealerPayoutStates) }),
    failures: ['not_found', 'dealer_payout_own', 'dealer_payout_state', 'dealer_payout_less'],
  }),
}

export const consoleDealers = { ...lists, ...contracts, ...money }
