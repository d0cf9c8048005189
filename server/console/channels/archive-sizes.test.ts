import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { archiveSizeHandlers } from './archive-sizes.ts'

let dataDir = ''
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ekran-sizes-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

async function sizes() {
  const handler = archiveSizeHandlers({ dataDir }).archiveSizes as unknown as () => Promise<{
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
  await writeFile(join(dataDir, 'television-report.json'), JSON.stringify(report))
  expect(await sizes()).toEqual({ channels: [{ cid: 1, bytes_per_day: 100 }], room_bytes: 300 + 50 + 850 })
})
