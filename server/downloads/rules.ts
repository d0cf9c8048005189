/** Until when a saved file may be watched. Pure; times are unix milliseconds. */

const dayMs = 86_400_000
/** A saved file may be begun for so long. */
export const termMs = 30 * dayMs
/** Once begun, it may be watched to its end within this. */
export const downloadStartedMs = 2 * dayMs

export interface Term {
  readonly grantedMs: number
  /** When it was first watched without a connection. */
  readonly startedMs: number | null
}

/** The end that the term alone sets. */
export function termEndMs({ grantedMs, startedMs }: Term): number {
  return Math.min(
    grantedMs + termMs,
    startedMs === null ? Number.POSITIVE_INFINITY : startedMs + downloadStartedMs,
  )
}

/** The end with the right: `rightUntilMs` is null for a right that has no end, `refused` where there is none now. */
export function endMs(term: Term, rightUntilMs: number | null | 'refused', nowMs: number): number {
  if (rightUntilMs === 'refused') return Math.min(termEndMs(term), nowMs)
  return Math.min(termEndMs(term), rightUntilMs ?? Number.POSITIVE_INFINITY)
}

/** What a device says of its first watching cannot be before the grant, nor later than now. */
export function saneStart(notifiedMs: number, { grantedMs }: Term, nowMs: number): number {
  return Math.min(Math.max(notifiedMs, grantedMs), nowMs)
}

/** `vfid:started` with commas, as `download/renew` takes it, to file → start in milliseconds (0: not yet). */
export function downloadedFiles(current: string): ReadonlyMap<number, number> {
  const pairs = current === '' ? [] : current.split(',').map((pair) => pair.split(':').map(Number))
  return new Map(pairs.map(([vfid = 0, startedSec = 0]) => [vfid, startedSec * 1000]))
}
