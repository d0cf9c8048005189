/** Snapshots of large segments: deleted in the time that their size needs. */
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { removeMembers, removeSnapshot } from './snapshots.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

async function storeSnapshot(count: number): Promise<number> {
  const { segment_snapshot_id: id } = await db
    .insertInto('segment_snapshot')
    .values({ created_at: new Date() })
    .returning('segment_snapshot_id')
    .executeTakeFirstOrThrow()
  await sql`insert into segment_member (segment_snapshot_id, account_id)
    select ${id}::integer, n from generate_series(1, ${count}::integer) as n`.execute(db)
  return id
}

async function countOf(id: number): Promise<number> {
  const rows = await db
    .selectFrom('segment_member')
    .select('account_id')
    .where('segment_snapshot_id', '=', id)
    .execute()
  return rows.length
}

describe('[MSG-01] a snapshot of a segment that is everybody', () => {
  it('is deleted row by row, not each row compared with all others, before there are statistics of it', async () => {
    const former = await storeSnapshot(5000)
    await sql`analyze segment_member`.execute(db)
    const id = await storeSnapshot(3000)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain (analyze, timing off) ${removeMembers(id, 1000)}`.execute(db)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).not.toMatch(/loops=\d{3,}/)
    expect(plan).not.toMatch(/Rows Removed by [^:]+: \d{4,}/)
    expect(await countOf(id)).toBe(2000)
    await removeSnapshot(db, id)
    expect([await countOf(id), await countOf(former)]).toEqual([0, 5000])
  })
})
