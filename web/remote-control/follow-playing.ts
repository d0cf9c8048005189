import { nowPlaying } from '#web/player/playback/now-playing.ts'

/**
 * Calls `changed` at once, when something else plays, and whenever the player reports an event; until the returned
 * function is called.
 */
export function followPlaying(changed: () => void): () => void {
  let leavePlayback: () => void = () => undefined
  const follow = () => {
    leavePlayback()
    leavePlayback = nowPlaying.get()?.playback.subscribe(changed) ?? (() => undefined)
    changed()
  }
  const leave = nowPlaying.subscribe(follow)
  follow()
  return () => {
    leave()
    leavePlayback()
  }
}
