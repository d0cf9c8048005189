/**
 * How a rung is encoded, and how that is chosen for one film: the fewest bits at nearly the quality of a fixed ladder.
 * Pure.
 */
import type { Rung } from './rungs.ts'

/** The encoder's settings. */
export interface Coding {
  readonly preset: 'superfast' | 'veryfast' | 'faster' | 'fast'
  readonly crf: number
  readonly maxRate: number
  readonly bufferBits: number
  readonly bFrames: number
}

/** A rung of a fixed ladder: the reference for the choice of a film's settings. */
export function fixedCodingOf({ maxBitsPerSecond }: Rung): Coding {
  return {
    preset: 'veryfast',
    crf: 21,
    maxRate: maxBitsPerSecond,
    bufferBits: maxBitsPerSecond,
    bFrames: 2,
  }
}

/**
 * In two seconds the encoder outputs at most `2 × maxRate + bufferBits`: 0.98 of twice the declared rate; the rest is
 * container overhead. So the largest segment stays below the rung's declared rate.
 */
const maxRate = 0.8
const buffer = 0.36

/** The encoder settings of a rung. `fast` is for demonstrations. */
export function codingOf(rung: Rung, effort: 'fast' | 'good'): Coding {
  const { maxBitsPerSecond: promised, crf } = rung
  // Viewers wait for the lowest; a slower preset gives the others a fifth fewer bits for the same quality.
  const good = rung.rendition === 'v360' ? 'faster' : 'fast'
  // On grain `veryfast` is a fifth faster and loses 3 points of VMAF; `superfast` would be a third faster and lose 13.
  const careful = rung.hurried === true ? 'veryfast' : good
  return {
    preset: effort === 'fast' ? 'superfast' : careful,
    crf: crf ?? 21,
    maxRate: Math.round(promised * maxRate),
    bufferBits: Math.round(promised * buffer),
    bFrames: effort === 'fast' ? 2 : 3,
  }
}

/** New films are promised within fifteen minutes: this much for the first video rendition, the rest for audio. */
export const firstWithinSec = 720

/**
 * The first rung, with a faster preset when a sample shows that it would take longer than `withinSec`: slightly lower
 * quality at the same bits, but ready earlier. The other rungs never use it.
 */
export function fasterWhenSlow(rung: Rung, tookSec: number, withinSec = firstWithinSec): Rung {
  if (tookSec <= withinSec || rung.copied === true || rung.hurried === true) return rung
  const minutes = (sec: number): number => Math.max(1, Math.round(sec / 60))
  const why =
    `${rung.why}; with a fast preset, since by a sample it would take ${minutes(tookSec)} min here, ` +
    `and the limit is ${minutes(withinSec)} min`
  return { ...rung, hurried: true, why }
}

/** How far a rung's VMAF in samples may be below the fixed ladder's; the promise for the whole film is 2. */
const mayLose = 1.2
/** The default without samples: between the two tried settings. */
const defaultThrift = 0.2
const minThrift = -0.5

/** One scale from generous (0) to thrifty (1): lower target quality and a lower maximum rate. */
function withThrift(rung: Rung, thrift: number): Rung {
  return {
    ...rung,
    crf: Math.round((23 + 4 * thrift) * 10) / 10,
    maxBitsPerSecond: Math.round((rung.maxBitsPerSecond * (1 - 0.25 * Math.max(0, thrift))) / 1000) * 1000,
  }
}

/** The two settings that are tried in addition to the fixed one. */
export function triedRungs(rung: Rung): readonly [Rung, Rung] {
  return [withThrift(rung, 0), withThrift(rung, 1)]
}

/** Results of the samples of a film. VMAF at the rung's own size, 0 to 100. */
export interface Trial {
  readonly bitsPerSecond: number
  readonly vmaf: number
}

export interface Trials {
  readonly fixed: Trial
  readonly generous: Trial
  readonly thrifty: Trial
}

function thriftFor({ fixed, generous, thrifty }: Trials): number {
  const targetVmaf = fixed.vmaf - mayLose
  const slope = generous.vmaf - thrifty.vmaf
  // Thrift without visible loss, as in a film of still images.
  if (slope < 0.1) return thrifty.vmaf >= targetVmaf ? 1 : minThrift
  return Math.min(1, Math.max(minThrift, (generous.vmaf - targetVmaf) / slope))
}

function between(one: number, other: number, part: number): number {
  return one + (other - one) * part
}

/** The rung with its chosen setting and the reason; the default for most films without trials. */
export function chooseCoding(rung: Rung, trials: Trials | undefined): Rung {
  if (trials === undefined)
    return { ...withThrift(rung, defaultThrift), why: `${rung.why}; set as suits most films` }
  const { fixed, generous, thrifty } = trials
  const thrift = thriftFor(trials)
  const vmaf = between(generous.vmaf, thrifty.vmaf, thrift)
  const bits = Math.exp(
    between(
      Math.log(Math.max(1, generous.bitsPerSecond)),
      Math.log(Math.max(1, thrifty.bitsPerSecond)),
      thrift,
    ),
  )
  const kbit = (bitsPerSecond: number): string => `${Math.round(bitsPerSecond / 1000)} kbit/s`
  const why =
    `${rung.why}; by samples VMAF ${vmaf.toFixed(1)} at ${kbit(bits)}, ` +
    `where a fixed ladder has ${fixed.vmaf.toFixed(1)} at ${kbit(fixed.bitsPerSecond)}`
  return { ...withThrift(rung, thrift), why, sampledBitsPerSecond: Math.round(bits) }
}

/** A rung that needs more than this fraction of the next one's bits saves too little. */
const needless = 0.8

/** Rungs between the lowest and the highest that need nearly as many bits in samples as the next higher one. */
export function redundantRungs(rungs: readonly Rung[]): Rung[] {
  const rising = rungs
    .filter(({ copied }) => copied !== true)
    .toSorted((one, other) => one.width * one.height - other.width * other.height)
  return rising.filter((rung, position) => {
    const more = rising[position + 1]?.sampledBitsPerSecond
    const bits = rung.sampledBitsPerSecond
    return position > 0 && bits !== undefined && more !== undefined && bits > more * needless
  })
}

export const sampleSec = 2
const maxSamples = 8
/** With two or three samples, a rung was 2 points below the fixed one where 1.2 was the target. */
const fewestSamples = 4
const sampledPart = 0.0125
/** From the first length on samples are taken of the lowest rung, and from the second on of all. */
const [SHORTEST_SAMPLED_SEC, WHOLLY_SAMPLED_SEC] = [24, 320]

/** Start times of samples of two seconds, in seconds, spread over the film; none for a very short film. */
export function sampleBeginsSec(durationMs: number | undefined): number[] {
  const lengthSec = (durationMs ?? 0) / 1000
  if (lengthSec < SHORTEST_SAMPLED_SEC) return []
  const affordable = Math.floor((lengthSec * sampledPart) / sampleSec)
  const count = Math.min(maxSamples, Math.max(fewestSamples, affordable))
  return Array.from({ length: count }, (_, position) => (lengthSec * (position + 0.5)) / count)
}

function pixelsOf({ width, height }: Rung): number {
  return width * height
}

/**
 * Trying a second of film in all rungs costs five times its encoding, so at most an eighth of the work is spent on it:
 * for a trailer or a clip only the lowest rung is tried, which costs least and has the most to gain.
 */
export function sampledOf(rungs: readonly Rung[], durationMs: number | undefined): Rung[] {
  const isShort = (durationMs ?? 0) / 1000 < WHOLLY_SAMPLED_SEC
  const min = Math.min(...rungs.map(pixelsOf))
  return rungs.filter((rung) => !isShort || pixelsOf(rung) === min)
}
