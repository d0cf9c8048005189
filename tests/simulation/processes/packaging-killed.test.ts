/** Workers of the film queue as processes: one is killed while it works, and several share the queue. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { findMediaBinaries } from '#media/media.ts'
import { readAsset } from '#media/packager/asset/asset.ts'
import { createPackager } from '#media/packager/packager.ts'
import { sendOrdered } from '#server/imports/packaging/film-jobs.ts'
import { saveOrders, packagingRows, stampOf } from '#server/imports/packaging/packaging.ts'
import { startJobs, type Jobs } from '#server/platform/jobs.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { waitFor } from '#tests/kit/wait/wait-for.ts'

const dir = mkdtempSync(join(tmpdir(), 'ekran-packaging-'))
const storeDir = join(dir, 'store')
const binaries = findMediaBinaries({})
const children: ChildProcess[] = []
const limitMs = 120_000
let database: TestDatabase
let jobs: Jobs

beforeAll(async () => {
  database = await createTestDatabase()
  // The first process that sends a job declares its queue: a short heartbeat interval, so that a killed worker is
  // noticed soon.
  const { location: place } = database
  jobs = await startJobs({ location: place, log: silentLog, statementTimeoutMs: 30_000, heartbeatSec: 10 })
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await jobs.close(1000)
  await database.drop()
  rmSync(dir, { recursive: true, force: true })
})

async function makeSource(name: string, size: string): Promise<string> {
  const path = join(dir, name)
  const args = [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    `testsrc2=s=${size}:r=25:d=1`,
    '-c:v',
    'mpeg4',
    '-y',
    path,
  ]
  const exit = await runFfmpeg({ ffmpegPath: binaries.ffmpegPath, args, timeoutMs: 60_000 }).exit
  expect(exit.lastLines).toEqual([])
  return path
}

/** An encoder that leaves half a file and then does nothing more: the work never ends. */
function endlessEncoder(): { readonly path: string; readonly mark: string } {
  const [path, mark] = [join(dir, `encoder-${children.length}`), join(dir, `mark-${children.length}`)]
  const script = `#!/bin/sh\nfor last; do :; done\nprintf half > "\${last#file:}"\n: > "${mark}"\nexec sleep 600\n`
  writeFileSync(path, script)
  chmodSync(path, 0o755)
  return { path, mark }
}

interface Worker {
  readonly child: ChildProcess
  readonly begun: () => readonly string[]
  /** The steps it has completed. */
  readonly finished: () => readonly string[]
}

function startWorker(ffmpegPath = ''): Worker {
  const program = fileURLToPath(new URL('../../kit/media/film-worker.ts', import.meta.url))
  const args = [program, JSON.stringify(database.location), storeDir, ffmpegPath]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  const lines = () => said.split('\n').filter((line) => line !== '')
  return {
    child,
    begun: () => lines().filter((line) => !line.startsWith('done ')),
    finished: () => lines().flatMap((line) => (line.startsWith('done ') ? [line.slice(5)] : [])),
  }
}

async function ended({ child }: Worker): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  expect(child.exitCode).toBe(0)
}

async function order(assetId: string, sourcePath: string): Promise<void> {
  const sourceStamp = await stampOf(sourcePath)
  const orders = [{ assetId, name: assetId, sourcePath, sourceStamp, subtitles: [] }]
  await saveOrders(database.db, orders, Date.now())
  await sendOrdered(database.db, jobs, [assetId])
}

function assetDir(assetId: string): string {
  return join(storeDir, 'films', assetId)
}

/** A worker in the middle of its step is killed like a machine without power. */
async function killInTheMiddle(step: string): Promise<void> {
  const encoder = endlessEncoder()
  const worker = startWorker(encoder.path)
  await waitFor(() => existsSync(encoder.mark), limitMs)
  expect(worker.begun()).toEqual([step])
  worker.child.kill('SIGKILL')
  await once(worker.child, 'exit')
}

it(
  '[OPS-02] a film whose worker was killed is taken over, and nothing half-finished is shown',
  { timeout: 3 * limitMs },
  async () => {
    await order('film', await makeSource('film.mkv', '854x480'))
    await killInTheMiddle('film playable')
    expect(await readAsset(assetDir('film'))).toBeUndefined()
    expect(await packagingRows(database.db)).toMatchObject([{ state: 'running', step: 'playable' }])

    // Another machine takes it over when the first has sent no heartbeat for a while.
    const second = startWorker()
    await ended(second)
    expect(second.begun()).toEqual(['film playable', 'film better'])
    const whole = await readAsset(assetDir('film'))
    expect(whole).toMatchObject({ complete: true })
    expect(whole?.video.length).toBeGreaterThan(1)
    expect(readdirSync(join(storeDir, 'films'))).toEqual(['film'])
    expect(await packagingRows(database.db)).toMatchObject([{ state: 'ready', worker: null }])
  },
)

it(
  '[OPS-02] a playable film keeps playing when the worker that improves it is killed, and is not packaged again',
  { timeout: 3 * limitMs },
  async () => {
    await database.db.deleteFrom('packaging').execute()
    const source = await makeSource('other.mkv', '854x480')
    await order('other', source)
    // Its first step is done: by the packager itself, configured not to continue.
    const packager = createPackager({ filmsDir: join(storeDir, 'films'), ...binaries })
    const mayGoOn = () => Promise.resolve(false)
    await packager.packageAsset({ assetId: 'other', sourcePath: source, encoderEffort: 'fast', mayGoOn })
    await database.db.updateTable('packaging').set({ step: 'better' }).execute()
    await sendOrdered(database.db, jobs, ['other'])
    const before = await readAsset(assetDir('other'))
    const [first] = before?.video ?? []
    if (first === undefined) throw new Error('no step was finished')
    const made = statSync(join(assetDir('other'), first.file))

    await killInTheMiddle('other better')
    expect(await readAsset(assetDir('other'))).toEqual(before)
    await ended(startWorker())
    const whole = await readAsset(assetDir('other'))
    expect(whole).toMatchObject({ complete: true })
    expect(whole?.video).toContainEqual(first)
    const now = statSync(join(assetDir('other'), first.file))
    expect([now.ino, now.mtimeMs]).toEqual([made.ino, made.mtimeMs])
    expect(readdirSync(assetDir('other')).filter((name) => /\.(?:part|tmp)$/.test(name))).toEqual([])
  },
)

it('[OPS-02] two machines share the queue and do no step twice', { timeout: 3 * limitMs }, async () => {
  await database.db.deleteFrom('packaging').execute()
  const source = await makeSource('small.mkv', '160x90')
  const films = ['s1', 's2', 's3', 's4']
  for (const assetId of films) await order(assetId, source)
  const workers = [startWorker(), startWorker()]
  for (const worker of workers) await ended(worker)
  const finished = workers.flatMap((worker) => worker.finished()).toSorted()
  expect(finished).toEqual(films.flatMap((film) => [`${film} better`, `${film} playable`]))
  for (const film of films) expect(await readAsset(assetDir(film))).toMatchObject({ complete: true })
})
