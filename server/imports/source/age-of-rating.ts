/** Converts the age ratings of guides, descriptions and lists to our `12+`. Pure. */
import { ageMarks } from './age-marks.ts'

/** Marks that say the film is unrated or exempt from rating. */
const unjudged = /^(?:NR|UR|N\/A|E\/A|UNRATED|NOT RATED|NONE|EXEMPT|TBC|TBA|-)$/
const oldest = 21
const maxCharacters = 200

/**
 * `16+` for `RARS 16+`, `FSK-16`, `Rated R for violence`, `TV-MA-LV`, `US:PG-13 / DE:12`, `age 8+`; '' for a text
 * without an age.
 */
export function ageOfRating(text: string): string {
  const pieces = text
    .slice(0, maxCharacters)
    .toUpperCase()
    .split(/\s*[/|;]\s*(?=[A-ZА-Я]{2,20}\s*:)/)
  const ages = pieces.map(ageOfOne)
  // A Russian or own rating comes first, because it uses our scale.
  const own = pieces.findIndex(
    (piece, at) => ages[at] !== '' && /^\s*(?:RU|RUS|RUSSIA|РОССИЯ|UZ|RARS)\b/.test(piece),
  )
  return ages[own] ?? ages.find((age) => age !== '') ?? ''
}

function ageOfOne(piece: string): string {
  const bare = piece
    .replace(/^\s*[A-ZА-ЯЁ ]{2,20}:\s*/, '')
    .replace(/^RATED\s+/, '')
    // The Australian marks, with a space or without.
    .replace(/^(R|X|MA|AV)\s+(?=\d)/, '$1')
    // The way tables write whole numbers.
    .replace(/^(\d{1,2})\.0+$/, '$1')
    .trim()
  if (unjudged.test(bare)) return ''
  const [word = ''] = bare.split(/[\s,(]+/, 1)
  // `TV-MA-LV`: content descriptors after the age.
  const mark = ageMarks[bare] ?? ageMarks[word] ?? ageMarks[word.replace(/-[DLSVF]{1,5}$/, '')]
  if (mark !== undefined) return mark
  // `TV-14` was one of the marks: a remaining number is an age, of whatever system.
  const [, age] = /(?:^|[^\d.,])(\d{1,2})(?![\d.,]\d|\d)/.exec(bare) ?? []
  return age === undefined || Number(age) > oldest ? '' : `${Number(age)}+`
}
