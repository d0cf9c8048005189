/** What ffmpeg's meter (EBU R 128) says of a short piece of audio, line by line. */

/** Mono is played on both loudspeakers and measured so. */
export const pieceMeter = 'ebur128=peak=true:dualmono=true'

const timeOf = /\bt: *(\d+\.?\d*) /
const momentaryOf = /\bM: *(-?\d+\.?\d*) /
/** The first block is complete after 400 ms. */
const firstBlockSec = 0.39
const maxBlocks = 200

/** Collects the blocks that the meter reports while it runs. */
export class LoudnessLines {
  readonly #blocksLufs: number[] = []
  #truePeakDb = Number.NEGATIVE_INFINITY

  /** One line of ffmpeg's standard error; lines of anything else are ignored. */
  readonly read = (line: string): void => {
    const [atSec, blockLufs] = [timeOf, momentaryOf].map((pattern) => pattern.exec(line)?.[1])
    const peaksFrom = line.lastIndexOf(' TPK:')
    if (atSec === undefined || blockLufs === undefined || peaksFrom < 0) return
    for (const peak of line.slice(peaksFrom + 5).split(' ')) {
      const peakDb = peak === '' ? Number.NaN : Number(peak)
      if (Number.isFinite(peakDb)) this.#truePeakDb = Math.max(this.#truePeakDb, peakDb)
    }
    if (Number(atSec) >= firstBlockSec && this.#blocksLufs.length < maxBlocks)
      this.#blocksLufs.push(Number(blockLufs))
  }

  /**
   * LUFS of each block of 400 ms, one every 100 ms, and the highest true peak, dBTP (minus infinity for digital silence).
   * Undefined when nothing could be measured.
   */
  get piece(): { readonly blocksLufs: readonly number[]; readonly truePeakDb: number } | undefined {
    if (this.#blocksLufs.length === 0) return undefined
    return { blocksLufs: this.#blocksLufs, truePeakDb: this.#truePeakDb }
  }
}
