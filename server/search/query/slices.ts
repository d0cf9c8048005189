/** Sorting in slices. */
import type { Sliced } from '#server/platform/concurrency/in-slices.ts'

const runLength = 1024
const mergeSteps = 8192

/** 0, 1, 2 … sorted by a comparison of the items with these indexes. */
export function orderOf(count: number, compare: (a: number, b: number) => number): Sliced<Uint32Array> {
  return sortInSlices(
    new Uint32Array(count).map((_, at) => at),
    compare,
  )
}

/** Sorts numbers by `isBefore`: runs first, then merged two by two. */
export function* sortInSlices(
  values: Uint32Array,
  compare: (a: number, b: number) => number,
): Sliced<Uint32Array> {
  for (let from = 0; from < values.length; from += runLength) {
    values.subarray(from, from + runLength).sort(compare)
    yield
  }
  let source: Uint32Array = values
  let target: Uint32Array = new Uint32Array(values.length)
  for (let width = runLength; width < values.length; width *= 2) {
    let steps = 0
    for (let from = 0; from < values.length; from += width * 2) {
      const [middle, end] = [Math.min(from + width, values.length), Math.min(from + width * 2, values.length)]
      let [left, right] = [from, middle]
      for (let at = from; at < end; at += 1) {
        const [a, b] = [source[left] ?? 0, source[right] ?? 0]
        const takeLeft = left < middle && (right >= end || compare(a, b) <= 0)
        target[at] = takeLeft ? a : b
        if (takeLeft) left += 1
        else right += 1
        steps += 1
        if (steps % mergeSteps === 0) yield
      }
    }
    ;[source, target] = [target, source]
  }
  return source
}
