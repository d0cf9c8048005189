/** A packaged file in the player's engine: loaded, observed, with its address replaced before it ends. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { consoleFilmMedia } from '#contract/console/film-media.ts'
import { call } from '#console/session/call.ts'
import { defaultPreferences } from '#player/core/preferences/preferences.ts'
import type { EngineSnapshot } from '#player/core/state/playback-state.ts'
import { ticketOf } from '#player/core/state/ticket.ts'
import { ShakaEngine } from '#player/engines/shaka/shaka-engine.ts'

interface PlayerElements {
  readonly video: RefObject<HTMLVideoElement | null>
  readonly canvas: RefObject<HTMLCanvasElement | null>
  readonly subtitles: RefObject<HTMLDivElement | null>
}

/** `failed`: it does not play; `unsupported`: this browser cannot play it; otherwise what the server answered. */
export type PlayerProblem = 'failed' | 'unsupported' | { readonly message: string }

interface FilePlayback {
  /** Undefined until it is loaded. */
  readonly snapshot: EngineSnapshot | undefined
  readonly problem: PlayerProblem | undefined
  readonly engine: RefObject<ShakaEngine | undefined>
}

const retryMs = 15_000

export function useFilePlayer(
  { video, canvas, subtitles }: PlayerElements,
  vid: number,
  asset: string,
): FilePlayback {
  const engine = useRef<ShakaEngine>(undefined)
  const [snapshot, setSnapshot] = useState<EngineSnapshot>()
  const [problem, setProblem] = useState<PlayerProblem>()
  useEffect(() => {
    if (video.current === null || canvas.current === null || subtitles.current === null) return
    const own = new ShakaEngine({
      video: video.current,
      canvas: canvas.current,
      subtitles: subtitles.current,
    })
    engine.current = own
    let isLoaded = false
    own.subscribe((event) => {
      if (event.kind === 'fault') setProblem('failed')
      else if (isLoaded) setSnapshot(own.snapshot())
    })
    const stop = new AbortController()
    const start = async () => {
      const { url, expires_at: end } = await call(
        consoleFilmMedia.play,
        { vid, asset },
        { signal: stop.signal },
      )
      const outcome = await own.load({
        ...{ url, kind: 'film', master: null, startSec: 0, startAtMs: null },
        ...{ preferences: defaultPreferences, heightLimit: null },
      })
      if (outcome.kind === 'fault')
        return setProblem(outcome.fault.failure === 'cannot_decode' ? 'unsupported' : 'failed')
      if (outcome.kind !== 'loaded' || stop.signal.aborted) return
      isLoaded = true
      setSnapshot(own.snapshot())
      renewBefore(end, own, { vid, asset }, stop.signal)
      await own.play()
    }
    start().catch((error: unknown) => {
      if (!stop.signal.aborted) setProblem(error instanceof Error ? error : 'failed')
    })
    return () => {
      stop.abort()
      engine.current = undefined
      void own.destroy()
    }
  }, [video, canvas, subtitles, vid, asset])
  return { snapshot, problem, engine }
}

/** Gets the next address halfway to the end of this one, again and again until `signal` ends it. */
function renewBefore(
  endSec: number,
  engine: ShakaEngine,
  input: { readonly vid: number; readonly asset: string },
  signal: AbortSignal,
): void {
  const renewal = (waitMs: number) => {
    const timer = setTimeout(() => {
      call(consoleFilmMedia.play, input, { signal }).then(
        ({ url, expires_at: end }) => {
          if (signal.aborted) return
          engine.setTicket(ticketOf(url) ?? '')
          renewal(halfwayTo(end))
        },
        () => signal.aborted || renewal(retryMs),
      )
    }, waitMs)
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  }
  renewal(halfwayTo(endSec))
}

function halfwayTo(endSec: number): number {
  return Math.max(retryMs, (endSec * 1000 - Date.now()) / 2)
}
