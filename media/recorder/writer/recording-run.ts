/** One run of one muxer: from its start to its end, its parts become segments of the channel's archive. */
import { startMuxer, type MuxerOptions } from '#media/recorder/ingest/choose-muxer.ts'
import { EpochWriter, type EpochWriterOptions } from './epoch-writer.ts'
import type { Muxer, MuxerEnd, MuxerEvents } from '#media/recorder/ingest/muxer.ts'

/** How a run ended. */
export interface RunEnd extends MuxerEnd {
  readonly segments: number
}

export interface RunOptions extends Omit<EpochWriterOptions, 'onEnd'>, MuxerOptions {
  /** A muxer that runs already; a new one is started when absent. */
  readonly takeOver?: ((events: MuxerEvents) => Muxer) | undefined
}

const tickMs = 250
/** A wall clock step larger than this between two ticks ends the run: later data has another position. */
const clockStepMs = 2000

/** Runs until the source ends, is silent, breaks, or `signal` aborts. Never rejects. */
export async function recordRun(options: RunOptions): Promise<RunEnd> {
  const { clock, signal } = options
  let muxer: Muxer | undefined
  let verdict: { words: string; isOver?: true } | undefined
  const end = (words: string, isOver?: true): void => {
    verdict ??= { words, ...(isOver === undefined ? {} : { isOver }) }
    muxer?.kill()
  }
  /** A broken stream or a full disk ends this run; the error never reaches the process. */
  const guarded = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      end(error instanceof Error ? error.message : String(error))
    }
  }
  const writer = new EpochWriter({ ...options, onEnd: end })
  const events: MuxerEvents = {
    onTracks: (tracks) => writer.setTracks(tracks),
    onInit: (track, init) => writer.setInit(track, init),
    onPart: (track, part) => guarded(() => writer.add(track, part)),
    onTrouble: options.onTrouble,
  }
  const startedAtMs = clock()
  muxer = options.takeOver?.(events) ?? startMuxer(options, events)
  if (verdict !== undefined) muxer.kill()
  signal.addEventListener('abort', muxer.kill, { once: true })
  const { startMs, silenceMs, ended } = muxer
  let aheadMs = clock() - performance.now()
  const watch = setInterval(() => {
    const nowAheadMs = clock() - performance.now()
    if (Math.abs(nowAheadMs - aheadMs) > clockStepMs) return end('the clock of this machine was set')
    aheadMs = nowAheadMs
    guarded(() => writer.tick())
    const last = writer.lastPartAtMs
    if (last === undefined) {
      if (clock() - startedAtMs > startMs) end(`no video within ${startMs / 1000} s`)
    } else if (clock() - last > silenceMs) end(`silent for ${silenceMs / 1000} s`)
  }, tickMs)
  const made = await ended
  clearInterval(watch)
  signal.removeEventListener('abort', muxer.kill)
  guarded(() => writer.end())
  await writer.written()
  return { ...made, ...verdict, segments: writer.segments }
}
