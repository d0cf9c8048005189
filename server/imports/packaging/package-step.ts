import { sql } from 'kysely'
import type {
  Engine,
  PackagedAsset,
  PackagingProgress,
  PackagingRefused,
  RefusalReason,
} from '#media/media.ts'
import { noteAssetReady, withdrawAsset } from '#server/catalogue/catalogue.ts'
import { type PackagingRow, isStillOurs, releaseFilm, noteProgress, stampOf } from './packaging.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type DiskSpace, noSpaceReason } from './disk-space.ts'
import { skipMarksOf } from './skip-marks.ts'
import type { PackagingReason } from '#server/imports/source/tables.ts'

export interface FilmDeps {
  readonly db: Db
  readonly engine: Pick<Engine, 'packageAsset'>
  readonly disk: DiskSpace
  /** Whether a film waits to become playable, for which making another one better is interrupted. */
  isAnyWaitingToPlay(): Promise<boolean>
}

export type StepResult =
  /** It is playable, and gets better renditions after `pauseSec` at the earliest. */
  | { readonly kind: 'playable'; readonly warnings: readonly string[]; readonly pauseSec: number }
  | { readonly kind: 'ready'; readonly warnings: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: string }
  /** For an external reason, such as disk space. */
  | { readonly kind: 'waits'; readonly reason: string; readonly pauseSec: number }
  /** A failure that may succeed next time. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The process stops; the film is back in the queue. */
  | { readonly kind: 'stopped' }
  /** Ordered again, paused, removed, or another process has it. */
  | { readonly kind: 'left' }

export interface StepOptions {
  /** 1 for the first. */
  readonly attempt: number
  readonly maxAttempts: number
  readonly signal: AbortSignal
  onProgress?(progress: PackagingProgress): void
}

const spacePauseSec = 60

/**
 * Runs one step of a started film, and releases it. A file's error is stored as text, and its title is removed from
 * the catalogue. Never throws for an error of the film.
 */
export async function packageStep(
  deps: FilmDeps,
  row: PackagingRow,
  options: StepOptions,
): Promise<StepResult> {
  if (options.attempt > options.maxAttempts)
    return refuse(deps, row, {
      reason: `it was begun ${options.maxAttempts} times and never came to an end`,
      reasonKind: 'crashed',
    })
  const noSpace = await noSpaceReason(deps.disk, row)
  if (noSpace !== undefined) return wait(deps, row, noSpace)
  const progress = followProgress(deps.db, row, options.onProgress)
  try {
    const made = await runEngine(deps, row, {
      signal: AbortSignal.any([options.signal, progress.lost]),
      onProgress: progress.take,
    })
    await progress.settled()
    return await conclude(deps, row, { ...made, ...options })
  } catch (error) {
    await progress.settled()
    return await fail(deps, row, { words: wordsOf(error), ...options })
  } finally {
    progress.end()
  }
}

type Attempt = Pick<StepOptions, 'attempt' | 'maxAttempts'>

interface Made {
  readonly outcome: PackagedAsset | PackagingRefused
  /** Why it was not continued, when the disk was the reason. */
  readonly noSpace: string | undefined
}

async function runEngine(
  { db, engine, disk, isAnyWaitingToPlay }: FilmDeps,
  row: PackagingRow,
  watched: { readonly signal: AbortSignal; onProgress(progress: PackagingProgress): void },
): Promise<Made> {
  let noSpace: string | undefined
  const mayGoOn = async () => {
    if (row.step === 'playable' || (await isAnyWaitingToPlay())) return false
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

async function conclude(
  deps: FilmDeps,
  row: PackagingRow,
  { outcome, noSpace, ...attempt }: Made & Attempt,
): Promise<StepResult> {
  const { db } = deps
  if (outcome.kind === 'refused' && outcome.reason === 'aborted') {
    const isReleased = await releaseFilm(db, row, { state: 'waiting', step: row.step })
    return { kind: isReleased ? 'stopped' : 'left' }
  }
  const stamp = await stampOf(row.source_path).catch(() => row.source_stamp)
  if (stamp !== row.source_stamp)
    return fail(deps, row, {
      words: 'the file changed while it was read',
      again: 'the file changed while it was read, and is taken again',
      changed: { sourceStamp: stamp, step: 'playable' },
      ...attempt,
    })
  if (outcome.kind === 'refused')
    return outcome.reason === 'no_space'
      ? wait(deps, row, 'the disk is full; it goes on by itself when there is room')
      : refuse(deps, row, { reason: outcome.words, reasonKind: kindOf(outcome.reason) }, outcome.playable)
  const { asset } = outcome
  const isReleased = await releaseFilm(db, row, {
    state: asset.complete ? 'ready' : 'waiting',
    step: 'better',
    reason: noSpace ?? asset.warnings.join('; '),
    ...(noSpace === undefined ? {} : { reasonKind: 'no_room' as const }),
    durationMs: asset.durationMs,
    ...(asset.complete ? { fraction: 1 } : {}),
    ...(noSpace === undefined ? {} : { pauseSec: spacePauseSec }),
  })
  await noteAssetReady(db, row.asset_id, asset.durationMs)
  if (!isReleased) return { kind: 'left' }
  const { warnings } = asset
  if (asset.complete) return { kind: 'ready', warnings }
  return { kind: 'playable', warnings, pauseSec: noSpace === undefined ? 0 : spacePauseSec }
}

async function wait({ db }: FilmDeps, row: PackagingRow, reason: string): Promise<StepResult> {
  const release = { state: 'waiting', step: row.step, pauseSec: spacePauseSec } as const
  await releaseFilm(db, row, { ...release, reason, reasonKind: 'no_room' })
  return { kind: 'waits', reason, pauseSec: spacePauseSec }
}

async function refuse(
  { db }: FilmDeps,
  row: PackagingRow,
  why: { readonly reason: string; readonly reasonKind: PackagingReason },
  isPlayable = row.step === 'better',
): Promise<StepResult> {
  // The step also says whether it plays: only a playable film has the step `better`.
  const step = isPlayable ? 'better' : 'playable'
  const isReleased = await releaseFilm(db, row, { state: 'refused', step, ...why })
  if (!isReleased) return { kind: 'left' }
  if (!isPlayable) await withdrawAsset(db, row.asset_id)
  return { kind: 'refused', reason: why.reason }
}

/** What the engine calls a refusal, as the queue shows it. */
function kindOf(reason: RefusalReason): PackagingReason {
  if (reason === 'no_space') return 'no_room'
  return reason === 'bad_id' || reason === 'aborted' ? 'failed' : reason
}

interface Failure extends Attempt {
  readonly words: string
  /** The text shown with the film until the next attempt; built from `words` when absent. */
  readonly again?: string
  /** The file has changed. */
  readonly changed?: { readonly sourceStamp: string; readonly step: 'playable' }
}

/** Releases a film for another attempt, or refuses it after the last. */
async function fail(deps: FilmDeps, row: PackagingRow, failure: Failure): Promise<StepResult> {
  const { words, again, changed, attempt, maxAttempts } = failure
  const reasonKind = changed === undefined ? 'failed' : 'changed'
  if (attempt >= maxAttempts)
    return refuse(deps, row, { reason: `it could not be packaged: ${words}`, reasonKind })
  const reason = again ?? `it failed and is tried again: ${words}`
  const release = { state: 'waiting', step: row.step, reason, reasonKind, pauseSec: retryPauseSec } as const
  const isReleased = await releaseFilm(deps.db, row, { ...release, ...changed })
  return isReleased ? { kind: 'failed', reason } : { kind: 'left' }
}

/** The queue's delay grows each time; an operator only reads that the film waits. */
const retryPauseSec = 10

function wordsOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500)
}

const minStep = 0.01
/** How often it is read whether the film was paused or removed: progress of a long film is rare. */
const ownershipPollMs = 1000

/**
 * Stores progress in steps of a hundredth, one write at a time; a lost one is replaced by the next. `lost` is aborted
 * when the film is no longer ours: somebody paused or removed it, another process has it, or it was ordered again.
 */
function followProgress(
  db: Db,
  row: PackagingRow,
  onProgress: ((progress: PackagingProgress) => void) | undefined,
) {
  const lost = new AbortController()
  let writing: Promise<void> = Promise.resolve()
  let written = -1
  let writtenAs = ''
  let isPlayable = false
  const write = async (progress: PackagingProgress, rendition: string, becamePlayable: boolean) => {
    if (!(await noteProgress(db, row, { ...progress, rendition })))
      lost.abort(new Error('the film is not ours'))
    if (becamePlayable) await sql`select pg_notify('catalogue_changed', '')`.execute(db)
  }
  const take = (progress: PackagingProgress): void => {
    onProgress?.(progress)
    const becamePlayable = progress.playable && !isPlayable
    const rendition = progress.rendition ?? progress.stage
    if (!becamePlayable && rendition === writtenAs && progress.fraction - written < minStep) return
    written = progress.fraction
    writtenAs = rendition
    isPlayable ||= progress.playable
    writing = writing.then(() => write(progress, rendition, becamePlayable)).catch(() => undefined)
  }
  const look = async () => {
    if (!(await isStillOurs(db, row).catch(() => true))) lost.abort(new Error('the film is not ours'))
  }
  const watching = setInterval(() => void look(), ownershipPollMs)
  watching.unref()
  return { take, settled: () => writing, lost: lost.signal, end: () => clearInterval(watching) }
}
