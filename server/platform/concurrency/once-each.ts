/** The same text in both languages, one object however often it occurs. */
interface Bilingual {
  readonly ru: string
  readonly uz: string
}

/**
 * Keeps each value once while many records are read: a database gives every row its own copy of a text, and of a few
 * hundred thousand rows most texts are the same. It lives as long as the reading.
 */
export class OnceEach {
  readonly #texts = new Map<string, string>()
  readonly #words = new Map<string, Bilingual>()
  readonly #lists = new Map<string, readonly string[]>()

  text(text: string): string {
    const kept = this.#texts.get(text)
    if (kept !== undefined) return kept
    this.#texts.set(text, text)
    return text
  }

  words(ru: string, uz: string): Bilingual {
    const key = `${ru}\n${uz}`
    const kept = this.#words.get(key)
    if (kept !== undefined) return kept
    const words = { ru, uz }
    this.#words.set(key, words)
    return words
  }

  list(texts: readonly string[]): readonly string[] {
    const key = texts.join('\n')
    const kept = this.#lists.get(key)
    if (kept !== undefined) return kept
    this.#lists.set(key, texts)
    return texts
  }
}
