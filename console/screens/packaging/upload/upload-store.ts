/**
 * The uploads of this page of the browser, one at a time. They go on while other screens of the console are open, and end
 * when the page is closed; chosen again, the same file continues where it was.
 */
import { useSyncExternalStore } from 'react'
import { isCancelled } from '#console/session/call-error.ts'
import { FileUnreadable, type SendingStage, sendFilm } from './send-film.ts'
import { type Transport, sendByXhr } from './transport.ts'

export interface FilmUpload {
  readonly id: number
  readonly file: File
  /** Its address at the server; '' before it has one. */
  readonly location: string
  readonly state: 'queued' | SendingStage | 'done' | 'failed' | 'cancelled'
  readonly sentBytes: number
  /** Undefined before it was measured. */
  readonly bytesPerSec: number | undefined
  /** Why it failed; `unreadable`: the file cannot be read any more. */
  readonly problem: string
}

/** What it is done with; another one in tests. */
export interface UploadTools {
  readonly transport: Transport
  nowMs(): number
  pause(ms: number, signal: AbortSignal): Promise<void>
}

const browserTools: UploadTools = {
  transport: sendByXhr,
  nowMs: () => performance.now(),
  pause: (ms, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, ms)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(new DOMException('stopped', 'AbortError'))
      })
    }),
}

/** The speed is that of this time. */
const speedMs = 15_000
const active: ReadonlySet<FilmUpload['state']> = new Set(['queued', 'sending', 'waiting', 'checking'])

export class UploadStore {
  #uploads: readonly FilmUpload[] = []
  #lastId = 0
  #isRunning = false
  readonly #aborts = new Map<number, AbortController>()
  readonly #listeners = new Set<() => void>()
  readonly #tools: UploadTools

  constructor(tools: UploadTools = browserTools) {
    this.#tools = tools
  }

  readonly subscribe = (onChange: () => void): (() => void) => {
    this.#listeners.add(onChange)
    return () => this.#listeners.delete(onChange)
  }

  readonly all = (): readonly FilmUpload[] => this.#uploads

  /** Adds files; one that is under way is not added twice. */
  add(files: readonly File[]): void {
    for (const file of files) {
      const isThere = this.#uploads.some((one) => active.has(one.state) && isSame(one.file, file))
      if (isThere) continue
      const upload = {
        id: ++this.#lastId,
        file,
        location: '',
        state: 'queued',
        sentBytes: 0,
        problem: '',
      } as const
      this.#set([
        ...this.#uploads.filter((one) => active.has(one.state) || !isSame(one.file, file)),
        { ...upload, bytesPerSec: undefined },
      ])
    }
    void this.#run()
  }

  retry(id: number): void {
    this.#change(id, { state: 'queued', problem: '' })
    void this.#run()
  }

  /** Stops an upload and deletes what arrived of it. */
  async cancel(id: number): Promise<void> {
    const upload = this.#uploads.find((one) => one.id === id)
    if (upload === undefined) return
    this.#aborts.get(id)?.abort()
    this.#set(this.#uploads.filter((one) => one.id !== id))
    if (upload.location !== '' && upload.state !== 'done') await this.discard(upload.location)
  }

  /** Deletes an upload at the server. */
  async discard(location: string): Promise<void> {
    const signal = new AbortController().signal
    await this.#tools.transport({ method: 'DELETE', path: location, signal })
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    for (let next = this.#next(); next !== undefined; next = this.#next()) await this.#send(next)
    this.#isRunning = false
  }

  #next(): FilmUpload | undefined {
    return this.#uploads.find(({ state }) => state === 'queued')
  }

  async #send({ id, file }: FilmUpload): Promise<void> {
    const abort = new AbortController()
    this.#aborts.set(id, abort)
    const { transport, nowMs, pause } = this.#tools
    const speed = speedOf(nowMs)
    this.#change(id, { state: 'sending' })
    try {
      await sendFilm(file, {
        ...{ transport, nowMs, signal: abort.signal },
        pause: (ms) => pause(ms, abort.signal),
        onLocation: (location) => this.#change(id, { location }),
        onProgress: (sentBytes, state) =>
          this.#change(id, {
            state,
            ...(sentBytes === undefined ? {} : { sentBytes, bytesPerSec: speed(sentBytes) }),
          }),
      })
      this.#change(id, { state: 'done', sentBytes: file.size })
    } catch (error) {
      const problem =
        error instanceof FileUnreadable ? 'unreadable' : error instanceof Error ? error.message : ''
      const state = isCancelled(error) || abort.signal.aborted ? 'cancelled' : 'failed'
      this.#change(id, { state, problem })
    } finally {
      this.#aborts.delete(id)
    }
  }

  #change(id: number, values: Partial<FilmUpload>): void {
    this.#set(this.#uploads.map((one) => (one.id === id ? { ...one, ...values } : one)))
  }

  #set(uploads: readonly FilmUpload[]): void {
    this.#uploads = uploads
    const isActive = uploads.some(({ state }) => active.has(state))
    if (isActive) addEventListener('beforeunload', warn)
    else removeEventListener('beforeunload', warn)
    for (const listener of this.#listeners) listener()
  }
}

/** The browser asks before the page is closed. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function isSame(one: File, other: File): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified
}

/** The mean of the last seconds. */
function speedOf(nowMs: () => number): (sentBytes: number) => number | undefined {
  let samples: readonly (readonly [number, number])[] = []
  return (sentBytes) => {
    const now = nowMs()
    samples = [
      ...samples.filter(([atMs, bytes]) => now - atMs < speedMs && bytes <= sentBytes),
      [now, sentBytes],
    ]
    const [first] = samples
    if (first === undefined || now - first[0] < 500) return undefined
    return ((sentBytes - first[1]) * 1000) / (now - first[0])
  }
}

export const filmUploads = new UploadStore()

export function useFilmUploads(store: UploadStore): readonly FilmUpload[] {
  return useSyncExternalStore(store.subscribe, store.all)
}
