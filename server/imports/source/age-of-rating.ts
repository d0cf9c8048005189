/** Ages of the rating systems that guides, descriptions and lists name, as our `12+`. Pure. */

/** Marks that say an age without its number, in capitals, by the systems they belong to. */
const marks: Readonly<Record<string, string>> = {
  // MPA, TV parental guidelines
  G: '0+', PG: '6+', 'PG-13': '12+', PG13: '12+', R: '16+', 'NC-17': '18+', NC17: '18+', X: '18+', XXX: '18+',
  'TV-Y': '0+', 'TV-G': '0+', 'TV-Y7': '6+', 'TV-Y7-FV': '6+', 'TV-PG': '6+', 'TV-14': '16+', 'TV-MA': '18+',
  TVY: '0+', TVG: '0+', TVY7: '6+', TVPG: '6+', TV14: '16+', TVMA: '18+',
  // Great Britain, Ireland, India
  U: '0+', UC: '0+', '12A': '12+', '15A': '16+', R18: '18+', UA: '12+', 'U/A': '12+', A: '18+',
  // Germany
  'OHNE ALTERSBESCHRÄNKUNG': '0+', 'KEINE JUGENDFREIGABE': '18+', INFOPROGRAMM: '0+',
  // Netherlands, Latin America, Brazil, Portugal and Spain, Sweden and Finland
  AL: '0+', ATP: '0+', AA: '0+', L: '0+', LIVRE: '0+', SU: '0+', TP: '0+', APTA: '0+', BTL: '0+', S: '0+', K: '0+',
  // Australia, Canada
  E: '0+', P: '0+', C: '0+', C8: '6+', M: '16+', MA: '16+', 'MA15+': '16+', 'R18+': '18+', 'X18+': '18+', 'AV15+': '16+',
  // Words
  EVERYONE: '0+', ALL: '0+', 'ALL AGES': '0+', 'GENERAL AUDIENCE': '0+', ADULT: '18+', ADULTS: '18+', AO: '18+', '0': '0+',
} // prettier-ignore

/** Whoever writes these says that nobody has judged it, or that it is exempt. */
const unjudged = /^(?:NR|UR|N\/A|E\/A|UNRATED|NOT RATED|NONE|EXEMPT|TBC|TBA|-)$/
const oldest = 21
const maxCharacters = 200

/** `16+` for `RARS 16+`, `FSK-16`, `Rated R for violence`, `TV-MA-LV`, `US:PG-13 / DE:12`, `age 8+`; '' for what says no age. */
export function ageOfRating(text: string): string {
  const pieces = text
    .slice(0, maxCharacters)
    .toUpperCase()
    .split(/\s*[/|;]\s*(?=[A-ZА-Я]{2,20}\s*:)/)
  const ages = pieces.map(ageOfOne)
  // What Russia or we ourselves say comes first, for it is counted as ours is.
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
    // As tables write whole numbers.
    .replace(/^(\d{1,2})\.0+$/, '$1')
    .trim()
  if (unjudged.test(bare)) return ''
  const [word = ''] = bare.split(/[\s,(]+/, 1)
  // `TV-MA-LV`: what is in it, after the age.
  const found = marks[bare] ?? marks[word] ?? marks[word.replace(/-[DLSVF]{1,5}$/, '')]
  if (found !== undefined) return found
  // `TV-14` was one of the marks: a number that is left is an age, of whatever system.
  const [, age] = /(?:^|[^\d.,])(\d{1,2})(?![\d.,]\d|\d)/.exec(bare) ?? []
  return age === undefined || Number(age) > oldest ? '' : `${Number(age)}+`
}
