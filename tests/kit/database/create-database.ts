/** Separate databases on a test server. */
import { Client, DatabaseError } from 'pg'
import type { SocketLocation } from '#server/platform/postgres/embedded.ts'

export const templateName = 'ekran_template'

/** Creates a database beside `server`'s own and returns its location. */
export async function createDatabase(
  server: SocketLocation,
  name: string,
  template = 'template0',
): Promise<SocketLocation> {
  // A template must have no connection while it is copied; two files may copy it at once and take turns.
  const sql = `create database ${name} template ${template} strategy file_copy`
  for (let attempt = 1; ; attempt += 1) {
    try {
      await onServer(server, sql)
      return { ...server, database: name }
    } catch (error) {
      const busy = error instanceof DatabaseError && error.code === '55006'
      if (!busy || attempt > 50) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

/** Runs one statement outside any test's database. */
export async function onServer(server: SocketLocation, sql: string): Promise<void> {
  const client = new Client({ host: server.socketDir, user: server.user, database: 'postgres' })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
