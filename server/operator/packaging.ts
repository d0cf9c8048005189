import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { Engine, PackagingProgress } from '#media/media.ts'
import { noteAssetReady, withdrawAsset } from '#server/catalogue/catalogue.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import type { JobWorker, Jobs } from '#server/platform/jobs.ts'
import { jobKind, jobWorker } from '#server/platform/jobs.ts'
import type { KeptSubtitle, PackagingTable } from '#server/platform/tables/operator.ts'

/** A file that shall become a packaged asset. */
export interface PackagingOrder {
  readonly assetId: string
  /** For people. */
  readonly name: string
  readonly sourcePath: string
  /** Changes when the source file does. */
  readonly sourceStamp: string
  readonly subtitles: readonly KeptSubtitle[]
}

export type PackagingRow = Selectable<PackagingTable>

/** The job that makes one asset of the table. Twelve hours are enough for the longest film on the smallest machine. */
export const packageAssetJob = jobKind({
  name: 'operator.package-asset',
  data: z.object({ assetId: z.string() }),
  limitSec: 12 * 3600,
  onePerKey: true,
})

/** Writes the orders down; one for a source that is packaged already keeps its state. */
export async function keepOrders(db: Db, orders: readonly PackagingOrder[], nowMs: number): Promise<void> {
  for (const order of orders) {
    const values = {
      name: order.name,
      source_path: order.sourcePath,
      source_stamp: order.sourceStamp,
      subtitles: JSON.stringify(order.subtitles),
      changed_at: new Date(nowMs),
    }
    await db
      .insertInto('packaging')
      .values({ asset_id: order.assetId, ...values, playable_at: null })
      .onConflict((conflict) =>
        conflict.column('asset_id').doUpdateSet({ ...values, state: 'waiting', reason: '' }),
      )
      .execute()
  }
}

/** The rows of these assets, or of all. */
export async function packagingRows(db: Db, assetIds?: readonly string[]): Promise<readonly PackagingRow[]> {
  const query = db.selectFrom('packaging').selectAll().orderBy('changed_at')
  if (assetIds === undefined) return query.execute()
  return assetIds.length === 0 ? [] : query.where('asset_id', 'in', [...assetIds]).execute()
}

/** Leaves a job for each asset; one that waits or runs already is not left twice. */
export async function sendPackaging(jobs: Jobs, assetIds: readonly string[]): Promise<void> {
  for (const assetId of assetIds) await jobs.send(packageAssetJob, { assetId }, { onceKey: assetId })
}

/**
 * Leaves a job for all that is not finished: what a foreground import was stopped at, and what ran out of tries
 * because the process was stopped again and again. Called at each start of the process that does jobs.
 */
export async function resumePackaging(db: Db, jobs: Jobs): Promise<number> {
  const rows = await db
    .selectFrom('packaging')
    .select('asset_id')
    .where('state', 'in', ['waiting', 'running'])
    .orderBy('changed_at')
    .execute()
  await sendPackaging(
    jobs,
    rows.map((row) => row.asset_id),
  )
  return rows.length
}

export interface PackagingHands {
  readonly db: Db
  readonly engine: Pick<Engine, 'packageAsset'>
  readonly clock: Clock
}

/** The worker of `packageAssetJob`, for the process that runs jobs and has an engine. */
export function packagingWorker(hands: PackagingHands): JobWorker {
  return jobWorker(packageAssetJob, async ({ assetId }, job) => {
    const result = await packageOne(hands, assetId, { signal: job.signal }).catch(async (error: unknown) => {
      // The last try: without a word here the file would be "being made" for ever.
      if (!job.signal.aborted && job.attempt >= packageAssetJob.tries) {
        const words = error instanceof Error ? error.message : String(error)
        const reason = `it could not be packaged: ${words.slice(0, 500)}`
        await setState(hands.db, assetId, { state: 'refused', reason }, hands.clock)
      }
      throw error
    })
    if (result.kind === 'refused') job.log.warn('a film was refused', { assetId, reason: result.reason })
  })
}

export type PackagingResult =
  | { readonly kind: 'ready'; readonly warnings: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: string }

/**
 * Makes one asset of the table. As soon as it plays, the catalogue hears of it. A refusal is written down in words,
 * and what was to show it is taken out of the catalogue. Throws when it was called off, so that a job tries again.
 */
export async function packageOne(
  { db, engine, clock }: PackagingHands,
  assetId: string,
  options: { readonly signal?: AbortSignal; onProgress?(progress: PackagingProgress): void } = {},
): Promise<PackagingResult> {
  const row = await db.selectFrom('packaging').selectAll().where('asset_id', '=', assetId).executeTakeFirst()
  if (row === undefined) return { kind: 'refused', reason: 'it is no longer wanted' }
  const progress = followProgress(db, assetId, clock, options.onProgress)
  await setState(db, assetId, { state: 'running', reason: '' }, clock)
  const outcome = await engine.packageAsset({
    assetId,
    sourcePath: row.source_path,
    sidecarSubtitles: row.subtitles,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    onProgress: progress.take,
  })
  await progress.settled()
  if (outcome.kind === 'packaged') {
    const reason = outcome.asset.warnings.join('; ')
    await setState(db, assetId, { state: 'ready', fraction: 1, reason }, clock)
    await markPlayable(db, assetId, clock)
    await noteAssetReady(db, assetId, outcome.asset.durationMs)
    return { kind: 'ready', warnings: outcome.asset.warnings }
  }
  if (outcome.reason === 'aborted') {
    await setState(db, assetId, { state: 'waiting', reason: '' }, clock)
    throw new Error('the packaging was interrupted')
  }
  await setState(db, assetId, { state: 'refused', reason: outcome.words }, clock)
  if (!outcome.playable) await withdrawAsset(db, assetId)
  return { kind: 'refused', reason: outcome.words }
}

async function setState(
  db: Db,
  assetId: string,
  state: { state: PackagingRow['state']; reason: string; fraction?: number },
  clock: Clock,
): Promise<void> {
  await db
    .updateTable('packaging')
    .set({ ...state, changed_at: new Date(clock.nowMs()) })
    .where('asset_id', '=', assetId)
    .execute()
}

async function markPlayable(db: Db, assetId: string, clock: Clock): Promise<void> {
  await sql`
    update packaging set playable_at = coalesce(playable_at, ${new Date(clock.nowMs())})
    where asset_id = ${assetId}`.execute(db)
}

const leastStep = 0.01

/** Writes progress down in steps of a hundredth, one writing at a time; a lost one is made good by the next. */
function followProgress(
  db: Db,
  assetId: string,
  clock: Clock,
  onProgress: ((progress: PackagingProgress) => void) | undefined,
) {
  let writing: Promise<void> = Promise.resolve()
  let written = -1
  let isPlayable = false
  const take = (progress: PackagingProgress): void => {
    onProgress?.(progress)
    const becamePlayable = progress.playable && !isPlayable
    if (!becamePlayable && progress.fraction - written < leastStep) return
    written = progress.fraction
    isPlayable ||= progress.playable
    writing = writing
      .then(async () => {
        const fraction = Math.min(1, Math.max(0, progress.fraction))
        await setState(db, assetId, { state: 'running', reason: '', fraction }, clock)
        if (!becamePlayable) return
        await markPlayable(db, assetId, clock)
        await sql`select pg_notify('catalogue_changed', '')`.execute(db)
      })
      .catch(() => undefined)
  }
  return { take, settled: () => writing }
}
