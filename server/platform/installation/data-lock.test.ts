import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DataFolderInUse, lockDataFolder } from './data-lock.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ekran-lock-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

describe('the lock of the data folder', () => {
  it('[OPS-03] gives one process the whole folder, and releases it', async () => {
    const first = await lockDataFolder(dir)
    await expect(lockDataFolder(dir)).rejects.toThrow(DataFolderInUse)
    await expect(lockDataFolder(dir, ['jobs'])).rejects.toThrow('EKRAN_DATA')
    await first.release()
    await (await lockDataFolder(dir)).release()
  })

  it('gives processes a part each, no part twice, and no process the whole meanwhile', async () => {
    const calls = await lockDataFolder(dir, ['api'])
    const work = await lockDataFolder(dir, ['media', 'jobs'])
    await expect(lockDataFolder(dir, ['api'])).rejects.toThrow(DataFolderInUse)
    await calls.release()
    // Parts locked before the refusal are released.
    await expect(lockDataFolder(dir)).rejects.toThrow(DataFolderInUse)
    await (await lockDataFolder(dir, ['api'])).release()
    await work.release()
  })
})
