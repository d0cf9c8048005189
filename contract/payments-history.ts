/** What happened to a subscriber's money, on the address of the history service (API-03, PAY-09). */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { common, limit, whole } from './fields.ts'

const input = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.object({ lang: common.lang, format: common.format, authkey: common.authkey, ...shape })

export const MoneyEntry = z.object({
  /** The cheque's number. */
  id: z.int(),
  kind: z.enum(['top_up', 'charge', 'refund', 'reversal', 'promotion', 'adjustment']),
  /** Sums; below 0 what was taken. */
  amount: z.number(),
  /** Sums that were left. */
  balance: z.number(),
  /** Unix seconds. */
  time: z.int(),
  /** What was charged for; empty for everything else. */
  tariff: z.string(),
})

export const paymentsHistory = {
  list: endpoint({
    path: '/history/api/v1.2.0/payments/history',
    envelope: 'data',
    access: 'viewer',
    summary: 'Payments and charges, the newest first, page by page',
    /** `before`: the `next` of the page before. */
    input: input({ before: z.optional(whole(1, Number.MAX_SAFE_INTEGER)), limit: limit(20, 100) }),
    answer: z.object({
      data: z.array(MoneyEntry),
      /** Asks for the next page; 0 when there is none. */
      next: z.int(),
    }),
  }),
  cheque: endpoint({
    path: '/history/api/v1.2.0/payments/history/{id}',
    envelope: 'data',
    access: 'viewer',
    summary: 'One of them, for its cheque',
    input: input({ id: whole(1, Number.MAX_SAFE_INTEGER) }),
    answer: z.extend(MoneyEntry, {
      abonement: z.string(),
      /** How it is named in our books. */
      reference: z.string(),
    }),
    failures: ['entry_not_found'],
  }),
}
