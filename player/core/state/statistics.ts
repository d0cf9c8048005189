/** Playback statistics for support; they contain no ticket and no address. */
import type { PlaybackState } from './playback-state.ts'

/** The engine's counters since the source was loaded; null where it has none. */
export interface EngineStatistics {
  /** The decoded video size, pixels. */
  readonly width: number
  readonly height: number
  /** The bit rate of the video and audio being played, bits per second. */
  readonly streamBitsPerSecond: number | null
  /** The measured bandwidth, bits per second. */
  readonly networkBitsPerSecond: number | null
  readonly codecs: string
  readonly decodedFrames: number | null
  readonly droppedFrames: number | null
  readonly downloadedBytes: number | null
  /** The number of stalls, and of skipped gaps. */
  readonly stalls: number | null
  readonly gaps: number | null
}

/** A fault that was recovered from. */
export interface RecoveredFault {
  /** Unix ms. */
  readonly atMs: number
  /** As shown to the viewer, e.g. `P2-1002`. */
  readonly code: string
}

/** The input of `statisticsLines`. */
export interface PlaybackStatistics {
  readonly engine: EngineStatistics | null
  /** The id of the stream lease, or null. */
  readonly streamId: string | null
  /** The newest last. */
  readonly faults: readonly RecoveredFault[]
}

/** The keys of the lines; each has its text in the interface's languages. */
export type StatisticsName =
  | 'source'
  | 'picture'
  | 'rung'
  | 'network'
  | 'buffer'
  | 'frames'
  | 'latency'
  | 'codecs'
  | 'position'
  | 'received'
  | 'stalls'
  | 'place'
  | 'faults'

/** The lines to show; missing values have no line. */
export function statisticsLines(
  state: PlaybackState,
  { engine, streamId, faults }: PlaybackStatistics,
  nowMs: number,
): readonly (readonly [name: StatisticsName, value: string])[] {
  const { sourceKey, bufferedEndSec, positionSec, playingHeight, chosenHeight, isGrowing, originMs } = state
  const at = originMs === null ? '' : ` · ${new Date(originMs + positionSec * 1000).toISOString()}`
  const lines: readonly (readonly [StatisticsName, string | null])[] = [
    ['source', sourceKey],
    ['picture', engine === null || engine.width === 0 ? null : `${engine.width} × ${engine.height}`],
    ['rung', rungOf(playingHeight, chosenHeight, engine?.streamBitsPerSecond ?? null)],
    ['network', megabits(engine?.networkBitsPerSecond ?? null)],
    ['buffer', `${decimal(Math.max(0, bufferedEndSec - positionSec))} s`],
    [
      'frames',
      engine?.decodedFrames == null ? null : `${engine.droppedFrames ?? 0} / ${engine.decodedFrames}`,
    ],
    // Uses this device's clock, which may be wrong.
    [
      'latency',
      isGrowing && originMs !== null ? `${decimal((nowMs - originMs) / 1000 - positionSec)} s` : null,
    ],
    ['codecs', engine?.codecs || null],
    ['position', `${decimal(positionSec)} s${at}`],
    ['received', engine?.downloadedBytes == null ? null : `${decimal(engine.downloadedBytes / 1e6)} MB`],
    ['stalls', engine?.stalls == null ? null : `${engine.stalls} / ${engine.gaps ?? 0}`],
    ['place', streamId],
    ['faults', faults.map(({ atMs, code }) => `${code} ${timeOf(atMs)}`).join(', ') || '0'],
  ]
  return lines.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))
}

function rungOf(playing: number | null, chosen: number | null, bitsPerSecond: number | null): string | null {
  if (playing === null) return null
  const rate = megabits(bitsPerSecond)
  return `${playing}p${rate === null ? '' : ` · ${rate}`} · ${chosen === null ? 'auto' : 'fix'}`
}

function decimal(value: number): string {
  return value.toFixed(1).replace('.', ',')
}

function megabits(bitsPerSecond: number | null): string | null {
  return bitsPerSecond === null ? null : `${decimal(bitsPerSecond / 1e6)} Mbit/s`
}

function timeOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(11, 19)
}
