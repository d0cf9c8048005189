/** Backups in an object store: made, drilled, deleted, and refused in words, on a real database. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openStore } from '#media/store/open-store.ts'
import { installationIdName } from '#server/platform/installation/installation.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { startObjectStore } from '#tests/kit/emulators/object-store.ts'
import {
  type BackupProblem,
  checkPlaceSoon,
  insertBackup,
  insertDrill,
  loadBackup,
  loadDrill,
  type planBackups,
  problemInWords,
  runBackup,
  runDrill,
  saveBackupSettings,
} from '#server/operations/operations.ts'

// Enough for the slowest machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })
const database = await createTestDatabase()
const server = await startObjectStore(['ekran', 'other'])
const { db, location } = database
/** Sunday, 22 November 2026, 12:00 in Tashkent. */
const startMs = Date.UTC(2026, 10, 22, 7)
const dayMs = 86_400_000
const clock = manualClock(startMs)
const { signal } = new AbortController()
let dir = ''
let deps: Parameters<typeof planBackups>[0]
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ekran-store-backups-'))
  const dataDir = join(dir, 'data')
  await mkdir(join(dataDir, 'images/originals'), { recursive: true })
  await writeFile(join(dataDir, 'images/originals/Oʻzbek 1.svg'), '<svg/>')
  deps = {
    ...{ db, location, dataDir, clock, log: silentLog, s3: server.access },
    jobs: { send: async () => null },
  }
})
afterAll(async () => {
  await database.drop()
  await server.stop()
  await rm(dir, { recursive: true })
})
let place = ''
let count = 0
beforeEach(async () => {
  await server.fault('all', 'none')
  clock.setMs(clock.nowMs() + dayMs)
  await db.deleteFrom('backup_drill').execute()
  await db.deleteFrom('backup').execute()
  place = `s3://ekran/place-${(count += 1)}`
  await saveBackupSettings(
    db,
    {
      ...{ folder: place, isOn: true, minuteOfDay: 180, retained: 1, withFilms: false },
      ...{ isDrillOn: true, drillWeekday: 7, drillMinute: 300 },
    },
    clock.nowMs(),
  )
})

const by = () => ({ origin: 'staff', by: 'Anora', nowMs: clock.nowMs() }) as const
const wordsOf = (row: { readonly problem: string; readonly detail: string }) =>
  row.problem === '' ? '' : problemInWords(row.problem as BackupProblem, row.detail)
async function backUp(more: Partial<typeof deps> = {}) {
  const id = (await insertBackup(db, by(), { folder: place, withFilms: false })) ?? 0
  await runBackup({ ...deps, ...more }, id, signal)
  const row = await loadBackup(db, id)
  if (row === undefined) throw new Error('it is stored')
  return { ...row, words: wordsOf(row) }
}
async function drill() {
  const id = (await insertDrill(db, by())) ?? 0
  await runDrill(deps, id, signal)
  const row = await loadDrill(db, id)
  if (row === undefined) throw new Error('it is stored')
  return { state: row.state, words: wordsOf(row) }
}
async function keysIn(prefix: string) {
  const { objects } = await server.stored('ekran')
  return objects.map(({ key }) => key).filter((key) => key.startsWith(prefix))
}

describe('[STORE-01] a backup in an object store', () => {
  it('is made, restored by a drill, and deleted when it is more than is retained', async () => {
    const first = await backUp()
    expect(first).toMatchObject({ state: 'done', words: '', file_count: 1 })
    expect(first.folder).toMatch(/^s3:\/\/ekran\/place-\d+\/ekran-\d{8}-\d{6}$/)
    expect(await drill()).toEqual({ state: 'passed', words: '' })
    clock.setMs(clock.nowMs() + dayMs)
    const second = await backUp()
    expect(second.state).toBe('done')
    expect(await loadBackup(db, first.backup_id)).toMatchObject({ state: 'deleted' })
    expect(await keysIn(first.folder.slice('s3://ekran/'.length))).toEqual([])
    const own = second.folder.slice('s3://ekran/'.length)
    expect(await keysIn(own)).toContain(`${own}/files/images/originals/Oʻzbek 1.svg`)
    // Nothing else is in the place but its mark: what was tried is gone.
    const rest = (await keysIn(place.slice('s3://ekran/'.length))).filter((key) => !key.startsWith(own))
    expect(rest).toEqual([`${place.slice('s3://ekran/'.length)}/ekran-installation.json`])
  })

  it('outlasts requests that fail and answers that are lost', async () => {
    await server.fault('write', 'lose_answer', 2)
    await server.fault('read', 'error', 2)
    expect(await backUp()).toMatchObject({ state: 'done' })
    await server.fault('read', 'cut_body', 3)
    expect(await drill()).toEqual({ state: 'passed', words: '' })
  })

  it('that was damaged fails its drill with the file, and an outage is no damage', async () => {
    const { folder } = await backUp()
    await server.fault('read', 'denied')
    expect((await drill()).words).toMatch(/^the keys may not read, write, list and delete in s3:\/\/ekran\//)
    await server.fault('read', 'none')
    const store = await openStore(folder, { s3: server.access, signal, patienceMs: 0 })
    await store.put('files/images/originals/Oʻzbek 1.svg', Buffer.from('<svg!>'))
    const changed = 'the file images/originals/Oʻzbek 1.svg is not as it was written'
    expect(await drill()).toEqual({ state: 'failed', words: changed })
    await store.delete('database/account.jsonl.gz')
    await store.put('files/images/originals/Oʻzbek 1.svg', Buffer.from('<svg/>'))
    expect((await drill()).words).toContain('the file of the table account cannot be read')
    await store.delete('backup.json')
    store.close()
    expect((await drill()).words).toBe(`the folder ${folder} is no whole backup any more`)
  })

  it('that cannot be completed leaves nothing', async () => {
    const id = (await insertBackup(db, by(), { folder: place, withFilms: false })) ?? 0
    await backUpOnce(id, async () => server.fault('write', 'denied'))
    expect(await loadBackup(db, id)).toMatchObject({ state: 'failed', problem: 'store_denied' })
    expect(
      (await keysIn(place.slice('s3://ekran/'.length))).filter((key) => key.includes('/ekran-20')),
    ).toEqual([])
  })

  it('does not touch what is there under its name', async () => {
    const store = await openStore(place, { s3: server.access, signal, patienceMs: 0 })
    const row = (await insertBackup(db, by(), { folder: place, withFilms: false })) ?? 0
    const name = (await loadBackup(db, row))?.folder.split('/').at(-1) ?? ''
    await store.put(`${name}/database/x`, Buffer.from('of another one'))
    await runBackup(deps, row, signal)
    expect(await loadBackup(db, row)).toMatchObject({ state: 'failed', problem: 'folder_taken' })
    expect(await store.names(`${name}/database/`)).toEqual(['x'])
    store.close()
  })
})

/** Runs it, and `when` its first table is stored. */
async function backUpOnce(id: number, when: () => Promise<void>) {
  const ran = runBackup(deps, id, signal)
  await expect
    .poll(async () => (await keysIn(`${place.slice('s3://ekran/'.length)}/ekran-`)).length, { interval: 5 })
    .toBeGreaterThan(0)
  await when()
  await ran
}

describe('[STORE-01] an object store is refused as a place of backups', () => {
  const refusal = async (address: string, s3: (typeof deps)['s3'] = server.access) => {
    const error = await checkPlaceSoon({ ...deps, s3 }, address, false).catch((thrown: unknown) => thrown)
    return error instanceof Error && 'problem' in error ? error.problem : error
  }

  it('with other keys, with none, without its bucket, and where nothing answers', async () => {
    const { access } = server
    expect(await refusal(place)).toBeUndefined()
    expect(await refusal(place, { ...access, secret: 'x'.repeat(40) })).toBe('store_keys')
    expect(await refusal(place, { ...access, keyId: 'OTHER' })).toBe('store_keys')
    expect(await refusal('s3://no-such-bucket')).toBe('store_bucket')
    expect(await refusal('s3://Ekran/x')).toBe('store_address')
    expect(await refusal(place, { ...access, endpoint: 'http://127.0.0.1:9' })).toBe('store_unreachable')
    expect(await backUp({ s3: undefined })).toMatchObject({
      state: 'failed',
      words: expect.stringContaining('check EKRAN_S3_KEY_ID and EKRAN_S3_SECRET'),
    })
  })

  it('with a clock that differs, and with keys that may not write or not delete', async () => {
    await server.fault('all', 'skewed')
    expect(await refusal(place)).toBe('store_clock')
    await server.fault('all', 'none')
    for (const part of ['read', 'write', 'delete'] as const) {
      await server.fault(part, 'denied')
      expect(await refusal(place), part).toBe('store_denied')
      await server.fault(part, 'none')
    }
    expect(await refusal(place)).toBeUndefined()
  })

  it('when it loses what it acknowledged, or gives back something else', async () => {
    expect(await refusal(place)).toBeUndefined()
    await server.fault('write', 'lose_write')
    expect(await refusal(place)).toBe('store_unreachable')
    await server.fault('write', 'none')
    await server.fault('read', 'flip')
    expect(await refusal(place)).not.toBeUndefined()
  })

  it('by a second installation, which may use another folder of the bucket', async () => {
    expect(await backUp()).toMatchObject({ state: 'done' })
    // A copy of the database gets a name of its own.
    await db.deleteFrom('installation').where('name', '=', installationIdName).execute()
    expect(await refusal(place)).toBe('store_foreign')
    const refused = await backUp()
    expect(refused).toMatchObject({ state: 'failed', problem: 'store_foreign' })
    expect(refused.words).toContain('use another bucket, or a folder in it')
    expect(await refusal(`${place}-of-the-copy`)).toBeUndefined()
  })
})
