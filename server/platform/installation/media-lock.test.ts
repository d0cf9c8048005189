import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { silentLog } from '#server/platform/log/log.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { lockMedia, MediaInUse } from './media-lock.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())

const options = { location: database.location, log: silentLog, waitMs: 0, everyMs: 50 }

/** As when the network fails: the connections of all that hold or want the lock break. */
async function breakConnections() {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'ekran media' and datname = current_database()`.execute(database.db)
}

async function holders(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and application_name = 'ekran media' and datname = current_database()`.execute(
    database.db,
  )
  return rows[0]?.count ?? 0
}

describe('the lock of media on a database', () => {
  it('[NODE-01] is one process’s, until it releases it or ends', async () => {
    const first = await lockMedia(options)
    await expect(lockMedia(options)).rejects.toThrow(MediaInUse)
    await expect(lockMedia(options)).rejects.toThrow(/Stop that one, .*--only api,jobs/)
    const waiting = lockMedia({ ...options, waitMs: 30_000 })
    await first.release()
    await (await waiting).release()
    await expect.poll(holders).toBe(0)
  })

  it('[NODE-01] is taken again after its connection broke', async () => {
    const first = await lockMedia(options)
    await breakConnections()
    await expect.poll(holders).toBe(1)
    await expect(lockMedia(options)).rejects.toThrow(MediaInUse)
    await first.release()
  })

  it('[NODE-01] says when another process has taken it meanwhile', async () => {
    const first = await lockMedia({ ...options, everyMs: 3000 })
    await breakConnections()
    const second = await lockMedia(options)
    expect(await first.lost).toContain('has taken its place')
    await Promise.all([first.release(), second.release()])
  })
})
