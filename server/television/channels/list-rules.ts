import type { ChannelRecord } from './channel.ts'

/**
 * The channels of a list: inside the national network those of `allowed` (undefined: all) by number; outside only the
 * configured world list in its own order (TV-07), whatever the tariff.
 */
export function listedChannels(
  channels: readonly ChannelRecord[],
  region: 'inside' | 'outside',
  allowed: ReadonlySet<number> | undefined,
): readonly ChannelRecord[] {
  if (region === 'inside') {
    return channels.filter((channel) => allowed === undefined || allowed.has(channel.cid))
  }
  return channels
    .filter((channel) => channel.worldPlace !== null)
    .sort((a, b) => (a.worldPlace ?? 0) - (b.worldPlace ?? 0))
}

const dayMs = 86_400_000
/** The longest guide window, and how far from now one may be. */
export const longestDays = 14

/**
 * The requested guide window, in unix milliseconds: at most 14 days from its start. Undefined for one that ends
 * before it starts or is completely further from now than that. The archive's arguments 14 and 0 (specification, 9;
 * GUIDE-03) are days back and ahead, not moments of January 1970.
 */
export function guideWindow(
  timeFromSec: number,
  timeToSec: number,
  nowMs: number,
): { readonly fromMs: number; readonly toMs: number } | undefined {
  if (timeFromSec <= longestDays && timeToSec <= longestDays) {
    return { fromMs: nowMs - timeFromSec * dayMs, toMs: nowMs + timeToSec * dayMs }
  }
  const fromMs = timeFromSec * 1000
  const toMs = Math.min(timeToSec * 1000, fromMs + longestDays * dayMs)
  const reachMs = longestDays * dayMs
  const isWithin = fromMs < nowMs + reachMs && toMs > nowMs - reachMs
  return toMs >= fromMs && isWithin ? { fromMs, toMs } : undefined
}
