/** The banners this device has closed, by their ids; the newest 50 are known. */
import { useSyncExternalStore } from 'react'

const key = 'ekran.closedBanners'
const maxClosed = 50
const none: readonly number[] = []
const listeners = new Set<() => void>()
let known: readonly number[] | null = null

function read(): readonly number[] {
  if (known !== null) return known
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    known = Array.isArray(kept) ? kept.filter((id) => Number.isInteger(id)) : none
  } catch {
    known = none
  }
  return known
}

export function closeBanner(id: number): void {
  known = [id, ...read().filter((one) => one !== id)].slice(0, maxClosed)
  try {
    localStorage.setItem(key, JSON.stringify(known))
  } catch {
    // Without a storage it is closed until the page is read anew.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useClosedBanners(): readonly number[] {
  return useSyncExternalStore(subscribe, read, () => none)
}
