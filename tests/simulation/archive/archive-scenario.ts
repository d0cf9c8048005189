/**
 * A scenario for the archive: channels that are recorded with a clock and a disk controlled by the test. What was
 * recorded, and what may be missing of it, is tracked separately, so that the archive's responses can be checked.
 */
import { readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { type Random, whole } from '#db/demo/painting/random.ts'
import { ChannelArchive } from '#media/archive/channel-archive.ts'
import { IndexCache } from '#media/archive/index/index-cache.ts'
import { chunkMs, maxDurationMs } from '#media/archive/index/index-record.ts'
import { ArchiveHousekeeping } from '#media/archive/retention/archive-housekeeping.ts'
import { madeUpInit, madeUpSegment, ticksPerSecond } from '#tests/kit/builders/segments.ts'

export const renditions = ['v', 'a0'] as const
export type Rendition = (typeof renditions)[number]

export interface Recorded {
  readonly beginMs: number
  readonly durationMs: number
}

export interface Channel {
  readonly id: string
  readonly owner: number
  archive: ChannelArchive
  archiveMs: number
  /** The current configuration of its source. */
  variant: number
  /** Nothing is recorded before this. */
  silentUntilMs: number
  nextMs: number
  /** What was written, by rendition, in order. */
  readonly written: Record<Rendition, Recorded[]>
}

class DiskFull extends Error {
  readonly code = 'ENOSPC'
}

export class ArchiveWorld {
  readonly root: string
  readonly random: Random
  readonly cache = new IndexCache(4 * 1024 * 1024)
  readonly channels: Channel[] = []
  readonly said: string[] = []
  readonly keeper: ArchiveHousekeeping
  /** The size of the disk; the part used by other programs changes. */
  diskBytes = 1e12
  floorBytes = 0
  nowMs: number
  steadyMs = 0
  #usedBytes = 0

  constructor(root: string, random: Random, beginMs: number, floorBytes: number) {
    this.root = root
    this.random = random
    this.nowMs = beginMs
    this.floorBytes = floorBytes
    const say = (event: string): void => void this.said.push(event)
    this.keeper = new ArchiveHousekeeping({
      archives: () => new Map(this.channels.map((one) => [one.id, one.archive])),
      leftBehind: () => [],
      removeDeleted: () => Promise.resolve([]),
      clock: () => this.nowMs,
      steady: () => this.steadyMs,
      floorBytes,
      space: async () => ({ freeBytes: this.freeBytes(), totalBytes: this.diskBytes }),
      log: { info: say, warn: say, error: say },
    })
  }

  addChannel(id: string, archiveMs: number): void {
    const written = { v: [], a0: [] }
    const base = { id, owner: this.channels.length, archiveMs, variant: 0, silentUntilMs: 0 }
    this.channels.push({ ...base, archive: this.#open(id, archiveMs), nextMs: this.nowMs, written })
  }

  /** Free space: a file of ten minutes takes one block here. */
  freeBytes(): number {
    this.#usedBytes = 0
    for (const { id } of this.channels)
      for (const rendition of renditions) this.#usedBytes += this.files(id, rendition).size * 4096
    return this.diskBytes - this.#usedBytes
  }

  /** The existing media files. */
  files(id: string, rendition: Rendition): ReadonlySet<string> {
    return new Set(namesIn(join(this.root, id, rendition)).filter((name) => name.endsWith('.m4s')))
  }

  /** Advances the time and records what arrives meanwhile; returns how many segments the disk rejected. */
  async pass(ms: number): Promise<number> {
    this.nowMs += ms
    this.steadyMs += ms
    let refused = 0
    for (const channel of this.channels) {
      channel.nextMs = Math.max(channel.nextMs, channel.silentUntilMs, channel.archive.endMs() ?? 0)
      while (channel.nextMs + 60_000 <= this.nowMs) refused += await this.#record(channel)
    }
    return refused
  }

  /** The recorder of one channel dies at once; its unfinished write is cut at a random byte. */
  async kill(channel: Channel): Promise<void> {
    await channel.archive.close()
    for (const rendition of renditions) this.#tear(channel, rendition)
    channel.archive = this.#open(channel.id, channel.archiveMs)
  }

  setDepth(channel: Channel, archiveMs: number): void {
    channel.archiveMs = archiveMs
    channel.archive.setDepth(archiveMs)
  }

  /** Whether the files of this moment may have been deleted: by the archive depth, or for lack of space. */
  mayBeGone(channel: Channel, ms: number, marginMs: number): boolean {
    return ms < this.nowMs - channel.archiveMs + marginMs
  }

  #open(id: string, archiveMs: number): ChannelArchive {
    const write = async (file: FileHandle, bytes: Buffer): Promise<void> => {
      const room = this.diskBytes - this.#usedBytes
      // As a full disk does: as much as fits is written, then the write fails.
      if (room < bytes.length) {
        await file.appendFile(bytes.subarray(0, Math.max(0, Math.min(room, bytes.length - 1))))
        throw new DiskFull('ENOSPC: no space left on device')
      }
      this.#usedBytes += bytes.length
      await file.appendFile(bytes)
    }
    const clock = (): number => this.nowMs
    return new ChannelArchive({ dir: join(this.root, id), archiveMs, clock, cache: this.cache, write })
  }

  async #record(channel: Channel): Promise<number> {
    const { archive, variant, owner, nextMs: beginMs } = channel
    const durationMs = whole(this.random, 35_000, 60_000)
    const tracks = [
      {
        rendition: 'v',
        kind: 'video',
        codec: 'avc1.64001F',
        timescale: ticksPerSecond,
        init: madeUpInit('video', variant),
      },
      {
        rendition: 'a0',
        kind: 'audio',
        codec: 'mp4a.40.2',
        timescale: ticksPerSecond,
        init: madeUpInit('audio'),
      },
    ] as const
    const epoch = archive.openEpoch({ beginMs, tracks }).number
    channel.nextMs = beginMs + durationMs
    let refused = 0
    for (const rendition of renditions) {
      const bytes = madeUpSegment(beginMs, durationMs, { owner: owner + (rendition === 'v' ? 0 : 100) })
      try {
        await archive.rendition(rendition).append({ beginMs, durationMs, epoch, bytes })
        channel.written[rendition].push({ beginMs, durationMs })
      } catch (error) {
        if (!(error instanceof DiskFull)) throw error
        refused += 1
      }
    }
    return refused
  }

  /** The newest file of one kind loses its end or gets a partial write. */
  #tear(channel: Channel, rendition: Rendition): void {
    const dir = join(this.root, channel.id, rendition)
    const end = whole(this.random, 0, 1) === 0 ? '.idx' : '.m4s'
    const name = namesIn(dir)
      .filter((one) => one.endsWith(end))
      .toSorted()
      .at(-1)
    if (name === undefined) return
    const path = join(dir, name)
    const written = channel.written[rendition]
    const last = written.at(-1)
    const how = whole(this.random, 0, 2)
    if (how === 0) writeFileSync(path, Buffer.alloc(whole(this.random, 1, 23), 0x77), { flag: 'a' })
    else if (how === 1 && last !== undefined) {
      // Cut inside the last write: that segment is lost, and no other.
      const bytes = end === '.idx' ? 24 : madeUpSegment(last.beginMs, last.durationMs).length
      const size = statSync(path).size
      if (size >= bytes) {
        truncateSync(path, size - whole(this.random, 1, bytes))
        written.pop()
      }
    }
  }
}

/** What a window must show: everything that was written in it and may not have been deleted. */
export function overlapping(list: readonly Recorded[], fromMs: number, toMs: number): readonly Recorded[] {
  return list.filter((one) => one.beginMs + one.durationMs > fromMs && one.beginMs < toMs)
}

/** The file of a moment may be deleted this much before the depth requires it, and stay this much after. */
export const grainMs = chunkMs + maxDurationMs

function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir)
  } catch {
    return []
  }
}

export function clear(root: string): void {
  return rmSync(root, { recursive: true, force: true })
}
