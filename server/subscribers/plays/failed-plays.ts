/** Plays that failed, by account, as the players report them: stored for thirty days, for support. */
import './tables.ts'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '#server/platform/database/database.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'

const failedPlayDays = 30
/** Of one account in 24 hours; further ones are not stored: the first tell enough. */
export const maxFailedPlaysADay = 100
const dayMs = 86_400_000
/** Rows that one statement deletes. */
const atOnce = 10_000

/** A play that failed. */
export interface FailedPlay {
  readonly kind: 'film' | 'archive' | 'live'
  /** A channel's `cid`, or the `vfid` of a film's file. */
  readonly itemId: number
  /** As the viewer was shown it: `P3-1002`. */
  readonly code: string
}

/** The same as stored. */
export interface StoredFailedPlay extends FailedPlay {
  readonly failedPlayId: number
  readonly atMs: number
  /** Null when the device was deleted since. */
  readonly deviceId: number | null
  /** The owner's name for the device, or ''. */
  readonly deviceName: string
  /** As reported; `shownModel` makes it readable. */
  readonly deviceModel: string
}

/** Stores plays that failed of a viewer; those above the bound of the day are dropped. */
export async function addFailedPlays(
  db: Db,
  { accountId, sessionId }: Pick<Viewer, 'accountId' | 'sessionId'>,
  plays: readonly FailedPlay[],
  nowMs: number,
): Promise<void> {
  if (plays.length === 0) return
  const now = new Date(nowMs)
  await sql`
    insert into failed_play (account_id, device_id, kind, item_id, code, failed_at)
    select ${accountId}::integer, (select device_id from session where session_id = ${sessionId}), kind, item_id, code,
      ${now}::timestamptz
    from unnest(
      ${plays.map(({ kind }) => kind)}::text[],
      ${plays.map(({ itemId }) => itemId)}::integer[],
      ${plays.map(({ code }) => code)}::text[]
    ) as play (kind, item_id, code)
    limit greatest(0, ${maxFailedPlaysADay}::integer - (
      select count(*) from failed_play
      where account_id = ${accountId}::integer and failed_at > ${new Date(nowMs - dayMs)}
    ))`.execute(db)
}

/** The plays of an account that failed by then, the newest first; of one device where that is named. */
export async function failedPlaysOf(
  db: Db,
  span: {
    readonly accountId: number
    readonly untilMs: number
    readonly limit: number
    readonly deviceId?: number
  },
): Promise<readonly StoredFailedPlay[]> {
  const { accountId, untilMs, limit, deviceId } = span
  const rows = await db
    .selectFrom('failed_play')
    .leftJoin('device', 'device.device_id', 'failed_play.device_id')
    .selectAll('failed_play')
    .select(['device.name', 'device.model'])
    .where('failed_play.account_id', '=', accountId)
    .where('failed_at', '<=', new Date(untilMs))
    .$if(deviceId !== undefined, (one) => one.where('failed_play.device_id', '=', deviceId ?? 0))
    .orderBy('failed_at', 'desc')
    .orderBy('failed_play_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...{ failedPlayId: Number(row.failed_play_id), kind: row.kind, itemId: row.item_id, code: row.code },
    ...{ atMs: row.failed_at.getTime(), deviceId: row.device_id },
    ...{ deviceName: row.name ?? '', deviceModel: row.model ?? '' },
  }))
}

/** Deletes what is older than thirty days; returns how many. */
export async function forgetFailedPlays(db: Db, nowMs: number, signal?: AbortSignal): Promise<number> {
  let deleted = 0
  for (;;) {
    if (signal?.aborted === true) return deleted
    const { numAffectedRows } = await sql`
      delete from failed_play where failed_play_id in (
        select failed_play_id from failed_play
        where failed_at < ${new Date(nowMs - failedPlayDays * dayMs)} limit ${atOnce}
      )`.execute(db)
    deleted += Number(numAffectedRows ?? 0n)
    if (Number(numAffectedRows ?? 0n) < atOnce) return deleted
  }
}

const forgetOld = jobKind({
  name: 'subscribers.forget-failed-plays',
  data: z.object({}),
  cron: '47 23 * * *',
})

export function subscriberWorkers({
  db,
  clock,
}: {
  readonly db: Db
  readonly clock: Clock
}): readonly JobWorker[] {
  return [
    jobWorker(forgetOld, async (_data, job) => {
      const rows = await forgetFailedPlays(db, clock.nowMs(), job.signal)
      job.log.info('subscribers.failed_plays_deleted', { rows })
    }),
  ]
}
