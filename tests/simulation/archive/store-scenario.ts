/**
 * A scenario for the archive beside a store: channels recorded by a process that may end between any two calls of the
 * store, a store that goes away and loses what it acknowledged, a clock that jumps.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pick, type Random, whole } from '#db/demo/painting/random.ts'
import { ChannelArchive } from '#media/archive/channel-archive.ts'
import { chunkFileName, chunkOf, dayOf } from '#media/archive/index/index-record.ts'
import { ArchiveStore } from '#media/archive/remote/archive-store.ts'
import { openFolderStore } from '#media/store/folder/folder-store.ts'
import type { MediaStore } from '#media/store/interface/store.ts'
import {
  hourMs,
  minuteMs,
  OffloadedChannels,
  offloadStartMs,
} from '#tests/kit/builders/offloaded-channels.ts'
import { type StoreCall, type StoreFate, UnreliableStore } from '#tests/kit/models/unreliable-store.ts'

export const archiveMs = 12 * hourMs
export const localMs = 2 * hourMs
const storeId = 'a store'

export interface ScenarioChannel {
  readonly id: string
  /** Beginnings of the recorded minutes, in order. */
  written: number[]
}

export class StoreScenario {
  readonly clock = { nowMs: offloadStartMs, steadyMs: 0 }
  readonly channels: readonly ScenarioChannel[] = [
    { id: '1', written: [] },
    { id: '2', written: [] },
  ]
  /** The store without its faults. */
  readonly inner: MediaStore
  readonly counts: Record<StoreFate | 'killed', number> = {
    ...{
      pass: 0,
      fail: 0,
      refuse: 0,
      deny: 0,
      full: 0,
      lose_answer: 0,
      lose_write: 0,
      die_before: 0,
      die_after: 0,
    },
    killed: 0,
  }
  readonly events = new Set<string>()
  isQuiet = false
  outageUntilMs = 0
  /** What is older may have been deleted: the depth at the latest time of any housekeeping. */
  expiredMs = 0
  /** The latest time of any housekeeping. */
  latestMs = 0
  process: OffloadedChannels
  readonly #root: string
  readonly #random: Random
  #store: UnreliableStore
  #callsToEnd = 0

  constructor(root: string, random: Random) {
    this.#root = root
    this.#random = random
    this.inner = openFolderStore(join(root, 'store'))
    this.#store = this.#newStore()
    this.process = this.#start(join(root, 'disk'))
  }

  /** Records `ms` of all channels, and keeps house; a process that ended is started again. */
  async pass(ms: number): Promise<void> {
    const toMs = this.clock.nowMs + ms
    for (const { id, written } of this.channels) {
      const now = this.clock.nowMs
      const archive = this.process.archives.get(id)
      const fromMs = Math.max(now, archive?.endMs() ?? 0)
      await this.process.record(id, toMs)
      this.clock.nowMs = now
      for (let beginMs = fromMs; beginMs < toMs; beginMs += minuteMs) written.push(beginMs)
    }
    this.clock.nowMs = toMs
    this.clock.steadyMs += ms
    await this.keep()
  }

  async keep(): Promise<void> {
    this.latestMs = Math.max(this.latestMs, this.clock.nowMs)
    this.expiredMs = Math.max(this.expiredMs, this.latestMs - archiveMs)
    await this.process.keep(1)
    for (const { event, fields } of this.process.said)
      if (fields['error'] !== 'ProcessEnded') this.events.add(event)
    if (this.#store.hasEnded) await this.restart()
  }

  /** The process ends with what is on disk, and another one starts. */
  async restart(): Promise<void> {
    await this.process.close()
    this.#store = this.#newStore()
    this.process = this.#start(join(this.#root, 'disk'))
  }

  /** The next process ends at one of its next calls of the store. */
  endSoon(): void {
    this.#callsToEnd = whole(this.#random, 1, 60)
  }

  /** The clock is ahead for a while; what was recorded meanwhile is deleted, as recorders do. */
  async jumpAndBack(): Promise<void> {
    // By more than files stay on this disk, and with a restart, the recording would go on in a file that is not here.
    const aheadMs = whole(this.#random, 60, 100) * minuteMs
    this.clock.nowMs += aheadMs
    await this.pass(10 * minuteMs)
    this.clock.nowMs -= aheadMs
    for (const channel of this.channels) {
      const gone = await this.process.archives.get(channel.id)?.forgetFuture()
      const { nowMs } = this.clock
      if ((gone ?? 0) > 0) channel.written = channel.written.filter((one) => one < nowMs + minuteMs)
    }
  }

  /** What another process sees of a channel, over the store without its faults. */
  reader(id: string, root = join(this.#root, 'disk')): ChannelArchive {
    const remote = new ArchiveStore({ id: storeId, open: async () => this.inner })
    const reading = { role: 'reads', clock: () => this.clock.nowMs, remote } as const
    return new ChannelArchive({ dir: join(root, 'live', id), archiveMs, ...reading })
  }

  /** Another machine with an empty disk. */
  newMachine(): { readonly root: string; readonly process: OffloadedChannels } {
    const root = join(this.#root, 'another disk')
    return { root, process: this.#start(root) }
  }

  hasLocal(id: string, beginMs: number): boolean {
    return existsSync(join(this.#root, 'disk/live', id, 'v', chunkFileName(dayOf(beginMs), chunkOf(beginMs))))
  }

  /** Names of the media files of the disk. */
  localFiles(id: string): readonly string[] {
    return readdirSync(join(this.#root, 'disk/live', id, 'v')).filter((name) => name.endsWith('.m4s'))
  }

  #start(root: string): OffloadedChannels {
    const open = (): MediaStore => this.#store
    const process = new OffloadedChannels({ root, clock: this.clock, open, storeId, archiveMs, localMs })
    for (const { id } of this.channels) process.open(id)
    return process
  }

  #newStore(): UnreliableStore {
    return new UnreliableStore(this.inner, (call) => {
      const fate = this.#fateOf(call)
      this.counts[fate] += 1
      return fate
    })
  }

  #fateOf(call: StoreCall): StoreFate {
    if (this.isQuiet) return 'pass'
    if (this.clock.nowMs < this.outageUntilMs) return 'fail'
    if (this.#callsToEnd > 0 && (this.#callsToEnd -= 1) === 0)
      return pick(this.#random, ['die_before', 'die_after'] as const)
    const luck = whole(this.#random, 0, 299)
    if (luck === 0) return 'fail'
    if (luck === 1) return 'lose_answer'
    return luck <= 3 && call === 'put' ? 'lose_write' : 'pass'
  }
}
