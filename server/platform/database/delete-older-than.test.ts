import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { deleteOlderThan } from './delete-older-than.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())
beforeEach(() => db.deleteFrom('used_captcha').execute())

const until = new Date(Date.UTC(2026, 0, 15))

async function add(count: number, expiresAtMs: number) {
  await sql`insert into used_captcha (signature, expires_at)
    select ${String(expiresAtMs)} || '-' || number, ${new Date(expiresAtMs)} from generate_series(1, ${count}) as number`.execute(
    db,
  )
}

async function left() {
  const rows = await db.selectFrom('used_captcha').select('signature').orderBy('signature').execute()
  return rows.map(({ signature }) => signature)
}

function remove(signal?: AbortSignal) {
  return deleteOlderThan(db, {
    table: 'used_captcha',
    key: ['signature'],
    column: 'expires_at',
    until,
    signal,
  })
}

describe('deleting old rows', () => {
  it('deletes rows up to and including the moment, and no later one', async () => {
    await add(1, until.getTime() - 1)
    await add(1, until.getTime())
    await add(1, until.getTime() + 1)
    expect(await remove()).toBe(2)
    expect(await left()).toEqual([`${until.getTime() + 1}-1`])
    expect(await remove()).toBe(0)
  })

  it('continues batch after batch', async () => {
    await add(2001, until.getTime() - 1)
    expect(await remove()).toBe(2001)
    expect(await left()).toEqual([])
  })

  it('leaves the rest when it is stopped', async () => {
    await add(3, until.getTime() - 1)
    expect(await remove(AbortSignal.abort())).toBe(0)
    expect(await left()).toHaveLength(3)
  })

  it('does not wait for a row that is being changed, and deletes it the next time', async () => {
    await add(2, until.getTime() - 1)
    const [held = ''] = await left()
    await db.transaction().execute(async (other) => {
      await other.selectFrom('used_captcha').selectAll().where('signature', '=', held).forUpdate().execute()
      expect(await remove()).toBe(1)
    })
    expect(await left()).toEqual([held])
    expect(await remove()).toBe(1)
  })

  it('deletes rows with a two-column key', async () => {
    const { rows } = await sql<{ account_id: number }>`
      insert into account (abonement, password_hash, created_at) values ('100001', '$argon2id$v', now())
      returning account_id`.execute(db)
    const accountId = rows[0]?.account_id ?? 0
    for (const [network, days] of [
      ['198.51.100.0/24', -1],
      ['203.0.113.0/24', 1],
    ] as const)
      await sql`insert into trusted_network (account_id, network, trusted_until)
        values (${accountId}, ${network}, ${new Date(until.getTime() + days * 86_400_000)})`.execute(db)
    const removed = await deleteOlderThan(db, {
      table: 'trusted_network',
      key: ['account_id', 'network'],
      column: 'trusted_until',
      until,
    })
    expect(removed).toBe(1)
    expect(await db.selectFrom('trusted_network').select('network').execute()).toEqual([
      { network: expect.stringContaining('203.0.113') },
    ])
  })
})
