import { createHash, timingSafeEqual } from 'node:crypto'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { StaffDeps, TooMany } from './deps.ts'
import { type GuessRule, delayAfterMs } from './rules.ts'

/**
 * Counts a guess before it is checked, as a wrong one: a thousand at once are not a thousand free ones. A right one
 * is taken back by `forgetGuesses`. In the database, so that a restart or a second process forgets nothing.
 */
export async function spendGuess(
  { db, clock }: Pick<StaffDeps, 'db' | 'clock'>,
  key: string,
  rule: GuessRule,
): Promise<{ readonly kind: 'may_try' } | TooMany> {
  const nowMs = clock.nowMs()
  return db.transaction().execute(async (trx) => {
    const now = new Date(nowMs)
    const row = await lockedRow(trx, key, now)
    const lockedMs = row.locked_until.getTime() - nowMs
    if (lockedMs > 0) return { kind: 'too_many', retryAfterSec: Math.ceil(lockedMs / 1000) }
    const isForgotten = nowMs - row.last_at.getTime() >= rule.forgetMs
    const failures = (isForgotten ? 0 : row.failures) + 1
    await trx
      .updateTable('staff_guess')
      .set({ failures, last_at: now, locked_until: new Date(nowMs + delayAfterMs(failures, rule)) })
      .where('key', '=', key)
      .execute()
    return { kind: 'may_try' }
  })
}

/** An update without effect locks and returns the row, also when another request has just deleted it. */
function lockedRow(trx: DbTransaction, key: string, now: Date) {
  return trx
    .insertInto('staff_guess')
    .values({ key, failures: 0, last_at: now, locked_until: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A right one: the wrong ones before it no longer count. */
export async function forgetGuesses(db: Db, ...keys: readonly string[]): Promise<void> {
  await db.deleteFrom('staff_guess').where('key', 'in', keys).execute()
}

/** Guesses at the second factor of a member, whichever it is. */
export function factorKey(staffId: number): string {
  return `factor ${staffId}`
}

/** Compares two secrets; digests have equal length, so the time says nothing. */
export function isSameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
