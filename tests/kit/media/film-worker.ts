/**
 * A worker of the film queue as a separate process: makes films playable, then better, until none is waiting, and
 * prints a line `<film> <step>` when it has started one, and `done <film> <step>` when that step is complete.
 * Arguments: the database's location as JSON, the store, the path of its ffmpeg.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { createEngine, findMediaBinaries } from '#media/media.ts'
import { filmWorkers } from '#server/imports/packaging/film-workers.ts'
import { packagingRows } from '#server/imports/packaging/packaging.ts'
import { openDatabase, type DatabaseLocation } from '#server/platform/database/database.ts'
import { startJobs } from '#server/platform/jobs.ts'
import { silentLog } from '#server/platform/log/log.ts'

const [placeJson = '', storeDir = '', ffmpegPath = ''] = process.argv.slice(2)
// The test that starts this process passes it.
const place = JSON.parse(placeJson) as DatabaseLocation
const { db, close } = openDatabase({
  location: place,
  log: silentLog,
  connections: 4,
  applicationName: 'film worker',
  statementTimeoutMs: 30_000,
})
const jobs = await startJobs({
  location: place,
  log: silentLog,
  statementTimeoutMs: 30_000,
  superviseSec: 1,
  heartbeatSec: 10,
})
const engine = createEngine({
  storeDir,
  ...findMediaBinaries({}),
  ...(ffmpegPath === '' ? {} : { ffmpegPath }),
  clock: () => Date.now(),
  ticketSecrets: ['a secret of sixteen letters'],
  log: silentLog,
})
const packageAsset: typeof engine.packageAsset = async (job) => {
  const [row] = await packagingRows(db, [job.assetId])
  process.stdout.write(`${job.assetId} ${row?.step}\n`)
  const outcome = await engine.packageAsset({ ...job, encoderEffort: 'fast' })
  // Improving a film is interrupted, and started again later, when another one waits to become playable.
  const isWhole = outcome.kind !== 'refused' && (row?.step === 'playable' || outcome.asset.complete)
  if (isWhole) process.stdout.write(`done ${job.assetId} ${row?.step}\n`)
  return outcome
}
const disk = { floorBytes: 0, freeBytes: () => Promise.resolve(1e12) }
await jobs.work(filmWorkers({ db, jobs, disk, engine: { packageAsset } }))
while ((await packagingRows(db)).some(({ state }) => state === 'waiting' || state === 'running'))
  await sleep(100)
await jobs.close(5000)
await engine.close()
await close()
