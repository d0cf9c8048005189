import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PackagingProgress } from '#media/media.ts'
import { type Jobs, type JobWorker, type RunningJob, jobWorker } from '#server/platform/jobs.ts'
import { maxAttempts, packageFilmJob, playablePriority, priorityOf, sendFilm } from './film-jobs.ts'
import { type FilmDeps, type StepResult, packageStep } from './package-step.ts'
import { type PackagingRow, beginStep, findRow, isAnyWaitingToPlay } from './packaging.ts'

export interface FilmWorkerDeps extends Omit<FilmDeps, 'isAnyWaitingToPlay'> {
  readonly jobs: Pick<Jobs, 'send'>
  /** Receives each film's progress and the result of its step. */
  readonly observer?: FilmObserver
}

export interface FilmObserver {
  progressed?(row: PackagingRow, progress: PackagingProgress): void
  ended?(row: PackagingRow, result: StepResult): void
}

/**
 * The workers of a process that runs jobs and has an engine: one makes films playable, another adds better renditions
 * while no film waits to become playable. Each processes one film at a time.
 */
export function filmWorkers(deps: FilmWorkerDeps): readonly JobWorker[] {
  const films = new FilmProcess(deps)
  return [
    jobWorker(packageFilmJob, ({ assetId }, job) => films.makePlayable(assetId, job), {
      minPriority: playablePriority,
    }),
    jobWorker(packageFilmJob, ({ assetId }, job) => films.makeBetter(assetId, job), {
      maxPriority: playablePriority - 1,
    }),
  ]
}

/** A job that has waited this long for its turn is queued again, so that none comes near its time limit. */
const turnMs = 10 * 60_000
const pollMs = 1000

/** The packaging of films in one process. */
class FilmProcess {
  readonly #deps: FilmWorkerDeps
  /** A film is being made playable in this process. */
  #isMakingPlayable = false

  constructor(deps: FilmWorkerDeps) {
    this.#deps = deps
  }

  async makePlayable(assetId: string, job: RunningJob): Promise<void> {
    this.#isMakingPlayable = true
    try {
      await this.#package(assetId, job)
    } finally {
      this.#isMakingPlayable = false
    }
  }

  async makeBetter(assetId: string, job: RunningJob): Promise<void> {
    const turn = await this.#waitForTurn(assetId, job.signal)
    if (turn === 'later') {
      const row = await findRow(this.#deps.db, assetId)
      const priority = priorityOf({ step: 'better', rank: row?.rank ?? 0 }, { isInterrupted: true })
      await sendFilm(this.#deps.jobs, assetId, { priority })
    } else await this.#package(assetId, job)
  }

  readonly #isPlayableFirst = async (): Promise<boolean> =>
    this.#isMakingPlayable || (await isAnyWaitingToPlay(this.#deps.db))

  /**
   * Waits while films wait to become playable; the film itself may be ordered again meanwhile, and is then one of
   * them.
   */
  async #waitForTurn(assetId: string, signal: AbortSignal): Promise<'now' | 'later'> {
    const endsAtMs = performance.now() + turnMs
    while (await this.#isPlayableFirst()) {
      if (signal.aborted || performance.now() > endsAtMs) return 'later'
      if ((await findRow(this.#deps.db, assetId))?.step !== 'better') return 'now'
      await sleep(pollMs, undefined, { signal }).catch(() => undefined)
    }
    return signal.aborted ? 'later' : 'now'
  }

  async #package(assetId: string, job: RunningJob): Promise<void> {
    const { db, jobs, observer } = this.#deps
    const worker = `${hostname()} ${process.pid} ${job.id} ${job.attempt}`
    const row = await beginStep(db, worker, assetId)
    if (row === undefined) return
    const deps = { ...this.#deps, isAnyWaitingToPlay: this.#isPlayableFirst }
    const result = await packageStep(deps, row, {
      attempt: job.attempt,
      maxAttempts,
      signal: job.signal,
      onProgress: (progress) => observer?.progressed?.(row, progress),
    })
    logResult(job, row, result)
    observer?.ended?.(row, result)
    // It may have been moved meanwhile.
    const rank = (await findRow(db, assetId))?.rank ?? row.rank
    const next = nextOf({ ...row, rank }, result)
    if (next !== undefined) await sendFilm(jobs, assetId, next)
    // A failed attempt is retried by the queue, after a delay that doubles.
    if (result.kind === 'failed') throw new Error(result.reason)
  }
}

/** When the film is queued next; undefined when it is finished, or the queue retries it. */
function nextOf(row: PackagingRow, result: StepResult) {
  const { step, rank } = row
  if (result.kind === 'playable') {
    const isInterrupted = step === 'better'
    return { priority: priorityOf({ step: 'better', rank }, { isInterrupted }), afterSec: result.pauseSec }
  }
  if (result.kind === 'waits') return { priority: priorityOf(row), afterSec: result.pauseSec }
  if (result.kind === 'stopped') return { priority: priorityOf(row, { isInterrupted: true }) }
  return undefined
}

function logResult(job: RunningJob, row: PackagingRow, result: StepResult): void {
  const film = { assetId: row.asset_id, step: row.step }
  if (result.kind === 'refused') job.log.warn('packaging.refused', { ...film, reason: result.reason })
  if (result.kind === 'waits') job.log.warn('packaging.postponed', { ...film, reason: result.reason })
}
