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
  /** So many run already, of this owner or in all. */
  | { readonly kind: 'full'; readonly of: 'owner' | 'all'; readonly limit: number }

export interface PreviewOptions {
  readonly ffmpegPath: string
  /** Unix milliseconds. */
  readonly clock: () => number
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
  readonly preview: SourcePreview
  readonly endsAtMs: number
  lastAtMs: number
}

const defaults = { maxOfOwner: 2, maxOfAll: 4, idleMs: 15_000, maxMs: 600_000, startMs: 24_000 }
const lookEveryMs = 1000

export class SourcePreviews {
  readonly #options: Required<PreviewOptions>
  readonly #running = new Map<string, Running>()
  #timer: NodeJS.Timeout | undefined

  constructor(options: PreviewOptions) {
    this.#options = { ...defaults, ...options }
  }

  /** Starts a preview and waits until something can be played. A public source cannot lead into the local network. */
  async open({ owner, key, source }: PreviewRequest, signal: AbortSignal): Promise<PreviewOpened> {
    const { clock, maxOfOwner, maxOfAll, maxMs, ffmpegPath } = this.#options
    const all = [...this.#running.values()]
    const own = all.filter((one) => one.owner === owner)
    const same = own.find((one) => one.key === key)
    if (same !== undefined) return this.#wait(same, signal)
    if (own.length >= maxOfOwner) return { kind: 'full', of: 'owner', limit: maxOfOwner }
    if (all.length >= maxOfAll) return { kind: 'full', of: 'all', limit: maxOfAll }
    const preview = new SourcePreview(source, ffmpegPath)
    const id = randomBytes(16).toString('hex')
    const nowMs = clock()
    const running = { id, owner, key, preview, endsAtMs: nowMs + maxMs, lastAtMs: nowMs }
    this.#running.set(id, running)
    void preview.ended.then(() => this.#forget(id))
    this.#timer ??= setInterval(() => this.#stopIdle(), lookEveryMs).unref()
    return this.#wait(running, signal)
  }

  /** A file of a running preview of this owner; undefined for any other. It counts as watching. */
  read(owner: string, id: string, name: string): PreviewFile | undefined {
    const running = this.#running.get(id)
    if (running === undefined || running.owner !== owner) return undefined
    running.lastAtMs = this.#options.clock()
    return running.preview.read(name)
  }

  /** Stops all of them. */
  async close(): Promise<void> {
    const all = [...this.#running.values()]
    for (const { preview } of all) preview.stop()
    await Promise.all(all.map(({ preview }) => preview.ended))
  }

  async #wait(running: Running, signal: AbortSignal): Promise<PreviewOpened> {
    const { clock, startMs } = this.#options
    const late = AbortSignal.any([signal, AbortSignal.timeout(startMs)])
    const over = new Promise<'late'>((resolve) => {
      if (late.aborted) resolve('late')
      late.addEventListener('abort', () => resolve('late'), { once: true })
    })
    const { id, preview, endsAtMs } = running
    const first = await Promise.race([preview.started.then(() => 'started' as const), preview.ended, over])
    running.lastAtMs = clock()
    if (first === 'started') return { kind: 'playing', id, endsAtMs }
    preview.stop()
    return { kind: 'failed', words: first === 'late' ? 'it does not answer' : first }
  }

  #stopIdle(): void {
    const nowMs = this.#options.clock()
    for (const { preview, lastAtMs, endsAtMs } of this.#running.values())
      // While it starts nobody can request anything of it.
      if (nowMs >= endsAtMs || nowMs - lastAtMs >= this.#idleOf(preview)) preview.stop()
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
