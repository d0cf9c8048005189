/** The live edge and the archive of a recorded channel: epochs and renditions on disk, as a Timeline. */
import { basename, join } from 'node:path'
import { patchTfdt } from '#media/containers/movie-fragment.ts'
import { ChannelFiles } from './channel-files.ts'
import type { ArchiveRole, Epoch, NewEpoch } from './epochs/epoch.ts'
import { epochNumberAt, EpochTable } from './epochs/epochs.ts'
import { fillHoles, gapStepMs, type EpochNames } from './timeline/holes.ts'
import type { IndexCache } from './index/index-cache.ts'
import { endOf, type IndexRecord, isBehind, maxDurationMs, needsPlacing } from './index/index-record.ts'
import { ProtectedFragments } from './protected-fragments.ts'
import { bitRates, joinSpans, type RecordedSpan, spansOf } from './measure-records.ts'
import { joinWindows, RetainedWindows, type RetainedWindow } from './retained-windows.ts'
import { RecordList } from './index/record-list.ts'
import type { ArchiveStore } from './remote/archive-store.ts'
import { renditionPrefix } from './remote/store-keys.ts'
import { RenditionArchive, type WriteBytes } from './rendition-archive.ts'
import type { RemovedFiles } from './rendition-files.ts'
import { substituteFor, withSubstitutes, type SubstituteAudio } from './substitute-audio.ts'
import type { SegmentRef, Timeline, TimelineRendition } from './timeline/timeline.ts'
import { type MayWrite, refuseUnless } from './write-permission.ts'

/** Consecutive recordings may push the timeline a little ahead of the clock; more than this means a wrong clock. */
const futureMs = 60_000
/** A merged segment of the archive grid lasts six seconds; no request needs more. */
const maxMerged = 16

export interface ChannelArchiveOptions {
  /** `<store>/live/<channelId>`; created when missing. Only one process may open it for recording. */
  readonly dir: string
  readonly archiveMs: number
  readonly clock: () => number
  /** `records` (default): repairs the damage of a crash and may write. `reads` changes nothing on disk. */
  readonly role?: ArchiveRole
  /** Shared by all channels of an engine; a private one when absent. */
  readonly cache?: IndexCache
  readonly write?: WriteBytes
  /** Asked before each write and each deletion; what is refused throws `WriteRefused`. */
  readonly mayWrite?: MayWrite | undefined
  /** The store that also has closed files; its files are named by the folder's name. */
  readonly remote?: ArchiveStore | undefined
  /** Retained windows can be played too: for those who have a recording. False when absent. */
  readonly showsRetained?: boolean
}

interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** Index reads are synchronous over the page cache (0.1 ms); media bytes are read asynchronously. */
export class ChannelArchive implements Timeline {
  readonly #options: ChannelArchiveOptions
  readonly #epochs: EpochTable
  readonly #renditions = new Map<string, RenditionArchive>()
  readonly #names = new Map<number, EpochNames>()
  /** Fragments that are retained longer than the depth. */
  readonly fragments: ProtectedFragments
  /** Windows that are retained for recordings; they can be played with `showsRetained` only. */
  readonly retained: RetainedWindows
  /** The media files of all renditions. */
  readonly files: ChannelFiles
  #archiveMs: number

  constructor(options: ChannelArchiveOptions) {
    this.#options = options
    // Opening repairs what a process left unfinished, which another one may be writing by now.
    if (options.role !== 'reads') refuseUnless(options.mayWrite)
    this.#archiveMs = options.archiveMs
    const firstEpoch = options.remote === undefined ? 1 : epochNumberAt(options.clock())
    this.#epochs = new EpochTable(options.dir, options.clock, options.role, firstEpoch)
    this.fragments = new ProtectedFragments(options.dir, options.clock)
    this.retained = new RetainedWindows(options.dir, options.clock)
    const { fragments, retained } = this
    this.files = new ChannelFiles({ renditions: this.#renditions, fragments, retained })
    this.#open()
  }

  get dir(): string {
    return this.#options.dir
  }

  get channelId(): string {
    return basename(this.#options.dir)
  }

  /** All epochs; what a store needs to restore the archive. */
  get epochs(): EpochTable {
    return this.#epochs
  }

  get epoch(): Epoch | undefined {
    return this.#epochs.all.findLast((epoch) => !epoch.seeded)
  }

  get depthMs(): number {
    return this.#archiveMs
  }

  /** The existing renditions, sorted by name. */
  get renditionIds(): readonly string[] {
    return [...this.#open().keys()].toSorted((one, other) => (one < other ? -1 : 1))
  }

  /** The rendition whose holes count as the channel's: the video, or the first audio track of a radio channel. */
  get leadRendition(): string | undefined {
    return this.#current()[0]
  }

  /** What was repaired when the archive was opened, as text; undefined when nothing was damaged. */
  get recovered(): string | undefined {
    const repairs = this.#epochs.isRecovered ? ['the table of epochs was rebuilt from the init segments'] : []
    for (const [id, { recovery }] of this.#renditions) {
      const { tornIndexBytes, droppedRecords, tornDataBytes } = recovery
      if (tornIndexBytes + droppedRecords + tornDataBytes === 0) continue
      repairs.push(`${id}: ${droppedRecords} incomplete segments and ${tornDataBytes} bytes were removed`)
    }
    return repairs.length === 0 ? undefined : repairs.join('; ')
  }

  setDepth(archiveMs: number): void {
    this.#archiveMs = archiveMs
  }

  openEpoch(config: NewEpoch): Epoch {
    refuseUnless(this.#options.mayWrite)
    return this.#epochs.open(config)
  }

  rendition(id: string): RenditionArchive {
    let rendition = this.#renditions.get(id)
    if (rendition === undefined) {
      const remotePrefix = renditionPrefix(this.channelId, id)
      rendition = new RenditionArchive(join(this.#options.dir, id), { ...this.#options, remotePrefix })
      this.#renditions.set(id, rendition)
    }
    return rendition
  }

  /** Deletes what is older than the channel's depth at `nowMs`. Protected fragments and retained windows stay. */
  forget(nowMs = this.#options.clock()): RemovedFiles {
    return this.files.forget(nowMs - this.#archiveMs, false, 'everywhere')
  }

  /** The start of the oldest file that `forget` may delete; Infinity when there is none. */
  oldestFileMs(evenProtected = false): number {
    return this.files.oldestMs(0, (file) => !evenProtected && this.files.stays(file.beginMs, file.endMs))
  }

  /**
   * Deletes records with future times: they were recorded under a wrong clock and would push every later recording
   * ahead of real time. When the current clock may be the wrong one (nothing is recorded before it, or something
   * right after it), everything stays. Call it only while nothing is recorded. Returns the number of deleted records.
   */
  async forgetFuture(): Promise<number> {
    const now = this.#options.clock()
    let gone = 0
    for (const rendition of this.#renditions.values()) {
      if ((rendition.endMs ?? 0) < now + futureMs) continue
      const isSure = rendition.lastBefore(now) !== undefined
      if (isSure && rendition.window(now, now + futureMs).length === 0)
        gone += await rendition.forgetAfter(now + futureMs)
    }
    return gone
  }

  liveEdgeMs(): number | undefined {
    // Only the time range that every rendition has: a player must not be sent where the audio is missing.
    const ends = this.#current().flatMap((id) => this.#open().get(id)?.endMs ?? [])
    return ends.length === 0 ? undefined : Math.min(...ends)
  }

  /** Where the next recording may begin without overlapping the last one. */
  endMs(): number | undefined {
    const ends = [...this.#open().values()].flatMap((rendition) => rendition.endMs ?? [])
    return ends.length === 0 ? undefined : Math.max(...ends)
  }

  oldestMs(atMs?: number): number {
    this.#open()
    const depthEdgeMs = this.#depthEdgeMs
    // Older files, of which there may be half a year, do not change the result.
    const unprotectedMs = this.files.oldestMs(
      depthEdgeMs,
      ({ beginMs, endMs }) => endMs <= depthEdgeMs || this.files.isProtected(beginMs, endMs),
    )
    const onDiskMs = Number.isFinite(unprotectedMs) ? unprotectedMs : this.oldestFileMs(true)
    const edgeMs = Math.max(onDiskMs, depthEdgeMs)
    if (atMs === undefined || atMs >= edgeMs) return edgeMs
    const fragment = this.#shownBeyondDepth.find((one) => one.endMs > atMs && one.beginMs < edgeMs)
    return fragment?.beginMs ?? edgeMs
  }

  hasVideoNow(): boolean {
    return this.epoch === undefined || this.epoch.tracks.some(({ kind }) => kind === 'video')
  }

  renditions(fromMs: number, toMs: number): readonly TimelineRendition[] {
    const out: TimelineRendition[] = []
    for (const id of this.renditionIds) {
      const records = this.#playable(this.rendition(id), fromMs, toMs)
      const last = records.at(records.length - 1)
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
    const own = this.#playable(archive, fromMs, toMs)
    const records = withSubstitutes(own, this.#standIns(rendition, fromMs, toMs))
    if (records.length === 0) return []
    const fromShownMs = Math.max(fromMs, this.#shownFrom(fromMs))
    const firstMs = records.beginMs(0)
    const before = firstMs > fromShownMs ? archive.lastBefore(firstMs) : undefined
    // A hole counts only after something that can be played.
    const isBefore = before !== undefined && this.#playable(archive, before.beginMs, endOf(before)).length > 0
    const list = isBefore ? RecordList.concat([RecordList.of(before), records]) : records
    return fillHoles(list, { fromMs: fromShownMs, toMs, stepMs: gapStepMs }, (epoch) => this.#namesOf(epoch))
  }

  hasAnything(fromMs: number, toMs: number): boolean {
    return [...this.#open().values()].some((archive) => this.#playable(archive, fromMs, toMs).length > 0)
  }

  /** What can be played of [fromMs, toMs), in order; holes up to `toleranceMs` do not count. */
  recordedSpans(fromMs: number, toMs: number, toleranceMs: number): readonly RecordedSpan[] {
    const open = this.#open()
    // Another configuration had perhaps another rendition to lead.
    const leads = new Set(this.#epochs.all.flatMap(({ tracks }) => tracks[0]?.rendition ?? []))
    const spans = [...leads].flatMap((id) => {
      const archive = open.get(id)
      return archive === undefined ? [] : spansOf(this.#playable(archive, fromMs, toMs), toleranceMs)
    })
    return joinSpans(spans, toleranceMs)
  }

  async segmentBytes(rendition: string, beginMs: number, count: number): Promise<Buffer | undefined> {
    const own = await this.#ownBytes(rendition, beginMs, count)
    if (own !== undefined || !this.#open().has(rendition)) return own
    for (const { id, records } of this.#standIns(rendition, beginMs, beginMs + 1))
      if (records.length > 0) return this.#ownBytes(id, beginMs, count)
    return undefined
  }

  async #ownBytes(rendition: string, beginMs: number, count: number): Promise<Buffer | undefined> {
    const archive = this.#open().get(rendition)
    if (archive === undefined || count < 1 || count > maxMerged) return undefined
    // A client that loaded the playlist just before the segment expired may still request it.
    const records = archive.window(beginMs, beginMs + count * maxDurationMs)
    const first = records.lowerBound(beginMs)
    const requested = [...records.slice(first, first + count)]
    const [head] = requested
    if (requested.length !== count || head?.beginMs !== beginMs) return undefined
    if (
      endOf(head) + futureMs < this.#depthEdgeMs &&
      this.#playable(archive, beginMs, endOf(head)).length === 0
    )
      return undefined
    return this.#bytesOf(rendition, archive, requested)
  }

  async initBytes(rendition: string, initKey: string): Promise<Buffer | undefined> {
    const number = /^e(\d{1,8})$/.exec(initKey)?.[1]
    if (number === undefined || !this.#open().has(rendition)) return undefined
    const standIn = substituteFor(rendition, this.#epochs.get(Number(number)))
    return this.#epochs.init(standIn ?? rendition, Number(number))
  }

  async close(): Promise<void> {
    await Promise.all([...this.#renditions.values()].map((rendition) => rendition.close()))
  }

  /** One read where the segments are adjacent in the file, as they nearly always are. */
  async #bytesOf(
    rendition: string,
    archive: RenditionArchive,
    records: readonly IndexRecord[],
  ): Promise<Buffer | undefined> {
    const [first] = records
    const isOneRun = records.every((record, position) => {
      const before = records[position - 1]
      return !needsPlacing(record) && (before === undefined || isBehind(before, record))
    })
    if (first !== undefined && isOneRun)
      return archive.read(
        first,
        records.reduce((sum, { size }) => sum + size, 0),
      )
    const parts: Buffer[] = []
    for (const record of records) {
      const bytes = await archive.read(record)
      if (bytes === undefined) return undefined
      parts.push(this.#placed(rendition, record, bytes))
    }
    return parts.length === 1 ? parts[0] : Buffer.concat(parts)
  }

  /** Bytes that carry a decode time of their own get the record's time. */
  #placed(rendition: string, record: IndexRecord, bytes: Buffer): Buffer {
    const track = this.#epochs.get(record.epoch)?.tracks.find((one) => one.rendition === rendition)
    if (!needsPlacing(record) || track === undefined) return bytes
    const exactMs = record.beginMs + record.extra / 65536
    const copy = Buffer.from(bytes)
    patchTfdt(copy, { setTicks: Math.round((exactMs * track.timescale) / 1000) })
    return copy
  }

  /** The audio track that replaces one that was not recorded: the first recorded one. */
  #standIns(rendition: string, fromMs: number, toMs: number): readonly SubstituteAudio[] {
    const ids = new Set<string>()
    for (const epoch of this.#epochs.all) ids.add(substituteFor(rendition, epoch) ?? rendition)
    ids.delete(rendition)
    return [...ids].map((id) => {
      const records = this.#playable(this.rendition(id), fromMs, toMs)
      const stands = (epoch: number): boolean => substituteFor(rendition, this.#epochs.get(epoch)) === id
      return { id, records: records.filter((position) => stands(records.epoch(position))) }
    })
  }

  /** Records of the window that are within the depth, or protected, or retained where those are shown. */
  #playable(archive: RenditionArchive, fromMs: number, toMs: number): RecordList {
    const lists: RecordList[] = []
    let lastMs = -1
    for (const span of this.#spans(fromMs, toMs)) {
      const records = archive.window(span.fromMs, span.toMs)
      if (records.length === 0) continue
      // A segment that overlaps from the previous span is already in the list.
      const isTwice = records.beginMs(0) <= lastMs
      lastMs = records.beginMs(records.length - 1)
      lists.push(isTwice ? records.slice(1, records.length) : records)
    }
    return RecordList.concat(lists)
  }

  /** The parts of a window that may be shown, in order, without overlap. */
  #spans(fromMs: number, toMs: number): readonly Span[] {
    const depthMs = this.#depthEdgeMs
    if (fromMs >= depthMs) return [{ fromMs, toMs }]
    const out: Span[] = []
    const add = (from: number, to: number): void => {
      const startMs = Math.max(from, out.at(-1)?.toMs ?? fromMs)
      if (Math.min(to, toMs) > startMs) out.push({ fromMs: startMs, toMs: Math.min(to, toMs) })
    }
    for (const { beginMs, endMs } of this.#shownBeyondDepth)
      if (beginMs < depthMs) add(beginMs, Math.min(endMs, depthMs))
    add(depthMs, toMs)
    return out
  }

  #shownFrom(fromMs: number): number {
    return this.#spans(fromMs, Number.MAX_SAFE_INTEGER)[0]?.fromMs ?? fromMs
  }

  /** What can be played although it is older than the depth, in order. */
  get #shownBeyondDepth(): readonly RetainedWindow[] {
    if (this.#options.showsRetained !== true) return this.fragments.all
    const [fragments, windows] = [this.fragments.all, this.retained.all]
    return fragments.length === 0 ? windows : joinWindows([...fragments, ...windows])
  }

  get #depthEdgeMs(): number {
    return this.#options.clock() - this.#archiveMs
  }

  #namesOf(number: number): EpochNames {
    let names = this.#names.get(number)
    if (names === undefined) {
      names = { initKey: `e${number}`, periodMs: this.#epochs.get(number)?.beginMs ?? 0 }
      if (this.#epochs.get(number) !== undefined) this.#names.set(number, names)
    }
    return names
  }

  /** All renditions; a reader discovers new ones in the table of epochs. */
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
