/** Short looks at live sources that nobody records: few at once, and none that nobody watches. */
import { randomBytes } from 'node:crypto'
import type { LiveSource } from '#media/recorder/ingest/live-source.ts'
import { type PreviewFile, SourcePreview } from './source-preview.ts'

export interface PreviewRequest {
  /** Who looks: only they can read it. */
  readonly owner: string
  /** What is looked at: the same owner gets the same preview while it runs. */
  readonly key: string
  readonly source: LiveSource
}

export type PreviewOpened =
  /** `id` cannot be guessed. It ends at `endsAtMs` (unix milliseconds) at the latest. */
  | { readonly kind: 'playing'; readonly id: string; readonly endsAtMs: number }
  /** Nothing came, with the reason in words, without an address. */
  | { readonly kind: 'failed'; readonly words: string }
  /** So many run already, of others. */
  | { readonly kind: 'full'; readonly limit: number }
  /** One program only can receive at its port, and that is the recorder of this channel. */
  | { readonly kind: 'reserved'; readonly channelId: string }

export interface PreviewOptions {
  readonly ffmpegPath: string
  /** Unix milliseconds. */
  readonly clock: () => number
  /** The channel that needs the port of a source; see `ReservedPorts`. */
  readonly receiverOf?: (source: LiveSource) => string | undefined
  readonly maxOfOwner?: number
  readonly maxOfAll?: number
  /** Without a request for so long it stops. */
  readonly idleMs?: number
  readonly maxMs?: number
  /** How long a source may take to begin. */
  readonly startMs?: number
}

interface Running {
  readonly id: string
  readonly owner: string
  readonly key: string
  readonly source: LiveSource
  readonly preview: SourcePreview
  readonly endsAtMs: number
  lastAtMs: number
  /** How many requests wait until it begins. */
  waiting: number
  isStopped: boolean
}

const defaults = { maxOfOwner: 2, maxOfAll: 4, idleMs: 15_000, maxMs: 600_000, startMs: 24_000 }
const noReceiver = () => undefined
const lookEveryMs = 1000

export class SourcePreviews {
  readonly #options: Required<PreviewOptions>
  readonly #running = new Map<string, Running>()
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: PreviewOptions) {
    this.#options = { receiverOf: noReceiver, ...defaults, ...options }
  }

  /**
   * Starts a preview and waits until something can be played. Beyond the limit of one owner it takes the place of the
   * one that they requested least recently. An aborted request leaves no preview that others do not wait for. A public
   * source cannot lead into the local network.
   */
  async open(request: PreviewRequest, signal: AbortSignal): Promise<PreviewOpened> {
    for (;;) {
      const same = this.#active.find((one) => one.owner === request.owner && one.key === request.key)
      if (same !== undefined) return this.#wait(same, signal)
      if (this.#closed || signal.aborted) return { kind: 'failed', words: 'it does not answer' }
      const channelId = this.#options.receiverOf(request.source)
      if (channelId !== undefined) return { kind: 'reserved', channelId }
      if (!this.#hasRoomFor(request.owner)) return { kind: 'full', limit: this.#options.maxOfAll }
      // One that ends has its port a moment longer.
      const leaving = [...this.#running.values()].filter(
        (one) => one.owner === request.owner && one.isStopped,
      )
      if (leaving.length === 0) return this.#wait(this.#start(request), signal)
      await Promise.all(leaving.map(({ preview }) => preview.ended))
    }
  }

  get #active(): readonly Running[] {
    return [...this.#running.values()].filter(({ isStopped }) => !isStopped)
  }

  /** Stops the owner's own one when there is no room otherwise. */
  #hasRoomFor(owner: string): boolean {
    const { maxOfOwner, maxOfAll } = this.#options
    const own = this.#active
      .filter((one) => one.owner === owner)
      .toSorted((one, other) => one.lastAtMs - other.lastAtMs)
    if (this.#active.length < maxOfAll && own.length < maxOfOwner) return true
    if (own[0] !== undefined) stop(own[0])
    return own[0] !== undefined
  }

  /** A file of a running preview of this owner; undefined for any other. It counts as watching. */
  read(owner: string, id: string, name: string): PreviewFile | undefined {
    const running = this.#running.get(id)
    if (running === undefined || running.owner !== owner) return undefined
    running.lastAtMs = this.#options.clock()
    return running.preview.read(name)
  }

  /** Stops those whose port a recorder needs now; settles when the ports are free. */
  async stopReserved(): Promise<void> {
    const { receiverOf } = this.#options
    const reserved = [...this.#running.values()].filter(({ source }) => receiverOf(source) !== undefined)
    for (const one of reserved) stop(one)
    await Promise.all(reserved.map(({ preview }) => preview.ended))
  }

  /** Stops all of them; none is opened afterwards. */
  async close(): Promise<void> {
    this.#closed = true
    const all = [...this.#running.values()]
    for (const one of all) stop(one)
    await Promise.all(all.map(({ preview }) => preview.ended))
  }

  #start({ owner, key, source }: PreviewRequest): Running {
    const { clock, maxMs, ffmpegPath } = this.#options
    const preview = new SourcePreview(source, ffmpegPath)
    const id = randomBytes(16).toString('hex')
    const nowMs = clock()
    const times = { endsAtMs: nowMs + maxMs, lastAtMs: nowMs }
    const running = { id, owner, key, source, preview, ...times, waiting: 0, isStopped: false }
    this.#running.set(id, running)
    void preview.ended.then(() => this.#forget(id))
    this.#timer ??= setInterval(() => this.#stopIdle(), lookEveryMs).unref()
    return running
  }

  async #wait(running: Running, signal: AbortSignal): Promise<PreviewOpened> {
    const { clock, startMs } = this.#options
    const late = AbortSignal.any([signal, AbortSignal.timeout(startMs)])
    const over = new Promise<'late'>((resolve) => {
      if (late.aborted) resolve('late')
      late.addEventListener('abort', () => resolve('late'), { once: true })
    })
    const { id, preview, endsAtMs } = running
    running.waiting += 1
    const first = await Promise.race([preview.started.then(() => 'started' as const), preview.ended, over])
    running.waiting -= 1
    running.lastAtMs = clock()
    if (first === 'started') return { kind: 'playing', id, endsAtMs }
    if (running.waiting === 0) stop(running)
    return { kind: 'failed', words: first === 'late' ? 'it does not answer' : first }
  }

  #stopIdle(): void {
    const nowMs = this.#options.clock()
    for (const one of this.#running.values())
      // While it starts nobody can request anything of it.
      if (nowMs >= one.endsAtMs || nowMs - one.lastAtMs >= this.#idleOf(one.preview)) stop(one)
  }

  #idleOf(preview: SourcePreview): number {
    const { idleMs, startMs } = this.#options
    return preview.read('init.mp4') === undefined ? Math.max(startMs, idleMs) : idleMs
  }

  #forget(id: string): void {
    this.#running.delete(id)
    if (this.#running.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

function stop(running: Running): void {
  running.isStopped = true
  running.preview.stop()
}
