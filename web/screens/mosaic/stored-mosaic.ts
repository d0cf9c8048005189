/** The channels of the mosaic, remembered on this device. */
import { onLogout } from '#web/session/on-logout.ts'
import { createStore, useStore } from '#web/state/create-store.ts'
import { tilesOf } from './mosaic-rules.ts'

const storageKey = 'ekran.mosaic'
const nothing: readonly number[] = []

function readStored(): readonly number[] {
  try {
    return tilesOf(JSON.parse(localStorage.getItem(storageKey) ?? '[]'))
  } catch {
    return nothing
  }
}

const tiles = createStore<readonly number[] | null>(null)

/** Null in a page rendered by the server, and in the first render after it. */
export function useTiles(): readonly number[] | null {
  return useStore(tiles, () => null)
}

/** Reads what is remembered, once the page runs. */
export function loadTiles(): void {
  if (tiles.get() === null) tiles.set(readStored())
}

export function setTiles(ids: readonly number[]): void {
  const next = tilesOf(ids)
  tiles.set(next)
  try {
    localStorage.setItem(storageKey, JSON.stringify(next))
  } catch {
    // Without storage they are remembered until the page is closed.
  }
}

onLogout(() => {
  tiles.set(nothing)
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // Without storage there is nothing to remove.
  }
})
