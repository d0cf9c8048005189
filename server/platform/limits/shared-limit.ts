/** A limit that all processes on one database count together. */
import { createHash } from 'node:crypto'
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
  // A digest: a backup of the table does not list what was typed at a login.
  const rowOf = (key: string) => `${rule.name} ${digestOf(key)}`
  const refusals = createRefusals()
  return {
    spend: async (key) => {
      const row = rowOf(key)
      return refusals.of(row) ?? refusals.remember(row, decisionOf(rule, await spent(db, rule, row)))
    },
    look: async (key) => {
      const refused = refusals.of(rowOf(key))
      if (refused !== undefined) return refused
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
      refusals.forget(rowOf(key))
      await db.deleteFrom('rate_limit').where('key', '=', rowOf(key)).execute()
    },
  }
}

function digestOf(key: string): string {
  return createHash('sha256').update(boundedKey(key)).digest('base64url')
}

const rememberedMs = 2000
const maxRemembered = 50_000

interface Refusal {
  readonly endsMs: number
  /** Then the database is asked again: another process may have forgotten the key. */
  readonly untilMs: number
}

/** Refusals of the last seconds: a flood of refused attempts takes no connection of the database. */
function createRefusals() {
  const refusals = new Map<string, Refusal>()
  return {
    of: (row: string): RateDecision | undefined => {
      const refusal = refusals.get(row)
      const nowMs = performance.now()
      if (refusal !== undefined && refusal.untilMs > nowMs) return refusedFor((refusal.endsMs - nowMs) / 1000)
      refusals.delete(row)
      return undefined
    },
    remember: (row: string, decision: RateDecision): RateDecision => {
      if (decision.kind === 'allowed') return decision
      if (refusals.size >= maxRemembered) refusals.clear()
      const endsMs = performance.now() + decision.retryAfterSec * 1000
      refusals.set(row, { endsMs, untilMs: Math.min(endsMs, performance.now() + rememberedMs) })
      return decision
    },
    forget: (row: string) => void refusals.delete(row),
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
