/**
 * Moves the archive into the store, in the process that records: uploads closed files, deletes what expired, looks up
 * what is there and removes what nothing needs. What the store fails is repeated, with pauses up to ten minutes.
 */
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChannelArchive } from '#media/archive/channel-archive.ts'
import { chunkMs, dayMs } from '#media/archive/index/index-record.ts'
import { writeAtomicallyAside } from '#media/archive/index/write-atomically.ts'
import { removedMark } from '#media/archive/retention/removed-channels.ts'
import type { MediaLogEventOf } from '#media/log-events/log-events.ts'
import { claimStore, ownerOfStore } from '#media/store/claim-store.ts'
import { type MediaStore, StoreFailed, type StoreFailure } from '#media/store/interface/store.ts'
import { WriteRefused } from '#media/archive/write-permission.ts'
import { adoptChannel, type AdoptOptions } from './adopt-channel.ts'
import { becomeHolder, holderOf } from './channel-holder.ts'
import { ListsOutdated } from './committed-files.ts'
import type { ArchiveStore } from '#media/archive/remote/archive-store.ts'
import { StoredChannelState } from './channel-state.ts'
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
  /** Whether this process removes what removed channels left; always when absent. */
  readonly hasFolder?: () => boolean
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
  /** It works: a pass of this process has succeeded, and none failed since. */
  readonly isUp: boolean
}

const passEveryMs = 10_000
const [firstPauseMs, longestPauseMs] = [10_000, 600_000]
/** Within a pass, what the network fails is repeated for so long. */
const patienceMs = 15_000
const ownerTrustMs = 60_000
const saidAgainMs = 600_000
const channelsAtOnce = 2
const stopLimitMs = 10_000
/** Reasons why a store is not this installation's. */
const [noMark, foreignStore] = ['NoMark', 'ForeignStore']
const endingFailures = new Set<StoreFailure>(['unreachable', 'no_bucket', 'wrong_keys', 'wrong_clock'])

export class ArchiveOffload {
  readonly #options: OffloadOptions
  readonly #states = new Map<
    string,
    { readonly archive: ChannelArchive; readonly state: StoredChannelState }
  >()
  /** Channels in which nothing that an earlier process left unfinished is any more. */
  readonly #cleared = new Set<string>()
  /** Channels whose lists agree with the store as far as this process saw since its start and the last outage. */
  readonly #lookedUp = new Set<string>()
  readonly #expired = new ExpiredObjects()
  readonly #meter = new WaitingMeter()
  readonly #saidAt = new Map<string, number>()
  #installation = ''
  #outage: { readonly sinceMs: number; isReported: boolean } | undefined
  #hasSucceeded = false
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
    const failsSinceMs = this.#outage?.sinceMs
    return { ...this.#meter.last, failsSinceMs, isUp: this.#hasSucceeded && failsSinceMs === undefined }
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
      // Those that wait longest are first, so that one outage after another leaves no channel behind.
      const inOrder = all.toSorted((one, other) => this.#meter.oldestOf(one) - this.#meter.oldestOf(other))
      const failures: unknown[] = []
      await inTurn(inOrder, this.#options.parallel ?? channelsAtOnce, async (one) => {
        const failure = await this.#serve(store, one)
        if (failure !== undefined) failures.push(failure)
      })
      await this.#removeChannels(store).catch((error: unknown) => {
        if (this.#stopped || endsPass(error, 'delete')) throw error
        this.#sayNowAndThen('archive.offload_failed', { error: String(error) })
      })
      const ofAll = failures.length === all.length ? failures[0] : undefined
      const failure = failures.find((one) => one instanceof StoreFailed && one.failure === 'full') ?? ofAll
      if (failure === undefined) this.#succeeded()
      else this.#failed(failure)
    } catch (error) {
      if (this.#stopped) return
      if (!(error instanceof StoreFailed))
        this.#sayNowAndThen('archive.offload_failed', { error: String(error) })
      this.#failed(error)
    }
  }

  /** A failure of this disk, or of what one channel has, stops no other channel; it is returned. */
  async #serve(store: MediaStore, archive: ChannelArchive): Promise<unknown> {
    if (this.#stopped) return undefined
    const { channelId: channel } = archive
    const failures: unknown[] = []
    const attempt = async (step: PassStep, work: () => Promise<void>): Promise<void> => {
      try {
        await work()
      } catch (error) {
        if (this.#stopped || endsPass(error, step)) throw error
        failures.push(error)
        this.#sayNowAndThen('archive.offload_failed', { channel, error: String(error) })
      }
    }
    const state = this.#stateOf(archive)
    await attempt('upload', () => this.#lookUp(store, archive, state))
    // Without knowing what is there, nothing may be written over it or deleted.
    if (failures.length > 0) return failures[0]
    await attempt('upload', () => this.#upload(store, archive, state))
    await attempt('delete', async () => {
      if (!this.#cleared.has(channel)) await store.deleteUnfinished(channelPrefix(channel))
      this.#cleared.add(channel)
      await this.#expired.delete(store, archive)
    })
    await attempt('delete', () => this.#sweep(store, archive, state))
    return failures[0]
  }

  /** What another process did with the channel meanwhile is read again. */
  #stateOf(archive: ChannelArchive): StoredChannelState {
    const cached = this.#states.get(archive.dir)
    if (cached?.archive === archive) return cached.state
    this.#lookedUp.delete(archive.channelId)
    this.#cleared.delete(archive.channelId)
    const state = new StoredChannelState(archive.dir)
    this.#states.set(archive.dir, { archive, state })
    return state
  }

  async #upload(store: MediaStore, archive: ChannelArchive, state: StoredChannelState): Promise<void> {
    const work: UploadWork = {
      ...{ store, archive, state, storeId: this.#options.remote.id },
      ...this.#checksOf(store, archive),
      isStopped: () => this.#stopped || !this.#isCurrent(archive),
    }
    const upload = async (): Promise<void> => {
      if (archive.epochs.all.length > 0) await uploadChannelFiles(work)
      await uploadWaiting(work)
    }
    await upload().catch(async (error: unknown) => {
      if (!(error instanceof ListsOutdated)) throw error
      await this.#adopt(store, archive, state)
      await upload()
    })
  }

  async #sweep(store: MediaStore, archive: ChannelArchive, state: StoredChannelState): Promise<void> {
    const { log } = this.#options
    const { channelId: channel } = archive
    if (!this.#isSweepDue((await state.load()).sweptAtMs)) return
    try {
      const options = this.#checksOf(store, archive)
      const { orphans, missing, lost } = await sweepChannel(store, archive, options)
      if (missing > 0) log.error('archive.objects_missing', { channel, files: missing, lost })
      if (orphans > 0) log.info('archive.orphans_deleted', { channel, files: orphans })
      await state.save({ sweptAtMs: options.nowMs, holder: await becomeHolder(store, channel) })
    } catch (error) {
      if (!(error instanceof ListsOutdated)) throw error
      await this.#adopt(store, archive, state)
    }
  }

  #checksOf(store: MediaStore, archive: ChannelArchive): AdoptOptions {
    const { clock } = this.#options
    return {
      nowMs: clock(),
      isSkipped: (file) =>
        file.day * dayMs + file.file * chunkMs > clock() || this.#expired.has(archive, file),
      confirm: () => {
        if (!this.#isCurrent(archive)) throw new WriteRefused()
        return this.#confirmOwner(store)
      },
    }
  }

  /** Whether this process may still work on the archive; another one may by now. */
  #isCurrent(archive: ChannelArchive): boolean {
    return this.#options.archives().get(archive.channelId) === archive
  }

  #isSweepDue(sweptAtMs: number): boolean {
    return Math.abs(this.#options.clock() - sweptAtMs) >= sweepEveryMs
  }

  /** Before anything is written or deleted: the lists of this disk must be those that the store agrees with. */
  async #lookUp(store: MediaStore, archive: ChannelArchive, state: StoredChannelState): Promise<void> {
    const { channelId } = archive
    const { storeId, holder, sweptAtMs } = await state.load()
    const isUnreadable = archive.renditionIds.some(
      (id) => archive.rendition(id).stored?.isUnreadable === true,
    )
    const isOurs = storeId === this.#options.remote.id && holder !== '' && !isUnreadable
    const isFirst = !this.#lookedUp.has(channelId)
    if (isOurs && !isFirst && !this.#isSweepDue(sweptAtMs)) return
    if (!isOurs || (await holderOf(store, channelId)) !== holder) await this.#adopt(store, archive, state)
    else if (isFirst) await this.#renewHolder(store, channelId, state)
    this.#lookedUp.add(channelId)
  }

  /** A copy of this disk that was made before must not be taken for it later. */
  async #renewHolder(store: MediaStore, channelId: string, state: StoredChannelState): Promise<void> {
    try {
      await state.save({ holder: await becomeHolder(store, channelId) })
    } catch (error) {
      // A store that is full must still be emptied of what expired.
      if (!(error instanceof StoreFailed) || error.failure !== 'full') throw error
    }
  }

  async #adopt(store: MediaStore, archive: ChannelArchive, state: StoredChannelState): Promise<void> {
    const { remote, clock, log } = this.#options
    const { channelId: channel } = archive
    const { hasAllEpochs, missing, lost, ...adopted } = await adoptChannel(
      store,
      archive,
      this.#checksOf(store, archive),
    )
    if (adopted.files > 0) log.info('archive.restored_from_store', { channel, ...adopted })
    if (missing > 0) log.error('archive.objects_missing', { channel, files: missing, lost })
    const throughEpoch = hasAllEpochs ? (archive.epochs.all.at(-1)?.number ?? 0) : 0
    const holder = await becomeHolder(store, channel)
    await state.save({
      ...{ storeId: remote.id, holder, throughEpoch },
      ...{ fragments: '', retained: '', sweptAtMs: clock() },
    })
  }

  /**
   * The store must be this installation's. One that was claimed before and has no mark is another one, such as the empty
   * folder where a disk is mounted otherwise.
   */
  async #checkOwner(store: MediaStore): Promise<void> {
    const { remote, claimPath, steady } = this.#options
    if (steady() - this.#ownedAtMs < ownerTrustMs) return
    const claimed = await readFile(claimPath, 'utf8').catch(() => '')
    if (claimed === remote.id) await this.#confirmOwner(store)
    else {
      if (!(await claimStore(store, await this.#owner())))
        throw new StoreFailed('refused', foreignStore, remote.id)
      await writeAtomicallyAside(claimPath, remote.id)
    }
    this.#ownedAtMs = steady()
  }

  async #confirmOwner(store: MediaStore): Promise<void> {
    const mark = await ownerOfStore(store)
    if (mark === undefined) throw new StoreFailed('refused', noMark, this.#options.remote.id)
    if (mark !== (await this.#owner()))
      throw new StoreFailed('refused', foreignStore, this.#options.remote.id)
  }

  async #owner(): Promise<string> {
    if (this.#installation === '') this.#installation = await this.#options.owner()
    return this.#installation
  }

  /** What removed channels left: this disk's files are gone already, only the mark is there. */
  async #removeChannels(store: MediaStore): Promise<void> {
    const { liveDir, archives, hasFolder } = this.#options
    if (hasFolder?.() === false) return
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
    if (this.#outage?.isReported === true)
      log.info('archive.store_restored', {
        seconds: Math.round((steady() - this.#outage.sinceMs) / 1000),
        waitingFiles: this.#meter.last.files,
      })
    this.#outage = undefined
    this.#hasSucceeded = true
    this.#pauseMs = firstPauseMs
  }

  #failed(error: unknown): void {
    const { steady, log } = this.#options
    const at = steady()
    this.#ownedAtMs = Number.NEGATIVE_INFINITY
    this.#lookedUp.clear()
    this.#restUntilMs = at + this.#pauseMs
    this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs)
    this.#outage ??= { sinceMs: at, isReported: false }
    if (!(error instanceof StoreFailed) || this.#outage.isReported) return
    const { failure, reason } = error
    log.warn('archive.store_failed', { failure, reason, waitingFiles: this.#meter.last.files })
    this.#outage.isReported = true
  }

  #sayNowAndThen(
    event: MediaLogEventOf<'error'>,
    fields: { readonly channel?: string; readonly error: string },
  ) {
    const at = this.#options.steady()
    const about = `${event} ${fields.channel ?? ''}`
    if (at - (this.#saidAt.get(about) ?? Number.NEGATIVE_INFINITY) < saidAgainMs) return
    this.#saidAt.set(about, at)
    this.#options.log.error(event, fields)
  }
}

type PassStep = 'upload' | 'delete'

/** Whether the store fails every other channel too. Keys that may write and not delete still take what is recorded. */
function endsPass(error: unknown, step: PassStep): boolean {
  if (!(error instanceof StoreFailed)) return false
  const { failure, reason } = error
  if (failure === 'denied') return step === 'upload'
  return endingFailures.has(failure) || reason === noMark || reason === foreignStore
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
