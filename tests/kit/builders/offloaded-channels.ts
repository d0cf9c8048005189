/** Channels with synthetic segments whose closed files go to a store, with a clock that tests set. */
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ChannelArchive } from '#media/archive/channel-archive.ts'
import { ArchiveOffload } from '#media/archive/offload/archive-offload.ts'
import { ArchiveStore } from '#media/archive/remote/archive-store.ts'
import { ArchiveHousekeeping } from '#media/archive/retention/archive-housekeeping.ts'
import { RemovedChannels } from '#media/archive/retention/removed-channels.ts'
import type { MediaStore } from '#media/store/interface/store.ts'
import { madeUpInit, madeUpSegment, ticksPerSecond } from './segments.ts'

export const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]
export const offloadStartMs = 20_000 * dayMs + 20 * hourMs

export interface OffloadedOptions {
  /** `<root>/live/<channel>`. */
  readonly root: string
  readonly clock: { nowMs: number; steadyMs: number }
  readonly open: () => MediaStore
  readonly storeId?: string
  readonly owner?: string | (() => Promise<string>)
  readonly archiveMs?: number
  readonly localMs?: number
  readonly disk?: { freeBytes: number; floorBytes: number }
}

export interface SaidEvent {
  readonly event: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** One process that records: its archives, its housekeeping and what moves files to the store. */
export class OffloadedChannels {
  readonly archives = new Map<string, ChannelArchive>()
  readonly said: SaidEvent[] = []
  readonly remote: ArchiveStore
  readonly offload: ArchiveOffload
  readonly keeper: ArchiveHousekeeping
  readonly #options: OffloadedOptions
  readonly #liveDir: string

  constructor(options: OffloadedOptions) {
    this.#options = options
    this.#liveDir = join(options.root, 'live')
    mkdirSync(this.#liveDir, { recursive: true })
    const { root, clock: time, storeId = 'a store', owner = 'this installation', open } = options
    this.remote = new ArchiveStore({ id: storeId, open: async () => open() })
    const clock = (): number => time.nowMs
    const steady = (): number => time.steadyMs
    const say = (event: string, fields: object): void => {
      this.said.push({ event, fields: { ...fields } })
    }
    const removed = new RemovedChannels({ liveDir: this.#liveDir, clock, remote: this.remote })
    const log = { info: say, warn: say, error: say }
    this.keeper = new ArchiveHousekeeping({
      archives: () => this.archives,
      leftBehind: () => removed.archives(this.archives),
      removeDeleted: () => removed.removeDeleted(this.archives),
      ...{ clock, steady, log, localMs: options.localMs ?? 2 * hourMs },
      isStoreUp: () => this.offload.status.isUp,
      floorBytes: options.disk?.floorBytes ?? 0,
      space: async () => ({ freeBytes: options.disk?.freeBytes ?? 1e12, totalBytes: 2e12 }),
    })
    this.offload = new ArchiveOffload({
      archives: () => this.archives,
      ...{ remote: this.remote, liveDir: this.#liveDir, claimPath: join(root, 'archive-store.txt') },
      ...{ owner: async () => (typeof owner === 'string' ? owner : owner()), clock, steady, log },
    })
  }

  open(id: string): ChannelArchive {
    const { archiveMs = dayMs, clock } = this.#options
    const dir = join(this.#liveDir, id)
    const archive = new ChannelArchive({ dir, archiveMs, clock: () => clock.nowMs, remote: this.remote })
    this.archives.set(id, archive)
    return archive
  }

  /** The same channel for another process. */
  reader(id: string, more: { readonly showsRetained?: boolean } = {}): ChannelArchive {
    const { archiveMs = dayMs, clock } = this.#options
    const dir = join(this.#liveDir, id)
    const reading = { role: 'reads', clock: () => clock.nowMs, remote: this.remote } as const
    return new ChannelArchive({ dir, archiveMs, ...reading, ...more })
  }

  /** Records segments of a minute of one video rendition up to `toMs`, which is then the time. */
  async record(id: string, toMs: number): Promise<void> {
    const { clock } = this.#options
    const archive = this.archives.get(id) ?? this.open(id)
    const track = { rendition: 'v', kind: 'video', codec: 'avc1.64001F', timescale: ticksPerSecond } as const
    const fromMs = Math.max(clock.nowMs, archive.endMs() ?? 0)
    const tracks = [{ ...track, init: madeUpInit('video') }]
    const { number: epoch } = archive.openEpoch({ beginMs: fromMs, tracks })
    for (let beginMs = fromMs; beginMs < toMs; beginMs += minuteMs)
      await archive
        .rendition('v')
        .append({ beginMs, durationMs: minuteMs, epoch, bytes: madeUpSegment(beginMs, minuteMs) })
    clock.nowMs = toMs
  }

  /** Passes of the housekeeping and of the move to the store, a minute after each other. */
  async keep(passes = 2): Promise<void> {
    for (let pass = 0; pass < passes; pass += 1) {
      this.#options.clock.steadyMs += 15 * minuteMs
      await this.offload.once()
      await this.keeper.once()
    }
  }

  /** Names of the media files of this disk. */
  files(id: string, rendition = 'v'): readonly string[] {
    return readdirSync(join(this.#liveDir, id, rendition)).filter((name) => name.endsWith('.m4s'))
  }

  events(): readonly string[] {
    return this.said.map(({ event }) => event)
  }

  async close(): Promise<void> {
    await this.offload.stop()
    await Promise.all([...this.archives.values()].map((archive) => archive.close()))
    this.archives.clear()
  }
}
