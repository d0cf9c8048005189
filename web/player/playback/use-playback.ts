/** Connects a `Playback` to the elements of a component, and its state to React. */
import { createRef, useEffect, useState, useSyncExternalStore, type RefObject } from 'react'
import { Playback } from '#player/core/playback/playback.ts'
import { idleState, type PlaybackState } from '#player/core/state/playback-state.ts'
import { browserTimers } from '#player/dom/browser-timers.ts'
import type { PlayerEngine } from '#player/core/playback/player-engine.ts'
import { findAvplay } from '#player/engines/avplay/avplay-api.ts'
import { browserPreferences } from '#player/dom/stored-preferences.ts'
import { ShakaEngine, type EngineElements } from '#player/engines/shaka/shaka-engine.ts'
import { isPackaged } from '#web/features/releases/app-platform.ts'
import { prepareCasting } from '#web/player/casting/prepare-casting.ts'
import { chosenEngine } from './chosen-engine.ts'
import { playerLimits } from './player-device.ts'
import { positionOwner } from './saved-positions.ts'
import { reportPlays } from './report-plays.ts'
import { streamCalls } from './stream-calls.ts'

export interface StageElements {
  readonly frame: RefObject<HTMLDivElement | null>
  readonly video: RefObject<HTMLVideoElement | null>
  readonly canvas: RefObject<HTMLCanvasElement | null>
  readonly subtitles: RefObject<HTMLDivElement | null>
}

/** The elements to pass to `PlayerStage`, and the playback once they are mounted; it ends with the component. */
export function usePlayback(): { readonly elements: StageElements; readonly playback: Playback | null } {
  const [elements] = useState<StageElements>(() => ({
    frame: createRef<HTMLDivElement>(),
    video: createRef<HTMLVideoElement>(),
    canvas: createRef<HTMLCanvasElement>(),
    subtitles: createRef<HTMLDivElement>(),
  }))
  const [playback, setPlayback] = useState<Playback | null>(null)

  useEffect(prepareCasting, [])
  useEffect(() => {
    const { video, canvas, subtitles } = elements
    if (video.current === null || canvas.current === null || subtitles.current === null) return
    const parts = { video: video.current, canvas: canvas.current, subtitles: subtitles.current }
    let end: (() => void) | undefined
    let isGone = false
    const start = (engine: PlayerEngine) => {
      if (!isGone) end = keepPlayback(engine, setPlayback)
      else void engine.destroy()
    }
    const shaka = () => start(new ShakaEngine(parts, playerLimits()))
    const chosen = chosenEngine()
    // When the code of a rarely used engine cannot be loaded, an error with a retry button is shown.
    if (chosen === 'mse') shaka()
    else void loadEngine(chosen, parts).then(start, shaka)
    return () => {
      isGone = true
      end?.()
    }
  }, [elements])
  return { elements, playback }
}

/** Few devices need these engines: the others do not load them. */
async function loadEngine(chosen: 'native' | 'avplay', parts: EngineElements): Promise<PlayerEngine> {
  const avplay = chosen === 'avplay' ? findAvplay() : null
  if (avplay === null) {
    const { NativeEngine } = await import('#player/engines/native-hls/native-engine.ts')
    return new NativeEngine(parts)
  }
  const { AvplayEngine } = await import('#player/engines/avplay/avplay-engine.ts')
  return new AvplayEngine(avplay, parts, playerLimits().maxHeight)
}

/**
 * Creates a playback from an engine, passes it to `show` and reports page events to it; the returned function ends
 * it.
 */
function keepPlayback(engine: PlayerEngine, show: (playback: Playback | null) => void): () => void {
  const made = new Playback({
    engine,
    timers: browserTimers,
    preferenceStore: browserPreferences(),
    isOnline: () => navigator.onLine,
    streams: streamCalls,
    viewer: positionOwner,
  })
  const stopReporting = reportPlays(made)
  if (isPackaged()) void import('./report-stalls.ts').then((file) => file.reportStalls(made))
  show(made)
  const online = () => {
    const { problem } = made.state
    if (problem?.kind === 'playback' && problem.failure === 'no_connection') made.retry()
  }
  const left = () => made.leave()
  // A browser may freeze a page and show it again later; by then another device may have its stream lease.
  const back = (event: PageTransitionEvent) => event.persisted && made.retry()
  window.addEventListener('online', online)
  window.addEventListener('pagehide', left)
  window.addEventListener('pageshow', back)
  return () => {
    window.removeEventListener('online', online)
    window.removeEventListener('pagehide', left)
    window.removeEventListener('pageshow', back)
    show(null)
    stopReporting()
    void made.destroy()
  }
}

function never() {
  return () => undefined
}

/** The whole state, for components that change every second. */
export function usePlaybackState(playback: Playback | null): PlaybackState {
  return useSyncExternalStore(
    playback === null ? never : (listener) => playback.subscribe(listener),
    () => playback?.state ?? idleState,
  )
}

/**
 * One value of the state; the component renders again only when this value changes. The value must be primitive or
 * stable.
 */
export function usePlaybackValue<Value>(
  playback: Playback | null,
  read: (state: PlaybackState) => Value,
): Value {
  return useSyncExternalStore(playback === null ? never : (listener) => playback.subscribe(listener), () =>
    read(playback?.state ?? idleState),
  )
}
