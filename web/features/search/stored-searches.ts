/**
 * Where the recent searches are stored. A file of its own, so that a logout clears them even if the search was
 * never opened.
 */
import { onLogout } from '#web/session/on-logout.ts'

const storageKey = 'recent-searches'

export const savedSearches = {
  read(): string | null {
    try {
      return localStorage.getItem(storageKey)
    } catch {
      return null
    }
  },
  write(text: string | null): void {
    try {
      if (text === null) localStorage.removeItem(storageKey)
      else localStorage.setItem(storageKey, text)
    } catch {
      // Without storage they are kept until the page is left.
    }
  },
}
onLogout(() => savedSearches.write(null))
