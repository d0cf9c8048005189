/** Sums of players' reports, and figures derived from them. Pure; times are milliseconds. */
import type { PlayFigures } from '#contract/playback/play-quality.ts'

export type DeviceKind = 'tv' | 'phone' | 'tablet' | 'computer' | 'other'
export type PlayKind = PlayFigures['kind']

/** Upper bounds of the histogram of start times; one more step counts longer ones. */
export const startBoundsMs = [250, 500, 750, 1000, 1500, 2000, 3000, 5000, 10_000, 20_000] as const

export interface PlaySums {
  plays: number
  abandoned: number
  /** Starts by the steps of `startBoundsMs`, and one step more. */
  starts: number[]
  playedMs: number
  stalls: number
  stalledMs: number
  ratedMs: number
  ratedBits: number
  /** Heights by the milliseconds they were on the screen. */
  ratedLineMs: number
  switches: number
  failures: number
}

export function noSums(): PlaySums {
  return {
    plays: 0,
    abandoned: 0,
    starts: Array.from({ length: startBoundsMs.length + 1 }, () => 0),
    playedMs: 0,
    stalls: 0,
    stalledMs: 0,
    ratedMs: 0,
    ratedBits: 0,
    ratedLineMs: 0,
    switches: 0,
    failures: 0,
  }
}

/** A report with no more stalls and switches than the reported seconds, and one: nothing else limits what a client sends. */
export function boundedFigures(figures: PlayFigures): PlayFigures {
  const maxEvents = 1 + Math.ceil((figures.played_ms + figures.stalled_ms) / 1000)
  return {
    ...figures,
    stalls: Math.min(figures.stalls, maxEvents),
    switches: Math.min(figures.switches, maxEvents),
  }
}

export function addFigures(sums: PlaySums, figures: PlayFigures): void {
  sums.plays += figures.begun
  sums.abandoned += figures.abandoned
  if (figures.start_ms !== undefined) {
    const step = stepOf(figures.start_ms)
    sums.starts[step] = (sums.starts[step] ?? 0) + 1
  }
  sums.playedMs += figures.played_ms
  sums.stalls += figures.stalls
  sums.stalledMs += figures.stalled_ms
  sums.ratedMs += figures.rated_ms
  sums.ratedBits += (figures.rated_ms / 1000) * figures.bits_per_second
  sums.ratedLineMs += figures.rated_ms * figures.height
  sums.switches += figures.switches
  if (figures.failure !== undefined) sums.failures += 1
}

export function addSums(sums: PlaySums, more: PlaySums): void {
  for (const name of numbers) sums[name] += more[name]
  more.starts.forEach((count, step) => (sums.starts[step] = (sums.starts[step] ?? 0) + count))
}

const numbers = [
  'plays',
  'abandoned',
  'playedMs',
  'stalls',
  'stalledMs',
  'ratedMs',
  'ratedBits',
  'ratedLineMs',
  'switches',
  'failures',
] as const

function stepOf(startMs: number): number {
  const step = startBoundsMs.findIndex((boundMs) => startMs <= boundMs)
  return step < 0 ? startBoundsMs.length : step
}

/**
 * The time within which this share of the starts happened, milliseconds, as the midpoint of its step; `over` when it
 * took longer than the last bound. Undefined without a start.
 */
export function startWithin(starts: readonly number[], share: number): number | 'over' | undefined {
  const all = starts.reduce((sum, count) => sum + count, 0)
  if (all === 0) return undefined
  const target = all * share
  let before = 0
  for (const [step, count] of starts.entries()) {
    if (before + count >= target && count > 0) {
      const endMs = startBoundsMs[step]
      if (endMs === undefined) return 'over'
      const beginMs = startBoundsMs[step - 1] ?? 0
      return Math.round(beginMs + ((endMs - beginMs) * (target - before)) / count)
    }
    before += count
  }
  return 'over'
}

/** Stalls per hour of playback; undefined for less than a minute of playback. */
export function stallsPerHour({ stalls, playedMs }: PlaySums): number | undefined {
  return playedMs < 60_000 ? undefined : (stalls * 3_600_000) / playedMs
}

/** The mean nominal bit rate of what was played, and its height; undefined without data. */
export function meanRate(sums: PlaySums): { bitsPerSecond: number; height: number } | undefined {
  if (sums.ratedMs <= 0) return undefined
  return {
    bitsPerSecond: sums.ratedBits / (sums.ratedMs / 1000),
    height: Math.round(sums.ratedLineMs / sums.ratedMs),
  }
}

/** Fewer plays and less playback than this say nothing about a channel or a title. */
const fewPlays = 3
const littleMs = 600_000

/**
 * A problem score from 0: the share of failed plays plus the share of waiting time. Undefined when too little was
 * watched.
 */
export function troubleOf({ plays, failures, playedMs, stalledMs }: PlaySums): number | undefined {
  if (plays < fewPlays && playedMs < littleMs) return undefined
  const failed = plays === 0 ? 0 : Math.min(1, failures / plays)
  const timeMs = playedMs + stalledMs
  return failed + (timeMs === 0 ? 0 : stalledMs / timeMs)
}
