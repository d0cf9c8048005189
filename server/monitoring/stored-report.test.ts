import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import type { Report } from './report.ts'
import { oldMs, readReport, recordedSource, writeReport } from './stored-report.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const atMs = 1_790_000_000_000
/** Recorded from the second of its sources, as people count. */
const report = { atMs, channels: [{ cid: 5, sourceIndex: 2 }, { cid: 6 }] } as unknown as Report

it('[CHAN-04] the stored report says from which source a channel is recorded, counted as its sources are', async () => {
  expect(await recordedSource(db, 5, atMs)).toBeUndefined()
  await writeReport(db, report)
  expect(await readReport(db)).toEqual(report)
  expect(await recordedSource(db, 5, atMs + oldMs)).toBe(1)
  expect(await recordedSource(db, 6, atMs)).toBeUndefined()
  expect(await recordedSource(db, 5, atMs + oldMs + 1), 'of a recorder that no longer runs').toBeUndefined()
})
