import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { archiveSizeHandlers } from './archive-sizes.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())

async function sizes() {
  const handler = archiveSizeHandlers({ db: database.db }).archiveSizes as unknown as () => Promise<{
    readonly data: unknown
  }>
  return (await handler()).data
}

it('the sizes of archives are those the recorder has reported, with the space it leaves free taken off', async () => {
  expect(await sizes(), 'before the first report').toEqual({ channels: [], room_bytes: null })
  const archive = { oldestMs: 0, holesOfDay: {}, holesOfWeek: {}, requestedMs: 0, expectedMs: null }
  const report = {
    atMs: 0,
    channels: [
      { cid: 1, archive: { ...archive, bytes: 300, bytesPerDay: 100.4 } },
      { cid: 2, archive: { ...archive, bytes: 50, bytesPerDay: 0 } },
      { cid: 3 },
    ],
    disk: {
      ...{ freeBytes: 1000, totalBytes: 5000, hoursLeft: null },
      limits: { requestedBytes: 100, aheadBytes: 150 },
    },
  }
  await sql`insert into television_report (report) values (${JSON.stringify(report)})`.execute(database.db)
  expect(await sizes()).toEqual({ channels: [{ cid: 1, bytes_per_day: 100 }], room_bytes: 300 + 50 + 850 })
})
