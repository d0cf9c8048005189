/** Size, completeness and forecast of the archive: for metrics, status lines and pages. */
import { setImmediate as turn } from 'node:timers/promises'
import type { ChannelArchive } from '#media/archive/channel-archive.ts'
import { DaySummary, type Hole } from './day-summary.ts'
import { forecast, type ChannelFacts } from './forecast.ts'
import type { DiskSpace } from './free-space.ts'
import { holeToleranceMs } from '#media/archive/timeline/holes.ts'
import { chunkMs, dayMs } from '#media/archive/index/index-record.ts'
import type { ProtectedFragment } from '#media/archive/protected-fragments.ts'
import type { RenditionArchive } from '#media/archive/rendition-archive.ts'

/** Number of holes and their total length. */
export interface HoleCount {
  readonly count: number
  readonly ms: number
}

/** One channel. Times are Unix ms. */
export interface ChannelArchiveReport {
  readonly channelId: string
  /** Start and end of what can be played, without protected fragments; undefined when there is nothing. */
  readonly oldestMs: number | undefined
  readonly newestMs: number | undefined
  /** Bytes on disk of all renditions together. */
  readonly bytes: number
  /** Bytes of all renditions in the store, also of what the disk has too. */
  readonly storedBytes: number
  /** The part of them in files with protected fragments. */
  readonly protectedBytes: number
  /** The part of them in other files with windows that are retained for recordings. */
  readonly retainedBytes: number
  /** Measured over the last six hours of recording. */
  readonly bytesPerDay: number
  readonly holesOfDay: HoleCount
  readonly holesOfWeek: HoleCount
  readonly depthConfiguredMs: number
  readonly depthExpectedMs: number
  readonly fragments: readonly ProtectedFragment[]
}

/** The whole archive and its disk. */
export interface ArchiveReport {
  readonly channels: readonly ChannelArchiveReport[]
  readonly freeBytes: number
  readonly totalBytes: number
  /** Below this the oldest recordings are deleted: the larger of the next two values. */
  readonly floorBytes: number
  /** The configured free space. */
  readonly requestedBytes: number
  /** What a few minutes of recording need; 0 before it was measured. */
  readonly aheadBytes: number
  readonly bytesPerHour: number
  /** What all channels at their full depth need, and what they may use. */
  readonly bytesNeeded: number
  readonly bytesAvailable: number
  /** Time until the oldest recordings are deleted for lack of space; undefined when that never happens. */
  readonly hoursLeft: number | undefined
}

/** Six hours of recording give the rate. */
const rateChunks = 36
/** A channel that is a little behind the clock has no hole there. */
const openHoleMs = 60_000
const weekMs = 7 * dayMs

/** Caches finished days, so that the next report reads only what was recorded since. */
export class ArchiveReporter {
  readonly #days = new Map<string, { readonly stamp: string; readonly summary: DaySummary }>()

  /** Reads new records; the first report of 200 channels and seven days takes some seconds, one channel at a time. */
  async report(
    archives: ReadonlyMap<string, ChannelArchive>,
    disk: DiskSpace & {
      readonly floorBytes: number
      readonly aheadBytes?: number
      /** How much of the depth is on the disk; all of it when absent. */
      readonly localMs?: number | undefined
    },
    nowMs: number,
  ): Promise<ArchiveReport> {
    const channels: (Omit<ChannelArchiveReport, 'depthExpectedMs'> & { facts: ChannelFacts })[] = []
    const used = new Set<string>()
    for (const [channelId, archive] of archives) {
      channels.push(this.#channel(channelId, archive, { nowMs, localMs: disk.localMs }, used))
      await turn()
    }
    for (const key of this.#days.keys()) if (!used.has(key)) this.#days.delete(key)
    const { floorBytes: requestedBytes, aheadBytes = 0 } = disk
    const floorBytes = Math.max(requestedBytes, aheadBytes)
    const all = forecast(
      channels.map(({ facts }) => facts),
      { freeBytes: disk.freeBytes, floorBytes },
    )
    return {
      channels: channels.map(({ facts, ...channel }) => ({
        ...channel,
        // What the disk cannot hold is in the store.
        depthExpectedMs:
          disk.localMs === undefined
            ? (all.depthExpectedMs.get(facts.channelId) ?? 0)
            : channel.depthConfiguredMs,
      })),
      freeBytes: disk.freeBytes,
      totalBytes: disk.totalBytes,
      floorBytes,
      requestedBytes,
      aheadBytes,
      bytesPerHour: all.bytesPerHour,
      bytesNeeded: all.bytesNeeded,
      bytesAvailable: all.bytesAvailable,
      hoursLeft: all.fullInMs === undefined ? undefined : all.fullInMs / 3_600_000,
    }
  }

  #channel(
    channelId: string,
    archive: ChannelArchive,
    { nowMs, localMs }: { readonly nowMs: number; readonly localMs: number | undefined },
    used: Set<string>,
  ): Omit<ChannelArchiveReport, 'depthExpectedMs'> & { facts: ChannelFacts } {
    let [bytes, storedBytes, protectedBytes, retainedBytes, bytesPerMs] = [0, 0, 0, 0, 0]
    let holes: readonly Hole[] = []
    const fragments = archive.fragments.all
    const lead = archive.leadRendition
    for (const id of archive.renditionIds) {
      const rendition = archive.rendition(id)
      const days = this.#daysOf(rendition, used)
      const stored = storedBytesOf(rendition, days, archive)
      bytes += stored.bytes
      storedBytes += stored.storedBytes
      protectedBytes += stored.protectedBytes
      retainedBytes += stored.retainedBytes
      bytesPerMs += rateOf(days)
      if (id === lead) holes = holesOf(days, nowMs)
    }
    const [oldestMs, newestMs, depthMs] = [archive.oldestMs(), archive.endMs(), archive.depthMs]
    const hasAny = Number.isFinite(oldestMs) && newestMs !== undefined && newestMs > oldestMs
    const localDepthMs = Math.min(depthMs, localMs ?? depthMs)
    const oldestLocalMs = archive.files.oldestLocalMs('ordinary')
    const reachedMs = hasAny ? Math.min(localDepthMs, Math.max(0, nowMs - oldestLocalMs)) : 0
    return {
      channelId,
      oldestMs: hasAny ? oldestMs : undefined,
      newestMs: hasAny ? newestMs : undefined,
      bytes,
      storedBytes,
      protectedBytes,
      retainedBytes,
      bytesPerDay: Math.round(bytesPerMs * dayMs),
      holesOfDay: countHoles(holes, nowMs - dayMs),
      holesOfWeek: countHoles(holes, nowMs - weekMs),
      depthConfiguredMs: depthMs,
      fragments,
      facts: {
        channelId,
        depthMs: localDepthMs,
        reachedMs,
        bytesPerHour: bytesPerMs * 3_600_000,
        bytes: bytes - protectedBytes - retainedBytes,
      },
    }
  }

  #daysOf({ dir, indexes }: RenditionArchive, used: Set<string>): ReadonlyMap<number, DaySummary> {
    const out = new Map<number, DaySummary>()
    for (const day of indexes.days()) {
      const key = `${dir}/${day}`
      used.add(key)
      // First the stamp, then the length: a file that is replaced between the two is read again the next time.
      const stamp = indexes.stamp(day)
      const count = indexes.count(day)
      const cached = this.#days.get(key)
      // Records were removed or inserted: it is another file now, so the sum starts from zero.
      const isSame = cached !== undefined && cached.stamp === stamp && cached.summary.count <= count
      const summary = isSame ? cached.summary : new DaySummary()
      if (count > summary.count) summary.add(indexes.tail(day, count - summary.count))
      this.#days.set(key, { stamp, summary })
      out.set(day, summary)
    }
    return out
  }
}

function storedBytesOf(
  { files }: RenditionArchive,
  days: ReadonlyMap<number, DaySummary>,
  { fragments, retained }: Pick<ChannelArchive, 'fragments' | 'retained'>,
): Pick<ChannelArchiveReport, 'bytes' | 'storedBytes' | 'protectedBytes' | 'retainedBytes'> {
  let [bytes, storedBytes, protectedBytes, retainedBytes] = [0, 0, 0, 0]
  const { all } = fragments
  for (const { day, file, beginMs, endMs, isLocal, isStored } of files.list()) {
    const size = days.get(day)?.bytes[file] ?? 0
    if (isStored) storedBytes += size
    if (!isLocal) continue
    bytes += size
    if (all.some((one) => one.endMs > beginMs && one.beginMs < endMs)) protectedBytes += size
    else if (retained.touches(beginMs, endMs)) retainedBytes += size
  }
  return { bytes, storedBytes, protectedBytes, retainedBytes }
}

/** Bytes per recorded millisecond, over the newest chunks that have any. */
function rateOf(days: ReadonlyMap<number, DaySummary>): number {
  let [bytes, ms, chunks] = [0, 0, 0]
  for (const [, summary] of [...days].toReversed())
    for (let chunk = summary.bytes.length - 1; chunk >= 0 && chunks < rateChunks; chunk--) {
      const recordedMs = summary.recordedMs[chunk] ?? 0
      if (recordedMs === 0) continue
      bytes += summary.bytes[chunk] ?? 0
      ms += recordedMs
      chunks += 1
    }
  // One minute is too short for a rate.
  return ms < chunkMs / 10 ? 0 : bytes / ms
}

function holesOf(days: ReadonlyMap<number, DaySummary>, nowMs: number): readonly Hole[] {
  const out: Hole[] = []
  let beforeMs: number | undefined
  for (const summary of days.values()) {
    if (summary.count === 0) continue
    if (beforeMs !== undefined && summary.firstMs - beforeMs > holeToleranceMs)
      out.push({ fromMs: beforeMs, toMs: summary.firstMs })
    out.push(...summary.holes)
    beforeMs = summary.endMs
  }
  if (beforeMs !== undefined && nowMs - beforeMs > openHoleMs) out.push({ fromMs: beforeMs, toMs: nowMs })
  return out
}

function countHoles(holes: readonly Hole[], fromMs: number): HoleCount {
  const within = holes.filter(({ toMs }) => toMs > fromMs)
  return {
    count: within.length,
    ms: within.reduce((sum, one) => sum + one.toMs - Math.max(one.fromMs, fromMs), 0),
  }
}
