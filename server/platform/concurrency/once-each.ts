/** The same text in both languages: one object however often it occurs. */
interface Bilingual {
  readonly ru: string
  readonly uz: string
}

/**
 * Deduplicates values while many records are read: a database returns a separate copy of a text for every row, and
 * most texts of a few hundred thousand rows are equal. It lives as long as the reading.
 */
export class OnceEach {
  readonly #texts = new Map<string, string>()
  readonly #words = new Map<string, Bilingual>()
  readonly #lists = new Map<string, readonly string[]>()

  text(text: string): string {
    const cached = this.#texts.get(text)
    if (cached !== undefined) return cached
    this.#texts.set(text, text)
    return text
  }

  words(ru: string, uz: string): Bilingual {
    const key = `${ru}\n${uz}`
    const cached = this.#words.get(key)
    if (cached !== undefined) return cached
    const words = { ru, uz }
    this.#words.set(key, words)
    return words
  }

  list(texts: readonly string[]): readonly string[] {
    const key = texts.join('\n')
    const cached = this.#lists.get(key)
    if (cached !== undefined) return cached
    this.#lists.set(key, texts)
    return texts
  }
}
