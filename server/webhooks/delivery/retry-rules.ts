/** When an attempt is repeated, and when a webhook is given up. Pure. */

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The pauses after each failed attempt: some three days in all. */
const pausesMs = [
  ...[5000, 30_000, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs],
  ...[hourMs, 2 * hourMs, 4 * hourMs, 8 * hourMs, 12 * hourMs, 20 * hourMs, 24 * hourMs],
]

/** After so long without one success a webhook is switched off. */
export const disableAfterMs = 5 * 24 * hourMs

/** The pause after this many failed attempts; undefined: there is no further one. */
export function pauseAfter(attempts: number): number | undefined {
  return pausesMs[attempts - 1]
}

/** With this status a receiver says that it is gone for good. */
export const goneStatus = 410

/** Whether a webhook is switched off after a failure at `nowMs`. */
export function mustDisable(failingSinceMs: number, nowMs: number, status: number): boolean {
  return status === goneStatus || nowMs - failingSinceMs >= disableAfterMs
}
