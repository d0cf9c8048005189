/**
 * When an address stops being good, unix milliseconds: after its usual life, and never past the right's end. Whole
 * seconds, rounded down, because a ticket counts in seconds.
 */
export function ticketEndMs(facts: {
  readonly nowMs: number
  readonly ticketMs: number
  /** null: the right does not end by itself. */
  readonly rightUntilMs: number | null
}): number {
  const usualMs = facts.nowMs + facts.ticketMs
  const endMs = facts.rightUntilMs === null ? usualMs : Math.min(usualMs, facts.rightUntilMs)
  return Math.floor(endMs / 1000) * 1000
}

export type ArchiveWindow =
  | { readonly kind: 'window'; readonly beginSec: number; readonly endSec: number }
  | { readonly kind: 'not_begun' }
  | { readonly kind: 'too_old' }

/**
 * What of a programme can be asked of the archive. One that is still running is given to its end: what is not
 * there yet appears in its playlist as it is recorded.
 */
export function archiveWindow(
  programme: { readonly beginMs: number; readonly endMs: number },
  archiveMs: number,
  nowMs: number,
): ArchiveWindow {
  if (programme.beginMs > nowMs) return { kind: 'not_begun' }
  if (programme.endMs <= nowMs - archiveMs) return { kind: 'too_old' }
  return {
    kind: 'window',
    beginSec: Math.floor(programme.beginMs / 1000),
    endSec: Math.ceil(programme.endMs / 1000),
  }
}
