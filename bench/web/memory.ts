/** The main process's memory after the first start of the demo, when its films are ready. */
import type { Product } from '#tests/kit/product/product.ts'
import { residentMegabytesOf, type BenchResult } from '#bench/kit/measure.ts'

const promisedMegabytes = 300
/** Memory used for packaging is returned to the system within half of this time. */
const settlingMs = 60_000

export async function memory({ process: { pid } }: Product): Promise<BenchResult> {
  if (pid === undefined) throw new Error('the product does not run')
  await new Promise((resolve) => setTimeout(resolve, settlingMs))
  return {
    name: 'resident memory of the main process, a minute after the films of the first start are ready',
    ours: residentMegabytesOf(pid),
    baseline: promisedMegabytes,
    unit: 'MB',
    max: promisedMegabytes,
  }
}
