/** The heights of encoded video, and the highest bit rate of each. Never larger than the source. */
import { framesPerSecond, halvedAbove30, type FrameRate } from './frame-rate.ts'

/** One video rendition. Pixels, bits per second. */
export interface Rung {
  /** `v360`, `v480`, `v720`, `v1080`; `v1080-source` for a copy next to a rung of its size. */
  readonly rendition: string
  readonly width: number
  readonly height: number
  readonly frameRate: FrameRate
  /** Limit for the largest segment: playlists state the peak, so the peak is limited. For a copy: its actual peak. */
  readonly maxBitsPerSecond: number
  /** The target quality (x264's constant rate factor), once it is chosen for this film (`coding.ts`). */
  readonly crf?: number
  /** The bit rate in samples of the film, if samples were taken. */
  readonly sampledBitsPerSecond?: number
  /** Encoded with a fast preset: viewers would wait for it too long (`fasterWhenSlow` in `coding.ts`). */
  readonly hurried?: true
  /** The source's own video, copied. */
  readonly copied?: true
  /** Why this rung is made, as text. */
  readonly why: string
}

interface Step {
  readonly lines: number
  readonly maxBitsPerSecond: number
}

/**
 * The highest rung that a 4 Mbit/s line must be able to play: players switch up at 0.7 to 0.85 of the measured
 * bandwidth, so 2.4 Mbit/s with audio is the maximum.
 */
const steps: readonly [Step, ...Step[]] = [
  { lines: 360, maxBitsPerSecond: 450_000 },
  { lines: 480, maxBitsPerSecond: 850_000 },
  { lines: 720, maxBitsPerSecond: 1_500_000 },
  { lines: 1080, maxBitsPerSecond: 2_400_000 },
]

/** The nearest even number, the lower of two: an odd source size must not grow. */
function even(value: number): number {
  return Math.max(2, Math.ceil(value / 2 - 0.5) * 2)
}

/** The size inside the step's 16:9 box (turned for upright video), never enlarged, even on both sides. */
function sizeInBox(
  source: { width: number; height: number },
  lines: number,
): { width: number; height: number } {
  const upright = source.height > source.width
  const long = (lines * 16) / 9
  const scale = Math.min(1, (upright ? lines : long) / source.width, (upright ? long : lines) / source.height)
  return { width: even(source.width * scale), height: even(source.height * scale) }
}

/** Lines of the 16:9 box that the video fills: 1920×800 counts as 1080, 1080×1920 too. */
function linesOf(source: { width: number; height: number }): number {
  const short = Math.min(source.width, source.height)
  const long = Math.max(source.width, source.height)
  return Math.max(short, (long * 9) / 16)
}

// A step is worth making when it has at least this many times the lines of the one below.
const worthwhile = 1.15

/** Lowest first, at least one. `source` is the displayed size in square pixels. */
export function planRungs(
  source: { width: number; height: number },
  rate: FrameRate,
  /** The frame rate of the two smallest; half the rate above 30 unless something forbids it. */
  lowRate: FrameRate = halvedAbove30(rate),
): readonly [Rung, ...Rung[]] {
  const lines = linesOf(source)
  const rung = (step: Step, why: string): Rung => ({
    rendition: `v${step.lines}`,
    ...sizeInBox(source, step.lines),
    frameRate: step.lines <= 480 ? lowRate : rate,
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
    if (shown < below * worthwhile) break
    const full = lines >= step.lines
    rest.push(rung(step, full ? `the source has ${Math.round(lines)} lines` : 'the source at its own size'))
    below = shown
  }
  return [first, ...rest]
}

/** The maximum rate of video besides its audio on a line of 4 Mbit/s. */
const everyLineMaxBps = 2_660_000
/** A rung with more than this fraction of the next one's rate is not made. */
const maxOfNext = 0.7
/** A copy replaces a rung when its largest segment exceeds the rung's declared rate by at most this factor. */
const copyPeak = 1.3

/** Whether a line of 4 Mbit/s can play it with its audio. */
export function fitsEveryLine(track: { readonly peakBitsPerSecond: number }): boolean {
  return track.peakBitsPerSecond <= everyLineMaxBps
}

/**
 * The rungs with a copy of the source's video among them, in the order in which they are made: the copy first, since
 * it is ready at once; then, when slow lines cannot play the copy, the rung that they can. The copy replaces the rung
 * of its size when its rate is similar.
 */
export function withCopy(
  rungs: readonly [Rung, ...Rung[]],
  copy: {
    width: number
    height: number
    frameRate: FrameRate
    averageBitsPerSecond: number
    peakBitsPerSecond: number
  },
): readonly [Rung, ...Rung[]] {
  const highest = rungs.at(-1) ?? rungs[0]
  const { peakBitsPerSecond: peak, averageBitsPerSecond: average, ...video } = copy
  const max = highest.maxBitsPerSecond
  const stands = average <= max && peak <= max * copyPeak
  const copied: Rung = {
    ...video,
    rendition: stands ? highest.rendition : `${highest.rendition}-source`,
    maxBitsPerSecond: Math.ceil(peak),
    copied: true,
    why: stands ? 'the source as it is' : 'the source as it is, for fast lines',
  }
  // A rung with nearly the copy's rate is useless; the lowest one stays for slow mobile lines.
  const isWorthwhile = (rung: Rung, position: number): boolean =>
    position === 0 || rung === highest || rung.maxBitsPerSecond <= average * maxOfNext
  const others = (stands ? rungs.slice(0, -1) : rungs).filter(isWorthwhile)
  if (peak <= everyLineMaxBps) return [copied, ...others]
  const next = others.find(({ rendition }) => rendition === 'v480') ?? others[0]
  return [copied, ...(next === undefined ? [] : [next]), ...others.filter((rung) => rung !== next)]
}

/** A rung's rate as text for logs: `1280x720 at 25 fps, at most 1500 kbit/s`. */
export function describeRung(rung: Rung): string {
  return (
    `${rung.rendition}: ${rung.copied === true ? 'copied, ' : ''}${rung.width}x${rung.height} at ${Number(framesPerSecond(rung.frameRate).toFixed(3))} fps, ` +
    `at most ${Math.round(rung.maxBitsPerSecond / 1000)} kbit/s${rung.crf === undefined ? '' : `, CRF ${rung.crf}`} (${rung.why})`
  )
}
