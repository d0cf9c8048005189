/** The payment service (specification, section 7): bank cards, orders, and top-ups with a saved card. */
import * as z from 'zod/mini'
import { largestId } from '#contract/form/constants.ts'
import { endpoint } from '#contract/form/endpoint.ts'
import { formNamed } from '#contract/form/field-forms.ts'
import { answeredFlag, common, flag, id, whole } from '#contract/form/fields.ts'

function input<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.object({ lang: common.lang, authkey: common.authkey, ...shape })
}

/** Sixteen digits, with optional spaces or dashes. */
function cardNumber() {
  return z.string().check(z.maxLength(40), z.regex(/^\s*(?:\d[\s-]*){16}$/, formNamed('card_number')))
}

/** `MM/YY` or `MMYY`; the gateway's `YYMM` cannot be mistaken for it, because no month is 24 or more. */
function cardExpiry() {
  return z
    .string()
    .check(
      z.maxLength(10),
      z.regex(
        /^\s*(?:(?:0[1-9]|1[0-2])\s*\/?\s*(?:2[4-9]|[3-9]\d)|(?:2[4-9]|[3-9]\d)(?:0[1-9]|1[0-2]))\s*$/,
        formNamed('card_expiry'),
      ),
    )
}

/** Six digits. */
function smsCode() {
  return z.pipe(
    z.union([z.string(), z.number()]),
    z.pipe(z.transform(String), z.string().check(z.trim(), z.regex(/^\d{6}$/, formNamed('sms_code')))),
  )
}

/** Whole sums. The limits are the specification's; an amount outside is rejected with its own message. */
function topUpAmount() {
  return whole(0, largestId)
}

/** A saved card. Its number and the gateway's token are never sent to clients. */
export const SavedCard = z.object({
  card_id: z.int(),
  /** `860049******3347`. */
  pan: z.string(),
  /** `MM/YY`. */
  expiry: z.string(),
  /** 1 for the card used when none is named. */
  is_main: answeredFlag,
  /** 1 for the card that pays renewals automatically when the balance is too low. */
  auto_pay: answeredFlag,
})
export type SavedCard = z.output<typeof SavedCard>

/**
 * `new` → `bind_sent` (a code is on its way) → `bound` → `charging` → `paid`. Final states:
 * `bind_failed`, `declined`, `expired`. `uncertain`: the bank has not confirmed yet whether it charged the card.
 */
export const orderStates = [
  'new',
  'bind_sent',
  'bound',
  'charging',
  'uncertain',
  'paid',
  'bind_failed',
  'declined',
  'expired',
] as const

export const PaymentOrder = z.object({
  order_id: z.int(),
  state: z.enum(orderStates),
  /** Sums charged to the card. */
  amount: z.number(),
  card_id: z.nullable(z.int()),
  /** Unix seconds. */
  created_at: z.int(),
  paid_at: z.nullable(z.int()),
  /** The receipt, once there is one. */
  cheque: z.nullable(z.object({ id: z.string(), ofd_url: z.nullable(z.string()) })),
  /** The tariff it pays for; null for a top-up of the balance. */
  tariff: z.nullable(
    z.object({
      tariff_id: z.int(),
      virtual_tariff_id: z.int(),
      /** Sums that the tariff takes from the balance. */
      cost: z.number(),
      /** `not_connected`: the money arrived and stays on the balance, see `failure`. */
      state: z.enum(['waiting', 'connected', 'not_connected']),
      /** The name of the failure that `subscribe` would return; empty otherwise. */
      failure: z.string(),
    }),
  ),
})
export type PaymentOrder = z.output<typeof PaymentOrder>

/** Which period of a tariff, and whether it replaces the current base tariff. */
const ofTariff = { virtual_tariff_id: z.optional(id()), replace: z._default(flag(), 0) }

/** A top-up below 1000 sums or above 1 000 000. */
const depositFailures = ['deposit_too_small', 'deposit_too_large'] as const

/** Why a tariff cannot be ordered. */
const tariffFailures = [
  'account_deactivated',
  'tariff_needed',
  'tariff_not_found',
  'already_connected',
  'more_than_one_base',
  'billing_misconfigured',
  'insufficient_funds',
] as const

/** How a card charge can fail, for every endpoint that charges. */
const chargeFailures = [
  'cards_off',
  'card_no_money',
  'card_refused',
  'card_gateway_down',
  'payment_uncertain',
  'too_many_requests',
] as const

/** Limits guessing of cards and repeated charges. Only requests that could charge a card count. */
const chargeLimit = {
  rateLimits: [{ name: 'card charges', per: 'account', attempts: 20, perSec: 600, isShared: true }],
  countsRate: 'by_handler',
} as const

export const cards = {
  cards: endpoint({
    forAdults: true,
    path: '/payment/atmos/cards',
    envelope: 'payment',
    access: 'viewer',
    summary: 'The saved cards, the main one first',
    input: input({}),
    output: z.array(SavedCard),
  }),
  order: endpoint({
    forAdults: true,
    path: '/payment/atmos/orders/{id}',
    envelope: 'payment',
    access: 'viewer',
    summary: 'The state of an order, with its receipt',
    input: input({ id: id() }),
    output: PaymentOrder,
    failures: ['order_not_found'],
  }),
  makeOrder: endpoint({
    spends: true,
    method: 'POST',
    path: '/payment/atmos/orders',
    envelope: 'payment',
    access: 'viewer',
    changes: true,
    summary:
      'Creates an order that a new card will pay: `amount` sums to the balance, or the missing amount for ' +
      '`tariff_id` (at least 1000 sums; nothing when the balance suffices: the code then only saves the card), which is then connected. With the header Idempotency-Key a repeated request returns ' +
      'the same order',
    input: input({ amount: z.optional(topUpAmount()), tariff_id: z.optional(id()), ...ofTariff }),
    output: PaymentOrder,
    failures: ['cards_off', ...depositFailures, ...tariffFailures, 'key_used', 'too_many_requests'],
    rateLimits: [{ name: 'card orders', per: 'account', attempts: 100, perSec: 3600 }],
    countsRate: 'by_handler',
  }),
  initOrder: endpoint({
    forAdults: true,
    method: 'POST',
    path: '/payment/atmos/orders/{id}/init',
    envelope: 'payment',
    access: 'viewer',
    changes: true,
    summary: 'Sends a code to the phone of a card; can be repeated after `retry_after` seconds',
    input: input({ id: id(), card_number: cardNumber(), card_expiry: cardExpiry() }),
    output: z.object({
      /** Sent with the code to `confirm`; null when no code could be sent. */
      card_bind_transaction_id: z.nullable(z.int()),
      /** The masked phone number that got the code; null when the gateway does not say. */
      phone: z.nullable(z.string()),
      /** Seconds after which a new code may be requested. */
      retry_after: z.int(),
    }),
    failures: [
      'cards_off',
      'order_not_found',
      'order_closed',
      'wrong_card',
      'card_no_sms',
      'card_gateway_down',
      'too_soon',
      'too_many_requests',
    ],
    rateLimits: [
      { name: 'card codes', per: 'account', attempts: 6, perSec: 600, isShared: true },
      { name: 'card codes of a network', per: 'network', attempts: 30, perSec: 3600, isShared: true },
    ],
    countsRate: 'by_handler',
  }),
  confirmOrder: endpoint({
    forAdults: true,
    method: 'POST',
    path: '/payment/atmos/orders/{id}/confirm',
    envelope: 'payment',
    access: 'viewer',
    changes: true,
    summary:
      'Verifies the card with the code, saves it, and charges it for the order; a repeated request charges nothing more',
    input: input({
      id: id(),
      card_bind_transaction_id: id(),
      sms_code: smsCode(),
    }),
    output: PaymentOrder,
    failures: [
      'order_not_found',
      'order_closed',
      'wrong_sms_code',
      'sms_code_spent',
      'card_taken',
      ...chargeFailures,
    ],
    ...chargeLimit,
  }),
  fillBalance: endpoint({
    spends: true,
    method: 'POST',
    path: '/payment/atmos/balance/fill',
    envelope: 'payment',
    access: 'viewer',
    changes: true,
    summary:
      'Tops up the balance with a saved card. With an Idempotency-Key a repeated request charges nothing more; without one, the ' +
      'same amount from the same card within 60 seconds counts as the first request, unless that has failed',
    input: input({ card_id: id(), amount: topUpAmount() }),
    output: PaymentOrder,
    failures: [...depositFailures, 'card_not_found', 'key_used', ...chargeFailures],
    ...chargeLimit,
  }),
  activateTariff: endpoint({
    spends: true,
    method: 'POST',
    path: '/payment/atmos/tariffs/{id}/activate',
    envelope: 'payment',
    access: 'viewer',
    changes: true,
    summary:
      'Connects a tariff from the balance, and first charges the missing amount (at least 1000 sums) to a saved card; nothing ' +
      'when the balance suffices. If connecting fails, the money stays on the balance. A repeated request, with an ' +
      'Idempotency-Key or while the first one runs, charges nothing more',
    input: input({ id: id(), card_id: id(), ...ofTariff }),
    output: PaymentOrder,
    failures: ['card_not_found', ...tariffFailures, 'key_used', ...chargeFailures],
    ...chargeLimit,
  }),
  setMainCard: endpoint({
    forAdults: true,
    method: 'POST',
    path: '/payment/atmos/cards/{id}/set_main',
    envelope: 'payment',
    access: 'viewer',
    changes: true,
    summary: 'Makes a saved card the main one',
    input: input({ id: id() }),
    output: z.object({}),
    failures: ['card_not_found'],
  }),
  setAutoPay: endpoint({
    spends: { when: 'auto_pay' },
    method: 'POST',
    path: '/payment/atmos/cards/{id}/auto_pay',
    envelope: 'payment',
    access: 'viewer',
    changes: true,
    summary:
      'Turns automatic renewal payments of a saved card on or off: a day before a charge the missing amount is taken from it, ' +
      'with retries one, three and seven days after a failure. Only one card of an account does this',
    input: input({ id: id(), auto_pay: flag() }),
    output: z.object({ auto_pay: answeredFlag }),
    failures: ['card_not_found'],
  }),
  deleteCard: endpoint({
    forAdults: true,
    method: 'POST',
    path: '/payment/atmos/cards/{id}/delete',
    envelope: 'payment',
    access: 'viewer',
    changes: true,
    summary: 'Deletes a saved card, here and at the gateway',
    input: input({ id: id() }),
    output: z.object({}),
    failures: ['cards_off', 'card_not_found', 'card_gateway_down'],
  }),
  sync: endpoint({
    forAdults: true,
    method: 'POST',
    path: '/payment/atmos/customer/sync',
    envelope: 'payment',
    access: 'viewer',
    changes: true,
    summary: 'Queries the gateway about uncertain payments, and credits those that were paid',
    input: input({}),
    output: z.object({
      /** How many payments were settled. */
      settled: z.int(),
      /** How many are still uncertain. */
      uncertain: z.int(),
      /** Sums. */
      balance: z.number(),
    }),
    failures: ['too_many_requests'],
    rateLimits: [{ name: 'card syncs', per: 'account', attempts: 100, perSec: 600 }],
  }),
}
