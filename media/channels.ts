/** The channels of one engine: started, changed and stopped so that only what differs is touched. */
import { join } from 'node:path'
import { ChannelArchive } from '#media/archive/channel-archive.ts'
import type { ArchiveRole } from '#media/archive/epochs.ts'
import { LinearTimeline } from '#media/linear/linear-timeline.ts'
import type { ScheduledItem } from '#media/linear/placed-segments.ts'
import { LiveNumbering } from '#media/origin/live-numbering.ts'
import type { ServedChannel } from '#media/origin/origin.ts'
import { startRecorder, type Recorder } from '#media/recorder/recorder.ts'
import { exclusiveAddress, type LiveSource } from '#media/recorder/source.ts'
import type { AssetShelf } from './asset-shelf.ts'

/** A channel as the engine is told of it. `id`: letters, digits, `_` and `-`, at most 64. */
export type ChannelConfig =
  | {
      readonly id: string
      readonly kind: 'recorded'
      readonly source: LiveSource
      readonly archiveMs: number
    }
  | {
      readonly id: string
      readonly kind: 'linear'
      /** Contiguous, ordered items over [fromMs, toMs), Unix ms. Asked often: answer from memory. */
      readonly schedule: (fromMs: number, toMs: number) => readonly ScheduledItem[]
      readonly archiveMs: number
    }

/** How a channel is. `words` say why it waits. Times are Unix ms; `bytes` since the channel was started. */
export interface ChannelStatus {
  readonly state: 'recording' | 'waiting' | 'linear' | 'stopped'
  readonly words?: string
  readonly lastSegmentAtMs?: number
  readonly epoch?: number
  readonly bytes: number
  readonly restarts: number
}

export interface ChannelsOptions {
  readonly role: ArchiveRole
  readonly liveDir: string
  readonly ffmpegPath: string
  readonly clock: () => number
  readonly shelf: AssetShelf
  readonly log: (event: string, fields: object) => void
}

interface Running extends ServedChannel {
  readonly signature: string
  readonly archive?: ChannelArchive
  readonly recorder?: Recorder
  /** Why nothing is recorded at all. */
  readonly refusal?: string
}

export class Channels {
  readonly #options: ChannelsOptions
  readonly #running = new Map<string, Running>()
  #queue: Promise<void> = Promise.resolve()
  #closed = false

  constructor(options: ChannelsOptions) {
    this.#options = options
  }

  get(id: string): ServedChannel | undefined {
    return this.#running.get(id)
  }

  archive(id: string): ChannelArchive | undefined {
    return this.#running.get(id)?.archive
  }

  get archives(): readonly ChannelArchive[] {
    return [...this.#running.values()].flatMap((channel) => channel.archive ?? [])
  }

  status(id: string): ChannelStatus {
    const channel = this.#running.get(id)
    if (channel === undefined) return { state: 'stopped', bytes: 0, restarts: 0 }
    if (channel.refusal !== undefined)
      return { state: 'waiting', words: channel.refusal, bytes: 0, restarts: 0 }
    if (channel.recorder !== undefined) return channel.recorder.status()
    if (channel.archive === undefined) return { state: 'linear', bytes: 0, restarts: 0 }
    return { state: 'waiting', words: 'another process records this channel', bytes: 0, restarts: 0 }
  }

  /** Settles when what had to stop has stopped and what had to start is started. Calls take their turn. */
  set(configs: readonly ChannelConfig[]): Promise<void> {
    const done = this.#queue.then(() => this.#apply(configs))
    this.#queue = done.catch(() => undefined)
    return done
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#queue
    await Promise.all([...this.#running.keys()].map((id) => this.#stop(id)))
  }

  async #apply(configs: readonly ChannelConfig[]): Promise<void> {
    if (this.#closed) return
    const signatures = new Map(configs.map((config) => [config.id, signatureOf(config)]))
    if (signatures.size !== configs.length) throw new Error('two channels with one id')
    const gone = [...this.#running].filter(([id, channel]) => signatures.get(id) !== channel.signature)
    await Promise.all(gone.map(([id]) => this.#stop(id)))
    const taken = new Set<string>()
    for (const config of configs) {
      const address = config.kind === 'recorded' ? exclusiveAddress(config.source) : undefined
      const refusal =
        address !== undefined && taken.has(address) ? 'another channel receives from this address' : undefined
      if (address !== undefined) taken.add(address)
      this.#start(config, refusal)
    }
  }

  #start(config: ChannelConfig, refusal: string | undefined): void {
    if (!/^[\w-]{1,64}$/.test(config.id)) throw new Error(`channel id ${config.id}`)
    const before = this.#running.get(config.id)
    const numbering = before?.numbering ?? new LiveNumbering()
    const { clock, shelf, ffmpegPath, liveDir, log, role } = this.#options
    if (config.kind === 'linear') {
      // The schedule is a function: only the channel that holds it can tell whether it changed.
      const { schedule, archiveMs } = config
      const describeAsset = (id: string) => shelf.describe(id)
      const assetDir = (id: string): string => shelf.dir(id)
      const timeline = new LinearTimeline({ schedule, archiveMs, clock, describeAsset, assetDir })
      this.#running.set(config.id, { signature: signatureOf(config), numbering, timeline })
      return
    }
    if (before?.archive !== undefined && before.refusal === refusal) {
      before.archive.setDepth(config.archiveMs)
      return
    }
    const archive =
      before?.archive ??
      new ChannelArchive({ dir: join(liveDir, config.id), archiveMs: config.archiveMs, clock, role })
    const base = { signature: signatureOf(config), numbering, timeline: archive, archive }
    if (refusal !== undefined) {
      void before?.recorder?.close()
      this.#running.set(config.id, { ...base, refusal })
      return
    }
    if (role === 'reads') {
      this.#running.set(config.id, base)
      return
    }
    const say = (event: string, fields: object): void => log(event, { channel: config.id, ...fields })
    const recorder = startRecorder({ source: config.source, archive, ffmpegPath, clock, log: say })
    this.#running.set(config.id, { ...base, recorder })
  }

  async #stop(id: string): Promise<void> {
    const channel = this.#running.get(id)
    this.#running.delete(id)
    await channel?.recorder?.close()
    await channel?.archive?.close()
  }
}

/** What makes a channel another one. Depth and schedule may change without a restart. */
function signatureOf(config: ChannelConfig): string {
  if (config.kind === 'linear') return 'linear'
  const { kind, url, userAgent, referer } = config.source
  return JSON.stringify(['recorded', kind, url, userAgent, referer])
}
