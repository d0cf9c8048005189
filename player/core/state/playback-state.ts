/** The state of playback at one moment, as one immutable value. Screens render it and nothing else. */
import type { PlaybackFailure } from './playback-failure.ts'
import type { PlaybackKind, Refusal } from './source.ts'

/** `buffering`: it should play but waits for data. `failed`: see `problem`. */
export type PlaybackStatus = 'idle' | 'loading' | 'playing' | 'paused' | 'buffering' | 'ended' | 'failed'

/** A height that can be chosen, with its peak bit rate. */
export interface Quality {
  readonly height: number
  readonly bitsPerSecond: number
}

/**
 * An audio or subtitle track. `id` is valid for the loaded source only; `language` is ISO 639, `und` when
 * unknown.
 */
export interface MediaTrack {
  readonly id: string
  readonly language: string
  readonly name: string
  readonly active: boolean
}

/** What the engine reports at any time. Positions are seconds on the source's own timeline. */
export interface EngineSnapshot {
  readonly positionSec: number
  /** The length, or null while the source is growing. */
  readonly durationSec: number | null
  readonly seekStartSec: number
  readonly seekEndSec: number
  /** End of the buffered range around the position. */
  readonly bufferedEndSec: number
  /** True for a channel, and for a programme that is still being recorded. */
  readonly isGrowing: boolean
  /** Wall clock (unix ms) of position 0, or null when the source has none. */
  readonly originMs: number | null
  readonly paused: boolean
  readonly buffering: boolean
  readonly ended: boolean
  readonly volume: number
  readonly muted: boolean
  readonly rate: number
  /** False where only the device's own remote or buttons change it. */
  readonly canChangeVolume: boolean
  readonly canChangeRate: boolean
  /** Highest first. */
  readonly qualities: readonly Quality[]
  /** The height the viewer fixed, or null for automatic. */
  readonly chosenHeight: number | null
  readonly playingHeight: number | null
  readonly audioTracks: readonly MediaTrack[]
  readonly textTracks: readonly MediaTrack[]
  /** Ranges without a recording, on the wall clock; playback skips them (GUIDE-06). */
  readonly holes: readonly Hole[]
}

/** Unix ms. */
export interface Hole {
  readonly beginMs: number
  readonly endMs: number
}

/**
 * Why nothing plays: the server rejected it (a gate is shown), playback failed (a message with a code), or it was
 * stopped.
 */
export type PlaybackProblem =
  | Refusal
  | { readonly kind: 'playback'; readonly failure: PlaybackFailure; readonly code: string }
  /** The viewer chose to watch on another device instead. */
  | { readonly kind: 'stopped'; readonly by: string }

/** One moment of playback. Positions are seconds on the source's own timeline. */
export interface PlaybackState extends Omit<EngineSnapshot, 'paused' | 'buffering' | 'ended'> {
  readonly status: PlaybackStatus
  readonly sourceKey: string | null
  readonly kind: PlaybackKind | null
  /** Seconds between the position and the live edge; null unless the source grows. */
  readonly behindLiveSec: number | null
  /** True once a frame of the current source was on the screen. */
  readonly hasPicture: boolean
  /** True when the browser blocked autoplay and waits for a press of the viewer. */
  readonly autoplayBlocked: boolean
  readonly problem: PlaybackProblem | null
}

/** Whether what plays has video; false until it is loaded. */
export function hasVideoTrack(state: Pick<EngineSnapshot, 'playingHeight' | 'qualities'>): boolean {
  return (state.playingHeight ?? 0) > 0 || state.qualities.some(({ height }) => height > 0)
}

/** Within this many seconds of the newest segment the viewer counts as watching live. */
export const atEdgeSec = 10

/** The snapshot of a source that has not loaded. */
export const emptyTimeline = {
  durationSec: null,
  seekStartSec: 0,
  seekEndSec: 0,
  bufferedEndSec: 0,
  isGrowing: false,
  originMs: null,
  behindLiveSec: null,
  qualities: [],
  playingHeight: null,
  audioTracks: [],
  textTracks: [],
  holes: [],
  canChangeVolume: true,
  canChangeRate: true,
} as const satisfies Partial<PlaybackState>

/** The state before anything was opened. */
export const idleState: PlaybackState = {
  ...emptyTimeline,
  status: 'idle',
  sourceKey: null,
  kind: null,
  positionSec: 0,
  volume: 1,
  muted: false,
  rate: 1,
  chosenHeight: null,
  hasPicture: false,
  autoplayBlocked: false,
  problem: null,
}

/** The next state after a report of the engine. `loading` stays until a frame was shown. */
export function withSnapshot(state: PlaybackState, snapshot: EngineSnapshot): PlaybackState {
  const { paused, buffering, ended, ...facts } = snapshot
  const behind = snapshot.isGrowing ? Math.max(0, snapshot.seekEndSec - snapshot.positionSec) : null
  return { ...state, ...facts, behindLiveSec: behind, status: statusOf(state, paused, buffering, ended) }
}

function statusOf(state: PlaybackState, paused: boolean, buffering: boolean, ended: boolean): PlaybackStatus {
  if (state.status === 'idle' || state.status === 'failed') return state.status
  if (!state.hasPicture && !state.autoplayBlocked) return 'loading'
  if (ended) return 'ended'
  if (paused) return 'paused'
  return buffering ? 'buffering' : 'playing'
}
