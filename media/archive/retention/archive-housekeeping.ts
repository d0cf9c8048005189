/** Archive housekeeping: applies depths and keeps disk space free; logs whatever it has to delete early. */
import type { MediaLogEventOf } from '#media/log-events/log-events.ts'
import { ArchiveReporter, type ArchiveReport } from './archive-report.ts'
import type { ChannelArchive } from '#media/archive/channel-archive.ts'
import { ensureFreeSpace, type DiskSpace } from './free-space.ts'
import { RetentionClock } from './retention-clock.ts'

export interface HousekeepingOptions {
  /** The current archives that this process may delete from, by channel id. */
  readonly archives: () => ReadonlyMap<string, ChannelArchive>
  /** All current archives, for reports; the same when absent. */
  readonly reported?: () => ReadonlyMap<string, ChannelArchive>
  /** Archives that are no longer recorded; they expire like the others. */
  readonly leftBehind: () => readonly ChannelArchive[]
  /** Deletes the recordings of channels that were removed for good; returns their ids. */
  readonly removeDeleted: () => Promise<readonly string[]>
  /** Unix milliseconds; may jump. */
  readonly clock: () => number
  /** Monotonic milliseconds. */
  readonly steady: () => number
  readonly floorBytes: number
  /** How long what the store has also stays on this disk, milliseconds; undefined without a store. */
  readonly localMs?: number | undefined
  /** Whether the store works: what it has stays here too while it does not. Always when absent. */
  readonly isStoreUp?: () => boolean
  readonly space: () => Promise<DiskSpace>
  readonly log: {
    info(event: MediaLogEventOf<'info'>, fields: object): void
    warn(event: MediaLogEventOf<'warn'>, fields: object): void
    error(event: MediaLogEventOf<'error'>, fields: object): void
  }
}

/** A disk can fill within a minute when 200 channels are recorded: it is checked more often than the depths. */
const spaceEveryMs = 5000
const depthEveryMs = 60_000
const reportEveryMs = 600_000
/** At least what is written in this time stays free, even if the setting is lower. */
const aheadMs = 180_000
const saidAgainMs = 600_000
const clockWorthSayingMs = 3_600_000
/** Other processes on this disk check it every few seconds too; one that does not is no longer waited for. */
const othersPatienceMs = 60_000

export class ArchiveHousekeeping {
  readonly #options: HousekeepingOptions
  readonly #reporter = new ArchiveReporter()
  readonly #saidAt = new Map<string, number>()
  #clock: RetentionClock | undefined
  #depthAt = Number.NEGATIVE_INFINITY
  #reportAt: number
  #bytesPerHour = 0
  /** Since when others should have deleted what is older, monotonic ms; undefined while nobody is waited for. */
  #waitingSinceMs: number | undefined
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined

  constructor(options: HousekeepingOptions) {
    this.#options = options
    this.#reportAt = options.steady()
  }

  /** How much stays free: the setting, or some minutes of recording where that is more. */
  get floorBytes(): number {
    return Math.max(this.#options.floorBytes, this.#aheadBytes)
  }

  get #aheadBytes(): number {
    return Math.ceil((this.#bytesPerHour * aheadMs) / 3_600_000)
  }

  /** Runs it periodically from now on, without keeping the process alive. */
  start(): void {
    this.#timer = setInterval(() => {
      this.#running ??= this.once()
        .catch((error: unknown) =>
          this.#options.log.error('archive.housekeeping_failed', { error: String(error) }),
        )
        .finally(() => (this.#running = undefined))
    }, spaceEveryMs)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
  }

  /** One run: the depths once a minute, then the disk. */
  async once(): Promise<void> {
    const { archives, reported = archives, leftBehind, steady, log } = this.#options
    await this.#removeDeleted()
    const recorded = [...archives().values()]
    const all = [...recorded, ...leftBehind()]
    const at = steady()
    const nowMs = this.#now([...reported().values()])
    if (at - this.#depthAt >= depthEveryMs) {
      this.#depthAt = at
      const gone = all.map((archive) => archive.forget(nowMs))
      const files = gone.reduce((sum, one) => sum + one.files, 0)
      if (files > 0)
        log.info('archive.expired_deleted', { files, bytes: gone.reduce((sum, one) => sum + one.bytes, 0) })
      this.#release(all, nowMs)
    }
    if (at - this.#reportAt >= reportEveryMs) {
      this.#reportAt = at
      this.#bytesPerHour = (await this.report()).bytesPerHour
    }
    await this.#makeSpace(all, nowMs)
  }

  /** What the store has does not need to be here for longer than the setting says. */
  #release(all: readonly ChannelArchive[], nowMs: number): void {
    const { localMs, log, isStoreUp } = this.#options
    if (localMs === undefined || isStoreUp?.() === false) return
    const gone = all.map((archive) => archive.files.release(nowMs - localMs))
    const [files, bytes] = [
      gone.reduce((sum, one) => sum + one.files, 0),
      gone.reduce((sum, one) => sum + one.bytes, 0),
    ]
    if (files > 0) log.info('archive.local_copies_deleted', { files, bytes, reason: 'age' })
  }

  /** A folder that cannot be deleted must not stop the disk checks. */
  async #removeDeleted(): Promise<void> {
    const { removeDeleted, log } = this.#options
    try {
      const removed = await removeDeleted()
      if (removed.length > 0) log.info('archive.channels_deleted', { channels: removed })
    } catch (error) {
      this.#sayNowAndThen('archive.delete_failed', { error: String(error) })
    }
  }

  async report(): Promise<ArchiveReport> {
    const { archives, reported = archives, clock, space } = this.#options
    const disk = await space()
    const { floorBytes, localMs } = this.#options
    const limits = { ...disk, floorBytes, aheadBytes: this.#aheadBytes, localMs }
    return this.#reporter.report(reported(), limits, clock())
  }

  async #makeSpace(all: readonly ChannelArchive[], nowMs: number): Promise<void> {
    const { space, log } = this.#options
    const made = await ensureFreeSpace(all, {
      floorBytes: this.floorBytes,
      nowMs,
      others: this.#othersToWaitFor(),
      freeBytes: async () => (await space()).freeBytes,
    })
    if (made.waitsForOthers) this.#waitingSinceMs ??= this.#options.steady()
    else if (made.isEnough) this.#waitingSinceMs = undefined
    // Tells the operator which limit applies: changing the setting helps only when it is the larger one.
    const limit =
      this.floorBytes > this.#options.floorBytes ? 'three_minutes_of_recording' : 'free_space_setting'
    const { floorBytes } = this
    if (made.released.files > 0)
      log.info('archive.local_copies_deleted', { ...made.released, reason: 'space' })
    if (made.ordinary.files > 0)
      log.warn('archive.shortened_for_space', { ...made.ordinary, floorBytes, limit })
    if (made.protected.files > 0)
      log.error('archive.protected_deleted', {
        ...made.protected,
        ...{ floorBytes, limit },
      })
    if (!made.isEnough && !made.waitsForOthers)
      this.#sayNowAndThen('archive.disk_full', { floorBytes, limit })
  }

  /** The archives of other processes on this disk, unless they have let it fill for too long. */
  #othersToWaitFor(): readonly ChannelArchive[] {
    const { archives, reported = archives, steady } = this.#options
    if (steady() - (this.#waitingSinceMs ?? Number.POSITIVE_INFINITY) >= othersPatienceMs) return []
    const own = archives()
    return [...reported()].flatMap(([id, archive]) => (own.has(id) ? [] : [archive]))
  }

  #now(archives: readonly ChannelArchive[]): number {
    const newest = archives.flatMap((archive) => archive.endMs() ?? [])
    const recordedToMs = newest.length === 0 ? undefined : Math.max(...newest)
    this.#clock ??= new RetentionClock(this.#options, recordedToMs)
    const nowMs = this.#clock.nowMs()
    if (this.#clock.disbelievedMs > clockWorthSayingMs)
      this.#sayNowAndThen('archive.clock_jumped', { aheadMs: this.#clock.disbelievedMs })
    return nowMs
  }

  #sayNowAndThen(event: MediaLogEventOf<'error'>, fields: object): void {
    const at = this.#options.steady()
    if (at - (this.#saidAt.get(event) ?? Number.NEGATIVE_INFINITY) < saidAgainMs) return
    this.#saidAt.set(event, at)
    this.#options.log.error(event, fields)
  }
}
