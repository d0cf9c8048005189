/** Where the viewer looks in the mini-guide: a channel, and a programme of it. Pure. */
import type { Channel, Programme } from '#contract/channels/channels.ts'
import { isPlayable } from '#player/core/zapping/programme-line.ts'
import { onAir } from '#web/ui/cards/on-air.ts'

export interface GuideCursor {
  readonly cid: number
  /** Null for what is on the air. */
  readonly pid: number | null
}

/** The channel `step` places on, around the ends, at what is on the air there. */
export function channelStep(line: readonly Channel[], cursor: GuideCursor, step: number): GuideCursor {
  const at = line.findIndex(({ id }) => id === cursor.cid)
  if (line.length === 0 || step === 0) return cursor
  const place = at === -1 ? 0 : (((at + step) % line.length) + line.length) % line.length
  return { cid: line[place]?.id ?? cursor.cid, pid: null }
}

/** The channels around the one that is looked at, from above to below; each once, however few there are. */
export function channelsAround(line: readonly Channel[], cid: number, reach: number): readonly Channel[] {
  const at = line.findIndex((channel) => channel.id === cid)
  if (at === -1) return []
  const max = Math.min(reach, Math.floor((line.length - 1) / 2))
  const places = Array.from({ length: 2 * max + 1 }, (_, index) => at - max + index)
  return places.flatMap((place) => line[(place + line.length) % line.length] ?? [])
}

/** The programme that is looked at; null where the guide says nothing. */
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

/** The programme before or after; null at the ends of what is known. */
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

/** What OK does there. */
export type GuideAct = 'watch' | 'start_over' | 'archive' | 'not_recorded' | 'future' | 'watching'

interface GuideMoment {
  readonly programme: Programme | null
  /** This channel is the one that plays. */
  readonly isPresent: boolean
  /** It plays at its live edge. */
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
