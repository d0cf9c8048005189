/**
 * Real names and words, from files that are not part of the project. EKRAN_BENCH_TITLES names a folder of film lists:
 * `.csv` (the first Cyrillic cell of a row is its Russian name) and `.json` (lists of objects with a `title`).
 * EKRAN_BENCH_WORDS names a folder with hunspell dictionaries, `ru_RU.dic` and `uz_UZ.dic` (Cyrillic), and
 * `ru-typos.csv` (the right word; its typo; how often).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Dice } from '#bench/kit/seeded-random.ts'

export interface RealWords {
  readonly names: { readonly ru: readonly string[]; readonly original: readonly string[] }
  /** In no order; empty where there is no dictionary. */
  readonly words: { readonly ru: readonly string[]; readonly uz: readonly string[] }
  /** The recorded typos of a word. */
  readonly typos: ReadonlyMap<string, readonly string[]>
}

/** As many words as a catalogue has: with a whole dictionary every typo would be another word. */
const wordsTaken = 20_000
const longestName = 80

/** Undefined without a folder of film lists. */
export function readRealWords(dice: Dice): RealWords | undefined {
  const { EKRAN_BENCH_TITLES: titles, EKRAN_BENCH_WORDS: words } = process.env
  if (titles === undefined) return undefined
  const files = (ending: string) =>
    readdirSync(titles)
      .filter((file) => file.endsWith(ending))
      .toSorted()
      .map((file) => readText(join(titles, file)))
  return {
    names: {
      ru: shuffled(unique(files('.csv').flatMap(russianNames)), dice),
      original: shuffled(unique(files('.json').flatMap(listedNames)), dice),
    },
    words: {
      ru: shuffled(dictionary(words, 'ru_RU.dic'), dice).slice(0, wordsTaken),
      uz: shuffled(dictionary(words, 'uz_UZ.dic').map(inUzbekLatin), dice).slice(0, wordsTaken),
    },
    typos: readTypos(words),
  }
}

function readText(path: string): string {
  const bytes = readFileSync(path)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}

function unique(list: readonly string[]) {
  return [...new Map(list.map((name) => [name.toLowerCase(), name])).values()]
}

function shuffled(list: readonly string[], dice: Dice): readonly string[] {
  return list
    .map((text) => ({ text, luck: dice.next() }))
    .sort((a, b) => a.luck - b.luck)
    .map(({ text }) => text)
}

function russianNames(csv: string): readonly string[] {
  const [head = '', ...rows] = csv.replace(/^\uFEFF/, '').split(/\r?\n/)
  const separator = head.split(';').length > head.split(',').length ? ';' : ','
  return rows.flatMap((row) => {
    // Some lists quote a whole row again.
    const whole = /^"(.*)"[;,]*$/.exec(row)?.[1]?.replaceAll('""', '"') ?? row
    const name = cellsOf(whole, separator).find((cell) => /[а-яё]{2}/i.test(cell))
    return name === undefined || name.length > longestName ? [] : [name]
  })
}

/** The first cells of a row; a name is never further to the right. */
function cellsOf(row: string, separator: string): readonly string[] {
  const cell = new RegExp(`(?:^|${separator})(?:"([^"]*)"|([^${separator}"]*))`, 'g')
  return [...row.matchAll(cell)].slice(0, 2).map(([, quoted, plain]) => (quoted ?? plain ?? '').trim())
}

function listedNames(json: string): readonly string[] {
  const list: unknown = JSON.parse(json)
  if (!Array.isArray(list)) return []
  return list.flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null) return []
    const fields = new Map(Object.entries(one).map(([field, value]) => [field.toLowerCase(), value]))
    const name: unknown = fields.get('title')
    return typeof name === 'string' && name.length <= longestName ? [name.trim()] : []
  })
}

/** Whole words in small letters: no names, no abbreviations. */
function dictionary(folder: string | undefined, file: string): readonly string[] {
  const path = join(folder ?? '', file)
  if (folder === undefined || !existsSync(path)) return []
  return readText(path)
    .split(/\r?\n/)
    .map((line) => line.replace(/\/.*$/, ''))
    .filter((word) => /^[а-яёўқғҳ]{3,}$/.test(word))
}

function readTypos(folder: string | undefined): ReadonlyMap<string, readonly string[]> {
  const path = join(folder ?? '', 'ru-typos.csv')
  if (folder === undefined || !existsSync(path)) return new Map()
  const rows = readText(path)
    .split(/\r?\n/)
    .slice(1)
    .map((row) => row.split(';'))
    .filter(([right = '', mistaken = '']) => right !== '' && mistaken !== '' && right !== mistaken)
  return new Map(
    [...Map.groupBy(rows, ([right = '']) => right)].map(([right, list]) => [
      right,
      list.map(([, mistaken = '']) => mistaken),
    ]),
  )
}

const latinOf: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Array.from('абвгджзийклмнопрстуфхқҳэы', (from, at) => [from, 'abvgdjziyklmnoprstufxqhei'[at] ?? '']),
  ),
  ў: 'oʻ',
  ғ: 'gʻ',
  ш: 'sh',
  щ: 'sh',
  ч: 'ch',
  ц: 's',
  ё: 'yo',
  ю: 'yu',
  я: 'ya',
  ъ: 'ʼ',
  ь: '',
}

/** Е is ye at the start of a word and after a vowel, else e. */
function inUzbekLatin(word: string): string {
  return word
    .replace(/(^|[аеёиоуўэюяъь])е/g, '$1йе')
    .replaceAll('е', 'e')
    .replace(/[а-яёўқғҳ]/g, (letter) => latinOf[letter] ?? letter)
}
