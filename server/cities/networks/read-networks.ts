/** A list of the operator's networks as text: one a line, its prefix, its name and its city. Pure. */
import { type City, foldCity } from '#server/cities/list/city-store.ts'
import { parsePrefix, prefixText } from '#server/region/region.ts'

export interface NetworkLine {
  /** Canonical, with its length. */
  readonly prefix: string
  readonly name: string
  /** Null without a city. */
  readonly cityId: number | null
}

/** `twice`: the prefix stands in an earlier line. `city_ambiguous`: in several regions, so its number is needed. */
export type LineProblem =
  | 'columns'
  | 'prefix'
  | 'name'
  | 'long_name'
  /** A name with `;`, a tab or `"`: it would be read otherwise the next time. */
  | 'name_signs'
  | 'city_unknown'
  | 'city_ambiguous'
  | 'twice'

export interface ReadNetworks {
  readonly networks: readonly NetworkLine[]
  /** At most `maxProblems`. `line` counts from 1; `value` is what is wrong in it. */
  readonly problems: readonly {
    readonly line: number
    readonly problem: LineProblem
    readonly value: string
  }[]
  /** All of them. */
  readonly problemCount: number
  /** It has more lines than are read, comments and empty ones included: nothing of it was. */
  readonly isTooLong: boolean
}

/** A list has no more lines. */
export const maxNetworks = 5000
/** With comments and empty lines. */
const maxLines = maxNetworks * 2
/** The name of a network. */
export const maxNetworkName = 80
const maxProblems = 50
const heads = new Set(['prefix', 'network', 'cidr', 'сеть', 'префикс', 'tarmoq', 'prefiks'])

/**
 * Reads lines like `10.20.0.0/16; Самарканд-1; Самарканд`: columns are separated by tabs, semicolons or commas, the city
 * may be absent, a name in any of the three languages or a number. `#` begins a comment; a first line of headings is skipped.
 */
export function readNetworks(text: string, cities: readonly City[]): ReadNetworks {
  const byName = namesOf(cities)
  const numbers = new Set(cities.map(({ cityId }) => cityId))
  const networks = new Map<string, NetworkLine>()
  const problems: { line: number; problem: LineProblem; value: string }[] = []
  let problemCount = 0
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/, maxLines + 1)
  if (lines.length > maxLines) return { networks: [], problems, problemCount, isTooLong: true }
  lines.forEach((content, index) => {
    const cells = cellsOf(content)
    if (cells.length === 0 || (networks.size === 0 && heads.has(cells[0]?.toLowerCase() ?? ''))) return
    const outcome = lineOf(cells, byName, numbers)
    const isTwice = !('problem' in outcome) && networks.has(outcome.prefix)
    if (!('problem' in outcome) && !isTwice) {
      networks.set(outcome.prefix, outcome)
      return
    }
    problemCount += 1
    const problem = 'problem' in outcome ? outcome : { problem: 'twice' as const, value: outcome.prefix }
    if (problems.length < maxProblems) problems.push({ line: index + 1, ...problem })
  })
  return { networks: [...networks.values()], problems, problemCount, isTooLong: false }
}

function cellsOf(content: string): readonly string[] {
  const line = content.replace(/^\s*#.*$/, '').trim()
  if (line === '') return []
  const separator = line.includes('\t') ? '\t' : line.includes(';') ? ';' : ','
  const cells = line.split(separator).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .replaceAll('""', '"')
      .trim(),
  )
  while (cells.at(-1) === '') cells.pop()
  return cells
}

function lineOf(
  cells: readonly string[],
  byName: ReadonlyMap<string, readonly number[]>,
  numbers: ReadonlySet<number>,
): NetworkLine | { readonly problem: LineProblem; readonly value: string } {
  const [written = '', name = '', city = ''] = cells
  const wrong = (problem: LineProblem, value: string) => ({ problem, value: value.slice(0, 100) })
  if (cells.length > 3) return wrong('columns', cells[3] ?? '')
  const prefix = parsePrefix(written, true)
  if (prefix === undefined || prefix.length === 0) return wrong('prefix', written)
  if (name === '') return wrong('name', written)
  if (name.length > maxNetworkName) return wrong('long_name', name)
  if (/[;\t"]/.test(name)) return wrong('name_signs', name)
  const line = { prefix: prefixText(prefix), name }
  if (city === '') return { ...line, cityId: null }
  if (/^\d{1,9}$/.test(city)) {
    return numbers.has(Number(city)) ? { ...line, cityId: Number(city) } : wrong('city_unknown', city)
  }
  const [cityId, other] = byName.get(foldCity(city)) ?? []
  if (cityId === undefined) return wrong('city_unknown', city)
  return other === undefined ? { ...line, cityId } : wrong('city_ambiguous', city)
}

function namesOf(cities: readonly City[]): ReadonlyMap<string, readonly number[]> {
  const names = new Map<string, number[]>()
  for (const { cityId, name } of cities)
    for (const one of new Set([name.ru, name.uz, name.en].map(foldCity))) {
      const ids = names.get(one)
      if (ids === undefined) names.set(one, [cityId])
      else ids.push(cityId)
    }
  return names
}

/** The list as text again, as `readNetworks` reads it; a city whose name is not unique is written as its number. */
export function writeNetworks(networks: readonly NetworkLine[], cities: readonly City[]): string {
  const byName = namesOf(cities)
  const byId = new Map(cities.map((city) => [city.cityId, city]))
  const cityOf = (cityId: number | null) => {
    const name = cityId === null ? '' : (byId.get(cityId)?.name.ru ?? String(cityId))
    return (byName.get(foldCity(name))?.length ?? 1) > 1 ? String(cityId) : name
  }
  return networks
    .map(({ prefix, name, cityId }) => `${prefix}; ${name}; ${cityOf(cityId)}`.replace(/; $/, ''))
    .join('\n')
}
