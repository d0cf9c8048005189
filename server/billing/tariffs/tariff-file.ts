import * as z from 'zod/mini'
import type { TariffPeriod, TariffRecord } from './rules.ts'
import { readTariffJson } from './tariff-json.ts'

/** The fields of a tariff in a file; missing ones stay unchanged. */
export type WrittenTariff = z.output<typeof Written>

export interface TariffFile {
  readonly tariffs: readonly WrittenTariff[]
  /** `line 12: tariff 58, periods 1, price`: the position of a field. */
  placeOf(index: number, ...path: readonly PropertyKey[]): string
}

export type ReadTariffFile =
  | ({ readonly kind: 'read' } & TariffFile)
  | { readonly kind: 'refused'; readonly problems: readonly string[] }

const max = {
  number: 2_147_483_647,
  sums: 1_000_000_000,
  letters: 100,
  tariffs: 1000,
  parts: 20_000,
} as const
const maxProblems = 30

function whole(from: number, to: number) {
  const error = `must be a whole number from ${from} to ${to}`
  return z.int({ error }).check(z.minimum(from, { error }), z.maximum(to, { error }))
}

const id = whole(1, max.number)
const textError = `must be a text of 1 to ${max.letters} letters`
const text = z
  .string({ error: textError })
  .check(z.regex(/^(?=.*\S)[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{1,100}$/u, { error: textError }))
const words = z.strictObject(
  { ru: text, uz: text, en: text },
  { error: 'must be { "ru": …, "uz": …, "en": … }' },
)
const priceError = `must be a price in soʻm, from 0 to ${max.sums}: 39000, or with tiyin "39000.50"`
const price = z.union(
  [
    z
      .int({ error: priceError })
      .check(z.minimum(0, { error: priceError }), z.maximum(max.sums, { error: priceError })),
    z
      .string({ error: priceError })
      .check(z.regex(/^(?:0|[1-9]\d{0,8})(?:\.\d{1,2})?$/, { error: priceError })),
  ],
  { error: priceError },
)
const flag = z.boolean({ error: 'must be true or false' })
const channelsError = 'must be a list of channel numbers, and of texts such as "category Спорт"'
const Written = z.strictObject(
  {
    id,
    name: z.optional(words),
    kind: z.optional(z.enum(['base', 'additional'], { error: 'must be "base" or "additional"' })),
    price: z.optional(price),
    offered: z.optional(flag),
    recommended: z.optional(flag),
    position: z.optional(whole(-1_000_000, 1_000_000)),
    streams: z.optional(whole(1, 20)),
    provider: z.optional(id),
    remote_id: z.optional(z.nullable(whole(-max.number, max.number))),
    periods: z.optional(
      z
        .array(
          z.strictObject(
            { id, name: words, period: words, days: whole(1, 3660), price },
            { error: 'must be { "id": …, "name": …, "period": …, "days": …, "price": … }' },
          ),
          { error: 'must be a list of periods' },
        )
        .check(z.maxLength(100, { error: 'has more than 100 periods' })),
    ),
    channels: z.optional(
      z
        .array(
          z.union([id, z.string().check(z.regex(/^category \S/, { error: channelsError }))], {
            error: channelsError,
          }),
          {
            error: channelsError,
          },
        )
        .check(z.maxLength(max.parts, { error: `has more than ${max.parts} channels` })),
    ),
    providers: z.optional(
      z
        .array(id, { error: 'must be a list of provider numbers' })
        .check(z.maxLength(max.parts, { error: `has more than ${max.parts} providers` })),
    ),
  },
  { error: 'must be a tariff in {}' },
)
const File = z.strictObject(
  {
    tariffs: z
      .array(Written, { error: 'must be a list of tariffs' })
      .check(
        z.minLength(1, { error: 'names no tariff' }),
        z.maxLength(max.tariffs, { error: `names more than ${max.tariffs} tariffs` }),
      ),
  },
  { error: 'must be { "tariffs": […] }' },
)

/** Parses a file of tariffs. Errors are named by line, tariff and field, and then nothing is imported. */
export function readTariffFile(source: string): ReadTariffFile {
  const read = readTariffJson(source.replace(/^\uFEFF/, ''))
  if (read.kind === 'broken') return { kind: 'refused', problems: [`line ${read.line}: ${read.why}`] }
  const place = (path: readonly PropertyKey[]) => placeIn(read.value, path, read.lineOf(path))
  const checked = z.safeParse(File, read.value)
  if (!checked.success) {
    const problems = checked.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map(
            (key) => `${place([...issue.path, key])} is no field of it; known are ${seenAt(issue.path)}`,
          )
        : [`${place(issue.path)} ${issue.message}`],
    )
    return { kind: 'refused', problems: shortened(problems) }
  }
  const { tariffs } = checked.data
  const twice = tariffs.flatMap((one, index) =>
    tariffs.findIndex((other) => other.id === one.id) < index
      ? [`${place(['tariffs', index, 'id'])} stands there twice; write it once`]
      : [],
  )
  if (twice.length > 0) return { kind: 'refused', problems: shortened(twice) }
  return { kind: 'read', tariffs, placeOf: (index, ...path) => place(['tariffs', index, ...path]) }
}

/** At most as many problems as an operator reads. */
export function shortened(problems: readonly string[]): readonly string[] {
  const left = problems.length - maxProblems
  return left <= 0 ? problems : [...problems.slice(0, maxProblems), `and ${left} more`]
}

function placeIn(file: unknown, path: readonly PropertyKey[], line: number): string {
  const [, index, ...rest] = path
  const at = `line ${line}:`
  if (typeof index !== 'number') return path.length === 0 ? `${at} the file` : `${at} ${path.join(' ')}`
  const { tariffs } = file as { readonly tariffs: readonly unknown[] }
  const one = tariffs[index]
  const own =
    typeof one === 'object' && one !== null && 'id' in one ? String(one.id).slice(0, 20) : `no. ${index + 1}`
  const field = rest.map((part) => (typeof part === 'number' ? `no. ${part + 1}` : String(part))).join(' ')
  return `${at} tariff ${own}${field === '' ? '' : `, ${field}`}`
}

function seenAt(path: readonly PropertyKey[]): string {
  const last = path.findLast((part) => typeof part === 'string')
  if (last === undefined) return 'tariffs'
  if (last === 'name' || last === 'period') return 'ru, uz, en'
  if (last === 'periods') return 'id, name, period, days, price'
  return Object.keys(Written.shape).join(', ')
}

/** A written price in whole tiyin; digits are shifted, no floating-point arithmetic. */
export function tiyinOf(written: number | string): number {
  const [sums = '', tiyin = ''] = String(written).split('.')
  return Number(sums + tiyin.padEnd(2, '0'))
}

/** A price as the file writes it: `39000`, or `39000.50`. */
export function priceText(amountTiyin: number): string {
  const tiyin = amountTiyin % 100
  const sums = String((amountTiyin - tiyin) / 100)
  return tiyin === 0 ? sums : `${sums}.${String(tiyin).padStart(2, '0')}`
}

function written(amountTiyin: number) {
  return amountTiyin % 100 === 0 ? amountTiyin / 100 : priceText(amountTiyin)
}

/** Tariffs as a file that `readTariffFile` reads; channel numbers come from `numberOf`. Lists are on one line. */
export function tariffFileText(
  tariffs: Iterable<TariffRecord>,
  numberOf: (cid: number) => number | undefined,
): string {
  const inOrder = (list: Iterable<number>) => [...list].toSorted((a, b) => a - b)
  const items = [...tariffs].map((one) => ({
    id: one.tariffId,
    name: wordsOf(one.name),
    kind: one.isBase ? 'base' : 'additional',
    price: written(one.priceTiyin),
    offered: one.isOffered,
    recommended: one.isRecommended,
    position: one.position,
    streams: one.streams,
    provider: one.providerId,
    remote_id: one.remoteTariffId,
    periods: one.periods.map(periodOf),
    channels: inOrder([...one.channelIds].flatMap((cid) => numberOf(cid) ?? [])),
    providers: inOrder(one.providerIds),
  }))
  return `${inLines({ tariffs: items }, '')}\n`
}

/** As JSON, but short values without lists are on one line, to keep the file readable. */
function inLines(value: unknown, indent: string): string {
  const isShort = typeof value !== 'object' || value === null || Object.values(value).every(isPlain)
  if (isShort && (Array.isArray(value) || typeof value !== 'object' || value === null || 'ru' in value))
    return onOneLine(value)
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const parts = Object.entries(value ?? {}).map(
    ([name, part]) => `${inner}${Array.isArray(value) ? '' : `"${name}": `}${inLines(part, inner)}`,
  )
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`
}
function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => JSON.stringify(one)).join(', ')}]`
  if (isPlain(value)) return JSON.stringify(value)
  const fields = Object.entries(value ?? {}).map(([name, one]) => `"${name}": ${JSON.stringify(one)}`)
  return `{ ${fields.join(', ')} }`
}

function isPlain(value: unknown) {
  return typeof value !== 'object' || value === null
}

function wordsOf({ ru, uz, en }: TariffRecord['name']) {
  return { ru, uz, en }
}

function periodOf(one: TariffPeriod) {
  return {
    id: one.id,
    name: wordsOf(one.name),
    period: wordsOf(one.period),
    days: one.periodDays,
    price: written(one.priceTiyin),
  }
}
