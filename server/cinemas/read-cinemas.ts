import { isCalendarDay } from '#server/platform/primitives/calendar-day.ts'
import * as z from 'zod/mini'
import type { Words } from '#server/catalogue/catalogue.ts'

const maxCinemas = 500
const maxShowings = 100
const maxTimes = 500
/** A larger file is not a list of cinemas. */
const maxCharacters = 10_000_000

function line(max: number) {
  return z.string('is not a text').check(z.trim(), z.maxLength(max, `is longer than ${max} letters`))
}

/** A text for both languages, or `{ "ru": …, "uz": … }` of which one may be left out. */
function words(max: number) {
  return z.pipe(
    z.union(
      [line(max), z.object({ ru: z.optional(line(max)), uz: z.optional(line(max)) })],
      `is neither a text of at most ${max} letters nor { "ru": …, "uz": … } of such`,
    ),
    z.transform((value): Words =>
      typeof value === 'string' ? { ru: value, uz: value } : { ru: value.ru ?? '', uz: value.uz ?? '' },
    ),
  )
}

function named(max: number) {
  return words(max).check(z.refine(({ ru, uz }) => ru !== '' || uz !== '', 'is empty'))
}

const nothing: Words = { ru: '', uz: '' }
/** A path inside the file's folder. */
const picture = z._default(
  z.nullable(
    line(300).check(
      z.refine(
        (path) => !/^[/\\]|^\w:|(^|[/\\])\.\.([/\\]|$)/.test(path),
        'must lie in the folder of the file',
      ),
    ),
  ),
  null,
)
const moment = z.pipe(
  z.string('is not a text').check(
    z.regex(
      /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})$/,
      'is not a moment like 2026-12-01T19:00+05:00',
    ),
    z.refine((text) => isCalendarDay(text) && !Number.isNaN(Date.parse(text)), 'is no moment there is'),
  ),
  z.transform((text) => Date.parse(text)),
)

function list<Item extends z.ZodMiniType>(item: Item, max: number) {
  return z.array(item, 'is not a list').check(z.maxLength(max, `holds more than ${max}`))
}

const showing = z.strictObject({
  name: named(200),
  year: z._default(z.nullable(z.int('is not a whole number').check(z.minimum(1880), z.maximum(2200))), null),
  age_rating: z._default(line(10), ''),
  poster: picture,
  times: list(moment, maxTimes),
})
const cinema = z.strictObject({
  key: z
    .string('is missing')
    .check(z.regex(/^[a-z0-9-]{1,60}$/, 'is not of a-z, 0-9 and - alone, at most 60')),
  name: named(120),
  city: named(80),
  address: z._default(words(200), nothing),
  phone: z._default(line(40), ''),
  site: z._default(
    line(300).check(
      z.refine((site) => site === '' || /^https?:\/\/[^\s<>"]+$/.test(site), 'is not an http(s) address'),
    ),
    '',
  ),
  image: picture,
  showings: z._default(list(showing, maxShowings), []),
})
const file = z.strictObject({ cinemas: list(cinema, maxCinemas) })

/** A parsed file of cinemas; pictures are still paths beside it. Times are unix milliseconds. */
export type CinemaFile = z.output<typeof file>
export type DeliveredCinema = CinemaFile['cinemas'][number]

export type ReadCinemas =
  | { readonly kind: 'read'; readonly cinemas: readonly DeliveredCinema[] }
  /** The errors, by field: `cinemas[2].showings[0].times[1]: is no moment there is`. */
  | { readonly kind: 'wrong'; readonly problems: readonly string[] }

/** Parses the operator's JSON; reports all errors at once. */
export function readCinemas(text: string): ReadCinemas {
  const wrong = (...problems: string[]): ReadCinemas => ({ kind: 'wrong', problems })
  if (text.length > maxCharacters) return wrong('the file is larger than 10 MB')
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    return wrong(`the file is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
  const parsed = z.safeParse(file, json)
  if (!parsed.success)
    return wrong(...parsed.error.issues.map((issue) => `${placeOf(issue.path)}: ${issue.message}`))
  const { cinemas } = parsed.data
  if (cinemas.length === 0) return wrong('cinemas: is empty; to take all away is not what an import is for')
  const keys = cinemas.map(({ key }) => key)
  const twice = keys.findIndex((key, at) => keys.indexOf(key) !== at)
  if (twice !== -1) return wrong(`cinemas[${twice}].key: "${keys[twice]}" is there twice`)
  return { kind: 'read', cinemas }
}

function placeOf(path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  return text === '' ? 'the file' : text.replace(/^\./, '')
}
