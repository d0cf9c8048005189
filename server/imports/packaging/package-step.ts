import { sql } from 'kysely'
import type { Engine, PackagedAsset, PackagingProgress, PackagingRefused } from '#media/media.ts'
import { noteAssetReady, withdrawAsset } from '#server/catalogue/catalogue.ts'
import {
  type PackagingRow,
  type Worker,
  isAnyWaitingToPlay,
  renewLease,
  releaseFilm,
  noteProgress,
  stampOf,
} from './packaging.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type DiskSpace, noSpaceReason } from './disk-space.ts'
import { skipMarksOf } from './skip-marks.ts'

export interface FilmDeps {
  readonly db: Db
  readonly engine: Pick<Engine, 'packageAsset'>
  readonly disk: DiskSpace
  readonly worker: Worker
}

export type StepResult =
  | { readonly kind: 'playable' | 'ready'; readonly warnings: readonly string[] }
  | { readonly kind: 'refused' | 'waits'; readonly reason: string }
  /** Cancelled, or ordered again: it is back in the queue. */
  | { readonly kind: 'left' }

/** A film that ends its worker or fails for unknown reasons so often is refused. */
const maxAttempts = 6
const roomPauseSec = 60
/** A file that changes is looked at again when it may have been written to its end. */
const changedPauseSec = 30
const maxPauseSec = 600

/**
 * Makes one step of a film that this worker has claimed, and gives it back. What is wrong with the file is written
 * down in words, and what was to show it is taken out of the catalogue.
 */
export async function packageStep(
  deps: FilmDeps,
  row: PackagingRow,
  options: { readonly signal: AbortSignal; onProgress?(progress: PackagingProgress): void },
): Promise<StepResult> {
  if (row.attempts > maxAttempts)
    return refuse(deps, row, `it was begun ${maxAttempts} times and never came to an end`)
  const noSpace = await noSpaceReason(deps.disk, row)
  if (noSpace !== undefined) return wait(deps, row, noSpace)
  const lease = startLeaseRenewal(deps, row)
  const progress = followProgress(deps, row, options.onProgress)
  try {
    const made = await runEngine(deps, row, {
      signal: AbortSignal.any([options.signal, lease.signal]),
      onProgress: progress.take,
    })
    await progress.settled()
    return await conclude(deps, row, made)
  } catch (error) {
    await progress.settled()
    return await failed(deps, row, error)
  } finally {
    lease.end()
  }
}

interface Made {
  readonly outcome: PackagedAsset | PackagingRefused
  /** Why it was not gone on with, when the disk was the reason. */
  readonly noSpace: string | undefined
}

async function runEngine(
  { db, engine, disk }: FilmDeps,
  row: PackagingRow,
  watched: { readonly signal: AbortSignal; onProgress(progress: PackagingProgress): void },
): Promise<Made> {
  let noSpace: string | undefined
  const mayGoOn = async () => {
    if (row.step === 'playable' || (await isAnyWaitingToPlay(db))) return false
    noSpace = await noSpaceReason(disk, row)
    return noSpace === undefined
  }
  // Includes the marks an operator set, for a film that is packaged again.
  const marks = await skipMarksOf(db, [row.asset_id])
  const outcome = await engine.packageAsset({
    assetId: row.asset_id,
    sourcePath: row.source_path,
    sidecarSubtitles: row.subtitles,
    markers: marks.map(({ kind, begin_ms, end_ms }) => ({ kind, beginMs: begin_ms, endMs: end_ms })),
    ...watched,
    mayGoOn,
  })
  return { outcome, noSpace }
}

async function conclude(deps: FilmDeps, row: PackagingRow, { outcome, noSpace }: Made): Promise<StepResult> {
  const { db, worker } = deps
  if (outcome.kind === 'refused' && outcome.reason === 'aborted') {
    await releaseFilm(db, worker, row, { state: 'waiting', step: row.step, isNoFailure: true })
    return { kind: 'left' }
  }
  const stamp = await stampOf(row.source_path).catch(() => row.source_stamp)
  if (stamp !== row.source_stamp) {
    const reason = 'the file changed while it was read, and is taken again'
    const again = { reason, sourceStamp: stamp, pauseSec: changedPauseSec }
    await releaseFilm(db, worker, row, { state: 'waiting', step: 'playable', ...again })
    return { kind: 'left' }
  }
  if (outcome.kind === 'refused')
    return outcome.reason === 'no_space'
      ? wait(deps, row, 'the disk is full; it goes on by itself when there is room')
      : refuse(deps, row, outcome.words, outcome.playable)
  const { asset } = outcome
  const isReleased = await releaseFilm(db, worker, row, {
    state: asset.complete ? 'ready' : 'waiting',
    step: 'better',
    reason: noSpace ?? asset.warnings.join('; '),
    durationMs: asset.durationMs,
    isNoFailure: true,
    ...(asset.complete ? { fraction: 1 } : {}),
    ...(noSpace === undefined ? {} : { pauseSec: roomPauseSec }),
  })
  await noteAssetReady(db, row.asset_id, asset.durationMs)
  if (!isReleased) return { kind: 'left' }
  return { kind: asset.complete ? 'ready' : 'playable', warnings: asset.warnings }
}

async function wait({ db, worker }: FilmDeps, row: PackagingRow, reason: string): Promise<StepResult> {
  const waiting = { state: 'waiting', step: row.step, reason, pauseSec: roomPauseSec } as const
  await releaseFilm(db, worker, row, { ...waiting, isNoFailure: true })
  return { kind: 'waits', reason }
}

async function refuse(
  { db, worker }: FilmDeps,
  row: PackagingRow,
  reason: string,
  isPlayable = row.step === 'better',
): Promise<StepResult> {
  // The step also says whether it plays: only a playable film has the step `better`.
  const step = isPlayable ? 'better' : 'playable'
  const isReleased = await releaseFilm(db, worker, row, { state: 'refused', step, reason })
  if (!isReleased) return { kind: 'left' }
  if (!isPlayable) await withdrawAsset(db, row.asset_id)
  return { kind: 'refused', reason }
}

/** An unexpected error: tried again after a delay that doubles each time. */
async function failed(deps: FilmDeps, row: PackagingRow, error: unknown): Promise<StepResult> {
  const words = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  if (row.attempts >= maxAttempts) return refuse(deps, row, `it could not be packaged: ${words}`)
  const pauseSec = Math.min(maxPauseSec, 5 * 2 ** row.attempts)
  const reason = `it failed and is tried again: ${words}`
  await releaseFilm(deps.db, deps.worker, row, { state: 'waiting', step: row.step, reason, pauseSec })
  return { kind: 'waits', reason }
}

/** Gives signs of life; its signal is aborted when the film is no longer ours. */
function startLeaseRenewal({ db, worker }: FilmDeps, row: PackagingRow) {
  const lost = new AbortController()
  const everyMs = (worker.leaseSec * 1000) / 4
  let renewedAtMs = performance.now()
  const timer = setInterval(() => {
    renewLease(db, worker, row)
      // A database that does not answer for a moment takes nothing away; the lease's end does.
      .catch(() => performance.now() - renewedAtMs < everyMs * 3)
      .then((isOurs) => {
        if (isOurs) renewedAtMs = performance.now()
        else lost.abort(new Error('another worker has this film, or its source changed'))
      })
      .catch(() => undefined)
  }, everyMs)
  return { signal: lost.signal, end: () => clearInterval(timer) }
}

const minStep = 0.01

/** Writes progress down in steps of a hundredth, one writing at a time; a lost one is made good by the next. */
function followProgress(
  { db, worker }: FilmDeps,
  row: PackagingRow,
  onProgress: ((progress: PackagingProgress) => void) | undefined,
) {
  let writing: Promise<void> = Promise.resolve()
  let written = -1
  let writtenAs = ''
  let isPlayable = false
  const take = (progress: PackagingProgress): void => {
    onProgress?.(progress)
    const becamePlayable = progress.playable && !isPlayable
    const rendition = progress.rendition ?? progress.stage
    if (!becamePlayable && rendition === writtenAs && progress.fraction - written < minStep) return
    written = progress.fraction
    writtenAs = rendition
    isPlayable ||= progress.playable
    writing = writing
      .then(async () => {
        await noteProgress(db, worker, row, { ...progress, rendition })
        if (becamePlayable) await sql`select pg_notify('catalogue_changed', '')`.execute(db)
      })
      .catch(() => undefined)
  }
  return { take, settled: () => writing }
}
