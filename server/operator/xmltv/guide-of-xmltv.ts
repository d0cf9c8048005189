import type { RawProgramme } from '#server/television/television.ts'
import type { XmltvProgramme, XmltvText } from './guide-sink.ts'
import { readXmltvTime } from './xmltv-time.ts'
import type { Zone } from './zone.ts'

/** A programme for our guide, or why it is none. `zone` is that of times that name none; `shiftMin` moves it. */
export function programmeOf(
  programme: XmltvProgramme,
  options: { readonly zone: Zone; readonly shiftMin: number },
): RawProgramme | { readonly why: string } {
  const beginMs = readXmltvTime(programme.start, options.zone)
  if (beginMs === undefined) return { why: `its start "${programme.start.slice(0, 40)}" is no time` }
  const endMs = programme.stop === undefined ? undefined : readXmltvTime(programme.stop, options.zone)
  const title = inBoth(programme.titles)
  if (title.ru === '' && title.uz === '') return { why: 'it has no title' }
  const subtitle = inBoth(programme.subtitles)
  const shiftMs = options.shiftMin * 60_000
  return {
    beginMs: beginMs + shiftMs,
    ...(endMs === undefined ? {} : { endMs: endMs + shiftMs }),
    title: { ru: joined(title.ru, subtitle.ru), uz: title.uz === '' ? '' : joined(title.uz, subtitle.uz) },
    description: inBoth(programme.descriptions),
    genreCode: genreOf(programme.categories),
    ageRating: ageOf(programme.rating),
    assetId: null,
  }
}

const joined = (title: string, subtitle: string) =>
  subtitle === '' || title === '' ? title : `${title}. ${subtitle}`

/** Russian and Uzbek as marked; a text in no or another language stands for Russian where there is none. */
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
    const found = genreWords.find(([, words]) => words.test(category))
    if (found !== undefined) return found[0]
  }
  return null
}

/** `12+` for `12`, `12+`, `TV-14`; nothing for what says no age. */
function ageOf(rating: string | undefined): string {
  const [, age] = /(?:^|\D)(\d{1,2})\s*\+?\s*$/.exec(rating ?? '') ?? []
  return age === undefined || Number(age) > 21 ? '' : `${Number(age)}+`
}
