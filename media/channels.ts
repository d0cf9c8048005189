/** The channels of one engine: starts, changes and stops only what differs from the new configuration. */
import { join } from 'node:path'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import { ChannelArchive } from '#media/archive/channel-archive.ts'
import type { ArchiveStore } from '#media/archive/remote/archive-store.ts'
import type { ArchiveRole } from '#media/archive/epochs/epochs.ts'
import { WriteRefused } from '#media/archive/write-permission.ts'
import { IndexCache } from '#media/archive/index/index-cache.ts'
import { LinearTimeline } from '#media/linear/linear-timeline.ts'
import { LiveNumbering } from '#media/origin/playlists/live-numbering.ts'
import { LiveParts } from '#media/origin/playlists/live-parts.ts'
import { LowLatencyChannel } from '#media/origin/playlists/low-latency.ts'
import type { ServedChannel } from '#media/origin/origin.ts'
import type { ArchivePadding } from '#media/origin/channel-request.ts'
import type { ChannelLog } from '#media/log-events/log-events.ts'
import { ForwardProxy } from '#media/network/forward-proxy.ts'
import { startRecorder, type Recorder, type RecorderSettings } from '#media/recorder/recorder.ts'
import { exclusiveAddress, type LiveSource } from '#media/recorder/ingest/live-source.ts'
import { SignalInspector } from '#media/recorder/health/signal-inspector.ts'
import type { AssetCache } from './asset-cache.ts'
import type { ChannelConfig, ChannelStatus } from './channel-config.ts'
import type { ChannelHolding } from './channel-holding.ts'

/** Dependencies that all channels of one engine share. */
export interface ChannelsOptions {
  readonly role: ArchiveRole
  /** Which channels this process records, of those that several processes share; all when absent. */
  readonly holding?: ChannelHolding | undefined
  /** Why this process records nothing and no other process does. */
  readonly whyReading?: string | undefined
  readonly liveDir: string
  /** Files of images that mean "no service". */
  readonly slatesDir: string
  readonly ffmpegPath: string
  readonly clock: () => number
  /** What also has closed files of the archives. */
  readonly remote?: ArchiveStore | undefined
  /** Padding around programmes of recorded channels; a linear channel follows its guide exactly. */
  readonly around: ArchivePadding
  readonly shelf: AssetCache
  readonly log: ChannelLog
  /** Called with the new configuration before anything starts; settles when its ports are free. */
  readonly freePorts?: (configs: readonly ChannelConfig[]) => Promise<void>
}

const shortPartMs = 200
/** A recorder that a disk keeps from ending does not keep the other channels waiting. */
const leaveLimitMs = 10_000
/** A channel whose archive could not be opened is tried again so often. */
const startAgainMs = 2_000
/** So much is served before and after the programme of a recording: guides are not exact. */
export const recordingPaddingMs = 120_000

/** What tickets for recordings open. */
interface RecordingsChannel extends ServedChannel {
  readonly timeline: ChannelArchive
}

interface Running extends ServedChannel {
  readonly signature: string
  readonly archive?: ChannelArchive
  readonly recorder?: Recorder
  /** Why nothing is recorded. */
  readonly refusal?: string
  /** `records`: this process writes the archive. */
  readonly role?: ArchiveRole
  /** Ends the writes of its archive for good. */
  readonly permit?: { isRevoked: boolean }
  /** Since when its archive may be written to, monotonic milliseconds. */
  readonly sinceMs?: number
}

interface Configured {
  readonly config: ChannelConfig
  /** Indexes of sources that another channel already receives from. */
  readonly refused: readonly number[]
}

/** Starts, changes and stops channels. One object per engine; only `set` changes it. */
export class Channels {
  readonly #options: ChannelsOptions
  readonly #running = new Map<string, Running>()
  readonly #recordings = new Map<string, RecordingsChannel>()
  readonly #cache = new IndexCache()
  readonly #inspector: SignalInspector
  readonly #proxy = new ForwardProxy()
  readonly #configured = new Map<string, Configured>()
  /** Why channels could not be started, by id. */
  readonly #failed = new Map<string, string>()
  #startingAgain: NodeJS.Timeout | undefined
  #assigned: ReadonlySet<string> = new Set()
  #queue: Promise<void> = Promise.resolve()
  #closed = false
  #areSet = false

  constructor(options: ChannelsOptions) {
    this.#options = options
    const { ffmpegPath, slatesDir, log } = options
    this.#inspector = new SignalInspector({ ffmpegPath, slatesDir, log })
  }

  get(id: string): ServedChannel | undefined {
    return this.#running.get(id)
  }

  archive(id: string): ChannelArchive | undefined {
    return this.#running.get(id)?.archive
  }

  /** The archive of a recorded channel together with what is retained for recordings. */
  recordings(id: string): RecordingsChannel | undefined {
    const archive = this.archive(id)
    if (archive === undefined) return undefined
    const opened = this.#recordings.get(id) ?? this.#openRecordings(archive)
    opened.timeline.setDepth(archive.depthMs)
    this.#recordings.set(id, opened)
    return opened
  }

  /** The channels have been set once: what is on disk beside them is no longer recorded. */
  get areSet(): boolean {
    return this.#areSet
  }

  /** Of recorded channels, by id. */
  get archives(): ReadonlyMap<string, ChannelArchive> {
    const out = new Map<string, ChannelArchive>()
    for (const [id, { archive }] of this.#running) if (archive !== undefined) out.set(id, archive)
    return out
  }

  /** Of recorded channels that this process may write to, by id; `settledMs`: since so long at least. */
  writable(settledMs = 0): ReadonlyMap<string, ChannelArchive> {
    const { holding } = this.#options
    const out = new Map<string, ChannelArchive>()
    for (const [id, { archive, role, sinceMs = 0 }] of this.#running)
      if (archive !== undefined && role === 'records' && (holding?.mayWrite(id) ?? true))
        if (holding === undefined || performance.now() - sinceMs >= settledMs) out.set(id, archive)
    return out
  }

  status(id: string): ChannelStatus {
    const channel = this.#running.get(id)
    const failed = this.#failed.get(id)
    if (failed !== undefined) return { state: 'waiting', words: failed, bytes: 0, restarts: 0 }
    if (channel === undefined) return { state: 'stopped', bytes: 0, restarts: 0 }
    if (channel.refusal !== undefined)
      return { state: 'waiting', words: channel.refusal, bytes: 0, restarts: 0 }
    if (channel.recorder !== undefined) return channel.recorder.status()
    if (channel.archive === undefined) return { state: 'linear', bytes: 0, restarts: 0 }
    const words = this.#options.whyReading ?? 'another process records this channel'
    return { state: 'waiting', words, bytes: 0, restarts: 0 }
  }

  /** Settles when all channels that had to stop or start have done so. Calls run one after the other. */
  set(configs: readonly ChannelConfig[]): Promise<void> {
    return this.#inTurn(() => this.#apply(configs))
  }

  /** The channels to record from now on, of those that are set; settles when nothing of the others is written any more. */
  hold(ids: ReadonlySet<string>): Promise<void> {
    return this.#inTurn(async () => {
      this.#assigned = ids
      await this.#changeRoles()
    })
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(work)
    this.#queue = done.catch(() => undefined)
    return done
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#startingAgain)
    await this.#queue
    this.#inspector.close()
    await Promise.all([...this.#running.keys()].map((id) => this.#stop(id)))
    this.#proxy.close()
  }

  async #apply(configs: readonly ChannelConfig[]): Promise<void> {
    if (this.#closed) return
    const signatures = new Map(configs.map((config) => [config.id, signatureOf(config)]))
    if (signatures.size !== configs.length) throw new Error('two channels with one id')
    for (const { id } of configs) if (!/^[\w-]{1,64}$/.test(id)) throw new Error(`channel id ${id}`)
    await this.#options.freePorts?.(configs)
    const gone = [...this.#running].filter(([id, channel]) => signatures.get(id) !== channel.signature)
    await Promise.all(gone.map(([id]) => this.#stop(id)))
    const taken = new Set<string>()
    this.#configured.clear()
    for (const config of configs) {
      const refused = config.kind === 'recorded' ? takenIn(config, taken) : []
      this.#configured.set(config.id, { config, refused })
    }
    for (const id of this.#failed.keys()) if (!signatures.has(id)) this.#failed.delete(id)
    await this.#changeRoles()
    for (const configured of this.#configured.values()) this.#tryToStart(configured)
    this.#areSet = true
  }

  #roleOf(id: string): ArchiveRole {
    const { role, holding } = this.#options
    return holding === undefined || role === 'reads' || this.#assigned.has(id) ? role : 'reads'
  }

  /** Ends the recorders of channels that another process has, and begins those that this one has by now. */
  async #changeRoles(): Promise<void> {
    if (this.#closed) return
    const changed = [...this.#running].filter(
      ([id, { archive, role }]) => archive !== undefined && role !== this.#roleOf(id),
    )
    const leaving = changed.filter(([, { role }]) => role === 'records')
    await Promise.all(leaving.map(([id, channel]) => this.#leave(id, channel)))
    for (const [id] of changed) {
      const configured = this.#configured.get(id)
      if (configured === undefined || this.#closed) continue
      this.#tryToStart(configured)
      // Opening an archive repairs it: with hundreds of channels the lease is renewed in between.
      await turn()
    }
  }

  /** Whatever its disk does, nothing is written to its archive afterwards. */
  async #leave(id: string, { lowLatency, recorder, archive, permit }: Running): Promise<void> {
    lowLatency?.parts.close()
    const ended = (async () => {
      await recorder?.close()
      await archive?.close()
    })()
    const isEnded = await Promise.race([
      ended.then(
        () => true,
        () => false,
      ),
      pause(leaveLimitMs, false, { ref: false }),
    ])
    if (permit !== undefined) permit.isRevoked = true
    if (!isEnded) this.#options.log('channel.recorder_not_ended', { channel: id })
  }

  /** A channel whose folder cannot be used keeps no other channel from being recorded; it is tried again. */
  #tryToStart({ config, refused }: Configured): void {
    const { id } = config
    try {
      this.#start(config, refused)
      this.#failed.delete(id)
    } catch (error) {
      // The lease ended while the archive was being opened: not a failure, and perhaps here again in a moment.
      const words = error instanceof WriteRefused ? undefined : String(error)
      if (words === undefined) this.#failed.delete(id)
      else if (this.#failed.get(id) !== words)
        this.#options.log('channel.not_started', { channel: id, words })
      if (words !== undefined) this.#failed.set(id, words)
      this.#startAgainLater()
    }
  }

  #startAgainLater(): void {
    this.#startingAgain ??= setTimeout(() => {
      this.#startingAgain = undefined
      void this.#inTurn(async () => {
        await this.#changeRoles()
        for (const [id, configured] of this.#configured)
          if (!this.#closed && !this.#running.has(id)) this.#tryToStart(configured)
      })
    }, startAgainMs).unref()
  }

  /** `refused`: indexes of sources that another channel already receives from. */
  #start(config: ChannelConfig, refused: readonly number[]): void {
    const before = this.#running.get(config.id)
    const numbering = before?.numbering ?? new LiveNumbering()
    const { clock, shelf, ffmpegPath, log } = this.#options
    if (config.kind === 'linear') {
      // The schedule is a function: only the timeline can detect that it changed.
      const { schedule, archiveMs } = config
      const describeAsset = (id: string) => shelf.describe(id)
      const assetDir = (id: string): string => shelf.dir(id)
      const timeline = new LinearTimeline({ schedule, archiveMs, clock, describeAsset, assetDir })
      this.#running.set(config.id, { signature: signatureOf(config), numbering, timeline })
      return
    }
    const role = this.#roleOf(config.id)
    const isSame = before?.role === role
    const opened = isSame && before?.archive !== undefined ? before : this.#openArchive(config, role)
    const { archive, permit, sinceMs = 0 } = opened
    if (archive === undefined) return
    archive.setDepth(config.archiveMs)
    const { around } = this.#options
    const state = { role, sinceMs, ...(permit === undefined ? {} : { permit }) }
    const base = { ...state, signature: signatureOf(config), numbering, timeline: archive, archive, around }
    const recording = isSame ? before?.recorder : undefined
    const { sources, encoding, watch } = config
    if (refused.length === sources.length) {
      void recording?.close()
      this.#running.set(config.id, { ...base, refusal: 'another channel receives from this address' })
      return
    }
    if (role === 'reads') {
      this.#running.set(config.id, base)
      return
    }
    const lowLatency = this.#partsFor(config, archive, numbering)
    const partMs = lowLatency === undefined ? undefined : (config.partMs ?? shortPartMs)
    const settings: RecorderSettings = { sources, refused, encoding, watch, partMs }
    const say: ChannelLog = (event, fields) => log(event, { channel: config.id, ...fields })
    recording?.change(settings)
    const recorder =
      recording ??
      startRecorder({
        ...{
          ...settings,
          archive,
          inspector: this.#inspector,
          proxy: this.#proxy,
          ffmpegPath,
          clock,
          log: say,
        },
        onPart: (part) =>
          this.#running.get(config.id)?.lowLatency?.parts.add(part, archive.epoch?.beginMs ?? part.beginMs),
      })
    this.#running.set(config.id, { ...base, recorder, ...(lowLatency === undefined ? {} : { lowLatency }) })
  }

  /** Exists while the channel publishes parts; a channel without parts costs nothing. */
  #partsFor(
    { id, lowLatency }: { readonly id: string; readonly lowLatency?: boolean },
    timeline: ChannelArchive,
    numbering: LiveNumbering,
  ): LowLatencyChannel | undefined {
    const running = this.#running.get(id)
    const before = running?.archive === timeline ? running.lowLatency : undefined
    if (lowLatency === true)
      return (
        before ?? new LowLatencyChannel({ timeline, numbering, parts: new LiveParts(this.#options.clock) })
      )
    before?.parts.close()
    return undefined
  }

  #openArchive(
    { id, archiveMs }: Pick<ChannelConfig, 'id' | 'archiveMs'>,
    role: ArchiveRole,
  ): Pick<Running, 'archive' | 'permit' | 'sinceMs'> {
    const { clock, liveDir, log, remote, holding } = this.#options
    const dir = join(liveDir, id)
    const permit = { isRevoked: false }
    const mayWrite = holding && (() => !permit.isRevoked && holding.mayWrite(id))
    const shared = { dir, archiveMs, clock, role, cache: this.#cache, remote }
    const archive = new ChannelArchive({ ...shared, mayWrite: role === 'records' ? mayWrite : undefined })
    const { recovered } = archive
    if (recovered !== undefined) log('archive.index_recovered', { channel: id, words: recovered })
    return { archive, permit, sinceMs: performance.now() }
  }

  #openRecordings({ dir, depthMs: archiveMs }: ChannelArchive): RecordingsChannel {
    const { clock, remote } = this.#options
    const reading = { role: 'reads', cache: this.#cache, showsRetained: true, remote } as const
    const timeline = new ChannelArchive({ dir, archiveMs, clock, ...reading })
    const around = { leadMs: recordingPaddingMs, lagMs: recordingPaddingMs }
    return { timeline, numbering: new LiveNumbering(), around }
  }

  async #stop(id: string): Promise<void> {
    const channel = this.#running.get(id)
    this.#running.delete(id)
    this.#recordings.delete(id)
    if (channel !== undefined) await this.#leave(id, channel)
  }
}

/** A change of this value restarts the channel. Depth, schedule, sources and checks change without a restart. */
function signatureOf(config: ChannelConfig): string {
  return config.kind
}

/** Indexes of sources that an earlier channel receives from; marks the channel's own addresses as used. */
function takenIn({ sources }: { readonly sources: readonly LiveSource[] }, taken: Set<string>): number[] {
  if (sources.length === 0) throw new Error('a recorded channel without a source')
  const addresses = sources.map((source) => exclusiveAddress(source))
  const refused = addresses.flatMap((address, place) =>
    address !== undefined && taken.has(address) ? [place] : [],
  )
  for (const address of addresses) if (address !== undefined) taken.add(address)
  return refused
}
