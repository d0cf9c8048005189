import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrate, readMigrations } from './migrate.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'

let dir: string
let database: TestDatabase
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'ekran-migrate-'))
  database = await createTestDatabase('empty')
})
afterEach(async () => {
  await database.drop()
  rmSync(dir, { recursive: true })
})

function write(name: string, text: string) {
  return writeFileSync(join(dir, name), text)
}

async function up() {
  return migrate(database.location, await readMigrations(dir))
}

describe('migrations', () => {
  it('run in order, once, also when two processes start at the same moment', async () => {
    write('0001-one.sql', 'create table a (id integer);')
    write('0002-two.sql', 'alter table a add column name text; insert into a values (1, $$x$$);')
    const [first, second] = await Promise.all([up(), up()])
    expect([...first, ...second]).toEqual(['0001-one.sql', '0002-two.sql'])
    expect(await up()).toEqual([])
    const { rows } = await sql`select * from a`.execute(database.db)
    expect(rows).toEqual([{ id: 1, name: 'x' }])
  })

  it('roll a failed one back completely, and name its line', async () => {
    write('0001-one.sql', 'create table a (id integer);')
    write('0002-two.sql', 'create table b (id integer);\nselect wrong from b;')
    await expect(up()).rejects.toThrow(
      'db/migrations/0002-two.sql failed at line 2: column "wrong" does not exist',
    )
    const { rows } = await sql<{ count: number }>`
      select count(*) from information_schema.tables where table_name in ('a', 'b')`.execute(database.db)
    expect(rows).toEqual([{ count: 1 }])
  })

  it('refuse a file that was changed after it was applied, a gap, and a database that is newer', async () => {
    write('0001-one.sql', 'create table a (id integer);')
    await up()
    write('0001-one.sql', 'create table a (id bigint);')
    await expect(up()).rejects.toThrow('0001-one.sql was changed after it had been applied')
    write('0003-three.sql', 'select 1')
    await expect(up()).rejects.toThrow('0003-three.sql is in the place of number 2')
    rmSync(join(dir, '0003-three.sql'))
    rmSync(join(dir, '0001-one.sql'))
    await expect(up()).rejects.toThrow('made by a newer version')
    write('one.sql', 'select 1')
    await expect(up()).rejects.toThrow('name it like 0001-accounts.sql')
  })
})
