/** Thirty days of a channel, day by day in Tashkent. Pure. */
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import type { ProblemKind } from './report.ts'
import type { PastProblem } from './problem-history.ts'

const dayMs = 86_400_000

/** Nobody can watch it. */
const down: ReadonlySet<ProblemKind> = new Set([
  'recorder_off',
  'no_signal',
  'stale',
  'black',
  'frozen',
  'slate',
])
/** It can be watched, and not as it should be. */
const poor: ReadonlySet<ProblemKind> = new Set(['silent', 'spare_source'])

export interface ProblemDay {
  /** Its first moment. */
  readonly dayMs: number
  readonly downMs: number
  /** Without the time when it was down. */
  readonly poorMs: number
}

/** The last `count` days up to `nowMs`, the oldest first. Problems that overlap count once. */
export function problemDays(
  problems: readonly PastProblem[],
  nowMs: number,
  count: number,
): readonly ProblemDay[] {
  const today = Math.floor((nowMs + tashkentOffsetMs) / dayMs) * dayMs - tashkentOffsetMs
  const spansOf = (kinds: ReadonlySet<ProblemKind>) =>
    problems
      .filter(({ kind }) => kinds.has(kind))
      .map(({ fromMs, endMs }) => ({ fromMs, endMs: Math.min(endMs ?? nowMs, nowMs) }))
      .toSorted((one, other) => one.fromMs - other.fromMs)
  const [downSpans, allSpans] = [spansOf(down), spansOf(new Set([...down, ...poor]))]
  return Array.from({ length: count }, (_, at) => {
    const fromMs = today - (count - 1 - at) * dayMs
    const downMs = coveredMs(downSpans, fromMs, fromMs + dayMs)
    return { dayMs: fromMs, downMs, poorMs: coveredMs(allSpans, fromMs, fromMs + dayMs) - downMs }
  })
}

interface Span {
  readonly fromMs: number
  readonly endMs: number
}

/** How much of a period the spans cover together; they are in order of their beginning. */
function coveredMs(spans: readonly Span[], fromMs: number, toMs: number): number {
  let [sum, untilMs] = [0, fromMs]
  for (const span of spans) {
    const end = Math.min(span.endMs, toMs)
    sum += Math.max(0, end - Math.max(span.fromMs, untilMs))
    untilMs = Math.max(untilMs, end)
  }
  return sum
}
