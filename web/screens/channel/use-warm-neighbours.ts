/** The channels that are probably zapped to next are made ready while nothing else is to be done (TV-09). */
import { useEffect, useState } from 'react'
import type { Channel } from '#contract/channels/channels.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import { neighbour } from '#player/core/zapping/zapping.ts'
import { maySpendData, warmUp } from '#web/player/playback/warm-channels.ts'
import { usePlaybackValue } from '#web/player/playback/use-playback.ts'

/** The picture has gone on for so long that it no longer needs the line for itself. */
const quietMs = 700
/** A network that has to be waited for is needed for the picture. */
const comfortSec = 3

interface Neighbourhood {
  readonly playback: Playback | null
  readonly line: readonly Channel[]
  readonly cid: number
  readonly lastId: number | null
  /** Somebody has the controls up, or has just come: who only watches needs nothing else. */
  readonly isActive: boolean
}

export function useWarmNeighbours({ playback, line, cid, lastId, isActive }: Neighbourhood): void {
  const isCalm = usePlaybackValue(
    playback,
    ({ status, bufferedEndSec, positionSec }) =>
      status === 'playing' && bufferedEndSec - positionSec > comfortSec,
  )
  // What has been begun is not dropped for every flicker of the buffer.
  const [calmCid, setCalmCid] = useState<number | null>(null)
  if (isCalm && calmCid !== cid) setCalmCid(cid)
  const isReady = calmCid === cid
  const near = [neighbour(line, cid, 1), neighbour(line, cid, -1), lastId]
  const requested = [...new Set(near)].filter(
    (id) =>
      id !== null && id !== cid && line.some((channel) => channel.id === id && channel.is_available === 1),
  )
  const key = requested.join()
  useEffect(() => {
    if (!isReady || !isActive || key === '' || !maySpendData()) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') void warmUp(key.split(',').map(Number), abort.signal)
    }, quietMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [isReady, isActive, key])
}
