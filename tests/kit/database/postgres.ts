/** A real database for a test file: a copy of the migrated template, dropped at the end. */
import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { openDatabase, type Db, type OpenDatabase } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/log/log.ts'
import type { SocketLocation } from '#server/platform/postgres/embedded.ts'
import { createDatabase, onServer, templateName } from './create-database.ts'

export interface TestDatabase {
  readonly location: SocketLocation
  readonly db: Db
  readonly pool: OpenDatabase['pool']
  /** Closes the connections and drops the database. */
  drop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Use once a file: `const database = await createTestDatabase()`, `afterAll(() => database.drop())`.
 * `empty` gives a database without any table, for tests of the migrations themselves.
 */
export async function createTestDatabase(kind: 'migrated' | 'empty' = 'migrated'): Promise<TestDatabase> {
  const server: SocketLocation = { kind: 'socket', database: 'postgres', ...inject('postgres') }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const place = await createDatabase(server, name, kind === 'migrated' ? templateName : 'template0')
  const opened = openDatabase({
    location: place,
    log: silentLog,
    statementTimeoutMs: 60_000,
    connections: 10,
    applicationName: name,
    // Other tests have the processor too.
    waitMs: 15_000,
  })
  const drop = async () => {
    await opened.close()
    await onServer(server, `drop database if exists ${name} with (force)`)
  }
  return { location: place, db: opened.db, pool: opened.pool, drop, [Symbol.asyncDispose]: drop }
}
