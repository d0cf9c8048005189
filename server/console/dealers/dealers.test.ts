/** Dealers in the console, over real HTTP with a payment system beside it. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { consoleDealers } from '#contract/console/dealers.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { checkLedger, reverseMoney } from '#server/billing/billing.ts'
import { listEvents } from '#server/audit/audit.ts'
import { accrueCommissions, attachNewcomers, checkDealers } from '#server/dealers/dealers.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import {
  openPaymentsConsole,
  paidByPayme,
  payByPayme,
  type PaymentsConsole,
} from '#tests/kit/modules/payments-console.ts'
import { ledgerFileMount } from '#server/console/payments/ledger-file-mount.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { dealerEndpoints } from './dealer-endpoints.ts'

const database = await createTestDatabase()
// Nothing is charged to cards here.
const noGateway = 'atmos+http://a:b@127.0.0.1:1?store=1'
let world: PaymentsConsole
beforeAll(async () => {
  world = await openPaymentsConsole(database.db, noGateway, (deps) => ({
    endpoints: dealerEndpoints(deps),
    mounts: [
      ledgerFileMount({ ...deps, clientAddress: clientAddressReader(['127.0.0.1']), publicUrl: undefined }),
    ],
  }))
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

type One = ResponseOf<typeof consoleDealers.one>
type Statement = ResponseOf<typeof consoleDealers.statement>
type Subscribers = ResponseOf<typeof consoleDealers.subscribers>

let keys = 0
const key = () => `key-of-test-${(keys += 1)}`
const today = () => new Date(world.clock.nowMs() + 5 * 3_600_000).toISOString().slice(0, 10)
const fields = { contact: 'Anvar', phone: '+998 90 111-22-33', contract: '№ 17', state: 'active' }

async function dealer(creditLimit = 0): Promise<number> {
  const saved = await world.act<{ dealer_id: number }>('/dealers/save', {
    ...{ ...fields, name: 'Chilonzor', credit_limit: creditLimit, version: 0 },
  })
  return saved.data.dealer_id
}

const one = async (dealerId: number) => (await world.read<One>(`/dealers/one?dealer_id=${dealerId}`)).data
const rule = (dealerId: number, more: object) =>
  world.act('/dealers/rules/add', { dealer_id: dealerId, from: today(), ...more })
const cash = (dealerId: number, abonement: string, amount: number, under = key()) =>
  world.act('/dealers/cash', { dealer_id: dealerId, abonement, amount, key: under })
const deposit = (dealerId: number, amount: number, under = key()) =>
  world.act('/dealers/deposit', { dealer_id: dealerId, amount, document: 'ПКО 5', key: under })
const attach = (dealerId: number, abonement: string) =>
  world.act('/dealers/attach', { dealer_id: dealerId, abonement, reason: 'Подключил дилер' })
const accrue = () => accrueCommissions(world.db, {}, world.clock.nowMs())
const whole = async () => {
  expect(await checkDealers(world.db)).toBeUndefined()
  expect(await checkLedger(world.db)).toMatchObject({ kind: 'whole' })
}

describe('[FIN-02] a dealer in the console', () => {
  it('is added and changed by finance, once at a time, and seen by support', async () => {
    const id = await dealer()
    const save = (more: object, member = 'finance') =>
      world.act(
        '/dealers/save',
        { dealer_id: id, ...fields, name: 'Chilonzor 2', credit_limit: 5000, version: 1, ...more },
        member,
      )
    const before = (await one(id)).dealer
    expect(before).toMatchObject({ name: 'Chilonzor', deposit: 0, commission: 0, contract: '№ 17' })
    expect((await save({ version: before.version }, 'support')).failure).toBe('staff_forbidden')
    expect((await save({ version: before.version })).failure).toBeUndefined()
    expect((await save({ version: before.version })).failure).toBe('dealer_changed')
    expect((await save({ dealer_id: 9999 })).failure).toBe('not_found')
    expect((await save({ name: ' ' })).failure).toBe('invalid_input')
    expect((await world.read('/dealers', 'support')).failure).toBeUndefined()
    expect((await world.read('/dealers', 'analyst')).failure).toBe('staff_forbidden')
    const [event] = await listEvents(world.db, { event: 'dealer_saved', limit: 1 })
    expect(event?.change).toMatchObject({
      before: { name: 'Chilonzor' },
      after: { creditLimitTiyin: 500_000 },
    })
  })

  it('takes cash from a deposit that is never below its limit, also at once', async () => {
    const id = await dealer(1000)
    const { abonement, accountId } = await world.merchants.addAccount()
    const under = key()
    expect((await deposit(id, 10_000, under)).data).toEqual({ deposit: 10_000 })
    expect((await deposit(id, 10_000, under)).data).toEqual({ deposit: 10_000 })
    expect((await deposit(id, 9000, under)).failure).toBe('dealer_key_used')
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => cash(id, abonement, 2000)))
    expect(outcomes.filter(({ failure }) => failure === undefined)).toHaveLength(5)
    expect(outcomes.find(({ failure }) => failure === 'dealer_short')?.message).toContain('1')
    expect((await one(id)).dealer.deposit).toBe(0)
    expect((await cash(id, abonement, 1000)).data).toEqual({ deposit: -1000 })
    expect((await cash(id, abonement, 0.01)).failure).toBe('dealer_short')
    expect((await deposit(id, -1)).failure).toBe('dealer_short')
    expect((await cash(id, '999999', 1)).failure).toBe('late_no_subscriber')
    expect((await cash(id, abonement, 1, 'x')).failure).toBe('invalid_input')
    expect((await world.billing.accountStanding(accountId)).balanceTiyin).toBe(1_100_000)
    const limit = {
      ...fields,
      name: 'C',
      credit_limit: 0,
      version: (await one(id)).dealer.version,
      dealer_id: id,
    }
    expect((await world.act('/dealers/save', limit)).failure).toBe('dealer_owes_more')
    const stopped = { ...limit, credit_limit: 1000, state: 'stopped' }
    expect((await world.act('/dealers/save', stopped)).failure).toBeUndefined()
    expect((await cash(id, abonement, 1)).failure).toBe('dealer_stopped')
    await whole()
  })

  it('credits cash once under one key, and takes a wrong top-up back wholly and once', async () => {
    const id = await dealer()
    const { abonement, accountId } = await world.merchants.addAccount()
    await deposit(id, 5000)
    const under = key()
    const both = await Promise.all([1, 2].map(() => cash(id, abonement, 3000, under)))
    expect(both.map(({ data }) => data)).toEqual([{ deposit: 2000 }, { deposit: 2000 }])
    expect((await cash(id, abonement, 2000, under)).failure).toBe('dealer_key_used')
    const month = today().slice(0, 7)
    const statement = async () =>
      (await world.read<Statement>(`/dealers/statement?dealer_id=${id}&month=${month}`)).data
    const [taken] = (await statement()).entries
    expect(taken).toMatchObject({ kind: 'cash', amount: -3000, balance: 2000, abonement, is_back: false })
    const back = () =>
      world.act('/dealers/cash/back', { entry_id: taken?.entry_id, reason: 'Не тот абонент' })
    const returned = await Promise.all([back(), back()])
    expect(returned.map(({ failure }) => failure).toSorted()).toEqual(['refund_done_before', undefined])
    expect((await one(id)).dealer.deposit).toBe(5000)
    expect((await world.billing.accountStanding(accountId)).balanceTiyin).toBe(0)
    expect(await statement()).toMatchObject({ deposit: { opening: 0, closing: 5000 } })
    expect((await world.act('/dealers/cash/back', { entry_id: 987_654, reason: 'нет' })).failure).toBe(
      'not_found',
    )
    await whole()
  })
})

describe('[FIN-02] [FIN-01] what one member writes for dealers', () => {
  it('is within the limits of the role, at once and on a day, and the refusal names who may more', async () => {
    const [id, { abonement }] = [await dealer(), await world.merchants.addAccount()]
    const put = (amount: number, member = 'finance') =>
      world.act('/dealers/deposit', { dealer_id: id, amount, document: 'ПКО 6', key: key() }, member)
    const take = (amount: number, member = 'finance2') =>
      world.act('/dealers/cash', { dealer_id: id, abonement, amount, key: key() }, member)
    const refused = await put(20_000_001)
    expect(refused.failure).toBe('sum_limit')
    expect(refused.message).toMatch(/20\s000\s000\sсум.*владелец, администратор/)
    expect((await put(40_000_000, 'owner')).failure).toBeUndefined()
    expect((await take(1_000_001)).failure).toBe('sum_limit')
    for (let nth = 0; nth < 19; nth += 1) expect((await take(1_000_000)).failure).toBeUndefined()
    const outcomes = await Promise.all([take(600_000), take(600_000)])
    expect(outcomes.map(({ failure }) => failure).toSorted()).toEqual(['sum_limit', undefined])
    expect((await take(2_000_000, 'owner')).failure).toBeUndefined()
    await whole()
  })

  it('lets a deposit go below zero only as far as the role may, and as somebody who has just confirmed it', async () => {
    const id = await dealer(1000)
    const save = async (limit: number, member = 'finance') =>
      world.act(
        '/dealers/save',
        {
          ...{ ...fields, name: 'C', credit_limit: limit, dealer_id: id },
          version: (await one(id)).dealer.version,
        },
        member,
      )
    expect((await save(10_000_001)).failure).toBe('sum_limit')
    expect((await save(10_000_000)).failure).toBeUndefined()
    expect((await save(50_000_000, 'owner')).failure).toBeUndefined()
    // What somebody else set may stay, or become less.
    expect((await save(40_000_000)).failure).toBeUndefined()
    world.clock.advanceMs(700_000)
    expect((await save(40_000_001, 'owner')).failure).toBe('step_up_needed')
    expect((await save(3000)).failure).toBeUndefined()
    expect((await save(4000)).failure).toBe('step_up_needed')
    expect((await one(id)).dealer).toMatchObject({ name: 'C', credit_limit: 3000 })
    await world.nextDay()
  })
})

describe('[FIN-02] cash of a subscriber who was merged or closed', () => {
  it('is the money of the one that goes on, and goes back from there', async () => {
    const id = await dealer()
    await deposit(id, 9000)
    const [old, owner] = [await world.merchants.addAccount(), await world.merchants.addAccount()]
    const balance = async (accountId: number) => (await world.billing.accountStanding(accountId)).balanceTiyin
    await cash(id, old.abonement, 2000)
    await world.mergeInto(old.accountId, owner.accountId)
    const under = key()
    expect((await cash(id, old.abonement, 3000, under)).data).toEqual({ deposit: 4000 })
    expect((await cash(id, owner.abonement, 3000, under)).data).toEqual({ deposit: 4000 })
    expect([await balance(old.accountId), await balance(owner.accountId)]).toEqual([0, 500_000])
    const month = today().slice(0, 7)
    const { entries } = (await world.read<Statement>(`/dealers/statement?dealer_id=${id}&month=${month}`))
      .data
    const first = entries.findLast(({ kind }) => kind === 'cash')
    const back = await world.act('/dealers/cash/back', { entry_id: first?.entry_id, reason: 'Ошибка кассы' })
    expect(back.failure).toBeUndefined()
    expect([await balance(old.accountId), await balance(owner.accountId)]).toEqual([0, 300_000])
    await world.db
      .updateTable('account')
      .set({ state: 'deactivated' })
      .where('account_id', '=', owner.accountId)
      .execute()
    for (const { abonement } of [old, owner]) {
      const refused = await cash(id, abonement, 1)
      expect(refused.failure).toBe('payee_closed')
      expect(refused.message).toContain(abonement)
    }
    await whole()
  })
})

describe('[FIN-02] a commission', () => {
  it('is earned by each rule once, within its cap, and goes back with its payment', async () => {
    const id = await dealer()
    await rule(id, { kind: 'every_payment', share: 10, months: 2, cap: 3000 })
    await rule(id, { kind: 'first_payment', share: 50 })
    const { abonement } = await world.merchants.addAccount()
    // Before it belongs to the dealer.
    await payByPayme(world, abonement, 1_000_000)
    world.clock.advanceMs(1000)
    await attach(id, abonement)
    await payByPayme(world, abonement, 2_000_000)
    const paid = await payByPayme(world, abonement, 2_000_000)
    await Promise.all([accrue(), accrue()])
    // 10 % of 20,000, then what the cap leaves; the first payment was before the dealer.
    expect((await one(id)).dealer.commission).toBe(3000)
    await world.payme('CancelTransaction', { id: paid, reason: 5 })
    await accrue()
    expect((await one(id)).dealer.commission).toBe(2000)
    await accrue()
    const list = await world.read<Subscribers>(`/dealers/subscribers?dealer_id=${id}`)
    expect(list.data.subscribers).toMatchObject([{ abonement, way: 'staff', earned: 2000 }])
    await whole()
  })

  it('of a first payment and of a connected subscriber is earned for those who registered with the dealer', async () => {
    const id = await dealer()
    await rule(id, { kind: 'first_payment', share: 20 })
    await rule(id, { kind: 'connected', amount: 7000 })
    const { abonement, accountId } = await world.merchants.addAccount()
    await register(accountId, id)
    expect(await attachNewcomers(world.db)).toBe(1)
    await payByPayme(world, abonement, 1_000_000)
    await payByPayme(world, abonement, 1_000_000)
    await accrue()
    expect((await one(id)).dealer.commission).toBe(2000)
    await sql`insert into ledger_entry (reference, kind, account_id, against, amount_tiyin, balance_after_tiyin, happened_at)
      values ('one-off:1', 'charge', ${accountId}, 'revenue', -500000, 1500000, ${new Date(world.clock.nowMs())})`.execute(
      world.db,
    )
    await accrue()
    await accrue()
    expect((await one(id)).dealer.commission).toBe(9000)
    // From now on it belongs to nobody, and no job gives it back.
    await attach(0, abonement)
    expect(await attachNewcomers(world.db)).toBe(0)
    world.clock.advanceMs(1000)
    await payByPayme(world, abonement, 1_000_000)
    await accrue()
    expect((await one(id)).dealer.commission).toBe(9000)
    await whole()
  })

  it('has rules that begin today or later, and end', async () => {
    const id = await dealer()
    const add = (more: object) => rule(id, { kind: 'every_payment', share: 10, ...more })
    expect((await add({ from: '2020-01-01' })).failure).toBe('dealer_rule_past')
    expect((await add({ amount: 5 })).failure).toBe('dealer_rule_wrong')
    expect((await add({ share: 101 })).failure).toBe('invalid_input')
    expect((await rule(id, { kind: 'first_payment', share: 5, months: 3 })).failure).toBe('dealer_rule_wrong')
    expect((await add({})).failure).toBeUndefined()
    const [{ rule_id: ruleId } = { rule_id: 0 }] = (await one(id)).rules
    const end = (to: string) => world.act('/dealers/rules/end', { rule_id: ruleId, to })
    expect((await end('2020-01-01')).failure).toBe('dealer_rule_past')
    const tomorrow = new Date(world.clock.nowMs() + 29 * 3_600_000).toISOString().slice(0, 10)
    expect((await end(tomorrow)).failure).toBeUndefined()
    expect((await end(today())).failure).toBeUndefined()
    const longer = await end(tomorrow)
    expect(longer.failure).toBe('dealer_rule_longer')
    expect(longer.message).toContain(today())
    expect((await one(id)).rules).toMatchObject([{ share: 10, to: today() }])
    const { account } = await paidByPayme(world, 1_000_000)
    world.clock.advanceMs(1000)
    await attach(id, account.abonement)
    await world.nextDay()
    await payByPayme(world, account.abonement, 1_000_000)
    await accrue()
    expect((await one(id)).dealer.commission).toBe(0)
  })

  it('belongs to the dealer whose promo code was used', async () => {
    const id = await dealer()
    const [{ abonement, accountId }, code] = [await world.merchants.addAccount(), `DEALER${id}`]
    const link = (of = id) => world.act('/dealers/codes/link', { dealer_id: of, code: code.toLowerCase() })
    expect((await link()).failure).toBe('dealer_code')
    await sql`insert into promotion (kind, code, name_ru, name_uz, gift_tiyin, valid_from, valid_to, used)
      values ('code', ${code}, 'а', 'a', 100, now(), now() + interval '1 year', 1)`.execute(world.db)
    expect((await link()).data).toEqual({ code })
    expect((await link(await dealer())).failure).toBe('dealer_code')
    await usesCode(accountId, code)
    await attachNewcomers(world.db)
    const list = await world.read<Subscribers>(`/dealers/subscribers?dealer_id=${id}`)
    expect(list.data.subscribers).toMatchObject([{ abonement, way: 'promotion' }])
  })
})

async function register(accountId: number, dealerId: number): Promise<void> {
  await sql`insert into registration (account_id, registered_at, way, client_id, dealer_id, terms_version, network)
    values (${accountId}, ${new Date(world.clock.nowMs())}, 'sms', '1', ${dealerId}, '2026-01-01', '')`.execute(
    world.db,
  )
}

async function usesCode(accountId: number, code: string): Promise<void> {
  await sql`insert into promotion_use (promotion_id, account_id, kind, used_at)
    select promotion_id, ${accountId}, 'code', ${new Date(world.clock.nowMs())} from promotion where code = ${code}`.execute(
    world.db,
  )
}

const charge = (accountId: number, reference: string) =>
  world.billing.moveMoney({
    ...{ reference, kind: 'charge', accountId, against: 'revenue', amountTiyin: -100_000 },
  })

describe('[FIN-02] the subscribers of a dealer', () => {
  const ownerOf = async (accountId: number) =>
    (
      await world.db
        .selectFrom('dealer_subscriber')
        .select('dealer_id')
        .where('account_id', '=', accountId)
        .executeTakeFirst()
    )?.dealer_id

  it('stay without one when the staff took them away before any job had attached them', async () => {
    const id = await dealer()
    const [first, nobodys] = [await world.merchants.addAccount(), await world.merchants.addAccount()]
    await register(first.accountId, id)
    await attach(0, first.abonement)
    await attach(0, nobodys.abonement)
    await register(nobodys.accountId, id)
    expect(await attachNewcomers(world.db)).toBe(0)
    expect([await ownerOf(first.accountId), await ownerOf(nobodys.accountId)]).toEqual([undefined, undefined])
    const events = await listEvents(world.db, { event: 'dealer_subscriber_moved', limit: 2 })
    expect(events.map(({ change }) => change)).toMatchObject([
      { before: { dealer: 0 }, after: { dealer: 0 } },
      { before: { dealer: id }, after: { dealer: 0 } },
    ])
    // By staff, it belongs to a dealer again.
    await attach(id, nobodys.abonement)
    expect(await ownerOf(nobodys.accountId)).toBe(id)
  })

  it('do not come by promo codes while it is stopped, nor afterwards', async () => {
    const [id, code] = [await dealer(), 'STOPPED-DEALER']
    await sql`insert into promotion (kind, code, name_ru, name_uz, gift_tiyin, valid_from, valid_to, used)
      values ('code', ${code}, 'а', 'a', 100, now(), now() + interval '1 year', 3)`.execute(world.db)
    await world.act('/dealers/codes/link', { dealer_id: id, code })
    const set = async (state: string) =>
      world.act('/dealers/save', {
        ...{ ...fields, name: 'C', credit_limit: 0, dealer_id: id, state },
        version: (await one(id)).dealer.version,
      })
    const accounts = [1, 2, 3].map(() => world.merchants.addAccount())
    const [before = 0, during = 0, after = 0] = (await Promise.all(accounts)).map(
      ({ accountId }) => accountId,
    )
    await usesCode(before, code)
    world.clock.advanceMs(1000)
    expect((await set('stopped')).failure).toBeUndefined()
    await usesCode(during, code)
    await attachNewcomers(world.db)
    world.clock.advanceMs(1000)
    expect((await set('active')).failure).toBeUndefined()
    await usesCode(after, code)
    await attachNewcomers(world.db)
    expect([await ownerOf(before), await ownerOf(during), await ownerOf(after)]).toEqual([id, undefined, id])
  })

  it('leave what they have earned with the former dealer, also what no job has written yet', async () => {
    const [former, next] = [await dealer(), await dealer()]
    for (const id of [former, next]) await rule(id, { kind: 'every_payment', share: 10 })
    const { abonement, accountId } = await world.merchants.addAccount()
    await register(accountId, former)
    const paid = await payByPayme(world, abonement, 2_000_000)
    world.clock.advanceMs(1000)
    await attach(next, abonement)
    await payByPayme(world, abonement, 3_000_000)
    await accrue()
    expect((await one(former)).dealer.commission).toBe(2000)
    expect((await one(next)).dealer.commission).toBe(3000)
    await world.payme('CancelTransaction', { id: paid, reason: 5 })
    await accrue()
    expect((await one(former)).dealer.commission).toBe(0)
    await whole()
  })

  it('earn the first payment and the connection with what was not reversed, once', async () => {
    const id = await dealer()
    await rule(id, { kind: 'first_payment', share: 20 })
    await rule(id, { kind: 'connected', amount: 7000 })
    const { abonement, accountId } = await world.merchants.addAccount()
    await register(accountId, id)
    await attachNewcomers(world.db)
    const first = await payByPayme(world, abonement, 1_000_000)
    await charge(accountId, 'connected:1')
    await accrue()
    expect((await one(id)).dealer.commission).toBe(9000)
    const back = (of: string) =>
      world.db
        .transaction()
        .execute((trx) =>
          reverseMoney(trx, { reference: `${of}:return`, of, accountId }, world.clock.nowMs()),
        )
    await back('connected:1')
    await world.payme('CancelTransaction', { id: first, reason: 5 })
    await accrue()
    expect((await one(id)).dealer.commission).toBe(0)
    await payByPayme(world, abonement, 4_000_000)
    await payByPayme(world, abonement, 5_000_000)
    await charge(accountId, 'connected:2')
    await charge(accountId, 'connected:3')
    await accrue()
    await accrue()
    expect((await one(id)).dealer.commission).toBe(8000 + 7000)
    await whole()
  })
})

describe('[FIN-02] a payout', () => {
  it('is of whole months, approved by another person, and taken from the account when it is paid', async () => {
    const id = await dealer()
    await rule(id, { kind: 'every_payment', share: 10 })
    const { abonement } = await world.merchants.addAccount()
    await attach(id, abonement)
    const paid = await payByPayme(world, abonement, 5_000_000)
    await accrue()
    const month = today().slice(0, 7)
    const prepare = (member = 'finance') =>
      world.act<{ payout_id: number }>('/dealers/payouts/prepare', { dealer_id: id, month }, member)
    expect((await prepare()).failure).toBe('dealer_payout_month')
    for (let nth = 0; nth < 31; nth += 1) world.clock.advanceMs(86_400_000)
    await world.nextDay()
    expect((await prepare('support')).failure).toBe('staff_forbidden')
    const { payout_id: payoutId } = (await prepare()).data
    expect((await prepare()).failure).toBe('dealer_payout_open')
    const step = (name: string, member: string, document = '') =>
      world.act('/dealers/payouts/act', { payout_id: payoutId, step: name, document }, member)
    expect((await step('approve', 'finance')).failure).toBe('dealer_payout_own')
    expect((await step('pay', 'finance2', 'ПП 77')).failure).toBe('dealer_payout_state')
    expect((await step('approve', 'finance2')).data).toEqual({ state: 'approved' })
    expect((await step('pay', 'finance')).failure).toBe('invalid_input')
    const both = await Promise.all([step('pay', 'finance', 'ПП 77'), step('pay', 'finance2', 'ПП 78')])
    expect(both.map(({ failure }) => failure).toSorted()).toEqual(['dealer_payout_state', undefined])
    expect(await one(id)).toMatchObject({
      dealer: { commission: 0 },
      payouts: [{ state: 'paid', amount: 5000 }],
    })
    const day = today()
    const csv = await fetch(`${world.origin}/api/console/v1/payments/files/dealers`, {
      ...{ method: 'POST', headers: world.headersOf('finance') },
      body: JSON.stringify({ from: day, to: day, format: 'csv', language: 'ru' }),
    })
    expect(await csv.text()).toMatch(new RegExp(`;${id};Chilonzor;№ 17;Комиссия;выплата;-5000;0;;ПП 7[78]`))
    // Refunded after the payout: the dealer owes it, and nothing is paid until it is earned again.
    await world.payme('CancelTransaction', { id: paid, reason: 5 })
    await accrue()
    expect((await one(id)).dealer.commission).toBe(-5000)
    expect((await prepare()).failure).toBe('dealer_payout_nothing')
    await whole()
  })

  it('is not approved when commissions were taken back meanwhile', async () => {
    const id = await dealer()
    await rule(id, { kind: 'every_payment', share: 10 })
    const { abonement } = await world.merchants.addAccount()
    await attach(id, abonement)
    const paid = await payByPayme(world, abonement, 5_000_000)
    await accrue()
    const month = today().slice(0, 7)
    for (let nth = 0; nth < 31; nth += 1) world.clock.advanceMs(86_400_000)
    await world.nextDay()
    const made = await world.act<{ payout_id: number }>('/dealers/payouts/prepare', { dealer_id: id, month })
    const step = (name: string) =>
      world.act(
        '/dealers/payouts/act',
        { payout_id: made.data.payout_id, step: name, document: 'ПП 1' },
        'finance2',
      )
    await world.payme('CancelTransaction', { id: paid, reason: 5 })
    await accrue()
    expect((await step('approve')).failure).toBe('dealer_payout_less')
    expect((await step('cancel')).data).toEqual({ state: 'cancelled' })
    expect((await one(id)).payouts).toMatchObject([{ state: 'cancelled', document: '' }])
    expect((await step('cancel')).failure).toBe('dealer_payout_state')
    await whole()
  })
})
