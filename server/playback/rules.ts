/**
 * When an address expires, unix milliseconds: after its usual life, and never later than the right. Whole seconds,
 * rounded down, because a ticket counts in seconds.
 */
export function ticketEndMs(facts: {
  readonly nowMs: number
  readonly ticketMs: number
  /** null: the right has no end date. */
  readonly rightUntilMs: number | null
}): number {
  const defaultMs = facts.nowMs + facts.ticketMs
  const endMs = facts.rightUntilMs === null ? defaultMs : Math.min(defaultMs, facts.rightUntilMs)
  return Math.floor(endMs / 1000) * 1000
}

export type ArchiveWindow =
  | { readonly kind: 'window'; readonly beginSec: number; readonly endSec: number }
  | { readonly kind: 'not_begun' }

/**
 * The part of a programme to request from the archive. A running programme is requested to its end: segments not yet
 * recorded appear in its playlist later. The archive's depth, and protected parts beyond it, are checked by the
 * engine.
 */
export function archiveWindow(
  programme: { readonly beginMs: number; readonly endMs: number },
  nowMs: number,
): ArchiveWindow {
  if (programme.beginMs > nowMs) return { kind: 'not_begun' }
  return {
    kind: 'window',
    beginSec: Math.floor(programme.beginMs / 1000),
    endSec: Math.ceil(programme.endMs / 1000),
  }
}

/** Longer than any programme; a later end is moved to this length. */
const longestWindowSec = 86_400

/**
 * A window of the archive requested by an external guide: its start is moved into the archive's depth unless
 * `isStored` is true for the part before that (protected from deletion), its end to at most a day later. Unix
 * seconds; `isStored` takes unix milliseconds.
 */
export function freeWindow(
  request: { readonly beginSec: number; readonly endSec: number | 'now' },
  archiveMs: number,
  nowMs: number,
  isStored: (beginMs: number, endMs: number) => boolean,
):
  | { readonly kind: 'window'; readonly beginSec: number; readonly endSec: number | 'now' }
  | { readonly kind: 'not_begun' | 'too_old' } {
  if (request.beginSec * 1000 >= nowMs) return { kind: 'not_begun' }
  const oldestSec = Math.ceil((nowMs - archiveMs) / 1000)
  const lastSec = request.endSec === 'now' ? 0 : Math.min(request.endSec, request.beginSec + longestWindowSec)
  if (request.beginSec < lastSec && request.beginSec < oldestSec) {
    const isProtected = isStored(request.beginSec * 1000, Math.min(lastSec, oldestSec) * 1000)
    if (isProtected) return { kind: 'window', beginSec: request.beginSec, endSec: lastSec }
  }
  const beginSec = Math.max(request.beginSec, oldestSec)
  if (request.endSec === 'now') return { kind: 'window', beginSec, endSec: 'now' }
  if (request.endSec <= beginSec) return { kind: 'too_old' }
  return { kind: 'window', beginSec, endSec: Math.min(request.endSec, beginSec + longestWindowSec) }
}
