/** What is being watched on a channel, and how to move between live and the archive (GUIDE-04, GUIDE-05). */
import { useCallback, useEffect, useState } from 'react'
import type { Programme } from '#contract/channels/channels.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import type { PlaybackSource } from '#player/core/state/source.ts'
import {
  isPlayable,
  type momentOf,
  linePositionOf,
  programmeWatched,
  type LoadedStretch,
} from '#player/core/zapping/programme-line.ts'
import { momentSource } from '#web/player/moments/moment-source.ts'
import { isContinued } from '#web/player/playback/leave-session.ts'
import { retainedPlayback } from '#web/player/playback/retained-playback.ts'
import { liveSource, programmeSource } from '#web/player/playback/address-sources.ts'
import { useLatest } from '#web/state/use-latest.ts'
import { nowMs } from '#web/session/server/server-clock.ts'
import { useFollow } from '#web/player/programmes/use-follow.ts'
import { requestedPidOf, type Viewing } from './viewing.ts'
import { useChannelCasting } from './use-channel-casting.ts'

interface ViewingOptions {
  readonly playback: Playback | null
  readonly cid: number
  /** The programme in the page's address, or null for live. */
  readonly pid: number | null
  /** The moment in the page's address; null for the beginning. */
  readonly moment: ReturnType<typeof momentOf>
  /** The token of a link whose minute plays instead of the programme. */
  readonly minute: string | null
  readonly programmes: readonly Programme[]
  /** A programme has ended and another one follows. */
  readonly onFollow: (pid: number) => void
}

export interface BoundViewing {
  readonly viewing: Viewing
  /** The viewer's position on the wall clock, unix ms; null before anything is loaded. */
  readonly atMs: () => number | null
  readonly seekTo: (atMs: number) => void
  readonly goLive: () => void
  /** Plays a programme of this channel from its beginning, without leaving the page. */
  readonly play: (pid: number) => void
  /** Plays the programme at this position from its beginning; false when it has no recording. */
  readonly startOver: () => boolean
  /** Pauses, or resumes at the same position, even when that is no longer inside the live window. */
  readonly togglePlay: () => void
  /** True while a television plays the channel instead of this device. */
  readonly isCast: boolean
  /** The minute of a link plays, and nothing more of the programme. */
  readonly isMinute: boolean
  /** Set when playback stopped after a long time without input: continues it. */
  readonly goOn: (() => void) | null
}

export function useViewing(options: ViewingOptions): BoundViewing {
  const { playback, cid, pid, moment, minute, programmes, onFollow } = options
  const { key, viewing, view } = usePlace(options)
  const existing = useLatest({ programmes, viewing })
  const isCast = useChannelCasting({ playback, cid, key, viewing, programmes, view })
  const hasMoment = moment !== null
  const isMinute = minute !== null && viewing.kind === 'programme' && viewing.pid === pid
  useEffect(() => {
    if (playback === null || isCast) return
    const source = sourceOf(cid, viewing, () => existing.current.programmes)
    const goesOn = isContinued(playback, source.key) && !hasMoment
    if (isMinute) playback.open(momentSource(minute, 'archive'))
    else if (!goesOn) playback.open(source)
  }, [playback, cid, viewing, existing, isCast, isMinute, minute, hasMoment])
  // Nothing follows a minute.
  const goOn = useFollow({ playback, viewing, programmes: minute === null ? programmes : [], onFollow })

  const loaded = () => (playback === null ? null : stretchOf(playback, existing.current))
  const atMs = () => {
    const stretch = loaded()
    return stretch === null || playback === null ? null : stretch.originMs + playback.state.positionSec * 1000
  }
  const goLive = () => (viewing.kind === 'live' ? playback?.goToLive() : view({ kind: 'live' }))
  const seekTo = (target: number) => {
    const around = existing.current.programmes
    const place = linePositionOf(target, { nowMs: nowMs(), loaded: loaded(), programmes: around })
    if (place.kind === 'seek') playback?.seek(place.positionSec)
    else if (place.kind === 'live') goLive()
    else if (place.kind === 'programme') view(place)
    else playback?.seek(playback.state.seekStartSec)
  }
  return {
    viewing,
    atMs,
    seekTo,
    goLive,
    play: (pid) => view({ kind: 'programme', pid, offsetSec: 0 }),
    startOver() {
      const around = existing.current.programmes
      const programme = programmeWatched(around, atMs() ?? nowMs(), requestedPidOf(viewing))
      if (programme === null || !isPlayable(programme, nowMs())) return false
      view({ kind: 'programme', pid: programme.pid, offsetSec: 0 })
      return true
    },
    togglePlay() {
      if (playback === null) return
      if (goOn !== null) return goOn()
      const { status, positionSec, seekStartSec } = playback.state
      const at = atMs()
      if (status === 'paused' && positionSec < seekStartSec - 1 && at !== null) seekTo(at)
      else playback.togglePlay()
    },
    isCast,
    isMinute,
    goOn,
  }
}

function sourceOf(cid: number, viewing: Viewing, programmes: () => readonly Programme[]): PlaybackSource {
  if (viewing.kind === 'live') return liveSource(cid)
  const { pid, offsetSec, atSec = null } = viewing
  const beginSec = () => programmes().find((one) => one.pid === pid)?.begin_time ?? null
  return programmeSource({ cid, pid, offsetSec, atSec, beginSec })
}

/** What is watched at the page's address; the mini-player's position where it plays this page. */
function usePlace({ cid, pid, moment }: ViewingOptions) {
  const key = `${cid}/${pid}/${moment === null ? '' : Object.values(moment).join()}`
  const [place, setPlace] = useState(() => ({
    key,
    viewing: (moment === null ? retainedViewing(cid, pid) : null) ?? firstOf(pid, moment),
  }))
  // Another address starts at another position, in the same render.
  const current = place.key === key ? place : { key, viewing: firstOf(pid, moment) }
  if (place.key !== key) setPlace(current)
  const view = useCallback((viewing: Viewing) => setPlace({ key, viewing }), [key])
  return { key, viewing: current.viewing, view }
}

/** What the mini-player plays of this page. */
function retainedViewing(cid: number, pid: number | null): Viewing | null {
  const watched = retainedPlayback.get()?.watched
  const isThis = watched?.kind === 'channel' && watched.channel.id === cid && watched.pid === pid
  return isThis ? watched.viewing : null
}

function firstOf(pid: number | null, moment: ViewingOptions['moment']): Viewing {
  return pid === null ? { kind: 'live' } : { kind: 'programme', pid, offsetSec: 0, ...moment }
}

interface CachedProgramme {
  readonly programmes: readonly Programme[]
  readonly viewing: Viewing
}

/** The loaded stretch on the wall clock. A source without a clock of its own starts where its programme starts. */
function stretchOf({ state }: Playback, { programmes, viewing }: CachedProgramme): LoadedStretch | null {
  const { originMs, seekStartSec, seekEndSec, kind } = state
  if (kind === null || kind === 'film') return null
  const stretch = { kind, seekStartSec, seekEndSec }
  if (originMs !== null) return { ...stretch, originMs }
  if (viewing.kind === 'live')
    return seekEndSec > 0 ? { ...stretch, originMs: nowMs() - seekEndSec * 1000 } : null
  const programme = programmes.find(({ pid }) => pid === viewing.pid)
  return programme === undefined ? null : { ...stretch, originMs: programme.begin_time * 1000 }
}
