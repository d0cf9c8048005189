import { type ChannelAlias, foldAlias } from '#server/television/television.ts'
import { languagesOfLetters } from '#server/imports/source/country-of.ts'
import {
  judge,
  readChannel,
  surelyFrom,
  type Doubt,
  type MatchResult,
  type ReadChannel,
} from './channel-likeness.ts'
import { pairsOf, type ReadName } from './channel-name.ts'
import type { XmltvChannel } from '#server/imports/source/guide-sink.ts'

/** The names by which one of our channels can be matched. */
export interface ChannelNames {
  readonly cid: number
  readonly tvgId: string | null
  readonly tvgName: string | null
  readonly names: readonly string[]
  /** Its countries according to its list; codes in lower case. */
  readonly countries?: readonly string[]
  /** Its guide is shifted by so much. */
  readonly shiftMin?: number
}

/** A channel of the guide, with the declared languages of its programmes. */
export interface GuideChannelNames extends XmltvChannel {
  readonly languages?: readonly string[]
}

/** What a match is based on. */
export type MatchedBy = 'alias' | 'id' | 'name'

export interface Match {
  readonly cid: number
  /** The guide's id of the channel. */
  readonly id: string
  readonly by: MatchedBy
  /** 0.9 to 1. */
  readonly score: number
}

/** The closest candidate; not similar enough to be a match. */
export interface Closest {
  readonly cid: number
  readonly id: string
  readonly score: number
  /** The reason against it. */
  readonly doubt: Doubt
}

export interface Matching {
  readonly matches: readonly Match[]
  /** For our channels without a match, by cid. */
  readonly closestToOurs: ReadonlyMap<number, Closest>
  /** For the guide's channels without a match, by id. */
  readonly closestToTheirs: ReadonlyMap<string, Closest>
}

/** Less similar candidates are not shown. */
const worthShowing = 0.45
/** Names that are only similar are never matched automatically. */
const maxByLikeness = 0.84
/** For the main channel of a feed whose name says its place: Россия 1 (Абакан). */
const maxOfMain = 0.8
/** For a channel of the guide that another channel of ours already has. */
const maxOfTaken = 0.85
/** When two candidates of the guide are this close, the operator decides. */
const clearBy = 0.005
const minForAGuide = 5
/** A name that more channels of a guide share is useless. */
const maxOfAName = 200

export interface MatchOptions {
  /** The country of a guide whose ids name none. */
  readonly country?: string
  /** Pairs that an operator has rejected, as `pairKey` writes them. */
  readonly rejected?: ReadonlySet<string>
}

const noPairs: ReadonlySet<string> = new Set()

/** What the matching of one channel needs. */
interface Matcher {
  readonly index: GuideIndex
  readonly closest: ClosestPairs
  readonly rejected: ReadonlySet<string>
}

/** One of our channels with a channel of a guide. */
export function pairKey(cid: number, guideId: string): string {
  return `${cid} ${foldAlias(guideId)}`
}

/**
 * Matches our channels with the guide's: by the operator's alias of the guide's id or name, else by a score of
 * `judge` of 0.9 and more from ids, names, countries and feeds. One channel of the guide goes to one of ours; another
 * one of ours shares it when it is the same channel in another quality, or has the same id and name. All others are
 * only the closest candidates, with the doubt.
 */
export function matchChannels(
  guide: readonly GuideChannelNames[],
  ours: readonly ChannelNames[],
  aliases: readonly ChannelAlias[],
  { country, rejected = noPairs }: MatchOptions = {},
): Matching {
  const index = indexGuide(guide, country)
  const aliasesOf = Map.groupBy(aliases, ({ cid }) => cid)
  const claims: Claim[] = []
  const read = new Map<number, ReadChannel>()
  const matches: Match[] = []
  const closest = new ClosestPairs()
  for (const own of ours) {
    const said = saidByOperator(index, aliasesOf.get(own.cid) ?? [])
    const ourselves = readOwn(own)
    read.set(own.cid, ourselves)
    if (said !== undefined) matches.push({ cid: own.cid, id: said, by: 'alias', score: 1 })
    else claims.push(...claimsOf(own.cid, ourselves, { index, closest, rejected }))
  }
  const holders = new Map<string, ReadChannel[]>()
  for (const { cid, id } of matches)
    holders.set(id, [...(holders.get(id) ?? []), ...[read.get(cid)].filter((one) => one !== undefined)])
  const served = new Set(matches.map(({ cid }) => cid))
  for (const { cid, id, score, isById } of claims.toSorted((a, b) => b.score - a.score || a.cid - b.cid)) {
    const ourselves = read.get(cid)
    if (served.has(cid) || ourselves === undefined) continue
    const current = holders.get(id) ?? []
    if (current.every((holder) => maySharing(holder, ourselves))) {
      matches.push({ cid, id, by: isById ? 'id' : 'name', score })
      holders.set(id, [...current, ourselves])
      served.add(cid)
    } else closest.add({ cid, id, score: Math.min(score, maxOfTaken), doubt: 'taken' })
  }
  for (const own of ours) {
    const ourselves = read.get(own.cid)
    if (served.has(own.cid) || ourselves === undefined) continue
    addSimilar(own.cid, ourselves, { index, closest, rejected })
    addMain(own, { index, closest, rejected })
  }
  return { matches: inOrderOf(ours, matches), ...closest.besides(served, holders) }
}

/** The channels of the guide that could be one of ours, whichever other channels follow. */
export function possiblyOurs(
  guide: readonly GuideChannelNames[],
  ours: readonly ChannelNames[],
  aliases: readonly ChannelAlias[],
): ReadonlySet<string> {
  const index = indexGuide(guide, undefined)
  const matched = new Set<string>()
  for (const { alias } of aliases) {
    const id = saidByOperator(index, [{ cid: 0, alias }])
    if (id !== undefined) matched.add(id)
  }
  for (const own of ours)
    for (const place of index.candidates(readOwn(own))) {
      const id = index.channels[place]?.id
      if (id !== undefined) matched.add(id)
    }
  return matched
}

function readOwn({ tvgId, tvgName, names, countries = [], shiftMin = 0 }: ChannelNames): ReadChannel {
  const written = [...(tvgName === null || tvgName === '' ? [] : [tvgName]), ...names]
  return readChannel({ id: tvgId, names: [...new Set(written)], countries, isMoved: shiftMin !== 0 })
}

/** Whether two of ours may be fed by one channel of a guide: the same channel in another quality, or twice. */
export function shareGuide(one: ChannelNames, other: ChannelNames): boolean {
  return maySharing(readOwn(one), readOwn(other))
}

interface Claim extends MatchResult {
  readonly cid: number
  readonly id: string
  readonly isById: boolean
}

/** The certain matches of one channel of ours, best first; possible ones go among the closest. */
function claimsOf(
  cid: number,
  ourselves: ReadChannel,
  { index, closest, rejected }: Matcher,
): readonly Claim[] {
  const sure: (Claim & { readonly place: number })[] = []
  for (const place of index.candidates(ourselves)) {
    const [channel, read] = [index.channels[place], index.read[place]]
    if (channel === undefined || read === undefined || rejected.has(pairKey(cid, channel.id))) continue
    const judged = judge(ourselves, read)
    const { id } = channel
    const isById = ourselves.id !== undefined && ourselves.id.base === read.id?.base
    if (judged.score >= surelyFrom) sure.push({ cid, id, place, isById, ...judged })
    else closest.add({ cid, id, score: judged.score, doubt: judged.doubt ?? 'name' })
  }
  const [best, ...others] = sure.toSorted((a, b) => b.score - a.score || a.place - b.place)
  if (best === undefined) return []
  const rival = others.find(
    ({ id, place, score }) =>
      best.score - score < clearBy && !isSame(index, best.place, place) && id !== best.id,
  )
  if (rival === undefined || best.isById) return [best, ...others]
  for (const { id, score } of [best, rival])
    closest.add({ cid, id, score: Math.min(score, maxByLikeness), doubt: 'several' })
  return []
}

/** Feeds of one channel, by their ids. */
function isSame({ read }: GuideIndex, one: number, other: number): boolean {
  const base = read[one]?.id?.base
  return base !== undefined && base === read[other]?.id?.base
}

/** Whether two of our channels may share a channel of the guide. */
function maySharing(holder: ReadChannel, other: ReadChannel): boolean {
  const [first, second] = [holder.names[0], other.names[0]]
  if (first === undefined || second === undefined) return false
  const isOneName = holder.names.some(({ key }) => other.names.some((name) => name.key === key))
  const isOneId = holder.id !== undefined && holder.id.base === other.id?.base
  if (!isOneName) return false
  if (isOneId) return true
  const areElsewhere =
    holder.countries.size > 0 &&
    other.countries.size > 0 &&
    ![...holder.countries].some((country) => other.countries.has(country))
  return !areElsewhere && qualityOf(holder) !== qualityOf(other)
}

function qualityOf({ names }: ReadChannel) {
  return names.find(({ quality }) => quality !== '')?.quality ?? ''
}

function inOrderOf(ours: readonly ChannelNames[], matches: readonly Match[]): readonly Match[] {
  const of = new Map(matches.map((match) => [match.cid, match]))
  return ours.flatMap(({ cid }) => of.get(cid) ?? [])
}

class ClosestPairs {
  readonly #pairs: Closest[] = []

  add(pair: Closest): void {
    if (pair.score >= worthShowing) this.#pairs.push(pair)
  }

  /** The best candidate for each channel without a match, on both sides. */
  besides(
    served: ReadonlySet<number>,
    current: ReadonlyMap<string, unknown>,
  ): Pick<Matching, 'closestToOurs' | 'closestToTheirs'> {
    const closestToOurs = new Map<number, Closest>()
    const closestToTheirs = new Map<string, Closest>()
    for (const pair of this.#pairs) {
      const { cid, id, score } = pair
      if (served.has(cid)) continue
      if (score > (closestToOurs.get(cid)?.score ?? 0)) closestToOurs.set(cid, pair)
      if (!current.has(id) && score > (closestToTheirs.get(id)?.score ?? 0)) closestToTheirs.set(id, pair)
    }
    return { closestToOurs, closestToTheirs }
  }
}

class GuideIndex {
  readonly channels: readonly GuideChannelNames[]
  readonly read: readonly ReadChannel[]
  readonly byId = new Map<string, number>()
  readonly byPlainName = new Map<string, number>()
  /** Indexes of channels by an id without its feed, and by normalized names. */
  readonly #places = new Map<string, number[]>()
  readonly names: { readonly place: number; readonly name: ReadName; readonly pairs: number }[] = []
  /** The `names` that contain a pair of letters. */
  readonly withPair = new Map<string, number[]>()

  constructor(channels: readonly GuideChannelNames[], country: string | undefined) {
    this.channels = channels
    const ofMax = commonLanguages(channels)
    this.read = channels.map(({ id, names, languages = [] }) =>
      readChannel({
        id,
        names,
        languages: languages.length === 0 ? ofMax : languages,
        ...(country === undefined ? {} : { listCountry: country }),
      }),
    )
    for (const [place, { id, names }] of channels.entries()) {
      // When several channels share a name, the first in the guide gets it.
      if (!this.byId.has(foldAlias(id))) this.byId.set(foldAlias(id), place)
      for (const name of names)
        if (!this.byPlainName.has(foldAlias(name))) this.byPlainName.set(foldAlias(name), place)
      const read = this.read[place]
      if (read !== undefined) this.#addRead(place, read)
    }
  }

  /** The channels of the guide that may match: by id, or by the same normalized name. */
  candidates(channel: ReadChannel): ReadonlySet<number> {
    return new Set(keysOf(channel).flatMap((key) => this.#places.get(key) ?? []))
  }

  #addRead(place: number, read: ReadChannel): void {
    for (const key of new Set(keysOf(read))) push(this.#places, key, place, maxOfAName)
    // An id is short and invented: it equals the channel's name or is not similar at all; used only without a name.
    const names = read.names.length > 0 ? read.names : read.idName === undefined ? [] : [read.idName]
    for (const name of names) {
      const pairs = pairsOf(name)
      for (const pair of pairs) push(this.withPair, pair, this.names.length)
      this.names.push({ place, name, pairs: pairs.length })
    }
  }
}

/** The languages of a guide with mostly non-Latin names; the default where a name shows nothing. */
function commonLanguages(channels: readonly GuideChannelNames[]): readonly string[] {
  const languages = channels
    .map(({ names }) => names.map(languagesOfLetters).find((one) => one !== undefined))
    .filter((one) => one !== undefined)
  if (languages.length < minForAGuide || languages.length * 2 < channels.length) return []
  const counts = Map.groupBy(languages, (one) => one)
  const [max] = [...counts.values()].toSorted((a, b) => b.length - a.length)
  return max?.[0] ?? []
}

function indexGuide(guide: readonly GuideChannelNames[], country: string | undefined) {
  return new GuideIndex(guide, country)
}

function push(map: Map<string, number[]>, key: string, value: number, max = Number.POSITIVE_INFINITY): void {
  const values = map.get(key)
  if (values === undefined) map.set(key, [value])
  else if (values.length < max) values.push(value)
}

function keysOf({ id, names, idName }: ReadChannel): readonly string[] {
  const read = idName === undefined ? names : [...names, idName]
  return [
    ...(id === undefined ? [] : [`id ${id.base}`]),
    ...read.flatMap(({ key, joined }) => (key === '' ? [] : [`key ${key}`, `joined ${joined}`])),
  ]
}

function saidByOperator(index: GuideIndex, aliases: readonly ChannelAlias[]): string | undefined {
  for (const { alias } of aliases) {
    const place = index.byId.get(foldAlias(alias)) ?? index.byPlainName.get(foldAlias(alias))
    const id = place === undefined ? undefined : index.channels[place]?.id
    if (id !== undefined) return id
  }
  return undefined
}

/** Adds the channel of the guide that has the name without the place in brackets: a regional feed has its own guide. */
function addMain(own: ChannelNames, { index, closest, rejected }: Matcher): void {
  const names = own.names.map((name) => name.replace(/\s*\([^)]*\)\s*$/u, ''))
  if (names.every((name, at) => name === own.names[at] || name === '')) return
  const main = readOwn({ ...own, tvgId: null, tvgName: null, names: names.filter((name) => name !== '') })
  for (const place of index.candidates(main)) {
    const [channel, read] = [index.channels[place], index.read[place]]
    if (channel === undefined || read === undefined || rejected.has(pairKey(own.cid, channel.id))) continue
    const score = Math.min(judge(main, read).score, maxOfMain)
    closest.add({ cid: own.cid, id: channel.id, score, doubt: 'feed' })
  }
}

/** Adds the two channels of the guide with the most similar names. */
function addSimilar(cid: number, ourselves: ReadChannel, { index, closest, rejected }: Matcher): void {
  const { names, idName } = ourselves
  const best = new Map<number, number>()
  for (const name of idName === undefined ? names : [...names, idName]) {
    const pairs = pairsOf(name)
    const shared = new Map<number, number>()
    for (const pair of pairs)
      for (const at of index.withPair.get(pair) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1)
    for (const [at, count] of shared) {
      const other = index.names[at]
      if (other === undefined || other.name.numbers !== name.numbers) continue
      if (other.name.lateHours !== name.lateHours || other.name.area !== name.area) continue
      // Sørensen–Dice coefficient.
      const score = (maxByLikeness * 2 * count) / (pairs.length + other.pairs)
      if (score > (best.get(other.place) ?? 0)) best.set(other.place, score)
    }
  }
  for (const place of index.candidates(ourselves)) best.delete(place)
  const nearest = [...best].toSorted((a, b) => b[1] - a[1]).slice(0, 2)
  for (const [place, score] of nearest) {
    const id = index.channels[place]?.id
    if (id !== undefined && !rejected.has(pairKey(cid, id)))
      closest.add({ cid, id, score: Math.round(score * 100) / 100, doubt: 'name' })
  }
}
