/** The figures of plays as the console shows them; pure. */
import { type PlayFigures, type PlaySpan, longestStartMs } from '#contract/console/plays.ts'
import {
  type PlayKind,
  type PlaySums,
  type Summary,
  meanRate,
  stallsPerHour,
  startWithin,
} from '#server/monitoring/monitoring.ts'

/** The name of a channel or a film; undefined when it is gone. */
export type NameOf = (kind: PlayKind, subject: number) => string | undefined

const minuteMs = 60_000
const hourMs = 60 * minuteMs

export function presentSpan({ all, groups, codes, worst }: Summary, nameOf: NameOf): PlaySpan {
  return {
    all: presentFigures(all),
    groups: groups.map(({ device, kind, sums }) => ({ device, kind, figures: presentFigures(sums) })),
    worst: worst.map(({ kind, subject, sums }) => ({
      kind,
      id: subject,
      name: nameOf(kind, subject) ?? '',
      figures: presentFigures(sums),
    })),
    failures: codes.map(({ code, count }) => ({ code, count })),
  }
}

export function presentFigures(sums: PlaySums): PlayFigures {
  const { plays, abandoned, failures, starts, playedMs, stalledMs, switches } = sums
  const rate = meanRate(sums)
  return {
    ...{ plays, abandoned, failures },
    start_p50_ms: startMs(startWithin(starts, 0.5)),
    start_p95_ms: startMs(startWithin(starts, 0.95)),
    played_sec: Math.round(playedMs / 1000),
    stalls_per_hour: stallsPerHour(sums) ?? null,
    stalled_share: playedMs + stalledMs === 0 ? null : stalledMs / (playedMs + stalledMs),
    bits_per_second: rate === undefined ? null : Math.round(rate.bitsPerSecond),
    height: rate === undefined ? null : Math.round(rate.height),
    switches_per_hour: playedMs < minuteMs ? null : (switches * hourMs) / playedMs,
  }
}

function startMs(start: number | 'over' | undefined): number | null {
  if (start === undefined) return null
  return start === 'over' ? longestStartMs + 1 : Math.round(start)
}
