import type { ChannelRecord } from '#server/television/television.ts'
import { isRadioKey } from './channel-of-entry.ts'

/** A channel of a playlist, as the import parses it. */
export interface ListedChannel {
  readonly key: string
  readonly name: string
  readonly tvgId: string
  readonly shiftMin: number
  readonly countries: readonly string[]
  readonly urls: readonly string[]
}

/** Why a channel of a list is an existing one with another key. */
export type SameBy = 'key' | 'id' | 'name' | 'address'

export interface SameChannel {
  readonly existing: ChannelRecord
  readonly by: SameBy
}

function fold(text: string) {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** Without a quality feed: `@SD`, `@HD`. Other feeds are other channels. */
function withoutSharpness(id: string) {
  return fold(id).replace(/@(?:[fu]?hd|sd|4k|hevc|\d{3,4}[pi])?$/, '')
}

/**
 * Matches the channels of a list with ours: the same key, also of an earlier edition; then the same guide id,
 * whatever its quality; then the same name where one of both has no id; then the same address. A matched channel is
 * not matched again, and nothing is guessed: with several candidates their names decide, or none is matched. An entry that
 * changes its kind stays its channel by its guide id or address; a station and a television channel that share only a
 * name are two.
 */
export function findSameChannels(
  listed: readonly ListedChannel[],
  ours: readonly ChannelRecord[],
  otherKeys: ReadonlyMap<string, number>,
): ReadonlyMap<string, SameChannel> {
  const matches = new Map<string, SameChannel>()
  const byKey = new Map(ours.map((channel) => [channel.key, channel]))
  const byCid = new Map(ours.map((channel) => [channel.cid, channel]))
  const listedKeys = new Set(listed.map(({ key }) => key))
  for (const one of listed) {
    const { key } = one
    const earlier = byCid.get(otherKeys.get(key) ?? 0)
    const isOther =
      earlier !== undefined &&
      isRadioKey(key) !== isRadioKey(earlier.key) &&
      (listedKeys.has(earlier.key) || !mayBeOfKind(one, earlier))
    const existing = byKey.get(key) ?? (isOther ? undefined : earlier)
    if (existing !== undefined) matches.set(key, { existing, by: 'key' })
  }
  const steps: readonly (readonly [SameBy, Traits])[] = [
    ['id', ({ tvgId, shiftMin }) => (tvgId === '' ? [] : [`${withoutSharpness(tvgId)} ${shiftMin}`])],
    ['name', ({ name, shiftMin }) => [`${fold(name)} ${shiftMin}`]],
    ['address', ({ urls }) => urls],
  ]
  for (const [by, traits] of steps) claim({ listed, ours, matches, by, traits })
  return matches
}

type Traits = (channel: Omit<ListedChannel, 'key'>) => readonly string[]

interface Claiming {
  readonly listed: readonly ListedChannel[]
  readonly ours: readonly ChannelRecord[]
  readonly matches: Map<string, SameChannel>
  readonly by: SameBy
  readonly traits: Traits
}

function claim({ listed, ours, matches, by, traits }: Claiming): void {
  const claimed = new Set([...matches.values()].map(({ existing }) => existing.cid))
  const free = ours.filter(({ cid, key }) => !claimed.has(cid) && key.startsWith('m3u:'))
  const freeOf = new Map<string, ChannelRecord[]>()
  for (const existing of free)
    for (const trait of traits(asListed(existing)))
      freeOf.set(trait, [...(freeOf.get(trait) ?? []), existing])
  const open = listed.filter(({ key }) => !matches.has(key))
  const askersOf = Map.groupBy(
    open.flatMap((one) => traits(one).map((trait) => ({ one, trait }))),
    ({ trait }) => trait,
  )
  for (const one of open) {
    for (const trait of traits(one)) {
      const candidates = (freeOf.get(trait) ?? []).filter(
        (existing) =>
          !claimed.has(existing.cid) &&
          canBe(by, one, asListed(existing)) &&
          (by !== 'name' || mayBeOfKind(one, existing)),
      )
      const ofItsName = candidates.filter((existing) => fold(asListed(existing).name) === fold(one.name))
      const isAlone = candidates.length === 1 && (askersOf.get(trait)?.length ?? 0) === 1
      const existing = ofItsName.length === 1 ? ofItsName[0] : isAlone ? candidates[0] : undefined
      if (existing === undefined) continue
      claimed.add(existing.cid)
      matches.set(one.key, { existing, by })
      break
    }
  }
}

/** Whether the entry has the channel's kind, or is surely the same one with another kind. */
function mayBeOfKind(one: ListedChannel, existing: ChannelRecord): boolean {
  if (isRadioKey(one.key) === existing.isRadio) return true
  const theirs = asListed(existing)
  if (one.tvgId !== '' && withoutSharpness(one.tvgId) === withoutSharpness(theirs.tvgId)) return true
  const addresses = new Set(theirs.urls.map(withoutQuery))
  return one.urls.some((url) => addresses.has(withoutQuery(url)))
}

/** Tokens change with each edition of a list. */
function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/, '')
}

/** Channels of two countries are different; matched by name or address, so are those with two ids. */
function canBe(by: SameBy, one: ListedChannel, existing: Omit<ListedChannel, 'key'>): boolean {
  const areElsewhere =
    one.countries.length > 0 &&
    existing.countries.length > 0 &&
    !one.countries.some((country) => existing.countries.includes(country))
  if (areElsewhere) return false
  return by !== 'name' || one.tvgId === '' || existing.tvgId === ''
}

/** One of our channels with its name in the list: the key contains that name. */
function asListed({
  key,
  name,
  tvgId,
  listTvgId,
  guideShiftMin,
  countries,
  source,
}: ChannelRecord): Omit<ListedChannel, 'key'> {
  return {
    name: key.includes('|') ? viewersNameOf(key, name.ru) : name.ru,
    tvgId: listTvgId ?? tvgId ?? '',
    shiftMin: guideShiftMin,
    countries,
    urls: source.kind === 'recorded' ? source.sources.map(({ url }) => url) : [],
  }
}

/** A channel that the operator renamed still has its old name in the list. */
function viewersNameOf(key: string, shown: string): string {
  const written = key
    .slice(key.indexOf('|') + 1)
    .replace(/#\d+$/, '')
    .replace(/\|radio$/, '')
  const bare = written
    .replace(/\s*\((?:\d{3,4}[pi]|4k|uhd|hd|sd)\)/gi, '')
    .replace(/\s*\[[^\]]*\]/g, '')
    .trim()
  return bare === '' ? shown : bare
}
