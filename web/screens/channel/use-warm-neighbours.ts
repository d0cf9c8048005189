/** Prefetches the channels most likely to be zapped to next, while the network is idle (TV-09). */
import { useEffect, useState } from 'react'
import type { Channel } from '#contract/channels/channels.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import { neighbour } from '#player/core/zapping/zapping.ts'
import { maySpendData, warmUp } from '#web/player/playback/warm-channels.ts'
import { usePlaybackValue } from '#web/player/playback/use-playback.ts'

/** After playing for this long the video no longer needs all of the bandwidth. */
const quietMs = 700
/** A network that causes buffering is needed for the video itself. */
const comfortSec = 3

interface Neighbourhood {
  readonly playback: Playback | null
  readonly line: readonly Channel[]
  readonly cid: number
  readonly lastId: number | null
  /** The viewer shows the controls or has just arrived: a viewer who only watches needs no prefetch. */
  readonly isActive: boolean
}

export function useWarmNeighbours({ playback, line, cid, lastId, isActive }: Neighbourhood): void {
  const isCalm = usePlaybackValue(
    playback,
    ({ status, bufferedEndSec, positionSec }) =>
      status === 'playing' && bufferedEndSec - positionSec > comfortSec,
  )
  // A prefetch under way is not cancelled by a short change of the buffer.
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
