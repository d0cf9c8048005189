import type { ChannelAlias } from '#server/television/television.ts'
import { foldAlias } from '#server/television/television.ts'
import { nameInId, pairsOf, readName, type ReadName } from './channel-name.ts'
import type { XmltvChannel } from './guide-sink.ts'

/** What a channel of ours can be known by. */
export interface ChannelNames {
  readonly cid: number
  readonly tvgId: string | null
  readonly tvgName: string | null
  readonly names: readonly string[]
}

/** Whose word it is that two channels are one. */
export type MatchedBy = 'alias' | 'id' | 'name' | 'likeness'

export interface Match {
  readonly cid: number
  /** The guide's id of the channel. */
  readonly id: string
  readonly by: MatchedBy
  /** 0 to 1. */
  readonly score: number
}

/** The nearest that there is; not near enough to be taken for the same. */
export interface Closest {
  readonly cid: number
  readonly id: string
  readonly score: number
}

export interface Matching {
  readonly matches: readonly Match[]
  /** For channels of ours that nothing matched, by cid. */
  readonly closestToOurs: ReadonlyMap<number, Closest>
  /** For channels of the guide that nothing matched, by id. */
  readonly closestToTheirs: ReadonlyMap<string, Closest>
}

/** Names at least so like each other are taken for one channel's. */
const alikeFrom = 0.85
/** Unless another channel of the guide comes as near as that. */
const clearBy = 0.04
/** What is less like than this is no help to show. */
const worthShowing = 0.45

const sameId = 1
const sameIdWithoutFeed = 0.99
const samePlainName = 0.98
const sameReadName = 0.95

/**
 * Which channel of the guide each of ours is: what the operator said (an alias of the guide's id or name), else its id
 * is our `tvg-id` (with its feed or without), else a name of it is our `tvg-name` or name, as written or as read, else
 * the one whose name is most like ours. A late feed (+4) and the channel itself, and names with different numbers,
 * never match by name.
 */
export function matchChannels(
  guide: readonly XmltvChannel[],
  ours: readonly ChannelNames[],
  aliases: readonly ChannelAlias[],
): Matching {
  const index = indexGuide(guide)
  const aliasesOf = Map.groupBy(aliases, ({ cid }) => cid)
  const matches: Match[] = []
  const closestToOurs = new Map<number, Closest>()
  const closestToTheirs = new Map<string, Closest>()
  for (const own of ours) {
    const known = knownAs(
      index,
      own,
      (aliasesOf.get(own.cid) ?? []).map(({ alias }) => alias),
    )
    if (known !== undefined) {
      matches.push({ cid: own.cid, ...known })
      continue
    }
    const near = mostAlike(index, own)
    const [best, second] = near
    if (best === undefined) continue
    if (best.score >= alikeFrom && best.score - (second?.score ?? 0) >= clearBy) {
      matches.push({ cid: own.cid, id: best.id, by: 'likeness', score: best.score })
      continue
    }
    if (best.score >= worthShowing) closestToOurs.set(own.cid, { cid: own.cid, ...best })
    for (const { id, score } of near)
      if (score >= worthShowing && score > (closestToTheirs.get(id)?.score ?? 0))
        closestToTheirs.set(id, { cid: own.cid, id, score })
  }
  return { matches, closestToOurs, closestToTheirs }
}

interface GuideIndex {
  readonly byId: ReadonlyMap<string, string>
  readonly byPlainName: ReadonlyMap<string, string>
  readonly byReadName: ReadonlyMap<string, string>
  readonly read: readonly { readonly id: string; readonly name: ReadName; readonly pairs: number }[]
  /** Which of `read` have a pair of letters. */
  readonly withPair: ReadonlyMap<string, readonly number[]>
}

function indexGuide(guide: readonly XmltvChannel[]): GuideIndex {
  const byId = new Map<string, string>()
  const byPlainName = new Map<string, string>()
  const byReadName = new Map<string, string>()
  const read: { id: string; name: ReadName; pairs: number }[] = []
  const withPair = new Map<string, number[]>()
  // The first in the guide has a name when several do.
  const add = (map: Map<string, string>, key: string, id: string) => {
    if (key !== '' && !map.has(key)) map.set(key, id)
  }
  for (const { id, names } of guide) {
    add(byId, foldAlias(id), id)
    for (const written of new Set([...names, nameInId(id)])) {
      const name = readName(written)
      if (names.includes(written)) add(byPlainName, foldAlias(written), id)
      if (name.key !== '') add(byReadName, readKey(name), id)
      // An id is short and made up: it is the channel's name, or like nothing, unless there is no other.
      if (names.length > 0 && !names.includes(written)) continue
      const pairs = pairsOf(name)
      for (const pair of pairs) {
        const places = withPair.get(pair) ?? []
        if (places.length === 0) withPair.set(pair, places)
        places.push(read.length)
      }
      read.push({ id, name, pairs: pairs.length })
    }
  }
  return { byId, byPlainName, byReadName, read, withPair }
}

const readKey = ({ key, lateHours }: ReadName) => `${key} +${lateHours}`

function knownAs(
  index: GuideIndex,
  { tvgId, tvgName, names }: ChannelNames,
  aliases: readonly string[],
): Omit<Match, 'cid'> | undefined {
  for (const alias of aliases.map(foldAlias)) {
    const id = index.byId.get(alias) ?? index.byPlainName.get(alias)
    if (id !== undefined) return { id, by: 'alias', score: 1 }
  }
  if (tvgId !== null && tvgId !== '') {
    const whole = index.byId.get(foldAlias(tvgId))
    if (whole !== undefined) return { id: whole, by: 'id', score: sameId }
    const id = index.byId.get(foldAlias(tvgId.replace(/@[\w-]+$/, '')))
    if (id !== undefined) return { id, by: 'id', score: sameIdWithoutFeed }
  }
  const written = [...(tvgName === null ? [] : [tvgName]), ...names]
  for (const name of written) {
    const id = index.byPlainName.get(foldAlias(name))
    if (id !== undefined) return { id, by: 'name', score: samePlainName }
  }
  for (const name of written.map(readName)) {
    const id = name.key === '' ? undefined : index.byReadName.get(readKey(name))
    if (id !== undefined) return { id, by: 'name', score: sameReadName }
  }
  return undefined
}

/** The channels of the guide whose names are most like ours, at most two, each once, best first. */
function mostAlike(
  index: GuideIndex,
  { tvgId, tvgName, names }: ChannelNames,
): readonly { readonly id: string; readonly score: number }[] {
  const best = new Map<string, number>()
  const written = new Set([tvgName ?? '', ...names, tvgId === null ? '' : nameInId(tvgId)])
  for (const name of [...written].map(readName)) {
    const pairs = pairsOf(name)
    const shared = new Map<number, number>()
    for (const pair of pairs)
      for (const place of index.withPair.get(pair) ?? []) shared.set(place, (shared.get(place) ?? 0) + 1)
    for (const [place, count] of shared) {
      const other = index.read[place]
      if (
        other === undefined ||
        other.name.lateHours !== name.lateHours ||
        other.name.numbers !== name.numbers
      )
        continue
      // Sørensen and Dice, a little below what is known for certain.
      const score = (sameReadName * 2 * count) / (pairs.length + other.pairs)
      if (score > (best.get(other.id) ?? 0)) best.set(other.id, score)
    }
  }
  return [...best]
    .map(([id, score]) => ({ id, score: Math.round(score * 100) / 100 }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 2)
}
