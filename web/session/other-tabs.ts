import { profileKey, storedProfile } from './profile.ts'
import { session } from './session.ts'

/** The storage keys whose changes matter here; null means that the storage was cleared. */
const heard: readonly (string | null)[] = ['token', 'access', 'lang', null]

/** A login, a logout, a renewed token or another language in one tab applies to all tabs at once. */
export function followOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (heard.includes(event.key)) session.reread()
    if (event.key === profileKey || event.key === null) storedProfile.reread()
  })
  // A page that was frozen or in the back/forward cache may have missed events.
  window.addEventListener('pageshow', reread)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') reread()
  })
}

function reread() {
  session.reread()
  storedProfile.reread()
}
