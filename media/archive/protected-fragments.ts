/**
 * Fragments of a channel's archive that are retained beyond its depth: `live/<channel>/protected/<begin>-<end>.json`,
 * one file each, so that two concurrent requests never overwrite each other; the file name alone protects.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { namesIn } from './index/day-index.ts'
import { writeAtomically } from './index/write-atomically.ts'

/** Unix ms. `name` is a label for people. */
export interface ProtectedFragment {
  readonly beginMs: number
  readonly endMs: number
  readonly name: string
}

/** How long the list is trusted: a fragment protected by another process counts after this time. */
const trustMs = 1000
const longestMs = 24 * 3_600_000
const maxFragments = 1000
const longestName = 200

/** Whether a fragment is protected now; `reason` is a text for the operator. */
export type ProtectResponse =
  | { readonly kind: 'protected' }
  | { readonly kind: 'refused'; readonly reason: string }

/** The fragments of one channel. Any process may add and remove fragments while others read. */
export class ProtectedFragments {
  readonly #dir: string
  readonly #clock: () => number
  readonly #names = new Map<string, string>()
  #fragments: readonly ProtectedFragment[] = []
  #lookedAtMs = Number.NaN

  /** `channelDir` is `<store>/live/<channel>`. */
  constructor(channelDir: string, clock: () => number) {
    this.#dir = join(channelDir, 'protected')
    this.#clock = clock
  }

  /** Sorted by start. */
  get all(): readonly ProtectedFragment[] {
    const now = this.#clock()
    if (!(Math.abs(now - this.#lookedAtMs) < trustMs)) this.#read()
    this.#lookedAtMs = now
    return this.#fragments
  }

  /** Protecting the same range again changes its name. */
  add(fragment: ProtectedFragment): ProtectResponse {
    const refused = (reason: string): ProtectResponse => ({ kind: 'refused', reason })
    const { beginMs, endMs } = fragment
    if (!Number.isSafeInteger(beginMs) || !Number.isSafeInteger(endMs) || beginMs < 0 || endMs <= beginMs)
      return refused('a fragment ends after it begins')
    if (endMs - beginMs > longestMs) return refused('a fragment lasts at most 24 hours')
    this.#read()
    if (this.#fragments.length >= maxFragments)
      return refused(`a channel has at most ${maxFragments} protected fragments`)
    mkdirSync(this.#dir, { recursive: true })
    const name = fragment.name.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, longestName)
    writeAtomically(join(this.#dir, fileOf(beginMs, endMs)), JSON.stringify({ name }))
    this.#names.delete(fileOf(beginMs, endMs))
    this.#lookedAtMs = Number.NaN
    return { kind: 'protected' }
  }

  /** True when there was one with exactly these borders. */
  remove(beginMs: number, endMs: number): boolean {
    this.#read()
    const exists = this.#fragments.some((one) => one.beginMs === beginMs && one.endMs === endMs)
    rmSync(join(this.#dir, fileOf(beginMs, endMs)), { force: true })
    this.#lookedAtMs = Number.NaN
    return exists
  }

  #read(): void {
    const files = namesIn(this.#dir).flatMap((file) => {
      const borders = /^(\d{1,15})-(\d{1,15})\.json$/.exec(file)
      return borders === null ? [] : [{ file, beginMs: Number(borders[1]), endMs: Number(borders[2]) }]
    })
    for (const cached of this.#names.keys())
      if (!files.some(({ file }) => file === cached)) this.#names.delete(cached)
    this.#fragments = files
      .map(({ file, beginMs, endMs }) => ({ beginMs, endMs, name: this.#nameIn(file) }))
      .toSorted((one, other) => one.beginMs - other.beginMs || one.endMs - other.endMs)
  }

  #nameIn(file: string): string {
    const cached = this.#names.get(file)
    if (cached !== undefined) return cached
    let name = ''
    try {
      const read = JSON.parse(readFileSync(join(this.#dir, file), 'utf8')) as { name?: unknown } | null
      if (typeof read?.name === 'string') name = read.name.slice(0, longestName)
    } catch {
      // A fragment whose content cannot be read is still protected.
    }
    this.#names.set(file, name)
    return name
  }
}

function fileOf(beginMs: number, endMs: number): string {
  return `${beginMs}-${endMs}.json`
}
