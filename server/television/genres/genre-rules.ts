/** Which genre the categories of a guide mean. Pure. */
import { foldAlias } from '#server/television/channels/channel-aliases.ts'

/** What a word of the guides means. */
export interface GenreRule {
  readonly id: number
  /** As `foldCategoryWord` writes it. */
  readonly word: string
  /** It is a part of a category, not the whole of one. */
  readonly isPart: boolean
  /** 1 to 8 without 7; null: the word says nothing about the genre. */
  readonly genreCode: number | null
  /** '' for those that came with Ekran, and at the command line. */
  readonly staffName: string
}

const maxWord = 100
const maxCategories = 5

/** A category as it is stored and looked up; '' for none. */
export function foldCategoryWord(text: string): string {
  return foldAlias(text).slice(0, maxWord).trim()
}

/** The categories of a programme as they are stored: the first five that differ. */
export function foldCategories(categories: readonly string[]): readonly string[] {
  return [...new Set(categories.map(foldCategoryWord))].filter((word) => word !== '').slice(0, maxCategories)
}

/** The rules; those for parts in the order in which they are tried. */
export class GenreRules {
  readonly #whole: ReadonlyMap<string, GenreRule>
  readonly #parts: readonly GenreRule[]
  readonly #seen = new Map<string, GenreRule | undefined>()

  constructor(rules: readonly GenreRule[]) {
    this.#whole = new Map(rules.flatMap((rule) => (rule.isPart ? [] : [[rule.word, rule]])))
    this.#parts = rules.filter(({ isPart }) => isPart)
  }

  /** The rule that decides about a folded category; a whole one comes before parts. Undefined for none. */
  ruleOf(category: string): GenreRule | undefined {
    if (this.#seen.has(category)) return this.#seen.get(category)
    const rule = this.#whole.get(category) ?? this.#parts.find(({ word }) => category.includes(word))
    // A guide can have any number of categories.
    if (this.#seen.size < maxSeen) this.#seen.set(category, rule)
    return rule
  }

  /** The genre of a programme by its folded categories, the first that says one; null for none. */
  genreOf(categories: readonly string[]): number | null {
    for (const category of categories) {
      const code = this.ruleOf(category)?.genreCode ?? null
      if (code !== null) return code
    }
    return null
  }
}

const maxSeen = 10_000
