/**
 * The stills of a store as files in one folder, named `<channel>-<Unix ms>-<width>.webp`. The process that records
 * writes them, every process of the store reads them.
 */
import { mkdirSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { stillWidths, type StillWidth } from './still-schedule.ts'

/** A still of a channel. */
export interface Still {
  /** Where on the channel's timeline it is, Unix ms. */
  readonly atMs: number
  /** The widths in which it exists, ascending. */
  readonly widths: readonly StillWidth[]
}

/** What is older does not show the channel of now. */
const shownMs = 60_000
/** Files stay longer than they are named to clients, so that a request for one always finds it. */
const retainedMs = 3 * 60_000
/** The folder is read at most as often. */
const freshMs = 1000
/** More files than channels can have are not read. */
const maxFiles = 20_000
const nameForm = /^([\w-]{1,64})-(\d{13})-(\d{3})\.webp$/

export class StillFiles {
  readonly #dir: string
  readonly #clock: () => number
  #listed: { readonly atMs: number; readonly newest: Promise<ReadonlyMap<string, Still>> } | undefined

  constructor(dir: string, clock: () => number) {
    this.#dir = dir
    this.#clock = clock
    mkdirSync(dir, { recursive: true })
  }

  /** The newest still of each of these channels that has one of the last minute. */
  async newest(channelIds: readonly string[]): Promise<ReadonlyMap<string, Still>> {
    const nowMs = this.#clock()
    if (this.#listed === undefined || Math.abs(nowMs - this.#listed.atMs) > freshMs)
      this.#listed = { atMs: nowMs, newest: this.#list() }
    const newest = await this.#listed.newest
    return new Map(
      channelIds.flatMap((id) => {
        const still = newest.get(id)
        return still !== undefined && nowMs - still.atMs < shownMs ? [[id, still] as const] : []
      }),
    )
  }

  /** Undefined when there is none, or no longer. */
  async read(channelId: string, atMs: number, width: StillWidth): Promise<Buffer | undefined> {
    const name = nameOf(channelId, atMs, width)
    if (!nameForm.test(name)) return undefined
    return readFile(join(this.#dir, name)).catch(() => undefined)
  }

  /** Where ffmpeg writes a picture before `publish` gives it its name. */
  pathOfNew(name: string): string {
    return join(this.#dir, `${name}.part`)
  }

  /** The size of a picture that ffmpeg has written, in bytes; 0 when it has written none. */
  async sizeOf(path: string): Promise<number> {
    return stat(path).then(
      ({ size }) => size,
      () => 0,
    )
  }

  async publish(path: string, channelId: string, atMs: number, width: StillWidth): Promise<void> {
    const published = await rename(path, join(this.#dir, nameOf(channelId, atMs, width))).then(
      () => true,
      () => false,
    )
    if (published) this.#listed = undefined
  }

  /** Deletes what is no longer shown, and what an ended process left. */
  async forgetOld(): Promise<void> {
    const nowMs = this.#clock()
    for (const name of await this.#names()) {
      const atMs = Number(nameForm.exec(name)?.[2] ?? 0)
      if (Math.abs(nowMs - atMs) > retainedMs) await rm(join(this.#dir, name), { force: true })
    }
  }

  async #list(): Promise<ReadonlyMap<string, Still>> {
    const newest = new Map<string, Still>()
    for (const name of await this.#names()) {
      const [, channelId = '', at, wide] = nameForm.exec(name) ?? []
      const width = stillWidths.find((one) => one === Number(wide))
      const atMs = Number(at)
      const other = newest.get(channelId)
      if (width === undefined || (other !== undefined && other.atMs > atMs)) continue
      const widths = other?.atMs === atMs ? [...other.widths, width] : [width]
      newest.set(channelId, { atMs, widths: widths.toSorted((a, b) => a - b) })
    }
    return newest
  }

  async #names(): Promise<string[]> {
    const names = await readdir(this.#dir).catch((): string[] => [])
    return names.filter((name) => /\.(?:webp|part)$/.test(name)).slice(0, maxFiles)
  }
}

function nameOf(channelId: string, atMs: number, width: StillWidth): string {
  return `${channelId}-${atMs}-${width}.webp`
}
