/** The engine put together: packager, channels, origin, and the housekeeping of the archive. */
import { mkdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { freeBytesOf, keepFreeSpace } from '#media/archive/free-space.ts'
import { seedArchive } from '#media/archive/seed-archive.ts'
import { createOrigin } from '#media/origin/origin.ts'
import {
  createPackager,
  type PackageJob,
  type PackagedAsset,
  type PackagingRefused,
} from '#media/packager/packager.ts'
import type { AssetDescription } from '#media/playlists/asset-description.ts'
import { AssetShelf } from './asset-shelf.ts'
import { Channels, type ChannelConfig, type ChannelStatus } from './channels.ts'

/** Structured log lines. No ticket and no source address with credentials is ever given to it. */
export interface EngineLog {
  info(event: string, fields?: object): void
  warn(event: string, fields?: object): void
  error(event: string, fields?: object): void
}

export interface EngineOptions {
  /** Holds `films/` and `live/`. Made when missing; one engine at a time may record into it. */
  readonly storeDir: string
  readonly ffmpegPath: string
  readonly ffprobePath: string
  /** Unix milliseconds. */
  readonly clock: () => number
  /** The first signs, all verify; 16 characters or more each. */
  readonly ticketSecrets: readonly string[]
  readonly log: EngineLog
  /**
   * `records` (when absent): receives live sources and keeps the archive in order. `reads`: beside another engine
   * that records into the same store; starts no recorder, repairs, cuts and forgets nothing, and sees what the
   * other one writes.
   */
  readonly role?: 'records' | 'reads'
  /** The archive gives up its oldest hours before less than this is free. 1 GiB when absent. */
  readonly freeSpaceFloorBytes?: number
}

export interface Engine {
  /** Makes a film file playable. Expected failures are answers of kind `refused` with words. */
  packageAsset(job: PackageJob): Promise<PackagedAsset | PackagingRefused>
  /** From memory; read from disk on first use. Undefined when there is no such asset, or not yet. */
  describeAsset(assetId: string): AssetDescription | undefined
  removeAsset(assetId: string): Promise<void>
  /** Makes these the channels: starts, stops and changes only what differs. Throws on a bad or double id. */
  setChannels(channels: readonly ChannelConfig[]): Promise<void>
  channelStatus(channelId: string): ChannelStatus
  /** Anything playable in [beginMs, endMs). */
  hasRecording(channelId: string, beginMs: number, endMs: number): boolean
  /**
   * Fills a past window of a recorded channel from an asset, looping; what is recorded stays. Answers the
   * number of segments laid down; 0 when the channel is not recorded or the asset is missing.
   */
  seedRecording(channelId: string, assetId: string, fromMs: number, toMs: number): Promise<number>
  /** Answers a request under `/p/`; false when the path is another's. Never rejects. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>
  /** Ends all encoders and recorders and writes what was received. */
  close(): Promise<void>
}

const HOUSEKEEPING_MS = 60_000
const DEFAULT_FLOOR_BYTES = 1024 ** 3

/** Builds an engine over one store folder. Nothing runs until channels are set or assets packaged. */
export function createEngine(options: EngineOptions): Engine {
  const { storeDir, ffmpegPath, ffprobePath, clock, log } = options
  const [filmsDir, liveDir] = [join(storeDir, 'films'), join(storeDir, 'live')]
  for (const dir of [filmsDir, liveDir]) mkdirSync(dir, { recursive: true })
  if (options.ticketSecrets.length === 0) throw new Error('the engine needs a ticket secret')
  const shelf = new AssetShelf(filmsDir, clock)
  const packager = createPackager({ filmsDir, ffmpegPath, ffprobePath })
  const role = options.role ?? 'records'
  const channels = new Channels({
    role,
    liveDir,
    ffmpegPath,
    clock,
    shelf,
    log: (event, fields) => log.warn(event, fields),
  })
  const handle = createOrigin({
    ticketSecrets: options.ticketSecrets,
    clock,
    describeAsset: (id) => shelf.describe(id),
    assetDir: (id) => shelf.dir(id),
    channel: (id) => channels.get(id),
    onError: (path, error) => log.error('origin.failed', { path, error: String(error) }),
  })
  const housekeeping = role === 'records' ? keepHouse(options, channels, liveDir) : undefined
  return {
    packageAsset: async (job) => {
      const answer = await packager.packageAsset(job)
      shelf.forget(job.assetId)
      return answer
    },
    describeAsset: (assetId) => shelf.describe(assetId),
    removeAsset: async (assetId) => {
      await packager.removeAsset(assetId)
      shelf.forget(assetId)
    },
    setChannels: (configs) => channels.set(configs),
    channelStatus: (channelId) => channels.status(channelId),
    hasRecording: (channelId, beginMs, endMs) =>
      channels.get(channelId)?.timeline.hasAnything(beginMs, Math.min(endMs, clock())) ?? false,
    seedRecording: async (channelId, assetId, fromMs, toMs) => {
      const [archive, asset] = [channels.archive(channelId), shelf.describe(assetId)]
      if (archive === undefined || asset === undefined || role === 'reads') return 0
      return seedArchive(archive, asset, shelf.dir(assetId), { fromMs, toMs })
    },
    handle,
    close: async () => {
      clearInterval(housekeeping)
      await Promise.all([channels.close(), packager.close()])
    },
  }
}

/** Once a minute: depth first, then the floor of free space. */
function keepHouse(options: EngineOptions, channels: Channels, liveDir: string): NodeJS.Timeout {
  const floorBytes = options.freeSpaceFloorBytes ?? DEFAULT_FLOOR_BYTES
  let busy = false
  const once = async (): Promise<void> => {
    const archives = channels.archives
    let gone = 0
    for (const archive of archives) gone += archive.forget()
    const given = await keepFreeSpace(archives, {
      floorBytes,
      nowMs: options.clock(),
      freeBytes: () => freeBytesOf(liveDir),
    })
    if (given > 0) options.log.warn('archive.gave_up_for_space', { files: given })
    else if (gone > 0) options.log.info('archive.retention', { files: gone })
  }
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    once()
      .catch((error: unknown) => options.log.error('archive.housekeeping', { error: String(error) }))
      .finally(() => (busy = false))
  }, HOUSEKEEPING_MS)
  timer.unref()
  return timer
}
