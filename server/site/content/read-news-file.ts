import * as z from 'zod/mini'
import type { Words } from './banner.ts'

/** A news item of a file, before its picture is read. */
export interface WrittenNews {
  readonly id: number
  readonly publishedAtMs: number
  readonly title: Words
  readonly lead: Words
  readonly body: Words
  /** A file beside the news file, or null. */
  readonly picture: string | null
  /** The brands that show it; none for all. Absent: as it was. */
  readonly brands?: readonly number[] | undefined
}

const max = { items: 500, title: 160, lead: 500, body: 20_000 } as const

function words(length: number) {
  return z.strictObject({
    ru: z.string().check(z.trim(), z.minLength(1), z.maxLength(length)),
    uz: z.string().check(z.trim(), z.minLength(1), z.maxLength(length)),
  })
}

/** With its zone, so that an hour in Tashkent is not read as one in London. */
const moment = z.iso.datetime({ offset: true })

const NewsFile = z
  .array(
    z.strictObject({
      id: z.int().check(z.minimum(1), z.maximum(2_147_483_647)),
      published_at: moment,
      title: words(max.title),
      lead: words(max.lead),
      body: words(max.body),
      picture: z.optional(z.string().check(z.minLength(1), z.maxLength(300))),
      brands: z.optional(
        z.array(z.int().check(z.minimum(1), z.maximum(2_147_483_647))).check(z.maxLength(50)),
      ),
    }),
  )
  .check(z.minLength(1), z.maxLength(max.items))

const maxProblems = 20

/** Parses a news file; errors are named by item and field, and then nothing is imported. */
export function readNewsFile(
  text: string,
):
  | { readonly kind: 'read'; readonly items: readonly WrittenNews[] }
  | { readonly kind: 'refused'; readonly problems: readonly string[] } {
  const value = parsed(text)
  if (value === undefined) return { kind: 'refused', problems: ['it is not JSON'] }
  const checked = z.safeParse(NewsFile, Array.isArray(value) ? value : [value])
  if (!checked.success)
    return {
      kind: 'refused',
      problems: checked.error.issues
        .slice(0, maxProblems)
        .map((issue) => `${placeOf(issue.path)}: ${wordsOf(issue)}`),
    }
  const ids = checked.data.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) return { kind: 'refused', problems: [`the id ${twice} stands there twice`] }
  return {
    kind: 'read',
    items: checked.data.map(({ published_at: publishedAt, picture, ...item }) => ({
      ...item,
      publishedAtMs: Date.parse(publishedAt),
      picture: picture ?? null,
    })),
  }
}

function wordsOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `this must be ${issue.expected === 'object' ? 'an object' : `of the kind ${issue.expected}`}`
    case 'too_small':
      return 'this is empty or too small'
    case 'too_big':
      return `this is more than ${String(issue.maximum)}`
    case 'unrecognized_keys':
      return `there is nothing called ${issue.keys.join(', ')}`
    case 'invalid_format':
      return 'this must be a moment with its zone, like 2026-11-22T10:00:00+05:00'
    default:
      return 'this is invalid'
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** `item 2, title.uz` */
function placeOf(path: readonly PropertyKey[]): string {
  const [index, ...field] = path
  if (typeof index !== 'number') return 'the file'
  return [`item ${index + 1}`, ...(field.length === 0 ? [] : [field.map(String).join('.')])].join(', ')
}
