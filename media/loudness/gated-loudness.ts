/** Integrated loudness of any number of blocks (EBU R 128, ITU-R BS.1770-4). Pure. */

/**
 * The loudness of 400 ms blocks as a histogram: how many blocks there were at each tenth of a LUFS, from -70 to +10.
 * Louder blocks count as +10; blocks below -70 LUFS are silence and are left out, as the absolute gate demands.
 */
export class LoudnessHistogram {
  readonly #counts: Map<number, number>

  /** `counts`: pairs of tenths of a LUFS and a number of blocks, as `entries` returns them; others are ignored. */
  constructor(counts: Iterable<readonly [number, number]> = []) {
    this.#counts = new Map([...counts].filter(([tenths, count]) => isTenths(tenths) && isCount(count)))
  }

  /** LUFS of one block; not a number and minus infinity are silence. */
  add(blockLufs: number): void {
    if (!(blockLufs >= absoluteGateLufs)) return
    const tenths = Math.min(maxTenths, Math.round(blockLufs * 10))
    this.#counts.set(tenths, (this.#counts.get(tenths) ?? 0) + 1)
  }

  get blocks(): number {
    let sum = 0
    for (const count of this.#counts.values()) sum += count
    return sum
  }

  get entries(): readonly (readonly [number, number])[] {
    return [...this.#counts]
  }
}

/** Blocks below it are silence, LUFS. */
const absoluteGateLufs = -70
/** Blocks that are so much quieter than all others are left out, LU: pauses do not make speech quieter. */
const relativeGateLu = 10
const [minTenths, maxTenths] = [absoluteGateLufs * 10, 100]
const maxBlocks = 1_000_000

function isTenths(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= minTenths && Number(value) <= maxTenths
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) <= maxBlocks
}

/** LUFS of all blocks of these histograms together, gated; undefined when all of them are silence. */
export function gatedLoudness(histograms: readonly LoudnessHistogram[]): number | undefined {
  const all = histograms.flatMap(({ entries }) => entries)
  const ungated = meanLufs(all)
  if (ungated === undefined) return undefined
  return meanLufs(all.filter(([tenths]) => tenths / 10 > ungated - relativeGateLu))
}

/** The mean of power, not of decibels. */
function meanLufs(entries: readonly (readonly [number, number])[]): number | undefined {
  let [power, blocks] = [0, 0]
  for (const [tenths, count] of entries) {
    power += count * 10 ** (tenths / 100)
    blocks += count
  }
  return blocks === 0 ? undefined : 10 * Math.log10(power / blocks)
}
