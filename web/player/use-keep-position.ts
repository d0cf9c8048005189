/** Keeps the place in a film for the next time: while it plays, on pause, on hide and on leave (PLAYER-03). */
import { useEffect } from 'react'
import type { FilmAddress } from '#contract/films.ts'
import { isFinished } from '#player/core/markers.ts'
import type { Playback } from '#player/core/playback.ts'
import { PositionKeeper } from '#player/core/position-keeper.ts'
import { keepPosition } from '#player/dom/stored-positions.ts'
import { useLatest } from './use-latest.ts'

export function useKeepPosition(playback: Playback | null, vfid: number, answer: FilmAddress | null): void {
  const latest = useLatest(answer)
  const key = `film:${vfid}`
  useEffect(() => {
    if (playback === null) return
    const made = new PositionKeeper((positionSec) => {
      const { durationSec } = playback.state
      const over = isFinished(latest.current?.markers ?? [], positionSec, durationSec ?? 0)
      keepPosition(vfid, over ? null : positionSec)
    })
    const unsubscribe = playback.subscribe(({ sourceKey, hasPicture, positionSec, status }) => {
      // Before the first picture the position is only where it wants to begin.
      if (sourceKey === key && hasPicture) made.note({ positionSec, playing: status === 'playing' })
    })
    const hidden = () => document.visibilityState === 'hidden' && made.leave()
    document.addEventListener('visibilitychange', hidden)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      unsubscribe()
      made.leave()
    }
  }, [playback, key, vfid, latest])
}
