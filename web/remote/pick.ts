/** The next element in a direction: geometry only, so that it can be tested without a screen. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}
export type Direction = 'left' | 'right' | 'up' | 'down'

/** Edges that overlap by less than this still count as side by side. */
const hair = 4

function middleX(box: Box) {
  return (box.left + box.right) / 2
}

function overlapY(a: Box, b: Box) {
  return Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
}

function height(box: Box) {
  return box.bottom - box.top
}

/** In the same row: they share at least half of the height of the lower one. */
function sameRow(a: Box, b: Box) {
  return overlapY(a, b) >= Math.min(height(a), height(b)) / 2
}

function min<T>(items: readonly T[], weight: (item: T) => number): T | null {
  return items.reduce<T | null>(
    (best, item) => (best === null || weight(item) < weight(best) ? item : best),
    null,
  )
}

/**
 * The nearest element in a direction, or null at the edge. Left and right stay in the row; up and down go to the
 * nearest row, and there to the element most nearly above or below.
 */
export function pickNext<T extends { readonly box: Box }>(
  from: Box,
  candidates: readonly T[],
  direction: Direction,
): T | null {
  if (direction === 'left' || direction === 'right') {
    const beside = candidates.filter(({ box }) => sameRow(from, box) && gapX(from, box, direction) >= -hair)
    return min(beside, ({ box }) => gapX(from, box, direction))
  }
  const beyond = candidates.filter(({ box }) => gapY(from, box, direction) >= -hair)
  const nearest = min(beyond, ({ box }) => gapY(from, box, direction))
  if (nearest === null) return null
  const row = beyond.filter(({ box }) => sameRow(nearest.box, box))
  return min(row, ({ box }) => distanceX(from, box))
}

/** An element inside another one, such as the eye in a password field, counts as beside it, on the nearer side. */
function gapX(from: Box, to: Box, direction: 'left' | 'right'): number {
  const apart = direction === 'right' ? to.left - from.right : from.left - to.right
  const side = direction === 'right' ? middleX(to) - middleX(from) : middleX(from) - middleX(to)
  return apart < 0 && side > 0 && (isWithin(from, to) || isWithin(to, from)) ? 0 : apart
}

function isWithin(outer: Box, inner: Box) {
  return (
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom
  )
}

function gapY(from: Box, to: Box, direction: 'up' | 'down') {
  return direction === 'down' ? to.top - from.bottom : from.top - to.bottom
}

/** 0 when one is above the other, else their distance; ties are decided by the nearer centre. */
function distanceX(a: Box, b: Box): number {
  const apart = Math.max(0, b.left - a.right, a.left - b.right)
  return apart * 1000 + Math.abs(middleX(a) - middleX(b))
}
