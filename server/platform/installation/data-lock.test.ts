import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DataFolderInUse, lockDataFolder, maxSlots } from './data-lock.ts'

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

  it('[NODE-01] gives parts to several processes, and none the whole meanwhile', async () => {
    const first = await lockDataFolder(dir, ['api', 'media', 'jobs'])
    const more = [await lockDataFolder(dir, ['api']), await lockDataFolder(dir, ['api', 'jobs'])]
    // Each has files of the log of its own.
    expect([first, ...more].map(({ name }) => name)).toEqual(['api-jobs-media', 'api-2', 'api-3-jobs-2'])
    const second = await lockDataFolder(dir, ['media'])
    expect(second.name).toBe('media-2')
    await second.release()
    await first.release()
    // The slot of the first is free, and those of the others are noticed.
    await expect(lockDataFolder(dir)).rejects.toThrow(DataFolderInUse)
    const media = await lockDataFolder(dir, ['media'])
    for (const lock of more) await lock.release()
    await expect(lockDataFolder(dir)).rejects.toThrow(DataFolderInUse)
    await media.release()
    // Parts locked before a refusal were released.
    const all = await lockDataFolder(dir)
    await expect(lockDataFolder(dir, ['jobs'])).rejects.toThrow(DataFolderInUse)
    await all.release()
    await (await lockDataFolder(dir, ['jobs'])).release()
  })

  it('[NODE-01] gives processes that start at once a slot each, or the folder to one of those that want all of it', async () => {
    const several = await Promise.all(Array.from({ length: maxSlots }, () => lockDataFolder(dir, ['api'])))
    await expect(lockDataFolder(dir, ['api'])).rejects.toThrow(DataFolderInUse)
    for (const lock of several) await lock.release()
    const whole = await Promise.allSettled(Array.from({ length: 6 }, () => lockDataFolder(dir)))
    const winners = whole.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    expect(winners).toHaveLength(1)
    for (const lock of winners) await lock.release()
    const mixed = await Promise.allSettled([lockDataFolder(dir), lockDataFolder(dir, ['api'])])
    const locks = mixed.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    expect(locks.length).toBeLessThan(2)
    for (const lock of locks) await lock.release()
  })
})
