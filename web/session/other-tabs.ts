import { session } from './session.ts'

/** The keys of the storage whose change matters here; null is a storage that was cleared. */
const heard: readonly (string | null)[] = ['token', 'access', 'lang', null]

/** A login, a logout, a renewed token or another language in one tab is seen in the others at once. */
export function followOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (heard.includes(event.key)) session.reread()
  })
  // A page that slept, or was kept for the way back, may have been told nothing.
  window.addEventListener('pageshow', () => session.reread())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') session.reread()
  })
}
