import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isOverload, openDatabase, type DatabaseLocation } from './database.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { listenToDatabase } from './notifications.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase('empty')
})
afterAll(() => database.drop())

function open(statementTimeoutMs: number, connections = 1, place: DatabaseLocation = database.location) {
  return openDatabase({
    location: place,
    log: silentLog,
    statementTimeoutMs,
    connections,
    applicationName: 'test',
  })
}

describe('the database', () => {
  it('returns integers exactly, dates as text, and refuses a number that would lose digits', async () => {
    const { rows } = await sql`select 9007199254740991::bigint as big, '2026-02-03'::date as day,
      array[1, 2]::bigint[] as many, '{"a": 1}'::jsonb as inner`.execute(database.db)
    expect(rows).toEqual([{ big: 9007199254740991, day: '2026-02-03', many: [1, 2], inner: { a: 1 } }])
    await expect(sql`select 9007199254740993::bigint`.execute(database.db)).rejects.toThrow('exactly')
  })

  it('cancels a slow statement, and reports an overload', async () => {
    const opened = open(150)
    const error = await sql`select pg_sleep(5)`.execute(opened.db).catch((reason: unknown) => reason)
    expect(isOverload(error)).toBe(true)
    await opened.ping()
    await opened.close()
  })

  it('lets a caller wait for a connection no longer than a second', async () => {
    const opened = open(3000)
    const busy = sql`select pg_sleep(1.5)`.execute(opened.db)
    const error = await opened.ping().catch((reason: unknown) => reason)
    expect(isOverload(error)).toBe(true)
    await busy
    await opened.close()
  })

  it('reports an overload when two requests wait for each other', async () => {
    const opened = open(10_000, 2)
    await sql`create table if not exists pair (id integer primary key)`.execute(opened.db)
    await sql`insert into pair values (1), (2) on conflict do nothing`.execute(opened.db)
    const begun: (() => void)[] = []
    const bothBegan = Promise.all([1, 2].map(() => new Promise<void>((resolve) => void begun.push(resolve))))
    const lock = (first: number, second: number, at: number) =>
      opened.db.transaction().execute(async (trx) => {
        await sql`select from pair where id = ${first} for update`.execute(trx)
        begun[at]?.()
        await bothBegan
        await sql`select from pair where id = ${second} for update`.execute(trx)
      })
    const outcomes = await Promise.allSettled([lock(1, 2, 0), lock(2, 1, 1)])
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    expect(refused.map(isOverload)).toEqual([true])
    await opened.close()
  })

  it('reports an overload when the server breaks the connection, as one that goes away does', async () => {
    const leaving = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
    await once(leaving, 'listening')
    const { port } = leaving.address() as AddressInfo
    const opened = open(3000, 1, { kind: 'address', url: `postgresql://nobody@127.0.0.1:${port}/nothing` })
    const error = await opened.ping().catch((reason: unknown) => reason)
    expect(isOverload(error), String(error)).toBe(true)
    await opened.close()
    leaving.close()
  })

  it('reports an overload when a new connection times out', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const opened = open(3000, 1, { kind: 'address', url: `postgresql://nobody@127.0.0.1:${port}/nothing` })
    const error = await opened.ping().catch((reason: unknown) => reason)
    expect(isOverload(error), String(error)).toBe(true)
    await opened.close()
    silent.close()
  })

  it('receives notifications, and reports when it may have missed some', async () => {
    const heard: string[] = []
    const listening = await listenToDatabase({
      location: database.location,
      log: silentLog,
      on: { content_changed: (payload) => heard.push(payload) },
      onMissed: () => heard.push('missed'),
    })
    const until = async (count: number) => {
      for (let tries = 0; tries < 200 && heard.length < count; tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 25))
    }
    await sql`select pg_notify('content_changed', 'films')`.execute(database.db)
    await until(1)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'ekran notifications' and datname = current_database()`.execute(database.db)
    await until(2)
    await sql`select pg_notify('content_changed', 'again')`.execute(database.db)
    await until(3)
    expect(heard).toEqual(['films', 'missed', 'again'])
    await listening.close()
  })
})
