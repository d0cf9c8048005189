/** What differs between the values of before and after, field by field. Pure. */

export interface Difference {
  /** `role`, or of a nested value `address.city`. */
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

const maxDepth = 4
/** Numbers between the years 2001 and 2286 may be moments; smaller and larger ones are something else. */
const firstSec = 1_000_000_000
const endSec = 10_000_000_000

/** The differing fields, in the order in which they occur; a field that is missing is undefined. */
export function differencesOf(before: unknown, after: unknown): readonly Difference[] {
  return below('', before, after, 0)
}

function below(field: string, before: unknown, after: unknown, depth: number): readonly Difference[] {
  const isTree =
    depth < maxDepth && (isRecord(before) || isRecord(after)) && !isValue(before) && !isValue(after)
  if (!isTree) return same(before, after) ? [] : [{ field, before, after }]
  const [was, is] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((name) =>
    below(field === '' ? name : `${field}.${name}`, was[name], is[name], depth + 1),
  )
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Something that is neither a record nor absent. */
function isValue(value: unknown): boolean {
  return value !== undefined && value !== null && !isRecord(value)
}

function same(before: unknown, after: unknown): boolean {
  return before === after || JSON.stringify(before ?? null) === JSON.stringify(after ?? null)
}

/** Unix seconds of a value that is a moment: an ISO string, or a number in a field whose name says so; else undefined. */
export function momentOf(field: string, value: unknown): number | undefined {
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value)) {
    const ms = Date.parse(value)
    return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000)
  }
  const name = field.slice(field.lastIndexOf('.') + 1)
  const isMoment =
    /(?:^|_)(?:at|from|to|until)$/.test(name) && Number.isInteger(value) && Number(value) >= firstSec
  return isMoment && Number(value) < endSec ? Number(value) : undefined
}
