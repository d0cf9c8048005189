import { appendFile, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { type Engine, type PackageJob, createEngine, findMediaBinaries } from '#media/media.ts'
import {
  claimFilm,
  renewLease,
  saveOrders,
  releaseFilm,
  noteProgress,
  packagingRows,
  stampOf,
  type Worker,
} from './packaging.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { startJobs } from '#server/platform/jobs.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { filmWorkers, wakeFilmWorkers } from './film-workers.ts'
import { packagingLines } from './packaging-lines.ts'
import { packageStep, type FilmDeps } from './package-step.ts'

const binaries = findMediaBinaries({})
const never = new AbortController().signal
const first: Worker = { id: 'one 1', machine: 'one ', leaseSec: 60 }
const second: Worker = { id: 'two 1', machine: 'two ', leaseSec: 60 }

let database: TestDatabase
let engine: Engine
let dir = ''
let clip = ''

beforeAll(async () => {
  database = await createTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'film-queue-'))
  clip = join(dir, 'clip.mkv')
  const made = await runFfmpeg({
    ffmpegPath: binaries.ffmpegPath,
    args: [
      ...['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc2=s=1280x720:r=25:d=2'],
      ...[
        '-f',
        'lavfi',
        '-i',
        'sine=frequency=440:duration=2',
        '-c:v',
        'libx264',
        '-preset',
        'ultrafast',
        clip,
      ],
    ],
    timeoutMs: 60_000,
  }).exit
  expect(made.lastLines).toEqual([])
  engine = createEngine({
    storeDir: join(dir, 'store'),
    ...binaries,
    clock: () => Date.now(),
    ticketSecrets: ['a secret of sixteen letters'],
    log: silentLog,
  })
}, 120_000)

afterEach(async () => {
  await database.db.deleteFrom('packaging').execute()
})

afterAll(async () => {
  await engine.close()
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})

async function order(assetId: string, sourcePath = clip): Promise<void> {
  const sourceStamp = await stampOf(sourcePath)
  const orders = [{ assetId, name: assetId, sourcePath, sourceStamp, subtitles: [] }]
  await saveOrders(database.db, orders, Date.now())
}

const room = { floorBytes: 1e9, freeBytes: () => Promise.resolve(1e12) }

function depsOf(
  worker: Worker,
  packageAsset: Engine['packageAsset'] = (job) => engine.packageAsset({ ...job, encoderEffort: 'fast' }),
): FilmDeps {
  return { db: database.db, worker, disk: room, engine: { packageAsset } }
}

async function rowOf(assetId: string) {
  const [row] = await packagingRows(database.db, [assetId])
  if (row === undefined) throw new Error(`no row ${assetId}`)
  return row
}

async function claimed(worker: Worker, step: 'playable' | 'better') {
  const row = await claimFilm(database.db, worker, step)
  if (row === undefined) throw new Error('nothing was claimed')
  return row
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 3000 && !(await isSo()); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 40))
  expect(await isSo()).toBe(true)
}

it(
  '[OPS-02] makes every film playable before any of them better, as jobs',
  { timeout: 180_000 },
  async () => {
    const started: string[] = []
    const packageAsset = (job: PackageJob) => {
      started.push(job.assetId)
      return engine.packageAsset({ ...job, encoderEffort: 'fast' })
    }
    const jobs = await startJobs({ place: database.place, log: silentLog, statementTimeoutMs: 5000 })
    try {
      for (const assetId of ['a1', 'a2', 'a3']) await order(assetId)
      await jobs.work(filmWorkers({ ...depsOf(first, packageAsset), jobs }))
      await wakeFilmWorkers(jobs)
      await until(async () => (await packagingRows(database.db)).every(({ state }) => state === 'ready'))
    } finally {
      await jobs.close(5000)
    }
    expect(started).toEqual(['a1', 'a2', 'a3', 'a1', 'a2', 'a3'])
    const rows = await packagingRows(database.db)
    expect(rows.map(({ fraction, worker, attempts }) => ({ fraction, worker, attempts }))).toEqual(
      rows.map(() => ({ fraction: 1, worker: null, attempts: 0 })),
    )
    for (const { duration_ms, spent_ms } of rows) {
      // The last picture stands until the last sound, which ends some milliseconds after two seconds.
      expect(Math.abs(duration_ms - 2000)).toBeLessThan(100)
      expect(spent_ms).toBeGreaterThan(0)
    }
    expect(engine.describeAsset('a2')).toMatchObject({ complete: true })
    expect(engine.describeAsset('a2')?.video.length).toBeGreaterThan(1)
  },
)

it(
  '[OPS-02] leaves better pictures for a film that comes, and goes on with them later',
  { timeout: 180_000 },
  async () => {
    await order('b1')
    expect(
      await packageStep(depsOf(first), await claimed(first, 'playable'), { signal: never }),
    ).toMatchObject({
      kind: 'playable',
    })
    const before = engine.describeAsset('b1')
    expect(before).toMatchObject({ complete: false })
    const arrival = depsOf(first, async (job) => {
      await order('b2')
      return engine.packageAsset({ ...job, encoderEffort: 'fast' })
    })
    const better = await claimed(first, 'better')
    expect(await packageStep(arrival, better, { signal: never })).toMatchObject({ kind: 'playable' })
    expect(engine.describeAsset('b1')).toEqual(before)
    expect(await claimFilm(database.db, first, 'better')).toBeUndefined()
    const next = await claimed(first, 'playable')
    expect(next.asset_id).toBe('b2')
    // This machine has its hands full with it; another may make the first one better meanwhile.
    expect(await claimFilm(database.db, first, 'better')).toBeUndefined()
    const elsewhere = await claimed(second, 'better')
    expect(elsewhere.asset_id).toBe('b1')
    expect(await packageStep(depsOf(second), elsewhere, { signal: never })).toMatchObject({ kind: 'ready' })
    expect(engine.describeAsset('b1')?.video).toContainEqual(before?.video[0])
  },
)

it('gives each film to one worker, and that of a worker that is gone to another', async () => {
  const ids = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6']
  for (const assetId of ids) await order(assetId)
  const workers = ids.flatMap((id) => [
    { ...first, id: `one ${id}` },
    { ...second, id: `two ${id}` },
  ])
  const taken = await Promise.all(workers.map((worker) => claimFilm(database.db, worker, 'playable')))
  expect(taken.flatMap((row) => row?.asset_id ?? []).toSorted()).toEqual(ids)
  for (const row of taken) {
    if (row === undefined) continue
    const worker = workers.find(({ id }) => id === row.worker) ?? first
    const state = row.asset_id === 'c3' ? 'waiting' : 'ready'
    await releaseFilm(database.db, worker, row, { state, step: 'playable' })
  }
  const gone = { ...first, leaseSec: 1 }
  const lost = await claimed(gone, 'playable')
  expect(await renewLease(database.db, gone, lost)).toBe(true)
  expect(await claimFilm(database.db, second, 'playable')).toBeUndefined()
  let result: Awaited<ReturnType<typeof claimFilm>>
  await until(async () => {
    result ??= await claimFilm(database.db, second, 'playable')
    return result !== undefined
  })
  expect(result).toMatchObject({ asset_id: 'c3', worker: second.id })
  // Whoever lost it hears of it, and changes nothing any more.
  expect(await renewLease(database.db, gone, lost)).toBe(false)
  expect(await releaseFilm(database.db, gone, lost, { state: 'ready', step: 'better' })).toBe(false)
  expect(await rowOf('c3')).toMatchObject({ state: 'running', worker: second.id })
})

it('takes a film that was lost away from its encoder', { timeout: 180_000 }, async () => {
  await order('d1')
  const deps = depsOf({ ...first, leaseSec: 0.4 }, async ({ signal }) => {
    await database.db.updateTable('packaging').set({ worker: second.id }).execute()
    await new Promise((resolve) => signal?.addEventListener('abort', resolve))
    return { kind: 'refused', reason: 'aborted', words: 'the work was called off', playable: false }
  })
  const row = await claimed(deps.worker, 'playable')
  expect(await packageStep(deps, row, { signal: never })).toEqual({ kind: 'left' })
  expect((await rowOf('d1')).worker).toBe(second.id)
})

it('takes a file again that changed while it was read', { timeout: 180_000 }, async () => {
  const growing = join(dir, 'рост № 1 ‹’"$(x)›.mkv')
  await writeFile(growing, 'the beginning of a file')
  await order('e1', growing)
  const deps = depsOf(first, async (job) => {
    const outcome = await engine.packageAsset(job)
    await copyFile(clip, growing)
    await appendFile(growing, '')
    return outcome
  })
  expect(await packageStep(deps, await claimed(first, 'playable'), { signal: never })).toEqual({
    kind: 'left',
  })
  const row = await rowOf('e1')
  expect(row).toMatchObject({ state: 'waiting', step: 'playable', source_stamp: await stampOf(growing) })
  expect(row.reason).toContain('changed while it was read')
  await database.db.updateTable('packaging').set({ not_before: null }).execute()
  expect(await packageStep(depsOf(first), await claimed(first, 'playable'), { signal: never })).toMatchObject(
    {
      kind: 'playable',
    },
  )
  // Ordered anew while it is made better: the first step comes again.
  const better = await claimed(first, 'better')
  const ordered = depsOf(first, async (job) => {
    await appendFile(growing, 'more')
    await order('e1', growing)
    return engine.packageAsset({ ...job, encoderEffort: 'fast' })
  })
  expect(await packageStep(ordered, better, { signal: never })).toEqual({ kind: 'left' })
  expect(await rowOf('e1')).toMatchObject({ state: 'waiting', step: 'playable', worker: null })
})

it('waits for room on the disk, in words, and goes on by itself', { timeout: 180_000 }, async () => {
  await order('f1')
  let freeBytes = 1e9
  const deps = { ...depsOf(first), disk: { floorBytes: 1e9, freeBytes: () => Promise.resolve(freeBytes) } }
  const result = await packageStep(deps, await claimed(first, 'playable'), { signal: never })
  expect(result).toMatchObject({ kind: 'waits' })
  expect((await rowOf('f1')).reason).toMatch(/waits for room on the disk: 1\.0 GB are free/)
  expect(await claimFilm(database.db, first, 'playable')).toBeUndefined()
  await database.db.updateTable('packaging').set({ not_before: null }).execute()
  freeBytes = 1e12
  expect(await packageStep(deps, await claimed(first, 'playable'), { signal: never })).toMatchObject({
    kind: 'playable',
  })
  // Room that runs out between two steps: what plays goes on playing.
  const better = await claimed(first, 'better')
  let requested = 0
  const shrinking = { floorBytes: 1e9, freeBytes: () => Promise.resolve((requested += 1) > 1 ? 1e9 : 1e12) }
  expect(await packageStep({ ...deps, disk: shrinking }, better, { signal: never })).toMatchObject({
    kind: 'playable',
  })
  expect(await rowOf('f1')).toMatchObject({ state: 'waiting', step: 'better' })
  expect((await rowOf('f1')).reason).toContain('waits for room')
})

it('tries again what failed for an unknown reason, and refuses it in words at last', async () => {
  await order('g1')
  const deps = depsOf(first, () => Promise.reject(new Error('the moon was full')))
  for (let attempt = 1; attempt < 6; attempt += 1) {
    expect(await packageStep(deps, await claimed(first, 'playable'), { signal: never })).toMatchObject({
      kind: 'waits',
      reason: 'it failed and is tried again: the moon was full',
    })
    expect(await claimFilm(database.db, first, 'playable')).toBeUndefined()
    await database.db.updateTable('packaging').set({ not_before: null }).execute()
  }
  const last = await packageStep(deps, await claimed(first, 'playable'), { signal: never })
  expect(last).toEqual({ kind: 'refused', reason: 'it could not be packaged: the moon was full' })
  expect(await rowOf('g1')).toMatchObject({ state: 'refused' })
})

it('[OPS-02] tells how far each film is, why one waits, and what is left of all', async () => {
  expect(await packagingLines(database.db, systemClock)).toEqual([
    'Packaging: no file of a film was imported yet',
  ])
  for (const assetId of ['h1', 'h2', 'h3', 'h4']) await order(assetId)
  const [done, runs] = [await claimed(first, 'playable'), await claimed(second, 'playable')]
  const minutes = (count: number) => new Date(Date.now() - count * 60_000)
  const own = (assetId: string, values: object) =>
    database.db.updateTable('packaging').set(values).where('asset_id', '=', assetId).execute()
  await releaseFilm(database.db, first, done, { state: 'ready', step: 'better', durationMs: 3_600_000 })
  await own('h1', { spent_ms: 1_800_000 })
  await own('h2', { begun_at: minutes(10) })
  // The length is known from the first look at the file on, not only when a step has ended.
  const half = { fraction: 0.5, rendition: 'v480', playable: false }
  await noteProgress(database.db, second, runs, { ...half, fraction: 0.1, durationMs: 3_600_000 })
  await noteProgress(database.db, second, runs, half)
  const deps = { ...depsOf(first), disk: { floorBytes: 1e9, freeBytes: () => Promise.resolve(1e9) } }
  await packageStep(deps, await claimed(first, 'playable'), { signal: never })
  await own('h4', { state: 'refused', reason: `${clip} is no video; ${clip}: there is no picture in it` })
  const lines = await packagingLines(database.db, systemClock)
  expect(lines.slice(0, 3)).toEqual([
    'Packaged: 1 ready, 1 being made, 1 waiting, 1 refused',
    '  h2: 50 %, v480, 3.0 × its length, about 10 min left',
    // Half an hour of film by its own pace, and an hour of it at twice its length.
    '  All 2 together: about 40 min left',
  ])
  expect(lines[3]).toMatch(/^ {2}waits {4}h3: it waits for room on the disk/)
  expect(lines[4]).toBe(`  refused  h4: ${clip} (it is no video; there is no picture in it)`)
  expect(lines.length).toBe(5)
  expect(runs.asset_id).toBe('h2')
  await own('h3', { step: 'better' })
  expect((await packagingLines(database.db, systemClock))[0]).toBe(
    'Packaged: 1 ready, 1 being made, 1 waiting (1 of them plays already), 1 refused',
  )
})

it('[OPS-02] tells of a film whose source was taken away that it goes on playing as it is', async () => {
  for (const assetId of ['i1', 'i2']) await order(assetId)
  const gone = (playable: boolean) => () =>
    Promise.resolve({
      kind: 'refused' as const,
      reason: 'missing' as const,
      words: `${clip} does not exist`,
      playable,
    })
  const plays = await claimed(first, 'playable')
  await releaseFilm(database.db, first, plays, { state: 'waiting', step: 'better', isNoFailure: true })
  await packageStep(depsOf(first, gone(false)), await claimed(first, 'playable'), { signal: never })
  await packageStep(depsOf(first, gone(true)), await claimed(first, 'better'), { signal: never })
  expect(await packagingLines(database.db, systemClock)).toEqual([
    'Packaged: 0 ready, 0 being made, 0 waiting, 1 refused, 1 plays without better pictures',
    `  refused  i2: ${clip} (it does not exist)`,
    `  plays    i1: without better pictures, ${clip} could not be read on (it does not exist)`,
  ])
})
