/** A real primary with a real streaming replica: the primary is killed, and started again. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '#server/platform/log/log.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { startReplica } from '#tests/kit/database/replica.ts'
import { type Db, isOverload, openDatabase, type OpenDatabase, type ThroughPool } from './database.ts'
import { readingOnly, type StandbyReads, watchStandby } from './standby-reads.ts'

const dir = mkdtempSync(join(tmpdir(), 'ekran-standby-'))
const stack = new AsyncDisposableStack()
const longMs = 120_000
let [primaryServer, replicaServer]: (EmbeddedPostgres | undefined)[] = []
let db: Db
let standby: OpenDatabase
let watched: StandbyReads
const said: string[] = []

function open({ location }: EmbeddedPostgres, name: string, through?: ThroughPool): OpenDatabase {
  const options = { connections: 4, statementTimeoutMs: 10_000, applicationName: name, through }
  const opened = openDatabase({ location, log: silentLog, ...options })
  stack.defer(() => opened.close())
  return opened
}

beforeAll(async () => {
  const primaryDir = join(dir, 'primary')
  primaryServer = await startEmbeddedPostgres({ dir: primaryDir, log: silentLog })
  const look = open(primaryServer, 'look')
  await sql`create table note (words text not null)`.execute(look.db)
  await sql`create unlogged table limits (spent int)`.execute(look.db)
  replicaServer = await startReplica(primaryServer, primaryDir, join(dir, 'replica'))
  standby = open(replicaServer, 'standby')
  const log = {
    info: (event: string) => void said.push(event),
    warn: (event: string, facts?: object) => void said.push(`${event} ${JSON.stringify(facts)}`),
  }
  watched = watchStandby({ primary: look, standby, log })
  stack.defer(() => watched.close())
  db = open(primaryServer, 'requests', watched.through).db
}, longMs)

afterAll(async () => {
  await stack.disposeAsync()
  for (const server of [replicaServer, primaryServer]) await server?.stop()
  rmSync(dir, { recursive: true, force: true })
})

/** Which server answered. */
async function answeredBy(): Promise<'primary' | 'standby' | 'nobody'> {
  try {
    const { rows } = await sql<{ waits: boolean }>`select pg_is_in_recovery() as waits`.execute(db)
    return rows[0]?.waits === true ? 'standby' : 'primary'
  } catch (error) {
    if (!isOverload(error)) throw error
    return 'nobody'
  }
}

function write(words: string): Promise<unknown> {
  return sql`insert into note values (${words})`.execute(db)
}

describe('[NODE-01] while the primary is away', { timeout: longMs }, () => {
  it('nothing is asked of the standby before', async () => {
    await write('first')
    expect(await readingOnly(answeredBy)).toBe('primary')
    expect(await answeredBy()).toBe('primary')
    expect(said).toEqual([])
  })

  it('the standby answers requests that change nothing; the others wait for a primary', async () => {
    // It has been compared with the primary.
    await expect
      .poll(async () => (await sql`select from note`.execute(standby.db)).rows.length, { timeout: longMs })
      .toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    process.kill(primaryServer?.pid ?? 0, 'SIGKILL')
    await primaryServer?.ended
    await expect.poll(() => readingOnly(answeredBy), { timeout: longMs }).toBe('standby')
    expect(await answeredBy()).toBe('nobody')
    const { rows } = await readingOnly(() => sql<{ words: string }>`select words from note`.execute(db))
    expect(rows).toEqual([{ words: 'first' }])
    // A request that should change nothing and does is refused as busy.
    const refused: unknown = await readingOnly(() => write('second')).catch((error: unknown) => error)
    expect([refused instanceof Error, isOverload(refused)]).toEqual([true, true])
    const unlogged = readingOnly(() => sql`select from limits`.execute(db)).catch(isOverload)
    expect(await unlogged).toBe(true)
    expect(said).toEqual([expect.stringMatching(/^database\.primary_away .*"standbyAnswers":true/)])
  })

  it('a request that changes nothing and lost its server is asked once more', async () => {
    let tries = 0
    const work = async () => {
      tries += 1
      if (tries === 1) throw Object.assign(new Error('terminating connection'), { code: '57P01' })
      return answeredBy()
    }
    expect(await readingOnly(work)).toBe('standby')
    expect(tries).toBe(2)
    tries = 0
    const busy = async () => {
      tries += 1
      throw new Error('timeout exceeded when trying to connect')
    }
    await expect(readingOnly(busy)).rejects.toThrow('timeout exceeded')
    expect(tries).toBe(1)
  })

  it('everything goes to the primary again when it is back', async () => {
    primaryServer = await startEmbeddedPostgres({ dir: join(dir, 'primary'), log: silentLog })
    await expect.poll(() => readingOnly(answeredBy), { timeout: longMs }).toBe('primary')
    await write('third')
    expect(said.slice(1)).toEqual(['database.primary_back'])
  })

  it('a standby that was behind answers nothing', async () => {
    await sql`select pg_wal_replay_pause()`.execute(standby.db)
    await write('fourth')
    let aheadMs = 0
    const steady = () => performance.now() + aheadMs
    const look = open(primaryServer as EmbeddedPostgres, 'look again')
    const other = watchStandby({ primary: look, standby, log: silentLog, steady })
    const own = open(primaryServer as EmbeddedPostgres, 'others', other.through).db
    await expect.poll(() => sql`select 1`.execute(own).then(() => true)).toBe(true)
    aheadMs = 60_000
    await new Promise((resolve) => setTimeout(resolve, 3000))
    process.kill(primaryServer?.pid ?? 0, 'SIGKILL')
    await primaryServer?.ended
    const read = () =>
      readingOnly(() => sql`select 1`.execute(own)).then(
        () => 'answered',
        () => 'refused',
      )
    for (let turn = 0; turn < 20; turn += 1) {
      expect(await read()).toBe('refused')
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
    await other.close()
  })
})
