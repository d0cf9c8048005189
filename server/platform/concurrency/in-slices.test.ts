import { describe, expect, it } from 'vitest'
import { atOnce, inSlices, isPause, type Sliced } from './in-slices.ts'

function* sum(upTo: number): Sliced<number> {
  let total = 0
  for (let at = 1; at <= upTo; at += 1) {
    total += at
    if (isPause(at)) yield
  }
  return total
}

/** Work that never ends by itself. */
function* endless(): Sliced<never> {
  for (;;) yield
}

describe('sliced work', () => {
  it('has the same result as in one go', async () => {
    expect(await inSlices(sum(10_000))).toBe(50_005_000)
    expect(atOnce(sum(10_000))).toBe(50_005_000)
  })

  it('lets other work run in between', async () => {
    let others = 0
    const count = () => {
      others += 1
      if (others < 3) setImmediate(count)
    }
    setImmediate(count)
    expect(await inSlices(endless(), () => others < 3)).toBeUndefined()
    expect(others).toBe(3)
  })

  it('ends without a result when it is no longer requested', async () => {
    expect(await inSlices(endless(), () => false)).toBeUndefined()
  })

  it('rethrows the error of its work', async () => {
    function* broken(): Sliced<number> {
      yield
      throw new Error('a bug')
    }
    await expect(inSlices(broken())).rejects.toThrow('a bug')
  })

  it('pauses every 256 small steps', () => {
    const pauses = Array.from({ length: 1024 }, (_, at) => at).filter(isPause)
    expect(pauses).toEqual([255, 511, 767, 1023])
  })
})
