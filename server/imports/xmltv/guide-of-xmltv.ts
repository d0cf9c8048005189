import { type GenreRules, type RawProgramme, foldCategories } from '#server/television/television.ts'
import { ageOfRating } from '#server/imports/source/age-of-rating.ts'
import { episodeOf } from './episode-of.ts'
import type { XmltvProgramme, XmltvText } from '#server/imports/source/guide-sink.ts'
import { withoutMarks } from './title-marks.ts'
import { readXmltvTime } from './xmltv-time.ts'
import type { Zone } from '#server/imports/source/zone.ts'

/**
 * A programme for our guide, or the reason why it is none. `zone` is the default of times without one; `shiftMin`
 * moves it; `genres` says what its categories mean.
 */
export function programmeOf(
  programme: XmltvProgramme,
  options: { readonly zone: Zone; readonly shiftMin: number; readonly genres?: GenreRules },
): RawProgramme | { readonly why: string } {
  const beginMs = readXmltvTime(programme.start, options.zone)
  if (beginMs === undefined) return { why: `its start "${programme.start.slice(0, 40)}" is no time` }
  const endMs = programme.stop === undefined ? undefined : readXmltvTime(programme.stop, options.zone)
  const title = eachWord(inBoth(programme.titles), withoutMarks)
  if (title.ru === '' && title.uz === '') return { why: 'it has no title' }
  const { season, episode } = episodeOf(programme.episodes ?? [])
  const subtitle = subtitleOf(programme, title)
  const categories = foldCategories(programme.categories)
  const shiftMs = options.shiftMin * 60_000
  return {
    beginMs: beginMs + shiftMs,
    ...(endMs === undefined ? {} : { endMs: endMs + shiftMs }),
    title,
    description: inBoth(programme.descriptions),
    genreCode: options.genres?.genreOf(categories) ?? null,
    ageRating: ageOf(programme.ratings ?? []),
    assetId: null,
    ...(subtitle.ru === '' && subtitle.uz === '' ? {} : { subtitle }),
    ...(season === null ? {} : { season }),
    ...(episode === null ? {} : { episode }),
    ...(programme.catchupId === undefined ? {} : { catchupId: programme.catchupId }),
    ...(categories.length === 0 ? {} : { categories }),
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

/** The first rating with an age, whatever the system. */
function ageOf(ratings: readonly string[]): string {
  return ratings.map(ageOfRating).find((age) => age !== '') ?? ''
}
