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
  it('[OPS-03] lets one process have the whole folder, and gives it back', async () => {
    const first = await lockDataFolder(dir)
    await expect(lockDataFolder(dir)).rejects.toThrow(DataFolderInUse)
    await expect(lockDataFolder(dir, ['jobs'])).rejects.toThrow('EKRAN_DATA')
    await first.release()
    await (await lockDataFolder(dir)).release()
  })

  it('lets processes have a part each, no part twice, and nobody the whole meanwhile', async () => {
    const calls = await lockDataFolder(dir, ['api'])
    const work = await lockDataFolder(dir, ['media', 'jobs'])
    await expect(lockDataFolder(dir, ['api'])).rejects.toThrow(DataFolderInUse)
    await calls.release()
    // What was taken before the refusal is given back.
    await expect(lockDataFolder(dir)).rejects.toThrow(DataFolderInUse)
    await (await lockDataFolder(dir, ['api'])).release()
    await work.release()
  })
})
