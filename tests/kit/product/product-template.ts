/** The database of a product that was prepared once for a whole run: each product of a test starts with a copy of it. */
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { type SocketLocation, startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder with the folder `pg` of a database server that is stopped. */
    productTemplate: string
  }
}

const migrationsDir = fileURLToPath(new URL('../../../db/migrations', import.meta.url))

/** Each vitest project runs this setup in the same process: the first prepares the folder, the last removes it. */
const shared = globalThis as { ekranProductTemplate?: { dir: Promise<string>; users: number } }

export async function setup(project: TestProject): Promise<void> {
  const own = (shared.ekranProductTemplate ??= { dir: prepareTemplate(), users: 0 })
  own.users += 1
  project.provide('productTemplate', await own.dir)
}

export async function teardown(): Promise<void> {
  const own = shared.ekranProductTemplate
  if (own === undefined || --own.users > 0) return
  delete shared.ekranProductTemplate
  rmSync(await own.dir, { recursive: true, force: true })
}

/** The folder of data for a new product, which finds its database prepared. */
export function copyTemplate(template: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'ekran-product-'))
  const pg = join(dir, 'pg')
  cpSync(join(template, 'pg'), pg, { recursive: true })
  // The server starts in no folder that others may read.
  chmodSync(pg, 0o700)
  return dir
}

async function prepareTemplate(): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'ekran-template-'))
  const server = await startEmbeddedPostgres({ dir: join(dir, 'pg'), log: silentLog, throwAway: true })
  try {
    await migrate(server.location, await readMigrations(migrationsDir))
    await makeFast(server.location)
  } finally {
    await server.stop()
  }
  return dir
}

/** Nothing of these products outlives its test, and none loses its power: nothing is waited for on the disk. */
async function makeFast({ socketDir, user }: SocketLocation): Promise<void> {
  const client = new Client({ host: socketDir, user, database: 'postgres' })
  await client.connect()
  try {
    for (const name of ['fsync', 'synchronous_commit', 'full_page_writes'])
      await client.query(`alter system set ${name} = off`)
  } finally {
    await client.end()
  }
}
