/** How well a title of the catalogue fits what the guide says of a work. Pure. */
import type { TitleRecord } from '#server/catalogue/catalogue.ts'
import { isSameShow } from '#server/reminders/reminders.ts'
import type { MatchReason } from '#contract/console/broadcast-titles.ts'
import { keyOfName, type ProgrammeReading } from './read-programme.ts'

/** A film or a series as the guide has it: all its broadcasts of one name, kind and year. */
export interface Work extends Pick<ProgrammeReading, 'isKindCertain' | 'key' | 'keys' | 'kind' | 'year'> {
  /** The usual length of its slots, minutes. */
  readonly slotMin: number
}

/** How well one fits. */
export interface Match {
  readonly vid: number
  /** 0 to 100. */
  readonly score: number
  readonly reasons: readonly MatchReason[]
}

/** What a title is compared by; prepared once per snapshot of the catalogue. */
export interface ComparedTitle {
  readonly title: Pick<TitleRecord, 'durationMin' | 'isSeries' | 'popularity' | 'vid' | 'year'>
  /** Its folded names: Russian, Uzbek, original; each once. */
  readonly keys: readonly string[]
}

/** Worse ones are not reported. */
export const minScore = 40

const points: Readonly<Record<MatchReason, number>> = {
  title: 60,
  title_near: 48,
  title_part: 38,
  original: 15,
  year: 25,
  year_near: 15,
  year_differs: -45,
  kind: 8,
  kind_differs: -35,
  duration: 12,
  duration_differs: -25,
  short_name: -12,
  ambiguous: -20,
}

/** A slot has advertisements; a channel may cut the credits. */
const [minOfSlot, maxOfSlot] = [0.85, 1.7]
/** Lengths of episodes are rarely stated. */
const minSensibleMin = 20
/** Names of one word this short are those of many works. */
const shortName = 8

export function compareTitle(title: TitleRecord): ComparedTitle {
  const { name, vid, year, durationMin, isSeries, popularity } = title
  const keys = [name.ru, name.uz, name.original].map(keyOfName).filter((key) => key !== '')
  return { title: { vid, year, durationMin, isSeries, popularity }, keys: [...new Set(keys)] }
}

/** Undefined when no name fits, or nothing else does. */
export function matchOf(work: Work, compared: ComparedTitle): Match | undefined {
  const name = nameReasons(work.keys, compared.keys)
  if (name.length === 0) return undefined
  const reasons = [...name, ...yearReasons(work, compared), ...kindReasons(work, compared)]
  reasons.push(...durationReasons(work, compared))
  const isOneWord = work.keys.every((key) => !key.includes(' ') && key.length <= shortName)
  if (isOneWord && !reasons.includes('year')) reasons.push('short_name')
  const score = scoreOf(reasons)
  return score < minScore ? undefined : { vid: compared.title.vid, score, reasons }
}

/** The best of the titles whose names fit; a second one that fits nearly as well makes it doubtful. */
export function bestMatch(work: Work, candidates: Iterable<ComparedTitle>): Match | undefined {
  const matches: { readonly match: Match; readonly popularity: number }[] = []
  for (const compared of candidates) {
    const match = matchOf(work, compared)
    if (match !== undefined) matches.push({ match, popularity: compared.title.popularity })
  }
  matches.sort(
    (a, b) => b.match.score - a.match.score || b.popularity - a.popularity || a.match.vid - b.match.vid,
  )
  const [best, second] = matches
  if (best === undefined || second === undefined) return best?.match
  if (best.match.score - second.match.score >= clearLead) return best.match
  const reasons: readonly MatchReason[] = [...best.match.reasons, 'ambiguous']
  const score = scoreOf(reasons)
  return score < minScore ? undefined : { ...best.match, reasons, score }
}

const clearLead = 8

function scoreOf(reasons: readonly MatchReason[]): number {
  const sum = reasons.reduce((total, reason) => total + points[reason], 0)
  return Math.min(100, Math.max(0, sum))
}

function nameReasons(own: readonly string[], titles: readonly string[]): readonly MatchReason[] {
  const equal = own.filter((key) => titles.includes(key))
  if (equal.length > 1) return ['title', 'original']
  if (equal.length === 1) return ['title']
  if (own.some((key) => titles.some((title) => isSameShow(key, title)))) return ['title_near']
  return own.some((key) => titles.some((title) => isPartOf(key, title))) ? ['title_part'] : []
}

/** One name begins with the other, as "Форсаж 8" and "Форсаж 8: Судьба" do; a number after it names a sequel. */
export function isPartOf(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (!long.startsWith(`${short} `) || short.split(' ').length < minWordsOfPart) return false
  return !/^\d/.test(long.slice(short.length + 1))
}

export const minWordsOfPart = 2

function yearReasons(work: Work, { title }: ComparedTitle): readonly MatchReason[] {
  if (work.year === 0 || title.year === 0) return []
  const apart = Math.abs(work.year - title.year)
  if (apart === 0) return ['year']
  if (apart === 1) return ['year_near']
  // A series is broadcast, and described, with the year of any of its seasons.
  return title.isSeries && work.year > title.year ? [] : ['year_differs']
}

function kindReasons(work: Work, { title }: ComparedTitle): readonly MatchReason[] {
  if (work.kind === undefined) return []
  if ((work.kind === 'series') === title.isSeries) return ['kind']
  return work.isKindCertain ? ['kind_differs'] : []
}

function durationReasons(work: Work, { title }: ComparedTitle): readonly MatchReason[] {
  if (title.isSeries || work.kind === 'series' || title.durationMin < minSensibleMin) return []
  const ratio = work.slotMin / title.durationMin
  return ratio >= minOfSlot && ratio <= maxOfSlot ? ['duration'] : ['duration_differs']
}
