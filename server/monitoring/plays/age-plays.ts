/** The ageing of play statistics: per minute at first, then per hour, then deleted. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { inBatches, rowsAtOnce } from '#server/platform/database/in-batches.ts'
import { forgetNetworkPlays } from './network-store.ts'
import { startBoundsMs } from './play-sums.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** How long statistics per minute are stored. */
const minutesMs = 3 * dayMs
/** How long statistics are stored at all, in days. */
export const playMemoryDays = 30
/** Hours of one run: more than can exist. */
const maxHours = (playMemoryDays + 10) * 24

/** Returns how many rows it removed. May be interrupted after any batch and run again. */
export async function forgetOldPlays(db: Db, nowMs: number, signal?: AbortSignal): Promise<number> {
  const before = new Date(nowMs - playMemoryDays * dayMs)
  let total = 0
  for (const table of ['play_quality', 'play_failure'])
    total += await inBatches(signal, async () => {
      const removed = await sql`delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where minute < ${before} limit ${rowsAtOnce}))`.execute(db)
      return Number(removed.numAffectedRows ?? 0)
    })
  return total + (await forgetNetworkPlays(db, before, signal))
}

/**
 * Adds up the minutes of each hour that is over for days; returns the number of hours. Every hour is one statement,
 * so it may be interrupted and run again, also twice at once: a row is removed by only one of them.
 */
export async function addUpHours(db: Db, nowMs: number, signal?: AbortSignal): Promise<number> {
  const before = new Date(Math.floor((nowMs - minutesMs) / hourMs) * hourMs)
  let total = 0
  for (const [table, hours] of [
    ['play_quality', addUpFigures],
    ['play_failure', addUpFailures],
  ] as const) {
    const { rows } = await sql<{ hour: Date }>`select distinct ${hourOf} as hour from ${sql.table(table)}
      where minute < ${before} and minute <> ${hourOf} order by 1 limit ${maxHours}`.execute(db)
    for (const { hour } of rows) {
      if (signal?.aborted === true) return total
      await hours(db, hour)
      total += 1
    }
  }
  return total
}

const hourOf = sql`date_bin('1 hour', minute, timestamptz 'epoch')`

/** Deletes the rows of one hour; the rest of the statement writes their sums. */
function taken(table: string, hour: Date) {
  return sql`with taken as (delete from ${sql.table(table)}
    where minute >= ${hour} and minute < ${new Date(hour.getTime() + hourMs)} returning *)`
}

async function addUpFigures(db: Db, hour: Date): Promise<void> {
  const starts = [...startBoundsMs, 'over'].map((_, step) => sql`sum(starts[${sql.lit(step + 1)}])::bigint`)
  await sql`${taken('play_quality', hour)}
    insert into play_quality (minute, device, kind, subject, plays, abandoned, starts, played_ms, stalls, stalled_ms,
      rated_ms, rated_bits, rated_line_ms, switches)
    select ${hour}, device, kind, subject, sum(plays), sum(abandoned), array[${sql.join(starts)}], sum(played_ms),
      sum(stalls), sum(stalled_ms), sum(rated_ms), sum(rated_bits), sum(rated_line_ms), sum(switches)
    from taken group by device, kind, subject`.execute(db)
}

async function addUpFailures(db: Db, hour: Date): Promise<void> {
  await sql`${taken('play_failure', hour)}
    insert into play_failure (minute, device, kind, subject, code, failures)
    select ${hour}, device, kind, subject, code, sum(failures) from taken group by device, kind, subject, code`.execute(
    db,
  )
}
