import { useEffect } from 'react'
import type { Playback } from '#player/core/playback/playback.ts'
import type { PlaybackState } from '#player/core/state/playback-state.ts'
import { updateMediaSession } from '#player/dom/media-session.ts'
import { browserWakeLock } from '#player/dom/wake-lock.ts'

/** Keeps the screen on while a picture plays, and the lock screen's timeline up to date. */
export function useAwake(playback: Playback | null, hasPicture: boolean): void {
  useEffect(() => {
    if (playback === null) return
    return updateMediaSession(playback)
  }, [playback])
  useEffect(() => {
    if (playback === null || !hasPicture) return
    const lock = browserWakeLock()
    let wasOn = false
    const follow = ({ status }: PlaybackState): void => {
      const isOn = status === 'playing' || status === 'buffering' || status === 'loading'
      if (isOn !== wasOn) lock.want(isOn)
      wasOn = isOn
    }
    follow(playback.state)
    const unsubscribe = playback.subscribe(follow)
    return () => {
      unsubscribe()
      lock.end()
    }
  }, [playback, hasPicture])
}
