import { appendFile, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { type Engine, type PackageJob, createEngine, findMediaBinaries } from '#media/media.ts'
import {
  beginStep,
  isAnyWaitingToPlay,
  saveOrders,
  releaseFilm,
  noteProgress,
  packagingRows,
  stampOf,
} from './packaging.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { startJobs, type Jobs } from '#server/platform/jobs.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { maxAttempts, sendOrdered, sendUnfinished } from './film-jobs.ts'
import { filmWorkers } from './film-workers.ts'
import { packagingLines } from './packaging-lines.ts'
import { packageStep, type FilmDeps } from './package-step.ts'

const binaries = findMediaBinaries({})
const once = { attempt: 1, maxAttempts, signal: new AbortController().signal }
const worker = 'one 1'
const other = 'two 1'

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

const packageFast: Engine['packageAsset'] = (job) => engine.packageAsset({ ...job, encoderEffort: 'fast' })

function depsOf(packageAsset = packageFast): FilmDeps {
  const { db } = database
  return { db, disk: room, engine: { packageAsset }, isAnyWaitingToPlay: () => isAnyWaitingToPlay(db) }
}

async function rowOf(assetId: string) {
  const [row] = await packagingRows(database.db, [assetId])
  if (row === undefined) throw new Error(`no row ${assetId}`)
  return row
}

async function begun(assetId: string) {
  const row = await beginStep(database.db, worker, assetId)
  if (row === undefined) throw new Error(`nothing is left to do for ${assetId}`)
  return row
}

/** Runs the next step of a film. */
async function makeStep(assetId: string, deps = depsOf()) {
  return packageStep(deps, await begun(assetId), once)
}

/** Runs a process with job workers for films. */
async function withWorkers(packageAsset: Engine['packageAsset'], work: (jobs: Jobs) => Promise<void>) {
  const jobs = await startJobs({ location: database.location, log: silentLog, statementTimeoutMs: 5000 })
  try {
    const { db } = database
    await jobs.work(filmWorkers({ db, jobs, disk: room, engine: { packageAsset } }))
    await work(jobs)
  } finally {
    await jobs.close(5000)
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 3000 && !(await isSo()); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 40))
  expect(await isSo()).toBe(true)
}

it(
  '[OPS-02] makes every film playable before any gets better renditions, as jobs',
  { timeout: 180_000 },
  async () => {
    const started: string[] = []
    const packageAsset = (job: PackageJob) => {
      started.push(job.assetId)
      return packageFast(job)
    }
    await withWorkers(packageAsset, async (jobs) => {
      for (const assetId of ['a1', 'a2', 'a3']) await order(assetId)
      await sendOrdered(database.db, jobs, ['a1', 'a2', 'a3'])
      await until(async () => (await packagingRows(database.db)).every(({ state }) => state === 'ready'))
    })
    expect(started).toEqual(['a1', 'a2', 'a3', 'a1', 'a2', 'a3'])
    const rows = await packagingRows(database.db)
    expect(rows.map(({ fraction, worker: by }) => ({ fraction, by }))).toEqual(
      rows.map(() => ({ fraction: 1, by: null })),
    )
    for (const { duration_ms, spent_ms } of rows) {
      // The last frame is shown until the end of the audio, which ends some milliseconds after two seconds.
      expect(Math.abs(duration_ms - 2000)).toBeLessThan(100)
      expect(spent_ms).toBeGreaterThan(0)
    }
    expect(engine.describeAsset('a2')).toMatchObject({ complete: true })
    expect(engine.describeAsset('a2')?.video.length).toBeGreaterThan(1)
  },
)

it(
  '[OPS-02] interrupts better renditions for a new film, and continues them before others',
  { timeout: 180_000 },
  async () => {
    const started: string[] = []
    let hasArrived = false
    await withWorkers(
      async (job) => {
        started.push(job.assetId)
        // While the first film gets better renditions, another arrives.
        if (started.length === 3) {
          await order('b3')
          hasArrived = true
        }
        return packageFast(job)
      },
      async (jobs) => {
        for (const assetId of ['b1', 'b2']) await order(assetId)
        await sendOrdered(database.db, jobs, ['b1', 'b2'])
        await until(async () => hasArrived)
        await sendOrdered(database.db, jobs, ['b3'])
        await until(async () => (await packagingRows(database.db)).every(({ state }) => state === 'ready'))
      },
    )
    expect(started).toEqual(['b1', 'b2', 'b1', 'b3', 'b1', 'b2', 'b3'])
  },
)

it('[OPS-02] interrupts better renditions for a new film, and playable films stay playable', async () => {
  await order('c1')
  expect(await makeStep('c1')).toMatchObject({ kind: 'playable' })
  const before = engine.describeAsset('c1')
  expect(before).toMatchObject({ complete: false })
  const arrival = depsOf(async (job) => {
    await order('c2')
    return packageFast(job)
  })
  expect(await makeStep('c1', arrival)).toMatchObject({ kind: 'playable' })
  expect(engine.describeAsset('c1')).toEqual(before)
  expect(await makeStep('c2')).toMatchObject({ kind: 'playable' })
  expect(await makeStep('c1')).toMatchObject({ kind: 'ready' })
  expect(engine.describeAsset('c1')?.video).toContainEqual(before?.video[0])
})

it('queues unfinished work again, and does it once', async () => {
  const finished: string[] = []
  const packageAsset = async (job: PackageJob) => {
    const [row] = await packagingRows(database.db, [job.assetId])
    const outcome = await packageFast(job)
    // Better renditions are interrupted, and started again, while another film waits to become playable.
    const isWhole = outcome.kind !== 'refused' && (row?.step === 'playable' || outcome.asset.complete)
    if (isWhole) finished.push(`${job.assetId} ${row?.step}`)
    return outcome
  }
  for (const assetId of ['s1', 's2']) await order(assetId)
  await withWorkers(packageAsset, async (jobs) => {
    for (let count = 0; count < 3; count += 1) await sendUnfinished(database.db, jobs)
    await until(async () => (await packagingRows(database.db)).every(({ state }) => state === 'ready'))
    await sendUnfinished(database.db, jobs)
  })
  expect(finished.toSorted()).toEqual(['s1 better', 's1 playable', 's2 better', 's2 playable'])
}, 180_000)

it('gives a film up that another process has started, and writes nothing to it any more', async () => {
  await order('d1')
  const deps = depsOf(async ({ signal, onProgress }) => {
    await beginStep(database.db, other, 'd1')
    onProgress?.({ assetId: 'd1', stage: 'picture', fraction: 0.5, playable: false })
    await new Promise((resolve) => signal?.addEventListener('abort', resolve))
    return { kind: 'refused', reason: 'aborted', words: 'the work was called off', playable: false }
  })
  const row = await begun('d1')
  expect(await packageStep(deps, row, once)).toEqual({ kind: 'left' })
  expect(await noteProgress(database.db, row, { fraction: 0.9, rendition: '', playable: false })).toBe(false)
  expect(await releaseFilm(database.db, row, { state: 'ready', step: 'better' })).toBe(false)
  expect(await rowOf('d1')).toMatchObject({ state: 'running', worker: other, fraction: 0 })
})

it('returns a film to the queue when its process ends', { timeout: 60_000 }, async () => {
  let started = 0
  const untilStopped: Engine['packageAsset'] = async ({ signal }) => {
    started += 1
    await new Promise((resolve) => signal?.addEventListener('abort', resolve))
    return { kind: 'refused', reason: 'aborted', words: 'the work was called off', playable: false }
  }
  await order('r1')
  for (let starts = 1; starts <= 2; starts += 1) {
    await withWorkers(untilStopped, async (jobs) => {
      if (starts === 1) await sendOrdered(database.db, jobs, ['r1'])
      await until(async () => started === starts)
    })
    expect(await rowOf('r1')).toMatchObject({
      state: 'waiting',
      step: 'playable',
      worker: null,
      not_before: null,
    })
  }
})

it('reads a file again that changed while it was read', { timeout: 180_000 }, async () => {
  const growing = join(dir, 'рост № 1 ‹’"$(x)›.mkv')
  await writeFile(growing, 'the beginning of a file')
  await order('e1', growing)
  const deps = depsOf(async (job) => {
    const outcome = await engine.packageAsset(job)
    await copyFile(clip, growing)
    await appendFile(growing, '')
    return outcome
  })
  expect(await makeStep('e1', deps)).toMatchObject({ kind: 'failed' })
  const row = await rowOf('e1')
  expect(row).toMatchObject({ state: 'waiting', step: 'playable', source_stamp: await stampOf(growing) })
  expect(row.reason).toContain('changed while it was read')
  expect(await makeStep('e1')).toMatchObject({ kind: 'playable' })
  // Ordered again during better renditions: the first step comes again.
  const ordered = depsOf(async (job) => {
    await appendFile(growing, 'more')
    await order('e1', growing)
    return packageFast(job)
  })
  expect(await makeStep('e1', ordered)).toEqual({ kind: 'left' })
  expect(await rowOf('e1')).toMatchObject({ state: 'waiting', step: 'playable', worker: null })
})

it('waits for disk space, with a reason, and continues by itself', { timeout: 180_000 }, async () => {
  await order('f1')
  let freeBytes = 1e9
  const deps = { ...depsOf(), disk: { floorBytes: 1e9, freeBytes: () => Promise.resolve(freeBytes) } }
  expect(await makeStep('f1', deps)).toMatchObject({ kind: 'waits', pauseSec: 60 })
  expect((await rowOf('f1')).reason).toMatch(/waits for room on the disk: 1\.0 GB are free/)
  // Meanwhile it blocks no others.
  expect(await isAnyWaitingToPlay(database.db)).toBe(false)
  freeBytes = 1e12
  expect(await makeStep('f1', deps)).toMatchObject({ kind: 'playable' })
  // The disk fills up between two steps: the playable film stays playable.
  let requested = 0
  const shrinking = { floorBytes: 1e9, freeBytes: () => Promise.resolve((requested += 1) > 1 ? 1e9 : 1e12) }
  expect(await makeStep('f1', { ...deps, disk: shrinking })).toMatchObject({ kind: 'playable', pauseSec: 60 })
  expect(await rowOf('f1')).toMatchObject({ state: 'waiting', step: 'better' })
  expect((await rowOf('f1')).reason).toContain('waits for room')
})

it('retries an unknown failure, and finally refuses it with a reason', async () => {
  await order('g1')
  const deps = depsOf(() => Promise.reject(new Error('the moon was full')))
  for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
    expect(await packageStep(deps, await begun('g1'), { ...once, attempt })).toEqual({
      kind: 'failed',
      reason: 'it failed and is tried again: the moon was full',
    })
    expect(await isAnyWaitingToPlay(database.db)).toBe(false)
  }
  const last = await packageStep(deps, await begun('g1'), { ...once, attempt: maxAttempts })
  expect(last).toEqual({ kind: 'refused', reason: 'it could not be packaged: the moon was full' })
  expect(await rowOf('g1')).toMatchObject({ state: 'refused' })
  expect(await beginStep(database.db, worker, 'g1')).toBeUndefined()
})

it('refuses a film that crashed its process at every attempt', async () => {
  await order('k1')
  const result = await packageStep(depsOf(), await begun('k1'), { ...once, attempt: maxAttempts + 1 })
  expect(result).toEqual({ kind: 'refused', reason: 'it was begun 6 times and never came to an end' })
})

it('the queue retries a failed film, with its attempts counted', { timeout: 60_000 }, async () => {
  const attempts: string[] = []
  await order('t1')
  await withWorkers(
    (job) => {
      attempts.push(job.assetId)
      return attempts.length === 1 ? Promise.reject(new Error('the moon was full')) : packageFast(job)
    },
    async (jobs) => {
      await sendOrdered(database.db, jobs, ['t1'])
      await until(async () => /moon/.test((await rowOf('t1')).reason))
      await until(async () => (await rowOf('t1')).step === 'better')
    },
  )
  expect(attempts.length).toBeGreaterThan(1)
})

it('[OPS-02] shows each film’s progress, why one waits, and the remaining time of all', async () => {
  expect(await packagingLines(database.db, systemClock)).toEqual([
    'Packaging: no file of a film was imported yet',
  ])
  for (const assetId of ['h1', 'h2', 'h3', 'h4']) await order(assetId)
  const [done, runs] = [await begun('h1'), await begun('h2')]
  const minutes = (count: number) => new Date(Date.now() - count * 60_000)
  const own = (assetId: string, values: object) =>
    database.db.updateTable('packaging').set(values).where('asset_id', '=', assetId).execute()
  await releaseFilm(database.db, done, { state: 'ready', step: 'better', durationMs: 3_600_000 })
  await own('h1', { spent_ms: 1_800_000 })
  await own('h2', { begun_at: minutes(10) })
  // The length is known from the first probe of the file on, not only after a step.
  const half = { fraction: 0.5, rendition: 'v480', playable: false }
  await noteProgress(database.db, runs, { ...half, fraction: 0.1, durationMs: 3_600_000 })
  await noteProgress(database.db, runs, half)
  await makeStep('h3', { ...depsOf(), disk: { floorBytes: 1e9, freeBytes: () => Promise.resolve(1e9) } })
  await own('h4', { state: 'refused', reason: `${clip} is no video; ${clip}: there is no picture in it` })
  const lines = await packagingLines(database.db, systemClock)
  expect(lines.slice(0, 3)).toEqual([
    'Packaged: 1 ready, 1 being made, 1 waiting, 1 refused',
    '  h2: 50 %, v480, 3.0 × its length, about 10 min left',
    // Half an hour of film at its own speed, and an hour of it at double speed.
    '  All 2 together: about 40 min left',
  ])
  expect(lines[3]).toMatch(/^ {2}waits {4}h3: it waits for room on the disk/)
  expect(lines[4]).toBe(`  refused  h4: ${clip} (it is no video; there is no picture in it)`)
  expect(lines.length).toBe(5)
  await own('h3', { step: 'better' })
  expect((await packagingLines(database.db, systemClock))[0]).toBe(
    'Packaged: 1 ready, 1 being made, 1 waiting (1 of them plays already), 1 refused',
  )
})

it('[OPS-02] reports a film whose source was removed as still playable', async () => {
  for (const assetId of ['i1', 'i2']) await order(assetId)
  const gone = (playable: boolean) => () =>
    Promise.resolve({
      kind: 'refused' as const,
      reason: 'missing' as const,
      words: `${clip} does not exist`,
      playable,
    })
  await releaseFilm(database.db, await begun('i1'), { state: 'waiting', step: 'better' })
  await makeStep('i2', depsOf(gone(false)))
  await makeStep('i1', depsOf(gone(true)))
  expect(await packagingLines(database.db, systemClock)).toEqual([
    'Packaged: 0 ready, 0 being made, 0 waiting, 1 refused, 1 plays without better pictures',
    `  refused  i2: ${clip} (it does not exist)`,
    `  plays    i1: without better pictures, ${clip} could not be read on (it does not exist)`,
  ])
})
