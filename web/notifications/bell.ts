/**
 * The state of the bell: one number for all tabs. One tab receives it from the server and writes it to the storage;
 * the others read the storage. Cleared when the viewer changes (ACC-07).
 */
import { useSyncExternalStore } from 'react'
import { onLogout } from '#web/session/on-logout.ts'
import { currentViewerKey } from '#web/session/session.ts'
import { createChanges } from '#web/state/create-store.ts'

export interface Bell {
  /** The newest notification. */
  readonly lastId: number
  readonly unread: number
  /** The newest command of the staff to a device of the account; 0 or undefined for none. */
  readonly lastCommand?: number | undefined
}

const key = 'bell'
let bell: Bell | null = null
/** What was read in this tab: a list requested earlier must not show it as new. */
let readTo = 0
const readIds = new Set<number>()
const changes = createChanges()

function set(next: Bell | null): void {
  if (JSON.stringify(next) === JSON.stringify(bell)) return
  bell = next
  changes.emit()
}

/** The stored state, if it belongs to this viewer. */
function stored(): Bell | null {
  try {
    const parsed = JSON.parse(localStorage.getItem(key) ?? 'null') as Record<string, unknown> | null
    const { viewer, lastId, unread, lastCommand } = parsed ?? {}
    const isOurs = viewer === currentViewerKey()
    if (!isOurs || typeof lastId !== 'number' || typeof unread !== 'number') return null
    return { lastId, unread, lastCommand: typeof lastCommand === 'number' ? lastCommand : undefined }
  } catch {
    return null
  }
}

export const bellStore = {
  get: () => bell,
  subscribe: changes.subscribe,
  /** Takes over what another tab has stored, now and at every change. Returns the function that stops it. */
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
  /** A response of the server. */
  tell(next: Bell): void {
    set(next)
    try {
      localStorage.setItem(key, JSON.stringify({ viewer: currentViewerKey(), ...next }))
    } catch {
      // Without storage each tab sends its own requests.
    }
  },
  /** One notification was opened here, or all up to one; `unread` is the server's new count. */
  read(what: { readonly id: number } | { readonly upTo: number }, unread: number): void {
    if ('id' in what) readIds.add(what.id)
    else readTo = Math.max(readTo, what.upTo)
    bellStore.tell({ lastId: 0, ...bell, unread })
    changes.emit()
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
    // There was none before.
  }
})

/** The state of the bell; null for a guest and until it is loaded. */
export function useBell(): Bell | null {
  return useSyncExternalStore(bellStore.subscribe, bellStore.get, () => null)
}

/** `3`, `99+`; null for no unread notifications. */
export function countOf(existing: Bell | null): string | null {
  if (existing === null || existing.unread === 0) return null
  return existing.unread > 99 ? '99+' : String(existing.unread)
}
