/** Connects a `Playback` to the elements of a component, and its state to React. */
import {
  createRef,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react'
import { Playback } from '#player/core/playback/playback.ts'
import { idleState, type PlaybackState } from '#player/core/state/playback-state.ts'
import { browserTimers } from '#player/dom/browser-timers.ts'
import type { PlayerEngine } from '#player/core/playback/player-engine.ts'
import { findAvplay } from '#player/engines/avplay/avplay-api.ts'
import { storedProfile } from '#web/session/profile.ts'
import { browserPreferences } from '#player/dom/stored-preferences.ts'
import { ShakaEngine, type EngineElements } from '#player/engines/shaka/shaka-engine.ts'
import { isPackaged } from '#web/features/releases/app-platform.ts'
import { prepareCasting } from '#web/player/casting/prepare-casting.ts'
import { claimSession, currentViewer, leaveSession, reportWatched } from './leave-session.ts'
import {
  retainedPlayback,
  type PlayerSession,
  type VideoElements,
  type Watched,
} from './retained-playback.ts'
import { isPlayingNow, notePlaying } from '#web/session/nags.ts'
import { isTelevision } from '#web/remote/television.ts'
import { dataSaver } from '#web/state/data-saver.ts'
import { rememberHours } from '#web/player/data-saver/hour-memory.ts'
import { useLatest } from '#web/state/use-latest.ts'
import { chosenEngine } from './chosen-engine.ts'
import { playerLimits } from './player-device.ts'
import { dataOwner } from '#web/session/session.ts'
import { reportPlays } from './report-plays.ts'
import { streamCalls } from './stream-calls.ts'

export interface StageElements extends VideoElements {
  readonly frame: RefObject<HTMLDivElement | null>
}

/**
 * The elements to pass to `PlayerStage`, and the playback once they are mounted. It ends with the component or goes on in
 * the mini-player (`useWatched`). What goes on there is continued here; what is not of this page (`isSame` of its
 * source's key) is closed first.
 */
export function usePlayback(isSame: (sourceKey: string) => boolean = () => false): {
  readonly elements: StageElements
  readonly playback: Playback | null
} {
  const [elements] = useState<StageElements>(() => ({
    frame: createRef<HTMLDivElement>(),
    ...(retainedPlayback.get()?.session.elements ?? createElements()),
  }))
  const [playback, setPlayback] = useState<Playback | null>(null)
  const own = useRef<PlayerSession | null>(null)
  const same = useLatest(isSame)

  // Before the browser can draw the page without it, and when the page is left before React removes the elements.
  useLayoutEffect(() => {
    own.current = claimSession(elements)
    const { playback: taken } = own.current ?? {}
    if (taken !== undefined) setPlayback(taken)
    if (taken !== undefined && !same.current(taken.state.sourceKey ?? '')) void taken.close()
    return () => {
      setPlayback(null)
      if (own.current !== null) leaveSession(own.current)
      own.current = null
    }
  }, [elements, same])
  useEffect(prepareCasting, [])
  useEffect(() => {
    if (own.current !== null) return
    let isGone = false
    const start = (engine: PlayerEngine) => {
      if (isGone) return void engine.destroy()
      own.current = createSession(engine, elements)
      setPlayback(own.current.playback)
    }
    startEngine(elements, start)
    return () => {
      isGone = true
    }
  }, [elements])
  return { elements, playback }
}

/** Says what a page watches, so that it can go on when the page is left; null for what ends with its page. */
export function useWatched(playback: Playback | null, watched: () => Watched | null): void {
  const latest = useLatest(watched)
  useLayoutEffect(() => {
    if (playback !== null) reportWatched(playback, () => latest.current())
  }, [playback, latest])
}

function createElements(): VideoElements {
  return {
    video: createRef<HTMLVideoElement>(),
    canvas: createRef<HTMLCanvasElement>(),
    subtitles: createRef<HTMLDivElement>(),
  }
}

function startEngine(
  { video, canvas, subtitles }: VideoElements,
  start: (engine: PlayerEngine) => void,
): void {
  if (video.current === null || canvas.current === null || subtitles.current === null) return
  const parts = { video: video.current, canvas: canvas.current, subtitles: subtitles.current }
  const shaka = () => start(new ShakaEngine(parts, playerLimits()))
  const chosen = chosenEngine()
  // When the code of a rarely used engine cannot be loaded, an error with a retry button is shown.
  if (chosen === 'mse') shaka()
  else void loadEngine(chosen, parts).then(start, shaka)
}

/** Few devices need these engines: the others do not load them. */
export async function loadEngine(chosen: 'native' | 'avplay', parts: EngineElements): Promise<PlayerEngine> {
  const avplay = chosen === 'avplay' ? findAvplay() : null
  if (avplay === null) {
    const { NativeEngine } = await import('#player/engines/native-hls/native-engine.ts')
    return new NativeEngine(parts)
  }
  const { AvplayEngine } = await import('#player/engines/avplay/avplay-engine.ts')
  return new AvplayEngine(avplay, parts, playerLimits().maxHeight)
}

/** Creates a playback from an engine and reports page events to it until it ends. */
function createSession(engine: PlayerEngine, elements: VideoElements): PlayerSession {
  const made = new Playback({
    engine,
    timers: browserTimers,
    preferenceStore: browserPreferences(storedProfile.get()?.no),
    isOnline: () => navigator.onLine,
    streams: streamCalls,
    viewer: dataOwner,
    ...(isTelevision() ? {} : { dataSaver }),
  })
  const stopReporting = reportPlays(made)
  const stopHours = rememberHours(made)
  if (isPackaged()) void import('./report-stalls.ts').then((file) => file.reportStalls(made))
  // A stall or a jump is no new beginning.
  const stopNoting = made.subscribe(({ status }) =>
    notePlaying(status === 'playing' || (status === 'buffering' && isPlayingNow())),
  )
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
  const { video, canvas, subtitles } = elements
  const end = () => {
    window.removeEventListener('online', online)
    window.removeEventListener('pagehide', left)
    window.removeEventListener('pageshow', back)
    stopReporting()
    stopHours()
    stopNoting()
    notePlaying(false)
    void made.destroy()
  }
  return { playback: made, elements: { video, canvas, subtitles }, viewer: currentViewer(), end }
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
