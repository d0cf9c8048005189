import * as z from 'zod/mini'

/** The fields of a title that a list can have. `name` and `description` are assigned by their script. */
export const fieldNames = [
  'key',
  'name',
  'name_ru',
  'name_uz',
  'name_original',
  'description',
  'description_ru',
  'description_uz',
  'year',
  'countries',
  'genres',
  'directors',
  'writers',
  'actors',
  'producers',
  'composers',
  'age_rating',
  'duration',
  'rating_kp',
  'rating_imdb',
  'kind',
  'kids',
  'provider',
  'popularity',
  'free',
  'available_from',
  'available_until',
] as const
export type FieldName = (typeof fieldNames)[number]

const text = z.string().check(z.maxLength(200))
const column = z.union([text, z.array(text).check(z.minLength(1), z.maxLength(10))])
const rule = z.union(
  [
    column,
    z.strictObject({
      column,
      split: z.optional(text.check(z.minLength(1))),
      replace: z.optional(z.record(text, z.string())),
      scale: z.optional(z.number().check(z.positive())),
      unit: z.optional(z.enum(['hours', 'minutes', 'seconds'])),
    }),
    z.strictObject({ value: z.union([text, z.number(), z.boolean()]) }),
  ],
  'is neither the name of a column, nor { "column": … }, nor { "value": … }',
)

const form = z.strictObject({
  format: z.optional(z.enum(['csv', 'json', 'jsonl'])),
  encoding: z.optional(z.enum(['utf-8', 'windows-1251', 'utf-16le', 'utf-16be'])),
  delimiter: z.optional(text.check(z.length(1))),
  inner: z.optional(text.check(z.length(1))),
  columns: z.optional(z.array(text)),
})

const mapping = z.strictObject({
  source: z.string().check(z.regex(/^[a-z0-9][a-z0-9._-]{0,59}$/, 'must be of small letters, digits, . _ -')),
  table: z.optional(form),
  fields: z.partialRecord(z.enum(fieldNames), rule),
})

/** The format of a list. Missing values are detected. */
export interface TableForm {
  readonly format?: 'csv' | 'json' | 'jsonl' | undefined
  readonly encoding?: string | undefined
  readonly delimiter?: string | undefined
  /** The delimiter within the first field, when it contains a whole row. */
  readonly inner?: string | undefined
  /** For a list without a heading. */
  readonly columns?: readonly string[] | undefined
}

export type FieldRule = z.infer<typeof rule>

/** Which column of a list is which field. */
export interface Mapping {
  /** The prefix of each title's key: titles of one source are the same when their key is. */
  readonly source: string
  readonly table?: TableForm | undefined
  readonly fields: Readonly<Partial<Record<FieldName, FieldRule>>>
}

export type MappingReading =
  | { readonly kind: 'mapping'; readonly mapping: Mapping }
  | { readonly kind: 'wrong'; readonly problems: readonly string[] }

/** Parses a mapping; every wrong part is named. */
export function readMapping(json: string): MappingReading {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return { kind: 'wrong', problems: ['it is not JSON'] }
  }
  const read = mapping.safeParse(value)
  if (!read.success)
    return {
      kind: 'wrong',
      problems: read.error.issues.map((issue) => `${issue.path.join('.') || 'it'}: ${issue.message}`),
    }
  const { fields } = read.data
  if (['name', 'name_ru', 'name_uz', 'name_original'].every((name) => !(name in fields)))
    return { kind: 'wrong', problems: ['fields: no column gives a name'] }
  return { kind: 'mapping', mapping: read.data }
}

/** The columns a rule reads its value from. */
export function columnsOf(fieldRule: FieldRule): readonly string[] {
  if (typeof fieldRule === 'string') return [fieldRule]
  if (Array.isArray(fieldRule)) return fieldRule
  return 'column' in fieldRule ? columnsOf(fieldRule.column) : []
}
