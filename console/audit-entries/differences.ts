/** What differs between the values of before and after, field by field. Pure. */

export interface Difference {
  /** `role`, or of a nested value `address.city`. */
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

const maxDepth = 4

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
