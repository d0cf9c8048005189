/**
 * How a rung is encoded, and how that is chosen for one film: as few bits as leave the video as good as a fixed
 * ladder's. Pure.
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

/** A rung of a fixed ladder: the reference that the choice for a film is measured against. */
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
 * In two seconds at most `2 × maxRate + bufferBits` come out of the encoder: 0.98 of twice the promise, the rest is the
 * container's. Only so does the fullest segment keep what the rung promises.
 */
const maxRate = 0.8
const buffer = 0.36

/** What a rung is encoded with. `fast` is for demonstrations. */
export function codingOf(rung: Rung, effort: 'fast' | 'good'): Coding {
  const { maxBitsPerSecond: promised, crf } = rung
  // The lowest is waited for; a slower preset gives the others a fifth fewer bits for the same quality.
  const good = rung.rendition === 'v360' ? 'faster' : 'fast'
  // On grain `veryfast` is a fifth quicker for 3 points of VMAF; `superfast` would be a third quicker for 13.
  const careful = rung.hurried === true ? 'veryfast' : good
  return {
    preset: effort === 'fast' ? 'superfast' : careful,
    crf: crf ?? 21,
    maxRate: Math.round(promised * maxRate),
    bufferBits: Math.round(promised * buffer),
    bFrames: effort === 'fast' ? 2 : 3,
  }
}

/** New films are promised within fifteen minutes; this much of them is left to the first frame, the rest to the audio. */
export const firstWithinSec = 720

/**
 * The rung that is waited for, with haste when a sample says that it would take longer than `withinSec` without: a
 * little coarser at the same bits, and the sooner there. The others are never hurried.
 */
export function fasterWhenSlow(rung: Rung, tookSec: number, withinSec = firstWithinSec): Rung {
  if (tookSec <= withinSec || rung.copied === true || rung.hurried === true) return rung
  const minutes = (sec: number): number => Math.max(1, Math.round(sec / 60))
  const why =
    `${rung.why}; in haste, since by a sample it would take ${minutes(tookSec)} min here, ` +
    `and ${minutes(withinSec)} min are what may be waited for it`
  return { ...rung, hurried: true, why }
}

/** So far below the fixed ladder's VMAF a rung may come by its samples; the promise for the whole film is 2. */
const mayLose = 1.2
/** Where no samples are taken: between the two that are tried. */
const defaultThrift = 0.2
const minThrift = -0.5

/** One scale from generous (0) to thrifty (1): a worse quality is aimed at, and less is promised at most. */
function withThrift(rung: Rung, thrift: number): Rung {
  return {
    ...rung,
    crf: Math.round((23 + 4 * thrift) * 10) / 10,
    maxBitsPerSecond: Math.round((rung.maxBitsPerSecond * (1 - 0.25 * Math.max(0, thrift))) / 1000) * 1000,
  }
}

/** The two settings that are tried beside the fixed one. */
export function triedRungs(rung: Rung): readonly [Rung, Rung] {
  return [withThrift(rung, 0), withThrift(rung, 1)]
}

/** What samples of a film came to. VMAF is of the rung's own size, 0 to 100. */
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
  // Thrift that costs nothing visible, as in a film of still images.
  if (slope < 0.1) return thrifty.vmaf >= targetVmaf ? 1 : minThrift
  return Math.min(1, Math.max(minThrift, (generous.vmaf - targetVmaf) / slope))
}

function between(one: number, other: number, part: number): number {
  return one + (other - one) * part
}

/** The rung with its setting chosen, the reason in its words; without trials what suits most films. */
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

/** A rung that needs more than this part of the next one's bits saves too little. */
const needless = 0.8

/** Those between the lowest and the highest whose samples came to nearly as much as the next higher one's. */
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
/** By two or three a rung came out 2 points below the fixed one where 1.2 was aimed at. */
const fewestSamples = 4
const sampledPart = 0.0125
/** From here on samples are taken of the lowest rung, and from there on of all. */
const [SHORTEST_SAMPLED_SEC, WHOLLY_SAMPLED_SEC] = [24, 320]

/** Where samples of two seconds begin, seconds, spread over the film; none of one too short to be worth it. */
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
 * Trying a second of film in all rungs costs five times its encoding, so an eighth of the work at most is spent on it: of a
 * trailer or a clip only the lowest rung is tried, which costs least and loses most by what suits others.
 */
export function sampledOf(rungs: readonly Rung[], durationMs: number | undefined): Rung[] {
  const isShort = (durationMs ?? 0) / 1000 < WHOLLY_SAMPLED_SEC
  const min = Math.min(...rungs.map(pixelsOf))
  return rungs.filter((rung) => !isShort || pixelsOf(rung) === min)
}
