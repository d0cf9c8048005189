/** Money that statements alone have, over real HTTP: credited once whatever is loaded, and taken back once. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { consoleLedger } from '#contract/console/ledger.ts'
import type { consoleStatements } from '#contract/console/statements.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { listEvents } from '#server/audit/audit.ts'
import { reservationMs } from '#server/merchants/payments/rules.ts'
import { chargeAllDue, checkLedger } from '#server/billing/billing.ts'
import { checkPayments } from '#server/merchants/merchants.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import {
  openPaymentsConsole,
  paidByPayme,
  payByPayme,
  type PaymentsConsole,
} from '#tests/kit/modules/payments-console.ts'
import { closingEndpoints } from './closing-endpoints.ts'
import { ledgerEndpoints } from './ledger-endpoints.ts'
import { statementEndpoints } from './statement-endpoints.ts'

const database = await createTestDatabase()
/** No card pays in these tests. */
const noGateway = 'atmos+http://key:secret@127.0.0.1:9?store=1'
let world: PaymentsConsole
beforeAll(async () => {
  world = await openPaymentsConsole(database.db, noGateway, (deps) => ({
    endpoints: [...statementEndpoints(deps), ...closingEndpoints(deps), ...ledgerEndpoints(deps)],
  }))
  await world.billing.putTariff(buildTariff(57, { isBase: true, priceTiyin: 4_600_000 }))
})
afterAll(async () => {
  expect(await checkLedger(world.db)).toMatchObject({ kind: 'whole' })
  expect(await checkPayments(world.db)).toBeUndefined()
  await world.close()
  await database.drop()
})

type One = ResponseOf<typeof consoleStatements.one>
type Listed = ResponseOf<typeof consoleLedger.list>

function dayAt(days: number) {
  return new Date(world.clock.nowMs() + 5 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
}

async function load(system: string, text: string, from = dayAt(-40), to = dayAt(0)) {
  const bytes = Buffer.from(text)
  const begun = { system, name: 'реестр.csv', size_bytes: bytes.length, from, to }
  const { data } = await world.act('/payments/statements/start', begun)
  const id = Number(data['statement_id'])
  const piece = { statement_id: id, begins_at: 0, bytes: bytes.toString('base64') }
  await world.act('/payments/statements/append', piece)
  const read = await world.act('/payments/statements/read', { statement_id: id })
  expect(read.data).toEqual({ outcome: 'read' })
  const rows = async (view: string) =>
    (await world.read<One>(`/payments/statements/one?statement_id=${id}&limit=200&view=${view}`)).data.items
  return { id, open: await rows('open'), matched: await rows('matched'), rows }
}

function credit(rowId: number | undefined, abonement: string, member = 'owner') {
  const body = { row_id: rowId ?? 0, abonement, note: 'Выписка банка' }
  return world.act('/payments/statements/credit', body, member)
}

function reverse(rowId: number | undefined, member = 'owner') {
  return world.act('/payments/statements/reverse', { row_id: rowId ?? 0, note: 'Не тот абонент' }, member)
}

const bankHeading = 'Дата проводки;Номер документа;Кредит;Договор'

describe('[FIN-02] money of a bank', () => {
  it('that was credited a day later from one file is not credited again from the file of the month', async () => {
    const account = await world.merchants.addAccount()
    const day = dayAt(-1)
    const row = `${day} 10:00;;60000;`
    const first = await load('bank', [bankHeading, row].join('\n'), day, day)
    expect((await credit(first.open[0]?.row_id, account.abonement)).data).toMatchObject({
      outcome: 'credited',
    })
    const month = await load('bank', [bankHeading, row, row].join('\n'))
    expect(month.matched.map(({ line }) => line)).toEqual([2])
    expect(month.open.map(({ line, kind }) => [line, kind])).toEqual([[3, 'only_theirs']])
    await load('bank', [bankHeading, row].join('\n'), day, day)
    expect(await world.merchants.balanceOf(account)).toBe(6_000_000)
  })

  it('with the document number of another payer is another payment, in one file and in two', async () => {
    const [one, two] = [await world.merchants.addAccount(), await world.merchants.addAccount()]
    const rows = [`${dayAt(-3)};15;70000;1001`, `${dayAt(-2)};15;70000;1002`]
    const file = await load('bank', [bankHeading, ...rows].join('\n'))
    const theirs = file.open.filter(({ kind }) => kind === 'only_theirs')
    expect(theirs.map(({ line }) => line)).toEqual([2, 3])
    await credit(theirs[0]?.row_id, one.abonement)
    const second = await load('bank', [bankHeading, rows[1]].join('\n'), dayAt(-2), dayAt(-2))
    expect(second.open.map(({ kind }) => kind)).toEqual(['only_theirs'])
    expect((await credit(second.open[0]?.row_id, two.abonement)).data).toMatchObject({ outcome: 'credited' })
    expect(await world.merchants.balanceOf(two)).toBe(7_000_000)
    // The same row of the first file is credited already: to another subscriber it is refused, by name.
    const again = await credit(theirs[1]?.row_id, one.abonement)
    expect([again.failure, again.message]).toEqual([
      'late_other_subscriber',
      expect.stringContaining(two.abonement),
    ])
    expect((await credit(theirs[1]?.row_id, two.abonement)).data).toMatchObject({ outcome: 'arrived' })
    expect(await world.merchants.balanceOf(two)).toBe(7_000_000)
    const entries = await listEvents(world.db, { accountId: two.accountId, limit: 20 })
    expect(entries.map(({ event }) => event).slice(0, 2)).toEqual([
      'statement_row_arrived',
      'late_payment_credited',
    ])
    expect(entries[0]?.change?.after).toMatchObject({ row: theirs[1]?.row_id })
    const doubled = await load('bank', [bankHeading, rows[0], rows[0]].join('\n'), dayAt(-3), dayAt(-3))
    expect([doubled.matched.length, doubled.open.map(({ kind }) => kind)]).toEqual([1, ['twice']])
  })

  it('is credited once by two at once from two files, and is never lost with a statement that is discarded', async () => {
    const account = await world.merchants.addAccount()
    const text = [bankHeading, `${dayAt(-5)};77;12000;`].join('\n')
    const files = [
      await load('bank', text, dayAt(-5), dayAt(-5)),
      await load('bank', text, dayAt(-5), dayAt(-5)),
    ]
    const both = await Promise.all(
      files.map((file, at) => credit(file.open[0]?.row_id, account.abonement, at === 0 ? 'owner' : 'owner2')),
    )
    expect(both.map(({ data }) => data['outcome']).toSorted()).toEqual(['arrived', 'credited'])
    expect(await world.merchants.balanceOf(account)).toBe(1_200_000)
    for (let round = 0; round < 8; round += 1) {
      const row = [bankHeading, `${dayAt(-6)};${200 + round};1000;`].join('\n')
      const file = await load('bank', row, dayAt(-6), dayAt(-6))
      const [credited, discarded] = await Promise.all([
        credit(file.open[0]?.row_id, account.abonement),
        world.act('/payments/statements/discard', { statement_id: file.id }),
      ])
      // One of them, not both: a credit without its row could not be found.
      expect([credited.failure === undefined, discarded.failure === undefined].filter(Boolean)).toHaveLength(
        1,
      )
    }
  })

  it('is taken back once, with its reason, while the balance covers it, and counts on its day', async () => {
    const account = await world.merchants.addAccount()
    const text = [bankHeading, `${dayAt(-7)};31;33000;`].join('\n')
    const file = await load('bank', text, dayAt(-7), dayAt(-7))
    await credit(file.open[0]?.row_id, account.abonement)
    const [row] = await file.rows('resolved')
    expect(row).toMatchObject({ state: 'credited', is_reversible: true })
    expect((await reverse(row?.row_id, 'support')).failure).toBe('staff_forbidden')
    const both = await Promise.all([reverse(row?.row_id), reverse(row?.row_id, 'owner2')])
    expect(both.map(({ failure }) => failure).toSorted()).toEqual(['refund_done_before', undefined])
    expect(await world.merchants.balanceOf(account)).toBe(0)
    expect((await load('bank', text, dayAt(-7), dayAt(-7))).open.map(({ kind }) => kind)).toEqual([
      'refunded',
    ])
    const { rows } = await sql<{ reason: string }>`
      select reason from ledger_act where kind = 'late_reversal'`.execute(world.db)
    expect(rows).toEqual([{ reason: 'Не тот абонент' }])
    const spent = await load('bank', [bankHeading, `${dayAt(-8)};32;46000;`].join('\n'), dayAt(-8), dayAt(-8))
    await credit(spent.open[0]?.row_id, account.abonement)
    const items = [{ tariffId: 57, periodId: undefined }]
    await world.billing.purchase({ accountId: account.accountId, items, replacesBase: false })
    expect((await reverse(spent.open[0]?.row_id)).failure).toBe('refund_not_covered')
  })
})

/** A payment of 50,000 that Payme named to us, which has expired here. */
async function expiredAtPayme(id: string) {
  const account = await world.merchants.addAccount()
  const opening = {
    id,
    time: world.clock.nowMs(),
    amount: 5_000_000,
    account: { abonement: account.abonement },
  }
  await world.payme('CreateTransaction', opening)
  world.clock.advanceMs(reservationMs + 60_000)
  await world.nextDay()
  const heading = 'ID транзакции;Сумма;Дата;Лицевой счёт'
  const file = await load('payme', [heading, `${id};50000;${dayAt(-1)};${account.abonement}`].join('\n'))
  return { account, rowId: file.open.find(({ external_id: of }) => of === id)?.row_id, file }
}

describe('[FIN-02] a late payment', () => {
  it('that the system cancels afterwards goes back, once', async () => {
    const id = 'c'.repeat(24)
    const { account, rowId } = await expiredAtPayme(id)
    expect((await credit(rowId, account.abonement)).data).toMatchObject({ outcome: 'credited' })
    expect(await world.merchants.balanceOf(account)).toBe(5_000_000)
    for (let times = 0; times < 2; times += 1) {
      expect(await world.payme('CancelTransaction', { id, reason: 5 })).toMatchObject({ state: -1 })
      expect(await world.merchants.balanceOf(account)).toBe(0)
    }
    expect((await reverse(rowId)).failure).toBe('refund_done_before')
  })

  it('is late in the ledger, although its reference is that of the system', async () => {
    const { account, rowId } = await expiredAtPayme('7'.repeat(24))
    await credit(rowId, account.abonement)
    const { data } = await world.read<Listed>(`/payments/ledger?abonement=${account.abonement}`, 'finance')
    expect(data.entries.map(({ story, reason }) => [story, reason])).toEqual([['paid_late', 'Выписка банка']])
  })

  it('that was used is not cancelled by the system', async () => {
    const id = 'd'.repeat(24)
    const { account, rowId } = await expiredAtPayme(id)
    await credit(rowId, account.abonement)
    const items = [{ tariffId: 57, periodId: undefined }]
    await world.billing.purchase({ accountId: account.accountId, items, replacesBase: false })
    expect(await world.payme('CancelTransaction', { id, reason: 5 })).toBe(-31_007)
    expect(await world.merchants.balanceOf(account)).toBe(400_000)
  })

  it('is credited to the subscriber whom the system named, and to no other', async () => {
    const { account, rowId } = await expiredAtPayme('e'.repeat(24))
    const other = await world.merchants.addAccount()
    const refused = await credit(rowId, other.abonement)
    expect([refused.failure, refused.message]).toEqual([
      'late_other_subscriber',
      expect.stringContaining(account.abonement),
    ])
    expect(await world.merchants.balanceOf(other)).toBe(0)
    expect((await credit(rowId, account.abonement)).data).toMatchObject({
      outcome: 'credited',
      balance: 50_000,
    })
  })

  it('named for one subscriber is not matched to the payment of another', async () => {
    await world.nextDay()
    const paid = await paidByPayme(world, 3_300_000)
    const other = await world.merchants.addAccount()
    const rows = ['Дата;Сумма;Договор', `${dayAt(0)} 10:00;33000;${other.abonement}`]
    const file = await load('payme', rows.join('\n'), dayAt(0), dayAt(0))
    expect(file.matched).toEqual([])
    expect(file.open.map(({ kind, number }) => [kind, number])).toEqual([
      ['only_theirs', 0],
      ['only_ours', paid.number],
    ])
  })
})

describe('[FIN-03] the limit of a day', () => {
  it('holds for refunds, returned charges and credits together, however many at once', async () => {
    await world.nextDay()
    const [day, sums] = [dayAt(-1), 500_000]
    const rows = Array.from({ length: 5 }, (_, at) => `${day};${500 + at};${sums};`)
    const { open } = await load('bank', [bankHeading, ...rows].join('\n'), day, day)
    const account = await world.merchants.addAccount()
    for (let paid = 0; paid < 4; paid += 1) await payByPayme(world, account.abonement, 100_000_000)
    const charge = { kind: 'charge', against: 'revenue', accountId: account.accountId } as const
    for (let made = 0; made < 5; made += 1)
      await world.billing.moveMoney({ ...charge, reference: `test:${made}`, amountTiyin: -sums * 100 })
    const charges = await world.db
      .selectFrom('ledger_entry')
      .select('ledger_entry_id')
      .where('account_id', '=', account.accountId)
      .where('kind', '=', 'charge')
      .execute()
    const payments = await Promise.all(Array.from({ length: 5 }, () => paidByPayme(world, sums * 100)))
    const reason = 'Проверка предела'
    const acts = await Promise.all([
      ...open.map(({ row_id: rowId }) => credit(rowId, account.abonement, 'finance')),
      ...payments.map(({ number }) =>
        world.act('/payments/refund', { system: 'payme', number, amount: sums, reason }),
      ),
      ...charges.map(({ ledger_entry_id: id }) =>
        world.act('/payments/return-charge', { ledger_entry_id: id, amount: sums, returned: 0, reason }),
      ),
    ])
    const failures = acts.map(({ failure }) => failure).filter((failure) => failure !== undefined)
    expect(new Set(failures)).toEqual(new Set(['refund_limit']))
    expect(acts.length - failures.length).toBe(10)
  })

  it('a refund that is given up resumes the tariff that it had suspended', async () => {
    await world.nextDay()
    const { account, number } = await paidByPayme(world, 9_200_000)
    const items = [{ tariffId: 57, periodId: undefined }]
    await world.billing.purchase({ accountId: account.accountId, items, replacesBase: false })
    const body = { system: 'payme', number, amount: 46_000, reason: 'Оплатил дважды' }
    expect((await world.act('/payments/refund', body)).failure).toBeUndefined()
    world.clock.advanceMs(40 * 86_400_000)
    await world.nextDay()
    await chargeAllDue({ db: world.db, runAtMs: world.clock.nowMs(), shares: 1 })
    const state = () =>
      world.db
        .selectFrom('subscription')
        .select('state')
        .where('account_id', '=', account.accountId)
        .executeTakeFirst()
    expect(await state()).toEqual({ state: 'suspended' })
    const withdrawn = await world.act('/payments/refunds/withdraw', { system: 'payme', number })
    expect(withdrawn.failure).toBeUndefined()
    expect(await state()).toEqual({ state: 'active' })
  })
})
