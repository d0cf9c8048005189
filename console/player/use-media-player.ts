/** Media in the player's engine: loaded, observed, with its address replaced before it ends. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { defaultPreferences } from '#player/core/preferences/preferences.ts'
import type { EngineSnapshot } from '#player/core/state/playback-state.ts'
import { accessOf } from '#player/core/state/ticket.ts'
import { ShakaEngine } from '#player/engines/shaka/shaka-engine.ts'

interface PlayerElements {
  readonly video: RefObject<HTMLVideoElement | null>
  readonly canvas: RefObject<HTMLCanvasElement | null>
  readonly subtitles: RefObject<HTMLDivElement | null>
}

/** What is played. The same object while it is the same: another one is loaded. */
export interface Media {
  readonly kind: 'film' | 'live'
  /** It ends by itself: its address is not replaced. */
  readonly endsItself?: true
  /** Gets an address that is valid for minutes. */
  readonly address: (signal: AbortSignal) => Promise<{ readonly url: string; readonly expires_at: number }>
}

/** `failed`: it does not play; `unsupported`: this browser cannot play it; otherwise what the server answered. */
export type PlayerProblem = 'failed' | 'unsupported' | { readonly message: string }

interface MediaPlayback {
  /** Undefined until it is loaded. */
  readonly snapshot: EngineSnapshot | undefined
  readonly problem: PlayerProblem | undefined
  readonly engine: RefObject<ShakaEngine | undefined>
}

const retryMs = 15_000

export function useMediaPlayer({ video, canvas, subtitles }: PlayerElements, media: Media): MediaPlayback {
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
      const { url, expires_at: end } = await media.address(stop.signal)
      const outcome = await own.load({
        ...{ url, kind: media.kind, master: null, startSec: media.kind === 'film' ? 0 : null },
        startAtMs: null,
        ...{ preferences: defaultPreferences, heightLimit: null },
      })
      if (outcome.kind === 'fault')
        return setProblem(outcome.fault.failure === 'cannot_decode' ? 'unsupported' : 'failed')
      if (outcome.kind !== 'loaded' || stop.signal.aborted) return
      isLoaded = true
      setSnapshot(own.snapshot())
      if (media.endsItself !== true) renewBefore(end, own, media, stop.signal)
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
  }, [video, canvas, subtitles, media])
  return { snapshot, problem, engine }
}

/** Gets the next address halfway to the end of this one, again and again until `signal` ends it. */
function renewBefore(endSec: number, engine: ShakaEngine, media: Media, signal: AbortSignal): void {
  const renewal = (waitMs: number) => {
    const timer = setTimeout(() => {
      media.address(signal).then(
        ({ url, expires_at: end }) => {
          if (signal.aborted) return
          // Absolute, as what the player requests.
          const access = accessOf(new URL(url, location.href).href)
          if (access !== null) engine.setAccess(access)
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
