import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { listedChannels } from './list-rules.ts'
import {
  openTelevision,
  publishChannels,
  publishWorldList,
  type PublishedChannel,
} from '#server/television/television.ts'

let database: TestDatabase
let cids: number[] = []

/** Without a source and an archive. */
function channel(key: string, more: Partial<PublishedChannel> = {}): PublishedChannel {
  return buildChannel(key, { source: { kind: 'none' }, archiveDays: 0, ...more })
}

const keys = Array.from({ length: 40 }, (_, index) => `k${index}`)
beforeAll(async () => {
  database = await createTestDatabase()
  cids = (
    await publishChannels(
      database.db,
      keys.map((key) => channel(key)),
      0,
    )
  ).map(({ cid }) => cid)
})
afterAll(() => database.drop())

async function outside() {
  const { channels } = (await openTelevision(database.db, systemClock)).now()
  return listedChannels(channels, 'outside', undefined).map(({ cid }) => cid)
}

describe('the world list', () => {
  it('[TV-07] is exactly what was configured, in that order, up to 24', async () => {
    const first = cids.slice(3, 27).toReversed()
    expect(await publishWorldList(database.db, first)).toEqual({ kind: 'published', count: 24 })
    expect(await outside()).toEqual(first)
    // Every position changes at once.
    const second = [...first.slice(1), ...first.slice(0, 1)]
    await publishWorldList(database.db, second)
    expect(await outside()).toEqual(second)
    await publishWorldList(database.db, [cids[39] ?? 0, cids[0] ?? 0])
    expect(await outside()).toEqual([cids[39], cids[0]])
    await publishWorldList(database.db, [])
    expect(await outside()).toEqual([])
  })

  it('[TV-07] refuses unknown channels, duplicates and a 25th, and then stays unchanged', async () => {
    const [a = 0, b = 0] = cids
    await publishWorldList(database.db, [b, a])
    expect(await publishWorldList(database.db, [a, 987_654, -1])).toEqual({
      kind: 'unknown',
      cids: [987_654, -1],
    })
    expect(await publishWorldList(database.db, [a, b, a, a])).toEqual({ kind: 'twice', cids: [a] })
    expect(await publishWorldList(database.db, cids.slice(0, 25))).toEqual({ kind: 'too_many', max: 24 })
    expect(await outside()).toEqual([b, a])
  })

  it('[TV-07] is not changed by an import, except that a new channel takes a free position', async () => {
    const [a = 0, b = 0] = cids
    await publishWorldList(database.db, [b, a])
    const inputs = [
      channel('k0', { name: { ru: 'новое имя', uz: 'yangi nom' }, worldPlace: 7 }),
      channel('k5', { worldPlace: 3 }),
      channel('new-a', { worldPlace: 1 }),
      channel('new-b', { worldPlace: 2 }),
      channel('new-c', { worldPlace: 2 }),
      channel('new-d', { worldPlace: 24 }),
    ]
    const outcomes = await publishChannels(database.db, inputs, 0)
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      'changed',
      'unchanged',
      'added',
      'added',
      'added',
      'added',
    ])
    expect(await outside()).toEqual([b, a, outcomes[3]?.cid])
  })

  it('notifies the processes that read channels', async () => {
    const heard: string[] = []
    const client = await database.pool.connect()
    try {
      client.on('notification', ({ channel: name }) => heard.push(name))
      await client.query('listen channels_changed')
      await publishWorldList(database.db, [cids[0] ?? 0])
      await expect.poll(() => heard).toEqual(['channels_changed'])
    } finally {
      client.release(true)
    }
  })
})
