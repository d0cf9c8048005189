/** The ids of the banners closed on this device, the newest 50. */
import { useSyncExternalStore } from 'react'
import { createChanges } from '#web/state/create-store.ts'

const key = 'ekran.closedBanners'
const maxClosed = 50
const none: readonly number[] = []
const changes = createChanges()
let existing: readonly number[] | null = null

function read(): readonly number[] {
  if (existing !== null) return existing
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    existing = Array.isArray(parsed) ? parsed.filter((id) => Number.isInteger(id)) : none
  } catch {
    existing = none
  }
  return existing
}

export function closeBanner(id: number): void {
  existing = [id, ...read().filter((one) => one !== id)].slice(0, maxClosed)
  try {
    localStorage.setItem(key, JSON.stringify(existing))
  } catch {
    // Without storage it stays closed until a reload.
  }
  changes.emit()
}

export function useClosedBanners(): readonly number[] {
  return useSyncExternalStore(changes.subscribe, read, () => none)
}
