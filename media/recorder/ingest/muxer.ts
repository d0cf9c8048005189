/**
 * The interface between what turns a source into fragments and what writes them: a muxer reads one live source
 * once, from its start to its end, and gives one fragmented MP4 track each for its video and its audio.
 */
import type { InitDescription } from '#media/containers/init-segment.ts'
import type { Part } from './fragment-reader.ts'
import type { StreamPlan } from './stream-plan.ts'

/** A track a muxer gives. `language` as the source names it, when it does. */
export interface MuxerTrack {
  readonly rendition: string
  readonly language?: string
}

/**
 * Called in this order: the tracks, then of each its init and its parts. Tracks by their position. The tracks come
 * again when a configuration has changed: then everything starts again, only the decode times go on as they were.
 */
export interface MuxerEvents {
  readonly onTracks: (tracks: readonly MuxerTrack[]) => void
  readonly onInit: (track: number, init: { bytes: Buffer; description: InitDescription }) => void
  /** Decode times of all tracks count from one moment, which is the muxer's own. The bytes become the receiver's. */
  readonly onPart: (track: number, part: Part) => void
  readonly onTrouble: (words: string) => void
}

/** Why a muxer ended. `replan`: the source's streams are others than assumed; the next run should have it so. */
export interface MuxerEnd {
  readonly words: string
  /** It is no live channel, or is one no more: reading it again would record the past as the present. */
  readonly isOver?: true
  readonly replan?: StreamPlan
}

export interface Muxer {
  /** The longest until its first part, and the longest it may stay silent after it. */
  readonly startMs: number
  readonly silenceMs: number
  /** Settles when everything has stopped and the last part was delivered. Never rejects. */
  readonly ended: Promise<MuxerEnd>
  /** Ends it at once; the last part, which may be torn, is dropped. */
  readonly kill: () => void
}
