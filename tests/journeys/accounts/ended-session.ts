/** What a journey needs to know when it ends a session from elsewhere. */
import type { Visitor } from '#tests/kit/browser/visitor.ts'

/** What a visitor's pages ask and are not answered yet, from now on; who waits for news is answered when there is some. */
export function openRequests({ page }: Visitor): ReadonlySet<unknown> {
  const context = page.context()
  const open = new Set<unknown>()
  context.on('request', (request) => request.url().includes('/wait') || open.add(request))
  context.on('requestfinished', (request) => open.delete(request))
  context.on('requestfailed', (request) => open.delete(request))
  return open
}

/** Runs in the page: stores something, and notes whether it is still there at the moment this heading comes. */
export function keepWhatIsStoredAt(heading: string): void {
  localStorage.setItem('anything', 'else')
  const watcher = new MutationObserver(() => {
    if (![...document.querySelectorAll('h1, h2')].some(({ textContent }) => textContent === heading)) return
    watcher.disconnect()
    Object.assign(globalThis, { anythingThen: localStorage.getItem('anything') })
  })
  watcher.observe(document.body, { subtree: true, childList: true, characterData: true })
}
