/** The money history of a subscriber, at the address of the history service (API-03, PAY-09). */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { answeredFlag, keyedInput as input, limit, whole } from '#contract/form/fields.ts'

/** The kind of an entry. `reversal`: reverses another entry, fully or partly. `adjustment`: a manual correction. */
const EntryKind = z.enum(['top_up', 'charge', 'refund', 'reversal', 'promotion', 'adjustment'])
export type EntryKind = z.output<typeof EntryKind>

export const MoneyEntry = z.object({
  /** The receipt's number. */
  id: z.int(),
  kind: EntryKind,
  /** Sums; negative for a charge. */
  amount: z.number(),
  /** Balance after the entry, in sums. */
  balance: z.number(),
  /** Unix seconds. */
  time: z.int(),
  /** The tariff that was charged or returned; empty for all other entries. */
  tariff: z.string(),
  /** 1: unused days of the tariff were credited when another base tariff took its place. */
  is_unused_days: answeredFlag,
})

export const paymentsHistory = {
  list: endpoint({
    forAdults: true,
    path: '/history/api/v1.2.0/payments/history',
    envelope: 'bare',
    access: 'viewer',
    summary:
      'Payments and charges, the newest first, page by page: by number (`page`), or by cursor, stable while new entries are added (`before`)',
    input: input({
      page: z.optional(whole(1, 100_000)),
      /** The `next` of the previous page. */
      before: z.optional(whole(1, Number.MAX_SAFE_INTEGER)),
      limit: limit(20, 100),
      /** Only entries of one kind; `refund` includes `reversal`. */
      kind: z.optional(EntryKind),
    }),
    output: z.object({
      data: z.array(MoneyEntry),
      /** Cursor of the next page; 0 when there is none. */
      next: z.int(),
      /** Only for requests by page number: current page, number of pages, and number of entries. */
      page: z.optional(z.int()),
      last_page: z.optional(z.int()),
      total: z.optional(z.int()),
    }),
  }),
  cheque: endpoint({
    forAdults: true,
    path: '/history/api/v1.2.0/payments/history/{id}',
    envelope: 'data',
    access: 'viewer',
    summary: 'One entry, for its receipt',
    input: input({ id: whole(1, Number.MAX_SAFE_INTEGER) }),
    output: z.extend(MoneyEntry, {
      abonement: z.string(),
      /** Its name in the ledger. */
      reference: z.string(),
      /** URL of the fiscal receipt; null without one. */
      ofd_url: z.nullable(z.string()),
    }),
    failures: ['entry_not_found'],
  }),
}
