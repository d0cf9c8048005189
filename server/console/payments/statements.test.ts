/** Statements over real HTTP: uploaded, compared, worked off; nothing is doubled whatever their rows. */
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { consoleStatements } from '#contract/console/statements.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { checkLedger } from '#server/billing/billing.ts'
import { checkPayments } from '#server/merchants/merchants.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import {
  openPaymentsConsole,
  paidByPayme,
  payByPayme,
  type PaymentsConsole,
} from '#tests/kit/modules/payments-console.ts'
import { statementEndpoints } from './statement-endpoints.ts'

const database = await createTestDatabase()
/** No card pays in these tests. */
const noGateway = 'atmos+http://key:secret@127.0.0.1:9?store=1'
let world: PaymentsConsole
let today = ''
beforeAll(async () => {
  world = await openPaymentsConsole(database.db, noGateway, (deps) => ({
    endpoints: statementEndpoints(deps),
  }))
  today = new Date(world.clock.nowMs() + 5 * 3_600_000).toISOString().slice(0, 10)
})
afterAll(async () => {
  expect(await checkLedger(world.db)).toMatchObject({ kind: 'whole' })
  expect(await checkPayments(world.db)).toBeUndefined()
  await world.close()
  await database.drop()
})

type One = ResponseOf<typeof consoleStatements.one>

interface More {
  readonly system?: string
  readonly columns?: object
  readonly unit?: string
}

async function load(text: string, { system = 'payme', ...more }: More = {}) {
  const bytes = Buffer.from(text)
  const begun = { system, name: 'реестр.csv', size_bytes: bytes.length, from: today, to: today }
  const { data, failure } = await world.act('/payments/statements/start', begun)
  if (failure !== undefined) return { id: 0, failure }
  const id = Number(data['statement_id'])
  await world.act('/payments/statements/append', {
    ...{ statement_id: id, begins_at: 0, bytes: bytes.toString('base64') },
  })
  const read = await world.act('/payments/statements/read', { statement_id: id, ...more })
  return { id, failure: read.failure, outcome: read.data?.['outcome'] }
}

async function one(id: number, query = '') {
  return (await world.read<One>(`/payments/statements/one?statement_id=${id}&limit=200${query}`)).data
}

/** Each test has the payments that it makes to itself: those of others are refunded from its view by an own day. */
async function freshDay() {
  await world.nextDay()
  today = new Date(world.clock.nowMs() + 5 * 3_600_000).toISOString().slice(0, 10)
}

const heading = 'ID транзакции;Сумма;Дата;Лицевой счёт;Статус'

describe('[FIN-02] a statement', () => {
  it('is matched by number, and names what differs', async () => {
    await freshDay()
    const [same, other, gone, missing] = [
      await paidByPayme(world, 4_900_000),
      await paidByPayme(world, 5_000_000),
      await paidByPayme(world, 6_000_000),
      await paidByPayme(world, 7_000_000),
    ]
    await world.payme('CancelTransaction', { id: gone.id, reason: 5 })
    const { id, outcome } = await load(
      [
        'Реестр платежей Payme;;;;',
        heading,
        `${same.id};49 000,00;${today} 12:00;${same.account.abonement};Успешно`,
        `${other.id};51000;${today} 12:00;;Успешно`,
        `${gone.id};60000;${today} 12:00;;Успешно`,
        `${same.id};49000;${today} 12:00;;Успешно`,
        `ffffffffffffffffffffffff;80000;${today} 12:00;${same.account.abonement};Успешно`,
        `eeeeeeeeeeeeeeeeeeeeeeee;90000;${today} 12:00;;Отменён`,
        `dddddddddddddddddddddddd;много;${today} 12:00;;Успешно`,
        'Итого;359000;;;',
      ].join('\r\n'),
    )
    expect(outcome).toBe('read')
    const { statement, items, counts, problems } = await one(id)
    expect(items.map(({ kind, line, theirs, ours }) => [kind, line, theirs, ours])).toEqual([
      ['amount', 4, 51_000, 50_000],
      ['refunded', 5, 60_000, 60_000],
      ['twice', 6, 49_000, 49_000],
      ['only_theirs', 7, 80_000, null],
      ['only_ours', 0, null, 70_000],
    ])
    expect(items.at(-1)?.number).toBe(missing.number)
    expect(statement).toMatchObject({ matched: 1, open: 5, skipped: 1, problem_count: 2 })
    expect(counts).toMatchObject({ only_theirs: 1, only_ours: 1, twice: 1 })
    expect(problems.map(({ line, problem }) => [line, problem])).toEqual([
      [9, 'amount'],
      [10, 'number'],
    ])
  })

  it('without numbers of ours is matched by subscriber, sum and day, then by sum and day', async () => {
    await freshDay()
    const [first, second] = [await paidByPayme(world, 3_000_000), await paidByPayme(world, 3_000_000)]
    const rows = [
      ...['Дата;Сумма;Договор', `${today} 10:00;30000;${second.account.abonement}`],
      ...[`${today} 11:00;30000;`, `${today} 11:00;30000;`],
    ]
    const { id } = await load(rows.join('\n'))
    const { items } = await one(id, '&view=matched')
    expect(items.map(({ line, number }) => [line, number])).toEqual([
      [2, second.number],
      [3, first.number],
    ])
    expect((await one(id)).items.map(({ line, kind }) => [line, kind])).toEqual([[4, 'only_theirs']])
  })

  it('whose columns are not named is read by what a person says', async () => {
    await freshDay()
    const { id: paymeId } = await paidByPayme(world, 2_000_000)
    const text = `Код операции|Зачтено\n${paymeId}|2000000\n`.replaceAll('|', ';')
    const { id, outcome } = await load(text)
    expect(outcome).toBe('columns_unknown')
    expect((await one(id)).sample[0]).toEqual(['Код операции', 'Зачтено'])
    const body = { statement_id: id, columns: { id: 0, amount: 1 }, unit: 'tiyin' }
    expect((await world.act('/payments/statements/read', body)).data).toEqual({ outcome: 'read' })
    expect((await one(id)).statement).toMatchObject({ matched: 1, open: 0 })
  })

  it('is worked off row by row and closed; a late payment is credited once, also by two at once', async () => {
    await freshDay()
    const account = await world.merchants.addAccount()
    const late = (await payByPayme(world, account.abonement, 100_000)).replace(/^./, 'b')
    const rows = [heading, `${late};12000;${today};${account.abonement};`, `${late};12000;${today};;`]
    const { id } = await load(rows.join('\n'))
    const open = (await one(id)).items
    const rowOf = (kind: string) => open.find((item) => item.kind === kind)?.row_id ?? 0
    expect((await world.act('/payments/statements/close', { statement_id: id })).failure).toBe(
      'statement_still_open',
    )
    const credit = { row_id: rowOf('only_theirs'), abonement: account.abonement, note: 'Пришёл поздно' }
    const both = await Promise.all([
      world.act('/payments/statements/credit', credit, 'owner'),
      world.act('/payments/statements/credit', credit, 'owner2'),
    ])
    expect(both.map(({ failure }) => failure).toSorted()).toEqual(['refund_done_before', undefined])
    expect(await world.merchants.balanceOf(account)).toBe(100_000 + 1_200_000)
    // Payme sends it after all: it is the same payment.
    const opening = {
      id: late,
      time: world.clock.nowMs(),
      amount: 1_200_000,
      account: { abonement: account.abonement },
    }
    await world.payme('CreateTransaction', opening)
    await world.payme('PerformTransaction', { id: late })
    expect(await world.merchants.balanceOf(account)).toBe(100_000 + 1_200_000)
    const none = { ...credit, abonement: '999999999' }
    expect((await world.act('/payments/statements/credit', none)).failure).toBe('late_no_subscriber')
    const twice = { ...credit, row_id: rowOf('twice') }
    expect((await world.act('/payments/statements/credit', twice)).failure).toBe('late_not_creditable')
    for (const kind of ['twice', 'only_ours']) {
      const accepted = { row_id: rowOf(kind), note: 'Ошибка реестра' }
      expect((await world.act('/payments/statements/accept', accepted)).failure).toBeUndefined()
      expect((await world.act('/payments/statements/accept', accepted)).failure).toBe('refund_done_before')
    }
    expect((await world.act('/payments/statements/close', { statement_id: id })).failure).toBeUndefined()
    expect((await one(id)).statement).toMatchObject({ state: 'closed', open: 0, resolved: 3 })
    expect((await world.act('/payments/statements/discard', { statement_id: id })).failure).toBe('not_found')
  })

  it('has late payments of merged subscribers for the one that goes on, and none for a closed one', async () => {
    await freshDay()
    const [old, owner] = [await world.merchants.addAccount(), await world.merchants.addAccount()]
    const closed = await world.merchants.addAccount()
    const late = (await payByPayme(world, old.abonement, 100_000)).replace(/^./, 'c')
    const id = (await load([heading, `${late};12000;${today};${old.abonement};`].join('\n'))).id
    const row = (await one(id)).items.find(({ kind }) => kind === 'only_theirs')?.row_id ?? 0
    await world.mergeInto(old.accountId, owner.accountId)
    await world.db
      .updateTable('account')
      .set({ state: 'deactivated' })
      .where('account_id', '=', closed.accountId)
      .execute()
    const credit = (abonement: string) =>
      world.act('/payments/statements/credit', { row_id: row, abonement, note: 'Пришёл поздно' })
    expect((await credit(closed.abonement)).failure).toBe('payee_closed')
    expect(await world.merchants.balanceOf(closed)).toBe(0)
    expect((await credit(old.abonement)).failure).toBeUndefined()
    expect(await world.merchants.balanceOf(owner)).toBe(1_300_000)
  })

  it('that is no table is refused in words, and changes nothing', async () => {
    expect((await load('%PDF-1.7 ...')).failure).toBe('statement_refused')
    const huge = { system: 'payme', name: 'a', size_bytes: 2_000_000_000, from: today, to: today }
    expect((await world.act('/payments/statements/start', huge)).failure).toBe('statement_refused')
    expect(
      (await world.act('/payments/statements/start', { ...huge, size_bytes: 5 }, 'support')).failure,
    ).toBe('staff_forbidden')
  })

  it('of any rows in any order takes each payment once, and is complete', async () => {
    await freshDay()
    const account = await world.merchants.addAccount()
    const ours: { id: string; sums: number }[] = []
    for (let made = 0; made < 12; made += 1) {
      const sums = 1000 + (made % 3) * 1000
      ours.push({ id: await payByPayme(world, account.abonement, sums * 100), sums })
    }
    const row = fc.record({
      from: fc.integer({ min: 0, max: 15 }),
      hasNumber: fc.boolean(),
      more: fc.constantFrom(0, 0, 0, 500),
    })
    const property = fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 25 }), async (rows) => {
      const lines = rows.map(({ from, hasNumber, more }) => {
        const payment = ours[from] ?? { id: `f${from}`, sums: 1000 }
        return `${hasNumber ? payment.id : ''};${payment.sums + more};${today} 12:00;;`
      })
      const { id } = await load([heading, ...lines].join('\n'))
      const [open, matched] = [(await one(id)).items, (await one(id, '&view=matched')).items]
      // Each row of the file has one verdict.
      const seen = [...open, ...matched].filter(({ line }) => line > 0)
      expect(seen.map(({ line }) => line).toSorted((a, b) => a - b)).toEqual(lines.map((_, at) => at + 2))
      // A payment of ours is taken by one row at most, and each is either taken or named as ours alone.
      const first = [...open, ...matched].filter(({ kind, number }) => number > 0 && kind !== 'twice')
      expect(new Set(first.map(({ number }) => number)).size).toBe(first.length)
      expect(first).toHaveLength(ours.length)
      for (const { theirs, ours: own } of matched) expect(theirs).toBe(own)
    })
    await fc.assert(property, { numRuns: 25 })
  })
})
