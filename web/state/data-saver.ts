/**
 * Whether this device saves data: the viewer's choice, stored on the device, the kind of network where the browser tells
 * it, and the browser's own data saver.
 */
import { createChanges, useStore, type ReadableStore } from './create-store.ts'

/** When to save: never, on a mobile network, or on any network. */
export type SavingMode = 'never' | 'mobile' | 'always'

/** What a browser tells about its network; Safari and Firefox tell nothing. */
interface Network extends EventTarget {
  readonly type?: string
  /** How fast it is, as `2g` or `4g`. */
  readonly effectiveType?: string
  readonly saveData?: boolean
}

const key = 'ekran.saving'
const changes = createChanges()
/** Where a browser forbids its storage, the choice is kept for this visit. */
let chosen: SavingMode | null | undefined

function network(): Partial<Network> {
  return (navigator as { readonly connection?: Network }).connection ?? {}
}

/** Whether the browser tells a mobile network from the others. */
export function tellsMobileNetwork(): boolean {
  return typeof network().type === 'string'
}

/** Pure. Without a choice the browser's own data saver counts, and a network of 2G; only `never` overrides the first. */
export function isSaving(
  mode: SavingMode | null,
  { type, effectiveType, saveData }: Pick<Network, 'type' | 'effectiveType' | 'saveData'>,
) {
  if (mode === 'never') return false
  if (mode === null && effectiveType?.endsWith('2g') === true) return true
  return mode === 'always' || saveData === true || (mode === 'mobile' && type === 'cellular')
}

/** The viewer's choice on this device, or null before one was made. */
export const savingMode: ReadableStore<SavingMode | null> = {
  get: () => (chosen === undefined ? (chosen = readStored()) : chosen),
  subscribe(listener) {
    const other = (event: StorageEvent) => {
      if (event.key !== key && event.key !== null) return
      chosen = undefined
      listener()
    }
    const off = changes.subscribe(listener)
    window.addEventListener('storage', other)
    return () => {
      off()
      window.removeEventListener('storage', other)
    }
  },
}

/** Stores the choice on this device; it applies at once. */
export function setSavingMode(mode: SavingMode): void {
  chosen = mode
  try {
    localStorage.setItem(key, mode)
  } catch {
    // Private mode or a full storage.
  }
  changes.emit()
}

/** Whether data is to be saved now; changes with the choice and with the network. */
export const dataSaver: ReadableStore<boolean> = {
  get: () => isSaving(savingMode.get(), network()),
  subscribe(listener) {
    const { connection } = navigator as { readonly connection?: Network }
    const off = savingMode.subscribe(listener)
    connection?.addEventListener?.('change', listener)
    return () => {
      off()
      connection?.removeEventListener?.('change', listener)
    }
  },
}

/** True while data is to be saved; false in what the server renders. */
export function useDataSaver(): boolean {
  return useStore(dataSaver, () => false)
}

function readStored(): SavingMode | null {
  try {
    const stored = localStorage.getItem(key)
    return stored === 'never' || stored === 'mobile' || stored === 'always' ? stored : null
  } catch {
    return null
  }
}
