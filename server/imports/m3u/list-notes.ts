/** What was merged in a list and what was not used: counted, so that nothing is lost silently. */
import type { PlaylistEntry } from './parse-playlist.ts'
import { readOfEntry, readOfHeader } from './read-attributes.ts'

const maxNamed = 20

/** `Not used: width (16), height (16), refresh (first line).` */
export function unusedNotes(
  header: ReadonlyMap<string, string>,
  entries: readonly PlaylistEntry[],
): string[] {
  const counts = new Map<string, number>()
  for (const { attributes } of entries)
    for (const name of attributes.keys())
      if (!readOfEntry.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const unused = [
    ...[...counts].toSorted((a, b) => b[1] - a[1]).map(([name, count]) => `${name} (${count})`),
    ...[...header.keys()].filter((name) => !readOfHeader.has(name)).map((name) => `${name} (first line)`),
  ]
  if (unused.length === 0) return []
  const more = unused.length - maxNamed
  return [
    `Attributes that were not used: ${unused.slice(0, maxNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
  ]
}

/** A list's data about its server's own archive. */
export interface Catchup {
  readonly kind: string
  readonly source?: string
  readonly days?: number
  readonly correctionHours?: number
}

/** `catchup`, `catchup-type`, `timeshift`, `tvg-rec` of an entry, or of the first line for all. */
export function catchupOf(
  { attributes }: Pick<PlaylistEntry, 'attributes'>,
  header: ReadonlyMap<string, string>,
): Catchup | undefined {
  const read = (name: string) => attributes.get(name) || header.get(name) || ''
  const days = Number(
    read('catchup-days') || attributes.get('timeshift') || attributes.get('tvg-rec') || 'none',
  )
  const kind = read('catchup') || read('catchup-type')
  if ((kind === '' && !(days > 0)) || kind === 'disabled') return undefined
  const source = read('catchup-source')
  const correction = Number(read('catchup-correction').replace(',', '.') || 'none')
  return {
    kind: (kind === '' ? 'shift' : kind).slice(0, 40),
    ...(source === '' ? {} : { source: source.slice(0, 2000) }),
    ...(Number.isFinite(days) && days > 0 && days <= 3650 ? { days } : {}),
    ...(Number.isFinite(correction) && Math.abs(correction) <= 24 ? { correctionHours: correction } : {}),
  }
}

/** How many channels have their own archive, by kind. */
export function catchupNotes(catchups: readonly (Catchup | undefined)[]): string[] {
  const kinds = Map.groupBy(
    catchups.filter((one) => one !== undefined),
    ({ kind }) => kind,
  )
  if (kinds.size === 0) return []
  const counted = [...kinds].map(([kind, some]) => `${kind} ${some.length}`).join(', ')
  return [
    `Channels whose provider has an archive of its own: ${counted}. It is played where Ekran has no recording (\`channels catchup\` shows it).`,
  ]
}

/** A group of a list and the category of its channels. */
export interface FoldedGroup {
  readonly group: string
  readonly category: string
}

/** `"Italy" 401, "Greece" 67 → Общие` */
export function groupNotes(folded: readonly FoldedGroup[], hasOwn: boolean): string[] {
  const byCategory = Map.groupBy(
    folded.filter(({ group }) => group !== ''),
    ({ category }) => category,
  )
  if (byCategory.size === 0) return []
  const lines = [...byCategory].map(([category, some]) => {
    const counts = [...Map.groupBy(some, ({ group }) => group)].map(
      ([group, all]) => [group, all.length] as const,
    )
    const named = counts
      .toSorted((a, b) => b[1] - a[1])
      .map(([group, count]) => `"${group.slice(0, 60)}" ${count}`)
    const more = named.length - maxNamed
    return `  ${named.slice(0, maxNamed).join(', ')}${more > 0 ? ` and ${more} more groups` : ''} → ${category}`
  })
  return [
    hasOwn
      ? 'Groups and their categories:'
      : 'Groups and the categories they went into (--groups makes own categories of those that have none):',
    ...lines,
  ]
}
