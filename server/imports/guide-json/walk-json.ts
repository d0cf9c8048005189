/** Lists of objects anywhere inside a JSON value, and the values at paths. Pure. */

/** A list of objects in a file. */
export interface JsonList {
  readonly path: string
  readonly entries: number
  /** The paths of single values of its first entry and of what contains it, each with an example. */
  readonly columns: readonly { readonly path: string; readonly example: string }[]
}

type JsonObject = Readonly<Record<string, unknown>>

const maxDepth = 8
const maxLists = 50
const maxColumns = 100
const maxExample = 80

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An object whose keys are no names but ids: several values, and each of them is a list of objects. */
function isKeyed(value: JsonObject): boolean {
  const values = Object.values(value)
  return values.length > 1 && values.every((one) => Array.isArray(one) && isObject(one[0]))
}

/** The lists of objects of a file, from the outside to the inside. */
export function listsIn(root: unknown): readonly JsonList[] {
  const lists = new Map<string, JsonList>()
  const visit = (value: unknown, path: string, outer: JsonList['columns'], depth: number): void => {
    if (depth > maxDepth || lists.size >= maxLists) return
    if (Array.isArray(value)) {
      const first: unknown = value.find(isObject)
      if (!isObject(first)) return
      const own = `${path}[]`
      const columns = [...outer, ...columnsOf(first, own)].slice(0, maxColumns)
      const earlier = lists.get(own)
      lists.set(own, {
        path: own,
        entries: (earlier?.entries ?? 0) + value.length,
        columns: earlier?.columns ?? columns,
      })
      return visitFields(first, own, columns, depth)
    }
    if (!isObject(value)) return
    if (!isKeyed(value)) {
      const columns = [...outer, ...columnsOf(value, path)].slice(0, maxColumns)
      return visitFields(value, path, columns, depth)
    }
    const own = `${path}{}`
    for (const [key, one] of Object.entries(value))
      visit(one, own, [...outer, { path: `${own}.@`, example: key.slice(0, maxExample) }], depth + 1)
  }
  const visitFields = (value: JsonObject, path: string, columns: JsonList['columns'], depth: number) => {
    for (const [name, one] of Object.entries(value))
      if (typeof one === 'object') visit(one, joined(path, name), columns, depth + 1)
  }
  visit(root, '', [], 0)
  return [...lists.values()]
}

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

/** The single values of an object, also those of objects within it, and lists of words. */
function columnsOf(value: JsonObject, path: string, depth = 0): JsonList['columns'] {
  return Object.entries(value).flatMap(([name, one]) => {
    const own = joined(path, name)
    if (isObject(one)) return depth < 2 && !isKeyed(one) ? columnsOf(one, own, depth + 1) : []
    if (Array.isArray(one) && isObject(one[0])) return []
    const text = textOf(one)
    return [{ path: own, example: text.slice(0, maxExample) }]
  })
}

/** A value as text: words of a list with a separator, nothing for an object. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value))
    return value
      .map(textOf)
      .filter((one) => one !== '')
      .join('; ')
  return ''
}

/** An entry of a list, with everything that contains it by path. */
export interface ListEntry {
  readonly value: unknown
  readonly around: ReadonlyMap<string, unknown>
}

/** Every entry of the list at a path, in order. */
export function* entriesOf(root: unknown, path: string): Generator<ListEntry> {
  yield* descend(root, '', segmentsOf(path), new Map([['', root]]))
}

/** `a.b[]{}.c` as `a`, `b`, `[]`, `{}`, `c`. */
function segmentsOf(path: string): readonly string[] {
  return path.match(/\[\]|\{\}|[^.[\]{}]+/g) ?? []
}

function* descend(
  value: unknown,
  path: string,
  [segment, ...rest]: readonly string[],
  around: ReadonlyMap<string, unknown>,
): Generator<ListEntry> {
  if (segment === undefined) {
    yield { value, around }
    return
  }
  if (segment === '[]') {
    const own = `${path}[]`
    for (const one of Array.isArray(value) ? (value as unknown[]) : [])
      yield* descend(one, own, rest, new Map([...around, [own, one]]))
    return
  }
  if (!isObject(value)) return
  if (segment === '{}') {
    const own = `${path}{}`
    for (const [key, one] of Object.entries(value))
      yield* descend(one, own, rest, new Map([...around, [own, one], [`${own}.@`, key]]))
    return
  }
  const own = joined(path, segment)
  yield* descend(value[segment], own, rest, around)
}

/** The text at a path of an entry: of itself, or of the nearest thing around it. */
export function valueAt({ around }: ListEntry, path: string): unknown {
  if (around.has(path)) return around.get(path)
  let best = ''
  for (const prefix of around.keys())
    if (prefix.length > best.length && (path.startsWith(`${prefix}.`) || path.startsWith(`${prefix}[`)))
      best = prefix
  let value = around.get(best)
  const names = segmentsOf(path.slice(best.length))
  for (const name of names) {
    if (!isObject(value)) return undefined
    value = value[name]
  }
  return value
}
