/** Until when a downloaded file may be watched. Pure; times are unix milliseconds. */

const dayMs = 86_400_000
/** How long a downloaded file may be started. */
export const termMs = 30 * dayMs
/** Once started, it may be watched to its end within this. */
export const downloadStartedMs = 2 * dayMs

export interface Term {
  readonly grantedMs: number
  /** When it was first watched offline. */
  readonly startedMs: number | null
}

/** The end by the term alone. */
export function termEndMs({ grantedMs, startedMs }: Term): number {
  return Math.min(
    grantedMs + termMs,
    startedMs === null ? Number.POSITIVE_INFINITY : startedMs + downloadStartedMs,
  )
}

/** The end including the right: `rightUntilMs` is null for a right without an end, `refused` for none. */
export function endMs(term: Term, rightUntilMs: number | null | 'refused', nowMs: number): number {
  if (rightUntilMs === 'refused') return Math.min(termEndMs(term), nowMs)
  return Math.min(termEndMs(term), rightUntilMs ?? Number.POSITIVE_INFINITY)
}

/** A reported first watching cannot be before the grant, nor later than now. */
export function saneStart(notifiedMs: number, { grantedMs }: Term, nowMs: number): number {
  return Math.min(Math.max(notifiedMs, grantedMs), nowMs)
}

/** `vfid:started` with commas, the format of `download/renew`, to file → start in milliseconds (0: not yet). */
export function downloadedFiles(current: string): ReadonlyMap<number, number> {
  const pairs = current === '' ? [] : current.split(',').map((pair) => pair.split(':').map(Number))
  return new Map(pairs.map(([vfid = 0, startedSec = 0]) => [vfid, startedSec * 1000]))
}
