/** Tariffs of a subscriber: prices, connecting and disconnecting them (specification, 7 and 8). */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { answeredFlag, flag, id, items, middlewareInput } from '#contract/form/fields.ts'
import { Tariff } from '#contract/site/site.ts'

/** `active`: it works now; `connected`: it is connected but not paid; `off`: it is not connected (SUB-02). */
export const ConnectionState = z.enum(['active', 'connected', 'off'])

/** An amount as entered: sums, with tiyin after a decimal point. */
function sums() {
  return z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^\d{1,9}(\.\d{1,2})?$/))]),
    z.pipe(z.transform(Number), z.number().check(z.minimum(0), z.maximum(999_999_999))),
  )
}

/** Several tariffs at once: ids separated by commas. */
function tariffIds() {
  return z.string().check(z.regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,9}$/))
}

const target = {
  tariff_id: z.optional(id()),
  /** The id of a period of the tariff. It also identifies its tariff. */
  virtual_tariff_id: z.optional(id()),
  /** Instead of `tariff_id`: several, all or nothing. */
  tariff_ids: z.optional(tariffIds()),
  /**
   * 1: the base tariff replaces the current one: a dearer one at once with a credit for unused days, a cheaper one at the
   * end of the paid time, unless the rules of the current tariff say otherwise.
   */
  replace: z._default(flag(), 0),
}

const purchaseFailures = [
  'account_deactivated',
  'tariff_needed',
  'tariff_not_found',
  'already_connected',
  'more_than_one_base',
  'billing_misconfigured',
  'tariffs_not_connected',
] as const

const Connected = z.object({
  tariff_id: z.int(),
  /** Unix seconds. */
  paid_until: z.int(),
})

/** One period that can be bought, with its state for the caller. */
const OwnPeriod = z.object({
  tariff_id: z.int(),
  virtual_tariff_id: z.int(),
  name: z.string(),
  period: z.string(),
  /** Sums. */
  price: z.number(),
  state: ConnectionState,
  is_base: answeredFlag,
  auto_renew: answeredFlag,
  /** Unix seconds; 0 when it is off. */
  paid_until: z.int(),
})

export const subscriptions = {
  tariffs: endpoint({
    path: '/middleware/customer/tariff/list',
    access: 'viewer',
    summary: 'Tariffs on offer, each with its state for the caller',
    input: middlewareInput({}),
    output: z.object({
      tariffs: items(z.extend(Tariff, { state: ConnectionState, is_base: answeredFlag })),
    }),
  }),
  list: endpoint({
    path: '/middleware/customer/tariff/subscription/list',
    access: 'viewer',
    summary: 'The periods of a tariff, or of all on offer, each with its price and its state for the caller',
    input: middlewareInput({ tariff_id: z.optional(id()) }),
    output: z.object({ subscriptions: items(OwnPeriod) }),
    failures: ['tariff_not_found'],
  }),
  cost: endpoint({
    forAdults: true,
    path: '/middleware/customer/tariff/subscription/cost',
    access: 'viewer',
    summary: 'The price of connecting: exactly what it will charge to the balance',
    input: middlewareInput(target),
    output: z.object({
      /** Sums. */
      cost: z.number(),
      balance: z.number(),
      /** Sums to be paid in first; 0 when the balance is sufficient. */
      missing: z.number(),
      /** Trial days before the first charge, and the sums charged after them; 0 for none. */
      trial_days: z.int(),
      after_trial: z.number(),
      /** The base tariff that would end; 0 for none. */
      replaces: z.int(),
      /** Sums: the price of the period without the credit, what is credited for unused days, and what of it stays on the balance. */
      price: z.number(),
      credit: z.number(),
      rest: z.number(),
      /** Unix seconds at which it takes the place of the current base tariff; 0: now. */
      planned_from: z.int(),
      /** Free days of the current tariff that come behind the paid time; 0 for none. */
      free_days: z.int(),
      /**
       * Before a first purchase: the days of the current offer of free days that stay to be taken after it, and until when
       * they may be, unix seconds; 0 for none.
       */
      unused_days: z.int(),
      unused_until: z.int(),
      /** 1: taken then, they begin behind the paid time of this tariff. */
      unused_behind: answeredFlag,
      /** What is charged next, sums, and when, unix seconds; 0 for nothing. */
      next_cost: z.number(),
      next_at: z.int(),
    }),
    failures: purchaseFailures,
  }),
  subscribe: endpoint({
    spends: true,
    path: '/middleware/customer/tariff/subscribe',
    access: 'viewer',
    changes: true,
    takesAuthkey: true,
    summary:
      'Connects a tariff and charges its first period; with an Idempotency-Key a repeated request buys only once',
    input: middlewareInput({
      ...target,
      /** The displayed price, in sums: if the actual price differs, the request is rejected and nothing is charged. */
      cost: z.optional(sums()),
    }),
    output: z.object({
      /** Sums charged. */
      cost: z.number(),
      balance: z.number(),
      subscriptions: items(Connected),
      /** Unix seconds at which the base tariff is changed; 0: it is not, or was changed now. */
      planned_from: z.int(),
    }),
    failures: [...purchaseFailures, 'insufficient_funds', 'price_changed', 'key_used'],
  }),
  unsubscribe: endpoint({
    forAdults: true,
    path: '/middleware/customer/tariff/unsubscribe',
    access: 'viewer',
    changes: true,
    takesAuthkey: true,
    summary: 'Disconnects an additional tariff: the paid period stays, nothing more is charged',
    input: middlewareInput({ tariff_id: z.optional(id()) }),
    /** Unix seconds until which it still works; 0 when it ended at once. */
    output: z.object({ paid_until: z.int() }),
    failures: ['tariff_needed', 'not_connected', 'base_cannot_be_off', 'key_used'],
  }),
  autoRenew: endpoint({
    spends: { when: 'auto_renew' },
    path: '/middleware/customer/tariff/auto_renew',
    access: 'viewer',
    changes: true,
    summary: 'Turns the automatic renewal of a tariff on or off',
    input: middlewareInput({ tariff_id: id(), auto_renew: flag() }),
    output: z.object({ auto_renew: answeredFlag, paid_until: z.int() }),
    failures: ['not_connected'],
  }),
}
