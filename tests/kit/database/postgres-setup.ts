/** Starts one PostgreSQL for all tests of a run and migrates a template; `postgres.ts` copies it per test file. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { silentLog } from '#server/platform/log/log.ts'
import { migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { createDatabase, templateName } from './create-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { socketDir: string; user: string }
  }
}

interface Running {
  readonly server: EmbeddedPostgres
  readonly dir: string
}

/** Each vitest project runs this setup in the same process: the first starts the server, the last stops it. */
const shared = globalThis as { ekranPostgres?: { started: Promise<Running>; users: number } }

export async function setup(project: TestProject): Promise<void> {
  const own = (shared.ekranPostgres ??= { started: start(), users: 0 })
  own.users += 1
  const { location } = (await own.started).server
  project.provide('postgres', { socketDir: location.socketDir, user: location.user })
}

export async function teardown(): Promise<void> {
  const own = shared.ekranPostgres
  if (own === undefined || --own.users > 0) return
  delete shared.ekranPostgres
  const { server, dir } = await own.started
  await server.stop()
  rmSync(dir, { recursive: true, force: true })
}

async function start(): Promise<Running> {
  const dir = mkdtempSync(join(tmpdir(), 'ekran-test-pg-'))
  const server = await startEmbeddedPostgres({ dir: join(dir, 'pg'), log: silentLog, throwAway: true })
  const migrations = await readMigrations(fileURLToPath(new URL('../../../db/migrations', import.meta.url)))
  await migrate(await createDatabase(server.location, templateName), migrations)
  return { server, dir }
}
