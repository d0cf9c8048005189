import * as z from 'zod/mini'
import { maxTariffDescription, tariffIconNames } from '#contract/form/tariff-look.ts'
import { channelLanguages, channelQualities, maxChannelRules } from '#contract/console/channel-rules.ts'
import { type TariffPeriod, type TariffRecord, addedByHand, defaultChanges } from './rules.ts'
import { readTariffJson } from './tariff-json.ts'
import { plainLook } from './tariff-look.ts'

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
const categoryError = 'must be the name or the number of a category'
const rulesError =
  'must be a list of { "except": …, "categories": […], "languages": […], "qualities": […] }, each of them optional'
function oneOf(words: readonly string[]) {
  return `must be one of ${words.join(', ')}`
}
function listOf<Item extends z.ZodMiniType>(item: Item, what: string) {
  return z
    .array(item, { error: `must be a list of ${what}` })
    .check(z.maxLength(100, { error: `has more than 100 ${what}` }))
}
const sentencesError = `must be a text of at most ${maxTariffDescription} letters, "" for none`
const sentences = z
  .string({ error: sentencesError })
  .check(
    z.maxLength(maxTariffDescription, { error: sentencesError }),
    z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, { error: sentencesError }),
  )
const iconError = `${oneOf(tariffIconNames)}, "" for none`
const colourError = 'must be a colour such as "#3a7fc4", "" for none'
const pictureError = 'must be the version of a stored picture, "" for none; see: tariffs picture'
const pauseError =
  'must be null, or { "by": "staff" or "subscriber", "min_days": …, "max_days": …, "once": true or false }'
const Pause = z
  .strictObject(
    {
      by: z.enum(['staff', 'subscriber'], { error: pauseError }),
      min_days: whole(1, 366),
      max_days: whole(1, 366),
      once: flag,
    },
    { error: pauseError },
  )
  .check(z.refine((rule) => rule.min_days <= rule.max_days, { error: 'has a min_days above its max_days' }))
const changesError =
  'must be { "up": "now" (with a credit) or "end", "down": "end" or "now" (without a credit) }'
const Changes = z.strictObject(
  {
    up: z.enum(['now', 'end'], { error: changesError }),
    down: z.enum(['end', 'now'], { error: changesError }),
  },
  { error: changesError },
)
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
    description: z.optional(
      z.strictObject({ ru: sentences, uz: sentences }, { error: 'must be { "ru": …, "uz": … }' }),
    ),
    icon: z.optional(z.enum(['', ...tariffIconNames], { error: iconError })),
    colour: z.optional(
      z.string({ error: colourError }).check(z.regex(/^(?:#[0-9a-f]{6})?$/, { error: colourError })),
    ),
    picture: z.optional(
      z
        .string({ error: pictureError })
        .check(z.regex(/^(?:[0-9a-f]{20}(?:-[0-9a-f]{6})?)?$/, { error: pictureError })),
    ),
    pause: z.optional(z.nullable(Pause)),
    trial_days: z.optional(whole(0, 90)),
    recording_hours: z.optional(whole(0, 10_000)),
    other_players: z.optional(z.boolean()),
    changes: z.optional(Changes),
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
    rules: z.optional(
      z
        .array(
          z.strictObject(
            {
              except: z.optional(flag),
              categories: z.optional(listOf(z.union([id, text], { error: categoryError }), 'categories')),
              languages: z.optional(
                listOf(z.enum(channelLanguages, { error: oneOf(channelLanguages) }), 'languages'),
              ),
              qualities: z.optional(
                listOf(z.enum(channelQualities, { error: oneOf(channelQualities) }), 'qualities'),
              ),
            },
            { error: rulesError },
          ),
          { error: rulesError },
        )
        .check(z.maxLength(maxChannelRules, { error: `has more than ${maxChannelRules} rules` })),
    ),
    excluded: z.optional(
      z
        .array(id, { error: 'must be a list of channel numbers' })
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
  if (last === 'description') return 'ru, uz'
  if (last === 'periods') return 'id, name, period, days, price'
  if (last === 'pause') return 'by, min_days, max_days, once'
  if (last === 'changes') return 'up, down'
  if (last === 'rules') return 'except, categories, languages, qualities'
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
    ...lookOf(one),
    pause: pauseText(one.pause),
    trial_days: one.trialDays ?? 0,
    recording_hours: one.recordingHours ?? 0,
    other_players: one.otherPlayers ?? true,
    changes: one.changes ?? defaultChanges,
    provider: one.providerId,
    remote_id: one.remoteTariffId,
    periods: one.periods.map(periodOf),
    channels: inOrder([...addedByHand(one)].flatMap((cid) => numberOf(cid) ?? [])),
    rules: one.byRule?.rules ?? [],
    excluded: inOrder([...(one.byRule?.excludedIds ?? [])].flatMap((cid) => numberOf(cid) ?? [])),
    providers: inOrder(one.providerIds),
  }))
  return `${inLines({ tariffs: items }, '')}\n`
}

function lookOf({ look = plainLook }: TariffRecord) {
  const { description, icon, colour, picture } = look
  return { description: { ru: description.ru, uz: description.uz }, icon, colour, picture }
}

function pauseText(rule: TariffRecord['pause']) {
  if (rule === undefined) return null
  return { by: rule.by, min_days: rule.minDays, max_days: rule.maxDays, once: rule.isOnceAYear }
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
