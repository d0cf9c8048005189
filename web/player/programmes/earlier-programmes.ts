/** Where the list of a day starts when the list does not scroll by itself. Pure. */
import type { Programme } from '#contract/channels/channels.ts'

/** How much of the past programmes stays visible above the current one. */
const maxEarlier = 1

/**
 * How many programmes at the beginning of a day can be collapsed: those before the one that plays, or else all but
 * the last finished one. None in a day that is completely over or in which nothing plays.
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
