import {
  countryOfCode,
  countryOfId,
  countryOfName,
  isWideLanguage,
  languagesOf,
  languagesOfLetters,
} from '#server/imports/source/country-of.ts'
import { foldAlias } from '#server/television/television.ts'
import { nameInId, readName, type ReadName } from './channel-name.ts'

/** Why two similar channels may still be different. */
export type Doubt = 'country' | 'feed' | 'id' | 'name' | 'taken' | 'several'

/** A channel of either side, parsed for comparison. */
export interface ReadChannel {
  readonly id: ReadId | undefined
  readonly names: readonly ReadName[]
  /** The name that is part of its id. */
  readonly idName: ReadName | undefined
  readonly countries: ReadonlySet<string>
  /** By its script, or its programmes' languages; undefined when unknown. */
  readonly languages: ReadonlySet<string> | undefined
  /** Its guide is shifted by this much: a delayed feed may use the guide of the main channel. */
  readonly isMoved: boolean
}

/** The parts of an id: `TNT.us@WestHD` is `tnt.us`, area `west`. */
interface ReadId {
  readonly whole: string
  readonly base: string
  readonly area: string
  readonly lateHours: number
  /** A number, or too few letters to identify a channel: 101, c12. */
  readonly isOpaque: boolean
}

/** The similarity of two channels: 0 to 1, and the strongest doubt. */
export interface MatchResult {
  readonly score: number
  readonly doubt?: Doubt
}

/** From this score on two channels are treated as one; a lower one is only proposed. */
export const surelyFrom = 0.9

const feedQuality = /(?:[fu]?hd|sd|[48]k|hevc|\d{3,4}[pi])$/i

/** Parses an id with the feed after its @. */
function readId(id: string): ReadId {
  const [, before = '', feed = ''] = /^(.*?)(?:@([^@]*))?$/su.exec(id.trim()) ?? []
  const sharpless = feed.replace(feedQuality, '')
  const [whole = '', hours = '0'] = /plus(\d{1,2})$/i.exec(sharpless) ?? []
  const area = sharpless.slice(0, sharpless.length - whole.length).toLowerCase()
  const own = countryOfId(before)
  const isOwn = /^(?:main|national)?$/.test(area) || (own !== undefined && countryOfCode(area) === own)
  return {
    whole: foldAlias(id),
    base: foldAlias(before),
    area: isOwn ? '' : area,
    lateHours: Number(hours),
    isOpaque: (before.match(/\p{L}/gu)?.length ?? 0) < 4 && countryOfId(before) === undefined,
  }
}

/** Combines what is known about a channel's country: its id is most reliable, then its name, then its list. */
export function readChannel(channel: {
  readonly id: string | null
  readonly names: readonly string[]
  readonly countries?: readonly string[]
  readonly listCountry?: string
  readonly languages?: readonly string[]
  readonly isMoved?: boolean
}): ReadChannel {
  const names = channel.names.map(readName)
  const id = channel.id === null || channel.id === '' ? undefined : readId(channel.id)
  const ofFeed =
    id === undefined || id.area === '' ? undefined : (countryOfCode(id.area) ?? countryOfName(id.area))
  const ofId = ofFeed ?? (channel.id === null ? undefined : countryOfId(channel.id))
  const ofName = names.find(({ country }) => country !== undefined)?.country
  const stated =
    ofId !== undefined ? [ofId] : ofName !== undefined ? [ofName] : [...(channel.countries ?? [])]
  const ofList = stated.length === 0 && channel.listCountry !== undefined ? [channel.listCountry] : []
  const letters = channel.names.map(languagesOfLetters).find((languages) => languages !== undefined)
  const languages = letters ?? (channel.languages?.length === 0 ? undefined : channel.languages)
  return {
    id,
    names,
    idName:
      channel.id === null || id === undefined || id.isOpaque ? undefined : readName(nameInId(channel.id)),
    countries: new Set([...stated, ...ofList]),
    languages: languages === undefined ? undefined : new Set(languages),
    isMoved: channel.isMoved ?? false,
  }
}

/** Whether two channels can be from one country; `unsure` when only one of them says so. */
type Similarity = 'same' | 'other' | 'likely' | 'unsure' | 'unknown'

/** The country of this service: the default for a channel or a guide without one. */
const homeCountry = 'uz'

const maxOfCharacters = 4

function similarityOf(ours: ReadChannel, theirs: ReadChannel): Similarity {
  if (ours.countries.size > 0 && theirs.countries.size > 0)
    return [...ours.countries].some((country) => theirs.countries.has(country)) ? 'same' : 'other'
  const identified = ours.countries.size > 0 ? ours : theirs.countries.size > 0 ? theirs : undefined
  if (identified === undefined)
    return ours.languages === undefined ? 'unknown' : byLetters(ours.languages, theirs)
  const { languages } = identified === ours ? theirs : ours
  if (languages !== undefined) {
    const shared = [...identified.countries].flatMap(languagesOf).filter((one) => languages.has(one))
    if (shared.length === 0) return 'other'
    // A script shared by a dozen languages only shows whether Russian is meant.
    const isTelling = languages.size > maxOfCharacters ? shared.includes('ru') : !shared.every(isWideLanguage)
    if (isTelling) return 'likely'
  }
  return identified.countries.has(homeCountry) ? 'likely' : 'unsure'
}

function byLetters(languages: ReadonlySet<string>, { languages: others }: ReadChannel): Similarity {
  if (others === undefined) return 'unknown'
  const shared = [...languages].filter((one) => others.has(one))
  if (shared.length === 0) return 'other'
  return shared.length <= maxOfCharacters && !shared.every(isWideLanguage) ? 'likely' : 'unknown'
}

function lettersOf({ spelt }: ReadName) {
  return spelt.match(/\p{L}/gu)?.length ?? 0
}

/** Such short names are shared by many channels of the world: ABC, TNT, Kino. */
function isShort(name: ReadName) {
  return lettersOf(name) < 6
}

function round(score: number) {
  return Math.max(0, Math.round(score * 1000) / 1000)
}

/** How sure it is that two channels are the same: by their ids, else by the best of their names. */
export function judge(ours: ReadChannel, theirs: ReadChannel): MatchResult {
  const byId = judgeIds(ours, theirs)
  if (byId !== undefined && byId.score >= surelyFrom) return byId
  let best: MatchResult = byId ?? { score: 0 }
  for (const [own, ownCost] of namesOf(ours))
    for (const [their, theirCost] of namesOf(theirs)) {
      const judged = judgeNames(own, their, ours, theirs)
      const score = round(judged.score - ownCost - theirCost)
      if (score > best.score) best = { ...judged, score }
    }
  // A doubt from the ids of both sides is not outweighed by a name.
  if (byId !== undefined && byId.doubt === 'feed' && best.score >= surelyFrom) return byId
  return best
}

/** A name derived from an id scores a little less than a written one. */
function namesOf({ names, idName }: ReadChannel): readonly (readonly [ReadName, number])[] {
  const written = names.map((name) => [name, 0] as const)
  return idName === undefined || idName.key === '' ? written : [...written, [idName, 0.03] as const]
}

function judgeIds(ours: ReadChannel, theirs: ReadChannel): MatchResult | undefined {
  if (ours.id === undefined || theirs.id === undefined || ours.id.base !== theirs.id.base) return undefined
  const isWhole = ours.id.whole === theirs.id.whole
  if (ours.id.isOpaque && theirs.names.length > 0 && !anyWordShared(ours, theirs))
    return { score: 0.75, doubt: 'id' }
  const feed = feedDoubt(ours, theirs)
  if (feed > 0) return { score: round(0.98 - feed), ...(feed > 0.08 ? { doubt: 'feed' } : {}) }
  return { score: isWhole ? 1 : 0.99 }
}

function anyWordShared(ours: ReadChannel, theirs: ReadChannel): boolean {
  const words = new Set(ours.names.flatMap(({ key }) => key.split(' ')))
  return theirs.names.some(({ key }) => key.split(' ').some((word) => words.has(word)))
}

function areaOf({ id, names }: ReadChannel) {
  return id?.area === undefined || id.area === ''
    ? (names.find(({ area }) => area !== '')?.area ?? '')
    : id.area
}

function hoursOf({ id, names }: ReadChannel) {
  return (id?.lateHours ?? 0) || (names.find(({ lateHours }) => lateHours > 0)?.lateHours ?? 0)
}

/** The penalty for different regions and time offsets of two feeds. */
function feedDoubt(ours: ReadChannel, theirs: ReadChannel): number {
  const [own, their] = [areaOf(ours), areaOf(theirs)]
  const late = hoursOf(ours) === hoursOf(theirs) || (ours.isMoved && hoursOf(theirs) === 0) ? 0 : 0.4
  if (own === their) return late
  if (own !== '' && their !== '') return late + 0.35
  // In North America the eastern feed is the main channel where there are two.
  const american = [ours, theirs].every(({ countries }) => countries.has('us') || countries.has('ca'))
  return late + (american && (own === 'east' || their === 'east') ? 0.06 : 0.13)
}

function judgeNames(own: ReadName, their: ReadName, ours: ReadChannel, theirs: ReadChannel): MatchResult {
  const alike = spellingOf(own, their)
  if (alike === undefined) return { score: 0 }
  const similarity = similarityOf(ours, theirs)
  const feed = feedDoubt(ours, theirs)
  const short = isShort(own) && isShort(their)
  const country = similarity === 'other' ? 0.2 : similarity === 'unsure' ? (short ? 0.12 : 0.04) : 0
  const isOneWord = !own.key.includes(' ')
  const spelling = spellingCost({ alike, similarity, short, isOneWord })
  const quality = own.quality === their.quality ? 0 : 0.01
  const score = round(0.98 - country - feed - spelling - quality)
  if (score >= surelyFrom) return { score }
  const doubt = country >= Math.max(feed, spelling) ? 'country' : feed >= spelling ? 'feed' : 'name'
  return { score, doubt }
}

type Spelling = 'same' | 'weak' | 'other weak' | 'folded'

/** How two names match: letter by letter, except for a word like TV, or only phonetically. */
function spellingOf(own: ReadName, their: ReadName): Spelling | undefined {
  if (own.numbers !== their.numbers || own.key === '') return undefined
  if (own.joined === their.joined) return 'same'
  // A "channel" and a "TV" of one name are often different: Canal Universidad and TV Universidad.
  if (own.spelt === their.spelt)
    return own.calls !== their.calls && own.calls !== '' && their.calls !== '' ? 'other weak' : 'weak'
  return own.key === their.key ? 'folded' : undefined
}

interface SpellingOfTwo {
  readonly alike: Spelling
  readonly similarity: Similarity
  readonly short: boolean
  readonly isOneWord: boolean
}

function spellingCost({ alike, similarity, short, isOneWord }: SpellingOfTwo): number {
  const isRelated = similarity === 'same' || similarity === 'likely'
  // One different word, with a country that only one of them names: Cinema and the Turkish Sinema TV.
  const isOneWordAbroad = similarity === 'unsure' && isOneWord
  switch (alike) {
    case 'same':
      return 0
    case 'weak':
      return short ? (isRelated ? 0.03 : 0.05) : isOneWordAbroad ? 0.05 : 0.01
    case 'other weak':
      return 0.09
    case 'folded':
      return isRelated ? 0.04 : short ? 0.12 : isOneWordAbroad ? 0.09 : 0.04
  }
}
