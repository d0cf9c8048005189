/** The notifications of the demo; `notifications.json` contains their texts. */
import * as z from 'zod/mini'
import { accountKinds, type DemoAccount } from './accounts.ts'
import written from './notifications.json' with { type: 'json' }
import { wordsInput, type Words } from './catalogue/words.ts'

export interface DemoNotification {
  /** The account it is for; null: everybody. */
  readonly account: DemoAccount['kind'] | null
  readonly title: Words
  readonly body: Words
  /** Unix milliseconds. */
  readonly createdAtMs: number
}

const inputs = z.parse(
  z.array(
    z.strictObject({
      account: z.nullable(z.enum(accountKinds)),
      daysAgo: z.int(),
      hoursAgo: z.int(),
      title: wordsInput,
      body: wordsInput,
    }),
  ),
  written,
)

/** The notifications as of `nowMs` (unix milliseconds), the oldest first. */
export function demoNotifications(nowMs: number): readonly DemoNotification[] {
  return inputs.map(({ daysAgo, hoursAgo, ...one }) => ({
    ...one,
    createdAtMs: nowMs - (daysAgo * 24 + hoursAgo) * 3_600_000,
  }))
}
