/** What people do with the queue, on a real database with real jobs; the engine is a double that obeys its signal. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Engine, PackageJob } from '#media/media.ts'
import { importFilms } from '#server/imports/films/import-films.ts'
import { retryFilm } from '#server/imports/films/retry-film.ts'
import { titlesOfAssets } from '#server/catalogue/catalogue.ts'
import { type Jobs, startJobs } from '#server/platform/jobs.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { sendOrdered } from './film-jobs.ts'
import { filmWorkers } from './film-workers.ts'
import { findRow, packagingRows, saveOrders, stampOf } from './packaging.ts'
import { readQueue } from './read-queue.ts'
import {
  moveInQueue,
  pauseFilm,
  pauseQueue,
  readQueuePause,
  removeFilm,
  resumeFilm,
  resumeQueue,
} from './steer-queue.ts'

const pictures = { store: async () => ({ kind: 'refused', reason: 'none here' }) as const }
const disk = { floorBytes: 0, freeBytes: async () => 1e15 }

let database: TestDatabase
let dir = ''
/** What the engine was given, and what it does with it. */
let started: string[] = []
let aborted: string[] = []
const packaged = async ({ assetId }: PackageJob) =>
  ({
    kind: 'packaged',
    made: 'all',
    asset: { assetId, durationMs: 60_000, complete: true, warnings: [] },
  }) as unknown as Awaited<ReturnType<Engine['packageAsset']>>

let engine: (job: PackageJob) => ReturnType<Engine['packageAsset']> = packaged

const untilAborted = async ({ assetId, signal }: PackageJob) => {
  await new Promise((resolve) => signal?.addEventListener('abort', resolve))
  aborted.push(assetId)
  return { kind: 'refused', reason: 'aborted', words: 'the work was called off', playable: false } as const
}

const refusing = async () =>
  ({ kind: 'refused', reason: 'not_a_video', words: 'it is no video', playable: false }) as const

beforeAll(async () => {
  database = await createTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'steer-queue-'))
})

afterEach(async () => {
  await database.db.deleteFrom('packaging').execute()
  await database.db.updateTable('packaging_queue').set({ paused_at: null }).execute()
  started = []
  aborted = []
  engine = packaged
})

afterAll(async () => {
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})

async function order(...assetIds: readonly string[]): Promise<void> {
  const sourcePath = join(dir, 'source.mkv')
  await writeFile(sourcePath, 'bytes')
  const sourceStamp = await stampOf(sourcePath)
  const orders = assetIds.map((assetId) => ({
    assetId,
    name: assetId,
    sourcePath,
    sourceStamp,
    subtitles: [],
  }))
  await saveOrders(database.db, orders, Date.now())
}

async function withJobs(work: (jobs: Jobs, start: () => Promise<void>) => Promise<void>): Promise<void> {
  const jobs = await startJobs({ location: database.location, log: silentLog, statementTimeoutMs: 5000 })
  const packageAsset = (job: PackageJob) => {
    started.push(job.assetId)
    return engine(job)
  }
  try {
    await work(jobs, () => jobs.work(filmWorkers({ db: database.db, jobs, disk, engine: { packageAsset } })))
  } finally {
    await jobs.close(5000)
  }
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 500 && !(await isSo()); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 30))
  expect(await isSo()).toBe(true)
}

async function stateOf(assetId: string) {
  const row = await findRow(database.db, assetId)
  return row === undefined ? undefined : `${row.state} ${row.step}${row.paused_at === null ? '' : ' paused'}`
}

describe('[EDIT-02] the packaging queue', () => {
  it('packages in the order that people give it', { timeout: 60_000 }, async () => {
    await order('a', 'b', 'c', 'd', 'e')
    await withJobs(async (jobs, start) => {
      const { db } = database
      await sendOrdered(db, jobs, ['a', 'b', 'c', 'd', 'e'])
      const deps = { db, jobs, clock: systemClock }
      expect(await moveInQueue(deps, 'd', { to: 'first' })).toMatchObject({ kind: 'done', followedBy: 'e' })
      expect(await moveInQueue(deps, 'c', { to: 'up' })).toMatchObject({ kind: 'done', followedBy: 'e' })
      expect(await moveInQueue(deps, 'a', { to: 'last' })).toMatchObject({ kind: 'done', followedBy: 'c' })
      expect(await moveInQueue(deps, 'gone', { to: 'last' })).toEqual({ kind: 'not_found' })
      const shown = (await readQueue(db, Date.now())).films.map(({ row }) => row.asset_id)
      await start()
      await until(async () => (await packagingRows(db)).every(({ state }) => state === 'ready'))
      expect(started).toEqual(['d', 'c', 'b', 'e', 'a'])
      expect(shown).toEqual(started)
      expect(await moveInQueue(deps, 'a', { to: 'first' })).toEqual({ kind: 'busy' })
    })
  })

  it('stops a film that is paused, passes it over, and continues it', { timeout: 60_000 }, async () => {
    await order('a', 'b')
    await withJobs(async (jobs, start) => {
      const { db } = database
      engine = untilAborted
      await sendOrdered(db, jobs, ['a', 'b'])
      await start()
      await until(() => started.length === 1)
      engine = packaged
      expect(await pauseFilm(db, 'a')).toMatchObject({ kind: 'done' })
      expect(await stateOf('a')).toBe('waiting playable paused')
      await until(() => aborted.length === 1)
      await until(async () => (await stateOf('b')) === 'ready better')
      expect(started).toEqual(['a', 'b'])
      // Nothing sends it again by itself.
      await sendOrdered(db, jobs, ['a'])
      expect(await stateOf('a')).toBe('waiting playable paused')
      expect(await resumeFilm({ db, jobs, clock: systemClock }, 'a')).toMatchObject({ kind: 'done' })
      await until(async () => (await stateOf('a')) === 'ready better')
      expect(await pauseFilm(db, 'a')).toEqual({ kind: 'over' })
      expect(await pauseFilm(db, 'gone')).toEqual({ kind: 'not_found' })
    })
  })

  it('stops as a whole, and continues as a whole', { timeout: 60_000 }, async () => {
    await order('a', 'b', 'c')
    await withJobs(async (jobs, start) => {
      const { db } = database
      engine = untilAborted
      await sendOrdered(db, jobs, ['a', 'b', 'c'])
      await pauseFilm(db, 'c')
      await start()
      await until(() => started.length === 1)
      await pauseQueue(db, 'Dilnoza')
      expect(await readQueuePause(db)).toMatchObject({ pausedBy: 'Dilnoza', pausedAtMs: expect.any(Number) })
      await until(() => aborted.length === 1)
      // The jobs that were sent before come to nothing.
      await new Promise((resolve) => setTimeout(resolve, 1500))
      expect(started).toEqual(['a'])
      expect((await readQueue(db, Date.now())).counts).toMatchObject({ waiting: 3, running: 0 })
      engine = packaged
      expect(await resumeQueue({ db, jobs, clock: systemClock })).toBe(2)
      await until(
        async () => (await stateOf('b')) === 'ready better' && (await stateOf('a')) === 'ready better',
      )
      expect(await stateOf('c')).toBe('waiting playable paused')
    })
  })

  it('loses a film that is removed, and gets it back', { timeout: 60_000 }, async () => {
    await order('a', 'b')
    await withJobs(async (jobs, start) => {
      const { db } = database
      const deps = { db, jobs, clock: systemClock, pictures }
      engine = untilAborted
      await sendOrdered(db, jobs, ['a', 'b'])
      await start()
      await until(() => started.length === 1)
      engine = packaged
      expect(await removeFilm(db, 'b')).toMatchObject({ kind: 'done' })
      expect(await removeFilm(db, 'a')).toMatchObject({ kind: 'done' })
      await until(() => aborted.length === 1)
      await new Promise((resolve) => setTimeout(resolve, 700))
      expect([await stateOf('a'), await stateOf('b')]).toEqual(['removed playable', 'removed playable'])
      expect(started).toEqual(['a'])
      expect(await retryFilm(deps, 'a')).toMatchObject({ kind: 'done' })
      await until(async () => (await stateOf('a')) === 'ready better')
      expect(await retryFilm(deps, 'a')).toEqual({ kind: 'busy' })
      expect(await retryFilm(deps, 'gone')).toEqual({ kind: 'not_found' })
    })
  })

  it(
    'says why a film was refused, and tries a withdrawn one again from its folder',
    { timeout: 60_000 },
    async () => {
      const { db } = database
      const folder = join(dir, 'library')
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'Good (2020).mkv'), 'bytes')
      await writeFile(join(folder, 'Broken (2021).mkv'), 'bytes')
      const { assetIds } = await importFilms(db, { folder, pictures, again: false, nowMs: Date.now() })
      const broken = (await packagingRows(db)).find(({ name }) => name === 'Broken')?.asset_id ?? ''
      await withJobs(async (jobs, start) => {
        const deps = { db, jobs, clock: systemClock, pictures }
        engine = async (job) => (job.assetId === broken ? refusing() : packaged(job))
        await sendOrdered(db, jobs, assetIds)
        await start()
        await until(async () => (await stateOf(broken)) === 'refused playable')
        // Its title is taken back after the row says why.
        await until(async () => (await titlesOfAssets(db, [broken])).size === 0)
        const refused = (await readQueue(db, Date.now())).films.find(({ row }) => row.asset_id === broken)
        expect(refused).toMatchObject({ reason: 'it is no video', row: { reason_kind: 'not_a_video' } })
        await until(async () => (await packagingRows(db)).some(({ state }) => state === 'ready'))
        // A file that arrived meanwhile is not imported by it.
        await writeFile(join(folder, 'New (2022).mkv'), 'half')
        engine = packaged
        expect(await retryFilm(deps, broken)).toMatchObject({ kind: 'done' })
        await until(async () => (await stateOf(broken)) === 'ready better')
        expect((await titlesOfAssets(db, [broken])).size).toBe(1)
        expect((await packagingRows(db)).map(({ name }) => name).toSorted()).toEqual(['Broken', 'Good'])
        await rm(join(folder, 'Good (2020).mkv'))
        const good = (await packagingRows(db)).find(({ name }) => name === 'Good')
        expect(await retryFilm(deps, good?.asset_id ?? '')).toEqual({
          kind: 'source_gone',
          path: good?.source_path,
        })
      })
    },
  )
})
