/** The sums by network in the database: every process adds its own to the row of the hour. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { inBatches, rowsAtOnce } from '#server/platform/database/in-batches.ts'
import { type CountedNetwork, viewerBits } from './network-counts.ts'

/** Rows per statement: their values stay far below the limit of a statement. */
const atOnce = 500

/** All or nothing. */
export async function writeNetworkPlays(db: Db, rows: readonly CountedNetwork[]): Promise<void> {
  // In one order everywhere: processes that write the same rows wait for each other in turn.
  const ordered = rows.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
  await db.transaction().execute(async (tx) => {
    for (let at = 0; at < ordered.length; at += atOnce)
      await sql`
        insert into play_network as stored (hour, device, network, city_id, plays, abandoned, failures, played_ms, stalls,
          stalled_ms, starts, viewer_bits)
        values ${sql.join(ordered.slice(at, at + atOnce).map(valuesOf))}
        on conflict (hour, device, network, city_id) do update set
          plays = stored.plays + excluded.plays, abandoned = stored.abandoned + excluded.abandoned,
          failures = stored.failures + excluded.failures, played_ms = stored.played_ms + excluded.played_ms,
          stalls = stored.stalls + excluded.stalls, stalled_ms = stored.stalled_ms + excluded.stalled_ms,
          starts = (select array_agg(one + other order by step)
            from unnest(stored.starts, excluded.starts) with ordinality as both_of (one, other, step)),
          viewer_bits = stored.viewer_bits | excluded.viewer_bits`.execute(tx)
  })
}

function orderOf({ hourMs, device, network, cityId }: CountedNetwork): string {
  return `${hourMs} ${device} ${cityId} ${network}`
}

function valuesOf({ hourMs, device, network, cityId, sums, viewers }: CountedNetwork) {
  const bits = viewers.toString(2).padStart(viewerBits, '0')
  return sql`(${new Date(hourMs)}::timestamptz, ${device}, ${network}, ${cityId}::integer, ${sums.plays}::bigint,
    ${sums.abandoned}::bigint, ${sums.failures}::bigint, ${sums.playedMs}::bigint, ${sums.stalls}::bigint,
    ${sums.stalledMs}::bigint, ${sums.starts}::bigint[], ${bits}::bit(64))`
}

/** Deletes hours before this moment; returns how many rows. */
export async function forgetNetworkPlays(db: Db, before: Date, signal?: AbortSignal): Promise<number> {
  return inBatches(signal, async () => {
    const removed = await sql`delete from play_network where ctid = any(array(
      select ctid from play_network where hour < ${before} limit ${rowsAtOnce}))`.execute(db)
    return Number(removed.numAffectedRows ?? 0)
  })
}
