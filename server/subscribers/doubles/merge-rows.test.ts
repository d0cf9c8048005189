import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publishChannels } from '#server/television/television.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { mergeDevices, mergeRows } from './merge-rows.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const samarkand = 241
const chirchik = 323

it.each([
  ['network', 'subscriber', chirchik],
  ['network', 'network', samarkand],
  ['staff', 'subscriber', samarkand],
] as const)(
  '[CARE-02] of two cities, by %s and of the former account by %s, the one that somebody said stays',
  async (ours, theirs, city) => {
    const { db } = database
    const { rows } = await sql<{ id: number }>`
      insert into account (abonement, name, password_hash, created_at)
      select (20000000 + ceil(random() * 9000000)::integer * 2 + n)::text, '', '$argon2id$none', now() from generate_series(0, 1) as n
      returning account_id as id`.execute(db)
    const [toId = 0, fromId = 0] = rows.map(({ id }) => id)
    await sql`insert into account_city (account_id, city_id, way, set_at) values
      (${toId}, ${samarkand}, ${ours}, now()), (${fromId}, ${chirchik}, ${theirs}, now())`.execute(db)
    await db.transaction().execute((trx) => mergeRows(trx, fromId, toId, Date.now()))
    const stored = await sql<{ account_id: number; city_id: number }>`
      select account_id, city_id from account_city where account_id in (${toId}, ${fromId})`.execute(db)
    expect(stored.rows).toEqual([{ account_id: toId, city_id: city }])
  },
)

it('[TG-01] Telegram goes to the account that goes on, unless that has one of its own', async () => {
  const { db } = database
  const accounts = async () => {
    const { rows } = await sql<{ id: number }>`
      insert into account (abonement, name, password_hash, created_at)
      select (40000000 + ceil(random() * 9000000)::integer * 2 + n)::text, '', '$argon2id$none', now() from generate_series(0, 1) as n
      returning account_id as id`.execute(db)
    return rows.map(({ id }) => id)
  }
  const link = (accountId: number, userId: number) =>
    sql`insert into telegram_link (account_id, telegram_user_id, name, language, linked_at)
      values (${accountId}, ${userId}, '', 'ru', now())`.execute(db)
  const linksOf = async (ids: readonly number[]) =>
    db
      .selectFrom('telegram_link')
      .select(['account_id', 'telegram_user_id'])
      .where('account_id', 'in', ids)
      .execute()
  const [toId = 0, fromId = 0] = await accounts()
  await link(fromId, 501)
  await db.transaction().execute((trx) => mergeRows(trx, fromId, toId, Date.now()))
  expect(
    (await linksOf([toId, fromId])).map((row) => [row.account_id, Number(row.telegram_user_id)]),
  ).toEqual([[toId, 501]])
  const [own = 0, other = 0] = await accounts()
  await link(own, 502)
  await link(other, 503)
  await db.transaction().execute((trx) => mergeRows(trx, other, own, Date.now()))
  expect((await linksOf([own, other])).map((row) => Number(row.telegram_user_id))).toEqual([502])
})

it('[PROF-01] profiles of both stay with what is theirs, and the PIN keeps children in theirs', async () => {
  const { db } = database
  const { rows } = await sql<{ id: number }>`
    insert into account (abonement, name, password_hash, created_at)
    select (60000000 + n)::text, '', '$argon2id$none', now() from generate_series(0, 1) as n
    returning account_id as id`.execute(db)
  const [toId = 0, fromId = 0] = rows.map(({ id }) => id)
  const add = (accountId: number, no: number, name: string, isChild: boolean) =>
    sql`insert into profile (account_id, profile_no, name, name_key, picture, colour, language, is_child,
        created_at, updated_at)
      values (${accountId}, ${no}, ${name}, lower(${name}), 'fox', 'lapis', 'ru', ${isChild}, now(), now())`.execute(
      db,
    )
  await sql`insert into account_pin (account_id, pin_hash, last_profile_no)
    values (${toId}, null, 2), (${fromId}, '$argon2id$pin', 3)`.execute(db)
  for (const no of [1, 2]) await add(toId, no, `Ours${no}`, false)
  // Their second has the number that the first one gets.
  await add(fromId, 2, 'Ours1', false)
  await add(fromId, 3, 'Lola', true)
  await sql`insert into device (account_id, uid, kind, profile_no, first_seen_at, last_seen_at)
    values (${fromId}, 'tablet', 'tablet', 3, now(), now())`.execute(db)
  const follow = (accountId: number, no: number, key: string) =>
    sql`insert into followed_programme (account_id, profile_no, name_key, channel_id, title_ru, title_uz, seen_to, created_at)
      values (${accountId}, ${no}, ${key}, 0, ${key}, ${key}, now(), now())`.execute(db)
  await follow(toId, 0, 'news')
  for (const [no, key] of [
    [0, 'news'],
    [0, 'sport'],
    [2, 'news'],
    [3, 'cartoon'],
  ] as const)
    await follow(fromId, no, key)
  await keepRecordings([
    [toId, 1, 7],
    [fromId, 2, 7],
    [fromId, 2, 8],
    [fromId, 3, 9],
  ])
  await db.transaction().execute(async (trx) => {
    await mergeRows(trx, fromId, toId, Date.now())
    await mergeDevices(trx, fromId, toId)
  })
  const profiles = await db
    .selectFrom('profile')
    .select(['account_id', 'profile_no', 'name', 'is_child'])
    .where('account_id', 'in', [toId, fromId])
    .orderBy('profile_no')
    .execute()
  expect(profiles.map((one) => [one.account_id, one.profile_no, one.name, one.is_child])).toEqual([
    [toId, 1, 'Ours1', false],
    [toId, 2, 'Ours2', false],
    [toId, 3, 'Ours1 2', false],
    [toId, 4, 'Lola', true],
  ])
  const followed = await sql<{ account_id: number; profile_no: number; name_key: string }>`
    select account_id, profile_no, name_key from followed_programme where account_id in (${toId}, ${fromId})
    order by profile_no, name_key`.execute(db)
  expect(followed.rows.map((one) => [one.account_id, one.profile_no, one.name_key])).toEqual([
    [toId, 0, 'news'],
    [toId, 0, 'sport'],
    [toId, 3, 'news'],
    [toId, 4, 'cartoon'],
  ])
  const recordings = await sql<{
    account_id: number
    profile_no: number
    programme_id: number
    positions: Readonly<Record<string, number>>
  }>`select account_id, profile_no, programme_id, positions from recording order by programme_id`.execute(db)
  expect(
    recordings.rows.map((one) => [one.account_id, one.profile_no, one.programme_id, one.positions]),
  ).toEqual([
    [toId, 1, 7, { 1: 17, 3: 27 }],
    [toId, 3, 8, { 3: 28 }],
    [toId, 4, 9, { 4: 39 }],
  ])
  const device = await sql<{ account_id: number; profile_no: number }>`
    select account_id, profile_no from device where uid = 'tablet'`.execute(db)
  expect(device.rows).toEqual([{ account_id: toId, profile_no: 4 }])
  const pins = await db
    .selectFrom('account_pin')
    .select(['account_id', 'pin_hash', 'last_profile_no'])
    .where('account_id', 'in', [toId, fromId])
    .execute()
  expect(pins).toEqual([{ account_id: toId, pin_hash: '$argon2id$pin', last_profile_no: 4 }])
})

async function keepRecordings(rows: readonly (readonly [accountId: number, no: number, pid: number])[]) {
  const { db } = database
  const [channel] = await publishChannels(db, [buildChannel('kept')], Date.now())
  for (const [accountId, no, pid] of rows)
    await sql`insert into recording (account_id, profile_no, channel_id, programme_id, begin_at, end_at, title_ru,
        title_uz, state, positions, created_at)
      values (${accountId}, ${no}, ${channel?.cid ?? 0}, ${pid}, now(), now() + interval '1 hour', '', '', 'kept',
        ${{ [no]: 10 * no + pid }}, now())`.execute(db)
}
