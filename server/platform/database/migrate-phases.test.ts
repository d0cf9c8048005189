import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { connectionOf } from './database.ts'
import { migrate, type MigrateOptions, readMigrations } from './migrate.ts'
import { isOlderVersion } from './migration-phase.ts'

let dir: string
let database: TestDatabase
let client: Client
const logged: string[] = []
const log = {
  info: (event: string, facts: Readonly<Record<string, unknown>> = {}) =>
    void logged.push(`${event} ${JSON.stringify(facts)}`),
}

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'ekran-phases-'))
  database = await createTestDatabase('empty')
  client = new Client(connectionOf(database.location))
  await client.connect()
  logged.length = 0
  write('0001-one.sql', baseline)
})
afterEach(async () => {
  await client.end()
  await database.drop()
  rmSync(dir, { recursive: true })
})

const baseline = `create table film (id integer, old_name text);
create table node (host text, pid integer, roles text[], version text, seen_at timestamptz, stopped_at timestamptz);`

function write(name: string, text: string): void {
  writeFileSync(join(dir, name), text)
}

async function up(options: MigrateOptions = {}): Promise<readonly string[]> {
  return migrate(database.location, await readMigrations(dir, 1), { processWaitMs: 50, log, ...options })
}

async function addNode(version: string, seen: string, isStopped = false): Promise<void> {
  await client.query(
    `insert into node values ('tv-2', 41, '{api}', $1, now() - $2::interval, case when $3 then now() end)`,
    [version, seen, isStopped],
  )
}

const contract = '-- phase: contract, unused since 1.4.0\nalter table film drop column old_name;'

describe('the phases of migrations', () => {
  it('[NODE-02] a former release starts on a database whose newer migrations are all expand, and says so', async () => {
    write('0002-two.sql', '-- phase: expand\nalter table film add column name text;')
    await up()
    rmSync(join(dir, '0002-two.sql'))
    expect(await up()).toEqual([])
    expect(logged).toEqual(['database.newer_than_release {"migrations":"0002-two.sql"}'])
  })

  it('[NODE-02] refuses a former release on a database with a newer contract, or with one of before the phases', async () => {
    write('0002-two.sql', '-- phase: expand\nalter table film add column name text;')
    write('0003-three.sql', contract)
    await up()
    rmSync(join(dir, '0003-three.sql'))
    await expect(up()).rejects.toThrow(
      'holds migration 0003-three.sql, which this version of Ekran does not have',
    )
    await client.query("update migration set phase = 'baseline' where number = 3")
    await expect(up()).rejects.toThrow('made by a newer version')
  })

  it('[NODE-02] a database of a release without phases gets them, and counts as baseline', async () => {
    await client.query(
      `create table migration (number integer primary key, name text not null, hash text not null,
        applied_at timestamptz not null default now())`,
    )
    write('0002-two.sql', '-- phase: expand\nalter table film add column name text;')
    expect(await up()).toEqual(['0001-one.sql', '0002-two.sql'])
    const { rows } = await client.query('select number, phase from migration order by number')
    expect(rows).toEqual([
      { number: 1, phase: 'baseline' },
      { number: 2, phase: 'expand' },
    ])
  })

  it('[NODE-02] refuses a contract while a process of a former release runs, and names it', async () => {
    await up()
    write('0002-two.sql', contract)
    await addNode('1.3.9', '5 seconds')
    await expect(up()).rejects.toThrow(
      'db/migrations/0002-two.sql takes away what versions before 1.4.0 use, and such a process still runs: tv-2 ' +
        '(process 41, api, version 1.3.9). Replace it by version 1.4.0 or a later one, or stop it, and start again.',
    )
    expect((await client.query('select old_name from film')).rows).toEqual([])
    expect(logged[0]).toMatch(/^database\.migration_waits_for_processes .*tv-2/)
  })

  it.each([
    ['runs the release that does not use it any more', '1.4.0', '5 seconds', false],
    ['runs a later release', '1.10.0', '5 seconds', false],
    ['was killed some minutes ago', '1.3.9', '3 minutes', false],
    ['has ended', '1.3.9', '5 seconds', true],
  ])('[NODE-02] applies a contract when the process %s', async (_, version, seen, isStopped) => {
    await up()
    write('0002-two.sql', contract)
    await addNode(version, seen, isStopped)
    expect(await up()).toEqual(['0002-two.sql'])
  })

  it('[NODE-02] waits for a process that ends meanwhile', async () => {
    await up()
    write('0002-two.sql', contract)
    await addNode('1.3.9', '5 seconds')
    const applied = up({ processWaitMs: 30_000 })
    await expect.poll(() => logged.length).toBe(1)
    await client.query('update node set stopped_at = now()')
    expect(await applied).toEqual(['0002-two.sql'])
  })

  it.each(['alter table film add column name text;', '-- phase: contract\nselect 1;', '-- phase: Expand\n'])(
    '[NODE-02] refuses a new file without a phase that can be read: %s',
    async (text) => {
      write('0002-two.sql', text)
      await expect(up()).rejects.toThrow('0002-two.sql: Its first line must say which phase it is')
    },
  )
})

describe('the locks of migrations', () => {
  it('[NODE-02] requests pass a migration that waits for a lock, and it succeeds afterwards', async () => {
    await up()
    write('0002-two.sql', '-- phase: expand\nalter table film add column name text;')
    const holder = new Client(connectionOf(database.location))
    await holder.connect()
    await holder.query('begin; select count(*) from film')
    const applied = up()
    const waits: number[] = []
    while (logged.length < 2) {
      const began = performance.now()
      await client.query('select count(*) from film')
      waits.push(performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await holder.query('commit')
    await holder.end()
    expect(await applied).toEqual(['0002-two.sql'])
    // One was behind the ALTER, and none for as long as requests wait for a lock.
    expect(Math.max(...waits)).toBeGreaterThan(300)
    expect(Math.max(...waits)).toBeLessThan(1450)
    expect(logged[0]).toBe('database.migration_waits {"migration":"0002-two.sql","attempt":1}')
  })

  it('[NODE-02] gives up with words when a long transaction never ends', async () => {
    await up()
    write('0002-two.sql', '-- phase: expand\nalter table film add column name text;')
    await client.query('begin; select count(*) from film')
    await expect(up({ maxTries: 2 })).rejects.toThrow(
      'did not get a lock within a second, 2 times: a long transaction uses its table',
    )
    await client.query('rollback')
  })

  it('[NODE-02] creates an index concurrently, by two processes at once, and again after an interrupted attempt', async () => {
    await up()
    await client.query('insert into film select 1 from generate_series(1, 2)')
    write(
      '0002-two.sql',
      '-- phase: expand, outside a transaction\ncreate unique index concurrently if not exists film_id on film (id);',
    )
    await expect(up()).rejects.toThrow('0002-two.sql failed: could not create unique index')
    await client.query('delete from film')
    const [first, second] = await Promise.all([up(), up()])
    expect([...first, ...second]).toEqual(['0002-two.sql'])
    const { rows } = await client.query(
      "select indisvalid from pg_index where indexrelid = 'film_id'::regclass",
    )
    expect(rows).toEqual([{ indisvalid: true }])
  })
})

describe('versions', () => {
  it.each([
    ['1.2.3', '1.2.3', false],
    ['1.2.3', '1.2.10', true],
    ['2.0.0', '1.9.9', false],
    ['0.9.9', '1.0.0', true],
    ['1.2.3-rc.1', '1.2.3', false],
    ['a guess', '1.0.0', true],
  ])('[NODE-02] %s is older than %s: %s', (one, other, expected) => {
    expect(isOlderVersion(one, other)).toBe(expected)
  })
})
