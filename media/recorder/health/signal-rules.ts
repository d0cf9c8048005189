/**
 * Turns single checks of a channel into a verdict on its video and audio. Pure: checks in, verdicts out.
 * A fault needs every check over its whole minimum time; one good check ends it.
 */

/** The fault of video or audio; `unknown` until something was checked. */
export type SignalState = 'ok' | 'black' | 'frozen' | 'silent' | 'slate' | 'unknown'

/** Whether something was checked and found faulty. */
export function isFault(signalState: SignalState): boolean {
  return signalState !== 'ok' && signalState !== 'unknown'
}

/** How a channel is checked. Milliseconds. */
export interface SignalSettings {
  readonly isOff?: boolean
  /** A frozen video is no fault: radio with a still image. */
  readonly stillPictures?: boolean
  /** Interval between checks; 10 s when absent. */
  readonly everyMs?: number
  /** Minimum duration of a fault: 20 s black, 45 s frozen, 30 s silent, 8 s of a slate when absent. */
  readonly blackMs?: number
  readonly frozenMs?: number
  readonly silentMs?: number
  readonly slateMs?: number
}

/** Width and height of the reduced frame, 8 bits of brightness per pixel. */
export const thumbSize = { width: 36, height: 32 } as const
const blockSize = 4

/** One check: the newest key frame, reduced, and the loudness of the newest audio. */
export interface SignalSample {
  readonly atMs: number
  readonly thumb?: Uint8Array
  /** Root mean square in dB below full scale; -Infinity for digital silence. */
  readonly volumeDb?: number
}

/** An image that says "no service". */
export interface Slate {
  readonly name: string
  readonly thumb: Uint8Array
}

/** Black in television is 16 of 255; a channel logo in a corner is about two percent of the pixels. */
const blackLevel = 36
const blackShare = 0.97
const silenceDb = -60
/** Coding noise changes a pixel of the reduced frame by less than this; real movement by more. */
const sameMean = 0.7
const sameMax = 7
const slateBits = 8
const slateMean = 22
/** A flat frame looks like any other flat one: it does not count as a slate. */
const minSpread = 6

export function isBlack(thumb: Uint8Array): boolean {
  let dark = 0
  for (const level of thumb) if (level <= blackLevel) dark++
  return dark >= thumb.length * blackShare
}

/** Mean and maximum difference of two reduced frames. */
function difference(one: Uint8Array, other: Uint8Array): { mean: number; max: number } {
  let [sum, max] = [0, 0]
  for (let at = 0; at < one.length; at++) {
    const by = Math.abs((one[at] ?? 0) - (other[at] ?? 0))
    sum += by
    if (by > max) max = by
  }
  return { mean: sum / Math.max(1, one.length), max }
}

export function isSameFrame(one: Uint8Array, other: Uint8Array): boolean {
  const { mean, max } = difference(one, other)
  return mean <= sameMean && max <= sameMax
}

/** 64 bits: whether each block of the frame is brighter than its right neighbour. */
export function frameHash(thumb: Uint8Array): bigint {
  const [columns, rows] = [thumbSize.width / blockSize, thumbSize.height / blockSize]
  const blocks = new Float64Array(columns * rows)
  for (let y = 0; y < thumbSize.height; y++)
    for (let x = 0; x < thumbSize.width; x++) {
      const block = Math.floor(y / blockSize) * columns + Math.floor(x / blockSize)
      blocks[block] = (blocks[block] ?? 0) + (thumb[y * thumbSize.width + x] ?? 0)
    }
  let hash = 0n
  for (let y = 0; y < rows; y++)
    for (let x = 0; x + 1 < columns; x++) {
      const at = y * columns + x
      hash = (hash << 1n) | ((blocks[at] ?? 0) > (blocks[at + 1] ?? 0) + blockSize * blockSize ? 1n : 0n)
    }
  return hash
}

function bitsApart(one: bigint, other: bigint): number {
  let [left, count] = [one ^ other, 0]
  for (; left > 0n; left &= left - 1n) count++
  return count
}

/** The matching slate, also re-encoded or with a logo on it; undefined when none matches. */
export function slateIn(thumb: Uint8Array, slates: readonly Slate[]): string | undefined {
  const mean = thumb.reduce((sum, level) => sum + level, 0) / Math.max(1, thumb.length)
  const spread = thumb.reduce((sum, level) => sum + Math.abs(level - mean), 0) / Math.max(1, thumb.length)
  if (spread < minSpread) return undefined
  const hash = frameHash(thumb)
  return slates.find(
    (slate) =>
      bitsApart(hash, frameHash(slate.thumb)) <= slateBits &&
      difference(thumb, slate.thumb).mean <= slateMean,
  )?.name
}

/** Stores since when each fault of one source is seen; another source, or another start of it, needs a new one. */
export class SignalClassifier {
  readonly #limits: readonly (readonly [Exclude<SignalState, 'ok' | 'unknown'>, number])[]
  readonly #stillPictures: boolean
  readonly #since = new Map<SignalState, number>()
  #before: Uint8Array | undefined
  #signalState: SignalState = 'unknown'

  constructor(settings: SignalSettings = {}) {
    const { slateMs = 8000, blackMs = 20_000, frozenMs = 45_000, silentMs = 30_000 } = settings
    // The first one that applies is the verdict: a slate is also frozen, and a black video is often silent.
    this.#limits = [
      ['slate', slateMs],
      ['black', blackMs],
      ['frozen', frozenMs],
      ['silent', silentMs],
    ]
    this.#stillPictures = settings.stillPictures === true
  }

  get signalState(): SignalState {
    return this.#signalState
  }

  /** True while a fault is seen that has not lasted long enough yet: worth more frequent checks. */
  get suspects(): boolean {
    return [...this.#since.keys()].some((fault) => fault !== this.#signalState)
  }

  add(look: SignalSample, slates: readonly Slate[]): SignalState {
    const seen = this.#faultsIn(look, slates)
    for (const [fault] of this.#limits) {
      if (!seen.has(fault)) this.#since.delete(fault)
      else if (!this.#since.has(fault)) this.#since.set(fault, seen.get(fault) ?? look.atMs)
    }
    const lasting = this.#limits.find(([fault, limitMs]) => {
      const since = this.#since.get(fault)
      return since !== undefined && look.atMs - since >= limitMs
    })
    if (lasting !== undefined) this.#signalState = lasting[0]
    // A suspected fault does not change the verdict: it stays until the signal is good.
    else if (this.#since.size === 0 || this.#signalState === 'unknown') this.#signalState = 'ok'
    else if (!this.#since.has(this.#signalState)) this.#signalState = 'ok'
    return this.#signalState
  }

  #faultsIn(look: SignalSample, slates: readonly Slate[]): Map<SignalState, number> {
    const faults = new Map<SignalState, number>()
    const { thumb, volumeDb, atMs } = look
    if (volumeDb !== undefined && volumeDb < silenceDb) faults.set('silent', atMs)
    if (thumb === undefined) return faults
    const before = this.#before
    this.#before = thumb
    if (isBlack(thumb)) faults.set('black', atMs)
    else if (slateIn(thumb, slates) !== undefined) faults.set('slate', atMs)
    if (!this.#stillPictures && before !== undefined && isSameFrame(before, thumb)) faults.set('frozen', atMs)
    return faults
  }
}
