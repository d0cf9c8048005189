import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyedMutex } from './keyed-mutex.ts'

/** Lets pending promise callbacks run. */
async function settle() {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}

describe('tasks of one key', () => {
  it('run one after another in order, and those of other keys do not wait', async () => {
    const withLock = keyedMutex()
    const log: string[] = []
    const first = Promise.withResolvers<undefined>()
    const work = (name: string, until: Promise<unknown> = Promise.resolve()) => {
      log.push(`${name} begins`)
      return until.then(() => void log.push(`${name} ends`))
    }
    const all = [
      withLock(1, () => work('first', first.promise)),
      withLock(1, () => work('second')),
      withLock('1', () => work('other')),
    ]
    await settle()
    expect(log).toEqual(['first begins', 'other begins', 'other ends'])
    first.resolve(undefined)
    await Promise.all(all)
    expect(log.slice(3)).toEqual(['first ends', 'second begins', 'second ends'])
  })

  it('continue after a failed one, whose error only its own caller gets', async () => {
    const withLock = keyedMutex()
    const failed = withLock(1, () => Promise.reject(new Error('no connection')))
    const next = withLock(1, () => Promise.resolve('done'))
    await expect(failed).rejects.toThrow('no connection')
    expect(await next).toBe('done')
  })

  it('never overlap, however many there are and whichever fail', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ key: fc.integer({ min: 0, max: 2 }), turns: fc.nat(3), fails: fc.boolean() })),
        async (works) => {
          const withLock = keyedMutex()
          const running = new Map<number, number>()
          const results = await Promise.allSettled(
            works.map(({ key, turns, fails }, at) =>
              withLock(key, async () => {
                running.set(key, (running.get(key) ?? 0) + 1)
                expect(running.get(key)).toBe(1)
                for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
                running.set(key, 0)
                if (fails) throw new Error(`${at}`)
                return at
              }),
            ),
          )
          expect(results.map(({ status }) => status === 'rejected')).toEqual(works.map(({ fails }) => fails))
        },
      ),
    )
  })
})
