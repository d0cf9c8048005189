/** Backups and restore drills on a real database and real folders. */
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openBilling } from '#server/billing/billing.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import {
  type BackupFields,
  checkPlaceSoon,
  insertBackup,
  insertDrill,
  listBackups,
  listDrills,
  loadBackup,
  loadDrill,
  oneAtATime,
  planBackups,
  problemInWords,
  type BackupProblem,
  readBackupAlarms,
  runBackup,
  runDrill,
  saveBackupSettings,
  removeOldBackups,
  startBackup,
} from '#server/operations/operations.ts'

// Enough for the slowest machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
const database = await createTestDatabase()
const { db, location } = database
const dayMs = 86_400_000
/** Sunday, 22 November 2026, 12:00 in Tashkent. */
const startMs = Date.UTC(2026, 10, 22, 7)
const clock = manualClock(startMs)
const { signal } = new AbortController()
let dir = ''
let deps: Parameters<typeof planBackups>[0]
const sent: string[] = []
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ekran-backups-'))
  const dataDir = join(dir, 'data')
  await mkdir(join(dataDir, 'images/originals'), { recursive: true })
  await mkdir(join(dataDir, 'logs'))
  await writeFile(join(dataDir, 'images/originals/one.svg'), '<svg/>')
  await writeFile(join(dataDir, 'logs/all.jsonl'), '{}')
  await mkdir(join(dir, 'backups'))
  deps = {
    ...{ db, location, dataDir, clock, log: silentLog, s3: undefined },
    jobs: {
      send: async (kind) => {
        sent.push(kind.name)
        return null
      },
    },
  }
  await openBilling({ db, clock }).putTariff(buildTariff(57, { isBase: true }))
  await sql`insert into account (account_id, abonement, password_hash, created_at) overriding system value
    values (1, '100001', '$argon2id$none', ${new Date(startMs)})`.execute(db)
  await sql`insert into wallet (account_id, balance_tiyin) values (1, 0)`.execute(db)
  await sql`insert into ledger_entry
    (reference, kind, account_id, against, amount_tiyin, balance_after_tiyin, happened_at)
    values ('paid:1', 'top_up', 1, 'payments', 500, 500, ${new Date(startMs)})`.execute(db)
})
afterAll(async () => {
  await database.drop()
  await rm(dir, { recursive: true })
})
beforeEach(async () => {
  clock.setMs(startMs)
  sent.length = 0
  await db.deleteFrom('backup_drill').execute()
  await db.deleteFrom('backup').execute()
  await rm(join(dir, 'backups'), { recursive: true })
  await mkdir(join(dir, 'backups'))
  await set({})
})

const set = (fields: Partial<BackupFields>) =>
  saveBackupSettings(
    db,
    {
      ...{ folder: join(dir, 'backups'), isOn: true, minuteOfDay: 180, retained: 2, withFilms: false },
      ...{ isDrillOn: true, drillWeekday: 7, drillMinute: 300, ...fields },
    },
    clock.nowMs(),
  )
const by = () => ({ origin: 'staff', by: 'Anora', nowMs: clock.nowMs() }) as const
async function backUp() {
  const id = (await insertBackup(db, by(), { folder: join(dir, 'backups'), withFilms: false })) ?? 0
  await runBackup(deps, id, signal)
  const row = await loadBackup(db, id)
  if (row === undefined) throw new Error('it is stored')
  return row
}
async function drill() {
  const id = (await insertDrill(db, by())) ?? 0
  await runDrill(deps, id, signal)
  const row = await loadDrill(db, id)
  if (row === undefined) throw new Error('it is stored')
  const words = row.problem === '' ? '' : problemInWords(row.problem as BackupProblem, row.detail)
  return { ...row, words }
}
const scratches = async () => {
  const { rows } = await sql`select from pg_database where datname = ${`${location.database}_drill`}`.execute(
    db,
  )
  return rows.length
}

describe('[OPS-04] a backup', () => {
  it('is in the list with its size, its figures and the hash of its contents', async () => {
    const row = await backUp()
    expect(row).toMatchObject({ state: 'done', started_by: 'Anora', problem: '', file_count: 1 })
    expect(row.folder).toBe(join(dir, 'backups', 'ekran-20261122-120000'))
    expect(row.figures).toMatchObject({ accounts: 1, tariffs: 1, ledger_entries: 1, ledger_tiyin: 500 })
    expect(row.bytes).toBeGreaterThan(1000)
    expect(row.checksum).toMatch(/^[\da-f]{64}$/)
    expect(await readdir(join(row.folder, 'files'))).toEqual(['images'])
  })

  it('is refused in words where the folder cannot take it', async () => {
    const refusal = async (folder: string) => {
      await set({ folder })
      return startBackup(deps, by()).catch((error: unknown) => error)
    }
    expect(await refusal(join(dir, 'gone'))).toMatchObject({ problem: 'folder_wrong' })
    expect(await refusal('backups')).toMatchObject({ problem: 'folder_wrong' })
    expect(await refusal(join(dir, 'data/images'))).toMatchObject({ problem: 'folder_inside' })
    const closed = join(dir, 'closed')
    await mkdir(closed)
    await chmod(closed, 0o500)
    // The superuser may write everywhere.
    if (process.getuid?.() !== 0) expect(await refusal(closed)).toMatchObject({ problem: 'folder_closed' })
    expect(await listBackups(db, 10)).toEqual([])
  })

  it('is one at a time, and the oldest over the limit goes', async () => {
    expect(await startBackup(deps, by())).toBeGreaterThan(0)
    expect(await startBackup(deps, by())).toBeUndefined()
    expect(sent).toEqual(['operations.make-backup'])
    const [first] = await listBackups(db, 1)
    await oneAtATime(location, async () => {
      expect(await runBackup(deps, first?.backup_id ?? 0, signal)).toBe('busy')
    })
    expect(await runBackup(deps, first?.backup_id ?? 0, signal)).toBe('done')
    for (const _ of [1, 2]) {
      clock.setMs(clock.nowMs() + dayMs)
      await backUp()
    }
    expect((await listBackups(db, 10)).map(({ state }) => state)).toEqual(['done', 'done', 'deleted'])
    expect((await readdir(join(dir, 'backups'))).toSorted()).toEqual([
      'ekran-20261123-120000',
      'ekran-20261124-120000',
    ])
  })

  it('is made when it is due, once', async () => {
    await planBackups(deps)
    expect(sent).toEqual([])
    clock.setMs(startMs + dayMs)
    await planBackups(deps)
    expect(sent).toEqual(['operations.make-backup'])
    const [{ backup_id: id } = { backup_id: 0 }] = await listBackups(db, 1)
    expect(await runBackup(deps, id, signal)).toBe('done')
    await planBackups(deps)
    expect(sent).toHaveLength(1)
    expect(await listBackups(db, 10)).toHaveLength(1)
    clock.setMs(startMs + 7 * dayMs)
    await planBackups(deps)
    expect(sent.slice(1)).toEqual(['operations.make-backup', 'operations.drill-backup'])
  })
})

/** Ends this connection as a restart of the database does; resolves when there was one. */
async function cutConnection(name: string) {
  const often = { interval: 5, timeout: 30_000 }
  await expect
    .poll(async () => {
      const { rows } = await sql<{
        cut: boolean
      }>`select pg_terminate_backend(pid) as cut from pg_stat_activity
        where application_name = ${name} and datname like ${`${location.database}%`}`.execute(db)
      return rows.length
    }, often)
    .toBeGreaterThan(0)
}

/** While `work` runs, nobody else reads this table. */
async function whileClosed<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
    return work()
  })
}

describe('[OPS-04] a backup that is interrupted', () => {
  const folder = () => join(dir, 'backups', 'ekran-20261122-120000')
  const start = async () =>
    (await insertBackup(db, by(), { folder: join(dir, 'backups'), withFilms: false })) ?? 0

  it('by the database fails, and the process and the next one go on', async () => {
    const id = await start()
    const run = whileClosed('account', async () => {
      const ran = runBackup(deps, id, signal)
      await cutConnection('ekran copy')
      return ran
    })
    expect(await run).toBe('failed')
    expect(await readdir(join(dir, 'backups'))).toEqual([])
    expect((await backUp()).state).toBe('done')
  })

  it('by a stop waits and is made again in its folder, three times at most', async () => {
    const id = await start()
    const interrupt = () =>
      whileClosed('account', async () => {
        const stop = new AbortController()
        const ran = runBackup(deps, id, stop.signal).catch((error: unknown) => error)
        await expect.poll(() => readdir(folder()).catch(() => [])).toEqual(['database'])
        stop.abort(new Error('the process is stopping'))
        await cutConnection('ekran copy')
        return ran
      })
    expect(await interrupt()).toBeInstanceOf(Error)
    expect(await loadBackup(db, id)).toMatchObject({ state: 'running', attempts: 1 })
    await planBackups(deps)
    expect(sent).toEqual(['operations.make-backup'])
    expect(await loadBackup(db, id)).toMatchObject({ state: 'waiting' })
    expect(await runBackup(deps, id, signal)).toBe('done')

    clock.setMs(startMs + 60_000)
    await db.updateTable('backup').set({ state: 'running', attempts: 3 }).execute()
    await planBackups(deps)
    expect(await loadBackup(db, id)).toMatchObject({ state: 'failed', problem: 'interrupted' })
    expect(await readdir(join(dir, 'backups'))).toEqual([])
  })

  it('with the command of an operator is not made again, and one that a command begins is not sent', async () => {
    const origin = 'operator'
    const id =
      (await insertBackup(db, { ...by(), origin }, { folder: join(dir, 'backups'), withFilms: false })) ?? 0
    await planBackups(deps)
    expect(sent).toEqual([])
    await db.updateTable('backup').set({ state: 'running', attempts: 1 }).execute()
    await mkdir(join(folder(), 'database'), { recursive: true })
    await planBackups(deps)
    expect(await loadBackup(db, id)).toMatchObject({ state: 'failed', problem: 'interrupted' })
    expect(await readdir(join(dir, 'backups'))).toEqual([])
  })

  it('by a drill that runs at its time is sent again until it was made', async () => {
    const id = await start()
    await oneAtATime(location, async () => {
      await planBackups(deps)
      expect(await runBackup(deps, id, signal)).toBe('busy')
      clock.setMs(startMs + 2 * 3_600_000)
      await planBackups(deps)
    })
    await planBackups(deps)
    expect(sent).toEqual(Array.from({ length: 3 }, () => 'operations.make-backup'))
    expect(await runBackup(deps, id, signal)).toBe('done')
  })
})

describe('[OPS-04] the folders of backups', () => {
  it('are those of this installation: one of the same name is not touched', async () => {
    const other = join(dir, 'backups', 'ekran-20261122-120000')
    await mkdir(join(other, 'database'), { recursive: true })
    expect(await backUp()).toMatchObject({ state: 'failed', problem: 'folder_taken', detail: other })
    expect(await readdir(other)).toEqual(['database'])
  })

  it('are removed as soon as fewer are retained, and the newest one stays', async () => {
    for (const _ of [1, 2]) {
      await backUp()
      clock.setMs(clock.nowMs() + dayMs)
    }
    await set({ retained: 1 })
    await oneAtATime(location, () => removeOldBackups(deps))
    expect(await readdir(join(dir, 'backups'))).toHaveLength(2)
    await removeOldBackups(deps)
    expect(await readdir(join(dir, 'backups'))).toEqual(['ekran-20261123-120000'])
  })

  it('are not taken for gone where they cannot be read', async () => {
    const { backup_id: id, folder } = await backUp()
    clock.setMs(clock.nowMs() + dayMs)
    await backUp()
    await set({ retained: 1 })
    await rm(folder, { recursive: true })
    await writeFile(folder, 'no folder')
    await removeOldBackups(deps)
    expect(await loadBackup(db, id)).toMatchObject({ state: 'done' })
  })

  it('are counted for a person no longer than this person waits', async () => {
    await checkPlaceSoon(deps, join(dir, 'backups'), false)
    await db.connection().execute(async (one) => {
      const isBusy = sql`select pg_sleep(2)`.execute(one)
      const slow = checkPlaceSoon({ ...deps, db: one }, join(dir, 'backups'), false, 100)
      await expect(slow).rejects.toMatchObject({ problem: 'folder_slow' })
      await isBusy
    })
  })
})

describe('[OPS-04] a restore drill', () => {
  it('passes with what was counted, and leaves no database behind', async () => {
    const backup = await backUp()
    const row = await drill()
    expect(row).toMatchObject({ state: 'passed', backup_id: backup.backup_id, words: '' })
    expect(row.figures).toEqual(backup.figures)
    expect(row.took_ms).toBeGreaterThan(0)
    expect(await scratches()).toBe(0)
    // The installation itself is as it was.
    expect(await sql`select value from installation where name = 'quiet'`.execute(db)).toMatchObject({
      rows: [],
    })
  })

  it('says which file has one changed byte', async () => {
    const { folder } = await backUp()
    await writeFile(join(folder, 'files/images/originals/one.svg'), '<svg!>')
    expect((await drill()).words).toBe('the file images/originals/one.svg is not as it was written')
    expect(await readBackupAlarms(db, clock.nowMs())).toEqual([
      { kind: 'drill_failed', sinceMs: clock.nowMs() },
    ])
  })

  it('says which table was cut off or lost rows', async () => {
    const { folder } = await backUp()
    const table = join(folder, 'database/account.jsonl.gz')
    const whole = await readFile(table)
    await truncate(table, whole.length - 9)
    expect(await drill()).toMatchObject({ state: 'failed', problem: 'table_changed' })
    await writeFile(table, whole.with(whole.length - 12, (whole.at(-12) ?? 0) ^ 1))
    expect((await drill()).words).toMatch(
      /^the database in the backup is damaged: the file of the table account/,
    )
    await rm(table)
    expect((await drill()).words).toContain('table account cannot be read')
    expect(await scratches()).toBe(0)
  })

  it('notices a list of contents that was written anew, and figures that differ', async () => {
    const { folder, backup_id: id, figures } = await backUp()
    const list = join(folder, 'backup.json')
    const text = await readFile(list, 'utf8')
    await writeFile(list, text.replace('"with_films": false', '"with_films": true'))
    expect(await drill()).toMatchObject({ problem: 'contents_changed' })
    await writeFile(list, text)
    await sql`update backup set figures = ${JSON.stringify({ ...figures, accounts: 2 })}::jsonb
      where backup_id = ${id}`.execute(db)
    expect((await drill()).words).toBe('the restored database differs from the original: accounts 2 → 1')
    await rm(list)
    expect(await drill()).toMatchObject({ problem: 'backup_missing', detail: folder })
  })

  it('fails where the ledger of the backup is broken, and without any backup', async () => {
    expect(await drill()).toMatchObject({ state: 'failed', problem: 'no_backup' })
    await sql`alter table wallet disable trigger user`.execute(db)
    await sql`update wallet set balance_tiyin = 400 where account_id = 1`.execute(db)
    await backUp()
    expect(await drill()).toMatchObject({ state: 'failed', problem: 'ledger_broken' })
    await sql`update wallet set balance_tiyin = 500 where account_id = 1`.execute(db)
  })

  it('restores the newest backup at its beginning, and survives a lost connection', async () => {
    await backUp()
    const id = (await insertDrill(db, by())) ?? 0
    clock.setMs(clock.nowMs() + dayMs)
    const newest = await backUp()
    const ran = runDrill(deps, id, signal)
    await cutConnection('ekran copy')
    expect(await ran).toBe('failed')
    expect(await loadDrill(db, id)).toMatchObject({ state: 'failed', backup_id: newest.backup_id })
    expect(await scratches()).toBe(0)
    expect(await drill()).toMatchObject({ state: 'passed' })
  })

  it('drops no database that it did not create', async () => {
    await backUp()
    await sql`create database ${sql.id(`${location.database}_drill`)} template template0`.execute(db)
    expect(await drill()).toMatchObject({ state: 'failed', problem: 'scratch_taken' })
    expect(await scratches()).toBe(1)
    await sql`drop database ${sql.id(`${location.database}_drill`)}`.execute(db)
  })
})

describe('[OPS-04] [HEALTH-02] backups', () => {
  it('raise an alarm when they fail or are overdue, and none while they are off', async () => {
    const alarms = async () => (await readBackupAlarms(db, clock.nowMs())).map(({ kind }) => kind)
    expect(await alarms()).toEqual([])
    clock.setMs(startMs + 2 * dayMs)
    expect(await alarms()).toEqual(['backup_overdue'])
    await backUp()
    expect(await alarms()).toEqual([])
    clock.setMs(startMs + 9 * dayMs)
    expect(await alarms()).toEqual(['backup_overdue', 'drill_overdue'])
    await rm(join(dir, 'backups'), { recursive: true })
    await backUp()
    expect(await alarms()).toEqual(['backup_failed', 'backup_overdue', 'drill_overdue'])
    await mkdir(join(dir, 'backups'))
    clock.setMs(clock.nowMs() + 1000)
    await backUp()
    await drill()
    expect(await alarms()).toEqual([])
    expect(await listDrills(db, 1)).toMatchObject([{ state: 'passed' }])
    clock.setMs(startMs + 40 * dayMs)
    await set({ isOn: false })
    expect(await alarms()).toEqual([])
  })
})
