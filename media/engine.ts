/** The assembled engine: packager, channels, origin, and the housekeeping of the archive. */
import { mkdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { RecordedSpan } from '#media/archive/measure-records.ts'
import type { OffloadStatus } from '#media/archive/offload/archive-offload.ts'
import { seedArchive } from '#media/archive/seed-archive.ts'
import type { Catchup } from '#media/catchup/catchup.ts'
import type { StartOutcome as CatchupStart } from '#media/catchup/catchup-session.ts'
import { createOrigin, type TicketPolicy } from '#media/origin/origin.ts'
import {
  createPackager,
  type PackageJob,
  type PackagedAsset,
  type PackagingRefused,
} from '#media/packager/packager.ts'
import type { AssetDescription, AssetMarker } from '#media/playlists/asset-description.ts'
import { archiveCalls, type ArchiveCalls } from './archive-calls.ts'
import { AssetCache } from './asset-cache.ts'
import { findMarkers, type DetectedMarker } from './find-markers.ts'
import type { ExaminationOutcome } from '#media/recorder/examine/describe-media.ts'
import { examineRecording } from '#media/recorder/examine/examine-recording.ts'
import { examineSource } from '#media/recorder/examine/examine-source.ts'
import { ReservedPorts } from '#media/recorder/preview/reserved-ports.ts'
import type { PreviewFile } from '#media/recorder/preview/source-preview.ts'
import {
  type PreviewOpened,
  type PreviewRequest,
  SourcePreviews,
} from '#media/recorder/preview/source-previews.ts'
import type { LiveSource } from '#media/recorder/ingest/live-source.ts'
import { type ChannelLoudness, StoredLoudness } from '#media/loudness/channel-loudness.ts'
import { saveMarkers } from './marker-file.ts'
import { type AssetMeasurement, measureAsset } from './measure-asset.ts'
import type { ChannelLog, MediaLogEventOf } from '#media/log-events/log-events.ts'
import { LiveStills, type Stills } from '#media/stills/live-stills.ts'
import { takeArchiveStills } from './take-archive-stills.ts'
import { takeFrame, takeStills, type FilmStills } from './take-stills.ts'
import { type ArchiveStoreConfig, createArchiveKeeping, openArchiveStore } from './engine-archive.ts'
import { catchupOf, createCatchup } from './engine-catchup.ts'
import type { ChannelHolding } from './channel-holding.ts'
import type { ChannelConfig, ChannelStatus } from './channel-config.ts'
import { Channels } from './channels.ts'

/** Structured log lines, listed in `log-events/`. They contain no tickets and no source addresses with credentials. */
export interface EngineLog {
  info(event: MediaLogEventOf<'info'>, fields?: object): void
  warn(event: MediaLogEventOf<'warn'>, fields?: object): void
  error(event: MediaLogEventOf<'error'>, fields?: object): void
}

function channelLog(log: EngineLog): ChannelLog {
  return (event, fields) =>
    event === 'channel.source_restored' ? log.info(event, fields) : log.warn(event, fields)
}

/** Dependencies and settings of an engine. */
export interface EngineOptions {
  /** Contains `films/` and `live/`. Created when missing; only one engine at a time may record into it. */
  readonly storeDir: string
  readonly ffmpegPath: string
  readonly ffprobePath: string
  /** Unix milliseconds. */
  readonly clock: () => number
  /** The first key signs, all keys verify; each has 16 characters or more. */
  readonly ticketSecrets: readonly string[]
  /**
   * Serves video and audio of films only as encrypted segments (HLS AES-128); the key request needs a ticket too.
   * Films have no DASH then. False when absent.
   */
  readonly encryptFilms?: boolean
  /** Which client may use a ticket from where, and which tickets are revoked. Without it only unbound tickets work. */
  readonly policy?: TicketPolicy
  readonly log: EngineLog
  /**
   * `records` (default): receives live sources and maintains the archive. `reads`: for a process next to another
   * engine that records into the same store; starts no recorder, repairs and deletes nothing, and sees what the
   * other one writes.
   */
  readonly role?: 'records' | 'reads'
  /**
   * For one of several processes that record into the same store, each some of the channels: none until `holdChannels`.
   * Without it a process that records has all.
   */
  readonly holding?: ChannelHolding | undefined
  /** Why nothing is recorded when no other process records, as text. */
  readonly whyReading?: string | undefined
  /*
   * Limits and padding: read whenever they are used, so they may be getters.
   */
  /**
   * The archive deletes its oldest minutes before less than this is free, or less than three minutes of recording
   * need, whichever is more. 1 GiB when absent.
   */
  readonly freeSpaceFloorBytes?: number
  /** Where closed files of the archive go; on this disk only when absent. */
  readonly archiveStore?: ArchiveStoreConfig | undefined
  /**
   * Padding of programmes: a window of a recorded channel begins this long before the requested time (players start
   * at the requested time, so that an early start is not cut) and ends this long after. 0 when absent.
   */
  readonly archiveLeadMs?: number
  readonly archiveLagMs?: number
  /** Connections to one provider's own archive at once. 4 when absent. */
  readonly catchupConnections?: number
  /** Disk space for what providers' archives have sent. 4 GB when absent. */
  readonly catchupBytes?: number
}

/** Packages films, records and serves channels. Expected failures are values; rejections mean lost services or bugs. */
export interface Engine extends ArchiveCalls {
  /** Packages a film file. Expected failures are results of kind `refused` with a text. */
  packageAsset(job: PackageJob): Promise<PackagedAsset | PackagingRefused>
  /** From memory; read from disk on first use. Undefined when there is no such asset, or not yet. */
  describeAsset(assetId: string): AssetDescription | undefined
  removeAsset(assetId: string): Promise<void>
  /**
   * Searches the episodes of one season, or a single film, for an intro and end credits. Assets that are not ready
   * are left out of the result; `sourcePath` is read for its chapters if it exists. Takes half a second per episode.
   */
  findMarkers(
    files: readonly { readonly assetId: string; readonly sourcePath?: string }[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly DetectedMarker[]>>
  /** Measures the loudness of an asset's tracks where the packager did not; `missing` when there is no such asset. */
  measureAsset(assetId: string, signal?: AbortSignal): Promise<AssetMeasurement | 'missing'>
  /** Replaces all markers of an asset at once; false when there is no such asset. Works in either role. */
  setMarkers(assetId: string, markers: readonly AssetMarker[]): Promise<boolean>
  /**
   * Still images (JPEG) that represent an asset, taken from its best moments; uses the source file while it exists.
   * Undefined when the asset is not ready or has no usable frame. Takes some seconds; rejects when aborted.
   */
  takeStills(assetId: string, sourcePath?: string, signal?: AbortSignal): Promise<FilmStills | undefined>
  /**
   * The frame of an asset at a moment (JPEG), as large as its tallest rendition. Undefined when the asset is not ready,
   * there is no such frame, or it took longer than a minute.
   */
  takeFrame(assetId: string, atMs: number, signal?: AbortSignal): Promise<Buffer | undefined>
  /** Small stills of what channels show at the moment. Works in either role; made by the one that records. */
  readonly stills: Stills
  /**
   * Stills (JPEG) of what a channel recorded between two moments (Unix ms). Undefined when nothing is there or no frame is
   * usable. Takes a second or two; rejects when aborted. Works in either role.
   */
  takeArchiveStills(
    channelId: string,
    window: { readonly beginMs: number; readonly endMs: number },
    signal: AbortSignal,
  ): Promise<FilmStills | undefined>
  /** Reads some seconds of a live source, other than that from which a channel is being recorded. Never rejects. */
  examineSource(source: LiveSource, signal: AbortSignal): Promise<ExaminationOutcome>
  /** The same of what a channel has recorded in its last seconds. Works in either role. */
  examineRecording(channelId: string, signal: AbortSignal): Promise<ExaminationOutcome>
  /**
   * Plays a live source, other than that from which a channel is being recorded, for minutes: two at once for an owner,
   * four in all. Waits until something can be played. Never rejects.
   */
  previewSource(request: PreviewRequest, signal: AbortSignal): Promise<PreviewOpened>
  /** A file of a running preview: `master.m3u8` and what it names. It stops 15 s after the last one. */
  readPreview(owner: string, previewId: string, name: string): PreviewFile | undefined
  /** Replaces the channel list; starts, stops and changes only what differs. Throws on an invalid or duplicate id. */
  setChannels(channels: readonly ChannelConfig[]): Promise<void>
  /**
   * With `holding`: records these of its channels from now on, and reads the others, which other processes record. Settles
   * when nothing of the others is written any more.
   */
  holdChannels(channelIds: ReadonlySet<string>): Promise<void>
  channelStatus(channelId: string): ChannelStatus
  /** How loud a recorded channel was in its last hour; undefined when nothing was measured within a week. Works in either role. */
  channelLoudness(channelId: string): ChannelLoudness | undefined
  /** Anything playable in [beginMs, endMs). */
  hasRecording(channelId: string, beginMs: number, endMs: number): boolean
  /**
   * What can be played of [fromMs, toMs) of a recorded channel, in order; holes up to `toleranceMs` do not count.
   * Undefined for a channel that is not recorded. Reads the index: some milliseconds a day.
   */
  recordedSpans(
    channelId: string,
    fromMs: number,
    toMs: number,
    toleranceMs: number,
  ): readonly RecordedSpan[] | undefined
  /**
   * Begins to read a past window from the channel's provider for a viewer, so that errors are seen before the viewer gets
   * an address. Waits `waitMs` at most. Never rejects.
   */
  prepareCatchup(
    window: { readonly channelId: string; readonly beginMs: number; readonly endMs: number },
    viewer: string,
    waitMs: number,
  ): Promise<CatchupStart>
  /**
   * Fills a past window of a recorded channel from an asset, looping; recordings stay. Returns the number of segments
   * added; 0 when the channel is not recorded or the asset is missing.
   */
  seedRecording(channelId: string, assetId: string, fromMs: number, toMs: number): Promise<number>
  /** Handles a request under `/p/`; false for any other path. Never rejects. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>
  /** What waits for the archive store. Undefined without one, and in a process that does not record. */
  archiveStoreStatus(): OffloadStatus | undefined
  /** Stops all encoders and recorders and writes the received data. */
  close(): Promise<void>
}

/** The folders of a store, created where they are missing. */
function openStore(storeDir: string) {
  const folder = (name: string) => join(storeDir, name)
  const folders = { filmsDir: folder('films'), liveDir: folder('live'), slatesDir: folder('slates') }
  for (const dir of Object.values(folders)) mkdirSync(dir, { recursive: true })
  return folders
}

/** Builds an engine over one store folder. Nothing runs until channels are set or assets are packaged. */
export function createEngine(options: EngineOptions): Engine {
  const { storeDir, ffmpegPath, ffprobePath, clock, log, role = 'records' } = options
  const { filmsDir, liveDir, slatesDir } = openStore(storeDir)
  if (options.ticketSecrets.length === 0) throw new Error('the engine needs a ticket secret')
  const shelf = new AssetCache(filmsDir, clock)
  const packager = createPackager({ filmsDir, ffmpegPath, ffprobePath })
  const { previews, freePorts } = createPreviews(options)
  const store = openArchiveStore(options.archiveStore)
  const channels = new Channels({
    ...{ freePorts, role, holding: options.holding, whyReading: options.whyReading },
    ...{ liveDir, slatesDir, remote: store?.remote, ffmpegPath, clock },
    around: paddingOf(options),
    shelf,
    log: channelLog(log),
  })
  const catchup = createCatchup(options, channelLog(log))
  const handle = createOrigin({
    ticketSecrets: options.ticketSecrets,
    encryptFilms: options.encryptFilms,
    policy: options.policy,
    clock,
    describeAsset: (id) => shelf.describe(id),
    assetDir: (id) => shelf.dir(id),
    ...{ channel: (id) => channels.get(id), recordings: (id) => channels.recordings(id) },
    catchup,
    onError: (path, error) => log.error('origin.request_failed', { path, error: String(error) }),
  })
  const stills = createStills(options, channels)
  const keeping = createArchiveKeeping(options, channels, liveDir, store)
  if (role === 'records') keeping.start()
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
    ...channelCalls(channels, catchup, new StoredLoudness(liveDir, clock)),
    ...examineCalls(options, channels, previews),
    hasRecording: (channelId, beginMs, endMs) =>
      channels.get(channelId)?.timeline.hasAnything(beginMs, Math.min(endMs, clock())) ?? false,
    seedRecording: async (channelId, assetId, fromMs, toMs) => {
      const [archive, asset] = [channels.archive(channelId), shelf.describe(assetId)]
      if (archive === undefined || asset === undefined || !channels.writable().has(channelId)) return 0
      return seedArchive(archive, asset, shelf.dir(assetId), { fromMs, toMs })
    },
    ...archiveCalls({ keeper: keeping.keeper, channels, liveDir, clock }),
    ...{ handle, stills, archiveStoreStatus: () => keeping.storeStatus() },
    close: async () => {
      await Promise.all([keeping.stop(), stills.close(), previews.close()])
      await Promise.all([channels.close(), packager.close(), catchup.close()])
    },
  }
}

function createStills(options: EngineOptions, channels: Channels): LiveStills {
  const { storeDir, role = 'records', holding, ffmpegPath, clock, log } = options
  const timeline = (channelId: string) => channels.get(channelId)?.timeline
  const dir = join(storeDir, 'stills')
  // Channels that are made of films belong to nobody.
  const isMine =
    holding &&
    ((channelId: string) =>
      channels.archive(channelId) === undefined ? holding.hasFolder() : holding.mayWrite(channelId))
  return new LiveStills({ dir, role, isMine, ffmpegPath, clock, timeline, log: channelLog(log) })
}

/** Previews, and what makes them leave the ports that a new configuration of channels needs. */
function createPreviews({ ffmpegPath, clock }: EngineOptions) {
  const ports = new ReservedPorts()
  const receiverOf = (source: LiveSource) => ports.receiverOf(source)
  const previews = new SourcePreviews({ ffmpegPath, clock, receiverOf })
  const freePorts = (configs: readonly ChannelConfig[]): Promise<void> => {
    ports.set(configs)
    return previews.stopReserved()
  }
  return { previews, freePorts }
}

function paddingOf(options: EngineOptions) {
  return {
    get leadMs() {
      return options.archiveLeadMs ?? 0
    },
    get lagMs() {
      return options.archiveLagMs ?? 0
    },
  }
}

function channelCalls(
  channels: Channels,
  catchup: Catchup,
  loudness: StoredLoudness,
): Pick<
  Engine,
  'channelLoudness' | 'setChannels' | 'holdChannels' | 'channelStatus' | 'recordedSpans' | 'prepareCatchup'
> {
  return {
    setChannels: (configs) => {
      catchup.set(catchupOf(configs))
      return channels.set(configs)
    },
    holdChannels: (channelIds) => channels.hold(channelIds),
    channelStatus: (channelId) => channels.status(channelId),
    channelLoudness: (channelId) => loudness.of(channelId),
    prepareCatchup: (window, viewer, waitMs) => catchup.prepare(window, viewer, waitMs),
    recordedSpans: (channelId, ...window) => channels.archive(channelId)?.recordedSpans(...window),
  }
}

function examineCalls(
  { ffmpegPath, clock }: EngineOptions,
  channels: Channels,
  previews: SourcePreviews,
): Pick<
  Engine,
  'examineSource' | 'examineRecording' | 'previewSource' | 'readPreview' | 'takeArchiveStills'
> {
  return {
    takeArchiveStills: async (channelId, window, signal) => {
      const timeline = channels.get(channelId)?.timeline
      return timeline === undefined ? undefined : takeArchiveStills({ ffmpegPath, timeline, window, signal })
    },
    previewSource: (request, watching) => previews.open(request, watching),
    readPreview: (owner, previewId, name) => previews.read(owner, previewId, name),
    examineSource: (source, signal) => examineSource(source, { ffmpegPath, signal }),
    examineRecording: async (channelId, signal) => {
      const timeline = channels.get(channelId)?.timeline
      if (timeline === undefined) return { kind: 'failed', words: 'this channel is not recorded' }
      return examineRecording(timeline, clock(), { ffmpegPath, signal })
    },
  }
}

function markerCalls(
  { ffmpegPath, ffprobePath }: EngineOptions,
  shelf: AssetCache,
): Pick<Engine, 'findMarkers' | 'measureAsset' | 'setMarkers' | 'takeStills' | 'takeFrame'> {
  return {
    findMarkers: async (files, signal) => {
      const searched = files.flatMap(({ assetId, ...file }) => {
        const asset = shelf.describe(assetId)
        return asset === undefined ? [] : [{ ...file, asset, dir: shelf.dir(assetId) }]
      })
      const perAsset = await findMarkers(searched, { ffmpegPath, ffprobePath, signal })
      return new Map(searched.map(({ asset }, place) => [asset.assetId, perAsset[place] ?? []]))
    },
    measureAsset: async (assetId, signal) => {
      const asset = shelf.describe(assetId)
      if (asset === undefined) return 'missing'
      const measured = await measureAsset({ ffmpegPath, asset, dir: shelf.dir(assetId), signal })
      shelf.forget(assetId)
      return measured
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
    takeFrame: async (assetId, atMs, signal) => {
      const asset = shelf.describe(assetId)
      if (asset === undefined) return undefined
      return takeFrame({ ffmpegPath, asset, dir: shelf.dir(assetId), signal }, atMs)
    },
  }
}
