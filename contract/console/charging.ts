/** How charging goes, and when subscribers are reminded or their cards tried again (FIN-01). */
import * as z from 'zod/mini'
import { whole } from '#contract/form/fields.ts'
import { type FieldForm, formNamed } from '#contract/form/field-forms.ts'
import { consoleEndpoint } from './console-endpoint.ts'

const view = { section: 'billing', level: 'view' } as const
const edit = { section: 'billing', level: 'edit' } as const

const maxDays = 6

/** `3, 1`, or '' for none: at most six days of a span. */
function days(form: FieldForm, min: number, max: number) {
  const numbersIn = (written: string) =>
    written.trim() === '' ? [] : written.split(',').map((one) => (one.trim() === '' ? NaN : Number(one)))
  const isRight = (written: string) => {
    const all = numbersIn(written)
    return all.length <= maxDays && all.every((day) => Number.isInteger(day) && day >= min && day <= max)
  }
  return z.pipe(
    z.string().check(z.maxLength(60), z.refine(isRight, formNamed(form))),
    z.transform((written: string) => numbersIn(written)),
  )
}

export const consoleCharging = {
  state: consoleEndpoint({
    method: 'GET',
    path: '/charging',
    permission: view,
    summary: 'How charging goes: what is due, today, the days ahead, who is suspended since when',
    input: z.object({}),
    output: z.object({
      /** Unix seconds. */
      at: z.int(),
      /** Charges that are due and not made yet. */
      due: z.int(),
      /** Since when the oldest of them is; unix seconds, 0 for none. */
      oldest_due_at: z.int(),
      charged_today: z.int(),
      /** Soʻm. */
      charged_sum: z.number(),
      suspended_today: z.int(),
      /** Fourteen days, today first. */
      days: z.array(
        z.object({
          /** Midnight of Tashkent, unix seconds. */
          at: z.int(),
          charges: z.int(),
          sum: z.number(),
          /** Charges that the balances of today do not cover. */
          uncovered: z.int(),
          uncovered_sum: z.number(),
        }),
      ),
      suspended: z.array(
        z.object({
          /** Days since the suspension: more than `from`, up to `until`; 0 for no end. */
          from: z.int(),
          until: z.int(),
          subscribers: z.int(),
          /** Soʻm to pay in. */
          missing: z.number(),
          /** Those whose saved card pays by itself. */
          with_card: z.int(),
        }),
      ),
      dunning: z.object({
        version: z.int(),
        before_days: z.array(z.int()),
        after_days: z.array(z.int()),
        retry_days: z.array(z.int()),
        retry_from: z.int(),
        retry_until: z.int(),
      }),
    }),
  }),
  saveDunning: consoleEndpoint({
    method: 'POST',
    path: '/charging/dunning',
    permission: edit,
    summary: 'Sets when subscribers are reminded and cards tried again',
    input: z.object({
      /** The version that was shown: a newer one refuses the change. */
      version: whole(1, 2_147_483_647),
      before_days: days('days_before', 1, 14),
      after_days: days('days_after', 0, 60),
      retry_days: days('days_retry', 1, 30),
      /** Hours of Tashkent. */
      retry_from: whole(0, 23),
      retry_until: whole(1, 24),
    }),
    output: z.object({}),
    failures: ['dunning_changed', 'dunning_hours'],
  }),
}
