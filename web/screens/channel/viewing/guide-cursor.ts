/** The cursor of the mini-guide: a channel and one of its programmes. Pure. */
import type { Channel, Programme } from '#contract/channels/channels.ts'
import { isPlayable } from '#player/core/zapping/programme-line.ts'
import { onAir } from '#web/ui/cards/on-air.ts'

export interface GuideCursor {
  readonly cid: number
  /** Null for the current programme. */
  readonly pid: number | null
}

/** The channel `step` positions further, wrapping around, at its current programme. */
export function channelStep(line: readonly Channel[], cursor: GuideCursor, step: number): GuideCursor {
  const at = line.findIndex(({ id }) => id === cursor.cid)
  if (line.length === 0 || step === 0) return cursor
  const place = at === -1 ? 0 : (((at + step) % line.length) + line.length) % line.length
  return { cid: line[place]?.id ?? cursor.cid, pid: null }
}

/** The channels around the cursor from top to bottom; each only once, however few there are. */
export function channelsAround(line: readonly Channel[], cid: number, reach: number): readonly Channel[] {
  const at = line.findIndex((channel) => channel.id === cid)
  if (at === -1) return []
  const max = Math.min(reach, Math.floor((line.length - 1) / 2))
  const places = Array.from({ length: 2 * max + 1 }, (_, index) => at - max + index)
  return places.flatMap((place) => line[(place + line.length) % line.length] ?? [])
}

/** The programme under the cursor; null where the guide has none. */
export function programmeOf(
  channel: Channel,
  programmes: readonly Programme[],
  pid: number | null,
  nowSec: number,
): Programme | null {
  const named = pid === null ? undefined : programmes.find((programme) => programme.pid === pid)
  if (named !== undefined) return named
  return programmes.find((one) => one.begin_time <= nowSec && nowSec < one.end_time) ?? onAir(channel, nowSec)
}

/** The previous or next programme; null at the ends of the loaded guide. */
export function programmeBeside(
  programmes: readonly Programme[],
  from: Programme | null,
  step: 1 | -1,
  nowSec: number,
): Programme | null {
  const atSec = from?.begin_time ?? nowSec
  const others = programmes.filter(({ begin_time, pid }) =>
    pid === from?.pid ? false : step === 1 ? begin_time > atSec : begin_time < atSec,
  )
  return (step === 1 ? others[0] : others.at(-1)) ?? null
}

/** What OK does at the cursor. */
export type GuideAct = 'watch' | 'start_over' | 'archive' | 'not_recorded' | 'future' | 'watching'

interface GuideMoment {
  readonly programme: Programme | null
  /** This channel is playing. */
  readonly isPresent: boolean
  /** It is playing at its live edge. */
  readonly isLive: boolean
  readonly nowSec: number
}

export function actOf({ programme, isPresent, isLive, nowSec }: GuideMoment): GuideAct {
  if (programme !== null && programme.begin_time > nowSec) return 'future'
  const isRecorded = programme !== null && isPlayable(programme, nowSec * 1000)
  if (programme !== null && programme.end_time <= nowSec) return isRecorded ? 'archive' : 'not_recorded'
  if (!isPresent || !isLive) return 'watch'
  return isRecorded ? 'start_over' : 'watching'
}
