/** Media keys, headset buttons and the lock screen (PLAYER-04). */
import {
  hasDrifted,
  mediaSessionPosition,
  type ReportedPosition,
} from '#player/core/screen/media-session-state.ts'
import type { PlaybackState } from '#player/core/state/playback-state.ts'

/** What the system's media controls show. */
export interface SessionFacts {
  readonly title: string
  readonly subtitle: string
  /** The address of an image, or an empty string. */
  readonly picture: string
}

/** The actions of its buttons. */
export interface SessionActions {
  readonly play: () => void
  readonly pause: () => void
  readonly skip: (seconds: number) => void
  readonly next?: () => void
  readonly previous?: () => void
}

/** Shows what plays and binds the media keys; the returned function undoes both. */
export function bindMediaSession(facts: SessionFacts, actions: SessionActions): () => void {
  if (!('mediaSession' in navigator)) return () => undefined
  const session = navigator.mediaSession
  session.metadata = new MediaMetadata({
    title: facts.title,
    artist: facts.subtitle,
    artwork: facts.picture === '' ? [] : [{ src: facts.picture }],
  })
  const handlers: readonly [MediaSessionAction, (() => void) | undefined][] = [
    ['play', actions.play],
    ['pause', actions.pause],
    ['seekbackward', () => actions.skip(-10)],
    ['seekforward', () => actions.skip(10)],
    ['nexttrack', actions.next],
    ['previoustrack', actions.previous],
  ]
  for (const [action, run] of handlers) setHandler(action, run ?? null)
  return () => {
    session.metadata = null
    for (const [action] of handlers) setHandler(action, null)
  }
}

/** The part of a playback that the lock screen needs. */
interface ShownPlayback {
  readonly state: PlaybackState
  subscribe(run: (state: PlaybackState) => void): () => void
  seek(positionSec: number): void
}

/** Keeps the system's timeline up to date and allows seeking on it, until the returned function is called. */
export function updateMediaSession(playback: ShownPlayback): () => void {
  if (!('mediaSession' in navigator)) return () => undefined
  const session = navigator.mediaSession
  let reported: ReportedPosition = { line: null, running: false, atMs: 0 }
  const unsubscribe = playback.subscribe((state) => {
    const { status } = state
    const plays = status === 'playing' || status === 'buffering'
    session.playbackState = plays ? 'playing' : status === 'paused' ? 'paused' : 'none'
    const now = { line: mediaSessionPosition(state), running: status === 'playing', atMs: Date.now() }
    if (!hasDrifted(reported, now)) return
    reported = now
    tellLine(now)
    const seekTo = ({ seekTime }: MediaSessionActionDetails) => {
      const line = mediaSessionPosition(playback.state)
      if (line !== null && seekTime !== undefined) playback.seek(line.beginSec + seekTime)
    }
    // Without a timeline there is nothing to seek on.
    setHandler('seekto', now.line === null ? null : seekTo)
  })
  return () => {
    unsubscribe()
    session.playbackState = 'none'
    setHandler('seekto', null)
    tellLine({ line: null })
  }
}

function tellLine({ line }: Pick<ReportedPosition, 'line'>): void {
  try {
    if (line === null) return navigator.mediaSession.setPositionState()
    const { durationSec, positionSec, rate } = line
    navigator.mediaSession.setPositionState({
      duration: durationSec,
      position: positionSec,
      playbackRate: rate,
    })
  } catch {
    // Older browsers have media keys but no timeline.
  }
}

function setHandler(action: MediaSessionAction, run: MediaSessionActionHandler | null): void {
  try {
    navigator.mediaSession.setActionHandler(action, run)
  } catch {
    // Older browsers do not support this action.
  }
}
