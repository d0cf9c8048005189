/** What the archives of a draft's channels would take on the disk. */
import type { RecordedThen } from '#server/imports/imports.ts'

/** An HD channel at 4 Mbit/s: where nothing has been measured. */
export const assumedBytesPerDay = (4_000_000 / 8) * 86_400
/** A station without a picture at 128 kbit/s: what channels take says nothing about it. */
export const radioBytesPerDay = (128_000 / 8) * 86_400

export interface ArchiveSizes {
  /** Measured bytes of a day by channel. */
  readonly bytesPerDay: ReadonlyMap<number, number>
  /** For all archives; null before the first report. */
  readonly roomBytes: number | null
}

/** The forecast for full archives; null when the draft leaves recording as it is. Pure. */
export function forecastDraft(channels: readonly RecordedThen[], { bytesPerDay, roomBytes }: ArchiveSizes) {
  const own = channels.filter(({ isOfDraft }) => isOfDraft)
  if (own.length === 0) return null
  const typical = [...bytesPerDay.values()].toSorted((a, b) => a - b)[bytesPerDay.size >> 1]
  const perDay = typical ?? assumedBytesPerDay
  const bytesOf = (some: readonly RecordedThen[]) =>
    some.reduce(
      (sum, { cid, archiveDays, isRadio }) =>
        sum + archiveDays * (bytesPerDay.get(cid ?? 0) ?? (isRadio ? radioBytesPerDay : perDay)),
      0,
    )
  return {
    channels: own.length,
    bytes: Math.round(bytesOf(own)),
    total_bytes: Math.round(bytesOf(channels)),
    room_bytes: roomBytes,
    is_measured: typical !== undefined,
  }
}
