import { stat } from 'node:fs/promises'
import { type Selectable, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { SavedSubtitle, PackagingTable } from '#server/platform/database/tables/operator.ts'

/** A file that shall become a packaged asset. */
export interface PackagingOrder {
  readonly assetId: string
  /** For people. */
  readonly name: string
  readonly sourcePath: string
  /** Changes when the source file does. */
  readonly sourceStamp: string
  readonly subtitles: readonly SavedSubtitle[]
}

export type PackagingRow = Selectable<PackagingTable>

/** The reason without the file's path, which is printed beside it. */
export function reasonBeside({ reason, source_path: path }: PackagingRow): string {
  return reason.replaceAll(`${path}: `, '').replaceAll(path, 'it')
}

/** `playable`: the lowest rendition and all sound. `better`: what is missing then. */
export type PackagingStep = PackagingRow['step']

/** Who takes films from the queue. */
export interface Worker {
  /** Unlike any other's, on all machines; begins with `machine`. */
  readonly id: string
  readonly machine: string
  /** A film whose worker gave no sign of life for so long is another's. */
  readonly leaseSec: number
}

/** Names a source as it is now: `<size> <time of its last change, ms>`. Throws when it cannot be looked at. */
export async function stampOf(path: string): Promise<string> {
  const { size, mtimeMs } = await stat(path)
  return `${size} ${Math.round(mtimeMs)}`
}

/** Writes the orders down, to be made from the first step on. Who works on one with an older source will notice. */
export async function saveOrders(db: Db, orders: readonly PackagingOrder[], nowMs: number): Promise<void> {
  for (const [place, order] of orders.entries()) {
    const values = {
      name: order.name,
      source_path: order.sourcePath,
      source_stamp: order.sourceStamp,
      subtitles: JSON.stringify(order.subtitles),
      changed_at: new Date(nowMs),
      // One after another, in the order of the folder.
      ordered_at: new Date(nowMs + place),
    }
    const firstStep = {
      state: 'waiting',
      step: 'playable',
      reason: '',
      attempts: 0,
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

/**
 * Takes the next film of a step for this worker, of these assets or of all, by the database's clock. A film is made
 * better only when none waits to become playable, and none is made so by another worker of the same machine.
 */
export async function claimFilm(
  db: Db,
  worker: Worker,
  step: PackagingStep,
  assetIds?: readonly string[],
): Promise<PackagingRow | undefined> {
  const among = assetIds === undefined ? sql`true` : sql`asset_id = any(${[...assetIds]}::text[])`
  const inTurn =
    step === 'playable'
      ? sql`true`
      : sql`not exists (
          select from packaging
          where step = 'playable' and state in ('waiting', 'running')
            and (leased_until is null or leased_until < now() or starts_with(worker, ${worker.machine})))`
  const { rows } = await sql<PackagingRow>`
    update packaging
    set state = 'running', reason = '', worker = ${worker.id}, attempts = attempts + 1,
      leased_until = now() + make_interval(secs => ${worker.leaseSec}),
      begun_at = now(), begun_fraction = case step when 'playable' then 0 else fraction end
    where asset_id = (
      select asset_id from packaging
      where step = ${step} and state in ('waiting', 'running') and ${among} and ${inTurn}
        and (leased_until is null or leased_until < now()) and (not_before is null or not_before <= now())
      order by ordered_at, asset_id
      limit 1
      for update skip locked)
    returning *`.execute(db)
  return rows[0]
}

/** Forgets what was refused of a folder and lies there no more: who took it away has put it right. */
export async function forgetRefused(db: Db, folder: string, paths: readonly string[]): Promise<void> {
  await sql`
    delete from packaging
    where state = 'refused' and step = 'playable' and starts_with(source_path, ${`${folder}/`})
      and source_path <> all(${[...paths]}::text[])`.execute(db)
}

/** A sign of life. False when the film is no longer this worker's, or its source is another one by now. */
export async function renewLease(db: Db, worker: Worker, row: PackagingRow): Promise<boolean> {
  const { rows } = await sql`
    update packaging set leased_until = now() + make_interval(secs => ${worker.leaseSec})
    where asset_id = ${row.asset_id} and worker = ${worker.id} and source_stamp = ${row.source_stamp}
    returning asset_id`.execute(db)
  return rows.length === 1
}

/** True while a film that no worker has waits to become playable. */
export async function isAnyWaitingToPlay(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from packaging
    where step = 'playable' and state in ('waiting', 'running') and (leased_until is null or leased_until < now())
    limit 1`.execute(db)
  return rows.length === 1
}

/** How a worker leaves a film. */
export interface FilmRelease {
  readonly state: PackagingRow['state']
  readonly step: PackagingStep
  readonly reason?: string
  readonly fraction?: number
  readonly durationMs?: number
  /** It is started again after this time at the earliest. */
  readonly pauseSec?: number
  /** The attempt succeeded, or stopped for a reason outside the film: the count of attempts starts at zero. */
  readonly isNoFailure?: boolean
  /** It is another file than it was. */
  readonly sourceStamp?: string
}

/** Releases a film. Returns false when it was ordered again meanwhile; it then waits for its first step. */
export async function releaseFilm(
  db: Db,
  worker: Worker,
  row: PackagingRow,
  release: FilmRelease,
): Promise<boolean> {
  const pause =
    release.pauseSec === undefined ? sql`null` : sql`now() + make_interval(secs => ${release.pauseSec})`
  const { rows } = await sql`
    update packaging
    set worker = null, leased_until = null, rendition = '', state = ${release.state}, step = ${release.step},
      reason = ${release.reason ?? ''}, fraction = coalesce(${release.fraction ?? null}::real, fraction),
      duration_ms = coalesce(${release.durationMs ?? null}::float8, duration_ms), not_before = ${pause},
      attempts = case when ${release.isNoFailure === true} then 0 else attempts end,
      source_stamp = ${release.sourceStamp ?? row.source_stamp}, changed_at = now(),
      spent_ms = case when step = 'playable' then 0 else spent_ms end
        + extract(epoch from now() - coalesce(begun_at, now())) * 1000
    where asset_id = ${row.asset_id} and worker = ${worker.id} and source_stamp = ${row.source_stamp}
    returning asset_id`.execute(db)
  if (rows.length === 1) return true
  await sql`
    update packaging set worker = null, leased_until = null, state = 'waiting', step = 'playable'
    where asset_id = ${row.asset_id} and worker = ${worker.id}`.execute(db)
  return false
}

/** Writes down how far it is, since when it plays, and how long the film is once that is known. */
export async function noteProgress(
  db: Db,
  worker: Worker,
  row: PackagingRow,
  now: {
    readonly fraction: number
    readonly rendition: string
    readonly playable: boolean
    readonly durationMs?: number
  },
): Promise<void> {
  const fraction = Math.min(1, Math.max(0, now.fraction))
  await sql`
    update packaging
    set fraction = greatest(begun_fraction, ${fraction}::real), rendition = ${now.rendition}, changed_at = now(),
      duration_ms = coalesce(${now.durationMs ?? null}::float8, duration_ms),
      playable_at = case when ${now.playable} then coalesce(playable_at, now()) else playable_at end
    where asset_id = ${row.asset_id} and worker = ${worker.id} and source_stamp = ${row.source_stamp}`.execute(
    db,
  )
}
