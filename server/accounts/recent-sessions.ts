import type { StoredSession } from './session.ts'

/** The sessions found lately, by the hash of their tokens: saves a question to the database on most calls. */
export interface RecentSessions {
  find(tokenHash: string, nowMs: number): StoredSession | undefined
  keep(tokenHash: string, session: StoredSession, nowMs: number): void
  forget(tokenHash: string): void
}

/**
 * How long a found session is believed. A logout in this process is seen at once; one in another process, or a
 * blocked account, after this at the latest.
 */
export const believedMs = 30_000
const most = 20_000

/** Keeps at most `limit`; the one unused for longest goes first. */
export function createRecentSessions(limit: number = most): RecentSessions {
  const known = new Map<string, { readonly session: StoredSession; readonly foundMs: number }>()
  return {
    find: (tokenHash, nowMs) => {
      const entry = known.get(tokenHash)
      if (entry === undefined) return undefined
      known.delete(tokenHash)
      // A clock that was set back must not make an entry live longer.
      if (nowMs - entry.foundMs >= believedMs || nowMs < entry.foundMs) return undefined
      known.set(tokenHash, entry)
      return entry.session
    },
    keep: (tokenHash, session, nowMs) => {
      known.delete(tokenHash)
      known.set(tokenHash, { session, foundMs: nowMs })
      for (const oldest of known.keys()) {
        if (known.size <= limit) break
        known.delete(oldest)
      }
    },
    forget: (tokenHash) => void known.delete(tokenHash),
  }
}
