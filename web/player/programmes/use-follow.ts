/** Which programme follows automatically, and the question whether anybody is still watching (GUIDE-04). */
import { useEffect, useState } from 'react'
import type { Programme } from '#contract/channels/channels.ts'
import type { IdlePrompt } from '#player/core/screen/idle-prompt.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import { hasPassedEnd, isPlayable, programmeAfter } from '#player/core/zapping/programme-line.ts'
import { useAttention } from '#web/player/stage/use-attention.ts'
import { useLatest } from '#web/state/use-latest.ts'
import { nowMs } from '#web/session/server/server-clock.ts'
import type { WatchedProgramme } from '#web/player/playback/retained-playback.ts'

interface FollowOptions {
  readonly playback: Playback | null
  readonly viewing: WatchedProgramme
  readonly programmes: readonly Programme[]
  readonly onFollow: (pid: number) => void
}

/**
 * At the end of a programme the next one starts (GUIDE-04), unless the viewer turned that off. The played source
 * may extend a little beyond the programme; the next one contains those seconds too. After hours without input it
 * stops instead; the result says how to continue.
 */
export function useFollow({ playback, viewing, programmes, onFollow }: FollowOptions): (() => void) | null {
  const attention = useAttention()
  // The answer belongs to what was being watched at that time.
  const [request, setRequest] = useState<{
    readonly viewing: WatchedProgramme
    readonly goOn: () => void
  } | null>(null)
  const latest = useLatest({ viewing, programmes, onFollow })
  useEffect(() => {
    if (playback === null) return
    const ask = (goOn: () => void) => {
      playback.pause()
      setRequest({ viewing: latest.current.viewing, goOn: () => (setRequest(null), goOn()) })
    }
    const unsubscribe = followProgrammes(playback, () => latest.current, {
      isInDoubt: () => attention.isInDoubt('programmes'),
      ask,
    })
    const endWatch = watchLive(playback, attention, ask)
    return () => {
      unsubscribe()
      endWatch()
    }
  }, [playback, latest, attention])
  return request?.viewing === viewing ? request.goOn : null
}

interface Doubt {
  readonly isInDoubt: () => boolean
  readonly ask: (goOn: () => void) => void
}

function followProgrammes(
  playback: Playback,
  now: () => Omit<FollowOptions, 'playback'>,
  doubt: Doubt,
): () => void {
  let beforeMs: number | null = null
  let wasEnded = false
  return playback.subscribe(({ status, originMs, positionSec }) => {
    const ended = status === 'ended'
    const justEnded = ended && !wasEnded
    wasEnded = ended
    const lastMs = beforeMs
    const atMs = originMs === null || status !== 'playing' ? null : originMs + positionSec * 1000
    beforeMs = atMs
    const { viewing, programmes, onFollow } = now()
    if (viewing.kind !== 'programme' || !playback.choices.goesOn) return
    const present = programmes.find(({ pid }) => pid === viewing.pid)
    const passed = atMs !== null && present !== undefined && hasPassedEnd(present, lastMs, atMs)
    if (!justEnded && !passed) return
    const next = programmeAfter(programmes, viewing.pid)
    if (next === null || !isPlayable(next, nowMs())) return
    if (doubt.isInDoubt()) doubt.ask(() => onFollow(next.pid))
    else onFollow(next.pid)
  })
}

const pollMs = 30_000

/** Live television never ends; the question is shown only where the viewer turned it on. */
function watchLive(playback: Playback, attention: IdlePrompt, ask: Doubt['ask']): () => void {
  const timer = setInterval(() => {
    const { kind, status } = playback.state
    if (kind !== 'live' || status !== 'playing' || !playback.choices.asksLive) return
    if (attention.isInDoubt('programmes')) ask(() => playback.goToLive())
  }, pollMs)
  return () => clearInterval(timer)
}
