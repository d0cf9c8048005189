/** The statements of leases on a real database: what the model of the simulation assumes. */
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { connectionOf } from '#server/platform/database/database.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { balanceNodes, drainNode, listMediaNodes, undrainNode } from './channel-leases.ts'
import { EarlierVersionRecords, LeaseDatabase } from './lease-database.ts'

const database = await createTestDatabase()
const { db, location } = database
let freed = 0
const store = new LeaseDatabase(location, () => freed++)
const nodeOf = (name: string, more: { folderId?: string; capacity?: number } = {}) => ({
  ...{ nodeId: randomUUID(), name, process: '', folderId: 'one', capacity: 0 },
  ...more,
})
const join = async (name: string, more: { folderId?: string; capacity?: number } = {}) => {
  const node = nodeOf(name, more)
  expect(await store.join(node)).toBe(true)
  return node.nodeId
}
const expire = (nodeId: string) =>
  sql`update media_node set expires_at = clock_timestamp() - interval '1 second' where node_id = ${nodeId}::uuid`.execute(
    db,
  )

beforeEach(async () => {
  await db.deleteFrom('media_node').execute()
  await db.deleteFrom('media_node_drain').execute()
})
afterAll(async () => {
  await store.close()
  await database.drop()
})

describe('[NODE-01] leases in the database', () => {
  it('give a channel to one node, and to another one when the first is over', async () => {
    const [one, two] = [await join('one'), await join('two')]
    expect(await store.take(one, ['1', '2', '*'])).toEqual(['1', '2', '*'])
    expect(await store.take(two, ['2', '3'])).toEqual(['3'])
    expect(await store.remove({ nodeId: one, renewal: 5 }, 'expired')).toBe(false)
    await expire(one)
    // Late, but nobody was faster.
    expect((await store.renew(one, { renewal: 1, recordsOffline: false }))?.leases).toHaveLength(4)
    await expire(one)
    expect(await store.remove({ nodeId: one, renewal: 5 }, 'expired')).toBe(true)
    expect(await store.renew(one, { renewal: 2, recordsOffline: false })).toBeUndefined()
    expect(await store.take(one, ['1'])).toEqual([])
    expect(await store.take(two, ['1', '2'])).toEqual(['1', '2'])
    const before = freed
    await store.release(two, ['3'])
    await expect.poll(() => freed).toBeGreaterThan(before)
    expect((await store.look()).leases.map(({ channelId }) => channelId).toSorted()).toEqual(['1', '2'])
  })

  it('ignore a renewal that arrives late, and spare a node that records without the database', async () => {
    const one = await join('one')
    expect((await store.renew(one, { renewal: 5, recordsOffline: true }))?.nodes).toMatchObject([
      { recordsOffline: true, hasClaim: true, renewal: 5 },
    ])
    expect(await store.renew(one, { renewal: 4, recordsOffline: false })).toBeUndefined()
    expect((await store.look()).nodes).toMatchObject([{ recordsOffline: true }])
    await expire(one)
    expect(await store.remove({ nodeId: one, renewal: 5 }, 'expired')).toBe(false)
    // Asked before its last renewal.
    expect(await store.remove({ nodeId: one, renewal: 4 }, 'expired_offline')).toBe(false)
    expect(await store.remove({ nodeId: one, renewal: 5 }, 'expired_offline')).toBe(true)
  })

  it('refuse another media folder while a node lives, and for half a minute after one that was alone', async () => {
    const one = await join('one')
    expect(await store.join(nodeOf('two', { folderId: 'two' }))).toBe(false)
    await store.renew(one, { renewal: 1, recordsOffline: true })
    await expire(one)
    expect(await store.join(nodeOf('two', { folderId: 'two' }))).toBe(false)
    await store.renew(one, { renewal: 2, recordsOffline: false })
    await expire(one)
    expect(await store.join(nodeOf('two', { folderId: 'two' }))).toBe(true)
  })

  it('are not given beside a process of an earlier version, which locks the database for itself', async () => {
    const earlier = new Client(connectionOf(location))
    await earlier.connect()
    const other = new LeaseDatabase(location)
    try {
      const take = async () =>
        (await earlier.query<{ is: boolean }>(`select pg_try_advisory_lock($1) as is`, [0x656b_726d])).rows[0]
          ?.is
      // Refused as long as one with leases runs.
      await store.look()
      expect(await take()).toBe(false)
      await store.close()
      await expect.poll(take).toBe(true)
      await expect(other.look()).rejects.toThrow(EarlierVersionRecords)
    } finally {
      await earlier.end()
      await other.close()
    }
    await expect.poll(() => store.look().catch(() => undefined)).toEqual({ nodes: [], leases: [] })
  })

  it('show the staff where channels are, and keep a drain after the node has ended', async () => {
    const one = await join('media-1:8082', { capacity: 2 })
    await store.take(one, ['1', '2', '*'])
    await join('media-2:8082')
    expect(await listMediaNodes(db)).toMatchObject([
      { name: 'media-1:8082', capacity: 2, share: 1, hasFolder: true, isLive: true, isDrained: false },
      { name: 'media-2:8082', share: 1, channelIds: [] },
    ])
    expect(await drainNode(db, 'media-3:8082')).toBe('unknown')
    expect(await drainNode(db, 'media-1:8082')).toBe('changed')
    expect(await drainNode(db, 'media-1:8082')).toBe('same')
    expect((await store.look()).nodes).toMatchObject([{ isDrained: true }, { isDrained: false }])
    await store.leave(one)
    expect(await listMediaNodes(db)).toMatchObject([{ isDrained: true, isLive: false }, { isDrained: false }])
    expect(await undrainNode(db, 'media-1:8082')).toBe('changed')
    expect((await store.look()).nodes).toMatchObject([{ isBalancing: true }])
    await balanceNodes(db)
    expect(await undrainNode(db, 'media-2:8082')).toBe('same')
  })

  it('show a node that has not renewed its lease as silent, also the only one', async () => {
    const one = await join('media-1:8082')
    await store.take(one, ['1', '*'])
    await store.renew(one, { renewal: 1, recordsOffline: true })
    expect(await listMediaNodes(db)).toMatchObject([{ isLive: true, isSilent: false, share: 1 }])
    await expire(one)
    const silent = { isLive: false, isSilent: true, share: 0, channelIds: ['1'] }
    expect(await listMediaNodes(db)).toMatchObject([silent])
    await store.renew(one, { renewal: 2, recordsOffline: false })
    await expire(one)
    expect(await listMediaNodes(db)).toMatchObject([silent])
    await store.renew(one, { renewal: 3, recordsOffline: true })
    expect(await listMediaNodes(db)).toMatchObject([{ isLive: true, isSilent: false }])
  })
})
