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
  const defaultMs = facts.nowMs + facts.ticketMs
  const endMs = facts.rightUntilMs === null ? defaultMs : Math.min(defaultMs, facts.rightUntilMs)
  return Math.floor(endMs / 1000) * 1000
}

export type ArchiveWindow =
  | { readonly kind: 'window'; readonly beginSec: number; readonly endSec: number }
  | { readonly kind: 'not_begun' }

/**
 * What of a programme can be asked of the archive. One that is still running is given to its end: what is not
 * there yet appears in its playlist as it is recorded. How far the archive reaches, and what of it outlives that, is
 * asked of the engine.
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

/** Longer than any programme; an end that is further away is brought nearer. */
const longestWindowSec = 86_400

/**
 * A window of the archive requested by an external guide: its beginning is moved into the archive's depth unless
 * `isStored` is true for the part before that (protected from deletion), its end to at most a day after that. Unix
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
