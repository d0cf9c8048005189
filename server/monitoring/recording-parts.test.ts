/** The report of channels that several processes record, on a real database. */
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import type { ChannelStatus } from '#media/media.ts'
import '#server/channel-leases/channel-leases.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { readParts, writePart } from './recording-parts.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())

const nowMs = Date.UTC(2026, 10, 30, 12)
const [own, other] = [randomUUID(), randomUUID()]
const holders = new Map([
  ['1', own],
  ['2', other],
  ['3', other],
])
const leasesOf = (nodeId: string) => ({ nodeId, holderOf: (channelId: string) => holders.get(channelId) })

describe('[NODE-01] what several processes say about their channels', () => {
  it('comes from the one that records a channel, as old as it was there; a channel without one is nobody’s', async () => {
    for (const [name, nodeId] of Object.entries({ own, other }))
      await database.db
        .insertInto('media_node')
        .values({
          ...{ node_id: nodeId, name, process: '', folder_id: 'one', capacity: 0 },
          expires_at: new Date(),
        })
        .execute()
    const theirClockMs = nowMs + 3_600_000
    const status = (cid: string): ChannelStatus => ({
      ...{ state: 'recording', bytes: Number(cid), restarts: 0, lastSegmentAtMs: theirClockMs - 2000 },
      events: [],
    })
    await writePart(database.db, leasesOf(other), {
      ...{ engine: { channelStatus: status }, cids: [1, 2, 3, 4], nowMs: theirClockMs },
    })
    const parts = await readParts(database.db, leasesOf(own), nowMs)
    expect([1, 2, 3, 4].map((cid) => parts.isOwn(cid))).toEqual([true, false, false, false])
    expect([1, 2, 3, 4].map((cid) => parts.isLeased(cid))).toEqual([true, true, true, false])
    expect(parts.statusOf(2)).toEqual({
      state: 'recording',
      bytes: 2,
      restarts: 0,
      lastSegmentAtMs: nowMs - 2000,
    })
    expect(parts.statusOf(1)).toBeUndefined()
    expect(parts.statusOf(4)).toBeUndefined()
  })
  it('are nothing of a node that joins again, and no error', async () => {
    const stored = () => database.db.selectFrom('media_node_report').selectAll().execute()
    const before = await stored()
    const status = (): ChannelStatus => ({ state: 'recording', bytes: 1, restarts: 0, events: [] })
    await writePart(
      database.db,
      { nodeId: '', holderOf: () => undefined },
      { engine: { channelStatus: status }, cids: [1], nowMs },
    )
    expect(await stored()).toEqual(before)
  })
})
