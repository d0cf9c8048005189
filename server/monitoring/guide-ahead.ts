/** How far ahead the guide of a channel reaches. Pure. */

interface Span {
  readonly beginMs: number
  readonly endMs: number
}

/** A shorter gap is a pause between programmes. */
const pauseMs = 3_600_000

/** The end of the guide without a gap from `nowMs` on; null without a current programme. `own` is in order. */
export function guideUntil(own: readonly Span[], nowMs: number): number | null {
  let untilMs: number | null = null
  for (const { beginMs, endMs } of own) {
    if (endMs <= nowMs) continue
    if (beginMs > (untilMs ?? nowMs) + pauseMs) break
    untilMs = Math.max(untilMs ?? 0, endMs)
  }
  return untilMs
}
