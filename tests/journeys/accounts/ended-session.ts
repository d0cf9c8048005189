/** Helpers for a journey that ends a session from elsewhere. */
import type { Visitor } from '#tests/kit/browser/visitor.ts'

/** The pending requests of a visitor's pages, from now on; long polls are excluded. */
export function openRequests({ page }: Visitor): ReadonlySet<unknown> {
  const context = page.context()
  const open = new Set<unknown>()
  context.on('request', (request) => request.url().includes('/wait') || open.add(request))
  context.on('requestfinished', (request) => open.delete(request))
  context.on('requestfailed', (request) => open.delete(request))
  return open
}

/** Runs in the page: stores a value, and records whether it is still there when this heading appears. */
export function keepWhatIsStoredAt(heading: string): void {
  localStorage.setItem('anything', 'else')
  const watcher = new MutationObserver(() => {
    if (![...document.querySelectorAll('h1, h2')].some(({ textContent }) => textContent === heading)) return
    watcher.disconnect()
    Object.assign(globalThis, { anythingThen: localStorage.getItem('anything') })
  })
  watcher.observe(document.body, { subtree: true, childList: true, characterData: true })
}
