/**
 * The interface between readers of sources and the archive writer: a muxer reads one live source once, from its start
 * to its end, and outputs one fragmented MP4 track for each video and audio stream.
 */
import type { InitDescription } from '#media/containers/init-segment.ts'
import type { Part } from './fragment-reader.ts'
import type { StreamPlan } from './stream-plan.ts'

/** A track of a muxer. `language` as the source names it, if it does. */
export interface MuxerTrack {
  readonly rendition: string
  readonly language?: string
}

/**
 * Called in this order: the tracks, then each track's init and parts. Tracks are identified by position. After a
 * configuration change the tracks come again: then everything starts again, only decode times continue.
 */
export interface MuxerEvents {
  readonly onTracks: (tracks: readonly MuxerTrack[]) => void
  readonly onInit: (track: number, init: { bytes: Buffer; description: InitDescription }) => void
  /** Decode times of all tracks have one origin, which the muxer chooses. The receiver owns the bytes. */
  readonly onPart: (track: number, part: Part) => void
  readonly onTrouble: (words: string) => void
  /** The streams of the source are those of the plan. Not every muxer reports it. */
  readonly onPlanned?: () => void
}

/** Why a muxer ended. `replan`: the source's streams differ from the assumed ones; the next run should use these. */
export interface MuxerEnd {
  readonly words: string
  /**
   * The source has sent all; `uncertain`: it does not say where its answers end, so it may also be a broken connection.
   * Absent after a failure or a stop, and where a muxer does not report it.
   */
  readonly sourceEnd?: 'certain' | 'uncertain'
  /** It is not live (any more): reading it again would record old content as new. */
  readonly isOver?: true
  readonly replan?: StreamPlan
}

export interface Muxer {
  /** The maximum time until its first part, and the maximum silence after it. */
  readonly startMs: number
  readonly silenceMs: number
  /** Settles when everything has stopped and the last part was delivered. Never rejects. */
  readonly ended: Promise<MuxerEnd>
  /** Stops it at once; the last part, which may be incomplete, is dropped. */
  readonly kill: () => void
  /** Reads no further, or goes on; absent where it cannot wait: a live source. */
  readonly pause?: (isPaused: boolean) => void
}
