/** Where each place was scrolled to when it was left (SHELL-04). Kept per tab, so that it outlives a reload. */
import { scrollKeyOf, type Location } from './place.ts'

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

export function keepScroll(location: Location): void {
  const key = scrollKeyOf(location)
  savedPositions().delete(key)
  savedPositions().set(key, window.scrollY)
  const [oldest] = savedPositions().keys()
  if (savedPositions().size > maxPlaces && oldest !== undefined) savedPositions().delete(oldest)
}

export function savedScroll(location: Location): number | undefined {
  return savedPositions().get(scrollKeyOf(location))
}

/** Regions of a page come in any order: until it is long enough again, or the viewer does something. */
const waitMs = 5000
const doings = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

/** Scrolls to where a place was left, once it is as long as it was; returns the way to stop. */
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

/** For the moment the page is left for good. */
export function storeScroll(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...savedPositions()]))
  } catch {
    // A private window that keeps nothing begins a reloaded page at its top.
  }
}
