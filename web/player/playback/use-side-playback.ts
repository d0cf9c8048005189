/** A small video beside others on a page: a tile of the mosaic, the preview of a card. It ends with its component. */
import { createRef, useEffect, useState } from 'react'
import { Playback } from '#player/core/playback/playback.ts'
import type { PlayerEngine } from '#player/core/playback/player-engine.ts'
import { browserTimers } from '#player/dom/browser-timers.ts'
import { ShakaEngine } from '#player/engines/shaka/shaka-engine.ts'
import type { EngineLimits } from '#player/engines/shaka/shaka-settings.ts'
import { notePlaying } from '#web/session/nags.ts'
import { chosenEngine } from './chosen-engine.ts'
import { playerLimits } from './player-device.ts'
import { reportPlays } from './report-plays.ts'
import { dataOwner } from '#web/session/session.ts'
import { sidePreferences } from './side-preferences.ts'
import { streamCalls } from './stream-calls.ts'
import { loadEngine, type StageElements } from './use-playback.ts'

/** What a side playback is for. */
export interface SidePurpose {
  /** Nothing higher is played where there is something lower. */
  readonly maxHeight: number
  /** False for what the viewer has not asked to watch: it loads little ahead, and is in no figures of the operator. */
  readonly isWatched: boolean
}

/** Most of what is not watched is left within seconds. */
const shortBuffer = { ahead: 6, behind: 2, start: 0.3 }

/** The elements of its video, and the playback once they are mounted. It starts muted. `purpose` is read once. */
export function useSidePlayback(purpose: SidePurpose): {
  readonly elements: StageElements
  readonly playback: Playback | null
} {
  const [use] = useState(purpose)
  const [elements] = useState<StageElements>(() => ({
    frame: createRef<HTMLDivElement>(),
    video: createRef<HTMLVideoElement>(),
    canvas: createRef<HTMLCanvasElement>(),
    subtitles: createRef<HTMLDivElement>(),
  }))
  const [playback, setPlayback] = useState<Playback | null>(null)
  useEffect(() => {
    const { video, canvas, subtitles } = elements
    if (video.current === null || canvas.current === null || subtitles.current === null) return
    const parts = { video: video.current, canvas: canvas.current, subtitles: subtitles.current }
    let end: (() => void) | undefined
    let isGone = false
    const start = (engine: PlayerEngine) => {
      if (isGone) return void engine.destroy()
      const made = createPlayback(engine, use)
      end = made.end
      setPlayback(made.playback)
    }
    const shaka = () => start(new ShakaEngine(parts, limitsOf(use)))
    const chosen = chosenEngine()
    if (chosen === 'mse') shaka()
    else void loadEngine(chosen, parts).then(start, shaka)
    return () => {
      isGone = true
      setPlayback(null)
      end?.()
    }
  }, [elements, use])
  return { elements, playback }
}

function limitsOf({ maxHeight, isWatched }: SidePurpose): EngineLimits {
  const limits = playerLimits()
  const { device } = limits
  return {
    ...limits,
    maxHeight: Math.min(maxHeight, limits.maxHeight ?? maxHeight),
    lowLatency: false,
    device: isWatched ? device : { ...device, buffers: { ...device.buffers, film: shortBuffer } },
  }
}

/** Creates a playback and follows the page; `end` releases everything it holds. */
function createPlayback(engine: PlayerEngine, { isWatched }: SidePurpose) {
  const playback = new Playback({
    engine,
    timers: browserTimers,
    preferenceStore: sidePreferences(),
    isOnline: () => navigator.onLine,
    streams: streamCalls,
    viewer: dataOwner,
  })
  const stopReporting = isWatched ? followWatching(playback) : () => undefined
  const online = () => {
    const { problem } = playback.state
    if (problem?.kind === 'playback' && problem.failure === 'no_connection') playback.retry()
  }
  const left = () => playback.leave()
  // A browser may freeze a page and show it again later; by then another device may have its stream lease.
  const back = (event: PageTransitionEvent) => event.persisted && playback.retry()
  window.addEventListener('online', online)
  window.addEventListener('pagehide', left)
  window.addEventListener('pageshow', back)
  const end = () => {
    window.removeEventListener('online', online)
    window.removeEventListener('pagehide', left)
    window.removeEventListener('pageshow', back)
    stopReporting()
    void playback.destroy()
  }
  return { playback, end }
}

/** Reports it to the operator, and to what waits until nothing plays; returns the function that stops that. */
function followWatching(playback: Playback): () => void {
  const stopReporting = reportPlays(playback)
  const stopNoting = playback.subscribe(({ status }) => status === 'playing' && notePlaying(true))
  return () => {
    stopReporting()
    stopNoting()
    notePlaying(false)
  }
}
