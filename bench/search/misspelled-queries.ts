/** Twenty ways in which people misspell a name. The tables are separate from those the search folds by. */
import type { TitleRecord } from '#server/catalogue/catalogue.ts'
import type { Dice } from '#bench/kit/seeded-random.ts'

const englishKeys = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"
const russianKeys = 'йцукенгшщзхъфывапролджэячсмитьбюё'

function letterByLetter(from: readonly string[], to: readonly string[]) {
  const table = new Map(from.map((letter, at) => [letter, to[at] ?? letter]))
  return (text: string) => Array.from(text.toLowerCase(), (letter) => table.get(letter) ?? letter).join('')
}

const onEnglishKeys = letterByLetter([...russianKeys], [...englishKeys])
const onRussianKeys = letterByLetter([...englishKeys], [...russianKeys])

const russian = [...'абвгдеёжзийклмнопрстуфхцчшщъыьэюя']
const passport = 'a b v g d e yo zh z i y k l m n o p r s t u f kh ts ch sh shch  y  e yu ya'.split(' ')
const chat = 'a b v g d e yo j z i i k l m n o p r s t u f h c ch sh sch  y  e iu ia'.split(' ')
const inPassportLetters = letterByLetter(russian, passport)
const inChatLetters = letterByLetter(russian, chat)

const uzbekPairs: Readonly<Record<string, string>> = {
  sh: 'ш',
  ch: 'ч',
  yo: 'ё',
  yu: 'ю',
  ya: 'я',
  "o'": 'у',
  "g'": 'г',
}
const uzbekLetters = letterByLetter([...'abdefghijklmnopqrstuvxyz'], [...'абдефгхижклмнопкрстувхйз'])

/** Uzbek on a Russian keyboard, which has no ў, ғ, қ and ҳ. */
function inCyrillic(text: string) {
  return uzbekLetters(
    text
      .toLowerCase()
      .replace(/[ʻʼ]/g, "'")
      .replace(/sh|ch|yo|yu|ya|o'|g'/g, (pair) => uzbekPairs[pair] ?? pair)
      .replaceAll("'", ''),
  )
}

/**
 * One typo in one longer word: a letter left out, inserted, changed, or two swapped. Undefined when no word is long
 * enough.
 */
function slip(text: string, dice: Dice): string | undefined {
  const words = text.split(' ')
  const long = words.flatMap((word, at) => (word.length >= 5 ? [at] : []))
  if (long.length === 0) return undefined
  const chosen = dice.pick(long)
  const word = words[chosen] ?? ''
  const at = 1 + dice.below(word.length - 2)
  const letter = dice.pick([...(/[а-яё]/i.test(word) ? 'абвгдеиклмнопрсту' : 'abdeghiklmnoprstu')])
  const [before, after] = [word.slice(0, at), word.slice(at + 1)]
  const spoiled = [
    before + after,
    before + letter + after,
    before + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
    before + letter + word.slice(at),
  ]
  words[chosen] = dice.pick(spoiled)
  return words.join(' ')
}

/** One word of the name as a real person wrote it. Undefined when no such typo is recorded. */
function mistyped(
  name: string,
  typos: ReadonlyMap<string, readonly string[]>,
  dice: Dice,
): string | undefined {
  const words = name.toLowerCase().split(' ')
  const existing = words.flatMap((word, at) => (typos.has(word) ? [at] : []))
  if (existing.length === 0) return undefined
  const at = dice.pick(existing)
  words[at] = dice.pick(typos.get(words[at] ?? '') ?? [])
  return words.join(' ')
}

function beginning(text: string) {
  return text.length < 6 ? undefined : text.slice(0, Math.max(4, Math.ceil(text.length * 0.6))).trim()
}

export interface Kind {
  readonly name: string
  /** The intended name. */
  readonly of: 'ru' | 'uz' | 'original' | 'person'
  /** Undefined when this name cannot be misspelled in this way. */
  spoil(name: string, dice: Dice): string | undefined
}

function then(text: string | undefined, next: (text: string) => string) {
  return text === undefined ? undefined : next(text)
}

/** `typos`: recorded typos of words; a name without any gets a synthetic typo. */
export function kindsWith(typos: ReadonlyMap<string, readonly string[]>): readonly Kind[] {
  return [
    { name: 'as written, ru', of: 'ru', spoil: (name) => name.toLowerCase() },
    { name: 'as written, uz', of: 'uz', spoil: (name) => name.toLowerCase() },
    { name: 'as written, en', of: 'original', spoil: (name) => name.toLowerCase() },
    { name: 'beginning, ru', of: 'ru', spoil: beginning },
    { name: 'beginning, en', of: 'original', spoil: beginning },
    { name: 'slip, ru', of: 'ru', spoil: (name, dice) => mistyped(name, typos, dice) ?? slip(name, dice) },
    { name: 'slip, uz', of: 'uz', spoil: slip },
    { name: 'slip, en', of: 'original', spoil: slip },
    { name: 'ru on English keys', of: 'ru', spoil: onEnglishKeys },
    { name: 'en on Russian keys', of: 'original', spoil: onRussianKeys },
    { name: 'uz on Russian keys', of: 'uz', spoil: (name) => onRussianKeys(name.replace(/[ʻʼ]/g, "'")) },
    { name: 'ru in passport letters', of: 'ru', spoil: inPassportLetters },
    { name: 'ru in chat letters', of: 'ru', spoil: inChatLetters },
    { name: 'uz in Cyrillic', of: 'uz', spoil: inCyrillic },
    {
      name: 'uz, other apostrophes',
      of: 'uz',
      spoil: (name, dice) =>
        /[ʻʼ]/.test(name) ? name.replace(/[ʻʼ]/g, () => dice.pick(["'", '', '`', '’'])) : undefined,
    },
    {
      name: 'words in another order',
      of: 'ru',
      spoil: (name) => (name.includes(' ') ? name.split(' ').reverse().join(' ') : undefined),
    },
    {
      name: 'chat letters and a slip',
      of: 'ru',
      spoil: (name, dice) => then(slip(name, dice), inChatLetters),
    },
    {
      name: 'English keys and a slip',
      of: 'ru',
      spoil: (name, dice) => then(slip(name, dice), onEnglishKeys),
    },
    { name: 'beginning on English keys', of: 'ru', spoil: (name) => then(beginning(name), onEnglishKeys) },
    { name: 'somebody in it', of: 'person', spoil: (name) => name },
  ]
}

/** The names that `of` in a title may refer to. */
export function namesIn(
  title: TitleRecord,
  of: Kind['of'],
  personName: (personId: number) => string,
): readonly string[] {
  return of === 'person' ? title.credits.map(({ personId }) => personName(personId)) : [title.name[of]]
}
