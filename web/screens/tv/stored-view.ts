/**
 * Whether channels are shown as a list or as the grid of the guide: the address decides, else the last choice on
 * this device.
 */
import { useSyncExternalStore } from 'react'
import { isTelevision } from '#web/remote/television.ts'
import { createChanges } from '#web/state/create-store.ts'

export type TvView = 'list' | 'guide'

const storageKey = 'ekran.tvView'
const changes = createChanges()

function viewIn(text: string | null): TvView | null {
  return text === 'list' || text === 'guide' ? text : null
}

function read(): TvView {
  let stored: string | null = null
  try {
    stored = localStorage.getItem(storageKey)
  } catch {
    // Without storage the default is shown.
  }
  return viewIn(stored) ?? (isTelevision() ? 'guide' : 'list')
}

export function keepView(view: TvView): void {
  try {
    localStorage.setItem(storageKey, view)
  } catch {
    // The address still contains it.
  }
  changes.emit()
}

/** `requested`: the value in the address. A page rendered by the server starts as a list. */
export function useTvView(requested: string | null): TvView {
  const defaultValue = useSyncExternalStore(changes.subscribe, read, () => 'list' as const)
  return viewIn(requested) ?? defaultValue
}
