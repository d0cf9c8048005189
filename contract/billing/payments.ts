/** Top-ups through the payment systems of the country: Payme, Click, Paynet, Uzum Bank. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { common, items, optionalText, whole } from '#contract/form/fields.ts'

/** The systems, in the order they are offered. */
export const paymentSystems = ['payme', 'click', 'uzum', 'paynet'] as const

/** Maximum and minimum amount of one top-up, in sums (specification, 5). */
export const topUpLimits = { minSums: 1000, maxSums: 1_000_000 } as const

const PayLink = z.object({
  system: z.enum(paymentSystems),
  /** The system's own name, the same in every language. */
  name: z.string(),
  /** A page of the system with subscriber number and amount filled in. */
  url: z.string(),
})
export type PayLink = z.output<typeof PayLink>

export const payments = {
  payByLink: endpoint({
    forAdults: true,
    method: 'POST',
    path: '/api/set/shpion/pay',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    summary: 'Links for a top-up, one for each connected payment system; less than 1000 sums becomes 1000',
    input: z.object({
      lang: common.lang,
      format: common.format,
      authkey: common.authkey,
      /** The caller's own number, as in the specification; optional. */
      abonement: optionalText(20),
      /** The amount for the link, in tiyin: the value of the specification's rule, multiplied by 100. */
      amount: whole(0, 999_999_999_999),
    }),
    output: z.object({
      /** The amount in the links, in tiyin. */
      amount: z.int(),
      /** Empty when no payment system is connected. */
      links: items(PayLink),
    }),
    failures: ['deposit_too_large'],
  }),
}
