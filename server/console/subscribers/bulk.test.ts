/** Acts on segments over real HTTP on a real database: previewed, released by another, killed in the middle, taken back. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { consoleBulk } from '#contract/console/bulk.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { openAudit } from '#server/audit/audit.ts'
import { checkLedger, giveDays, openBilling } from '#server/billing/billing.ts'
import { workOnRuns } from '#server/bulk/bulk.ts'
import { bulkExportMount, staffAdmission } from '#server/console/console.ts'
import { keyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { allowanceOf, takeBackAct } from '#server/subscribers/subscribers.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { staffFixture } from '#tests/kit/modules/staff-module.ts'
import { bulkEndpoints } from './bulk-endpoints.ts'

const database = await createTestDatabase()
const { db } = database
const fixture = staffFixture(db)
const { staff, clock } = fixture
const audit = openAudit({ db, clock, log: silentLog, key: 'k'.repeat(43), flushAfterMs: 0 })
const people = accountsFixture(db, { clock, audit })
const billing = openBilling({ db, clock })
const admitStaff = staffAdmission({ staff, clock, publicUrl: undefined })
const clientAddress = clientAddressReader(['127.0.0.1'])
const server = createHttpServer({
  endpoints: bulkEndpoints({ db, clock, audit, billing, jobs: { send: async () => null } }),
  mounts: [bulkExportMount({ db, clock, audit, admitStaff, clientAddress, publicUrl: undefined })],
  ...{ identify: async () => undefined, admitStaff, clientAddress, audienceOf: () => 'inside' },
  ...{ checkResponses: true, health: createHealth(), metrics: createMetrics(), random: systemRandom },
  ...{ clock, log: silentLog },
})
const deps = { db, clock, audit, billing, log: silentLog }
const dayMs = 86_400_000
const tokens: Record<string, string> = {}
let origin = ''

beforeAll(async () => {
  origin = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
  await logIn()
  await billing.putTariff(buildTariff(57, { isBase: true }))
  await billing.putTariff(buildTariff(58, { isBase: true, priceTiyin: 900_000 }))
  await billing.putTariff(buildTariff(60, { priceTiyin: 900_000 }))
})
/** Also days later, when sessions have ended: other members with the same roles. */
async function logIn() {
  for (const role of ['owner', 'administrator', 'support', 'finance', 'analyst'] as const)
    tokens[role] = (await fixture.addMember(role)).token
  tokens['finance2'] = (await fixture.addMember('finance')).token
}
beforeEach(async () => {
  // The ledger cannot be emptied: subscribers of earlier tests are closed.
  await sql`update account set state = 'deactivated'`.execute(db)
  await sql`truncate bulk_run, bulk_item`.execute(db)
})
afterAll(async () => {
  await server.close(500)
  await audit.close()
  await database.drop()
})

type Card = ResponseOf<typeof consoleBulk.card>
interface Answer<Data> {
  readonly data: Data
  readonly failure?: string
  readonly message?: string
}

async function send<Data>(path: string, role: string, body?: object): Promise<Answer<Data>> {
  const response = await fetch(`${origin}/api/console/v1/bulk${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...{ 'x-ekran-console': '1', 'sec-fetch-site': 'same-origin', 'accept-language': 'ru' },
      ...{ 'content-type': 'application/json', cookie: `ekran-staff=${tokens[role]}` },
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return (await response.json()) as Answer<Data>
}

const work = () => workOnRuns(deps, AbortSignal.timeout(60_000))
const act = (name: string, runId: number, role: string, more: object = {}) =>
  send<{ readonly state?: string }>(`/${name}`, role, { bulk_run_id: runId, ...more })
const card = async (runId: number, role = 'owner', show = '') =>
  (await send<Card>(`/card?bulk_run_id=${runId}&show=${show}`, role)).data

/** A run of all subscribers of the test, with its preview. */
async function make(role: string, values: object): Promise<number> {
  const made = await send<{ readonly bulk_run_id: number }>('/make', role, {
    ...{ segment_id: 0, reason: 'Авария на подстанции' },
    ...values,
  })
  expect(made.failure).toBeUndefined()
  await work()
  return made.data.bulk_run_id
}

async function subscriber(values: { sums?: number; tariff?: boolean; state?: 'blocked' } = {}) {
  const { accountId } = await people.addAccount({ name: 'Шерзод' })
  if ((values.sums ?? 0) > 0)
    await billing.moveMoney({
      ...{ reference: `payme:${accountId}`, kind: 'top_up', accountId, against: 'payments' },
      amountTiyin: (values.sums ?? 0) * 100,
    })
  if (values.tariff === true)
    await billing.putSubscription({
      ...{ accountId, tariffId: 57, state: 'active', paidUntilMs: clock.nowMs() + 10 * dayMs },
    })
  if (values.state !== undefined)
    await db.updateTable('account').set({ state: values.state }).where('account_id', '=', accountId).execute()
  return accountId
}

const balanceOf = async (accountId: number) => (await billing.accountStanding(accountId)).balanceTiyin / 100
const untilOf = async (accountId: number) => (await billing.subscriptionsOf(accountId))[0]?.paidUntilMs ?? 0
const countOf = ({ counts }: Card, state: string, reason = '') =>
  counts.find((one) => one.state === state && one.reason === reason)?.count ?? 0

async function isWhole() {
  expect(await checkLedger(db)).toMatchObject({ kind: 'whole' })
}

describe('[CARE-04] a bulk act', () => {
  it('is previewed with whom, how much and who is skipped, and changes nothing', async () => {
    const [one, two] = [await subscriber({ tariff: true }), await subscriber({ tariff: true })]
    await subscriber()
    await subscriber({ tariff: true, state: 'blocked' })
    const runId = await make('support', { kind: 'days', days: 3 })
    const shown = await card(runId, 'support')
    expect(shown).toMatchObject({ state: 'prepared', count: 4, total: 4, is_everybody: true, sum_days: 6 })
    expect([countOf(shown, 'ready'), countOf(shown, 'skipped', 'no_tariff')]).toEqual([2, 1])
    expect(countOf(shown, 'skipped', 'blocked')).toBe(1)
    expect(shown.examples).toHaveLength(4)
    const ready = await card(runId, 'support', 'ready')
    expect(ready.examples.map((item) => item.account_id)).toEqual([one, two])
    expect(await untilOf(one)).toBe(clock.nowMs() + 10 * dayMs)
    expect(
      (await db.selectFrom('subscriber_act').selectAll().where('account_id', '=', one).execute()).length,
    ).toBe(0)
  })

  it('on everybody begins only with the number typed; whoever joins later gets nothing', async () => {
    const one = await subscriber({ tariff: true })
    await subscriber({ tariff: true })
    const runId = await make('support', { kind: 'credit', amount: 5000 })
    const late = await subscriber()
    const refused = await act('start', runId, 'support')
    expect([refused.failure, refused.message]).toEqual(['segment_is_everybody', expect.stringContaining('2')])
    expect((await act('start', runId, 'support', { everybody: 3 })).failure).toBe('segment_is_everybody')
    expect((await act('start', runId, 'support', { everybody: 2 })).data.state).toBe('running')
    expect((await act('start', runId, 'support', { everybody: 2 })).failure).toBe('bulk_state')
    await work()
    expect(await card(runId)).toMatchObject({ state: 'done', sum: 10_000 })
    expect([await balanceOf(one), await balanceOf(late)]).toEqual([5000, 0])
    const { rows } = await sql<{ event: string; reason: string }>`
      select event, facts ->> 'reason' as reason from security_event
      where account_id = ${one} and event = 'subscriber_credited'`.execute(db)
    expect(rows).toEqual([{ event: 'subscriber_credited', reason: `Авария на подстанции (bulk ${runId})` }])
    await isWhole()
  })

  it('beyond the limits of who made it waits for another whose limits cover it', async () => {
    const one = await subscriber({ tariff: true })
    const runId = await make('support', { kind: 'credit', amount: 60_000 })
    expect(await card(runId, 'support')).toMatchObject({ is_within: false, is_own: true })
    expect((await act('start', runId, 'support', { everybody: 1 })).data.state).toBe('waiting')
    await work()
    expect(await balanceOf(one)).toBe(0)
    expect((await act('release', runId, 'support')).failure).toBe('bulk_same_person')
    expect((await act('release', runId, 'analyst')).failure).toBe('staff_forbidden')
    expect((await act('release', runId, 'finance')).failure).toBeUndefined()
    expect((await act('release', runId, 'finance2')).failure).toBe('bulk_state')
    await work()
    expect(await balanceOf(one)).toBe(60_000)
    expect(await card(runId)).toMatchObject({ state: 'done', released_by: expect.stringMatching(/member-/) })
  })

  it('counts with the other runs of the day, and another without enough left is told who may', async () => {
    for (let index = 0; index < 2; index += 1) await subscriber()
    const values = { kind: 'credit', amount: 100_000_000 }
    // Administrators may release 500 million in a day: two of these are 400.
    for (let index = 0; index < 2; index += 1) {
      const one = await make('administrator', values)
      expect((await act('start', one, 'administrator', { everybody: 2 })).data.state).toBe('running')
    }
    const second = await make('support', values)
    expect((await act('start', second, 'support', { everybody: 2 })).data.state).toBe('waiting')
    const refused = await act('release', second, 'finance')
    expect([refused.failure, refused.message]).toEqual(['bulk_beyond', expect.stringContaining('владелец')])
    expect((await act('release', second, 'administrator')).failure).toBe('bulk_beyond')
    expect((await act('release', second, 'owner')).failure).toBeUndefined()
  })

  it('does not use up what a member may give by hand', async () => {
    await subscriber()
    const runId = await make('support', { kind: 'credit', amount: 50_000 })
    await act('start', runId, 'support', { everybody: 1 })
    await work()
    const { rows } = await sql<{ by: number }>`
      select staff_id as by from subscriber_act where bulk_run_id = ${runId}`.execute(db)
    expect(rows).toHaveLength(1)
    const left = await allowanceOf(db, { staffId: rows[0]?.by ?? 0, role: 'support' }, clock.nowMs())
    expect(left.sum).toEqual({ each: 50_000, left: 300_000 })
  })

  it('is stopped and goes on; who was blocked meanwhile is skipped', async () => {
    const ids = [await subscriber(), await subscriber(), await subscriber()]
    const runId = await make('finance', { kind: 'credit', amount: 1000 })
    await act('start', runId, 'finance', { everybody: 3 })
    expect((await act('stop', runId, 'support')).failure).toBeUndefined()
    await work()
    expect(await Promise.all(ids.map(balanceOf))).toEqual([0, 0, 0])
    await sql`update account set state = 'blocked' where account_id = ${ids[1]}`.execute(db)
    expect((await act('resume', runId, 'finance')).failure).toBeUndefined()
    await work()
    expect(await Promise.all(ids.map(balanceOf))).toEqual([1000, 0, 1000])
    expect(countOf(await card(runId), 'skipped', 'blocked')).toBe(1)
  })

  it('is taken back where nothing was used; the others are said one by one', async () => {
    const [whole, spent] = [await subscriber(), await subscriber()]
    const runId = await make('finance', { kind: 'credit', amount: 9000 })
    await act('start', runId, 'finance', { everybody: 2 })
    await work()
    const target = {
      accountId: spent,
      items: [{ tariffId: 60 }],
      replacesBase: false,
      key: `bought-${spent}`,
    }
    expect(await billing.purchase({ ...target, agreedTiyin: 900_000 })).toMatchObject({
      response: { kind: 'done' },
    })
    expect((await act('undo', runId, 'finance', { reason: 'Не те абоненты' })).failure).toBeUndefined()
    await work()
    const shown = await card(runId)
    expect(shown.state).toBe('undone')
    expect([countOf(shown, 'undone'), countOf(shown, 'unreturned', 'used')]).toEqual([1, 1])
    expect(await balanceOf(whole)).toBe(0)
    const unreturned = await card(runId, 'owner', 'unreturned')
    expect(unreturned.examples).toMatchObject([{ account_id: spent, reason: 'used' }])
    expect((await act('undo', runId, 'finance', { reason: 'Ещё раз' })).failure).toBe('bulk_state')
    await isWhole()
  })

  it('connects a tariff where the balance covers it, and takes it back with its cost unless it was used', async () => {
    const [rich, used, poor, gifted] = [
      await subscriber({ sums: 20_000 }),
      await subscriber({ sums: 20_000 }),
      await subscriber({ sums: 1000 }),
      await subscriber({ sums: 20_000 }),
    ]
    expect(
      (await send('/make', 'finance', { segment_id: 0, kind: 'connect', tariff_id: 60, reason: 'x' }))
        .failure,
    ).toBe('staff_forbidden')
    const runId = await make('support', { kind: 'connect', tariff_id: 60 })
    const preview = await card(runId)
    expect([countOf(preview, 'ready'), countOf(preview, 'skipped', 'not_covered')]).toEqual([3, 1])
    await act('start', runId, 'support', { everybody: 4 })
    await work()
    expect(await Promise.all([rich, used, poor].map(balanceOf))).toEqual([11_000, 11_000, 1000])
    const again = await card(await make('support', { kind: 'connect', tariff_id: 60 }))
    expect(countOf(again, 'skipped', 'already_connected')).toBe(3)
    const gift = { accountId: gifted, tariffId: 60, days: 5, reference: `gift-${gifted}` }
    await db.transaction().execute((trx) => giveDays(trx, gift, clock.nowMs()))
    clock.advanceMs(60_000)
    await sql`insert into device (account_id, uid, kind, model, name, first_seen_at, last_seen_at)
      values (${used}, 'u1', 'tv', '', '', ${new Date(clock.nowMs())}, ${new Date(clock.nowMs())})`.execute(
      db,
    )
    await act('undo', runId, 'support', { reason: 'Ошибка' })
    await work()
    expect(await Promise.all([rich, used].map(balanceOf))).toEqual([20_000, 11_000])
    expect(countOf(await card(runId), 'unreturned', 'used')).toBe(2)
    expect(await billing.subscriptionsOf(rich)).toEqual([])
    // The charge itself is reversed: no revenue is left of it.
    const { rows } = await sql`select kind, against, amount_tiyin from ledger_entry
      where account_id = ${rich} and kind <> 'top_up' order by ledger_entry_id`.execute(db)
    expect(rows).toEqual([
      { kind: 'charge', against: 'revenue', amount_tiyin: -900_000 },
      { kind: 'reversal', against: 'revenue', amount_tiyin: 900_000 },
    ])
    expect(await billing.subscriptionsOf(gifted)).toMatchObject([
      { tariffId: 60, paidUntilMs: clock.nowMs() - 60_000 + 35 * dayMs },
    ])
    await isWhole()
  })

  it('connects at the cost of its preview, also days later, and charges nothing where the price is another', async () => {
    await billing.putTariff(buildTariff(59, { isBase: true, priceTiyin: 6_000_000 }))
    await billing.putTariff(buildTariff(61, { isBase: true, priceTiyin: 7_000_000 }))
    const ids = [await subscriber({ sums: 150_000 }), await subscriber({ sums: 150_000 })]
    for (const accountId of ids)
      await billing.purchase({ accountId, items: [{ tariffId: 58 }], replacesBase: false })
    const [changing = 0, renewed = 0] = ids
    clock.advanceMs(10 * dayMs)
    await logIn()
    const runId = await make('support', { kind: 'connect', tariff_id: 59 })
    // Two thirds of 9,000 soʻm are left.
    expect((await card(runId, 'owner', 'ready')).examples).toMatchObject([
      { amount: 54_000 },
      { amount: 54_000 },
    ])
    // It waits for a day and a half, and what is left shrinks.
    clock.advanceMs(1.5 * dayMs)
    await logIn()
    const bought = { accountId: renewed, items: [{ tariffId: 61 }], replacesBase: true }
    await billing.purchase(bought)
    const before = await balanceOf(renewed)
    await act('start', runId, 'support', { everybody: 2 })
    await work()
    const shown = await card(runId)
    expect([countOf(shown, 'done'), countOf(shown, 'failed', 'price_changed')]).toEqual([1, 1])
    expect(await balanceOf(changing)).toBe(150_000 - 9000 - 54_000)
    expect(await balanceOf(renewed)).toBe(before)
    expect((await billing.subscriptionsOf(renewed)).map(({ tariffId }) => tariffId)).toEqual([61])
    await isWhole()
  })

  it('never takes paid time: who has the tariff without renewal is skipped, who had it before goes on', async () => {
    const [ending, suspended] = [await subscriber(), await subscriber({ sums: 20_000 })]
    const own = { tariffId: 60, paidUntilMs: clock.nowMs() + 20 * dayMs }
    await billing.putSubscription({ ...own, accountId: ending, state: 'active' })
    await billing.setAutoRenew({ accountId: ending, tariffId: 60, autoRenew: false })
    const former = { ...own, accountId: suspended, paidUntilMs: clock.nowMs() - dayMs }
    await billing.putSubscription({ ...former, state: 'suspended' })
    clock.advanceMs(1000)
    const runId = await make('support', { kind: 'connect', tariff_id: 60 })
    const preview = await card(runId)
    expect([countOf(preview, 'ready'), countOf(preview, 'skipped', 'already_connected')]).toEqual([1, 1])
    await act('start', runId, 'support', { everybody: 2 })
    await work()
    await act('undo', runId, 'support', { reason: 'Ошибка' })
    await work()
    expect(countOf(await card(runId), 'unreturned', 'had_before')).toBe(1)
    expect(await billing.subscriptionsOf(ending)).toMatchObject([{ ...own, autoRenew: false }])
    expect(await billing.subscriptionsOf(suspended)).toMatchObject([{ tariffId: 60, state: 'active' }])
    expect(await balanceOf(suspended)).toBe(11_000)
    await isWhole()
  })

  it('says what begins with trial days, and what it costs after them', async () => {
    await billing.putTariff(buildTariff(61, { priceTiyin: 900_000, trialDays: 7 }))
    const tried = await subscriber()
    await sql`update account set phone = '+998900000061' where account_id = ${tried}`.execute(db)
    await subscriber({ sums: 20_000 })
    const runId = await make('support', { kind: 'connect', tariff_id: 61 })
    const preview = await card(runId)
    expect(preview).toMatchObject({ sum: 9000, trial: { count: 1, days: 7, later: 9000 } })
    expect(preview.examples.map((item) => [item.account_id === tried, item.trial_days, item.later])).toEqual([
      [true, 7, 9000],
      [false, 0, 0],
    ])
    await act('start', runId, 'support', { everybody: 2 })
    await work()
    expect(await card(runId)).toMatchObject({ trial: { count: 1, days: 7 } })
    expect(await billing.subscriptionsOf(tried)).toMatchObject([
      { tariffId: 61, paidUntilMs: clock.nowMs() + 7 * dayMs },
    ])
  })

  it('replaces no base tariff that the preview did not show', async () => {
    const [bought, replaced] = [
      await subscriber({ sums: 40_000 }),
      await subscriber({ sums: 20_000, tariff: true }),
    ]
    const runId = await make('support', { kind: 'connect', tariff_id: 58 })
    const preview = await card(runId)
    expect(preview).toMatchObject({ replaced: 1 })
    expect(preview.examples.map((item) => [item.account_id, item.replaces])).toEqual([
      [bought, false],
      [replaced, true],
    ])
    await billing.putSubscription({
      ...{ accountId: bought, tariffId: 57, state: 'active', paidUntilMs: clock.nowMs() + dayMs },
    })
    await act('start', runId, 'support', { everybody: 2 })
    await work()
    expect(countOf(await card(runId), 'failed', 'more_than_one_base')).toBe(1)
    expect(await billing.subscriptionsOf(bought)).toMatchObject([{ tariffId: 57 }])
    // It is cheaper: it takes the place of the other when that one's paid time ends.
    expect(await billing.plannedChange(replaced)).toMatchObject({ fromTariffId: 57, tariffId: 58 })
  })

  it('ends the renewal of a tariff, and switches it on again', async () => {
    const one = await subscriber({ tariff: true })
    const renews = async () => (await billing.subscriptionsOf(one))[0]?.autoRenew
    const runId = await make('support', { kind: 'end', tariff_id: 57 })
    await act('start', runId, 'support', { everybody: 1 })
    await work()
    expect(await renews()).toBe(false)
    await act('undo', runId, 'support', { reason: 'Ошибка' })
    await work()
    expect(await renews()).toBe(true)
  })

  it('switches on no renewal that the subscriber switched off himself', async () => {
    const [one, own] = [await subscriber({ tariff: true }), await subscriber({ tariff: true })]
    const runId = await make('support', { kind: 'end', tariff_id: 57 })
    await billing.setAutoRenew({ accountId: own, tariffId: 57, autoRenew: false })
    await act('start', runId, 'support', { everybody: 2 })
    await work()
    const shown = await card(runId)
    expect([countOf(shown, 'done'), countOf(shown, 'failed', 'already_ending')]).toEqual([1, 1])
    await act('undo', runId, 'support', { reason: 'Ошибка' })
    await work()
    const renews = async (accountId: number) => (await billing.subscriptionsOf(accountId))[0]?.autoRenew
    expect([await renews(one), await renews(own)]).toEqual([true, false])
  })

  it('of others is taken back within the limits of a day, as if it were given', async () => {
    await subscriber({ sums: 1 })
    await subscriber({ sums: 1 })
    const runs: number[] = []
    for (let nth = 0; nth < 3; nth += 1) {
      const runId = await make('owner', { kind: 'credit', amount: 100_000_000 })
      await act('start', runId, 'owner', { everybody: 2 })
      await work()
      runs.push(runId)
    }
    tokens['administrator2'] = (await fixture.addMember('administrator')).token
    const undo = (nth: number) => act('undo', runs[nth] ?? 0, 'administrator2', { reason: 'Ошибка' })
    // 500 million in a day: each of these moves 200.
    expect([(await undo(0)).failure, (await undo(1)).failure]).toEqual([undefined, undefined])
    expect((await undo(2)).failure).toBe('bulk_beyond')
    await work()
    expect((await undo(2)).failure).toBe('bulk_beyond')
    const more = await make('administrator2', { kind: 'credit', amount: 60_000_000 })
    expect((await act('start', more, 'administrator2', { everybody: 2 })).data.state).toBe('waiting')
    // The next day.
    await sql`update bulk_run set undo_at = undo_at - interval '1 day'`.execute(db)
    expect((await undo(2)).failure).toBeUndefined()
  })

  it('whose single acts another member takes back counts towards the limits of that one', async () => {
    const accountId = await subscriber()
    const runId = await make('finance', { kind: 'credit', amount: 40_000 })
    await act('start', runId, 'finance', { everybody: 1 })
    await work()
    const { rows } = await sql<{ id: number }>`
      select subscriber_act_id as id from subscriber_act where bulk_run_id = ${runId}`.execute(db)
    const { staffId } = await fixture.addMember('support')
    const giver = { staffId, role: 'support' } as const
    const by = { staff: { staffId, name: 'Лола' } }
    const back = { accountId, actId: rows[0]?.id ?? 0, reason: 'Ошибка', by, giver }
    expect(await takeBackAct({ ...deps, withLock: keyedMutex() }, back)).toMatchObject({ kind: 'taken' })
    expect((await allowanceOf(db, giver, clock.nowMs())).sum).toEqual({ each: 50_000, left: 260_000 })
  })

  it('that another member goes on with is that one’s from then on', async () => {
    const ids = [await subscriber(), await subscriber()]
    const runId = await make('finance', { kind: 'credit', amount: 1000 })
    await act('start', runId, 'finance', { everybody: 2 })
    await act('stop', runId, 'finance')
    expect((await act('resume', runId, 'administrator')).failure).toBeUndefined()
    await work()
    const { rows } = await sql<{ role: string }>`select distinct staff.role from subscriber_act
      join staff using (staff_id) where account_id = any(${ids}::integer[])`.execute(db)
    expect(rows).toEqual([{ role: 'administrator' }])
  })

  it('is previewed with one connection, and its card waits for no step of the member', async () => {
    await subscriber()
    const { data } = await send<{ readonly bulk_run_id: number }>('/make', 'support', {
      ...{ segment_id: 0, reason: 'x', kind: 'connect', tariff_id: 60 },
    })
    const single = openDatabase({
      ...{ location: database.location, log: silentLog, connections: 1 },
      ...{ statementTimeoutMs: 10_000, applicationName: 'one connection' },
    })
    const own = { ...deps, db: single.db, billing: openBilling({ db: single.db, clock }) }
    await workOnRuns(own, AbortSignal.timeout(60_000))
    await single.close()
    await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(7260086, staff_id) from staff`.execute(trx)
      expect(await card(data.bulk_run_id, 'support')).toMatchObject({ state: 'prepared', is_within: true })
    })
  })

  it.each([
    ['a credit of nothing', { kind: 'credit' }, 'amount'],
    ['no days', { kind: 'days' }, 'days'],
    ['no tariff to connect', { kind: 'connect' }, 'tariff_id'],
    ['no tariff to end', { kind: 'end' }, 'tariff_id'],
  ])('with %s is refused, and the field is named', async (_, values, field) => {
    const answer = await send('/make', 'owner', { segment_id: 0, reason: 'x', ...values })
    expect(answer).toMatchObject({
      ...{ failure: 'invalid_input', fields: [{ field, message: 'обязательное поле' }] },
    })
  })

  it('is exported whole, without formulas', async () => {
    const one = await subscriber()
    await sql`update account set name = '=cmd()' where account_id = ${one}`.execute(db)
    const runId = await make('owner', { kind: 'credit', amount: 5000 })
    const response = await fetch(`${origin}/api/console/v1/bulk-files/${runId}`, {
      method: 'POST',
      headers: {
        ...{ 'x-ekran-console': '1', 'sec-fetch-site': 'same-origin' },
        cookie: `ekran-staff=${tokens['support']}`,
      },
    })
    const [head, row] = (await response.text()).split('\r\n')
    expect(head).toContain('number;name;state;reason;tariff;sum;days')
    expect(row).toMatch(/^\d{8};'=cmd\(\);ready;;;5000;0;;;$/)
  })
})

/** A process that works on runs, as the job does. */
const program = `
  import { openAudit } from '#server/audit/audit.ts'
  import { openBilling } from '#server/billing/billing.ts'
  import { workOnRuns } from '#server/bulk/bulk.ts'
  import { openDatabase } from '#server/platform/database/database.ts'
  import { silentLog } from '#server/platform/log/log.ts'
  const clock = { nowMs: () => ${clock.nowMs()} }
  const opened = openDatabase({ location: JSON.parse(process.argv[1]), log: silentLog, connections: 3, statementTimeoutMs: 60000, applicationName: 'bulk' })
  const { db } = opened
  const audit = openAudit({ db, clock, log: silentLog, key: 'k'.repeat(43) })
  await workOnRuns({ db, clock, audit, billing: openBilling({ db, clock }), log: silentLog }, new AbortController().signal)
  await opened.close()`

function worker(): ChildProcess {
  return spawn(process.execPath, ['--input-type=module', '-e', program, JSON.stringify(database.location)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

describe('[CARE-04] a process that is killed in the middle of a bulk act', () => {
  it('between an act and its row leaves nothing that undoing forgets', async () => {
    const ids = [await subscriber(), await subscriber()]
    const runId = await make('owner', { kind: 'credit', amount: 100 })
    await act('start', runId, 'owner', { everybody: 2 })
    await work()
    // As after a kill: the act is there, its row says nothing of it.
    await sql`update bulk_item set state = 'ready', act_id = null
      where bulk_run_id = ${runId} and account_id = ${ids[0]}`.execute(db)
    await sql`update bulk_run set state = 'running' where bulk_run_id = ${runId}`.execute(db)
    await act('stop', runId, 'owner')
    await act('undo', runId, 'owner', { reason: 'Ошибка' })
    await work()
    expect(countOf(await card(runId), 'undone')).toBe(2)
    expect(await Promise.all(ids.map(balanceOf))).toEqual([0, 0])
    await isWhole()
  })

  it(
    'doubles nothing and leaves nobody out, when it goes on and when it is taken back',
    {
      timeout: 240_000,
    },
    async () => {
      const ids: number[] = []
      for (let index = 0; index < 150; index += 1) ids.push(await subscriber())
      const runId = await make('owner', { kind: 'credit', amount: 100 })
      await act('start', runId, 'owner', { everybody: ids.length })
      const inState = async (state: string) => {
        const { rows } = await sql<{ count: number }>`select count(*)::integer as count from bulk_item
        where bulk_run_id = ${runId} and state = ${state}`.execute(db)
        return rows[0]?.count ?? 0
      }
      const killedTwice = async (state: string) => {
        for (const minimum of [15, 60]) {
          const child = worker()
          await expect.poll(() => inState(state), { timeout: 60_000, interval: 10 }).toBeGreaterThan(minimum)
          child.kill('SIGKILL')
          await once(child, 'exit')
        }
        expect(await inState(state)).toBeLessThan(ids.length)
        await work()
      }
      await killedTwice('done')
      expect(await card(runId)).toMatchObject({ state: 'done', sum: 15_000 })
      const { rows } = await sql<{ min: number; max: number }>`
      select min(balance_tiyin)::integer as min, max(balance_tiyin)::integer as max from wallet
      where account_id = any(${ids}::integer[])`.execute(db)
      expect(rows).toEqual([{ min: 10_000, max: 10_000 }])
      await act('undo', runId, 'owner', { reason: 'Ошибка' })
      await killedTwice('undone')
      expect(await inState('undone')).toBe(ids.length)
      const after = await sql<{ balance: number }>`select sum(balance_tiyin)::integer as balance from wallet
      where account_id = any(${ids}::integer[])`.execute(db)
      expect(after.rows).toEqual([{ balance: 0 }])
      const written = await sql<{ event: string; count: number; accounts: number }>`
      select event, count(*)::integer as count, count(distinct account_id)::integer as accounts from security_event
      where event in ('subscriber_credited', 'subscriber_act_taken_back') and account_id = any(${ids}::integer[])
      group by event order by event desc`.execute(db)
      expect(written.rows).toEqual([
        { event: 'subscriber_credited', count: 150, accounts: 150 },
        { event: 'subscriber_act_taken_back', count: 150, accounts: 150 },
      ])
      await isWhole()
    },
  )
})
