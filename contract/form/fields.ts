/** Field schemas that many endpoints share. Everything in a query string arrives as text and is parsed here. */
import * as z from 'zod/mini'
import { largestId } from './constants.ts'
import { countryCode } from './countries.ts'
import { formNamed } from './field-forms.ts'

/** A whole number that may arrive as text; an empty string is not zero. */
export function whole(min: number, max: number) {
  return z.pipe(
    z.union(
      [z.number(), z.string().check(z.regex(/^\s*-?\d{1,15}\s*$/, formNamed('whole')))],
      formNamed('whole'),
    ),
    z.pipe(z.transform(Number), z.int(formNamed('whole')).check(z.minimum(min), z.maximum(max))),
  )
}

/** A positive database id. */
export function id() {
  return whole(1, largestId)
}

/** Unix time in whole seconds, as the specification's guide uses. */
export function unixSec() {
  return whole(0, 4_102_444_800)
}

/** A flag of the specification: 0 or 1. */
export function flag() {
  return whole(0, 1)
}

/** Text with leading and trailing spaces removed. */
export function text(maxLength: number, minLength = 0) {
  return z.string().check(z.trim(), z.minLength(minLength), z.maxLength(maxLength))
}

/** Optional text; an empty string counts as absent. */
export function optionalText(maxLength: number) {
  return z.optional(text(maxLength))
}

/** An http(s) address with a host that can be read, at most 2000 characters. */
export function httpAddress() {
  return z.pipe(text(2000, 8), z.url({ protocol: /^https?$/i }))
}

/** The page of a list, from 1. */
export function page() {
  return z._default(whole(1, 100_000), 1)
}

/** The length of a list page. */
export function limit(defaultValue: number, max = 100) {
  return z._default(whole(1, max), defaultValue)
}

/** A country of a filter, by its code or by one of its names in the list; parsed to the code. */
export function country() {
  return z.pipe(
    z
      .string()
      .check(
        z.maxLength(60),
        z.describe('ISO 3166-1 alpha-2 code, or one of the 21 names of the list in Russian or Uzbek'),
      ),
    z.pipe(
      z.transform((reported: string) => countryCode(reported)),
      z.string(formNamed('country')),
    ),
  )
}

/** A flag in a response. */
export const answeredFlag = z.literal([0, 1])

function deviceName() {
  return text(40).check(
    z.describe(
      'android: image addresses are for twice the width, because an app loads an image as it is addressed; browser (and anything else): the page chooses the width itself',
    ),
  )
}

/** The common parameters of middleware endpoints (specification, 7: "Common middleware params"). */
export const common = {
  client_id: optionalText(20),
  key: optionalText(200),
  device: z.optional(deviceName()),
  authkey: optionalText(200),
  lang: z.optional(z.enum(['ru', 'uz'])),
  format: z.optional(z.enum(['json', 'xml'])),
}

/** A middleware input: the endpoint's own fields and the common ones. */
export function middlewareInput<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.object({ ...common, ...shape })
}

/** An input of the site's own client: the endpoint's fields, the language and the form of the response. */
export function siteInput<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.object({ lang: common.lang, format: common.format, ...shape })
}

/** The same for endpoints that older clients call with their token in the address. */
export function keyedInput<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.object({ lang: common.lang, format: common.format, authkey: common.authkey, ...shape })
}

/** A list at `data.<plural>.item`. */
export function items<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ item: z.array(item) })
}
