/** Binds a `Playback` to the elements of a component, and its state to React. */
import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react'
import { Playback } from '#player/core/playback.ts'
import { idleState, type PlaybackState } from '#player/core/playback-state.ts'
import { browserTimers } from '#player/dom/browser-timers.ts'
import { browserShelf } from '#player/dom/preference-shelf.ts'
import { ShakaEngine } from '#player/dom/shaka-engine.ts'
import { placeOwner } from './kept-places.ts'
import { reportPlays } from './report-plays.ts'
import { streamCalls } from './stream-calls.ts'

export interface StageElements {
  readonly frame: RefObject<HTMLDivElement | null>
  readonly video: RefObject<HTMLVideoElement | null>
  readonly canvas: RefObject<HTMLCanvasElement | null>
  readonly subtitles: RefObject<HTMLDivElement | null>
}

/** The elements to hand to `PlayerStage`, and the playback once they stand in the page; it ends with the component. */
export function usePlayback(): { readonly elements: StageElements; readonly playback: Playback | null } {
  const frame = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const subtitles = useRef<HTMLDivElement>(null)
  const [playback, setPlayback] = useState<Playback | null>(null)

  useEffect(() => {
    if (video.current === null || canvas.current === null || subtitles.current === null) return
    const engine = new ShakaEngine({
      video: video.current,
      canvas: canvas.current,
      subtitles: subtitles.current,
    })
    const made = new Playback({
      engine,
      timers: browserTimers,
      shelf: browserShelf(),
      isOnline: () => navigator.onLine,
      streams: streamCalls,
      viewer: placeOwner,
    })
    const stopReporting = reportPlays(made)
    setPlayback(made)
    const online = () => {
      const { problem } = made.state
      if (problem?.kind === 'playback' && problem.failure === 'no_connection') made.retry()
    }
    const left = () => made.leave()
    // A browser may keep the page as it was and show it again; its place among the streams is another's by then.
    const back = (event: PageTransitionEvent) => event.persisted && made.retry()
    window.addEventListener('online', online)
    window.addEventListener('pagehide', left)
    window.addEventListener('pageshow', back)
    return () => {
      window.removeEventListener('online', online)
      window.removeEventListener('pagehide', left)
      window.removeEventListener('pageshow', back)
      setPlayback(null)
      stopReporting()
      void made.destroy()
    }
  }, [])

  const [elements] = useState<StageElements>({ frame, video, canvas, subtitles })
  return { elements, playback }
}

const never = () => () => undefined

/** The whole state: for what changes with every second. */
export function usePlaybackState(playback: Playback | null): PlaybackState {
  return useSyncExternalStore(
    playback === null ? never : (listener) => playback.subscribe(listener),
    () => playback?.state ?? idleState,
  )
}

/** One value of the state; the component renders again only when this value changes. It must be a plain value or stable. */
export function usePlaybackValue<Value>(
  playback: Playback | null,
  read: (state: PlaybackState) => Value,
): Value {
  return useSyncExternalStore(playback === null ? never : (listener) => playback.subscribe(listener), () =>
    read(playback?.state ?? idleState),
  )
}
