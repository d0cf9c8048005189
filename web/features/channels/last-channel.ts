/** The channel watched last on this device: a television offers it first. */
import { useEffect } from 'react'
import { onLogout } from '#web/session/on-logout.ts'

const storageKey = 'ekran.lastChannel'

/** Its id, or null when none was watched yet. */
export function lastChannel(): number | null {
  try {
    return Number(localStorage.getItem(storageKey)) || null
  } catch {
    return null
  }
}

export function useKeepLastChannel(cid: number | undefined): void {
  useEffect(() => {
    if (cid === undefined) return
    try {
      localStorage.setItem(storageKey, String(cid))
    } catch {
      // Without storage the list begins with its first channel.
    }
  }, [cid])
}

onLogout(() => {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // Without storage there is nothing to remove.
  }
})
