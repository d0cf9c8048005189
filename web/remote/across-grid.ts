/** A grid of letters and the results beside it: how the focus changes between them. */
import type { Candidate } from './candidates.ts'
import type { Direction } from './pick.ts'

export function gridOf({ element }: Candidate) {
  return element.closest('[data-beside]')
}

/** The key of a grid of letters that was left last. */
const lastKeys = new WeakMap<Element, HTMLElement>()

/**
 * From a grid of letters to the results beside it, or back. From every row Right leads to the best result; the others
 * are at any height, so the nearest one is the second choice. Left returns to the key that was left. Undefined for a
 * step within the grid or within the results.
 */
export function acrossGrid(
  from: Candidate,
  others: readonly Candidate[],
  next: Candidate | null,
  direction: Direction,
): HTMLElement | null | undefined {
  const grid = gridOf(from)
  if (direction === 'right' && grid !== null && (next === null || gridOf(next) !== grid)) {
    const outside = others.filter((one) => gridOf(one) !== grid && one.box.left >= from.box.right)
    const target = outside.find(({ element }) => element.closest('[data-best]') !== null)?.element
    const result = target ?? nearestRow(from, outside)
    if (result !== null) lastKeys.set(grid, from.element)
    return result
  }
  if (direction !== 'left' || grid !== null || (next !== null && gridOf(next) === null)) return undefined
  const keys = others.filter((one) => gridOf(one) !== null && one.box.right <= from.box.left)
  const toGrid = keys[0] === undefined ? null : gridOf(keys[0])
  if (toGrid === null) return undefined
  const left = lastKeys.get(toGrid)
  return left?.isConnected === true ? left : nearestRow(from, keys)
}

function nearestRow(from: Candidate, others: readonly Candidate[]): HTMLElement | null {
  const distance = ({ box }: Candidate) => Math.abs(box.top - from.box.top)
  return [...others].sort((a, b) => distance(a) - distance(b) || a.box.left - b.box.left)[0]?.element ?? null
}

/**
 * With one key from any letter to the best result, and from any result to the letter that was left. Null where the page
 * has no grid of letters, or no result yet.
 */
export function jumpAcrossGrid(all: readonly Candidate[]): HTMLElement | null {
  const keys = all.filter((one) => gridOf(one) !== null)
  const grid = keys[0] === undefined ? null : gridOf(keys[0])
  if (grid === null) return null
  const from = keys.find(({ element }) => element === document.activeElement)
  if (from === undefined) {
    const left = lastKeys.get(grid)
    return left?.isConnected === true ? left : (keys[0]?.element ?? null)
  }
  const best = all.find(({ element }) => element.closest('[data-best]') !== null)?.element ?? null
  if (best !== null) lastKeys.set(grid, from.element)
  return best
}
