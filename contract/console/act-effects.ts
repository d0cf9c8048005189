/** What an act on a subscriber changes, shown before it is done (CARE-04). */
import * as z from 'zod/mini'

export const Words = z.object({ ru: z.string(), uz: z.string(), en: z.string() })

const Resumed = z.object({
  tariff_id: z.int(),
  name: Words,
  /** Soʻm that it takes from the balance now. */
  price: z.number(),
  /** The next charge; unix seconds. */
  next_at: z.int(),
})
export const MoneyEffect = z.object({
  /** Soʻm. */
  before: z.number(),
  after: z.number(),
  /** Suspended tariffs that go on with it. */
  resumes: z.array(Resumed),
})
export const DaysEffect = z.object({
  name: Words,
  /** Paid until then, before and after; unix seconds. */
  before: z.int(),
  after: z.int(),
  /** It was suspended and goes on. */
  goes_on: z.boolean(),
  resumes: z.array(Resumed),
})
export type MoneyEffect = z.output<typeof MoneyEffect>
export type DaysEffect = z.output<typeof DaysEffect>

export const PauseEffect = z.object({
  /** Unix seconds. */
  until: z.int(),
  /** Paid until then, before and after. */
  before: z.int(),
  after: z.int(),
  /** Additional tariffs that are paused with their base tariff. */
  others: z.array(Words),
})
