/**
 * A worker of the queue of films as a process of its own: makes films playable, then better, until none waits, and
 * prints a line `<film> <step>` when it has claimed one. Arguments: the database's place as JSON, the store, the name of
 * its machine, the seconds of its lease, the path of its ffmpeg.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { createEngine, findMediaBinaries } from '#media/media.ts'
import { packageStep } from '#server/imports/packaging/package-step.ts'
import { claimFilm, packagingRows } from '#server/imports/packaging/packaging.ts'
import { openDatabase, type DatabasePlace } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/log/log.ts'

const [place = '', storeDir = '', machine = '', leaseSec = '', ffmpegPath = ''] = process.argv.slice(2)
const { db, close } = openDatabase({
  // Given by the test that started this process.
  place: JSON.parse(place) as DatabasePlace,
  log: silentLog,
  connections: 2,
  applicationName: 'film worker',
  statementTimeoutMs: 30_000,
})
const binaries = { ...findMediaBinaries({}), ...(ffmpegPath === '' ? {} : { ffmpegPath }) }
const engine = createEngine({
  storeDir,
  ...binaries,
  clock: () => Date.now(),
  ticketSecrets: ['a secret of sixteen letters'],
  log: silentLog,
})
const worker = { id: `${machine} ${process.pid}`, machine: `${machine} `, leaseSec: Number(leaseSec) }
const hands = {
  db,
  worker,
  engine: {
    packageAsset: (job: Parameters<typeof engine.packageAsset>[0]) =>
      engine.packageAsset({ ...job, encoderEffort: 'fast' }),
  },
  disk: { floorBytes: 0, freeBytes: () => Promise.resolve(1e12) },
}
const signal = new AbortController().signal
while ((await packagingRows(db)).some(({ state }) => state === 'waiting' || state === 'running')) {
  const row = (await claimFilm(db, worker, 'playable')) ?? (await claimFilm(db, worker, 'better'))
  if (row === undefined) await sleep(100)
  else {
    process.stdout.write(`${row.asset_id} ${row.step}\n`)
    await packageStep(hands, row, { signal })
  }
}
await engine.close()
await close()
