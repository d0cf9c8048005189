/** What the main process holds after the first start of the demo, when its films are ready. */
import type { Product } from '#tests/kit/product.ts'
import { residentMegabytesOf, type BenchResult } from './measure.ts'

const promisedMegabytes = 300

export function memory({ process: { pid } }: Product): BenchResult {
  if (pid === undefined) throw new Error('the product does not run')
  return {
    name: 'resident memory of the main process, first start of the demo',
    ours: residentMegabytesOf(pid),
    baseline: promisedMegabytes,
    unit: 'MB',
    most: promisedMegabytes,
  }
}
