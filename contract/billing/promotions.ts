/** Promo codes, the ten free days and the bonus for 1000 sums (PROMO-01 to PROMO-03). */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { answeredFlag, items, middlewareInput, text } from '#contract/form/fields.ts'

/** The reward of a promotion. */
const Gift = z.object({
  name: z.string(),
  /** Sums added to the balance. */
  gift: z.number(),
  /** The tariff it connects; 0 for none. */
  tariff_id: z.int(),
  days: z.int(),
  /** Sums charged for it. */
  price: z.number(),
})

const promoFailures = [
  'promo_not_found',
  'promo_already_activated',
  'promo_invalid',
  'promo_outside_period',
  'promo_person_unknown',
  'promo_person_had',
  'promo_batch_stopped',
  'promo_budget_spent',
  'promo_batch_limit',
  'too_many_requests',
] as const
const activateFailures = [
  ...promoFailures,
  ...(['more_than_one_base', 'insufficient_funds', 'key_used', 'account_deactivated'] as const),
] as const

/** Limits guessing of codes. */
const codeLimit = { name: 'promo', per: 'account', attempts: 10, perSec: 600, isShared: true } as const

const Activated = z.object({
  promotion: Gift,
  /** Sums. */
  balance: z.number(),
  /** Unix seconds until which the tariff runs; 0 when none was connected. */
  paid_until: z.int(),
})

export const promotions = {
  check: endpoint({
    forAdults: true,
    path: '/middleware/promo/check',
    access: 'viewer',
    changes: true,
    summary: 'What a promo code would give, without activating it',
    input: middlewareInput({ code: text(100, 1) }),
    output: z.object({ promotion: Gift }),
    failures: promoFailures,
    rateLimits: [codeLimit],
  }),
  activate: endpoint({
    forAdults: true,
    path: '/middleware/promo/activate',
    access: 'viewer',
    changes: true,
    takesAuthkey: true,
    summary: 'Activates a promo code, once per account',
    input: middlewareInput({ code: text(100, 1) }),
    output: Activated,
    failures: activateFailures,
    rateLimits: [codeLimit],
  }),
  offers: endpoint({
    path: '/middleware/promo/offers',
    access: 'viewer',
    summary: 'The free days and the bonus for 1000 sums, if they are offered',
    input: middlewareInput({}),
    output: z.object({
      promotions: items(z.extend(Gift, { kind: z.enum(['free_days', 'one_sum']), is_used: answeredFlag })),
    }),
  }),
  take: endpoint({
    forAdults: true,
    path: '/middleware/promo/offers/activate',
    access: 'viewer',
    changes: true,
    summary: 'Accepts an offer, once per account',
    input: middlewareInput({ kind: z.enum(['free_days', 'one_sum']) }),
    output: Activated,
    failures: activateFailures,
  }),
}
