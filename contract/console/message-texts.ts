/** The texts of a message, and the fields that may stand in them. */
import * as z from 'zod/mini'
import { text } from '#contract/form/fields.ts'

/**
 * Fields in texts, as `{tariff}`, or with a text for those who have none: `{name|абонент}`.
 * - `name`: of the subscriber · `number`: the subscriber number
 * - `tariff`: the main tariff · `date`: the day until which it is paid · `sum`: its price
 * - `balance` · `missing`: what the balance lacks for the price
 * - `city`: where the subscriber is; one that only a network suggests is none
 */
export const messageFields = [
  'name',
  'number',
  'tariff',
  'date',
  'sum',
  'balance',
  'missing',
  'city',
] as const
export type MessageField = (typeof messageFields)[number]

export const messageKinds = ['marketing', 'service'] as const
export const messageMedia = ['push', 'app', 'sms'] as const
export type MessageMedium = (typeof messageMedia)[number]

export const MessageTexts = z
  .object({
    title_ru: text(120, 1),
    title_uz: text(120),
    body_ru: text(2000, 1),
    body_uz: text(2000),
    /** Empty: the text of the message. */
    sms_ru: text(600),
    sms_uz: text(600),
    /** A path of the site, `/cabinet`, or empty. Browsers take `/\` for `//`, which begins another site. */
    href: text(200).check(z.regex(/^(?:\/(?:[^/\\\s]\S*)?)?$/)),
    /** Uzbek-speaking subscribers get the Russian texts where there is no Uzbek one. */
    uz_is_ru: z.boolean(),
  })
  .check(
    z.refine(({ uz_is_ru: isSame, title_uz: title }) => isSame || title !== '', { path: ['title_uz'] }),
    z.refine(({ uz_is_ru: isSame, body_uz: body }) => isSame || body !== '', { path: ['body_uz'] }),
  )
export type MessageTexts = z.output<typeof MessageTexts>
