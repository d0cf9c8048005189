/**
 * The focused element of each history entry: going back restores the focus (SHELL-04), so that a remote control and
 * a keyboard continue where they were, and a rail keeps its scroll position. Pages are rendered again, so the element
 * is identified by its text.
 */
import type { Location } from './location.ts'

interface Stop {
  readonly path: string
  readonly selector: 'a' | 'button'
  readonly says: string
  /** The heading of its region: the same film may be in several rails. */
  readonly region: string
}

const maxPlaces = 200
/** Elements that appear later than this are not focused: by then the viewer has done something else. */
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

export function saveFocus({ key, pathname }: Location): void {
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

/** Whether an entry has a focused element to restore. */
export function awaitsFocus({ key }: Location): boolean {
  return stops.has(key)
}

/**
 * Restores the focus as soon as the element is rendered, unless the viewer acts first; returns the function that stops
 * it.
 */
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
