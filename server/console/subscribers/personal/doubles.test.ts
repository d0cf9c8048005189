/** Two accounts of one person become one, over real HTTP on a real database. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAudit } from '#server/audit/audit.ts'
import { checkLedger, openBilling, putPromotion } from '#server/billing/billing.ts'
import { openCards } from '#server/cards/cards.ts'
import { staffAdmission } from '#server/console/console.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { keyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { moveByHand, undoableActs } from '#server/subscribers/subscribers.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { accountsFixture, testPassword } from '#tests/kit/modules/accounts-module.ts'
import { staffFixture } from '#tests/kit/modules/staff-module.ts'
import { subscriberDataEndpoints } from './data-endpoints.ts'
import { subscriberDoubleEndpoints } from './double-endpoints.ts'

const database = await createTestDatabase()
const { db } = database
const fixture = staffFixture(db)
const { staff, clock } = fixture
const audit = openAudit({ db, clock, log: silentLog, key: 'k'.repeat(43), flushAfterMs: 0 })
const people = accountsFixture(db, { clock, audit })
const { accounts } = people
const billing = openBilling({ db, clock })
const base = { db, clock, audit, billing, accounts, log: silentLog, random: systemRandom }
const server = createHttpServer({
  endpoints: [
    ...subscriberDoubleEndpoints(base),
    ...subscriberDataEndpoints({ ...base, cards: openCards({ ...base, secret: 's', gateway: undefined }) }),
  ],
  mounts: [],
  ...{ identify: async () => undefined, admitStaff: staffAdmission({ staff, clock, publicUrl: undefined }) },
  ...{ clientAddress: clientAddressReader(['127.0.0.1']), audienceOf: () => 'inside' },
  ...{ checkResponses: true, health: createHealth(), metrics: createMetrics(), random: systemRandom },
  ...{ clock, log: silentLog },
})
const dayMs = 86_400_000
const tokens: Record<string, string> = {}
let origin = ''

beforeAll(async () => {
  origin = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
  const owner = await fixture.addMember('owner')
  tokens['owner'] = owner.token
  tokens['unproven owner'] = await fixture.openSession(owner.staffId, 'full', false)
  tokens['support'] = (await fixture.addMember('support')).token
  await billing.putTariff(buildTariff(57, { isBase: true }))
  await billing.putTariff(buildTariff(58, { isBase: true }))
  await billing.putTariff(buildTariff(60, { priceTiyin: 900_000 }))
})
afterAll(async () => {
  await server.close(500)
  await audit.close()
  await database.drop()
})

interface Answer {
  readonly data: Record<string, unknown>
  readonly failure?: string
}

let keys = 0

async function call(path: string, body: Record<string, unknown>, role = 'owner'): Promise<Answer> {
  const isRead = path.endsWith('effect')
  const query = isRead ? `?${new URLSearchParams(body as Record<string, string>)}` : ''
  const response = await fetch(`${origin}/api/console/v1/subscribers/${path}${query}`, {
    method: isRead ? 'GET' : 'POST',
    headers: {
      ...{ 'x-ekran-console': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      cookie: `ekran-staff=${tokens[role]}`,
    },
    ...(isRead
      ? {}
      : { body: JSON.stringify({ key: `key-of-tests-${(keys += 1)}`, reason: 'Двойник', ...body }) }),
  })
  return (await response.json()) as Answer
}

const effect = (accountId: number, from: string) =>
  call('doubles/merge-effect', { account_id: String(accountId), from })
const merge = (accountId: number, from: string, more = {}, role = 'owner') =>
  call('doubles/merge', { account_id: accountId, from, ...more }, role)

async function person(sums: number, text: { phone?: string } = {}) {
  const account = await people.addAccount({ name: 'Бахтиёр', ...text })
  if (sums > 0)
    await billing.moveMoney({
      ...{ reference: `payme:${account.accountId}`, kind: 'top_up', accountId: account.accountId },
      ...{ against: 'payments', amountTiyin: sums * 100 },
    })
  return account
}

const connect = (accountId: number, tariffId: number, untilMs = clock.nowMs() + 10 * dayMs) =>
  billing.putSubscription({ accountId, tariffId, state: 'active', paidUntilMs: untilMs })
const balanceOf = async (accountId: number) => (await billing.accountStanding(accountId)).balanceTiyin / 100
const now = () => new Date(clock.nowMs())

describe('[CARE-04] two accounts of one person', () => {
  it('become one: tariffs, money, devices, favourites; either number logs in, and the former one is closed', async () => {
    const [ours, theirs] = [await person(1000), await person(26_000, { phone: '+998901110022' })]
    const untilMs = clock.nowMs() + 10 * dayMs
    await connect(theirs.accountId, 57, untilMs)
    await connect(ours.accountId, 60)
    const token = await people.enter(theirs, 'uid-double', { model: 'TV' })
    await db.transaction().execute(async (trx) => {
      // The films themselves are no matter here.
      await sql`set local session_replication_role = replica`.execute(trx)
      for (const [accountId, titleId, seconds] of [
        [ours.accountId, 1, 100],
        [theirs.accountId, 1, 900],
        [theirs.accountId, 2, 50],
      ] as const)
        await sql`insert into watching (account_id, title_id, file_id, position_sec, is_finished, watched_at)
          values (${accountId}, ${titleId}, 1, ${seconds}, false, ${new Date(clock.nowMs() + seconds * 1000)})`.execute(
          trx,
        )
    })
    await sql`insert into subscriber_note (account_id, body, staff_name, created_at)
      values (${theirs.accountId}, 'Просил объединить', '', ${now()})`.execute(db)
    expect((await merge(ours.accountId, theirs.abonement, {}, 'support')).failure).toBe('staff_forbidden')
    expect((await merge(ours.accountId, theirs.abonement, {}, 'unproven owner')).failure).toBe(
      'step_up_needed',
    )
    expect((await effect(ours.accountId, '+998901110022')).data).toMatchObject({
      from: { abonement: theirs.abonement },
      ...{ balance: 26_000, devices: 1, cards: 0, watching: 2 },
    })
    const done = await merge(ours.accountId, theirs.abonement, { key: 'merge-once-01' })
    expect(done.data).toMatchObject({ moved: 26_000, is_repeated: false })
    expect((await merge(ours.accountId, theirs.abonement, { key: 'merge-once-01' })).data).toMatchObject({
      is_repeated: true,
    })
    expect([await balanceOf(ours.accountId), await balanceOf(theirs.accountId)]).toEqual([27_000, 0])
    expect(await billing.subscriptionsOf(ours.accountId)).toMatchObject([
      { tariffId: 57, paidUntilMs: untilMs, state: 'active' },
      { tariffId: 60 },
    ])
    expect(await billing.subscriptionsOf(theirs.accountId)).toEqual([])
    const { rows: seen } = await sql`select title_id, position_sec from watching
      where account_id = ${ours.accountId} order by title_id`.execute(db)
    expect(seen).toEqual([
      { title_id: 1, position_sec: 900 },
      { title_id: 2, position_sec: 50 },
    ])
    expect(await people.verdict(token, 'uid-double')).not.toBe('good')
    expect(await checkLedger(db)).toMatchObject({ kind: 'whole' })
    // Either number is the person's, with the password of the account that goes on.
    const entered = await people.logIn({ ...theirs, password: testPassword }, 'uid-new')
    expect(entered).toMatchObject({ kind: 'logged_in' })
    expect(await accounts.findByPhone('+998901110022')).toMatchObject({ accountId: ours.accountId })
    expect((await merge(ours.accountId, theirs.abonement)).failure).toBe('subscriber_merged')
    expect(await accounts.givePhone(ours.accountId, '+998901110022')).toBe('given')
    await accounts.setState(theirs.accountId, 'active', { actor: 'operator' })
    expect(await accounts.accountOf(theirs.accountId)).toMatchObject({ state: 'deactivated' })
  })

  it('say before what of profiles, recordings, reminders and followed shows goes, and it does', async () => {
    const [ours, theirs] = [await person(0), await person(0)]
    const [toId, fromId] = [ours.accountId, theirs.accountId]
    const at = now()
    const later = (hours: number) => new Date(clock.nowMs() + hours * 3_600_000)
    await db.transaction().execute(async (trx) => {
      // Channels and their guide are no matter here.
      await sql`set local session_replication_role = replica`.execute(trx)
      for (const [accountId, no] of [
        ...[1, 2, 3].map((one) => [toId, one]),
        ...[1, 2, 3].map((one) => [fromId, one]),
      ])
        await sql`insert into profile (account_id, profile_no, name, name_key, picture, colour, language, is_child,
            created_at, updated_at)
          values (${accountId}, ${no}, ${`p${no}`}, ${`p${no}`}, 'fox', 'lapis', 'ru', false, ${at}, ${at})`.execute(
          trx,
        )
      await sql`insert into account_pin (account_id, pin_hash, last_profile_no)
        values (${toId}, null, 3), (${fromId}, null, 3)`.execute(trx)
      for (const [accountId, pid, hours] of [
        [toId, 11, 1],
        [fromId, 11, 1],
        [fromId, 12, 2],
      ] as const)
        await sql`insert into recording (account_id, channel_id, programme_id, begin_at, end_at, title_ru, title_uz,
            state, created_at)
          values (${accountId}, 1, ${pid}, ${later(1)}, ${later(1 + hours)}, '', '', 'kept', ${at})`.execute(
          trx,
        )
      await sql`insert into reminder (account_id, profile_no, channel_id, programme_id, begin_at, end_at, title_ru,
          title_uz, state, created_at)
        select account_id, 0, 1, pid, ${later(1)}::timestamptz, ${later(2)}::timestamptz, '', '', 'waiting', ${at}::timestamptz
        from (select ${toId}::integer as account_id, n as pid from generate_series(1, 200) as n
          union all select ${fromId}, n from generate_series(200, 201) as n) as made`.execute(trx)
      for (const [accountId, key, reminds] of [
        [toId, 'news', false],
        [fromId, 'news', true],
        [fromId, 'sport', false],
      ] as const)
        await sql`insert into followed_programme (account_id, profile_no, name_key, channel_id, title_ru, title_uz,
            seen_to, created_at, reminds)
          values (${accountId}, 0, ${key}, 0, ${key}, ${key}, ${at}, ${at}, ${reminds})`.execute(trx)
    })
    await billing.putTariff({ ...buildTariff(61), recordingHours: 2 })
    await connect(fromId, 61)
    expect((await effect(toId, theirs.abonement)).data).toMatchObject({
      profiles: { moved: 3, twice: 0, total: 7, limit: 6 },
      recordings: { moved: 2, twice: 1, total: 3, limit: 2 },
      reminders: { moved: 2, twice: 1, total: 201, limit: 200 },
      followed: { moved: 2, twice: 1, total: 2, limit: 100 },
    })
    expect((await merge(toId, theirs.abonement)).failure).toBeUndefined()
    const { rows } = await sql`
      select (select count(*) from profile where account_id = ${toId} and profile_no <> 0)::integer as profiles,
        (select count(*) from recording where account_id = ${toId})::integer as recordings,
        (select count(*) from reminder where account_id = ${toId})::integer as reminders,
        (select json_agg(name_key || ' ' || reminds order by name_key) from followed_programme
          where account_id = ${toId}) as followed,
        (select count(*) from (select account_id from profile union all select account_id from recording
          union all select account_id from reminder union all select account_id from followed_programme) as left_there
          where account_id = ${fromId})::integer as left_there`.execute(db)
    expect(rows).toEqual([
      {
        ...{ profiles: 6, recordings: 2, reminders: 201, left_there: 0 },
        followed: ['news true', 'sport false'],
      },
    ])
  })

  it('are refused with the remedy where both have the tariff, or a base one, and for no double at all', async () => {
    const [ours, theirs] = [await person(0), await person(0)]
    await connect(ours.accountId, 57)
    await connect(theirs.accountId, 57)
    expect((await effect(ours.accountId, theirs.abonement)).failure).toBe('merge_same_tariff')
    await billing.putSubscription({
      ...{ accountId: theirs.accountId, tariffId: 57, state: 'off', paidUntilMs: clock.nowMs() },
    })
    await connect(theirs.accountId, 58)
    expect((await merge(ours.accountId, theirs.abonement)).failure).toBe('merge_two_bases')
    expect((await effect(ours.accountId, ours.abonement)).failure).toBe('merge_itself')
    expect((await effect(ours.accountId, '19999999')).failure).toBe('merge_number_unknown')
    await sql`insert into provider_tx (provider, external_id, account_id, amount_tiyin, state, provider_time, created_at)
      values ('click', 'd1', ${theirs.accountId}, 1000, 'reserved', now(), now())`.execute(db)
    await billing.putSubscription({
      ...{ accountId: theirs.accountId, tariffId: 58, state: 'off', paidUntilMs: clock.nowMs() },
    })
    expect((await merge(ours.accountId, theirs.abonement)).failure).toBe('erase_payments_open')
    expect(await accounts.accountOf(theirs.accountId)).toMatchObject({ state: 'active' })
  })

  it('begin nothing on the one that is closed, also when a request waited for the merge', async () => {
    await billing.putTariff(buildTariff(61, { priceTiyin: 900_000 }))
    const name = { kind: 'code', code: 'DOUBLE-1' } as const
    await putPromotion(db, {
      ...{ by: name, name: { ru: 'а', uz: 'a' }, giftTiyin: 100_000, connects: null, maxTotal: null },
      ...{ validFromMs: 0, validToMs: clock.nowMs() + dayMs },
    })
    const [ours, theirs] = [await person(900_000), await person(0)]
    await merge(ours.accountId, theirs.abonement)
    const { accountId } = theirs
    const refused = { response: { kind: 'refused', failure: 'account_deactivated' } }
    const items = [{ tariffId: 61 }]
    expect(await billing.purchase({ accountId, items, replacesBase: true })).toMatchObject(refused)
    expect(await billing.activatePromotion({ accountId, name })).toMatchObject(refused)
    expect(await billing.subscriptionsOf(accountId)).toEqual([])
    expect(await balanceOf(accountId)).toBe(0)
    const own = await billing.purchase({ accountId: ours.accountId, items, replacesBase: true })
    expect(own).toMatchObject({ response: { kind: 'done', costTiyin: 900_000 } })
  })

  it('have no act left to take back on the one that is closed', async () => {
    const [ours, theirs] = [await person(0), await person(0)]
    const credit = { kind: 'credit', purpose: 'goodwill', amountTiyin: 100_000 } as const
    for (const { accountId } of [ours, theirs]) {
      const request = { accountId, key: 'goodwill-of-both', reason: 'Авария', by: {}, giver: undefined }
      await moveByHand({ db, clock, audit, withLock: keyedMutex() }, { ...request, ...credit })
    }
    expect(await undoableActs(db, theirs.accountId)).toHaveLength(1)
    await merge(ours.accountId, theirs.abonement)
    expect(await undoableActs(db, theirs.accountId)).toEqual([])
    expect(await undoableActs(db, ours.accountId)).toMatchObject([{ kind: 'credited' }])
  })

  it('are refused into a closed one, and where a blocked one would be open by it', async () => {
    const [ours, theirs] = [await person(0), await person(0)]
    const state = (accountId: number, value: string) =>
      sql`update account set state = ${value} where account_id = ${accountId}`.execute(db)
    await state(ours.accountId, 'deactivated')
    expect((await effect(ours.accountId, theirs.abonement)).failure).toBe('merge_into_closed')
    expect((await merge(ours.accountId, theirs.abonement)).failure).toBe('merge_into_closed')
    await state(ours.accountId, 'active')
    await state(theirs.accountId, 'blocked')
    expect((await effect(ours.accountId, theirs.abonement)).failure).toBe('merge_blocked')
    expect((await merge(ours.accountId, theirs.abonement)).failure).toBe('merge_blocked')
    expect(await accounts.accountOf(theirs.accountId)).toMatchObject({ state: 'blocked' })
    await state(ours.accountId, 'blocked')
    expect((await merge(ours.accountId, theirs.abonement)).failure).toBeUndefined()
    expect(await accounts.accountOf(ours.accountId)).toMatchObject({ state: 'blocked' })
  })

  it('are locked by number, whichever goes on: two merges at once never wait for each other', async () => {
    const [lower, higher] = [await person(5), await person(7)]
    const lock = (id: number) => sql`select from wallet where account_id = ${id} for update nowait`
    const merging = await db.transaction().execute(async (trx) => {
      await lock(lower.accountId).execute(trx)
      const request = merge(higher.accountId, lower.abonement)
      await expect
        .poll(async () => {
          const { rows } = await sql<{ waits: number }>`
            select count(*)::integer as waits from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
          return rows[0]?.waits
        })
        .toBe(1)
      // It waits for the lower one before it has the higher one.
      await lock(higher.accountId).execute(trx)
      return { request }
    })
    expect((await merging.request).failure).toBeUndefined()
    expect(await balanceOf(higher.accountId)).toBe(12)
  })

  it('have a dealer when one of them has: the account that goes on keeps its own', async () => {
    const [first, second] = [701, 702]
    await sql`insert into dealer (dealer_id, name) values (${first}, 'Первый'), (${second}, 'Второй')`.execute(
      db,
    )
    const belongs = (accountId: number, dealerId: number) =>
      sql`insert into dealer_subscriber (account_id, dealer_id, way, attached_at)
        values (${accountId}, ${dealerId}, 'registration', '2020-01-01')`.execute(db)
    const dealerOf = async (accountId: number) => {
      const { rows } = await sql<{ dealer_id: number; way: string; attached_at: Date }>`
        select dealer_id, way, attached_at from dealer_subscriber where account_id = ${accountId}`.execute(db)
      return rows
    }
    const [without, theirs] = [await person(0), await person(0)]
    await belongs(theirs.accountId, first)
    expect((await merge(without.accountId, theirs.abonement)).failure).toBeUndefined()
    expect(await dealerOf(without.accountId)).toEqual([
      { dealer_id: first, way: 'staff', attached_at: now() },
    ])
    const [own, other] = [await person(0), await person(0)]
    await belongs(own.accountId, second)
    await belongs(other.accountId, first)
    expect((await merge(own.accountId, other.abonement)).failure).toBeUndefined()
    expect(await dealerOf(own.accountId)).toMatchObject([{ dealer_id: second, way: 'registration' }])
    const [taken, last] = [await person(0), await person(0)]
    await belongs(last.accountId, first)
    await sql`insert into dealer_detached (account_id, detached_at) values (${taken.accountId}, now())`.execute(
      db,
    )
    expect((await merge(taken.accountId, last.abonement)).failure).toBeUndefined()
    expect(await dealerOf(taken.accountId)).toEqual([])
  })

  it('have together what they had, whoever is merged into whom, also at once', async () => {
    const all = await Promise.all([0, 12_345, 5, 800_000, 0, 77].map((sums) => person(sums)))
    const ids = all.map(({ accountId }) => accountId)
    const total = async () => {
      const { rows } = await sql<{ sum: number; transfers: number }>`select
        (select sum(balance_tiyin) from wallet where account_id = any(${ids}::integer[]))::bigint as sum,
        (select coalesce(sum(amount_tiyin), 0) from ledger_entry where against = 'transfers')::bigint as transfers`.execute(
        db,
      )
      return rows[0]
    }
    const before = await total()
    expect(before).toMatchObject({ transfers: 0 })
    for (const [to, from] of [
      [0, 1],
      [3, 2],
      [3, 4],
      [5, 0],
    ] as const)
      await Promise.all([
        merge(ids[to] ?? 0, all[from]?.abonement ?? ''),
        merge(ids[to] ?? 0, all[from]?.abonement ?? ''),
      ])
    expect(await total()).toEqual(before)
    expect(await Promise.all(ids.map(balanceOf))).toEqual([0, 0, 0, 800_005, 0, 12_422])
    expect(await checkLedger(db)).toMatchObject({ kind: 'whole' })
  })

  it('are erased together', async () => {
    const [ours, theirs] = [
      await person(0, { phone: '+998907770001' }),
      await person(0, { phone: '+998907770002' }),
    ]
    expect((await merge(ours.accountId, theirs.abonement)).failure).toBeUndefined()
    const erased = await call('data/erase', {
      account_id: ours.accountId,
      number: ours.abonement,
      settlement: '',
    })
    expect(erased.failure).toBeUndefined()
    for (const { accountId } of [ours, theirs])
      expect(await accounts.accountOf(accountId)).toMatchObject({ phone: null, name: '' })
  })
})
