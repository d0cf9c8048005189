/**
 * On a television set an app that is left for another one stays loaded, and its sound would go on: it stops, and goes on
 * when it is back. A set's own player (AVPlay) is suspended by its engine.
 */
import type { PlaybackStatus } from '#player/core/state/playback-state.ts'
import { nowMs } from '#web/session/server/server-clock.ts'
import { nowPlaying, type NowPlaying } from './now-playing.ts'

/** Returns the function that stops it. */
export function followVisibility(): () => void {
  let stopped: NowPlaying | null = null
  const changed = () => {
    if (document.visibilityState === 'hidden') stopped = stopNow()
    else if (stopped !== null) {
      goOn(stopped)
      stopped = null
    }
  }
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/** Also what would play once it is loaded. */
const runs: ReadonlySet<PlaybackStatus> = new Set(['playing', 'buffering', 'loading'])

/** What was stopped; null when nothing played. */
function stopNow(): NowPlaying | null {
  const playing = nowPlaying.get()
  const video = document.querySelector('video')
  const isOwnPlayer = video === null || video.hidden
  const { status } = playing?.playback.state ?? {}
  if (playing === null || isOwnPlayer || !runs.has(status ?? 'idle')) return null
  playing.playback.pause()
  return playing
}

/** A film goes on where it was, a live channel with what is on now. Nothing where another one was opened meanwhile. */
function goOn({ playback, seek, resume }: NowPlaying): void {
  const { status } = playback.state
  if (nowPlaying.get()?.playback !== playback || (status !== 'paused' && status !== 'loading')) return
  if (playback.state.kind !== 'live') return resume()
  seek(nowMs() / 1000)
  playback.play()
}
