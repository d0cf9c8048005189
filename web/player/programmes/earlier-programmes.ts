/** Where a list of a day begins that has no place of its own to be scrolled to. Pure. */
import type { Programme } from '#contract/channels/channels.ts'

/** How much of what is over stays in sight above what is on. */
const maxEarlier = 1

/**
 * How many programmes at the beginning of a day can be folded away: those before the one that plays, or else all but the
 * last that is over. A day that is over altogether, or one of which nothing plays, has none.
 */
export function earlierCount(
  programmes: readonly Pick<Programme, 'pid' | 'end_time'>[],
  playingPid: number | null,
  nowSec: number,
): number {
  const playing = programmes.findIndex(({ pid }) => pid === playingPid)
  const current = playing >= 0 ? playing : programmes.findIndex(({ end_time }) => end_time > nowSec)
  return Math.max(0, current - maxEarlier)
}
