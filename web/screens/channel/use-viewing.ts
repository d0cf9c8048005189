/** What of a channel is being watched, and how to get from one place of its line to another (GUIDE-04, GUIDE-05). */
import { useCallback, useEffect, useState } from 'react'
import type { Programme } from '#contract/channels.ts'
import type { Playback } from '#player/core/playback.ts'
import {
  isPlayable,
  placeOf,
  programmeAfter,
  programmeAt,
  type LoadedStretch,
} from '#player/core/programme-line.ts'
import { liveSource, programmeSource } from '#web/player/address-sources.ts'
import { useLatest } from '#web/player/use-latest.ts'

export type Viewing =
  | { readonly kind: 'live' }
  | { readonly kind: 'programme'; readonly pid: number; readonly offsetSec: number }

interface ViewingOptions {
  readonly playback: Playback | null
  readonly cid: number
  /** The programme of the page's address, or null for live. */
  readonly pid: number | null
  readonly programmes: readonly Programme[]
  /** A programme has ended and another one follows. */
  readonly onFollow: (pid: number) => void
}

export interface BoundViewing {
  readonly viewing: Viewing
  /** Where the viewer is on the wall clock, unix ms; null before anything is known. */
  readonly atMs: () => number | null
  readonly seekTo: (atMs: number) => void
  readonly goLive: () => void
  /** The programme at this place, from its beginning; false when it has no recording. */
  readonly startOver: () => boolean
  /** Pauses, or goes on from exactly there, even when live has moved on further than it reaches back. */
  readonly togglePlay: () => void
}

export function useViewing(options: ViewingOptions): BoundViewing {
  const { playback, cid, pid, programmes, onFollow } = options
  const [place, setPlace] = useState({ key: `${cid}/${pid}`, viewing: firstOf(pid) })
  const key = `${cid}/${pid}`
  // Another address is another beginning, in the same render.
  if (place.key !== key) setPlace({ key, viewing: firstOf(pid) })
  const viewing = place.key === key ? place.viewing : firstOf(pid)
  const view = useCallback((viewing: Viewing) => setPlace({ key, viewing }), [key])
  const known = useLatest({ programmes, viewing })

  useEffect(() => {
    if (playback === null) return
    playback.open(
      viewing.kind === 'live' ? liveSource(cid) : programmeSource(cid, viewing.pid, viewing.offsetSec),
    )
  }, [playback, cid, viewing])
  useFollow({ playback, viewing, programmes, onFollow })

  const loaded = () => (playback === null ? null : stretchOf(playback, known.current))
  const atMs = () => {
    const stretch = loaded()
    return stretch === null || playback === null ? null : stretch.originMs + playback.state.positionSec * 1000
  }
  const goLive = () => (viewing.kind === 'live' ? playback?.goToLive() : view({ kind: 'live' }))
  const seekTo = (target: number) => {
    const found = placeOf(target, {
      nowMs: Date.now(),
      loaded: loaded(),
      programmes: known.current.programmes,
    })
    if (found.kind === 'seek') playback?.seek(found.positionSec)
    else if (found.kind === 'live') goLive()
    else if (found.kind === 'programme') view(found)
    else playback?.seek(playback.state.seekBeginSec)
  }
  return {
    viewing,
    atMs,
    seekTo,
    goLive,
    startOver() {
      const programme = programmeAt(known.current.programmes, atMs() ?? Date.now())
      if (programme === null || !isPlayable(programme, Date.now())) return false
      view({ kind: 'programme', pid: programme.pid, offsetSec: 0 })
      return true
    },
    togglePlay() {
      if (playback === null) return
      const { status, positionSec, seekBeginSec } = playback.state
      const at = atMs()
      if (status === 'paused' && positionSec < seekBeginSec - 1 && at !== null) seekTo(at)
      else playback.togglePlay()
    },
  }
}

const firstOf = (pid: number | null): Viewing =>
  pid === null ? { kind: 'live' } : { kind: 'programme', pid, offsetSec: 0 }

interface Known {
  readonly programmes: readonly Programme[]
  readonly viewing: Viewing
}

/** What is loaded, on the wall clock. A source without a clock of its own begins where its programme begins. */
function stretchOf({ state }: Playback, { programmes, viewing }: Known): LoadedStretch | null {
  const { originMs, seekBeginSec, seekEndSec, kind } = state
  if (kind === null || kind === 'film') return null
  const stretch = { kind, seekBeginSec, seekEndSec }
  if (originMs !== null) return { ...stretch, originMs }
  if (viewing.kind === 'live')
    return seekEndSec > 0 ? { ...stretch, originMs: Date.now() - seekEndSec * 1000 } : null
  const programme = programmes.find(({ pid }) => pid === viewing.pid)
  return programme === undefined ? null : { ...stretch, originMs: programme.begin_time * 1000 }
}

interface FollowOptions {
  readonly playback: Playback | null
  readonly viewing: Viewing
  readonly programmes: readonly Programme[]
  readonly onFollow: (pid: number) => void
}

/** At the end of a programme the next one begins (GUIDE-04). */
function useFollow({ playback, viewing, programmes, onFollow }: FollowOptions): void {
  const latest = useLatest({ viewing, programmes, onFollow })
  useEffect(() => {
    if (playback === null) return
    let wasEnded = false
    return playback.subscribe(({ status }) => {
      const ended = status === 'ended'
      const justEnded = ended && !wasEnded
      wasEnded = ended
      const { viewing, programmes, onFollow } = latest.current
      if (!justEnded || viewing.kind !== 'programme') return
      const next = programmeAfter(programmes, viewing.pid)
      if (next !== null && isPlayable(next, Date.now())) onFollow(next.pid)
    })
  }, [playback, latest])
}
