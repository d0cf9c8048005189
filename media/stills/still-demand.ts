/**
 * Which channels somebody looks at, and how large. A process that only reads the store writes its own demand to a file
 * beside the stills, where the process that records reads it.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stillWidths, type StillWidth } from './still-schedule.ts'

/** Clients ask every 20 s: who has not asked for two minutes has stopped. */
const requestedMs = 2 * 60_000
/** A file is written at once for a new channel, and as often while clients only go on asking. */
const writeEveryMs = 30_000
const maxChannels = 5000
const maxFiles = 64
const maxFileBytes = 1 << 20

interface ChannelRequest {
  readonly untilMs: number
  readonly width: StillWidth
}

type Line = readonly [channelId: string, untilMs: number, width: number]

export class StillDemand {
  readonly #dir: string
  readonly #clock: () => number
  /** Undefined in the only process that records: nobody else has to know. */
  readonly #path: string | undefined
  readonly #own = new Map<string, ChannelRequest>()
  #writtenMs = Number.NEGATIVE_INFINITY
  #writing: Promise<void> = Promise.resolve()

  constructor(dir: string, clock: () => number, role: 'records' | 'reads') {
    this.#dir = join(dir, 'requested')
    this.#clock = clock
    this.#path = role === 'reads' ? join(this.#dir, `${randomUUID()}.json`) : undefined
    mkdirSync(this.#dir, { recursive: true })
  }

  /** True when something is requested that was not before. */
  want(channelIds: readonly string[], width: StillWidth): boolean {
    const nowMs = this.#clock()
    let isNew = false
    for (const id of channelIds) {
      const request = this.#own.get(id)
      const isCurrent = request !== undefined && request.untilMs > nowMs
      // The larger size stays requested until nobody has asked for any: it includes the smaller one.
      const larger = isCurrent && request.width > width ? request.width : width
      if (!isCurrent || request.width < larger) isNew = true
      if (isCurrent || this.#own.size < maxChannels)
        this.#own.set(id, { untilMs: nowMs + requestedMs, width: larger })
    }
    const isDue = isNew || Math.abs(nowMs - this.#writtenMs) > writeEveryMs
    if (this.#path !== undefined && isDue) this.#write(this.#path, nowMs)
    return isNew
  }

  /** What this process and those beside it want now. */
  async requested(): Promise<ReadonlyMap<string, StillWidth>> {
    const nowMs = this.#clock()
    const requested = new Map<string, StillWidth>()
    const add = (id: string, { untilMs, width }: ChannelRequest) => {
      if (untilMs > nowMs && untilMs <= nowMs + requestedMs && width > (requested.get(id) ?? 0))
        requested.set(id, width)
    }
    for (const [id, request] of this.#own) {
      if (request.untilMs <= nowMs) this.#own.delete(id)
      else add(id, request)
    }
    for (const [id, untilMs, wide] of await this.#ofOthers()) {
      const width = stillWidths.find((one) => one === wide)
      if (width !== undefined && requested.size < maxChannels) add(id, { untilMs, width })
    }
    return requested
  }

  async close(): Promise<void> {
    await this.#writing
    if (this.#path !== undefined) rmSync(this.#path, { force: true })
  }

  #write(path: string, nowMs: number): void {
    this.#writtenMs = nowMs
    this.#writing = this.#writing
      .then(async () => {
        const lines = [...this.#own].map(([id, { untilMs, width }]): Line => [id, untilMs, width])
        await writeFile(`${path}.part`, JSON.stringify(lines))
        await rename(`${path}.part`, path)
      })
      // A full disk: the next request tries again.
      .catch(() => {
        this.#writtenMs = Number.NEGATIVE_INFINITY
      })
  }

  async #ofOthers(): Promise<readonly Line[]> {
    const names = await readdir(this.#dir).catch((): string[] => [])
    const lines: Line[] = []
    for (const name of names.slice(0, maxFiles)) {
      const path = join(this.#dir, name)
      const stats = await stat(path).catch(() => undefined)
      if (stats === undefined) continue
      // Of a process that has ended: its last requests are over.
      if (Math.abs(this.#clock() - stats.mtimeMs) > 2 * requestedMs) await rm(path, { force: true })
      else if (name.endsWith('.json') && stats.size <= maxFileBytes)
        lines.push(...linesOf(await readFile(path, 'utf8').catch(() => '')))
    }
    return lines
  }
}

/** What is not a list of requests counts as none. */
function linesOf(text: string): Line[] {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.filter(isLine) : []
  } catch {
    return []
  }
}

function isLine(line: unknown): line is Line {
  if (!Array.isArray(line)) return false
  const [id, untilMs, width] = line as readonly unknown[]
  return typeof id === 'string' && typeof untilMs === 'number' && typeof width === 'number'
}
