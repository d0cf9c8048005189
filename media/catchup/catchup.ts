/** Plays the past that providers of channels have: sessions, their connections to providers, and their disk. */
import type { ChannelLog } from '#media/log-events/log-events.ts'
import { ForwardProxy } from '#media/network/forward-proxy.ts'
import { guardedLookup } from '#media/network/guarded-lookup.ts'
import { isWrittenLocal, SourceRefused, type Connection } from '#media/network/source-guard.ts'
import type { StreamPlan } from '#media/recorder/ingest/stream-plan.ts'
import { CatchupSession, cellMs, idleMs, type StartOutcome } from './catchup-session.ts'
import { fillCatchupTemplate, type CatchupTemplate } from './catchup-template.ts'
import { CellStore } from './cell-store.ts'
import { lookAtProvider } from './look-at-provider.ts'
import { ProviderRun, type ProviderSource } from './provider-run.ts'

/** The past of one channel, as its provider has it. */
export interface CatchupConfig extends CatchupTemplate {
  /** How far back the provider reaches. */
  readonly reachMs: number
  readonly correctionSec: number
  /** The IANA time zone in which the provider writes dates. */
  readonly zone: string
  /** The programme's own id, where the template needs it. Called often: answer from memory. */
  readonly idAt?: (beginMs: number) => string | undefined
}

export interface CatchupOptions {
  /** For cells; each process has a folder of its own in it. */
  readonly dir: string
  readonly ffmpegPath: string
  /** Unix milliseconds. */
  readonly clock: () => number
  readonly log: ChannelLog
  /** Connections to one provider at once; all channels of one host are one provider. */
  readonly maxConnections: number
  readonly maxBytes: number
}

/** Sessions without a viewer are forgotten after this; their cells go by age. */
const forgetMs = 30 * 60_000
const tickMs = 5000
const maxSessions = 200
const longestWindowMs = 86_400_000

interface Channel {
  readonly config: CatchupConfig
  readonly signature: string
  /** The streams of the provider, of an earlier run. */
  plan?: StreamPlan
}

export class Catchup {
  readonly #options: CatchupOptions
  /** Opened with the first session: other processes use engines over the same folder. */
  #store: CellStore | undefined
  readonly #channels = new Map<string, Channel>()
  readonly #sessions = new Map<string, { readonly session: CatchupSession; readonly channelId: string }>()
  readonly #runs = new Set<ProviderRun>()
  readonly #proxy = new ForwardProxy()
  /** For addresses that come from a guide, or from a list alone: they never lead into the local network. */
  readonly #guardedProxy = new ForwardProxy({ lookup: guardedLookup(intoLocalNetwork) })
  readonly #timer: NodeJS.Timeout
  #count = 0

  constructor(options: CatchupOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#tick(), tickMs)
    this.#timer.unref()
  }

  /** Replaces the channels; sessions of channels that are gone or changed end. */
  set(configs: ReadonlyMap<string, CatchupConfig>): void {
    for (const id of this.#channels.keys()) if (!configs.has(id)) this.#drop(id)
    for (const [id, config] of configs) {
      const signature = JSON.stringify(config)
      if (this.#channels.get(id)?.signature === signature) continue
      this.#drop(id)
      this.#channels.set(id, { config, signature })
    }
  }

  /**
   * The session of a window, opened when there is none; undefined where the provider does not reach. A window is in reach
   * until its end is out of it: who has begun to watch it can watch all of it.
   */
  open(channelId: string, beginMs: number, endMs: number): CatchupSession | undefined {
    const channel = this.#channels.get(channelId)
    const nowMs = this.#options.clock()
    if (channel === undefined || beginMs >= nowMs || endMs <= beginMs) return undefined
    const key = `${channelId} ${beginMs}-${endMs}`
    const open = this.#sessions.get(key)
    if (open !== undefined) return open.session
    if (endMs <= nowMs - channel.config.reachMs || endMs - beginMs > longestWindowMs) return undefined
    if (this.#sessions.size >= maxSessions) this.#forgetOldest()
    const session = new CatchupSession({
      // Cells of an earlier session of the same window may still be in deletion.
      name: `${channelId}-${Math.floor(beginMs / 1000)}-${++this.#count}`,
      ...{ beginMs, endMs, isWhole: channel.config.isWhole },
      store: (this.#store ??= new CellStore(this.#options.dir, () => this.#options.maxBytes)),
      clock: this.#options.clock,
      startRun: (one, cell, viewer) => this.#startRun(channel, one, cell, viewer),
      onFailure: (words) => this.#options.log('catchup.provider_failed', { channel: channelId, words }),
    })
    this.#sessions.set(key, { session, channelId })
    return session
  }

  /** Prepares a window for a viewer: what its first request would wait for. Never rejects. */
  async prepare(
    window: { readonly channelId: string; readonly beginMs: number; readonly endMs: number },
    viewer: string,
    waitMs: number,
  ): Promise<StartOutcome> {
    const session = this.open(window.channelId, window.beginMs, window.endMs)
    // Otherwise one that begins many windows could use all connections.
    for (const { session: other } of this.#sessions.values()) if (other !== session) other.leave(viewer)
    return session?.start(viewer, waitMs) ?? { kind: 'gone', words: 'the provider does not reach that far' }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    const all = [...this.#sessions.values()]
    this.#sessions.clear()
    await Promise.all(all.map(({ session }) => session.close()))
    await this.#store?.close()
    this.#proxy.close()
    this.#guardedProxy.close()
  }

  #drop(channelId: string): void {
    this.#channels.delete(channelId)
    for (const [key, one] of this.#sessions)
      if (one.channelId === channelId) {
        this.#sessions.delete(key)
        void one.session.close()
      }
  }

  #tick(): void {
    const nowMs = performance.now()
    for (const [key, { session }] of this.#sessions) {
      session.stopIdleRuns()
      if (session.runs > 0 || nowMs - session.usedAtMs < forgetMs) continue
      this.#sessions.delete(key)
      void session.close()
    }
  }

  #forgetOldest(): void {
    const [oldest] = [...this.#sessions]
      .filter(([, { session }]) => performance.now() - session.usedAtMs > idleMs)
      .toSorted(([, one], [, other]) => one.session.usedAtMs - other.session.usedAtMs)
    if (oldest === undefined) return
    this.#sessions.delete(oldest[0])
    void oldest[1].session.close()
  }

  #startRun(
    channel: Channel,
    session: CatchupSession,
    cell: number,
    viewer: string,
  ): ProviderRun | undefined {
    const { config } = channel
    const { granularitySec, isWhole } = config
    const beginMs = session.beginMs + cell * cellMs
    const sourceBeginMs = isWhole
      ? beginMs
      : Math.floor(beginMs / (granularitySec * 1000)) * granularitySec * 1000
    const url = fillCatchupTemplate(config, {
      beginSec: sourceBeginMs / 1000,
      endSec: session.endMs / 1000,
      nowSec: Math.floor(this.#options.clock() / 1000),
      ...{ correctionSec: config.correctionSec, zone: config.zone },
      id: config.idAt?.(session.beginMs),
    })
    const provider = URL.canParse(url) ? new URL(url).host : ''
    if (!this.#hasConnection(provider, viewer)) return undefined
    const proxy = config.isForeign ? this.#guardedProxy : this.#proxy
    const { ffmpegPath, clock } = this.#options
    const stopping = [...this.#runs].filter((one) => one.isStopping && one.provider === provider)
    const run: ProviderRun = new ProviderRun({
      provider,
      open: async (signal) => {
        // A provider with one connection refuses the next one while the last is open.
        await Promise.all(stopping.map((one) => one.ended))
        return openSource(config, url, signal, proxy.own)
      },
      ...{ sourceBeginMs, originMs: session.beginMs, cellMs, firstCell: cell, cellCount: session.cellCount },
      ...{ plan: channel.plan, ffmpegPath, clock, proxy },
      onTracks: (tracks, bitsPerSecond) => session.describe(tracks, bitsPerSecond),
      onCell: (cut) => void session.take(cut).catch((error: unknown) => run.stop(diskWords(error))),
    })
    this.#runs.add(run)
    void run.ended.then(({ plan }) => {
      this.#runs.delete(run)
      if (session.tracks.length > 0) channel.plan = plan
    })
    return run
  }

  /** Whether a connection is free, where needed by stopping a run that nobody else needs. */
  #hasConnection(provider: string, viewer: string): boolean {
    const used = [...this.#runs].filter((one) => one.provider === provider && !one.isStopping).length
    if (used < this.#options.maxConnections) return true
    for (const { session } of this.#sessions.values()) if (session.freeRun(viewer, provider)) return true
    return false
  }
}

async function openSource(
  { isForeign, userAgent, referer }: CatchupConfig,
  url: string,
  signal: AbortSignal,
  own: Connection,
): Promise<ProviderSource> {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    return { kind: 'failed', words: 'the provider’s address cannot be read' }
  if (isForeign && isWrittenLocal(new URL(url)))
    return {
      kind: 'failed',
      words: 'its address leads into the local network, and the operator has not written it',
    }
  const headers = {
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(referer === undefined ? {} : { referer }),
  }
  const answer = await lookAtProvider(url, headers, signal, own)
  if (answer.kind === 'failed') return answer
  return { kind: 'source', source: { url, kind: answer.kind, ...headers, fromStart: true } }
}

function intoLocalNetwork(): SourceRefused {
  return new SourceRefused('it leads into the local network')
}

function diskWords(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException
  return `the disk does not take it (${code === '' ? 'unknown error' : code})`
}
