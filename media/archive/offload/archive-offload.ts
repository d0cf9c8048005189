/**
 * Moves the archive into the store, in the process that records: uploads closed files, deletes what expired, looks up
 * what is there and removes what nothing needs. What the store fails is repeated, with pauses up to ten minutes.
 */
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChannelArchive } from '#media/archive/channel-archive.ts'
import { writeAtomicallyAside } from '#media/archive/index/write-atomically.ts'
import { removedMark } from '#media/archive/retention/removed-channels.ts'
import type { MediaLogEventOf } from '#media/log-events/log-events.ts'
import { claimStore, ownerOfStore } from '#media/store/claim-store.ts'
import { type MediaStore, StoreFailed } from '#media/store/interface/store.ts'
import { adoptChannel } from './adopt-channel.ts'
import type { ArchiveStore } from '#media/archive/remote/archive-store.ts'
import { type ChannelState, StoredChannelState } from './channel-state.ts'
import { limitedStore } from './limited-store.ts'
import { ExpiredObjects } from './expired-objects.ts'
import { channelPrefix } from '#media/archive/remote/store-keys.ts'
import { sweepChannel, sweepEveryMs } from './sweep-channel.ts'
import { uploadChannelFiles, uploadWaiting, type UploadWork } from './upload-files.ts'
import { type WaitingFiles, WaitingMeter } from './waiting-meter.ts'

export interface OffloadOptions {
  /** The current archives by channel id, also of channels that are no longer recorded. */
  readonly archives: () => ReadonlyMap<string, ChannelArchive>
  readonly remote: ArchiveStore
  /** `<store>/live`: folders that only have the mark of a removed channel are removed in the store too. */
  readonly liveDir: string
  /** A small file that remembers which store was claimed. */
  readonly claimPath: string
  /** The name of this installation. */
  readonly owner: () => Promise<string>
  /** Unix milliseconds; may jump. */
  readonly clock: () => number
  /** Monotonic milliseconds. */
  readonly steady: () => number
  readonly log: {
    info(event: MediaLogEventOf<'info'>, fields: object): void
    warn(event: MediaLogEventOf<'warn'>, fields: object): void
    error(event: MediaLogEventOf<'error'>, fields: object): void
  }
  /** Channels at once. */
  readonly parallel?: number
}

/** The state of the store, for metrics. */
export interface OffloadStatus extends WaitingFiles {
  /** Since when the store fails, as monotonic milliseconds; undefined while it works. */
  readonly failsSinceMs: number | undefined
}

const passEveryMs = 10_000
const [firstPauseMs, longestPauseMs] = [10_000, 600_000]
/** Within a pass, what the network fails is repeated for so long. */
const patienceMs = 15_000
const ownerTrustMs = 60_000
const saidAgainMs = 600_000
const channelsAtOnce = 2
const stopLimitMs = 10_000

export class ArchiveOffload {
  readonly #options: OffloadOptions
  readonly #states = new Map<string, StoredChannelState>()
  /** Channels in which nothing that an earlier process left unfinished is any more. */
  readonly #cleared = new Set<string>()
  readonly #expired = new ExpiredObjects()
  readonly #meter = new WaitingMeter()
  readonly #saidAt = new Map<string, number>()
  #outage: { readonly sinceMs: number } | undefined
  #pauseMs = firstPauseMs
  #restUntilMs = Number.NEGATIVE_INFINITY
  #ownedAtMs = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #stopped = false

  constructor(options: OffloadOptions) {
    this.#options = options
  }

  get status(): OffloadStatus {
    return { ...this.#meter.last, failsSinceMs: this.#outage?.sinceMs }
  }

  /** Runs it periodically from now on, without keeping the process alive. */
  start(): void {
    this.#timer = setInterval(() => {
      this.#running ??= this.once().finally(() => (this.#running = undefined))
    }, passEveryMs)
    this.#timer.unref()
  }

  /** Ends with the request that runs; abort the store's signal to end that too. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearInterval(this.#timer)
    // A disk of the network may never answer.
    await Promise.race([this.#running, sleep(stopLimitMs, undefined, { ref: false })])
  }

  /** One pass over all channels; nothing while the store rests after a failure. Never rejects. */
  async once(): Promise<void> {
    const { archives, remote, steady } = this.#options
    const all = [...archives().values()]
    try {
      await this.#meter.measure(all)
      if (steady() < this.#restUntilMs) return
      const store = limitedStore(await remote.open(patienceMs))
      await this.#checkOwner(store)
      await this.#removeChannels(store)
      // Those that wait longest are first, so that one outage after another leaves no channel behind.
      const inOrder = all.toSorted((one, other) => this.#meter.oldestOf(one) - this.#meter.oldestOf(other))
      await inTurn(inOrder, this.#options.parallel ?? channelsAtOnce, (one) => this.#serve(store, one))
      this.#succeeded()
    } catch (error) {
      if (!this.#stopped) this.#failed(error)
    }
  }

  /** A failure of this disk, or of what one channel has, stops no other channel. */
  async #serve(store: MediaStore, archive: ChannelArchive): Promise<void> {
    if (this.#stopped) return
    try {
      await this.#serveChannel(store, archive)
    } catch (error) {
      if (error instanceof StoreFailed || this.#stopped) throw error
      this.#sayNowAndThen('archive.offload_failed', { channel: archive.channelId, error: String(error) })
    }
  }

  async #serveChannel(store: MediaStore, archive: ChannelArchive): Promise<void> {
    const { remote, clock } = this.#options
    const { channelId } = archive
    const state = this.#states.get(archive.dir) ?? new StoredChannelState(archive.dir)
    this.#states.set(archive.dir, state)
    if (!this.#cleared.has(channelId)) await store.deleteUnfinished(channelPrefix(channelId))
    this.#cleared.add(channelId)
    const before = await this.#lookedUp(store, archive, state)
    await this.#expired.delete(store, archive)
    const work: UploadWork = {
      ...{ store, archive, state, storeId: remote.id },
      isStopped: () => this.#stopped,
    }
    if (archive.epochs.all.length > 0) await uploadChannelFiles(work)
    await uploadWaiting(work)
    const nowMs = clock()
    if (Math.abs(nowMs - before.sweptAtMs) < sweepEveryMs) return
    const { orphans, missing, lost } = await sweepChannel(store, archive, nowMs)
    if (missing > 0)
      this.#options.log.error('archive.objects_missing', { channel: channelId, files: missing, lost })
    if (orphans > 0) this.#options.log.info('archive.orphans_deleted', { channel: channelId, files: orphans })
    await state.save({ sweptAtMs: nowMs })
  }

  async #lookedUp(
    store: MediaStore,
    archive: ChannelArchive,
    state: StoredChannelState,
  ): Promise<ChannelState> {
    const { remote, clock } = this.#options
    const before = await state.load()
    const isUnreadable = archive.renditionIds.some(
      (id) => archive.rendition(id).stored?.isUnreadable === true,
    )
    if (before.storeId === remote.id && !isUnreadable) return before
    const { hasAllEpochs, ...adopted } = await adoptChannel(store, archive)
    if (adopted.files > 0)
      this.#options.log.info('archive.restored_from_store', { channel: archive.channelId, ...adopted })
    const throughEpoch = hasAllEpochs ? (archive.epochs.all.at(-1)?.number ?? 0) : 0
    return state.save({ storeId: remote.id, throughEpoch, fragments: '', retained: '', sweptAtMs: clock() })
  }

  /**
   * The store must be this installation's. One that was claimed before and has no mark is another one, such as the empty
   * folder where a disk is mounted otherwise.
   */
  async #checkOwner(store: MediaStore): Promise<void> {
    const { remote, owner, claimPath, steady } = this.#options
    if (steady() - this.#ownedAtMs < ownerTrustMs) return
    const installation = await owner()
    const claimed = await readFile(claimPath, 'utf8').catch(() => '')
    if (claimed === remote.id) {
      const mark = await ownerOfStore(store)
      if (mark === undefined) throw new StoreFailed('refused', 'NoMark', remote.id)
      if (mark !== installation) throw new StoreFailed('refused', 'ForeignStore', remote.id)
    } else {
      if (!(await claimStore(store, installation)))
        throw new StoreFailed('refused', 'ForeignStore', remote.id)
      await writeAtomicallyAside(claimPath, remote.id)
    }
    this.#ownedAtMs = steady()
  }

  /** What removed channels left: this disk's files are gone already, only the mark is there. */
  async #removeChannels(store: MediaStore): Promise<void> {
    const { liveDir, archives } = this.#options
    const recorded = archives()
    for (const entry of await readdir(liveDir, { withFileTypes: true })) {
      if (!entry.isDirectory() || recorded.has(entry.name)) continue
      const dir = join(liveDir, entry.name)
      const names = await readdir(dir)
      if (names.length !== 1 || names[0] !== removedMark) continue
      await store.deleteAll(channelPrefix(entry.name))
      await rm(dir, { recursive: true, force: true })
      this.#states.delete(dir)
    }
  }

  #succeeded(): void {
    const { steady, log } = this.#options
    if (this.#outage !== undefined)
      log.info('archive.store_restored', {
        seconds: Math.round((steady() - this.#outage.sinceMs) / 1000),
        waitingFiles: this.#meter.last.files,
      })
    this.#outage = undefined
    this.#pauseMs = firstPauseMs
  }

  #failed(error: unknown): void {
    const { steady, log } = this.#options
    const at = steady()
    this.#ownedAtMs = Number.NEGATIVE_INFINITY
    this.#restUntilMs = at + this.#pauseMs
    this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs)
    if (!(error instanceof StoreFailed)) {
      this.#sayNowAndThen('archive.offload_failed', { error: String(error) })
      return
    }
    if (this.#outage === undefined) {
      const { failure, reason } = error
      log.warn('archive.store_failed', { failure, reason, waitingFiles: this.#meter.last.files })
    }
    this.#outage ??= { sinceMs: at }
  }

  #sayNowAndThen(event: MediaLogEventOf<'error'>, fields: object): void {
    const at = this.#options.steady()
    if (at - (this.#saidAt.get(event) ?? Number.NEGATIVE_INFINITY) < saidAgainMs) return
    this.#saidAt.set(event, at)
    this.#options.log.error(event, fields)
  }
}

/** `atOnce` of them at a time; once one fails, no other begins, and the first failure is thrown. */
async function inTurn<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0
  const failures: unknown[] = []
  const run = async (): Promise<void> => {
    while (failures.length === 0) {
      const item = items[next++]
      if (item === undefined) return
      await work(item).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, run))
  if (failures.length > 0) throw failures[0]
}
