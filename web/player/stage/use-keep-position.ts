/** Saves the position in a film: during playback, on pause, on hide and on leave (PLAYER-03). */
import { useEffect } from 'react'
import type { FilmAddress } from '#contract/films/films.ts'
import { isFinished } from '#player/core/zapping/markers.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import { PositionSaver } from '#player/core/playback/position-saver.ts'
import { savePosition } from '#web/player/playback/saved-positions.ts'
import { useLatest } from '#web/state/use-latest.ts'

interface Watched {
  readonly vid: number
  readonly vfid: number
  /** False for a trailer, which is never resumed. */
  readonly counts: boolean
  /** Of what is no film. */
  readonly keep?: PositionKeeper | undefined
}

/** Where a recording is saved; unix milliseconds, because what is served begins before its programme. */
export interface PositionKeeper {
  /** Of its source. */
  readonly key: string
  readonly save: (atMs: number) => void
}

export function useKeepPosition(
  playback: Playback | null,
  { vid, vfid, counts, keep }: Watched,
  response: FilmAddress | null,
): void {
  const latest = useLatest(response)
  const key = keep?.key ?? `film:${vfid}`
  useEffect(() => {
    if (playback === null || !(counts || keep !== undefined)) return
    let lengthSec = 0
    const made = new PositionSaver((sec) => {
      const { originMs } = playback.state
      if (keep !== undefined) return originMs === null ? undefined : keep.save(originMs + sec * 1000)
      const over = isFinished(latest.current?.markers ?? [], sec, lengthSec)
      void savePosition({ vid, vfid, sec, isFinished: over })
    })
    const unsubscribe = playback.subscribe(({ sourceKey, hasPicture, positionSec, durationSec, status }) => {
      // Before the first frame the position is only the requested start.
      if (sourceKey !== key || !hasPicture) return
      lengthSec = durationSec ?? 0
      made.note({ positionSec, playing: status === 'playing' })
    })
    const hidden = () => document.visibilityState === 'hidden' && made.leave()
    const leave = () => made.leave()
    document.addEventListener('visibilitychange', hidden)
    // For a page that is closed while hidden, and for browsers that report no visibility change.
    window.addEventListener('pagehide', leave)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      window.removeEventListener('pagehide', leave)
      unsubscribe()
      made.leave()
    }
  }, [playback, key, vid, vfid, counts, keep, latest])
}
