/** A limit that all processes on one database count together. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { deleteOlderThan } from '#server/platform/database/delete-older-than.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import { boundedKey, type RateDecision, type RateLimit, type RateLimitRule } from './rate-limit.ts'
import './tables.ts'

interface Counted {
  readonly attempts: number
  /** Seconds until the row's time ends; not positive when it has. */
  readonly left_sec: number
}

/**
 * Counts like `createRateLimit`, in one statement per attempt, by the database's clock: two processes never use the same
 * attempt. The row of a key stays until its time has ended (`rateLimitWorkers`).
 */
export function createSharedLimit(db: Db, rule: RateLimitRule): RateLimit {
  const rowOf = (key: string) => `${rule.name} ${boundedKey(key)}`
  return {
    spend: async (key) => decisionOf(rule, await spent(db, rule, rowOf(key))),
    look: async (key) => {
      const row = await db
        .selectFrom('rate_limit')
        .select(['attempts', sql<number>`extract(epoch from ends_at - now())::float8`.as('left_sec')])
        .where('key', '=', rowOf(key))
        .executeTakeFirst()
      if (row === undefined || row.left_sec <= 0) return { kind: 'allowed', left: rule.attempts }
      return row.attempts >= rule.attempts
        ? refusedFor(row.left_sec)
        : { kind: 'allowed', left: rule.attempts - row.attempts }
    },
    forget: async (key) => {
      await db.deleteFrom('rate_limit').where('key', '=', rowOf(key)).execute()
    },
  }
}

/** No more than one above the limit is counted: a key that is refused for days cannot grow past the column's type. */
async function spent(db: Db, { attempts, perSec, blockSec }: RateLimitRule, key: string): Promise<Counted> {
  const above = attempts + 1
  const ends =
    blockSec === undefined
      ? sql`r.ends_at`
      : sql`case when r.attempts = ${attempts}::int then now() + make_interval(secs => ${blockSec}) else r.ends_at end`
  const { rows } = await sql<Counted>`
    insert into rate_limit as r (key, attempts, ends_at) values (${key}, 1, now() + make_interval(secs => ${perSec}))
    on conflict (key) do update set
      attempts = case when r.ends_at <= now() then 1 else least(r.attempts + 1, ${above}::int) end,
      ends_at = case when r.ends_at <= now() then excluded.ends_at else ${ends} end
    returning attempts, extract(epoch from ends_at - now())::float8 as left_sec`.execute(db)
  const [row] = rows
  invariant(row !== undefined, 'an attempt was counted and has no row')
  return row
}

function decisionOf({ attempts }: RateLimitRule, counted: Counted): RateDecision {
  return counted.attempts > attempts
    ? refusedFor(counted.left_sec)
    : { kind: 'allowed', left: attempts - counted.attempts }
}

function refusedFor(sec: number): RateDecision {
  return { kind: 'refused', retryAfterSec: Math.max(1, Math.ceil(sec)) }
}

/** Deletes the rows whose time has ended. Returns how many it removed. May be interrupted after any batch and run again. */
export async function forgetEndedLimits(db: Db, signal?: AbortSignal): Promise<number> {
  // The rows have the database's time.
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
  const until = rows[0]?.now ?? new Date(0)
  return deleteOlderThan(db, { table: 'rate_limit', key: ['key'], column: 'ends_at', until, signal })
}
