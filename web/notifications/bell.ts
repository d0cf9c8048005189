/**
 * What the bell shows: one number for all tabs. One tab hears it from the server and writes it to the storage; the
 * others hear the storage. Forgotten when the viewer changes (ACC-07).
 */
import { useSyncExternalStore } from 'react'
import { onLogout } from '#web/session/on-logout.ts'
import { viewerKey } from '#web/session/session-rules.ts'
import { session } from '#web/session/session.ts'

export interface Bell {
  /** The newest notification there is. */
  readonly lastId: number
  readonly unread: number
}

const key = 'bell'
let bell: Bell | null = null
/** What was read in this tab: a list that was asked for before must not show it as new. */
let readTo = 0
const readIds = new Set<number>()
const listeners = new Set<() => void>()

function set(next: Bell | null): void {
  if (next?.lastId === bell?.lastId && next?.unread === bell?.unread) return
  bell = next
  for (const listener of listeners) listener()
}

/** What the storage holds, when it is this viewer's. */
function stored(): Bell | null {
  try {
    const parsed = JSON.parse(localStorage.getItem(key) ?? 'null') as Record<string, unknown> | null
    const { viewer, lastId, unread } = parsed ?? {}
    const isOurs = viewer === viewerKey(session.get())
    return isOurs && typeof lastId === 'number' && typeof unread === 'number' ? { lastId, unread } : null
  } catch {
    return null
  }
}

export const bellStore = {
  get: () => bell,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Takes over what another tab has heard, now and whenever it hears more. Returns the way out. */
  followStorage(): () => void {
    const look = () => {
      const existing = stored()
      if (existing !== null) set(existing)
    }
    const heard = (event: StorageEvent) => event.key === key && look()
    look()
    window.addEventListener('storage', heard)
    return () => window.removeEventListener('storage', heard)
  },
  /** The server said so. */
  tell(next: Bell): void {
    set(next)
    try {
      localStorage.setItem(key, JSON.stringify({ viewer: viewerKey(session.get()), ...next }))
    } catch {
      // Without a storage each tab asks for itself.
    }
  },
  /** One was opened here, or everything up to one; `unread` is what the server counts since. */
  read(what: { readonly id: number } | { readonly upTo: number }, unread: number): void {
    if ('id' in what) readIds.add(what.id)
    else readTo = Math.max(readTo, what.upTo)
    bellStore.tell({ lastId: bell?.lastId ?? 0, unread })
    for (const listener of listeners) listener()
  },
  isReadHere: (id: number) => id <= readTo || readIds.has(id),
}

onLogout(() => {
  readTo = 0
  readIds.clear()
  set(null)
  try {
    localStorage.removeItem(key)
  } catch {
    // There was none.
  }
})

/** What is known of the notifications; null for a guest, and until something is. */
export function useBell(): Bell | null {
  return useSyncExternalStore(bellStore.subscribe, bellStore.get, () => null)
}

/** `3`, `99+`; null for nothing new. */
export function countOf(existing: Bell | null): string | null {
  if (existing === null || existing.unread === 0) return null
  return existing.unread > 99 ? '99+' : String(existing.unread)
}
