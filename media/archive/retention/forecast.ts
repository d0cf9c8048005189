/** How deep the archive will reach and when the disk will be full. Pure function. */

const hourMs = 3_600_000

/** Current facts of one channel. */
export interface ChannelFacts {
  readonly channelId: string
  /** How far back it should reach. */
  readonly depthMs: number
  /** How far back it reaches now. */
  readonly reachedMs: number
  /** What an hour of recording takes on disk. */
  readonly bytesPerHour: number
  /** On disk now, without protected fragments. */
  readonly bytes: number
}

export interface DiskFacts {
  readonly freeBytes: number
  /** Below this the oldest recordings are deleted. */
  readonly floorBytes: number
}

export interface Forecast {
  /** By channel id: how far back it will reach once the disk is full. */
  readonly depthExpectedMs: ReadonlyMap<string, number>
  readonly bytesPerHour: number
  /** What all channels at their full depth need. */
  readonly bytesNeeded: number
  /** What all channels together may use. */
  readonly bytesAvailable: number
  /** Time until the floor is reached; undefined when it never is. */
  readonly fullInMs: number | undefined
}

/**
 * When there is too little space, the oldest recordings across all channels are deleted first: all channels then
 * reach back equally far, except those with a smaller depth.
 */
export function forecast(channels: readonly ChannelFacts[], disk: DiskFacts): Forecast {
  const sum = (of: (channel: ChannelFacts) => number): number =>
    channels.reduce((total, channel) => total + of(channel), 0)
  const bytesAvailable = Math.max(0, disk.freeBytes - disk.floorBytes + sum(({ bytes }) => bytes))
  const reachMs = commonReachMs(channels, bytesAvailable)
  return {
    depthExpectedMs: new Map(
      channels.map(({ channelId, depthMs }) => [channelId, Math.min(depthMs, reachMs)]),
    ),
    bytesPerHour: sum(({ bytesPerHour }) => bytesPerHour),
    bytesNeeded: sum(({ bytesPerHour, depthMs }) => (bytesPerHour * depthMs) / hourMs),
    bytesAvailable,
    fullInMs: fullInMs(channels, disk.freeBytes - disk.floorBytes),
  }
}

/** The depth at which recordings just fill the space there is; Infinity when all depths fit. */
function commonReachMs(channels: readonly ChannelFacts[], bytesAvailable: number): number {
  const byDepth = channels
    .filter(({ bytesPerHour }) => bytesPerHour > 0)
    .toSorted(byNumber((one) => one.depthMs))
  let rate = byDepth.reduce((total, { bytesPerHour }) => total + bytesPerHour, 0) / hourMs
  let [reachMs, bytes] = [0, 0]
  for (const { depthMs, bytesPerHour } of byDepth) {
    const more = (depthMs - reachMs) * rate
    if (bytes + more > bytesAvailable) return reachMs + (bytesAvailable - bytes) / rate
    bytes += more
    reachMs = depthMs
    rate -= bytesPerHour / hourMs
  }
  return Number.POSITIVE_INFINITY
}

/** A channel at its full depth deletes as much as it records; the others still grow. */
function fullInMs(channels: readonly ChannelFacts[], roomBytes: number): number | undefined {
  if (roomBytes <= 0) return 0
  const growing = channels
    .map(({ bytesPerHour, depthMs, reachedMs }) => ({
      rate: bytesPerHour / hourMs,
      forMs: depthMs - reachedMs,
    }))
    .filter(({ rate, forMs }) => rate > 0 && forMs > 0)
    .toSorted(byNumber((one) => one.forMs))
  let rate = growing.reduce((total, one) => total + one.rate, 0)
  let [atMs, bytes] = [0, 0]
  for (const one of growing) {
    const more = (one.forMs - atMs) * rate
    if (bytes + more > roomBytes) return atMs + (roomBytes - bytes) / rate
    bytes += more
    atMs = one.forMs
    rate -= one.rate
  }
  return undefined
}

function byNumber<Value>(of: (value: Value) => number) {
  return (one: Value, other: Value): number => of(one) - of(other)
}
