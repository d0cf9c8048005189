/**
 * Damerau–Levenshtein distance (optimal string alignment: a letter inserted, deleted, replaced, or two neighbours
 * swapped), or `max + 1` as soon as it is certain to be more than `max`.
 */
export function editDistance(a: string, b: string, max: number): number {
  const [width, height] = [b.length, a.length]
  if (Math.abs(width - height) > max) return max + 1
  let [beforeLast, last, row] = rows(width)
  for (let j = 0; j <= width; j += 1) last[j] = j
  for (let i = 1; i <= height; i += 1) {
    row[0] = i
    let min = i
    for (let j = 1; j <= width; j += 1) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1)
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1))
      const swapped =
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      if (swapped) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1)
      row[j] = cost
      if (cost < min) min = cost
    }
    if (min > max) return max + 1
    ;[beforeLast, last, row] = [last, row, beforeLast]
  }
  return Math.min(last[width] ?? 0, max + 1)
}

const longest = 64
const remaining = [
  new Uint8Array(longest + 1),
  new Uint8Array(longest + 1),
  new Uint8Array(longest + 1),
] as const

/** Three rows, allocated once for words of usual length: the distance is computed thousands of times per query. */
function rows(width: number): [Uint8Array, Uint8Array, Uint8Array] {
  if (width <= longest) return [...remaining]
  return [new Uint8Array(width + 1), new Uint8Array(width + 1), new Uint8Array(width + 1)]
}
