import { appendFile, mkdir, mkdtemp, realpath, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPictures } from '#server/pictures/pictures.ts'
import { endFirstRun } from '#server/platform/installation/first-run.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { packagingRows } from '#server/imports/packaging/packaging.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { removeNaming, saveNaming } from './naming-rules.ts'
import { inboxLines, inboxRows, type InboxDeps, scanInbox } from './films-inbox.ts'

const clock = manualClock(Date.UTC(2026, 0, 15, 12))
let database: TestDatabase
let dir = ''
let deps: InboxDeps
let woken = 0

beforeAll(async () => {
  database = await createTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'ekran-inbox-'))
  deps = {
    db: database.db,
    clock,
    pictures: await openPictures({ dir: join(dir, 'images'), log: silentLog }),
    jobs: { send: () => Promise.resolve(String((woken += 1))) },
    folder: '',
    isForUploads: false,
    waitsForFirstRun: false,
  }
})
afterAll(async () => {
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})

function look(folder: string) {
  return scanInbox(deps, folder, silentLog)
}

async function namesOf() {
  return (await packagingRows(database.db)).map(({ name }) => name).toSorted()
}

it('[STAFF-06] [OPS-02] leaves a watched folder of a new installation until its first run was ended', async () => {
  const folder = join(dir, 'Первые')
  await mkdir(folder)
  await writeFile(join(folder, 'First (2020).mkv'), 'a whole film')
  const waiting = { ...deps, waitsForFirstRun: true }
  for (let scan = 0; scan < 3; scan += 1) await scanInbox(waiting, folder, silentLog)
  expect(await namesOf()).toEqual([])
  expect(await inboxRows(database.db)).toEqual([])
  expect(await endFirstRun(database.db, clock.nowMs())).toBe(true)
  expect(await endFirstRun(database.db, clock.nowMs())).toBe(false)
  for (let scan = 0; scan < 2; scan += 1) await scanInbox(waiting, folder, silentLog)
  expect(await namesOf()).toEqual(['First'])
  await database.db.deleteFrom('packaging').execute()
  await database.db.deleteFrom('films_inbox').execute()
  woken = 0
})

it('[OPS-01] [OPS-02] imports a file of a watched folder once, when it has stopped growing', async () => {
  const folder = join(dir, 'Новинки')
  await mkdir(folder)
  await look(folder)
  await writeFile(join(folder, 'Ready (2020).mkv'), 'a whole film')
  await writeFile(join(folder, 'Growing (2021).mkv'), 'the beginning')
  await look(folder)
  expect(await namesOf()).toEqual([])
  await appendFile(join(folder, 'Growing (2021).mkv'), ', the middle')
  await look(folder)
  expect(await namesOf()).toEqual(['Ready'])
  expect(woken).toBeGreaterThan(0)
  const [ready] = await packagingRows(database.db)
  await look(folder)
  expect(await namesOf()).toEqual(['Growing', 'Ready'])
  // Nothing new: no order is written, no job is sent.
  await database.db.updateTable('packaging').set({ state: 'ready' }).execute()
  const before = woken
  await look(folder)
  await look(folder)
  expect(woken).toBe(before)
  expect((await packagingRows(database.db)).map(({ state }) => state)).toEqual(['ready', 'ready'])
  expect((await packagingRows(database.db)).find(({ name }) => name === 'Ready')?.source_stamp).toBe(
    ready?.source_stamp,
  )
  // The same size, but rewritten: it is another film.
  await writeFile(join(folder, 'Ready (2020).mkv'), 'another film')
  await utimes(join(folder, 'Ready (2020).mkv'), 1, 1)
  await look(folder)
  await look(folder)
  const states = (await packagingRows(database.db)).map(({ name, state }) => `${name} ${state}`)
  expect(states.toSorted()).toEqual(['Growing ready', 'Ready waiting'])
})

it('[IMPORT-01] leaves a folder that somebody looks through, until its rule is removed', async () => {
  const folder = await realpath(await mkdtemp(join(dir, 'by-hand-')))
  await mkdir(join(folder, 'wait'))
  await writeFile(join(folder, 'wait', 'Waiting (2020).mkv'), 'a film')
  await writeFile(join(folder, 'Taken (2021).mkv'), 'another')
  const path = join(folder, 'wait')
  const who = { by: undefined, nowMs: clock.nowMs() }
  await saveNaming(database.db, { path, is_folder: true, rule: { by_hand: true } }, who)
  await look(folder)
  await look(folder)
  const own = async () =>
    (await packagingRows(database.db)).flatMap((row) => (row.folder === folder ? [row.name] : []))
  expect(await own()).toEqual(['Taken'])
  await removeNaming(database.db, path)
  await look(folder)
  expect((await own()).toSorted()).toEqual(['Taken', 'Waiting'])
})

it('[IMPORT-01] [OPS-01] numbers episodes by the order of all files, also of one that is still copied', async () => {
  const folder = await realpath(await mkdtemp(join(dir, 'order-')))
  await mkdir(join(folder, 'Serial'))
  for (const name of ['a', 'b', 'c']) await writeFile(join(folder, 'Serial', `${name}.mkv`), name)
  const who = { by: undefined, nowMs: clock.nowMs() }
  const rule = { series: 'Serial', season: 1, episode: 'order' } as const
  await saveNaming(database.db, { path: join(folder, 'Serial'), is_folder: true, rule }, who)
  const own = async () =>
    (await packagingRows(database.db))
      .filter((row) => row.folder === folder)
      .map(({ name, source_path: path }) => `${name} ${basename(path)}`)
      .toSorted()
  await look(folder)
  await appendFile(join(folder, 'Serial', 'a.mkv'), ', and more')
  await look(folder)
  expect(await own()).toEqual(['Serial S1E2 b.mkv', 'Serial S1E3 c.mkv'])
  await look(folder)
  expect(await own()).toEqual(['Serial S1E1 a.mkv', 'Serial S1E2 b.mkv', 'Serial S1E3 c.mkv'])
})

it('[OPS-01] imports any file name, reports what was refused, and continues', async () => {
  await database.db.deleteFrom('packaging').execute()
  const folder = join(dir, `strange "'$(id)' \n\t;|&`)
  await mkdir(folder)
  const names = [
    `Film 'one' (2001).mkv`,
    'Film "two"\n$(touch x) (2002).mkv',
    '-rf film (2003).mkv',
    'Фильм ёжик ʻoʻ 🎬 (2004).mkv',
    'percent %d %s (2005).mkv',
    'back\\slash (2006).mkv',
  ]
  for (const name of names) await writeFile(join(folder, name), `film ${name}`)
  await writeFile(join(folder, 'empty (2007).mkv'), '')
  const broken = Buffer.concat([
    Buffer.from(`${folder}/`),
    Buffer.from([0xcf, 0xf0, 0xe8]),
    Buffer.from('.mkv'),
  ])
  await writeFile(broken, 'a name of another time')
  await look(folder)
  await look(folder)
  const rows = await packagingRows(database.db)
  expect(rows.map(({ source_path }) => source_path).toSorted()).toEqual(
    names.map((name) => join(folder, name)).toSorted(),
  )
  const [row] = (await inboxRows(database.db)).filter((one) => one.folder === folder)
  expect(row?.refused.map(({ why }) => why)).toEqual([
    'its name is not in UTF-8; give it another one',
    'the file is empty',
  ])
  const lines = (await inboxLines(database.db)).filter((line) => line.includes('refused'))
  expect(lines.length).toBe(2)
})

it('reports why a watched folder cannot be read, and imports it when it can', async () => {
  const folder = join(dir, 'later')
  await look(folder)
  expect(await inboxLines(database.db)).toContain(
    `Watched folder ${folder}: it cannot be read, it does not exist (looked into 2026-01-15 17:00 Tashkent)`,
  )
  await mkdir(folder)
  await writeFile(join(folder, 'Late (2010).mkv'), 'film')
  await look(folder)
  await look(folder)
  expect(await namesOf()).toContain('Late')
  expect((await inboxLines(database.db)).join('\n')).toContain(`Watched folder ${folder}: 1 files`)
})

it('[OPS-02] says how to fix a refused file, and forgets it when it is removed', async () => {
  await database.db.deleteFrom('packaging').execute()
  const folder = join(dir, 'refused')
  await mkdir(folder)
  for (const name of ['Bad (2011).mkv', 'Good (2012).mkv']) await writeFile(join(folder, name), name)
  await look(folder)
  await look(folder)
  const path = join(folder, 'Bad (2011).mkv')
  const bad = database.db.updateTable('packaging').where('source_path', '=', path)
  await bad.set({ state: 'refused', reason: `${path}: no picture` }).execute()
  await writeFile(join(folder, 'Third (2013).mkv'), 'film')
  await look(folder)
  await look(folder)
  expect((await inboxLines(database.db)).join('\n')).toContain(
    'Bad (2011).mkv: Bad (no picture; put it right, and it is taken again)',
  )
  await rm(path)
  await rm(join(folder, 'Good (2012).mkv'))
  await look(folder)
  // An imported film continues: its file may have been removed because it plays.
  expect(await namesOf()).toEqual(['Good', 'Third'])
})
