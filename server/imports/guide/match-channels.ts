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
import type { XmltvChannel } from '#server/imports/xmltv/guide-sink.ts'

/** What a channel of ours can be known by. */
export interface ChannelNames {
  readonly cid: number
  readonly tvgId: string | null
  readonly tvgName: string | null
  readonly names: readonly string[]
  /** What its list says of its country; codes in small letters. */
  readonly countries?: readonly string[]
  /** Its guide is moved by so much. */
  readonly shiftMin?: number
}

/** A channel of the guide, with the languages its programmes are in where they say so. */
export interface GuideChannelNames extends XmltvChannel {
  readonly languages?: readonly string[]
}

/** Whose word it is that two channels are one. */
export type MatchedBy = 'alias' | 'id' | 'name'

export interface Match {
  readonly cid: number
  /** The guide's id of the channel. */
  readonly id: string
  readonly by: MatchedBy
  /** 0.9 to 1. */
  readonly score: number
}

/** The nearest that there is; not near enough to be taken for the same. */
export interface Closest {
  readonly cid: number
  readonly id: string
  readonly score: number
  /** What speaks against it. */
  readonly doubt: Doubt
}

export interface Matching {
  readonly matches: readonly Match[]
  /** For channels of ours that nothing matched, by cid. */
  readonly closestToOurs: ReadonlyMap<number, Closest>
  /** For channels of the guide that nothing matched, by id. */
  readonly closestToTheirs: ReadonlyMap<string, Closest>
}

/** What is less like than this is no help to show. */
const worthShowing = 0.45
/** Names that are only alike are never taken for one by themselves. */
const maxByLikeness = 0.88
/** A channel of the guide that another one of ours has already. */
const maxOfTaken = 0.85
/** Two of the guide that come so near to each other leave the choice to the operator. */
const clearBy = 0.005
const minForAGuide = 5
/** A name that more channels of a guide have tells nothing. */
const maxOfAName = 200

/**
 * Which channel of the guide each of ours is: what the operator said (an alias of the guide's id or name), else what
 * `judge` is sure of (0.9 and more) by ids, names, countries and feeds. One of the guide goes to one of ours; another
 * one of ours shares it when it is the same channel in another sharpness, or has the same id and name. All else is only
 * the closest there is, with the doubt. `guideCountry` is that of a guide whose ids name none.
 */
export function matchChannels(
  guide: readonly GuideChannelNames[],
  ours: readonly ChannelNames[],
  aliases: readonly ChannelAlias[],
  guideCountry?: string,
): Matching {
  const index = indexGuide(guide, guideCountry)
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
    else claims.push(...claimsOf(own.cid, ourselves, index, closest))
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
    if (!served.has(own.cid) && ourselves !== undefined) addSimilar(own.cid, ourselves, index, closest)
  }
  return { matches: inOrderOf(ours, matches), ...closest.besides(served, holders) }
}

/** The channels of the guide that could be one of ours, whichever others there still are in it. */
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

interface Claim extends MatchResult {
  readonly cid: number
  readonly id: string
  readonly isById: boolean
}

/** What one of ours surely is, best first; what it may be goes among the closest. */
function claimsOf(
  cid: number,
  ourselves: ReadChannel,
  index: GuideIndex,
  closest: ClosestPairs,
): readonly Claim[] {
  const sure: (Claim & { readonly place: number })[] = []
  for (const place of index.candidates(ourselves)) {
    const [channel, read] = [index.channels[place], index.read[place]]
    if (channel === undefined || read === undefined) continue
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

/** May two of ours have the same channel of the guide? */
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

  /** The best for each that has none, on both sides. */
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
  /** Which of `names` have a pair of letters. */
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
      // The first in the guide has a name when several do.
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
    // An id is short and made up: it is the channel's name, or like nothing, unless there is no other.
    const names = read.names.length > 0 ? read.names : read.idName === undefined ? [] : [read.idName]
    for (const name of names) {
      const pairs = pairsOf(name)
      for (const pair of pairs) push(this.withPair, pair, this.names.length)
      this.names.push({ place, name, pairs: pairs.length })
    }
  }
}

/** A guide of which most names are in other letters than Latin speaks their languages where a name says nothing. */
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

/** Adds the two channels of the guide whose names are most like ours. */
function addSimilar(cid: number, ourselves: ReadChannel, index: GuideIndex, closest: ClosestPairs): void {
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
      // Sørensen and Dice.
      const score = (maxByLikeness * 2 * count) / (pairs.length + other.pairs)
      if (score > (best.get(other.place) ?? 0)) best.set(other.place, score)
    }
  }
  for (const place of index.candidates(ourselves)) best.delete(place)
  const nearest = [...best].toSorted((a, b) => b[1] - a[1]).slice(0, 2)
  for (const [place, score] of nearest) {
    const id = index.channels[place]?.id
    if (id !== undefined) closest.add({ cid, id, score: Math.round(score * 100) / 100, doubt: 'name' })
  }
}
