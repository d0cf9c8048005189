/**
 * The scroll position of each history entry when it was left (SHELL-04). Stored per tab, so that it survives a
 * reload.
 */
import { scrollKeyOf, type Location } from './location.ts'

const storageKey = 'scroll-places'
const maxPlaces = 200
let places: Map<string, number> | null = null

function savedPositions(): Map<string, number> {
  if (places !== null) return places
  try {
    places = new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, number][])
  } catch {
    places = new Map()
  }
  return places
}

export function saveScroll(location: Location): void {
  const key = scrollKeyOf(location)
  savedPositions().delete(key)
  savedPositions().set(key, window.scrollY)
  const [oldest] = savedPositions().keys()
  if (savedPositions().size > maxPlaces && oldest !== undefined) savedPositions().delete(oldest)
}

export function savedScroll(location: Location): number | undefined {
  return savedPositions().get(scrollKeyOf(location))
}

/** Regions of a page load in any order: wait until the page is long enough again, or the viewer acts. */
const waitMs = 5000
const doings = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

/** Scrolls to where the page was left, once it is as long as it was; returns the function that stops it. */
export function restoreScroll(top: number): () => void {
  const scroll = () => {
    window.scrollTo(0, top)
    return Math.abs(window.scrollY - top) < 2
  }
  if (scroll() || typeof ResizeObserver === 'undefined') return () => {}
  const observer = new ResizeObserver(() => {
    if (scroll()) end()
  })
  const timer = setTimeout(() => end(), waitMs)
  const end = () => {
    observer.disconnect()
    clearTimeout(timer)
    for (const doing of doings) window.removeEventListener(doing, end, true)
  }
  observer.observe(document.body)
  for (const doing of doings) window.addEventListener(doing, end, true)
  return end
}

/** Called when the page is left for good. */
export function storeScroll(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...savedPositions()]))
  } catch {
    // Without storage a reloaded page starts at its top.
  }
}
