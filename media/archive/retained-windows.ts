/**
 * Windows of a channel's archive that somebody needs beyond its depth: `live/<channel>/retained.json`, all of them in one
 * file that is replaced as a whole. However many need a window, it is stored once. Unlike protected fragments they are
 * not a part of the channel's archive: only a ticket for a recording opens them.
 */
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { syncFolder, writeAtomically } from './index/write-atomically.ts'
import { joinSpans } from './measure-records.ts'

/** Unix ms. */
export interface RetainedWindow {
  readonly beginMs: number
  readonly endMs: number
}

const fileName = 'retained.json'
/** How long the list is trusted: windows that another process wrote count after this time. */
const trustMs = 1000
const maxWindows = 50_000
/** A list that cannot be read deletes nothing. */
const everything: readonly RetainedWindow[] = [{ beginMs: 0, endMs: Number.MAX_SAFE_INTEGER }]

/** Joins what overlaps or touches, in order. Pure. */
export function joinWindows(windows: readonly RetainedWindow[]): readonly RetainedWindow[] {
  return joinSpans(
    windows.filter((one) => one.endMs > one.beginMs),
    0,
  )
}

/** The windows of one channel. Any process may replace them while others read. */
export class RetainedWindows {
  readonly #dir: string
  readonly #clock: () => number
  #windows: readonly RetainedWindow[] = []
  #stamp = ''
  #lookedAtMs = Number.NaN

  /** `channelDir` is `<store>/live/<channel>`. */
  constructor(channelDir: string, clock: () => number) {
    this.#dir = channelDir
    this.#clock = clock
  }

  /** In order, without overlap. */
  get all(): readonly RetainedWindow[] {
    const now = this.#clock()
    if (!(Math.abs(now - this.#lookedAtMs) < trustMs)) this.#read()
    this.#lookedAtMs = now
    return this.#windows
  }

  /** False while the list on disk is corrupt; `all` is everything then. */
  get isReadable(): boolean {
    return this.all !== everything
  }

  /** Whether a part of [beginMs, endMs) is in a window. */
  touches(beginMs: number, endMs: number): boolean {
    const { all } = this
    // The first window that ends after the beginning.
    let [low, high] = [0, all.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((all[middle]?.endMs ?? 0) > beginMs) high = middle
      else low = middle + 1
    }
    const first = all[low]
    return first !== undefined && first.beginMs < endMs
  }

  /** All windows from now on; on disk when it returns. Throws when the disk refuses, and when there are too many. */
  replace(windows: readonly RetainedWindow[]): void {
    const joined = joinWindows(windows)
    if (joined.length > maxWindows) throw new Error(`a channel has at most ${maxWindows} retained windows`)
    const path = join(this.#dir, fileName)
    if (joined.length > 0)
      writeAtomically(path, JSON.stringify(joined.map(({ beginMs, endMs }) => [beginMs, endMs])))
    else if (existsSync(path)) {
      rmSync(path, { force: true })
      syncFolder(this.#dir)
    }
    this.#lookedAtMs = Number.NaN
  }

  #read(): void {
    const path = join(this.#dir, fileName)
    const stats = statSync(path, { throwIfNoEntry: false })
    const stamp = stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`
    if (stamp === this.#stamp) return
    this.#windows = stats === undefined ? [] : (readWindows(path) ?? everything)
    this.#stamp = stamp
  }
}

/** Undefined when the file is corrupt. */
function readWindows(path: string): readonly RetainedWindow[] | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (!Array.isArray(read)) return undefined
    const windows = read.map((one: unknown) => {
      const [beginMs, endMs] = Array.isArray(one) ? (one as unknown[]) : []
      if (!Number.isSafeInteger(beginMs) || !Number.isSafeInteger(endMs)) throw new Error('no window')
      return { beginMs: Number(beginMs), endMs: Number(endMs) }
    })
    return joinWindows(windows)
  } catch {
    return undefined
  }
}
