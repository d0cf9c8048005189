/** Events of a channel's sources: a limited list in memory and, line by line, in the channel's folder. */
import { readFileSync } from 'node:fs'
import { appendFile, mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** `sourceIndex` is the source's index in the list at that time, from 0. `atMs` is Unix time. Contains no addresses. */
export interface HealthEvent {
  readonly atMs: number
  readonly sourceIndex: number
  readonly kind:
    | 'up'
    | 'died'
    /** It is not live (any more). */
    | 'ended'
    | 'black'
    | 'frozen'
    | 'silent'
    | 'slate'
    | 'picture_ok'
    /** A source other than the preferred one is recorded from now on. */
    | 'changed'
    /** A source with higher preference is recorded, because it is healthy again. */
    | 'returned'
  readonly words?: string
}

const file = 'health.jsonl'
const maxEvents = 200
const formatKinds = new Set<string>([
  ...['up', 'died', 'ended', 'black', 'frozen', 'silent', 'slate', 'picture_ok', 'changed', 'returned'],
])
const longestWords = 300

const withScheme = /\b[a-z][a-z0-9+.-]*:\/\/[^\s'")\]]+/gi
const numbers =
  /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?![\d.])|\[?(?:[\da-f]{0,4}:){3,7}[\da-f]{0,4}\]?(?::\d{1,5})?/gi
/** The messages of Node and ffmpeg for a name that could not be resolved. */
const names = /(?<=\b(?:ENOTFOUND|EAI_AGAIN|hostname|host) )[\w-]+(?:\.[\w-]+)+/g

/** Addresses may contain credentials and tokens: they are removed, also what looks like one. */
export function withoutAddresses(words: string): string {
  return [withScheme, numbers, names]
    .reduce((text, pattern) => text.replace(pattern, 'the source'), words)
    .slice(0, longestWords)
}

/** The last events of a channel, oldest first; `dir` is its folder in the store. Empty when there are none. */
export function readHealth(dir: string): HealthEvent[] {
  let text: string
  try {
    text = readFileSync(join(dir, file), 'utf8')
  } catch {
    return []
  }
  return text
    .split('\n')
    .slice(-maxEvents * 3)
    .flatMap((line) => readEvent(line) ?? [])
    .slice(-maxEvents)
}

function readEvent(line: string): HealthEvent | undefined {
  try {
    // A line that a crash cut off is not an event.
    const { place, ...rest } = JSON.parse(line) as Partial<HealthEvent> & { readonly place?: number }
    // An earlier version wrote the index as `place`.
    const value = { sourceIndex: place, ...rest }
    if (typeof value.atMs !== 'number' || typeof value.sourceIndex !== 'number') return undefined
    return value.kind !== undefined && formatKinds.has(value.kind) ? (value as HealthEvent) : undefined
  } catch {
    return undefined
  }
}

export class HealthHistory {
  readonly #path: string
  #events: HealthEvent[]
  #lines: number
  #queue: Promise<void> = Promise.resolve()

  constructor(dir: string) {
    this.#path = join(dir, file)
    this.#events = readHealth(dir)
    this.#lines = this.#events.length
  }

  /** Oldest first. */
  get events(): readonly HealthEvent[] {
    return this.#events
  }

  /** An outage is one event however often the source is retried: the same event twice in a row is left out. */
  add(event: HealthEvent): void {
    const words = event.words === undefined ? undefined : withoutAddresses(event.words)
    const last = this.#events.findLast(({ sourceIndex }) => sourceIndex === event.sourceIndex)
    if (
      last?.kind === event.kind &&
      (event.kind === 'died' || event.kind === 'ended' || last.words === words)
    )
      return
    const entry = { ...event, ...(words === undefined ? {} : { words }) }
    this.#events = [...this.#events.slice(1 - maxEvents), entry]
    const events = this.#events
    this.#queue = this.#queue.then(() => this.#write(entry, events)).catch(() => undefined)
  }

  async written(): Promise<void> {
    await this.#queue
  }

  /** A full disk loses the line, never the recording. */
  async #write(event: HealthEvent, events: readonly HealthEvent[]): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true })
    if (this.#lines++ < maxEvents * 2) return appendFile(this.#path, `${JSON.stringify(event)}\n`)
    await writeFile(`${this.#path}.tmp`, events.map((one) => `${JSON.stringify(one)}\n`).join(''))
    await rename(`${this.#path}.tmp`, this.#path)
    this.#lines = events.length
  }
}
