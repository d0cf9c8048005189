/** Which sizes a picture is made in, and at which rate at most. Never larger than the source. */
import { framesPerSecond, halvedAbove30, type FrameRate } from './frame-rate.ts'

export interface Rung {
  /** `v360`, `v480`, `v720`, `v1080`. */
  readonly rendition: string
  readonly width: number
  readonly height: number
  readonly frameRate: FrameRate
  /** Both maxrate and bufsize: a player is told the peak, so the peak must be held down. */
  readonly maxBitsPerSecond: number
  /** Why this rung is made, in words. */
  readonly why: string
}

interface Step {
  readonly lines: number
  readonly maxBitsPerSecond: number
}

/**
 * The top step every 4 Mbit/s line must hold: players go up at 0.7 to 0.85 of what they measure,
 * so 2.4 Mbit/s with sound is the most.
 */
const steps: readonly [Step, ...Step[]] = [
  { lines: 360, maxBitsPerSecond: 450_000 },
  { lines: 480, maxBitsPerSecond: 850_000 },
  { lines: 720, maxBitsPerSecond: 1_500_000 },
  { lines: 1080, maxBitsPerSecond: 2_400_000 },
]

/** The nearest even number, the lower of two: an odd source size must not grow. */
const even = (value: number): number => Math.max(2, Math.ceil(value / 2 - 0.5) * 2)

/** The size inside the step's 16:9 box (turned for upright pictures), never enlarged, even on both sides. */
const sizeInBox = (
  source: { width: number; height: number },
  lines: number,
): { width: number; height: number } => {
  const upright = source.height > source.width
  const long = (lines * 16) / 9
  const scale = Math.min(1, (upright ? lines : long) / source.width, (upright ? long : lines) / source.height)
  return { width: even(source.width * scale), height: even(source.height * scale) }
}

/** Lines of the 16:9 box the picture fills: 1920×800 counts as 1080, 1080×1920 too. */
const linesOf = (source: { width: number; height: number }): number => {
  const short = Math.min(source.width, source.height)
  const long = Math.max(source.width, source.height)
  return Math.max(short, (long * 9) / 16)
}

// A step is worth making when it shows at least this much more lines than the one below.
const WORTHWHILE = 1.15

/** Lowest first, at least one. `source` is the displayed size in square pixels. */
export const planRungs = (
  source: { width: number; height: number },
  rate: FrameRate,
): readonly [Rung, ...Rung[]] => {
  const lines = linesOf(source)
  const rung = (step: Step, why: string): Rung => ({
    rendition: `v${step.lines}`,
    ...sizeInBox(source, step.lines),
    frameRate: step.lines <= 480 ? halvedAbove30(rate) : rate,
    maxBitsPerSecond: step.maxBitsPerSecond,
    why,
  })
  const [lowest, ...higher] = steps
  const first = rung(
    lowest,
    lines < lowest.lines ? 'the source is no larger; it is not enlarged' : 'made first',
  )
  let below = Math.min(lines, lowest.lines)
  const rest: Rung[] = []
  for (const step of higher) {
    const shown = Math.min(lines, step.lines)
    if (shown < below * WORTHWHILE) break
    const full = lines >= step.lines
    rest.push(rung(step, full ? `the source has ${Math.round(lines)} lines` : 'the source at its own size'))
    below = shown
  }
  return [first, ...rest]
}

/** A rung's rate in words for logs: `1280x720 at 25 fps, at most 1500 kbit/s`. */
export const describeRung = (rung: Rung): string =>
  `${rung.rendition}: ${rung.width}x${rung.height} at ${Number(framesPerSecond(rung.frameRate).toFixed(3))} fps, ` +
  `at most ${Math.round(rung.maxBitsPerSecond / 1000)} kbit/s (${rung.why})`
