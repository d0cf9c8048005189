/** The keyboard layouts of our viewers: English and Russian on the same keys. */
const english = ['`1234567890-=', 'qwertyuiop[]\\', "asdfghjkl;'", 'zxcvbnm,./'] as const
const russian = ['ё1234567890-=', 'йцукенгшщзхъ\\', 'фывапролджэ', 'ячсмитьбю.'] as const

const pairs = english.flatMap((row, at) =>
  [...row].map((letter, column) => [letter, [...(russian[at] ?? '')][column] ?? letter] as const),
)
const toRussian = new Map(pairs)
const toEnglish = new Map(pairs.map(([latin, cyrillic]) => [cyrillic, latin]))

/** What the same keys type in the other layout: `gfhjkm` is `пароль`. Takes and returns lower case. */
export function inOtherLayout(text: string): string {
  const keys = /\p{Script=Cyrillic}/u.test(text) ? toEnglish : toRussian
  return [...text].map((letter) => keys.get(letter) ?? letter).join('')
}

const place = new Map<string, { readonly row: number; readonly column: number }>()
for (const rows of [english, russian])
  rows.forEach((row, at) => [...row].forEach((letter, column) => place.set(letter, { row: at, column })))

/**
 * True when a character follows from the one before: the same, its neighbour on the keyboard, or the next of a
 * sequence.
 */
function follows(before: string, letter: string): boolean {
  const step = (letter.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0)
  if (Math.abs(step) <= 1) return true
  const [from, to] = [place.get(before), place.get(letter)]
  if (from === undefined || to === undefined) return false
  return Math.abs(from.row - to.row) <= 1 && Math.abs(from.column - to.column) <= 1
}

/** How many characters do not follow from those before them; a repetition of the whole counts once. */
export function unforeseen(text: string): number {
  const letters = [...text]
  const period = letters.findIndex(
    (_, length) => length > 0 && letters.every((letter, at) => letter === letters[at % length]),
  )
  const once = period > 0 ? letters.slice(0, period) : letters
  return once.filter((letter, at) => at === 0 || !follows(once[at - 1] ?? '', letter)).length
}
