/** Which logo file belongs to which channel, with the reason and what speaks against it; pure. */
import {
  type Doubt,
  judge,
  readChannel,
  surelyFrom,
  type ReadChannel,
} from '#server/imports/guide/channel-likeness.ts'
import { pairsOf } from '#server/imports/guide/channel-name.ts'
import { comparableName } from '#server/imports/drafts/draft-rules.ts'
import { foldAlias } from '#server/television/television.ts'
import { type LogoName, readLogoName, tailsOf } from './logo-names.ts'
import type { LogoMark, LogoMatchedBy } from './tables.ts'

/** A channel as files may name it. */
export interface LogoChannel {
  readonly cid: number
  readonly number: number
  readonly names: readonly string[]
  readonly aliases: readonly string[]
  readonly tvgId: string | null
  readonly countries: readonly string[]
  /** Where its list says that the logo is: an address, or a path beside the list. */
  readonly listLogo: string | null
}

export interface LogoFile {
  readonly fileNo: number
  /** Its label: folders with `/`. */
  readonly file: string
}

/** `number`: the file begins with the number of another channel, or its number could be a name. */
export type LogoDoubt = Doubt | 'number'

export interface LogoMatch {
  readonly fileNo: number
  readonly cid: number
  readonly by: Exclude<LogoMatchedBy, 'staff'>
  /** 0 to 1. */
  readonly score: number
  readonly doubt: LogoDoubt | ''
  readonly marks: readonly LogoMark[]
}

type Pair = Omit<LogoMatch, 'marks'>

/** Less similar names are not proposed. */
const worthShowing = 0.55
/** Names that are only similar are never taken without a look. */
const maxByLikeness = 0.84
/** Two channels of different countries are told apart by a file only when one fits it better by so much. */
const clearBy = 0.06
/** So many channels share a picture of their list at most; more share a name such as `logo.png`. */
const maxOfAPicture = 20
const maxOfAFile = 8
/** Of several kinds of agreement the first one decides between equal scores. */
const order = ['playlist', 'id', 'alias', 'number', 'name'] as const

/**
 * Matches files with channels: by the logo that a list names, by guide id, alias, number, or name in either alphabet. A
 * file may serve several channels, such as one in two qualities; a channel gets one file, and others that fit it are
 * marked as doubles.
 */
export function matchLogos(
  files: readonly LogoFile[],
  channels: readonly LogoChannel[],
): readonly LogoMatch[] {
  const index = new ChannelIndex(channels)
  const pairs = files.flatMap(({ fileNo, file }) => pairsOfFile(fileNo, file, index))
  const best = new Map<number, Pair>()
  for (const pair of pairs) {
    const now = best.get(pair.cid)
    if (now === undefined || pair.score > now.score) best.set(pair.cid, pair)
  }
  return [...Map.groupBy(pairs, ({ fileNo }) => fileNo).values()].flatMap((ofFile) => {
    const won = ofFile.filter((pair) => best.get(pair.cid) === pair)
    const taken = won.length > 0 ? won : ofFile.slice(0, 1)
    return taken.map((pair) => ({ ...pair, marks: marksOf(pair, won.length === 0) }))
  })
}

function marksOf({ score }: Pair, isDouble: boolean): readonly LogoMark[] {
  return [...(score < surelyFrom ? (['unsure'] as const) : []), ...(isDouble ? (['double'] as const) : [])]
}

/** The channels that a file may be for, the surest first: all sure ones, or the likeliest. */
function pairsOfFile(fileNo: number, file: string, index: ChannelIndex): readonly Pair[] {
  const name = readLogoName(file)
  const pairs = new Map<number, Pair>()
  const add = (pair: Omit<Pair, 'fileNo'>) => {
    const now = pairs.get(pair.cid)
    if (now === undefined || pair.score > now.score) pairs.set(pair.cid, { fileNo, ...pair })
  }
  for (const pair of [
    ...byPlaylist(file, index),
    ...bySaid(name, index),
    ...byNumber(name, index),
    ...byName(name, index),
  ])
    add(pair)
  if (pairs.size === 0) for (const pair of byLikeness(name, index)) add(pair)
  const sorted = [...pairs.values()].toSorted(
    (a, b) => b.score - a.score || order.indexOf(a.by) - order.indexOf(b.by) || a.cid - b.cid,
  )
  const sure = sorted.filter(({ score }) => score >= surelyFrom)
  return (sure.length > 0 ? clear(sure, index) : sorted.slice(0, 1)).slice(0, maxOfAFile)
}

/** Of several sure channels, those of different countries, or named by different rules, are doubtful. */
function clear(sure: readonly Pair[], index: ChannelIndex): readonly Pair[] {
  const [first] = sure
  if (first === undefined) return []
  const conflicting = sure.some((pair) => pair !== first && isConflict(first, pair, index))
  if (!conflicting) return sure
  return sure.map((pair) => ({
    ...pair,
    score: Math.min(pair.score, maxByLikeness),
    doubt: sure.some(({ by }) => by === 'number') ? ('number' as const) : ('several' as const),
  }))
}

function isConflict(one: Pair, other: Pair, index: ChannelIndex): boolean {
  const [first, second] = [index.channel(one.cid), index.channel(other.cid)]
  if (first === undefined || second === undefined) return false
  if (one.by === 'playlist' && other.by === 'playlist') return false
  if ([one.by, other.by].includes('number') && one.by !== other.by) return true
  const areElsewhere =
    first.countries.length > 0 &&
    second.countries.length > 0 &&
    !first.countries.some((country) => second.countries.includes(country))
  return areElsewhere && one.score - other.score < clearBy
}

function byPlaylist(file: string, index: ChannelIndex): readonly Omit<Pair, 'fileNo'>[] {
  for (const tail of tailsOf(file).toReversed()) {
    const cids = index.withTail(tail)
    if (cids.length === 0) continue
    const isGeneric = cids.length > maxOfAPicture || (!tail.includes('/') && index.picturesOf(cids) > 1)
    if (isGeneric && cids.length > maxOfAFile) return []
    const certainty = isGeneric ? { score: 0.8, doubt: 'several' as const } : { score: 1, doubt: '' as const }
    return cids.map((cid) => ({ cid, by: 'playlist' as const, ...certainty }))
  }
  return []
}

/** By an alias or a guide id, as it is written. */
function bySaid({ base, names }: LogoName, index: ChannelIndex): readonly Omit<Pair, 'fileNo'>[] {
  return [
    ...index.withId(base).map((cid) => ({ cid, by: 'id' as const, score: 1, doubt: '' as const })),
    ...[base, ...names].flatMap((name) =>
      index.withAlias(name).map((cid) => ({ cid, by: 'alias' as const, score: 0.99, doubt: '' as const })),
    ),
  ]
}

function byNumber({ number, numbered }: LogoName, index: ChannelIndex): readonly Omit<Pair, 'fileNo'>[] {
  if (number !== undefined) {
    const cid = index.withNumber(number)
    return cid === undefined ? [] : [{ cid, by: 'number', score: 0.95, doubt: '' }]
  }
  if (numbered === undefined) return []
  const rest = { base: numbered.name, names: [numbered.name], number: undefined, numbered: undefined }
  const named = byName(rest, index)
  const cid = index.withNumber(numbered.number)
  if (named.some((pair) => pair.cid === cid)) return [{ cid: cid ?? 0, by: 'number', score: 1, doubt: '' }]
  // The number of another service: the name decides, if there is one.
  if (named.length > 0) return named.map((pair) => ({ ...pair, score: Math.min(pair.score, 0.92) }))
  return cid === undefined ? [] : [{ cid, by: 'number', score: 0.6, doubt: 'number' }]
}

/** A folded name of fewer letters is shared by many channels. */
const minFolded = 5

function byName({ base, names }: LogoName, index: ChannelIndex): readonly Omit<Pair, 'fileNo'>[] {
  const theirs = readChannel({ id: null, names })
  const keys = theirs.names.flatMap(({ key, joined }) =>
    key === '' ? [] : [`key ${key}`, `joined ${joined}`],
  )
  const folded = [...new Set(names.map(comparableName))].filter((one) => one !== '')
  const cids = new Set(
    [...keys, ...folded.map((one) => `folded ${one}`)].flatMap((key) => index.withKey(key)),
  )
  return [...cids].flatMap((cid): readonly Omit<Pair, 'fileNo'>[] => {
    const ours = index.read(cid)
    if (ours === undefined) return []
    // A file seldom says its country: that it is silent about it is no doubt.
    const there = theirs.countries.size > 0 ? theirs : { ...theirs, countries: ours.countries }
    const { score, doubt = '' } = judge(ours, there)
    const isFolded = folded.some(
      (one) => one.length >= minFolded && index.withKey(`folded ${one}`).includes(cid),
    )
    if (isFolded && score < surelyFrom && doubt !== 'feed')
      return [{ cid, by: 'name', score: 0.91, doubt: '' }]
    if (score < worthShowing || base === '') return []
    return [{ cid, by: 'name', score, doubt: score >= surelyFrom ? '' : doubt || 'name' }]
  })
}

/** Channels with the most similar names; never sure. */
function byLikeness({ names }: LogoName, index: ChannelIndex): readonly Omit<Pair, 'fileNo'>[] {
  let best: Omit<Pair, 'fileNo'> | undefined
  for (const name of readChannel({ id: null, names }).names) {
    for (const { cid, likeness } of index.similar(name)) {
      const score = Math.round(maxByLikeness * likeness * 100) / 100
      if (score >= worthShowing && score > (best?.score ?? 0))
        best = { cid, by: 'name', score, doubt: 'name' }
    }
  }
  return best === undefined ? [] : [best]
}

type ReadOne = ReadChannel['names'][number]

class ChannelIndex {
  readonly #channels: ReadonlyMap<number, LogoChannel>
  readonly #read = new Map<number, ReadChannel>()
  readonly #keys = new Map<string, number[]>()
  readonly #tails = new Map<string, number[]>()
  readonly #names: { readonly cid: number; readonly name: ReadOne; readonly pairs: number }[] = []
  readonly #withPair = new Map<string, number[]>()

  constructor(channels: readonly LogoChannel[]) {
    this.#channels = new Map(channels.map((channel) => [channel.cid, channel]))
    for (const channel of channels) this.#add(channel)
  }

  #add({ cid, number, names, aliases, tvgId, countries, listLogo }: LogoChannel): void {
    const read = readChannel({ id: tvgId, names, countries })
    this.#read.set(cid, read)
    const keys = new Set([
      `number ${number}`,
      ...(tvgId === null || tvgId === '' ? [] : [`id ${foldAlias(tvgId)}`, `id ${read.id?.base ?? ''}`]),
      ...aliases.map((alias) => `alias ${foldAlias(alias)}`),
      ...names.map((name) => `folded ${comparableName(name)}`),
      ...read.names.flatMap(({ key, joined }) => (key === '' ? [] : [`key ${key}`, `joined ${joined}`])),
      ...(read.idName === undefined || read.idName.key === '' ? [] : [`key ${read.idName.key}`]),
    ])
    for (const key of keys) push(this.#keys, key, cid)
    for (const tail of new Set(listLogo === null ? [] : tailsOf(listLogo))) push(this.#tails, tail, cid)
    for (const name of read.names) {
      const pairs = pairsOf(name)
      for (const pair of pairs) push(this.#withPair, pair, this.#names.length)
      this.#names.push({ cid, name, pairs: pairs.length })
    }
  }

  channel = (cid: number) => this.#channels.get(cid)
  read = (cid: number) => this.#read.get(cid)
  withKey = (key: string): readonly number[] => this.#keys.get(key) ?? []
  withTail = (tail: string): readonly number[] => this.#tails.get(tail) ?? []
  withId = (id: string) => this.withKey(`id ${foldAlias(id)}`)
  withAlias = (name: string) => this.withKey(`alias ${foldAlias(name)}`)
  withNumber = (number: number) => this.withKey(`number ${number}`)[0]

  /** How many different logos the lists name for these channels. */
  picturesOf(cids: readonly number[]): number {
    return new Set(cids.map((cid) => this.#channels.get(cid)?.listLogo)).size
  }

  /** Sørensen–Dice coefficients of the names that share a pair of letters. */
  similar(name: ReadOne): readonly { readonly cid: number; readonly likeness: number }[] {
    const pairs = pairsOf(name)
    const common = new Map<number, number>()
    for (const pair of pairs)
      for (const at of this.#withPair.get(pair) ?? []) common.set(at, (common.get(at) ?? 0) + 1)
    return [...common].flatMap(([at, count]) => {
      const other = this.#names[at]
      if (other === undefined || other.name.numbers !== name.numbers) return []
      return [{ cid: other.cid, likeness: (2 * count) / (pairs.length + other.pairs) }]
    })
  }
}

function push(map: Map<string, number[]>, key: string, value: number): void {
  const values = map.get(key)
  if (values === undefined) map.set(key, [value])
  else values.push(value)
}
