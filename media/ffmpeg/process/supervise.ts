/** Runs ffmpeg to its end under supervision: reports progress, ends a stalled run, returns failures as values. */
import { readProgress, type FfmpegProgress } from './progress.ts'
import { runFfmpeg, type FfmpegExit } from './run.ts'

export interface RunDone {
  readonly kind: 'done'
  /** Milliseconds of media and number of frames written, as ffmpeg reports them at its end. */
  readonly outTimeMs: number
  readonly frames: number
  /** The last lines of standard error. */
  readonly lastLines: readonly string[]
}

export interface RunFailed {
  readonly kind: 'failed'
  readonly reason: 'aborted' | 'stalled' | 'no_space' | 'failed'
  readonly words: string
}

export type RunOutcome = RunDone | RunFailed

export interface SupervisedRun {
  readonly ffmpegPath: string
  readonly args: readonly string[]
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: FfmpegProgress) => void) | undefined
  /** Maximum time without any progress. 60 s when absent. */
  readonly stallMs?: number
  /** Additional time until the first progress: for a run that reads for a while before it writes. */
  readonly patienceMs?: number
  /** Runs with normal instead of low priority: for short work that a user waits for. */
  readonly isUrgent?: boolean
  /** `warning` when absent; measuring filters log at `info`. */
  readonly logLevel?: 'error' | 'warning' | 'info'
}

const stalledAfterMs = 60_000

const noise = /^(frame=|size=|video:|\[out#|Conversion failed|Exiting normally|Last message repeated)/

/** The most useful line: the last one that is not statistics. */
function reasonIn(lines: readonly string[]): string {
  return lines.findLast((line) => !noise.test(line))?.replace(/ @ 0x[0-9a-f]+/g, '') ?? 'it gave no reason'
}

function failureOf(exit: FfmpegExit, stalled: boolean, stallMs: number): RunFailed {
  const failed = (reason: RunFailed['reason'], words: string): RunFailed => ({
    kind: 'failed',
    reason,
    words,
  })
  if (stalled)
    return failed('stalled', `ffmpeg made no progress for ${Math.round(stallMs / 1000)} s and was ended`)
  if (exit.endedBy === 'abort') return failed('aborted', 'the work was called off')
  if (exit.lastLines.some((line) => line.includes('No space left on device'))) {
    return failed('no_space', 'the disk is full')
  }
  const how = exit.signal === null ? `code ${exit.code}` : `signal ${exit.signal}`
  return failed('failed', `ffmpeg ended with ${how}: ${reasonIn(exit.lastLines)}`)
}

/** Resolves when ffmpeg has exited; never rejects because of ffmpeg. Low priority (nice 10) unless it is urgent. */
export async function superviseFfmpeg(options: SupervisedRun): Promise<RunOutcome> {
  const stallMs = options.stallMs ?? stalledAfterMs
  const run = runFfmpeg({
    ffmpegPath: options.ffmpegPath,
    args: [
      '-loglevel',
      options.logLevel ?? 'warning',
      '-nostats',
      '-progress',
      'pipe:1',
      '-stats_period',
      '0.5',
      ...options.args,
    ],
    stdout: true,
    lowPriority: options.isUrgent !== true,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  })
  let stalled = false
  const onStall = (): void => {
    stalled = true
    run.kill()
  }
  let watchdog = setTimeout(onStall, stallMs + (options.patienceMs ?? 0))
  let last: FfmpegProgress = { outTimeMs: 0, frames: 0, bytes: 0, speed: 0, ended: false }
  if (run.stdout !== undefined) {
    readProgress(run.stdout, (progress) => {
      const moved =
        progress.outTimeMs !== last.outTimeMs ||
        progress.frames !== last.frames ||
        progress.bytes !== last.bytes
      last = { ...progress, outTimeMs: Math.max(progress.outTimeMs, last.outTimeMs) }
      if (!moved) return
      clearTimeout(watchdog)
      watchdog = setTimeout(onStall, stallMs)
      options.onProgress?.(last)
    })
  }
  const exit = await run.exit
  clearTimeout(watchdog)
  if (exit.code !== 0) return failureOf(exit, stalled, stallMs)
  return { kind: 'done', outTimeMs: last.outTimeMs, frames: last.frames, lastLines: exit.lastLines }
}
