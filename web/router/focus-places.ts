/**
 * What each place was left by: going back finds the focus there again (SHELL-04), so that a remote and a keyboard go on
 * where they were, and a shelf stands where it was pushed to. Places are drawn anew, so it is known by what it says.
 */
import type { Location } from './place.ts'

interface Stop {
  readonly path: string
  readonly selector: 'a' | 'button'
  readonly says: string
  /** The heading of the region it stands in: the same film may stand on several shelves. */
  readonly region: string
}

const maxPlaces = 200
/** What comes later is not waited for: the viewer has gone on by then. */
const waitMs = 5000
const stops = new Map<string, Stop>()

function main() {
  return document.getElementById('main')
}

function saysOf(element: Element) {
  return element.getAttribute('href') ?? element.getAttribute('aria-label') ?? element.textContent ?? ''
}

function regionOf(element: Element) {
  return element.closest('section')?.querySelector('h1, h2, h3')?.textContent?.trim() ?? ''
}

export function keepFocus({ key, pathname }: Location): void {
  stops.delete(key)
  const element = document.activeElement?.closest('a[href], button') ?? null
  if (element === null || main()?.contains(element) !== true || element.closest('dialog') !== null) return
  const selector = element instanceof HTMLAnchorElement ? 'a' : 'button'
  stops.set(key, { path: pathname, selector, says: saysOf(element), region: regionOf(element) })
  const [oldest] = stops.keys()
  if (stops.size > maxPlaces && oldest !== undefined) stops.delete(oldest)
}

function find({ selector, says, region }: Stop): HTMLElement | undefined {
  return [...(main()?.querySelectorAll<HTMLElement>(selector) ?? [])].find(
    (element) => saysOf(element) === says && regionOf(element) === region,
  )
}

/** Whether a place was left with the focus on something that has to be there again. */
export function awaitsFocus({ key }: Location): boolean {
  return stops.has(key)
}

/** Gives the focus back as soon as what had it is drawn, unless the viewer does something first; returns the way to stop. */
export function restoreFocus({ key }: Location): () => void {
  const stop = stops.get(key)
  if (stop === undefined) return () => {}
  const tried = () => {
    const element = document.querySelector('dialog[open]') === null ? find(stop) : undefined
    if (element === undefined) return false
    element.focus({ preventScroll: true })
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'auto' })
    return true
  }
  if (tried()) return () => {}
  const observer = new MutationObserver(() => {
    if (tried()) end()
  })
  const timer = setTimeout(() => end(), waitMs)
  const doings = ['keydown', 'pointerdown', 'wheel'] as const
  const end = () => {
    observer.disconnect()
    clearTimeout(timer)
    for (const doing of doings) window.removeEventListener(doing, end, true)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  for (const doing of doings) window.addEventListener(doing, end, true)
  return end
}
