/**
 * What this tab knows of its view, in the storage of the tab. `index.html` puts that in the place of the site's storage,
 * so that the member's own login, positions and settings stay as they are.
 */
import { type BarLanguage, barLanguageOf } from './support-words.ts'

/** `index.html` looks for the same key. */
const key = 'support-view'

export interface StoredView {
  readonly name: string
  readonly language: BarLanguage
  /** Unix seconds; 0: it is over. */
  readonly until: number
}

export function storedView(): StoredView | null {
  const text = sessionStorage.getItem(key)
  if (text === null) return null
  try {
    const { name, language, until } = JSON.parse(text) as Partial<StoredView>
    return { name: String(name ?? ''), language: barLanguageOf(language), until: Number(until) || 0 }
  } catch {
    return { name: '', language: 'ru', until: 0 }
  }
}

export function storeView(view: StoredView): void {
  sessionStorage.setItem(key, JSON.stringify(view))
}

/** The tab is one of the site like any other, after its next load. */
export function forgetView(): void {
  sessionStorage.clear()
}
