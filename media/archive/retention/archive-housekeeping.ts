/** The housekeeping of the archive: depth and disk, in words where something must give way. */
import type { MediaLogEventOf } from '#media/log-events/log-events.ts'
import { ArchiveReporter, type ArchiveReport } from './archive-report.ts'
import type { ChannelArchive } from '#media/archive/channel-archive.ts'
import { ensureFreeSpace, type DiskSpace } from './free-space.ts'
import { RetentionClock } from './retention-clock.ts'

export interface HousekeepingOptions {
  /** By channel id, as they are now. */
  readonly archives: () => ReadonlyMap<string, ChannelArchive>
  /** Archives that are not recorded into any more; they age like the others. */
  readonly leftBehind: () => readonly ChannelArchive[]
  /** Removes what channels left that are gone for good; gives their ids. */
  readonly removeDeleted: () => Promise<readonly string[]>
  /** Unix milliseconds; may jump. */
  readonly clock: () => number
  /** Milliseconds that only grow. */
  readonly steady: () => number
  readonly floorBytes: number
  readonly space: () => Promise<DiskSpace>
  readonly log: {
    info(event: MediaLogEventOf<'info'>, fields: object): void
    warn(event: MediaLogEventOf<'warn'>, fields: object): void
    error(event: MediaLogEventOf<'error'>, fields: object): void
  }
}

/** A disk fills within a minute when 200 channels are recorded: it is looked at more often than the depths. */
const spaceEveryMs = 5000
const depthEveryMs = 60_000
const reportEveryMs = 600_000
/** At least what is written in this time stays free, whatever the floor is. */
const aheadMs = 180_000
const saidAgainMs = 600_000
const clockWorthSayingMs = 3_600_000

export class ArchiveHousekeeping {
  readonly #options: HousekeepingOptions
  readonly #reporter = new ArchiveReporter()
  readonly #saidAt = new Map<string, number>()
  #clock: RetentionClock | undefined
  #depthAt = Number.NEGATIVE_INFINITY
  #reportAt: number
  #bytesPerHour = 0
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined

  constructor(options: HousekeepingOptions) {
    this.#options = options
    this.#reportAt = options.steady()
  }

  /** What stays free: the floor, or some minutes of recording where that is more. */
  get floorBytes(): number {
    return Math.max(this.#options.floorBytes, this.#aheadBytes)
  }

  get #aheadBytes(): number {
    return Math.ceil((this.#bytesPerHour * aheadMs) / 3_600_000)
  }

  /** Looks after it from now on, without keeping the process alive. */
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

  /** One look: the depths when their minute is over, then the disk. */
  async once(): Promise<void> {
    const { archives, leftBehind, steady, log } = this.#options
    await this.#removeDeleted()
    const recorded = [...archives().values()]
    const all = [...recorded, ...leftBehind()]
    const at = steady()
    const nowMs = this.#now(recorded)
    if (at - this.#depthAt >= depthEveryMs) {
      this.#depthAt = at
      const gone = all.map((archive) => archive.forget(0, nowMs))
      const files = gone.reduce((sum, one) => sum + one.files, 0)
      if (files > 0)
        log.info('archive.expired_deleted', { files, bytes: gone.reduce((sum, one) => sum + one.bytes, 0) })
    }
    if (at - this.#reportAt >= reportEveryMs) {
      this.#reportAt = at
      this.#bytesPerHour = (await this.report()).bytesPerHour
    }
    await this.#makeSpace(all, nowMs)
  }

  /** A folder that cannot be removed must not keep the disk from being looked after. */
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
    const { archives, clock, space } = this.#options
    const disk = await space()
    const { floorBytes } = this.#options
    return this.#reporter.report(archives(), { ...disk, floorBytes, aheadBytes: this.#aheadBytes }, clock())
  }

  async #makeSpace(all: readonly ChannelArchive[], nowMs: number): Promise<void> {
    const { space, log } = this.#options
    const made = await ensureFreeSpace(all, {
      floorBytes: this.floorBytes,
      nowMs,
      freeBytes: async () => (await space()).freeBytes,
    })
    // Raising or lowering the setting helps only where it is the setting that acts.
    const limit =
      this.floorBytes > this.#options.floorBytes ? 'three_minutes_of_recording' : 'free_space_setting'
    const { floorBytes } = this
    if (made.ordinary.files > 0)
      log.warn('archive.shortened_for_space', { ...made.ordinary, floorBytes, limit })
    if (made.protected.files > 0)
      log.error('archive.protected_deleted', {
        ...made.protected,
        ...{ floorBytes, limit },
      })
    if (!made.isEnough) this.#sayNowAndThen('archive.disk_full', { floorBytes, limit })
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
