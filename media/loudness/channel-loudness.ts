/**
 * The running loudness of a channel over its last hour, in slots of five minutes. Stored in the channel's folder, so that
 * it survives restarts and every process that serves the channel can read it.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gatedLoudness, LoudnessHistogram } from './gated-loudness.ts'
import type { MeasuredLoudness } from './playback-gain.ts'

/** A short piece of a channel as it was measured: LUFS of its 400 ms blocks, and its highest true peak, dBTP. */
export interface LoudnessPiece {
  readonly blocksLufs: readonly number[]
  readonly truePeakDb: number
}

/** What is published of a channel. */
export interface ChannelLoudness extends MeasuredLoudness {
  readonly truePeakDb: number
  /** Unix milliseconds of the newest measured piece. */
  readonly measuredAtMs: number
}

interface Slot {
  readonly beginMs: number
  readonly histogram: LoudnessHistogram
  peakDb: number
}

const slotMs = 5 * 60_000
const windowSlots = 12
/**
 * Fewer blocks say nothing yet: about ten seconds in five or more pieces. A block begins every 100 ms; silence does not
 * count. The figure of an earlier window is only replaced by one of half a minute.
 */
const [minBlocks, replacingBlocks] = [80, 300]
/** It is stored at most this often. */
const saveEveryMs = 60_000
/** A figure older than this is of another channel than today's. */
const oldestMs = 7 * 24 * 3_600_000
/** A jump of the clock further than this begins a new window. */
const maxAheadMs = 2 * slotMs

/** Measures one channel. Only the process that records it may create one. */
export class ChannelLoudnessMeter {
  readonly #dir: string
  #slots: Slot[]
  #source: string | undefined
  /** Remains until a new window has enough blocks. */
  #published: ChannelLoudness | undefined
  /** Whether what is published is of this window. */
  #isOfWindow = false
  #savedAtMs = Number.NEGATIVE_INFINITY
  #saving: Promise<void> = Promise.resolve()

  /** `dir`: the channel's folder in the store. */
  constructor(dir: string) {
    this.#dir = dir
    const stored = readStored(dir)
    this.#slots = stored.slots
    this.#source = stored.source
    this.#published = stored.published
  }

  get current(): ChannelLoudness | undefined {
    return this.#published
  }

  /** `atMs`: Unix milliseconds. A piece of silence changes nothing. */
  add(piece: LoudnessPiece, atMs: number): void {
    const slot = this.#slotAt(atMs)
    for (const block of piece.blocksLufs) slot.histogram.add(block)
    // Silence has a peak of minus infinity.
    if (Number.isFinite(piece.truePeakDb)) slot.peakDb = Math.max(slot.peakDb, piece.truePeakDb)
    this.#publish(atMs)
    if (Math.abs(atMs - this.#savedAtMs) < saveEveryMs) return
    this.#savedAtMs = atMs
    this.#saving = this.#saving.then(() => this.#save()).catch(() => undefined)
  }

  /** A source begins, named by its address: another one than before may have another loudness. */
  begin(source: string): void {
    // The address itself may contain credentials.
    const stamp = createHash('sha256').update(source).digest('hex').slice(0, 16)
    if (stamp !== this.#source) [this.#slots, this.#isOfWindow] = [[], false]
    this.#source = stamp
  }

  /** Settles when the newest figures are stored, or cannot be. */
  async close(): Promise<void> {
    await this.#saving
    if (this.#published !== undefined) await this.#save().catch(() => undefined)
  }

  #slotAt(atMs: number): Slot {
    const beginMs = Math.floor(atMs / slotMs) * slotMs
    const oldest = beginMs - (windowSlots - 1) * slotMs
    this.#slots = this.#slots.filter((slot) => slot.beginMs >= oldest && slot.beginMs <= atMs + maxAheadMs)
    const existing = this.#slots.find((slot) => slot.beginMs === beginMs)
    if (existing !== undefined) return existing
    const added = { beginMs, histogram: new LoudnessHistogram(), peakDb: Number.NEGATIVE_INFINITY }
    this.#slots.push(added)
    return added
  }

  #publish(atMs: number): void {
    const histograms = this.#slots.map(({ histogram }) => histogram)
    const blocks = histograms.reduce((sum, one) => sum + one.blocks, 0)
    const isReplacing = this.#published !== undefined && !this.#isOfWindow
    if (blocks < (isReplacing ? replacingBlocks : minBlocks)) {
      if (blocks < minBlocks) this.#isOfWindow = false
      return
    }
    const integratedLufs = gatedLoudness(histograms)
    if (integratedLufs === undefined) return
    this.#isOfWindow = true
    this.#published = {
      integratedLufs: Math.round(integratedLufs * 10) / 10,
      truePeakDb: Math.max(...this.#slots.map(({ peakDb }) => peakDb)),
      isSampled: true,
      measuredAtMs: atMs,
    }
  }

  async #save(): Promise<void> {
    const slots = this.#slots.map(({ beginMs, histogram, peakDb }) => ({
      beginMs,
      peakDb: Number.isFinite(peakDb) ? peakDb : null,
      blocks: histogram.entries,
    }))
    const path = join(this.#dir, file)
    const temporary = `${path}.${randomBytes(4).toString('hex')}.tmp`
    try {
      await writeFile(temporary, JSON.stringify({ source: this.#source, published: this.#published, slots }))
      await rename(temporary, path)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }
}

const file = 'loudness.json'
/** A whole hour of blocks of every loudness is a fifth of it. */
const maxFileBytes = 256 * 1024

interface Stored {
  readonly source: string | undefined
  readonly published: ChannelLoudness | undefined
  readonly slots: Slot[]
}

/** What a channel's folder says. A file that is missing or corrupt is as none. */
function readStored(dir: string): Stored {
  const none = { source: undefined, published: undefined, slots: [] }
  try {
    const path = join(dir, file)
    if (statSync(path).size > maxFileBytes) return none
    const { source, published, slots } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
    return {
      source: typeof source === 'string' ? source : undefined,
      published: readPublished(published),
      slots: Array.isArray(slots) ? slots.slice(-windowSlots).flatMap((slot) => readSlot(slot) ?? []) : [],
    }
  } catch {
    return none
  }
}

function readPublished(value: unknown): ChannelLoudness | undefined {
  const { integratedLufs, truePeakDb, measuredAtMs } = (value ?? {}) as Record<string, unknown>
  if (!isFigure(integratedLufs) || !isFigure(truePeakDb) || !isFigure(measuredAtMs)) return undefined
  return { integratedLufs, truePeakDb, measuredAtMs, isSampled: true }
}

function readSlot(value: unknown): Slot | undefined {
  const { beginMs, peakDb, blocks } = (value ?? {}) as Record<string, unknown>
  if (!isFigure(beginMs) || !Array.isArray(blocks)) return undefined
  const pairs = blocks.filter((pair): pair is [number, number] => Array.isArray(pair) && pair.length === 2)
  return {
    beginMs,
    histogram: new LoudnessHistogram(pairs),
    peakDb: isFigure(peakDb) ? peakDb : Number.NEGATIVE_INFINITY,
  }
}

function isFigure(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

/** How long what was read is trusted. */
const trustMs = 30_000
const maxCached = 10_000

/** The loudness of channels as their folders have it, read at most every 30 s. Works in every process of the store. */
export class StoredLoudness {
  readonly #liveDir: string
  readonly #clock: () => number
  readonly #cached = new Map<
    string,
    { readonly readAtMs: number; readonly value: ChannelLoudness | undefined }
  >()

  /** `liveDir`: the folder of all channels. */
  constructor(liveDir: string, clock: () => number) {
    this.#liveDir = liveDir
    this.#clock = clock
  }

  /** Undefined for a channel of which nothing was measured within a week. */
  of(channelId: string): ChannelLoudness | undefined {
    if (!/^[\w-]{1,64}$/.test(channelId)) return undefined
    const nowMs = this.#clock()
    const cached = this.#cached.get(channelId)
    if (cached !== undefined && Math.abs(nowMs - cached.readAtMs) < trustMs) return cached.value
    const { published } = readStored(join(this.#liveDir, channelId))
    const isRecent = published !== undefined && nowMs - published.measuredAtMs < oldestMs
    const value = isRecent ? published : undefined
    if (this.#cached.size >= maxCached) this.#cached.clear()
    this.#cached.set(channelId, { readAtMs: nowMs, value })
    return value
  }
}
