/** The sums in the database: added by every process, read by the operator's page. */
import { sql } from 'kysely'
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { PlayQualityTable } from './tables.ts'
import type { CountedPlays } from './play-counts.ts'
import { startBoundsMs, type DeviceKind, type PlayKind, type PlaySums } from './play-sums.ts'

/** Rows per statement: their values stay far below the limit of a statement. */
const atOnce = 500

/** Moves the statistics of channel `from` to `into`. Returns how many sums there were. */
export async function movePlays(
  tx: DbTransaction,
  { from, into }: { readonly from: number; readonly into: number },
): Promise<number> {
  let moved = 0
  for (const table of ['play_quality', 'play_failure'] as const) {
    const { numUpdatedRows } = await tx
      .updateTable(table)
      .set({ subject: into })
      .where('subject', '=', from)
      .where('kind', 'in', ['live', 'archive'])
      .executeTakeFirst()
    moved += Number(numUpdatedRows)
  }
  return moved
}

/** All or nothing. */
export async function writePlays(db: Db, rows: readonly CountedPlays[]): Promise<void> {
  const sums = rows.map(({ minuteMs, device, kind, subject, sums: of }) => ({
    minute: new Date(minuteMs),
    device,
    kind,
    subject,
    plays: of.plays,
    abandoned: of.abandoned,
    starts: of.starts,
    played_ms: of.playedMs,
    stalls: of.stalls,
    stalled_ms: of.stalledMs,
    rated_ms: of.ratedMs,
    rated_bits: of.ratedBits,
    rated_line_ms: of.ratedLineMs,
    switches: of.switches,
  }))
  const failures = rows.flatMap(({ minuteMs, device, kind, subject, codes }) =>
    [...codes].map(([code, count]) => ({
      minute: new Date(minuteMs),
      device,
      kind,
      subject,
      code,
      failures: count,
    })),
  )
  await db.transaction().execute(async (transaction) => {
    for (let at = 0; at < sums.length; at += atOnce)
      await transaction
        .insertInto('play_quality')
        .values(sums.slice(at, at + atOnce))
        .execute()
    for (let at = 0; at < failures.length; at += atOnce)
      await transaction
        .insertInto('play_failure')
        .values(failures.slice(at, at + atOnce))
        .execute()
  })
}

/** The statistics of one channel or title on one kind of device, within the period. `failures` are separate. */
export interface ReadPlays {
  readonly device: DeviceKind
  readonly kind: PlayKind
  readonly subject: number
  /** Within the later part of the period. */
  readonly isLate: boolean
  readonly sums: PlaySums
}

export interface ReadFailures {
  readonly device: DeviceKind
  readonly kind: PlayKind
  readonly subject: number
  readonly isLate: boolean
  readonly code: string
  readonly count: number
}

type Summed = Omit<PlayQualityTable, 'minute' | 'device' | 'kind' | 'subject'>

interface SumRow extends Summed {
  device: DeviceKind
  kind: PlayKind
  subject: number
  is_late: boolean
}

const summed = sql`sum(plays)::float8 as plays, sum(abandoned)::float8 as abandoned,
  array[${sql.join(
    [...startBoundsMs, 'over'].map((_, step) => sql`sum(starts[${sql.lit(step + 1)}])::float8`),
  )}] as starts,
  sum(played_ms)::float8 as played_ms, sum(stalls)::float8 as stalls, sum(stalled_ms)::float8 as stalled_ms,
  sum(rated_ms)::float8 as rated_ms, sum(rated_bits) as rated_bits, sum(rated_line_ms) as rated_line_ms,
  sum(switches)::float8 as switches`

function sumsOf(row: Summed, failures = 0): PlaySums {
  return {
    plays: row.plays,
    abandoned: row.abandoned,
    starts: row.starts,
    playedMs: row.played_ms,
    stalls: row.stalls,
    stalledMs: row.stalled_ms,
    ratedMs: row.rated_ms,
    ratedBits: row.rated_bits,
    ratedLineMs: row.rated_line_ms,
    switches: row.switches,
    failures,
  }
}

/** Sums of every process since `fromMs`; those not older than `lateMs` are separate. */
export async function readPlays(db: Db, fromMs: number, lateMs: number): Promise<readonly ReadPlays[]> {
  const { rows } =
    await sql<SumRow>`select device, kind, subject, minute >= ${new Date(lateMs)} as is_late, ${summed}
    from play_quality where minute >= ${new Date(fromMs)} group by 1, 2, 3, 4`.execute(db)
  return rows.map(({ device, kind, subject, is_late: isLate, ...row }) => ({
    device,
    kind,
    subject,
    isLate,
    sums: sumsOf(row),
  }))
}

/** All statistics of one day in Tashkent, which starts at `dayMs`. */
export interface PlayDay {
  readonly dayMs: number
  readonly sums: PlaySums
}

/** Live plays of every channel since `fromMs`, with those that failed. */
export async function readPlaysOfChannels(
  db: Db,
  fromMs: number,
): Promise<ReadonlyMap<number, Pick<PlaySums, 'plays' | 'failures'>>> {
  const from = new Date(fromMs)
  const { rows } = await sql<{ subject: number; plays: number; failures: number }>`
    select subject, sum(plays)::float8 as plays, sum(failures)::float8 as failures from
      (select subject, plays, 0 as failures from play_quality where minute >= ${from} and kind = 'live'
       union all
       select subject, 0, failures from play_failure where minute >= ${from} and kind = 'live') as both_tables
    group by 1`.execute(db)
  return new Map(rows.map(({ subject, plays, failures }) => [subject, { plays, failures }]))
}

/** Every day since `fromMs` with reports, the newest first; `channelId`: of one channel's live video. */
export async function readPlayDays(db: Db, fromMs: number, channelId?: number): Promise<readonly PlayDay[]> {
  const from = new Date(fromMs)
  const of = channelId === undefined ? sql`` : sql` and kind = 'live' and subject = ${channelId}`
  const day = sql`date_bin('1 day', minute, ${new Date(-tashkentOffsetMs)})`
  const { rows } = await sql<Summed & { day: Date; failures: number }>`
    select coalesce(failed.failures, 0)::float8 as failures, played.* from
      (select ${day} as day, ${summed} from play_quality where minute >= ${from}${of} group by 1) as played
      left join (select ${day} as day, sum(failures) as failures from play_failure where minute >= ${from}${of} group by 1)
        as failed on failed.day = played.day
    order by played.day desc`.execute(db)
  return rows.map(({ day: begin, failures, ...row }) => ({
    dayMs: begin.getTime(),
    sums: sumsOf(row, failures),
  }))
}

export async function readFailures(db: Db, fromMs: number, lateMs: number): Promise<readonly ReadFailures[]> {
  const { rows } = await sql<Omit<ReadFailures, 'isLate'> & { is_late: boolean }>`
    select device, kind, subject, code, minute >= ${new Date(lateMs)} as is_late, sum(failures)::float8 as count
    from play_failure where minute >= ${new Date(fromMs)} group by 1, 2, 3, 4, 5`.execute(db)
  return rows.map(({ is_late: isLate, ...row }) => ({ ...row, isLate }))
}
