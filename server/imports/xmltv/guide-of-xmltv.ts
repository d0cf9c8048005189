import type { RawProgramme } from '#server/television/television.ts'
import { ageOfRating } from '#server/imports/source/age-of-rating.ts'
import { episodeOf } from './episode-of.ts'
import type { XmltvProgramme, XmltvText } from './guide-sink.ts'
import { withoutMarks } from './title-marks.ts'
import { readXmltvTime } from './xmltv-time.ts'
import type { Zone } from '#server/imports/source/zone.ts'

/**
 * A programme for our guide, or the reason why it is none. `zone` is the default of times without one; `shiftMin`
 * moves it.
 */
export function programmeOf(
  programme: XmltvProgramme,
  options: { readonly zone: Zone; readonly shiftMin: number },
): RawProgramme | { readonly why: string } {
  const beginMs = readXmltvTime(programme.start, options.zone)
  if (beginMs === undefined) return { why: `its start "${programme.start.slice(0, 40)}" is no time` }
  const endMs = programme.stop === undefined ? undefined : readXmltvTime(programme.stop, options.zone)
  const title = eachWord(inBoth(programme.titles), withoutMarks)
  if (title.ru === '' && title.uz === '') return { why: 'it has no title' }
  const { season, episode } = episodeOf(programme.episodes ?? [])
  const subtitle = subtitleOf(programme, title)
  const shiftMs = options.shiftMin * 60_000
  return {
    beginMs: beginMs + shiftMs,
    ...(endMs === undefined ? {} : { endMs: endMs + shiftMs }),
    title,
    description: inBoth(programme.descriptions),
    genreCode: genreOf(programme.categories),
    ageRating: ageOf(programme.ratings ?? []),
    assetId: null,
    ...(subtitle.ru === '' && subtitle.uz === '' ? {} : { subtitle }),
    ...(season === null ? {} : { season }),
    ...(episode === null ? {} : { episode }),
    ...(programme.catchupId === undefined ? {} : { catchupId: programme.catchupId }),
  }
}

type Words = RawProgramme['title']

function eachWord({ ru, uz }: Words, change: (text: string) => string): Words {
  return {
    ru: change(ru),
    uz: change(uz),
  }
}

/** The episode's name, unless it repeats the title or the episode number. */
function subtitleOf(programme: XmltvProgramme, title: Words): Words {
  const numbers = new Set((programme.episodes ?? []).map(({ text }) => text.toLowerCase()))
  return eachWord(inBoth(programme.subtitles), (text) => {
    const bare = withoutMarks(text)
    const isNumber = /^s\d+\s*e\d+$/i.test(bare) || numbers.has(bare.toLowerCase())
    return isNumber || [title.ru, title.uz].includes(bare) ? '' : bare
  })
}

/** Russian and Uzbek as marked; a text in another or no language fills in for a missing Russian one. */
function inBoth(texts: readonly XmltvText[]): { ru: string; uz: string } {
  const find = (language: string) => texts.find((text) => text.language === language)?.text
  const uz = find('uz') ?? ''
  const other =
    texts.find(({ language }) => language === '')?.text ??
    texts.find(({ language }) => language !== 'uz')?.text
  return { ru: find('ru') ?? other ?? '', uz }
}

const genreWords: readonly (readonly [code: number, words: RegExp])[] = [
  [3, /news|новост|политик|politic|bulletin|yangilik/i],
  [4, /sport|спорт|футбол|football|soccer|хоккей/i],
  [5, /child|kid|детск|мульт|cartoon|animat|bolalar/i],
  [6, /music|музык|concert|концерт|musiqa/i],
  [8, /docu|докум|познав|educat|science|наук|natur|природ|histor|истор|culture|культур|travel|путешеств/i],
  [2, /movie|film|фильм|кино|series|сериал|drama|драма|comedy|комеди|thriller|триллер/i],
]

/** A television genre code (1 to 8 without 7) for a guide's categories, or null. */
export function genreOf(categories: readonly string[]): number | null {
  for (const category of categories) {
    const genre = genreWords.find(([, words]) => words.test(category))
    if (genre !== undefined) return genre[0]
  }
  return null
}

/** The first rating with an age, whatever the system. */
function ageOf(ratings: readonly string[]): string {
  return ratings.map(ageOfRating).find((age) => age !== '') ?? ''
}
