import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { limitsInDatabase } from './rate-limits.ts'
import { forgetEndedLimits } from './shared-limit.ts'

const database = await createTestDatabase()
/** The pool of another process. */
const other = openDatabase({
  location: database.location,
  log: silentLog,
  statementTimeoutMs: 60_000,
  connections: 10,
  applicationName: 'another process',
  waitMs: 15_000,
})
afterAll(async () => {
  await other.close()
  await database.drop()
})
beforeEach(async () => {
  await database.db.deleteFrom('rate_limit').execute()
})

const nodes = [limitsInDatabase(database.db), limitsInDatabase(other.db)] as const
const rule = { name: 'test', attempts: 5, perSec: 60 }

/** The time of all rows is over, without waiting for it. */
async function passTime() {
  await sql`update rate_limit set ends_at = now() - interval '1 second'`.execute(database.db)
}

describe('a limit that all processes count together', () => {
  it('[NODE-01] allows as many attempts as one process would, also when they come to both at once', async () => {
    const [one, two] = nodes.map((node) => node.limit(rule))
    if (one === undefined || two === undefined) throw new Error('there are two')
    const decisions = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? one : two).spend('a')),
    )
    expect(decisions.filter(({ kind }) => kind === 'allowed')).toHaveLength(5)
    for (const limit of [one, two]) {
      const refused = await limit.spend('a')
      if (refused.kind !== 'refused') throw new Error('was allowed')
      expect(refused.retryAfterSec).toBeGreaterThan(0)
      expect(refused.retryAfterSec).toBeLessThanOrEqual(60)
      expect(await limit.look('a')).toMatchObject({ kind: 'refused' })
    }
    expect(await two.look('b')).toEqual({ kind: 'allowed', left: 5 })
    expect(await one.spend('b')).toEqual({ kind: 'allowed', left: 4 })
    expect(await two.look('b')).toEqual({ kind: 'allowed', left: 4 })
    await two.forget('a')
    expect(await two.look('a')).toEqual({ kind: 'allowed', left: 5 })
    // Another process hears of it within seconds.
    await expect.poll(() => one.spend('a')).toEqual({ kind: 'allowed', left: 4 })
  })

  it('[NODE-01] begins again when its time has ended, and apart from other limits', async () => {
    const limit = nodes[0].limit({ ...rule, attempts: 1 })
    await limit.spend('a')
    expect(await limit.spend('a')).toMatchObject({ kind: 'refused' })
    expect(await nodes[1].limit({ ...rule, name: 'another' }).spend('a')).toEqual({
      kind: 'allowed',
      left: 4,
    })
    await passTime()
    await expect.poll(() => limit.look('a')).toEqual({ kind: 'allowed', left: 1 })
    expect(await limit.spend('a')).toEqual({ kind: 'allowed', left: 0 })
    expect(await limit.spend('a')).toMatchObject({ kind: 'refused' })
  })

  it('[NODE-01] refuses a key for longer once it exceeded a limit that says so', async () => {
    const limit = nodes[0].limit({ ...rule, attempts: 1, blockSec: 3600 })
    await limit.spend('a')
    for (let tries = 0; tries < 3; tries += 1) {
      const refused = await limit.spend('a')
      expect(refused.kind === 'refused' && refused.retryAfterSec > 3500).toBe(true)
    }
  })

  it('[NODE-01] refuses again without asking the database, so that a flood takes none of its connections', async () => {
    const limit = nodes[0].limit({ ...rule, attempts: 1 })
    await limit.spend('a')
    expect(await limit.spend('a')).toMatchObject({ kind: 'refused' })
    await database.db.deleteFrom('rate_limit').execute()
    const refused = await Promise.all(Array.from({ length: 100 }, () => limit.spend('a')))
    expect(refused.every(({ kind }) => kind === 'refused')).toBe(true)
    expect(await database.db.selectFrom('rate_limit').select('key').execute()).toEqual([])
    await expect.poll(() => limit.look('a')).toEqual({ kind: 'allowed', left: 1 })
  })

  it('[NODE-01] [ACC-14] counts a network and those around it over all processes', async () => {
    const [one, two] = nodes.map((node) => node.byNetwork(rule))
    if (one === undefined || two === undefined) throw new Error('there are two')
    let allowed = 0
    for (let index = 0; index < 40; index += 1) {
      const limit = index % 2 === 0 ? one : two
      if ((await limit.spend(`2a02:db8:1:${index.toString(16)}::1`)).kind === 'allowed') allowed += 1
    }
    expect(allowed).toBe(20)
    expect(await two.spend('2a02:db8:2::1')).toMatchObject({ kind: 'allowed' })
  })

  it('[NODE-01] stores a key of any length, and deletes rows whose time has ended, only those', async () => {
    const limit = nodes[0].limit(rule)
    await limit.spend('x'.repeat(5000))
    await limit.spend('a')
    await passTime()
    await limit.spend('b')
    expect(await forgetEndedLimits(database.db)).toBe(2)
    const rows = await database.db.selectFrom('rate_limit').select('key').execute()
    // What was typed is not in it.
    expect(rows).toEqual([{ key: expect.stringMatching(/^test [\w-]{43}$/) }])
  })
})
