/** A channel's current programme, from the two programmes in its list entry. */
import type { Channel, Programme } from '#contract/channels/channels.ts'

/** The current programme: `next` once `now` has ended and the list was not refreshed yet. */
export function onAir(channel: Pick<Channel, 'now' | 'next'>, nowSec: number): Programme | null {
  const { now, next } = channel
  if (now !== null && nowSec < now.end_time) return now
  return next !== null && next.begin_time <= nowSec && nowSec < next.end_time ? next : null
}

/** The elapsed part of a programme, 0 to 1, and the seconds that are left. */
export function progressOf(programme: Pick<Programme, 'begin_time' | 'end_time'>, nowSec: number) {
  const length = programme.end_time - programme.begin_time
  const done = length <= 0 ? 1 : (nowSec - programme.begin_time) / length
  return { part: Math.min(1, Math.max(0, done)), leftSec: Math.max(0, programme.end_time - nowSec) }
}
