/** Payments of all ways, their refunds, and charges returned to the balance (FIN-02, FIN-03). Money is soʻm. */
import * as z from 'zod/mini'
import { id, limit, optionalText, text, unixSec, whole } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import { ledgerKinds } from './ledger-words.ts'

const view = { section: 'payments', level: 'view' } as const
const act = { section: 'payments', level: 'act' } as const

/** `atmos`: by card. */
export const paymentSystems = ['payme', 'click', 'paynet', 'uzum', 'atmos'] as const
export const paymentStates = ['waiting', 'uncertain', 'paid', 'cancelled', 'refunding', 'refunded'] as const
export const lifeKinds = [
  'created',
  'code_sent',
  'charge_sent',
  'paid',
  'declined',
  'expired',
  'cancelled',
  'refunded_by_system',
  'refund_begun',
  'refund_done',
  'refund_withdrawn',
  'refund_refused',
] as const

const Words = z.object({ ru: z.string(), uz: z.string(), en: z.string() })

/** Identifies a payment: its system and our number in it. */
const which = { system: z.enum(paymentSystems), number: whole(1, Number.MAX_SAFE_INTEGER) }

/** Soʻm of an act, above 0; tiyin are its decimals. */
export function sums() {
  return z.number().check(z.minimum(0.01), z.maximum(1_000_000_000))
}

const reason = () => text(200, 3)

/**
 * Which attempt to refund the payment is meant, so that a request that is repeated, or comes when somebody else was
 * faster, changes nothing. Absent: the first.
 */
const attempt = () => z._default(whole(1, 1000), 1)

const Payment = z.object({
  system: z.enum(paymentSystems),
  number: z.int(),
  /** The system's number; '' before it has one. */
  external_id: z.string(),
  account_id: z.int(),
  abonement: z.string(),
  name: z.string(),
  amount: z.number(),
  refunded: z.number(),
  state: z.enum(paymentStates),
  /** Unix seconds. */
  created_at: z.int(),
  /** 0: not paid. */
  paid_at: z.int(),
})
export type PaymentRow = z.output<typeof Payment>

const Task = z.object({
  system: z.enum(paymentSystems),
  number: z.int(),
  /** Which attempt to refund the payment it is. */
  attempt: z.int(),
  external_id: z.string(),
  account_id: z.int(),
  abonement: z.string(),
  amount: z.number(),
  /** Of the whole payment. */
  paid: z.number(),
  reason: z.string(),
  state: z.enum(['to_do', 'done', 'withdrawn']),
  /** '' while it is to be done, and when it was withdrawn. */
  way: z.enum(['cabinet', 'transfer', 'system', '']),
  /** Its system cancels the whole payment alone: this part goes by a bank transfer. */
  is_by_transfer: z.boolean(),
  document: z.string(),
  /** Whether the system was asked to pay it back; `unclear`: it may have; '': it was not asked. */
  reversal: z.enum(['', 'asked', 'refused', 'unclear']),
  /** Its short code of why not. */
  reversal_problem: z.string(),
  asked_by: z.string(),
  ended_by: z.string(),
  asked_at: z.int(),
  ended_at: z.int(),
})
export type RefundTask = z.output<typeof Task>

const Attempt = z.object({
  /** The first, the second … of the payment. */
  attempt: z.int(),
  amount: z.number(),
  reason: z.string(),
  /** `to_do`: the payer does not have it yet. `withdrawn`: the money is on the balance again. */
  state: z.enum(['to_do', 'done', 'withdrawn']),
  /** How the payer got it; '' while it is to be done, and when it was given up. */
  way: z.enum(['cabinet', 'transfer', 'system', 'card', '']),
  document: z.string(),
  asked_by: z.string(),
  ended_by: z.string(),
  asked_at: z.int(),
  /** 0 while it is to be done. */
  ended_at: z.int(),
})
export type RefundAttempt = z.output<typeof Attempt>

const Refundable = z.object({
  /** Where `max` would go; `none`: nothing can be refunded now. */
  how: z.enum(['card', 'system', 'by_hand', 'none']),
  /** Why not, or why not all of it; '' when all of it may be. */
  why: z.enum(['', 'not_paid', 'refunded', 'refunded_part', 'not_covered', 'over_limit', 'cards_off']),
  /** The most that can be refunded now, soʻm; a part of a card payment is a task for finance. */
  max: z.number(),
  /** The limit of the member's role: for one refund, and what is left of the day; 0: none. */
  limit_once: z.number(),
  limit_left: z.number(),
  /** The number of the next attempt, for `refund`. */
  attempt: z.int(),
  /** Its system cancels the whole payment alone: a part is a task for finance, by a bank transfer. */
  is_whole_only: z.boolean(),
})

const lists = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/payments',
    permission: view,
    summary: 'Payments of all ways, the newest first',
    input: z.object({
      /** A number of the payment, a subscriber number or a sum. */
      q: optionalText(64),
      system: z.optional(z.enum(paymentSystems)),
      state: z.optional(z.enum(paymentStates)),
      account_id: z.optional(id()),
      /** By when they were begun, unix seconds; `until` is not included. */
      from: z.optional(unixSec()),
      until: z.optional(unixSec()),
      /** `next` of the page before. */
      after: z.optional(z.string().check(z.regex(/^\d{1,15}\.\d{1,18}$/))),
      limit: limit(50, 100),
    }),
    output: z.object({
      payments: z.array(Payment),
      /** For `after` of the next page; '' at the end. */
      next: z.string(),
      /** How many refunds are to be done by hand. */
      to_do: z.int(),
    }),
  }),
  one: consoleEndpoint({
    method: 'GET',
    path: '/payments/one',
    permission: view,
    summary: 'A payment: what happened to it, its entries of the ledger, and what may be refunded',
    input: z.object(which),
    output: z.object({
      payment: Payment,
      events: z.array(
        z.object({
          kind: z.enum(lifeKinds),
          at: z.int(),
          by: z.string(),
          text: z.string(),
          way: z.enum(['cabinet', 'transfer', 'system', 'card', '']),
          /** Of the refund of a part; 0 else. */
          amount: z.number(),
        }),
      ),
      entries: z.array(
        z.object({
          ledger_entry_id: z.int(),
          kind: z.enum(ledgerKinds),
          amount: z.number(),
          balance: z.number(),
          at: z.int(),
          reference: z.string(),
        }),
      ),
      /** The subscriber's last charges. */
      charges: z.array(
        z.object({
          ledger_entry_id: z.int(),
          at: z.int(),
          tariff: Words,
          amount: z.number(),
          returned: z.number(),
        }),
      ),
      balance: z.number(),
      /** `860012******1234`; '' where no card is saved. */
      card_mask: z.string(),
      /** The fiscal receipt; '' without one. */
      receipt_url: z.string(),
      /** Every attempt to refund it, the first one first. */
      refunds: z.array(Attempt),
      is_refund_to_do: z.boolean(),
      refund: Refundable,
    }),
    failures: ['not_found'],
  }),
  tasks: consoleEndpoint({
    method: 'GET',
    path: '/payments/refunds',
    permission: view,
    summary: 'Refunds by hand: those to be done, the oldest first, or the last that ended; 200 at most',
    input: z.object({ which: z._default(z.enum(['to_do', 'ended']), 'to_do') }),
    output: z.object({ tasks: z.array(Task) }),
  }),
}

const acts = {
  refund: consoleEndpoint({
    method: 'POST',
    path: '/payments/refund',
    permission: act,
    stepUp: true,
    summary: 'Takes a payment from the balance and refunds it: to its card, by its system, or as a task',
    input: z.object({ ...which, attempt: attempt(), amount: sums(), reason: reason() }),
    output: z.object({
      /** `card_open`, `system_open`: the bank, or the payment system, has not confirmed it yet. */
      how: z.enum(['card', 'card_open', 'system', 'system_open', 'by_hand']),
      balance: z.number(),
    }),
    failures: [
      ...([
        'not_found',
        'refund_done_before',
        'refund_not_covered',
        'refund_too_much',
        'refund_limit',
      ] as const),
      ...(['refund_not_possible', 'cards_off'] as const),
    ],
  }),
  finish: consoleEndpoint({
    method: 'POST',
    path: '/payments/refunds/finish',
    permission: act,
    summary: 'Stores that a refund by hand was made, and by what document',
    input: z.object({
      ...{ ...which, attempt: attempt() },
      way: z.enum(['cabinet', 'transfer']),
      document: text(100, 1),
    }),
    output: z.object({ number: z.int() }),
    failures: ['not_found', 'refund_done_before', 'refund_asked', 'refund_by_transfer'],
  }),
  withdraw: consoleEndpoint({
    method: 'POST',
    path: '/payments/refunds/withdraw',
    permission: act,
    stepUp: true,
    summary: 'Gives up a refund by hand that was not made: the money is on the balance again',
    input: z.object({ ...which, attempt: attempt() }),
    output: z.object({ balance: z.number() }),
    failures: ['not_found', 'refund_done_before', 'refund_asked'],
  }),
  returnCharge: consoleEndpoint({
    method: 'POST',
    path: '/payments/return-charge',
    permission: act,
    stepUp: true,
    summary: 'Returns a charge to the balance, whole or in part; the subscription stays as it is',
    input: z.object({
      ledger_entry_id: whole(1, Number.MAX_SAFE_INTEGER),
      amount: sums(),
      /** What had been returned of it, as `one` says it. */
      returned: z.number().check(z.minimum(0), z.maximum(1_000_000_000)),
      reason: reason(),
    }),
    output: z.object({ balance: z.number() }),
    failures: ['not_found', 'subscriber_erased', 'refund_done_before', 'refund_too_much', 'refund_limit'],
  }),
}

export const consolePayments = { ...lists, ...acts }
