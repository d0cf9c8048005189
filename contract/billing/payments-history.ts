/** What happened to a subscriber's money, on the address of the history service (API-03, PAY-09). */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { common, limit, whole } from '#contract/form/fields.ts'

function input<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.object({ lang: common.lang, format: common.format, authkey: common.authkey, ...shape })
}

/** What an entry is. `reversal`: another entry taken back, wholly or in part. `adjustment`: set right by hand. */
const EntryKind = z.enum(['top_up', 'charge', 'refund', 'reversal', 'promotion', 'adjustment'])
export type EntryKind = z.output<typeof EntryKind>

export const MoneyEntry = z.object({
  /** The cheque's number. */
  id: z.int(),
  kind: EntryKind,
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
    envelope: 'bare',
    access: 'viewer',
    summary:
      'Payments and charges, the newest first, page by page: by number (`page`), or without a shift when something is paid meanwhile (`before`)',
    input: input({
      page: z.optional(whole(1, 100_000)),
      /** The `next` of the page before. */
      before: z.optional(whole(1, Number.MAX_SAFE_INTEGER)),
      limit: limit(20, 100),
      /** Entries of one kind alone; `refund` gives `reversal` too. */
      kind: z.optional(EntryKind),
    }),
    output: z.object({
      data: z.array(MoneyEntry),
      /** Asks for the next page; 0 when there is none. */
      next: z.int(),
      /** Only for who asks by number: which page this is, of how many, and how many entries there are. */
      page: z.optional(z.int()),
      last_page: z.optional(z.int()),
      total: z.optional(z.int()),
    }),
  }),
  cheque: endpoint({
    path: '/history/api/v1.2.0/payments/history/{id}',
    envelope: 'data',
    access: 'viewer',
    summary: 'One of them, for its cheque',
    input: input({ id: whole(1, Number.MAX_SAFE_INTEGER) }),
    output: z.extend(MoneyEntry, {
      abonement: z.string(),
      /** How it is named in our books. */
      reference: z.string(),
      /** Where the fiscal receipt stands; null for what has none. */
      ofd_url: z.nullable(z.string()),
    }),
    failures: ['entry_not_found'],
  }),
}
