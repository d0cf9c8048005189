/** A backup on real databases and folders: everything is restored, and nothing incomplete is. */
import { appendFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readCommandLine } from '#server/cli/command-line.ts'
import { loadCommands } from '#server/cli/command-list.ts'
import { basic, call } from '#emulators/payment-systems/call.ts'
import { checkLedger } from '#server/billing/billing.ts'
import type { CommandTools } from '#server/cli/command/command.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { loadOwnSecrets, whyQuiet } from '#server/platform/installation/installation.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { merchantsFixture } from '#tests/kit/modules/merchants-module.ts'
import {
  type ObjectStore,
  objectStoreEnvironment,
  startObjectStore,
} from '#tests/kit/emulators/object-store.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'

const commands = await loadCommands()

// Enough for the slowest machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })
const clock = manualClock(Date.UTC(2026, 10, 22, 9))
/** What breaks careless copies: quotes, line ends of every kind, backslashes, characters of two Unicode planes. */
const oddName = 'Oʻktam "Dil"\n\r\u2028\\n \\x41 😀, \t’'
const secretsText = JSON.stringify({
  ticketSecrets: ['tickets of this test, long enough'],
  passwordPepper: 'pepper of this test, which is long enough',
})
let dir = ''
let source: TestDatabase
let target: TestDatabase
let store: ObjectStore
beforeAll(async () => {
  store = await startObjectStore()
  dir = await mkdtemp(join(tmpdir(), 'ekran-backup-'))
  ;[source, target] = await Promise.all([createTestDatabase(), createTestDatabase('empty')])
  const fixture = await merchantsFixture(source.db, clock)
  const { accountId, abonement } = await fixture.addAccount()
  await source.db.updateTable('account').set({ name: oddName }).where('account_id', '=', accountId).execute()
  const body = (method: string, params: object) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { serviceId: 1, ...params } })
  const headers = { authorization: basic('paynet', 'paynet-password-of-the-tests') }
  for (const transactionId of [1, 2, 3]) {
    const params = { transactionId, amount: 150_050, fields: { client_id: abonement } }
    await call(`${fixture.url}/paynet`, { headers, body: body('PerformTransaction', params) })
  }
  await call(`${fixture.url}/paynet`, { headers, body: body('CancelTransaction', { transactionId: 3 }) })
  await fixture.close()
  await sql`create table report_watch_fact_2026_11 partition of report_watch_fact
    for values from ('2026-11-01') to ('2026-12-01')`.execute(source.db)
  await sql`insert into report_watch_fact values ('2026-11-05', 1, 'live', 101, 'tv', 60)`.execute(source.db)
  await sql`update backup_settings set is_on = true, folder = '/backups/of-the-original'`.execute(source.db)
  await sql`insert into backup (origin, state, folder, with_films, created_at) values
    ('schedule', 'done', '/backups/of-the-original/ekran-20261121-030000', false, now()),
    ('schedule', 'running', '/backups/of-the-original/ekran-20261122-030000', false, now())`.execute(
    source.db,
  )
  for (const [path, text] of [
    ['secrets.json', secretsText],
    ['images/originals/one.svg', '<svg/>'],
    ['images/made/one-320.webp', 'made again when asked for'],
    ['media/films/a-film/film.json', '{}'],
    ['media/live/101/segment.m4s', 'a recording'],
    ['pg/PG_VERSION', '18'],
  ] as const) {
    const file = join(dir, 'data', path)
    await mkdir(join(file, '..'), { recursive: true })
    await writeFile(file, text, { mode: path === 'secrets.json' ? 0o600 : 0o644 })
  }
  await loadOwnSecrets(source.db, join(dir, 'data'), systemRandom)
})
afterAll(async () => {
  await Promise.all([source.drop(), target.drop(), store.stop()])
  await rm(dir, { recursive: true })
})

async function run(
  to: { readonly place: TestDatabase['location']; readonly data: string },
  ...args: string[]
) {
  const { user, socketDir, database: name } = to.place
  const url = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(socketDir)}`
  const read = readSettings({
    ...{ EKRAN_DATA: join(dir, to.data), DATABASE_URL: url },
    ...objectStoreEnvironment(store.access),
  })
  if (read.kind === 'refused') throw new Error(read.problems.join())
  const screen = { line: () => undefined, status: () => undefined }
  const tools: CommandTools = {
    settings: read.settings,
    log: silentLog,
    screen,
    signal: new AbortController().signal,
  }
  const parsed = readCommandLine(args, commands)
  if (parsed.kind !== 'run') throw new Error(`${args.join(' ')} is no command`)
  return parsed.command.run(parsed.input, tools)
}

function there(path: string) {
  return join(dir, path)
}

function isThere(path: string) {
  return stat(there(path)).then(
    () => true,
    () => false,
  )
}

/** What the database's secrets are recognized by. */
async function markOf({ db }: TestDatabase): Promise<string> {
  const row = db.selectFrom('installation').select('value').where('name', '=', 'secrets')
  return (await row.executeTakeFirstOrThrow()).value
}

/** Every row of every table, sorted. */
async function allRows({ db }: TestDatabase): Promise<Record<string, readonly string[]>> {
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db)
  const parsed: Record<string, readonly string[]> = {}
  for (const { name } of tables.rows) {
    // The time of a migration is the database's own.
    if (name === 'migration') continue
    const { rows } = await sql<{ line: string }>`
      select row_to_json(t)::text as line from ${sql.table(name)} as t order by 1`.execute(db)
    parsed[name] = rows.map(({ line }) => line)
  }
  return parsed
}

describe('[OPS-04] a backup', () => {
  it('is made while Ekran runs, with the files and without the recordings', async () => {
    const made = await run({ place: source.location, data: 'data' }, 'backup', there('backup'))
    expect(made).toMatchObject({ kind: 'done' })
    expect((await stat(there('backup'))).mode & 0o777).toBe(0o700)
    for (const path of ['secrets.json', 'images/originals/one.svg', 'media/films/a-film/film.json'])
      expect(await isThere(`backup/files/${path}`), path).toBe(true)
    for (const path of ['images/made', 'media/live', 'pg'])
      expect(await isThere(`backup/files/${path}`), path).toBe(false)
    expect(await run({ place: source.location, data: 'data' }, 'backup', there('backup'))).toMatchObject({
      kind: 'refused',
    })
    await run({ place: source.location, data: 'data' }, 'backup', there('small'), '--without-films')
    expect(await isThere('small/files/media/films')).toBe(false)
  })

  it('that was changed by one letter is refused completely, and nothing is written', async () => {
    const file = there('small/database/ledger_entry.jsonl.gz')
    const whole = await readFile(file)
    await appendFile(file, 'x')
    expect(await run({ place: target.location, data: 'second' }, 'restore', there('small'))).toMatchObject({
      kind: 'refused',
    })
    await writeFile(file, whole)
    await appendFile(there('small/files/secrets.json'), ' ')
    expect(await run({ place: target.location, data: 'second' }, 'restore', there('small'))).toEqual({
      kind: 'refused',
      why: 'the file secrets.json is not as it was written',
    })
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from account`.execute(
      target.db,
    )
    expect(rows).toEqual([{ count: 0 }])
    expect(await isThere('second/secrets.json')).toBe(false)
  })

  it('leaves no copy that is not quiet, wherever a restore is interrupted', async () => {
    // The database refuses to write the quiet mode, as if it failed at that moment.
    await sql`create function refuse_quiet() returns trigger language plpgsql
      as $$ begin raise exception 'the disk is full'; end $$`.execute(target.db)
    await sql`create trigger refuse_quiet before insert on installation
      for each row when (new.name = 'quiet') execute function refuse_quiet()`.execute(target.db)
    await sql`alter table installation enable always trigger refuse_quiet`.execute(target.db)
    await expect(run({ place: target.location, data: 'second' }, 'restore', there('backup'))).rejects.toThrow(
      'the disk is full',
    )
    expect(await target.db.selectFrom('account').select('account_id').execute()).toEqual([])
    await sql`drop trigger refuse_quiet on installation`.execute(target.db)
    await sql`drop function refuse_quiet`.execute(target.db)
  })

  it('is restored into an empty installation: every row of every table, the sequences, the files', async () => {
    const restored = await run({ place: target.location, data: 'second' }, 'restore', there('backup'))
    expect(restored).toMatchObject({ kind: 'done' })
    const [before, after] = [await allRows(source), await allRows(target)]
    const isQuiet = (line: string) => line.includes('"name":"quiet","value":"restored from a backup of 20')
    const installation = after['installation'] ?? []
    const expected = { ...before, backup: after['backup'], backup_settings: after['backup_settings'] }
    expect({ ...after, installation: installation.filter((line) => !isQuiet(line)) }).toEqual(expected)
    expect(installation.filter(isQuiet)).toHaveLength(1)
    expect(after['ledger_entry']).toHaveLength(4)
    expect(after['account']?.map((line) => (JSON.parse(line) as { name: string }).name)).toEqual([oddName])
    expect(await checkLedger(target.db)).toMatchObject({ kind: 'whole', entries: 4 })
    expect(await readFile(there('second/secrets.json'), 'utf8')).toBe(secretsText)
    expect((await stat(there('second/secrets.json'))).mode & 0o777).toBe(0o600)
  })

  it('is made in an object store and restored from it, also while the store fails some requests', async () => {
    const third = await createTestDatabase('empty')
    try {
      const from = { place: source.location, data: 'data' }
      const to = { place: third.location, data: 'third' }
      const address = 's3://ekran/by hand/2026-11-22'
      await store.fault('write', 'slow_down', 2)
      expect(await run(from, 'backup', address)).toMatchObject({ kind: 'done' })
      expect(await run(from, 'backup', `${address}/`)).toMatchObject({ kind: 'refused' })
      expect(await run(to, 'restore', 's3://ekran/by hand/2026-11-23')).toMatchObject({ kind: 'refused' })
      expect(await run(to, 'restore', 's3://other/2026-11-22')).toMatchObject({
        ...{ kind: 'refused', why: expect.stringContaining('the object store has no such bucket') },
      })
      await store.fault('read', 'cut_body', 2)
      expect(await run(to, 'restore', address)).toMatchObject({ kind: 'done' })
      const [before, after] = [await allRows(source), await allRows(third)]
      for (const table of ['account', 'ledger_entry', 'wallet', 'report_watch_fact'])
        expect(after[table], table).toEqual(before[table])
      for (const [path, mode] of [
        ['secrets.json', 0o600],
        ['images/originals/one.svg', 0o644],
      ] as const) {
        expect(await readFile(there(`third/${path}`))).toEqual(await readFile(there(`data/${path}`)))
        expect((await stat(there(`third/${path}`))).mode & 0o777).toBe(mode)
      }
    } finally {
      await third.drop()
    }
  })

  it('whose database was restored by other means is made quiet, and gets the files', async () => {
    const fourth = await createTestDatabase('empty')
    try {
      const to = { place: fourth.location, data: 'fourth' }
      const filesOnly = () => run(to, 'restore', there('backup'), '--files-only')
      expect(await filesOnly()).toMatchObject({ kind: 'refused', why: expect.stringContaining('is empty') })
      // As PostgreSQL restores it: everything, and what came after the backup.
      const mark = { name: 'secrets', value: 'of another installation' }
      await fourth.db.insertInto('installation').values(mark).execute()
      await fourth.db.insertInto('installation').values({ name: 'installation_id', value: 'one' }).execute()
      await sql`update backup_settings set is_on = true, folder = '/backups/of-the-original'`.execute(
        fourth.db,
      )
      expect(await filesOnly()).toMatchObject({
        ...{ kind: 'refused', why: expect.stringContaining('not that of the installation') },
      })
      expect(await isThere('fourth/secrets.json')).toBe(false)
      expect(await whyQuiet(fourth.db, { EKRAN_QUIET: false })).toBeUndefined()
      await fourth.db
        .updateTable('installation')
        .set({ value: await markOf(source) })
        .where('name', '=', 'secrets')
        .execute()
      // It may be the one that viewers use.
      await sql`insert into node (node_id, host, pid, roles, version, is_quiet, started_at, seen_at, memory_bytes, loop_delay_ms)
        values (gen_random_uuid(), 'api-1', 7, '{api}', '1', false, now(), now() - interval '20 seconds', 1, 1)`.execute(
        fourth.db,
      )
      expect(await filesOnly()).toMatchObject({
        kind: 'refused',
        why: expect.stringContaining('Ekran of api-1'),
      })
      await sql`update node set seen_at = now() - interval '2 minutes'`.execute(fourth.db)
      await mkdir(there('fourth/images/originals'), { recursive: true })
      await writeFile(there('fourth/images/originals/one.svg'), 'newer')
      expect(await filesOnly()).toMatchObject({
        kind: 'refused',
        why: expect.stringContaining('one.svg already'),
      })
      expect(await whyQuiet(fourth.db, { EKRAN_QUIET: false })).toBeUndefined()
      await rm(there('fourth/images'), { recursive: true })
      expect(await filesOnly()).toMatchObject({ kind: 'done' })
      expect(await readFile(there('fourth/secrets.json'), 'utf8')).toBe(secretsText)
      expect(await whyQuiet(fourth.db, { EKRAN_QUIET: false })).toMatch(/^restored by other means/)
      const { rows } = await sql`select is_on, folder from backup_settings`.execute(fourth.db)
      expect(rows).toEqual([{ is_on: false, folder: '' }])
      const names = await fourth.db.selectFrom('installation').select('name').orderBy('name').execute()
      expect(names.map(({ name }) => name)).toEqual(['first_run_began', 'quiet', 'secrets'])
    } finally {
      await fourth.drop()
    }
  })

  it('has no schedule, and nothing that it could delete or go on with in the folder of the original', async () => {
    const { rows } = await sql`select is_on, folder from backup_settings`.execute(target.db)
    expect(rows).toEqual([{ is_on: false, folder: '' }])
    const backups = await target.db
      .selectFrom('backup')
      .select(['state', 'problem'])
      .orderBy('backup_id')
      .execute()
    expect(backups).toEqual([
      { state: 'deleted', problem: '' },
      { state: 'failed', problem: 'interrupted' },
    ])
  })

  it('stays quiet until an operator confirms that it may work', async () => {
    const at = { place: target.location, data: 'second' }
    const said = (outcome: Awaited<ReturnType<typeof run>>) =>
      outcome.kind === 'refused' ? outcome.why : outcome.lines.join('\n')
    expect(said(await run(at, 'quiet'))).toContain('nothing is recorded, charged, sent')
    // No terminal to ask.
    expect(said(await run(at, 'quiet', 'off'))).toContain('say --yes')
    expect(said(await run(at, 'quiet', 'maybe'))).toContain('not "maybe"')
    expect(await whyQuiet(target.db, { EKRAN_QUIET: false })).toMatch(/^restored from a backup of 20/)
    expect(said(await run(at, 'quiet', 'off', '--yes'))).toContain('It is to work')
    expect(said(await run(at, 'quiet'))).toBe('It is not quiet.')
    expect(await whyQuiet(target.db, { EKRAN_QUIET: false })).toBeUndefined()
    expect(await whyQuiet(target.db, { EKRAN_QUIET: true })).toBe('EKRAN_QUIET is on')
    await run(at, 'quiet', 'on')
    expect(said(await run(at, 'quiet'))).toContain('an operator wanted it so')
  })

  it('continues where it was: the next payment has the next number, and the ledger cannot be changed', async () => {
    const fixture = await merchantsFixture(target.db, clock)
    const { abonement } = await fixture.addAccount()
    const params = { serviceId: 1, transactionId: 4, amount: 100_000, fields: { client_id: abonement } }
    await call(`${fixture.url}/paynet`, {
      headers: { authorization: basic('paynet', 'paynet-password-of-the-tests') },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'PerformTransaction', params }),
    })
    await fixture.close()
    expect(await checkLedger(target.db)).toMatchObject({ kind: 'whole', entries: 5 })
    await expect(sql`update ledger_entry set amount_tiyin = 1`.execute(target.db)).rejects.toThrow(
      'append-only',
    )
  })

  it('is not restored over an installation that is in use', async () => {
    expect(await run({ place: target.location, data: 'second' }, 'restore', there('backup'))).toEqual({
      kind: 'refused',
      why: 'the database is not empty: restore into a data folder of its own',
    })
    expect(await run({ place: target.location, data: 'second' }, 'restore', there('data'))).toMatchObject({
      kind: 'refused',
    })
  })
})
