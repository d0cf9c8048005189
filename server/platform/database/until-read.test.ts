import { describe, expect, it } from 'vitest'
import { silentLog } from '#server/platform/log/log.ts'
import { readsUntilDone } from './until-read.ts'

describe('a failed reload', () => {
  it('is retried until it succeeds', async () => {
    const reads = readsUntilDone(silentLog, [1, 2])
    let tries = 0
    await new Promise<void>((resolve) => {
      reads.start('on_air', async () => {
        if (++tries < 4) throw new Error('the database is away')
        resolve()
      })
    })
    expect(tries).toBe(4)
    reads.close()
  })

  it('is not retried after close', async () => {
    const reads = readsUntilDone(silentLog, [1])
    let tries = 0
    const failed = new Promise<void>((resolve) => {
      reads.start('on_air', () => {
        tries++
        resolve()
        return Promise.reject(new Error('the database is away'))
      })
    })
    await failed
    reads.close()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(tries).toBe(1)
  })
})
