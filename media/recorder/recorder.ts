/** Keeps one live source going into one archive: starts, watches, waits and starts again. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChannelArchive } from '#media/archive/channel-archive.ts'
import { recordRun } from './recording-run.ts'
import type { LiveSource } from './source.ts'
import { firstPlan, type StreamPlan } from './stream-plan.ts'

/** What a recorder says of itself. */
export interface RecorderStatus {
  readonly state: 'recording' | 'waiting' | 'stopped'
  /** Why it waits, in words for the operator; the source's address is left out. */
  readonly words?: string
  readonly lastSegmentAtMs?: number
  readonly epoch?: number
  /** Written since the recorder started. */
  readonly bytes: number
  readonly restarts: number
}

export interface RecorderOptions {
  readonly source: LiveSource
  readonly archive: ChannelArchive
  readonly ffmpegPath: string
  /** Unix milliseconds. */
  readonly clock: () => number
  readonly log: (event: string, fields: object) => void
}

export interface Recorder {
  status(): RecorderStatus
  /** Kills ffmpeg at once; settles when what was received is written. The archive stays open. */
  close(): Promise<void>
}

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 30_000
/** A run that brought this many segments was a good one: the waits begin anew. */
const GOOD_RUN_SEGMENTS = 6
const MAX_REPLANS = 3

/** Starts recording at once. A source that does not answer is tried again with growing waits, up to 30 s. */
export function startRecorder(options: RecorderOptions): Recorder {
  const stop = new AbortController()
  const status: { -readonly [Key in keyof RecorderStatus]: RecorderStatus[Key] } = {
    state: 'waiting',
    words: 'not answered yet',
    bytes: 0,
    restarts: 0,
  }
  const finished = keepRecording(options, stop.signal, status)
  return {
    status: () => ({ ...status }),
    close: async () => {
      stop.abort()
      await finished
      status.state = 'stopped'
      delete status.words
    },
  }
}

async function keepRecording(
  options: RecorderOptions,
  signal: AbortSignal,
  status: { -readonly [Key in keyof RecorderStatus]: RecorderStatus[Key] },
): Promise<void> {
  let plan: StreamPlan = firstPlan
  let waitMs = FIRST_WAIT_MS
  let replans = 0
  while (!signal.aborted) {
    const future = await options.archive.forgetFuture().catch(() => 0)
    if (future > 0) options.log('recorder.forgot_future', { segments: future })
    const end = await recordRun({
      ...options,
      plan,
      signal,
      onSegment: ({ endMs, bytes, epoch }) => {
        status.state = 'recording'
        delete status.words
        status.lastSegmentAtMs = endMs
        status.bytes += bytes
        status.epoch = epoch
      },
      onTrouble: (words) => options.log('recorder.trouble', { words }),
    })
    if (signal.aborted) return
    status.state = 'waiting'
    status.words = end.words
    status.restarts++
    if (end.segments >= GOOD_RUN_SEGMENTS) [waitMs, replans] = [FIRST_WAIT_MS, 0]
    if (end.replan !== undefined && replans++ < MAX_REPLANS) plan = end.replan
    else {
      options.log('recorder.waiting', { words: end.words, segments: end.segments, waitMs })
      await sleep(waitMs, undefined, { signal }).catch(() => undefined)
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
    }
  }
}
