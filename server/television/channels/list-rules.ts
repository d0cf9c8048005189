import type { ChannelRecord } from './channel.ts'

/** Whether the staff has it on: one that is off is neither live nor has an archive, so viewers are not offered it. */
export function isReceived({ isEnabled, source }: Pick<ChannelRecord, 'isEnabled' | 'source'>): boolean {
  return isEnabled && source.kind !== 'none'
}

/** The ids of the channels that are on. */
export function receivedCids(channels: readonly ChannelRecord[]): ReadonlySet<number> {
  return new Set(channels.filter(isReceived).map(({ cid }) => cid))
}

/**
 * The channels of a list, of those that are received: inside the national network those of `allowed` (undefined: all) by number; outside only the
 * configured world list in its own order (TV-07), whatever the tariff.
 */
export function listedChannels(
  channels: readonly ChannelRecord[],
  region: 'inside' | 'outside',
  allowed: ReadonlySet<number> | undefined,
): readonly ChannelRecord[] {
  if (region === 'inside') {
    return channels.filter(
      (channel) => isReceived(channel) && (allowed === undefined || allowed.has(channel.cid)),
    )
  }
  return channels
    .filter((channel) => isReceived(channel) && channel.worldPlace !== null)
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
