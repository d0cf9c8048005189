/**
 * Finding a channel by name (TV-06): a substring without regard to case, also when it was typed in the other keyboard
 * layout ("ntkt" for "теле") or in the other script ("Sevimli" and "Севимли").
 */
const LATIN_KEYS = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const CYRILLIC_KEYS = 'ёйцукенгшщзхъфывапролджэячсмитьбю'

const pairs = [...LATIN_KEYS].map((key, index) => [key, CYRILLIC_KEYS[index] ?? key] as const)
const toCyrillicKeys = new Map(pairs)
const toLatinKeys = new Map(pairs.map(([latin, cyrillic]) => [cyrillic, latin]))

const replaced = (text: string, map: ReadonlyMap<string, string>) =>
  Array.from(text, (letter) => map.get(letter) ?? letter).join('')

/** Russian and Uzbek Cyrillic in the Latin letters a viewer is likely to type. */
const letters = new Map(
  Object.entries({
    а: 'a',
    б: 'b',
    в: 'v',
    г: 'g',
    д: 'd',
    е: 'e',
    ё: 'yo',
    ж: 'j',
    з: 'z',
    и: 'i',
    й: 'y',
    к: 'k',
    л: 'l',
    м: 'm',
    н: 'n',
    о: 'o',
    п: 'p',
    р: 'r',
    с: 's',
    т: 't',
    у: 'u',
    ф: 'f',
    х: 'h',
    ц: 'ts',
    ч: 'ch',
    ш: 'sh',
    щ: 'sh',
    ъ: '',
    ы: 'i',
    ь: '',
    э: 'e',
    ю: 'yu',
    я: 'ya',
    ў: 'o',
    қ: 'q',
    ғ: 'g',
    ҳ: 'h',
  }),
)

/** Apostrophes of oʻ and gʻ in all the ways they are typed. */
const APOSTROPHES = /['`ʻʼ‘’]/g

/** One spelling for what sounds alike: Cyrillic to Latin, then the habits of Latin (zh = j, kh = x = h). */
export function folded(text: string): string {
  return replaced(text.toLowerCase(), letters)
    .replace(APOSTROPHES, '')
    .replace(/zh/g, 'j')
    .replace(/kh|x/g, 'h')
    .replace(/w/g, 'v')
}

/** Whether a channel of this name is meant by this query. An empty query means every channel. */
export function matchesName(name: string, query: string): boolean {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return true
  const lower = name.toLowerCase()
  const typed = [wanted, replaced(wanted, toCyrillicKeys), replaced(wanted, toLatinKeys)]
  if (typed.some((text) => lower.includes(text))) return true
  const sound = folded(name)
  return typed.map(folded).some((text) => text !== '' && sound.includes(text))
}

/** The channels that are meant, in their order. */
export const foundChannels = <C extends { readonly name: string }>(
  list: readonly C[],
  query: string,
): readonly C[] => (query.trim() === '' ? list : list.filter((channel) => matchesName(channel.name, query)))
