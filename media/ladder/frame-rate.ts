/** Chooses the constant frame rate for a source. Every rendition then has a key frame exactly every two seconds. */

/** An exact frame rate in ffmpeg's notation. */
export interface FrameRate {
  readonly numerator: number
  readonly denominator: number
}

export function framesPerSecond(rate: FrameRate): number {
  return rate.numerator / rate.denominator
}

function whole(numerator: number): FrameRate {
  return { numerator, denominator: 1 }
}

function ntsc(nominal: number): FrameRate {
  return { numerator: nominal * 1000, denominator: 1001 }
}

const steadyRates: readonly FrameRate[] = [
  whole(10),
  whole(12),
  { numerator: 25, denominator: 2 },
  ...[15, 18, 20].map(whole),
  ntsc(24),
  whole(24),
  whole(25),
  ntsc(30),
  whole(30),
  whole(48),
  whole(50),
  ntsc(60),
  whole(60),
]

function distance(rate: FrameRate, target: number): number {
  return Math.abs(Math.log(framesPerSecond(rate) / target))
}

function nearest(target: number): FrameRate {
  return steadyRates.reduce((best, rate) => (distance(rate, target) < distance(best, target) ? rate : best))
}

function believable(rate: number): boolean {
  return rate > 0 && rate <= 125
}

/**
 * The constant rate for a source: its average when that is a usual rate; for a variable rate the declared one if it is
 * plausible; else the usual rate nearest to its average. Without plausible values 30. At most 60.
 */
export function chooseFrameRate(source: {
  averageFrameRate: number
  claimedFrameRate: number
  interlaced: boolean
}): { rate: FrameRate; variable: boolean } {
  const { averageFrameRate: average, claimedFrameRate: claimed } = source
  const averageIsGood = believable(average)
  const defaultValue = nearest(averageIsGood ? average : 30)
  if (averageIsGood && (distance(defaultValue, average) < 0.01 || source.interlaced)) {
    return { rate: defaultValue, variable: false }
  }
  if (averageIsGood && average > 60) return { rate: whole(60), variable: false }
  const claimFits =
    believable(claimed) && (!averageIsGood || (claimed >= average && claimed <= average * 2.2))
  return { rate: claimFits ? nearest(Math.min(claimed, 60)) : defaultValue, variable: true }
}

/** Half the rate above 30: small renditions gain nothing from more on a slow line. Key frames stay aligned. */
export function halvedAbove30(rate: FrameRate): FrameRate {
  if (framesPerSecond(rate) <= 31) return rate
  return rate.numerator % 2 === 0
    ? { numerator: rate.numerator / 2, denominator: rate.denominator }
    : { numerator: rate.numerator, denominator: rate.denominator * 2 }
}

/** Frames from one key frame to the next: two seconds, rounded to whole frames. */
export function framesPerGroup(rate: FrameRate): number {
  return Math.round(framesPerSecond(rate) * 2)
}
