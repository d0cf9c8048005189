import type { StoredSession } from './session.ts'

/** The sessions found lately, by the hash of their tokens: saves a question to the database on most calls. */
export interface RecentSessions {
  find(tokenHash: string, nowMs: number): StoredSession | undefined
  /** Taken before the database is asked: what it then says is not kept if anything was forgotten meanwhile. */
  mark(): number
  keep(tokenHash: string, session: StoredSession, nowMs: number, mark: number): void
  forgetAccount(accountId: number): void
  forgetAll(): void
}

/**
 * How long a found session is believed. What ends in this process is seen at once, and in another as soon as its
 * notification is heard; this is the net under a notification that was lost.
 */
export const believedMs = 30_000
const max = 20_000

/** Keeps at most `limit`; the one unused for longest goes first. */
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
