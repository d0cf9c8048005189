/** How much of the disk archives will take once they are full; pure. */
import type { consoleChannels } from '#contract/console/channels.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import type { Channel } from './channel-filter.ts'

export type ArchiveSizes = ResponseOf<typeof consoleChannels.archiveSizes>

export interface ArchiveForecast {
  /** Of the channels whose days are changed, bytes. */
  readonly bytes: number
  /** Of all channels. */
  readonly totalBytes: number
  /** What there is for all. */
  readonly roomBytes: number
  /** Some channel has not been measured yet: what a channel usually takes stands for it. */
  readonly isEstimate: boolean
}

/** `days`: those that would be changed, by channel. Null while nothing has been measured. */
export function forecastArchive(
  { channels: sizes, room_bytes: roomBytes }: ArchiveSizes,
  channels: readonly Channel[],
  days: ReadonlyMap<number, number>,
): ArchiveForecast | null {
  const measured = new Map(sizes.map(({ cid, bytes_per_day: perDay }) => [cid, perDay]))
  const typical = sizes.map((one) => one.bytes_per_day).toSorted((a, b) => a - b)[sizes.length >> 1]
  if (roomBytes === null || typical === undefined) return null
  const forecast = { bytes: 0, totalBytes: 0, roomBytes, isEstimate: false }
  for (const { cid, source_kind: kind, is_enabled: isEnabled, archive_days: now } of channels) {
    const changed = days.get(cid)
    if (kind !== 'recorded' || (!isEnabled && changed === undefined)) continue
    const perDay = measured.get(cid)
    const bytes = (perDay ?? typical) * (changed ?? now)
    forecast.totalBytes += bytes
    if (perDay === undefined && bytes > 0) forecast.isEstimate = true
    if (changed !== undefined) forecast.bytes += bytes
  }
  return forecast
}
