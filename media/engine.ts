/** The engine put together: packager, channels, origin, and the housekeeping of the archive. */
import { mkdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { ArchiveReport } from '#media/archive/retention/archive-report.ts'
import { diskSpaceOf } from '#media/archive/retention/free-space.ts'
import { ArchiveHousekeeping } from '#media/archive/retention/archive-housekeeping.ts'
import type { ProtectResponse, ProtectedFragment } from '#media/archive/protected-fragments.ts'
import { seedArchive } from '#media/archive/seed-archive.ts'
import { createOrigin, type TicketDoor } from '#media/origin/origin.ts'
import {
  createPackager,
  type PackageJob,
  type PackagedAsset,
  type PackagingRefused,
} from '#media/packager/packager.ts'
import type { AssetDescription, AssetMarker } from '#media/playlists/asset-description.ts'
import { AssetCache } from './asset-cache.ts'
import { findMarkers, type DetectedMarker } from './find-markers.ts'
import { saveMarkers } from './marker-file.ts'
import type { ChannelLog, MediaLogEventOf } from '#media/log-events/log-events.ts'
import { takeStills, type FilmStills } from './take-stills.ts'
import { RemovedChannels } from '#media/archive/retention/removed-channels.ts'
import { Channels, type ChannelConfig, type ChannelStatus } from './channels.ts'

/** Structured log lines; `log-events/` lists them. No ticket and no source address with credentials is ever in them. */
export interface EngineLog {
  info(event: MediaLogEventOf<'info'>, fields?: object): void
  warn(event: MediaLogEventOf<'warn'>, fields?: object): void
  error(event: MediaLogEventOf<'error'>, fields?: object): void
}

function channelLog(log: EngineLog): ChannelLog {
  return (event, fields) =>
    event === 'channel.source_restored' ? log.info(event, fields) : log.warn(event, fields)
}

/** What an engine is built from. */
export interface EngineOptions {
  /** Holds `films/` and `live/`. Made when missing; one engine at a time may record into it. */
  readonly storeDir: string
  readonly ffmpegPath: string
  readonly ffprobePath: string
  /** Unix milliseconds. */
  readonly clock: () => number
  /** The first signs, all verify; 16 characters or more each. */
  readonly ticketSecrets: readonly string[]
  /**
   * Video and audio of films go out as encrypted segments (HLS AES-128) whose key asks for a ticket too, and in no
   * other way; there is no DASH of them then. False when absent.
   */
  readonly encryptFilms?: boolean
  /** Who may use a ticket from where, and which are good no longer. Without it only unbound tickets open anything. */
  readonly door?: TicketDoor
  readonly log: EngineLog
  /**
   * `records` (when absent): receives live sources and keeps the archive in order. `reads`: beside another engine
   * that records into the same store; starts no recorder, repairs, cuts and forgets nothing, and sees what the
   * other one writes.
   */
  readonly role?: 'records' | 'reads'
  /** Why nothing is recorded where no other process does it, in words. */
  readonly whyReading?: string | undefined
  /**
   * The archive gives up its oldest minutes before less than this is free, or than is recorded in three minutes when
   * that is more. 1 GiB when absent.
   */
  readonly freeSpaceFloorBytes?: number
  /**
   * A window of a recorded channel begins this long before the requested time, and players start at that time, so
   * that a programme that began early is not cut; and it ends this long after. 0 when absent.
   */
  readonly archiveLeadMs?: number
  readonly archiveLagMs?: number
}

/** Packages films, records and serves channels. Expected failures are values; rejections are lost infrastructure or bugs. */
export interface Engine {
  /** Makes a film file playable. Expected failures are answers of kind `refused` with words. */
  packageAsset(job: PackageJob): Promise<PackagedAsset | PackagingRefused>
  /** From memory; read from disk on first use. Undefined when there is no such asset, or not yet. */
  describeAsset(assetId: string): AssetDescription | undefined
  removeAsset(assetId: string): Promise<void>
  /**
   * Searches the episodes of one season, or one film alone, for an intro and titles. Assets that do not play are left
   * out of the answer; `sourcePath` is read for its chapters, when it is there. Takes half a second an episode.
   */
  findMarkers(
    files: readonly { readonly assetId: string; readonly sourcePath?: string }[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly DetectedMarker[]>>
  /** Puts these in the place of all marks of an asset, at once; false when there is no such asset. In either role. */
  setMarkers(assetId: string, markers: readonly AssetMarker[]): Promise<boolean>
  /**
   * Stills (JPEG) that stand for an asset, out of what shows it best; its source is read for them while it is there.
   * Undefined when it does not play or holds nothing worth showing. Takes some seconds; rejects when aborted.
   */
  takeStills(assetId: string, sourcePath?: string, signal?: AbortSignal): Promise<FilmStills | undefined>
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
  /** How much the archive holds, how whole it is, how far it will reach. Asked first, it takes some seconds. */
  archiveReport(): Promise<ArchiveReport>
  /** Keeps [beginMs, endMs) of a recorded channel for ever, whatever its depth. In either role. */
  protect(channelId: string, beginMs: number, endMs: number, name: string): ProtectResponse
  /** Lets it go the way of everything else; false when there is no fragment with these borders. */
  unprotect(channelId: string, beginMs: number, endMs: number): boolean
  protectedFragments(channelId: string): readonly ProtectedFragment[]
  /** Answers a request under `/p/`; false when the path is another's. Never rejects. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>
  /** Ends all encoders and recorders and writes what was received. */
  close(): Promise<void>
}

const defaultFloorBytes = 1024 ** 3

/** Builds an engine over one store folder. Nothing runs until channels are set or assets packaged. */
export function createEngine(options: EngineOptions): Engine {
  const { storeDir, ffmpegPath, ffprobePath, clock, log } = options
  const [filmsDir, liveDir] = [join(storeDir, 'films'), join(storeDir, 'live')]
  const slatesDir = join(storeDir, 'slates')
  for (const dir of [filmsDir, liveDir, slatesDir]) mkdirSync(dir, { recursive: true })
  if (options.ticketSecrets.length === 0) throw new Error('the engine needs a ticket secret')
  const shelf = new AssetCache(filmsDir, clock)
  const packager = createPackager({ filmsDir, ffmpegPath, ffprobePath })
  const role = options.role ?? 'records'
  const channels = new Channels({
    ...{ role, whyReading: options.whyReading },
    liveDir,
    slatesDir,
    ffmpegPath,
    clock,
    around: { leadMs: options.archiveLeadMs ?? 0, lagMs: options.archiveLagMs ?? 0 },
    shelf,
    log: channelLog(log),
  })
  const handle = createOrigin({
    ticketSecrets: options.ticketSecrets,
    encryptFilms: options.encryptFilms,
    door: options.door,
    clock,
    describeAsset: (id) => shelf.describe(id),
    assetDir: (id) => shelf.dir(id),
    channel: (id) => channels.get(id),
    onError: (path, error) => log.error('origin.request_failed', { path, error: String(error) }),
  })
  const keeper = createKeeper(options, channels, liveDir)
  if (role === 'records') keeper.start()
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
    ...markerCalls(options, shelf),
    setChannels: (configs) => channels.set(configs),
    channelStatus: (channelId) => channels.status(channelId),
    hasRecording: (channelId, beginMs, endMs) =>
      channels.get(channelId)?.timeline.hasAnything(beginMs, Math.min(endMs, clock())) ?? false,
    seedRecording: async (channelId, assetId, fromMs, toMs) => {
      const [archive, asset] = [channels.archive(channelId), shelf.describe(assetId)]
      if (archive === undefined || asset === undefined || role === 'reads') return 0
      return seedArchive(archive, asset, shelf.dir(assetId), { fromMs, toMs })
    },
    ...archiveCalls(keeper, channels),
    handle,
    close: async () => {
      await keeper.stop()
      await Promise.all([channels.close(), packager.close()])
    },
  }
}

function markerCalls(
  { ffmpegPath, ffprobePath }: EngineOptions,
  shelf: AssetCache,
): Pick<Engine, 'findMarkers' | 'setMarkers' | 'takeStills'> {
  return {
    findMarkers: async (files, signal) => {
      const searched = files.flatMap(({ assetId, ...file }) => {
        const asset = shelf.describe(assetId)
        return asset === undefined ? [] : [{ ...file, asset, dir: shelf.dir(assetId) }]
      })
      const perAsset = await findMarkers(searched, { ffmpegPath, ffprobePath, signal })
      return new Map(searched.map(({ asset }, place) => [asset.assetId, perAsset[place] ?? []]))
    },
    setMarkers: async (assetId, markers) => {
      if (shelf.describe(assetId) === undefined) return false
      const isSaved = await saveMarkers(shelf.dir(assetId), markers)
      shelf.forget(assetId)
      return isSaved
    },
    takeStills: async (assetId, sourcePath, signal) => {
      const asset = shelf.describe(assetId)
      if (asset === undefined) return undefined
      return takeStills({ ffmpegPath, asset, dir: shelf.dir(assetId), sourcePath, signal })
    },
  }
}

function createKeeper(options: EngineOptions, channels: Channels, liveDir: string): ArchiveHousekeeping {
  const { clock, log } = options
  const leftBehind = new RemovedChannels(liveDir, clock)
  return new ArchiveHousekeeping({
    archives: () => channels.archives,
    leftBehind: () => leftBehind.archives(channels.archives),
    removeDeleted: () => leftBehind.removeDeleted(channels.archives),
    clock,
    steady: () => performance.now(),
    floorBytes: options.freeSpaceFloorBytes ?? defaultFloorBytes,
    space: () => diskSpaceOf(liveDir),
    log,
  })
}

function archiveCalls(
  keeper: ArchiveHousekeeping,
  channels: Channels,
): Pick<Engine, 'archiveReport' | 'protect' | 'unprotect' | 'protectedFragments'> {
  const fragmentsOf = (channelId: string) => channels.archive(channelId)?.fragments
  return {
    archiveReport: () => keeper.report(),
    protect: (channelId, beginMs, endMs, name) =>
      fragmentsOf(channelId)?.add({ beginMs, endMs, name }) ?? {
        kind: 'refused',
        reason: 'this channel is not recorded',
      },
    unprotect: (channelId, beginMs, endMs) => fragmentsOf(channelId)?.remove(beginMs, endMs) ?? false,
    protectedFragments: (channelId) => fragmentsOf(channelId)?.all ?? [],
  }
}
