/** The recent searches of this viewer on this device (SEARCH-04). Cleared when the viewer changes. */
import { useSyncExternalStore } from 'react'
import { onLogout } from '#web/session/on-logout.ts'
import { savedSearches } from './stored-searches.ts'
import { createChanges } from '#web/state/create-store.ts'

const maxSearches = 8
const longest = 200
const none: readonly string[] = []

/** The newest first, each once, ignoring case. */
export function withRecent(existing: readonly string[], query: string): readonly string[] {
  const requested = query.trim().replace(/\s+/g, ' ').slice(0, longest)
  if (requested.length < 2) return existing
  const others = existing.filter((one) => one.toLowerCase() !== requested.toLowerCase())
  return [requested, ...others].slice(0, maxSearches)
}

/** Reads the stored value; invalid entries are dropped. */
export function recentOf(stored: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]')
    if (!Array.isArray(value)) return none
    return value.filter((one) => typeof one === 'string' && one !== '').slice(0, maxSearches) as string[]
  } catch {
    return none
  }
}

let recent: readonly string[] | undefined
const changes = createChanges()

function read(): readonly string[] {
  recent ??= recentOf(savedSearches.read())
  return recent
}

function write(next: readonly string[]): void {
  recent = next
  savedSearches.write(next.length === 0 ? null : JSON.stringify(next))
  changes.emit()
}

export const recentSearches = {
  add: (query: string): void => write(withRecent(read(), query)),
  clear: (): void => write(none),
}
onLogout(recentSearches.clear)

export function useRecentSearches(): readonly string[] {
  return useSyncExternalStore(changes.subscribe, read, () => none)
}
