import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
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

/** The connections that hold the lock. */
async function holders(): Promise<readonly number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and application_name = 'ekran media' and datname = current_database()`.execute(
    database.db,
  )
  return rows.map(({ pid }) => pid)
}

/** A network before the database that may break without a word to it, as when a cable is pulled. */
async function startNetwork() {
  const clients = new Set<Socket>()
  const servers = new Set<Socket>()
  const { socketDir, user, database: name } = database.location
  const proxy = createServer((client) => {
    const server = connect(`${socketDir}/.s.PGSQL.5432`)
    clients.add(client)
    servers.add(server)
    for (const socket of [client, server]) socket.on('error', () => undefined)
    client.on('data', (bytes) => server.write(bytes))
    server.on('data', (bytes) => client.write(bytes))
    server.on('close', () => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  return {
    location: { kind: 'address', url: `postgresql://${user}@127.0.0.1:${port}/${name}` } as const,
    cut: () => {
      for (const client of clients) client.destroy()
    },
    close: () => {
      for (const socket of [...clients, ...servers]) socket.destroy()
      proxy.close()
    },
  }
}

describe('the lock of media on a database', () => {
  it('[NODE-01] is one process’s, until it releases it or ends', async () => {
    const first = await lockMedia(options)
    await expect(lockMedia(options)).rejects.toThrow(MediaInUse)
    await expect(lockMedia(options)).rejects.toThrow(/Stop that one, .*--only api,jobs/)
    const waiting = lockMedia({ ...options, waitMs: 30_000 })
    await first.release()
    await (await waiting).release()
    await expect.poll(holders).toEqual([])
  })

  it('[NODE-01] is taken again after its connection broke', async () => {
    const first = await lockMedia(options)
    const [before] = await holders()
    await breakConnections()
    await expect.poll(async () => (await holders()).filter((pid) => pid !== before).length).toBe(1)
    await expect.poll(async () => (await holders()).length).toBe(1)
    await expect(lockMedia(options)).rejects.toThrow(MediaInUse)
    await first.release()
    await expect.poll(holders).toEqual([])
  })

  it('[NODE-01] is taken from the own connection that the server has not noticed to be broken', async () => {
    const network = await startNetwork()
    try {
      const only = await lockMedia({ ...options, location: network.location })
      const lost: string[] = []
      void only.lost.then((reason) => lost.push(reason))
      const [before] = await holders()
      network.cut()
      await expect.poll(async () => (await holders()).filter((pid) => pid !== before).length).toBe(1)
      expect(await holders()).not.toContain(before)
      expect(lost).toEqual([])
      await only.release()
      await expect.poll(holders).toEqual([])
    } finally {
      network.close()
    }
  })

  it('[NODE-01] says when another process has taken it meanwhile', async () => {
    const first = await lockMedia({ ...options, everyMs: 3000 })
    await breakConnections()
    const second = await lockMedia({ ...options, waitMs: 30_000 })
    expect(await first.lost).toContain('has taken its place')
    await Promise.all([first.release(), second.release()])
  })
})
