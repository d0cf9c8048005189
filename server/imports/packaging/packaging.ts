import { stat } from 'node:fs/promises'
import { type Selectable, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { PackagingReason, SavedSubtitle, PackagingTable } from '#server/imports/source/tables.ts'

/** An order to package a file. */
export interface PackagingOrder {
  readonly assetId: string
  /** For people. */
  readonly name: string
  readonly sourcePath: string
  /** The imported folder. */
  readonly folder?: string
  /** Changes when the source file does. */
  readonly sourceStamp: string
  readonly subtitles: readonly SavedSubtitle[]
}

export type PackagingRow = Selectable<PackagingTable>

/** The reason without the file's path, which is printed beside it. */
export function reasonBeside({ reason, source_path: path }: PackagingRow): string {
  return reason.replaceAll(`${path}: `, '').replaceAll(path, 'it')
}

/** `playable`: the lowest rendition and all audio. `better`: the other renditions. */
export type PackagingStep = PackagingRow['step']

/** The stamp of a source: `<size> <time of its last change, ms>`. Throws when the file cannot be read. */
export async function stampOf(path: string): Promise<string> {
  const { size, mtimeMs } = await stat(path)
  return `${size} ${Math.round(mtimeMs)}`
}

/**
 * Stores the orders, from the first step on; their jobs are sent by the caller. A worker with an older source notices
 * the change.
 */
export async function saveOrders(db: Db, orders: readonly PackagingOrder[], nowMs: number): Promise<void> {
  for (const [place, order] of orders.entries()) {
    const values = {
      name: order.name,
      source_path: order.sourcePath,
      source_stamp: order.sourceStamp,
      folder: order.folder ?? null,
      subtitles: JSON.stringify(order.subtitles),
      changed_at: new Date(nowMs),
      // One after another, in folder order.
      ordered_at: new Date(nowMs + place),
    }
    const firstStep = {
      state: 'waiting',
      step: 'playable',
      reason: '',
      reason_kind: '',
      rank: 0,
      fraction: 0,
      not_before: null,
    } as const
    await db
      .insertInto('packaging')
      .values({ asset_id: order.assetId, ...values, playable_at: null })
      .onConflict((conflict) => conflict.column('asset_id').doUpdateSet({ ...values, ...firstStep }))
      .execute()
  }
}

/** The rows of these assets, or of all. */
export async function packagingRows(db: Db, assetIds?: readonly string[]): Promise<readonly PackagingRow[]> {
  const query = db.selectFrom('packaging').selectAll().orderBy('ordered_at')
  if (assetIds === undefined) return query.execute()
  return assetIds.length === 0 ? [] : query.where('asset_id', 'in', [...assetIds]).execute()
}

/** The assets that packaging refused. */
export async function refusedAssets(db: Db): Promise<readonly string[]> {
  const rows = await db.selectFrom('packaging').select('asset_id').where('state', '=', 'refused').execute()
  return rows.map((row) => row.asset_id)
}

/** The row of one asset. */
export async function findRow(db: Db, assetId: string): Promise<PackagingRow | undefined> {
  return db.selectFrom('packaging').selectAll().where('asset_id', '=', assetId).executeTakeFirst()
}

/** Unfinished films without a pause of their own, in the order of the queue. */
export async function unfinishedRows(
  db: Db,
): Promise<readonly Pick<PackagingRow, 'asset_id' | 'step' | 'rank' | 'not_before'>[]> {
  return db
    .selectFrom('packaging')
    .select(['asset_id', 'step', 'rank', 'not_before'])
    .where('state', 'in', ['waiting', 'running'])
    .where('paused_at', 'is', null)
    .orderBy('rank', 'desc')
    .orderBy('ordered_at')
    .orderBy('asset_id')
    .execute()
}

/**
 * Starts the next step of a film: from now on only `worker`, a unique id, writes to its row. Undefined when nothing
 * is left to do, or it is paused. One job runs per film, so an earlier worker is gone.
 */
export async function beginStep(db: Db, worker: string, assetId: string): Promise<PackagingRow | undefined> {
  const { rows } = await sql<PackagingRow>`
    update packaging
    set state = 'running', reason = '', reason_kind = '', worker = ${worker}, not_before = null,
      begun_at = now(), begun_fraction = case step when 'playable' then 0 else fraction end
    where asset_id = ${assetId} and state in ('waiting', 'running') and ${isOn}
    returning *`.execute(db)
  return rows[0]
}

/** Neither the film nor the whole queue is paused. */
const isOn = sql`packaging.paused_at is null
  and not exists (select from packaging_queue where packaging_queue.paused_at is not null)`

/** Whether a worker still has the film: nobody has paused or removed it, ordered it again, or started it elsewhere. */
export async function isStillOurs(db: Db, row: PackagingRow): Promise<boolean> {
  const { rows } = await sql`
    select from packaging
    where asset_id = ${row.asset_id} and worker = ${row.worker} and source_stamp = ${row.source_stamp}
      and ${isOn}`.execute(db)
  return rows.length === 1
}

/** Deletes refusals of a folder whose files no longer exist: removing a file fixes its error. */
export async function forgetRefused(db: Db, folder: string, paths: readonly string[]): Promise<void> {
  await sql`
    delete from packaging
    where state = 'refused' and step = 'playable' and starts_with(source_path, ${`${folder}/`})
      and source_path <> all(${[...paths]}::text[])`.execute(db)
}

/** True while a film waits to become playable, without waiting for disk space or a retry. */
export async function isAnyWaitingToPlay(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from packaging
    where step = 'playable' and state = 'waiting' and (not_before is null or not_before <= now()) and ${isOn}
    limit 1`.execute(db)
  return rows.length === 1
}

/** The state in which a worker leaves a film. */
export interface FilmRelease {
  readonly state: PackagingRow['state']
  readonly step: PackagingStep
  readonly reason?: string
  readonly reasonKind?: PackagingReason
  readonly fraction?: number
  readonly durationMs?: number
  /** It is started again after this time at the earliest. */
  readonly pauseSec?: number
  /** The file has changed. */
  readonly sourceStamp?: string
}

/** Releases a film. Returns false when it is no longer its worker's; one ordered again waits for its first step. */
export async function releaseFilm(db: Db, row: PackagingRow, release: FilmRelease): Promise<boolean> {
  const pause =
    release.pauseSec === undefined ? sql`null` : sql`now() + make_interval(secs => ${release.pauseSec})`
  const { rows } = await sql`
    update packaging
    set worker = null, rendition = '', state = ${release.state}, step = ${release.step},
      reason = ${release.reason ?? ''}, reason_kind = ${release.reasonKind ?? ''}, fraction = coalesce(${release.fraction ?? null}::real, fraction),
      duration_ms = coalesce(${release.durationMs ?? null}::float8, duration_ms), not_before = ${pause},
      source_stamp = ${release.sourceStamp ?? row.source_stamp}, changed_at = now(),
      spent_ms = case when step = 'playable' then 0 else spent_ms end
        + extract(epoch from now() - coalesce(begun_at, now())) * 1000
    where asset_id = ${row.asset_id} and worker = ${row.worker} and source_stamp = ${row.source_stamp}
    returning asset_id`.execute(db)
  if (rows.length === 1) return true
  await sql`
    update packaging set worker = null, state = 'waiting', step = 'playable'
    where asset_id = ${row.asset_id} and worker = ${row.worker}`.execute(db)
  return false
}

/**
 * Stores the progress, since when it is playable, and the film's length once known. False when the film is no longer
 * this worker's, or was ordered again.
 */
export async function noteProgress(
  db: Db,
  row: PackagingRow,
  now: {
    readonly fraction: number
    readonly rendition: string
    readonly playable: boolean
    readonly durationMs?: number
  },
): Promise<boolean> {
  const fraction = Math.min(1, Math.max(0, now.fraction))
  const { rows } = await sql`
    update packaging
    set fraction = greatest(begun_fraction, ${fraction}::real), rendition = ${now.rendition}, changed_at = now(),
      duration_ms = coalesce(${now.durationMs ?? null}::float8, duration_ms),
      playable_at = case when ${now.playable} then coalesce(playable_at, now()) else playable_at end
    where asset_id = ${row.asset_id} and worker = ${row.worker} and source_stamp = ${row.source_stamp}
    returning asset_id`.execute(db)
  return rows.length === 1
}

/** The rows whose source is below this folder. */
export async function packagingBelow(db: Db, folder: string): Promise<readonly PackagingRow[]> {
  const { rows } = await sql<PackagingRow>`
    select * from packaging where starts_with(source_path, ${`${folder.replace(/\/$/, '')}/`})
    order by source_path limit ${maxBelow}`.execute(db)
  return rows
}

const maxBelow = 50_000
