/** The channels of a playlist: entries of one channel become its sources. */
import { type PublishedChannel, type SourceAddress, maxSources } from '#server/television/television.ts'
import type { Refusal } from '#server/imports/source/import-report.ts'
import { channelOfEntry, countryOfList, entryKey, sameChannelName } from './channel-of-entry.ts'
import { logoOf } from './logo-notes.ts'
import type { PlaylistEntry } from './parse-playlist.ts'

/** A channel of a list with everything the list says of it. */
export interface CollectedChannel {
  readonly key: string
  readonly tvgId: string
  readonly channel: Omit<PublishedChannel, 'key' | 'isEnabled' | 'source'>
  readonly sources: SourceAddress[]
  /** Its logo in the list; '' for none. */
  readonly logo: string
  /** The first of its groups; '' for none. */
  readonly group: string
}

/**
 * The channels of a playlist, with entries of the same channel as its sources in order: entries with the same name
 * and the same tvg-id, or of which only one has any. Other ids or other time shifts make other channels.
 */
export function channelsOf(
  playlist: { readonly header: ReadonlyMap<string, string>; readonly entries: readonly PlaylistEntry[] },
  options: { readonly name: string; readonly base?: string },
  refused: Refusal[],
  notes: string[],
): readonly CollectedChannel[] {
  const collected: CollectedChannel[] = []
  const byName = new Map<string, CollectedChannel[]>()
  const keys = new Set<string>()
  const country = countryOfList(options.name, playlist.entries)
  const list = { header: playlist.header, ...(country === undefined ? {} : { country }) }
  for (const entry of playlist.entries) {
    const refuse = (why: string) => refused.push({ where: `line ${entry.line}`, what: entry.name, why })
    const read = channelOfEntry(entry, options.base, list)
    if (read.kind === 'refused') {
      refuse(read.why)
      continue
    }
    const { source, ...channel } = read.channel
    const sources = source.kind === 'recorded' ? source.sources : []
    const tvgId = channel.tvgId?.toLowerCase() ?? ''
    const sameName = byName.get(sameChannelName(entry)) ?? []
    byName.set(sameChannelName(entry), sameName)
    const same = sameName.find((one) => one.tvgId === tvgId || one.tvgId === '' || tvgId === '')
    if (same === undefined) {
      const ownKey = freeKey(entryKey(entry), keys)
      const one = {
        key: ownKey,
        tvgId,
        channel,
        sources: [...sources],
        logo: logoOf(entry),
        group: entry.groups[0] ?? '',
      }
      collected.push(one)
      sameName.push(one)
    } else if (sources.some(({ url }) => same.sources.some((other) => other.url === url)))
      refuse('it is in the list twice with the same address')
    else if (same.sources.length >= maxSources) refuse(`its channel has ${maxSources} sources already`)
    else {
      same.sources.push(...sources)
      notes.push(`Line ${entry.line}: source ${same.sources.length} of "${same.channel.name.ru}".`)
    }
  }
  return collected
}

/** The same id and name with another time shift is another channel with its own key. */
function freeKey(key: string, taken: Set<string>): string {
  let free = key
  for (let count = 2; taken.has(free); count++) free = `${key}#${count}`
  taken.add(free)
  return free
}
