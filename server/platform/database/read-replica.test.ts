/** A real primary with a real streaming replica, whose replay is paused, and which is killed. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, type OpenDatabase } from './database.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { startReplica } from '#tests/kit/database/replica.ts'
import { readFromReplica, type ReadFrom } from './read-replica.ts'

const dir = mkdtempSync(join(tmpdir(), 'ekran-replica-'))
const stack = new AsyncDisposableStack()
const longMs = 120_000
let [primaryServer, replicaServer]: (EmbeddedPostgres | undefined)[] = []
let primary: OpenDatabase
let replica: OpenDatabase
let said: string[] = []
let nowMs = 0
let reads: ReadFrom

function open({ location }: EmbeddedPostgres): OpenDatabase {
  const options = { connections: 4, statementTimeoutMs: 30_000, applicationName: 'reads' }
  const opened = openDatabase({ location, log: silentLog, ...options })
  stack.defer(() => opened.close())
  return opened
}

beforeAll(async () => {
  const primaryDir = join(dir, 'primary')
  primaryServer = await startEmbeddedPostgres({ dir: primaryDir, log: silentLog })
  primary = open(primaryServer)
  await sql`create table note (words text not null)`.execute(primary.db)
  replicaServer = await startReplica(primaryServer, primaryDir, join(dir, 'replica'))
  replica = open(replicaServer)
}, longMs)

beforeEach(() => {
  said = []
  nowMs = 0
  const log = {
    info: (event: string) => void said.push(event),
    warn: (event: string, fields?: object) => void said.push(`${event} ${JSON.stringify(fields)}`),
  }
  reads = readFromReplica({ primary, replica, log, steady: () => performance.now() + nowMs, waitMs: 500 })
})

afterAll(async () => {
  await stack.disposeAsync()
  for (const server of [replicaServer, primaryServer]) await server?.stop()
  rmSync(dir, { recursive: true, force: true })
})

/** The newest note, and whether a replica said so. */
function newest(): Promise<{ words: string; isReplica: boolean } | undefined> {
  return reads(async (db) => {
    const { rows } = await sql<{ words: string; isReplica: boolean }>`
      select max(words) as words, pg_is_in_recovery() as "isReplica" from note`.execute(db)
    return rows[0]
  })
}

async function write(words: string): Promise<void> {
  await sql`insert into note values (${words})`.execute(primary.db)
}

describe('[NODE-01] reading from a replica', () => {
  it('sees what was written before, each time', async () => {
    for (let at = 100; at < 200; at += 1) {
      await write(`note ${at}`)
      expect(await newest()).toEqual({ words: `note ${at}`, isReplica: true })
    }
    expect(said).toEqual([])
  })

  it('that is behind asks the primary, says so once, and is used again when it has caught up', async () => {
    await sql`select pg_wal_replay_pause()`.execute(replica.db)
    await write('note 300')
    expect(await newest()).toEqual({ words: 'note 300', isReplica: false })
    await write('note 301')
    expect(await newest()).toEqual({ words: 'note 301', isReplica: false })
    expect(said).toEqual([expect.stringMatching(/replica_unused.*behind by \d+ s/)])
    await sql`select pg_wal_replay_resume()`.execute(replica.db)
    nowMs += 10_000
    expect(await newest()).toEqual({ words: 'note 301', isReplica: true })
    expect(said.slice(1)).toEqual(['database.replica_used'])
  })

  it('that is the primary by now is not read: nobody knows what it has', async () => {
    reads = readFromReplica({ primary, replica: primary, log: silentLog, waitMs: 100 })
    await write('note 400')
    expect(await newest()).toEqual({ words: 'note 400', isReplica: false })
  })

  it('that is killed while it is read from asks the primary', { timeout: longMs }, async () => {
    await write('note 500')
    let tries = 0
    const words = await reads(async (db) => {
      tries += 1
      if (tries === 1 && replicaServer !== undefined) {
        process.kill(replicaServer.pid, 'SIGKILL')
        await replicaServer.ended
        await expect
          .poll(
            async () =>
              sql`select 1`.execute(db).then(
                () => 'answers',
                () => 'away',
              ),
            { timeout: longMs },
          )
          .toBe('away')
      }
      const { rows } = await sql<{ words: string }>`select max(words) as words from note`.execute(db)
      return rows[0]?.words
    })
    expect([words, tries]).toEqual(['note 500', 2])
    expect(await newest()).toEqual({ words: 'note 500', isReplica: false })
    expect(said.length).toBe(1)
  })
})
