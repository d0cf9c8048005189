/** A recorded channel's past and present: epochs and renditions on disk, behind the Timeline port. */
import { join } from 'node:path'
import { patchTfdt } from '#media/containers/movie-fragment.ts'
import { EpochTable, type ArchiveRole, type Epoch, type NewEpoch } from './epochs.ts'
import { fillHoles } from './holes.ts'
import { FLAG_REBASE, endOf, type IndexRecord } from './index-record.ts'
import { RenditionArchive } from './rendition-archive.ts'
import type { SegmentRef, Timeline, TimelineRendition } from './timeline.ts'

const GAP_STEP_MS = 2000
/** A run placed behind the one before it may be a little ahead of the clock; this much is no accident. */
const FUTURE_MS = 60_000
/** A merged segment of the archive grid is six seconds; nobody asks for more at once. */
const MAX_MERGED = 16

export interface ChannelArchiveOptions {
  /** `<store>/live/<channelId>`; made when missing. One process only may have it open to record. */
  readonly dir: string
  readonly archiveMs: number
  readonly clock: () => number
  /** `records` when absent: repairs what a crash left and may write. `reads` changes nothing on disk. */
  readonly role?: ArchiveRole
}

/** Reads are synchronous over the page cache (0.1 ms); bytes are read asynchronously. */
export class ChannelArchive implements Timeline {
  readonly #options: ChannelArchiveOptions
  readonly #epochs: EpochTable
  readonly #renditions = new Map<string, RenditionArchive>()
  #archiveMs: number

  constructor(options: ChannelArchiveOptions) {
    this.#options = options
    this.#archiveMs = options.archiveMs
    this.#epochs = new EpochTable(options.dir, options.clock, options.role)
    this.#open()
  }

  get dir(): string {
    return this.#options.dir
  }

  get epoch(): Epoch | undefined {
    return this.#epochs.all.findLast((epoch) => !epoch.seeded)
  }

  setDepth(archiveMs: number): void {
    this.#archiveMs = archiveMs
  }

  openEpoch(wanted: NewEpoch): Epoch {
    return this.#epochs.open(wanted)
  }

  rendition(id: string): RenditionArchive {
    let found = this.#renditions.get(id)
    if (found === undefined) {
      found = new RenditionArchive(join(this.#options.dir, id), this.#options.clock, this.#options.role)
      this.#renditions.set(id, found)
    }
    return found
  }

  /** Gives up what is older than the channel's depth, or than `keepFromMs` when that is later. */
  forget(keepFromMs = 0): number {
    const from = Math.max(keepFromMs, this.#options.clock() - this.#archiveMs)
    let gone = 0
    for (const rendition of this.#renditions.values()) gone += rendition.forgetBefore(from)
    return gone
  }

  /**
   * What is recorded into the future was recorded under a clock that was wrong: kept, it would hold every later
   * recording ahead of the time for ever. When the clock of now may be the wrong one (nothing is recorded before it,
   * or something right after it) all stays. Only with no recording going on. Answers how many records went.
   */
  async forgetFuture(): Promise<number> {
    const now = this.#options.clock()
    let gone = 0
    for (const rendition of this.#renditions.values()) {
      if ((rendition.endMs ?? 0) < now + FUTURE_MS) continue
      const isSure = rendition.lastBefore(now) !== undefined
      if (isSure && rendition.window(now, now + FUTURE_MS).length === 0)
        gone += await rendition.forgetAfter(now + FUTURE_MS)
    }
    return gone
  }

  liveEdgeMs(): number | undefined {
    // What every rendition has: a player must not be sent where the sound has not arrived.
    const ends = this.#current().flatMap((id) => this.#open().get(id)?.endMs ?? [])
    return ends.length === 0 ? undefined : Math.min(...ends)
  }

  /** Where the next recording may begin without running over the last one. */
  endMs(): number | undefined {
    const ends = [...this.#open().values()].flatMap((rendition) => rendition.endMs ?? [])
    return ends.length === 0 ? undefined : Math.max(...ends)
  }

  oldestMs(): number {
    const oldest = [...this.#open().values()].map((rendition) => rendition.oldestMs)
    return Math.max(this.#options.clock() - this.#archiveMs, Math.min(Number.POSITIVE_INFINITY, ...oldest))
  }

  renditions(fromMs: number, toMs: number): readonly TimelineRendition[] {
    const out: TimelineRendition[] = []
    for (const [id, archive] of [...this.#open()].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
      const records = archive.window(Math.max(fromMs, this.oldestMs()), toMs)
      const last = records.at(-1)
      const track = last && this.#epochs.get(last.epoch)?.tracks.find((one) => one.rendition === id)
      if (track === undefined) continue
      const { rendition: _rendition, timescale: _timescale, ...described } = track
      out.push({ id, ...described, ...bitRates(records) })
    }
    return out
  }

  window(rendition: string, fromMs: number, toMs: number): readonly SegmentRef[] {
    const archive = this.#open().get(rendition)
    if (archive === undefined) return []
    const from = Math.max(fromMs, this.oldestMs())
    const records = archive.window(from, toMs)
    const first = records[0]
    if (first === undefined) return []
    const before = first.beginMs > from ? archive.lastBefore(first.beginMs) : undefined
    const list = before !== undefined && endOf(before) > this.oldestMs() ? [before, ...records] : records
    const names = (epoch: number): { initKey: string; periodMs: number } => ({
      initKey: `e${epoch}`,
      periodMs: this.#epochs.get(epoch)?.beginMs ?? 0,
    })
    return fillHoles(list, { fromMs: from, toMs, stepMs: GAP_STEP_MS }, names)
  }

  hasAnything(fromMs: number, toMs: number): boolean {
    const from = Math.max(fromMs, this.oldestMs())
    return [...this.#open().values()].some((archive) => archive.window(from, toMs).length > 0)
  }

  async segmentBytes(rendition: string, beginMs: number, count: number): Promise<Buffer | undefined> {
    const archive = this.#open().get(rendition)
    if (archive === undefined || count < 1 || count > MAX_MERGED) return undefined
    const records = archive.window(beginMs, beginMs + count * 0xffff)
    const first = records.findIndex((record) => record.beginMs === beginMs)
    const wanted = first < 0 ? [] : records.slice(first, first + count)
    if (wanted.length !== count) return undefined
    const parts: Buffer[] = []
    for (const record of wanted) {
      const bytes = await archive.read(record)
      if (bytes === undefined) return undefined
      parts.push(this.#placed(rendition, record, bytes))
    }
    return parts.length === 1 ? parts[0] : Buffer.concat(parts)
  }

  async initBytes(rendition: string, initKey: string): Promise<Buffer | undefined> {
    const number = /^e(\d{1,8})$/.exec(initKey)?.[1]
    return number === undefined ? undefined : this.#epochs.init(rendition, Number(number))
  }

  async close(): Promise<void> {
    await Promise.all([...this.#renditions.values()].map((rendition) => rendition.close()))
  }

  /** Bytes that carry a time of their own get the record's. */
  #placed(rendition: string, record: IndexRecord, bytes: Buffer): Buffer {
    if ((record.flags & FLAG_REBASE) === 0) return bytes
    const track = this.#epochs.get(record.epoch)?.tracks.find((one) => one.rendition === rendition)
    if (track === undefined) return bytes
    const exactMs = record.beginMs + record.beginFraction / 65536
    const copy = Buffer.from(bytes)
    patchTfdt(copy, { setTicks: Math.round((exactMs * track.timescale) / 1000) })
    return copy
  }

  /** All renditions; a reader hears of new ones by the table of epochs. */
  #open(): ReadonlyMap<string, RenditionArchive> {
    if (this.#options.role !== 'reads' && this.#renditions.size > 0) return this.#renditions
    for (const epoch of this.#epochs.all) for (const track of epoch.tracks) this.rendition(track.rendition)
    return this.#renditions
  }

  #current(): readonly string[] {
    const epoch = this.epoch ?? this.#epochs.all.at(-1)
    return epoch?.tracks.map((track) => track.rendition) ?? []
  }
}

/** Peak over single segments of at least half a second; both in bits per second. */
function bitRates(records: readonly IndexRecord[]): {
  peakBitsPerSecond: number
  averageBitsPerSecond: number
} {
  let [bytes, ms, peak] = [0, 0, 0]
  for (const record of records) {
    bytes += record.size
    ms += record.durationMs
    if (record.durationMs >= 500) peak = Math.max(peak, (record.size * 8000) / record.durationMs)
  }
  const average = Math.ceil((bytes * 8000) / Math.max(1, ms))
  return { peakBitsPerSecond: Math.ceil(Math.max(peak, average)), averageBitsPerSecond: average }
}
