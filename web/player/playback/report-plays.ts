/** Sends playback quality figures to the operator; see `PlayReporter`. */
import { playQuality } from '#contract/playback/play-quality.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import { PlayReporter } from '#player/core/quality/play-reporter.ts'
import { browserTimers } from '#player/dom/browser-timers.ts'
import { isTelevision } from '#web/remote/television.ts'
import { callQuietly } from '#web/session/requests/api.ts'
import { kindOfDevice } from '#web/session/this-device.ts'

/** Starts reporting; the returned function sends the rest and ends it. */
export function reportPlays(playback: Playback): () => void {
  const deviceKind = kindOfDevice({
    userAgent: navigator.userAgent,
    isTelevision: isTelevision(),
    touchPoints: navigator.maxTouchPoints,
  })
  const reporter = new PlayReporter({
    playback,
    timers: browserTimers,
    isSeen: () => document.visibilityState === 'visible',
    // The request outlives the page; a lost one is not repeated.
    send: (plays) => void callQuietly(playQuality.report, { device_kind: deviceKind, plays: [...plays] }),
  })
  const hidden = () => document.visibilityState === 'hidden' && reporter.flush()
  const left = () => reporter.flush()
  document.addEventListener('visibilitychange', hidden)
  window.addEventListener('pagehide', left)
  return () => {
    document.removeEventListener('visibilitychange', hidden)
    window.removeEventListener('pagehide', left)
    reporter.stop()
  }
}
