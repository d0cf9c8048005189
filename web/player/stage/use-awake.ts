import { useEffect } from 'react'
import type { Playback } from '#player/core/playback/playback.ts'
import { updateMediaSession } from '#player/dom/media-session.ts'
import { browserWakeLock } from '#player/dom/wake-lock.ts'

/** Keeps the screen on during playback and the lock screen's timeline up to date. */
export function useAwake(playback: Playback | null): void {
  useEffect(() => {
    if (playback === null) return
    const lock = browserWakeLock()
    let wasOn = false
    const unsubscribe = playback.subscribe(({ status }) => {
      const isOn = status === 'playing' || status === 'buffering' || status === 'loading'
      if (isOn !== wasOn) lock.want(isOn)
      wasOn = isOn
    })
    const hide = updateMediaSession(playback)
    return () => {
      unsubscribe()
      lock.end()
      hide()
    }
  }, [playback])
}
