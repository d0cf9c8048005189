import type { StoredSession } from './session.ts'

/** Cached sessions, by the hash of their tokens: saves a database query for most requests. */
export interface RecentSessions {
  find(tokenHash: string, nowMs: number): StoredSession | undefined
  /** Taken before the database query: its result is not cached if anything was dropped meanwhile. */
  mark(): number
  keep(tokenHash: string, session: StoredSession, nowMs: number, mark: number): void
  forgetAccount(accountId: number): void
  forgetAll(): void
}

/**
 * How long a session is cached. An end in this process is seen at once, and in another process as soon as its
 * notification arrives; this limit covers a lost notification.
 */
export const believedMs = 30_000
const max = 20_000

/** Caches at most `limit`; the least recently used goes first. */
export function createRecentSessions(limit: number = max): RecentSessions {
  const cached = new Map<string, { readonly session: StoredSession; readonly measuredMs: number }>()
  const byAccount = new Map<number, Set<string>>()
  let forgotten = 0
  const drop = (tokenHash: string) => {
    const entry = cached.get(tokenHash)
    if (entry === undefined) return
    cached.delete(tokenHash)
    const { accountId } = entry.session
    const ofAccount = byAccount.get(accountId)
    ofAccount?.delete(tokenHash)
    if (ofAccount?.size === 0) byAccount.delete(accountId)
  }
  return {
    find: (tokenHash, nowMs) => {
      const entry = cached.get(tokenHash)
      if (entry === undefined) return undefined
      // A clock that was set back must not make an entry live longer.
      if (nowMs - entry.measuredMs >= believedMs || nowMs < entry.measuredMs) {
        drop(tokenHash)
        return undefined
      }
      cached.delete(tokenHash)
      cached.set(tokenHash, entry)
      return entry.session
    },
    mark: () => forgotten,
    keep: (tokenHash, session, nowMs, mark) => {
      if (mark !== forgotten) return
      drop(tokenHash)
      cached.set(tokenHash, { session, measuredMs: nowMs })
      const ofAccount = byAccount.get(session.accountId) ?? new Set()
      byAccount.set(session.accountId, ofAccount.add(tokenHash))
      for (const oldest of cached.keys()) {
        if (cached.size <= limit) break
        drop(oldest)
      }
    },
    forgetAccount: (accountId) => {
      forgotten += 1
      for (const tokenHash of [...(byAccount.get(accountId) ?? [])]) drop(tokenHash)
    },
    forgetAll: () => {
      forgotten += 1
      cached.clear()
      byAccount.clear()
    },
  }
}
