/** Where the last searches are kept. A file of its own, so that a logout forgets them though the search was never opened. */
import { onLogout } from '#web/session/on-logout.ts'

const KEPT = 'recent-searches'

export const keptSearches = {
  read(): string | null {
    try {
      return localStorage.getItem(KEPT)
    } catch {
      return null
    }
  },
  write(text: string | null): void {
    try {
      if (text === null) localStorage.removeItem(KEPT)
      else localStorage.setItem(KEPT, text)
    } catch {
      // A private window that keeps nothing remembers until the page is left.
    }
  },
}
onLogout(() => keptSearches.write(null))
