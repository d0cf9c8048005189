/**
 * Converts text typed on the wrong keyboard layout. The keys of the English layout with the letters of the Russian
 * (JCUKEN) and the Uzbek Cyrillic layout; the Uzbek one differs in four keys (xkb: uz).
 */
const latinKeys = '`qwertyuiop[]asdfghjkl;\'zxcvbnm,.~{}:"<>'
const russianKeys = 'ёйцукенгшщзхъфывапролджэячсмитьбюёхъжэбю'
const uzbekOnly: Readonly<Record<string, string>> = { o: 'ў', s: 'қ', '-': 'ғ', '=': 'ҳ' }

const toRussian = new Map(Array.from(latinKeys, (key, at) => [key, russianKeys[at] ?? key]))
const toUzbek = new Map([...toRussian, ...Object.entries(uzbekOnly)])
// Several keys give one letter; the one without Shift comes first and is used.
const toLatin = new Map(
  [...toRussian, ...toUzbek].toReversed().map(([latin, cyrillic]) => [cyrillic, latin] as const),
)

function typedOn(keys: ReadonlyMap<string, string>, text: string): string {
  return Array.from(text, (letter) => keys.get(letter) ?? letter).join('')
}

/**
 * `text` in lower case as read on the other layouts, without duplicates and without `text` itself. A text with both
 * scripts was not typed on one wrong layout, so it has no other reading.
 */
export function otherLayouts(text: string): readonly string[] {
  const lower = text.toLowerCase()
  const hasLatin = /[a-z]/.test(lower)
  const hasCyrillic = /[а-яёўқғҳ]/.test(lower)
  if (hasLatin === hasCyrillic) return []
  const readings = hasLatin ? [typedOn(toRussian, lower), typedOn(toUzbek, lower)] : [typedOn(toLatin, lower)]
  return [...new Set(readings)].filter((reading) => reading !== lower)
}
