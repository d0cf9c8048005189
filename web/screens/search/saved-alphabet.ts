/** The letters last chosen on this television, for viewers who type names in another alphabet than the site's. */
const storageKey = 'ekran.searchLetters'

export type Alphabet = 'ru' | 'uz'

/** Null until the letters have been changed. */
export function savedAlphabet(): Alphabet | null {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === 'ru' || stored === 'uz' ? stored : null
  } catch {
    return null
  }
}

export function saveAlphabet(alphabet: Alphabet): void {
  try {
    localStorage.setItem(storageKey, alphabet)
  } catch {
    // Without storage the letters are those of the language again.
  }
}
