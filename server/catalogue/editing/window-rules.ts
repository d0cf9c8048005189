/** Windows of titles as the staff edits them. Pure. */
import { type Json } from '#server/changes/changes.ts'
import { type Territory, type TerritoryWindow, territories } from '#server/catalogue/titles/title.ts'

export interface WindowState {
  /** `always`: no window limits it. */
  readonly state: 'always' | 'open' | 'upcoming' | 'ended'
  /** When the state changes, unix milliseconds; of `ended`: since when. Null: never. */
  readonly atMs: number | null
}

/** Why windows cannot be: one ends before it begins, or two for one territory overlap. */
export function windowsProblem(windows: readonly TerritoryWindow[]): 'period' | 'overlap' | undefined {
  if (windows.some(({ fromMs, untilMs }) => fromMs !== null && untilMs !== null && untilMs <= fromMs))
    return 'period'
  const isOverlap = windows.some((one, index) =>
    windows.slice(index + 1).some((other) => meets(one, other) && sharesTerritory(one, other)),
  )
  return isOverlap ? 'overlap' : undefined
}

function meets(a: TerritoryWindow, b: TerritoryWindow): boolean {
  const [first, last] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  return (a.fromMs ?? first) < (b.untilMs ?? last) && (b.fromMs ?? first) < (a.untilMs ?? last)
}

function sharesTerritory(a: TerritoryWindow, b: TerritoryWindow): boolean {
  return a.territory === b.territory || a.territory === 'everywhere' || b.territory === 'everywhere'
}

/** What the windows say of a title at a moment, whatever the territory. */
export function windowStateAt(windows: readonly TerritoryWindow[], nowMs: number): WindowState {
  if (windows.length === 0) return { state: 'always', atMs: null }
  const begin = ({ fromMs }: TerritoryWindow) => fromMs ?? Number.NEGATIVE_INFINITY
  const end = ({ untilMs }: TerritoryWindow) => untilMs ?? Number.POSITIVE_INFINITY
  const open = windows.filter((window) => begin(window) <= nowMs && nowMs < end(window))
  if (open.length > 0) {
    const last = Math.max(...open.map(end))
    return { state: 'open', atMs: Number.isFinite(last) ? last : null }
  }
  const coming = windows.map(begin).filter((moment) => moment > nowMs)
  if (coming.length > 0) return { state: 'upcoming', atMs: Math.min(...coming) }
  return { state: 'ended', atMs: Math.max(...windows.map(end)) }
}

/** Windows besides the first one, as a title stores them. Anything else counts as none. */
export function readMoreWindows(value: unknown): readonly TerritoryWindow[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((one: unknown) => {
    const { from, until, territory } = (one ?? {}) as Readonly<Record<string, unknown>>
    const name = territories.find((one) => one === territory)
    return name === undefined ? [] : [{ fromMs: msOf(from), untilMs: msOf(until), territory: name }]
  })
}

export function inOrderOfTime(windows: readonly TerritoryWindow[]): readonly TerritoryWindow[] {
  return windows.toSorted(
    (a, b) => (a.fromMs ?? Number.NEGATIVE_INFINITY) - (b.fromMs ?? Number.NEGATIVE_INFINITY) || 0,
  )
}

/** The opposite of `readMoreWindows`. */
export function writeMoreWindows(windows: readonly TerritoryWindow[]): Json {
  return windows.map(({ fromMs, untilMs, territory }) => ({
    ...{ from: isoOf(fromMs), until: isoOf(untilMs), territory },
  }))
}

interface WindowFields {
  readonly available_from?: unknown
  readonly available_until?: unknown
  readonly available_in?: unknown
  readonly more_windows?: unknown
}

/** The windows that a title's fields say; none: always. */
export function windowsOfFields(fields: WindowFields): readonly TerritoryWindow[] {
  const first = {
    ...{ fromMs: msOf(fields.available_from), untilMs: msOf(fields.available_until) },
    territory: (fields.available_in ?? 'everywhere') as Territory,
  }
  const more = readMoreWindows(fields.more_windows)
  const isBound = first.fromMs !== null || first.untilMs !== null || first.territory !== 'everywhere'
  return isBound || more.length > 0 ? [first, ...more] : []
}

/** The fields that say these windows, in the order of time. */
export function fieldsOfWindows(windows: readonly TerritoryWindow[]) {
  const [first, ...more] = inOrderOfTime(windows)
  return {
    available_from: isoOf(first?.fromMs ?? null),
    available_until: isoOf(first?.untilMs ?? null),
    available_in: first?.territory ?? 'everywhere',
    more_windows: writeMoreWindows(more),
  }
}

function msOf(value: unknown): number | null {
  const ms =
    value instanceof Date ? value.getTime() : typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(ms) ? null : ms
}

function isoOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
