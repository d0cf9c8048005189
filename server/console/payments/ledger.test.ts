/** The ledger and its files over real HTTP, with the database beneath. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consoleHeader } from '#contract/console/console-endpoint.ts'
import type { consoleLedger } from '#contract/console/ledger.ts'
import { type EntryStory, ledgerKinds, serviceAccounts } from '#contract/console/ledger-words.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { entriesQuery } from '#server/accounting/accounting.ts'
import { listEvents } from '#server/audit/audit.ts'
import { ledgerFileMount } from '#server/console/console.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import {
  openPaymentsConsole,
  paidByPayme,
  type PaymentsConsole,
} from '#tests/kit/modules/payments-console.ts'
import { ledgerEndpoints } from './ledger-endpoints.ts'

const database = await createTestDatabase()
/** No card pays in these tests. */
const noGateway = 'atmos+http://key:secret@127.0.0.1:9?store=1'
let world: PaymentsConsole
beforeAll(async () => {
  await sql`insert into tariff (tariff_id, name_ru, name_uz, name_en, price_tiyin, is_base)
    values (9901, 'Базовый', 'Asosiy', 'Basic', 3900000, true)`.execute(database.db)
  world = await openPaymentsConsole(database.db, noGateway, (deps) => ({
    endpoints: ledgerEndpoints(deps),
    mounts: [
      ledgerFileMount({
        ...{ ...deps, clientAddress: clientAddressReader(['127.0.0.1']), publicUrl: undefined },
      }),
    ],
  }))
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

type List = ResponseOf<typeof consoleLedger.list>
type Totals = ResponseOf<typeof consoleLedger.totals>
type Balance = ResponseOf<typeof consoleLedger.balance>

function today() {
  return new Date(world.clock.nowMs() + 5 * 3_600_000).toISOString().slice(0, 10)
}

async function list(query: string, member = 'finance') {
  return world.read<List>(`/payments/ledger?${query}`, member)
}

async function file(part: string, body: object, member = 'finance') {
  return fetch(`${world.origin}/api/console/v1/payments/files/${part}`, {
    method: 'POST',
    headers: { ...world.headersOf(member), [consoleHeader]: '1' },
    body: JSON.stringify({ from: today(), to: today(), language: 'ru', ...body }),
  })
}

async function failureOf(response: Response) {
  return ((await response.json()) as { failure?: string }).failure
}

let moves = 0
async function move(accountId: number, amountTiyin: number, against: 'goodwill' | 'corrections' | 'trials') {
  moves += 1
  const reference = `test:${moves}`
  await world.billing.moveMoney({ reference, kind: 'adjustment', against, accountId, amountTiyin })
  return reference
}

describe('[FIN-02] the ledger', () => {
  it('lists entries, the newest first, each with what it is and where it leads', async () => {
    const { account, id, number } = await paidByPayme(world, 4_900_000)
    await move(account.accountId, 100_000, 'goodwill')
    await world.payme('CancelTransaction', { id, reason: 5 })
    const { data } = await list(`abonement=${account.abonement}`)
    expect(data.entries.map(({ story, amount, balance }) => [story, amount, balance])).toEqual([
      ['refunded', -49_000, 1000],
      ['apology', 1000, 50_000],
      ['paid', 49_000, 49_000],
    ] satisfies [EntryStory, number, number][])
    const [refund, , paid] = data.entries
    expect(paid?.payment).toEqual({ system: 'payme', number })
    expect(refund?.payment).toEqual({ system: 'payme', number })
    expect(refund?.reverses).toBe(paid?.ledger_entry_id)
    const whole = (await list(`reference=payme:${id}`)).data.entries
    expect(whole.map(({ reference }) => reference)).toEqual([`payme:${id}:reversal`, `payme:${id}`])
    const one = (await list(`entry=${paid?.ledger_entry_id}`)).data.entries
    expect(one).toEqual([paid])
  })

  it('names the tariff and period of a charge, and who returned it', async () => {
    const { account } = await paidByPayme(world, 9_000_000)
    const { accountId, abonement } = account
    const start = new Date(Math.floor(world.clock.nowMs() / 1000) * 1000)
    const end = new Date(start.getTime() + 30 * 86_400_000)
    const subscription = await sql<{ id: number }>`
      insert into subscription (account_id, tariff_id, is_base, state, price_tiyin, created_at, paid_until)
      values (${accountId}, 9901, true, 'active', 3900000, ${start}, ${end})
      returning subscription_id as id`.execute(world.db)
    const subscriptionId = subscription.rows[0]?.id ?? 0
    await sql`insert into charge (subscription_id, period_start, period_end, account_id, amount_tiyin)
      values (${subscriptionId}, ${start}, ${end}, ${accountId}, 3900000)`.execute(world.db)
    const reference = `charge:${subscriptionId}:${start.getTime() / 1000}`
    const charge = { reference, kind: 'charge', against: 'revenue', accountId, subscriptionId } as const
    await world.billing.moveMoney({ ...charge, amountTiyin: -3_900_000 })
    const listed = (await list(`abonement=${abonement}&kind=charge`)).data.entries
    expect(listed).toMatchObject([
      {
        ...{ story: 'charged', tariff: { ru: 'Базовый', uz: 'Asosiy', en: 'Basic' } },
        ...{ period_from: start.getTime() / 1000, period_until: end.getTime() / 1000 },
      },
    ])
    const ledgerEntryId = listed[0]?.ledger_entry_id ?? 0
    const returning = {
      ledger_entry_id: ledgerEntryId,
      amount: 1000,
      returned: 0,
      reason: 'Не работал канал',
    }
    expect((await world.act('/payments/return-charge', returning, 'owner')).failure).toBeUndefined()
    const [back] = (await list(`abonement=${abonement}`)).data.entries
    expect(back).toMatchObject({
      ...{ story: 'charge_returned_part', reverses: ledgerEntryId, reason: 'Не работал канал' },
      tariff: { ru: 'Базовый' },
    })
    expect(back?.staff).not.toBe('')
  })

  it('says who of the staff gave money, also when it was taken back', async () => {
    const { account } = await paidByPayme(world, 1_000_000)
    const reference = await move(account.accountId, 50_000, 'corrections')
    await sql`insert into subscriber_act
      (account_id, act_key, inputs_hash, kind, staff_name, reason, reference, done_at) values
      (${account.accountId}, 'key-of-the-act', ${'0'.repeat(64)}, 'money', 'Азиза', 'Ошибка', ${reference}, now())`.execute(
      world.db,
    )
    await world.billing.reverse({
      ...{ accountId: account.accountId, reference: `${reference}:back`, of: reference },
    })
    const { entries } = (await list(`abonement=${account.abonement}`)).data
    expect(entries.slice(0, 2).map(({ story, staff, reason }) => [story, staff, reason])).toEqual([
      ['act_taken_back', 'Азиза', 'Ошибка'],
      ['corrected_up', 'Азиза', 'Ошибка'],
    ])
  })

  it('pages through entries of one moment, each once', async () => {
    const { account } = await paidByPayme(world, 1_000_000)
    for (let at = 0; at < 7; at += 1) await move(account.accountId, 100, 'goodwill')
    const ids: number[] = []
    for (let after = '', pages = 0; pages < 10; pages += 1) {
      const query = `abonement=${account.abonement}&limit=3${after === '' ? '' : `&after=${after}`}`
      const { entries, next } = (await list(query)).data
      ids.push(...entries.map(({ ledger_entry_id: id }) => id))
      after = next
      if (next === '') break
    }
    expect(ids).toHaveLength(8)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect(new Set(ids).size).toBe(8)
  })

  it('has totals that are the naive sums, for every filter', async () => {
    const accounts = await Promise.all(Array.from({ length: 4 }, () => paidByPayme(world, 1_000_000)))
    const random = randomOf(7)
    for (let at = 0; at < 60; at += 1) {
      const { accountId } = accounts[random(4)]?.account ?? { accountId: 0 }
      const against = (['goodwill', 'corrections', 'trials'] as const)[random(3)] ?? 'goodwill'
      await move(accountId, [100, 250, 999][random(3)] ?? 1, against)
      if (random(9) === 0) await world.nextDay()
    }
    const { rows: all } = await sql<{
      kind: string
      against: string
      amount: number
      day: string
      abonement: string
    }>`select kind, against, amount_tiyin as amount, abonement,
      to_char(happened_at at time zone 'Asia/Tashkent', 'YYYY-MM-DD') as day
      from ledger_entry join account using (account_id)`.execute(world.db)
    const days = [...new Set(all.map(({ day }) => day))].toSorted()
    for (let run = 0; run < 25; run += 1) {
      const pick = <Value>(values: readonly Value[]) =>
        random(2) === 0 ? undefined : values[random(values.length)]
      const [from, to] = [days[random(days.length)] ?? '', days.at(-1) ?? '']
      const chosen = {
        ...{ kind: pick(ledgerKinds), account: pick(serviceAccounts), amount: pick(['1', '2.50', '10000']) },
        abonement: pick(accounts.map(({ account }) => account.abonement)),
      }
      const query = Object.entries({ ...chosen, from, to }).flatMap(([name, value]) =>
        value === undefined ? [] : [`${name}=${value}`],
      )
      const { totals } = (await world.read<Totals>(`/payments/ledger/totals?${query.join('&')}`)).data
      const naive = all.filter(
        (one) =>
          one.day >= from &&
          one.day <= to &&
          (chosen.kind ?? one.kind) === one.kind &&
          (chosen.account ?? one.against) === one.against &&
          (chosen.abonement ?? one.abonement) === one.abonement &&
          (chosen.amount === undefined || Number(chosen.amount) * 100 === Math.abs(one.amount)),
      )
      const sumOf = (sign: number) =>
        naive.reduce((sum, { amount }) => sum + Math.max(0, amount * sign), 0) / 100
      const got = (field: 'in' | 'out' | 'count') =>
        Math.round(totals.reduce((sum, total) => sum + total[field], 0) * 100) / 100
      expect([got('count'), got('in'), got('out')]).toEqual([naive.length, sumOf(1), sumOf(-1)])
    }
  })

  it('has a trial balance of days, checked by the database, that shows a wallet without its entry', async () => {
    await paidByPayme(world, 2_000_000)
    const path = `/payments/ledger/balance?from=${today()}&to=${today()}`
    const { data, failure } = await world.read<Balance>(path)
    expect(failure).toBeUndefined()
    expect(data).toMatchObject({ agrees: true, opening: 0, closing: 0 })
    expect(data.debit).toBe(data.credit)
    const line = (account: string) => data.lines.find((one) => one.account === account)
    expect(line('payments')?.debit).toBeGreaterThanOrEqual(20_000)
    const { account: other } = await paidByPayme(world, 100_000)
    await sql`update wallet set balance_tiyin = balance_tiyin + 1 where account_id = ${other.accountId}`.execute(
      world.db,
    )
    expect((await world.read<Balance>(path)).data.agrees).toBe(false)
    await sql`update wallet set balance_tiyin = balance_tiyin - 1 where account_id = ${other.accountId}`.execute(
      world.db,
    )
  })

  it('refuses bad filters and members without the right', async () => {
    const refusals = [
      ...['from=2026-02-31', 'from=yesterday', 'kind=gift', 'account=x', 'abonement=+998', 'amount=0'],
      ...['amount=1.234', 'after=1', 'entry=0', 'limit=1000'],
    ]
    for (const query of refusals) expect((await list(query)).failure, query).toBe('invalid_input')
    expect((await list('from=2026-11-27&to=2026-11-26')).failure).toBe('ledger_period')
    expect((await list('from=2024-11-27&to=2026-11-26')).failure).toBe('ledger_period')
    expect((await world.read('/payments/ledger/balance?from=2026-11-27')).failure).toBe('invalid_input')
    expect((await list('', 'analyst')).failure).toBe('staff_forbidden')
    expect((await list('', 'support')).failure).toBeUndefined()
  })
})

/** Repeatable numbers below `limit`. */
function randomOf(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * limit)
  }
}

/** Reads the exchange format: fields of the head, and of each document. */
function readExchange(text: string) {
  const lines = text.split('\r\n')
  const head: Record<string, string> = {}
  const documents: Record<string, string>[] = []
  let target = head
  for (const line of lines) {
    const at = line.indexOf('=')
    const [name, value] = at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)]
    if (name === 'СекцияДокумент') {
      target = {}
      documents.push(target)
    } else if (name === 'КонецДокумента') target = head
    if (name !== '') target[name] = value
  }
  return { lines, head, documents }
}

const details = { own_account: '20208000123456789001', own_name: 'ООО «Oʻzbek TV»', own_inn: '301234567' }

describe('[FIN-02] files for accounting', () => {
  it('have every entry with both sides, with phones only for who may act on subscribers', async () => {
    await world.nextDay()
    const { account, id } = await paidByPayme(world, 4_900_000)
    const response = await file('entries', { format: 'csv-comma' })
    expect(response.headers.get('content-disposition')).toContain(`entries-${today()}-${today()}.csv`)
    const [head, ...rows] = (await response.text()).trim().split('\r\n')
    expect(head).not.toContain('Телефон')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toContain(`,пополнение,Платежи,Абоненты,49000,${account.abonement},49000,payme:${id},`)
    const own = await (await file('entries', { format: 'csv' }, 'owner')).text()
    expect(own).toContain(';Телефон;')
    const xlsx = Buffer.from(await (await file('entries', { format: 'xlsx' })).arrayBuffer())
    expect(xlsx.subarray(0, 2).toString()).toBe('PK')
    const filtered = await (await file('entries', { format: 'csv', kind: 'charge' })).text()
    expect(filtered.trim().split('\r\n')).toHaveLength(1)
    const [event] = await listEvents(world.db, { event: 'ledger_exported', limit: 1 })
    expect(event?.change).toMatchObject({ subject: 'file entries', after: { kind: 'charge', format: 'csv' } })
  })

  it('have more entries than a page, each once', async () => {
    await world.nextDay()
    const { account } = await paidByPayme(world, 100_000)
    await sql`insert into ledger_entry
      (reference, kind, account_id, against, amount_tiyin, balance_after_tiyin, happened_at)
      select 'many:' || n, 'adjustment', ${account.accountId}, 'adjustments', 100, 100000 + n * 100,
        ${new Date(world.clock.nowMs())} from generate_series(1, 4500) as n`.execute(world.db)
    const rows = (await (await file('entries', { format: 'csv-comma' })).text()).trim().split('\r\n')
    expect(new Set(rows).size).toBe(4502)
    expect(rows).toHaveLength(4502)
  })

  it('and pages of the list come from the index of days, whatever is filtered', async () => {
    await sql`analyze ledger_entry, account`.execute(world.db)
    const filters = [{}, { from: '2026-01-01', to: '2036-12-31' }, { kind: 'adjustment' }] as const
    for (const filter of filters) {
      const query = entriesQuery({ filter, limit: 50, after: { happenedMs: 1e12 * 2, ledgerEntryId: 1e9 } })
      const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(world.db)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toContain('Index Scan Backward using ledger_entry_by_day')
    }
  })

  it('have totals of days, and payments', async () => {
    await world.nextDay()
    const { account, id } = await paidByPayme(world, 4_900_000)
    const back = await paidByPayme(world, 1_000_000)
    await world.payme('CancelTransaction', { id: back.id, reason: 5 })
    const totals = (await (await file('totals', { format: 'csv' })).text()).trim().split('\r\n')
    expect(totals.slice(1)).toEqual([
      `${today()};Платежи;полный возврат;1;0;10000`,
      `${today()};Платежи;пополнение;2;59000;0`,
    ])
    const payments = (await (await file('payments', { format: 'csv-comma' })).text()).trim().split('\r\n')
    expect(payments).toHaveLength(3)
    expect(payments.at(-1)).toContain(`,${id},${account.abonement},49000,0,оплачен,`)
  })

  it('have the incoming payments for 1C, in Windows-1251 or UTF-8', async () => {
    await world.nextDay()
    await paidByPayme(world, 4_900_050)
    await paidByPayme(world, 1_000_000)
    const response = await file('exchange', details)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=windows-1251')
    expect(response.headers.get('content-disposition')).toContain('.txt"')
    const bytes = await response.arrayBuffer()
    const { lines, head, documents } = readExchange(new TextDecoder('windows-1251').decode(bytes))
    const date = today().split('-').toReversed().join('.')
    expect([lines[0], lines.at(-2), lines.at(-1)]).toEqual(['1CClientBankExchange', 'КонецФайла', ''])
    expect(head).toMatchObject({
      ...{ ВерсияФормата: '1.03', Кодировка: 'Windows', РасчСчет: details.own_account },
      ...{ ДатаНачала: date, ДатаКонца: date, Отправитель: 'Ekran' },
    })
    expect(documents).toEqual([
      expect.objectContaining({
        ...{ СекцияДокумент: 'Платежное поручение', Дата: date, Сумма: '59000.50', Плательщик: 'Payme' },
        ...{ ПолучательСчет: details.own_account, ПолучательИНН: '301234567' },
        ...{ Получатель1: "ООО «O'zbek TV»", Номер: `${today().slice(2).replaceAll('-', '')}1` },
      }),
    ])
    const unicode = await (await file('exchange', { ...details, encoding: 'utf-8' })).text()
    expect(readExchange(unicode).head['Кодировка']).toBe('UTF-8')
    expect(unicode).toContain('Получатель1=ООО «Oʻzbek TV»')
  })

  it('are refused with what is wrong, and nothing is written to the audit', async () => {
    const before = await listEvents(world.db, { event: 'ledger_exported', limit: 100 })
    const wrong = [
      ['entries', { from: '2026-11-27', to: '2026-11-26' }, 'ledger_period'],
      ['totals', { from: '2024-01-01', to: '2026-11-26' }, 'ledger_period'],
      ['payments', { from: '2026-13-01' }, 'invalid_input'],
      ['entries', { format: 'pdf' }, 'invalid_input'],
      ['totals', { format: 'txt' }, 'invalid_input'],
      ['nothing', {}, 'not_found'],
      ['exchange', { ...details, own_account: '123' }, 'exchange_account'],
      ['exchange', { ...details, own_name: 'Имя\r\nКонецФайла' }, 'exchange_name'],
      ['exchange', { ...details, own_inn: '12' }, 'exchange_inn'],
      ['exchange', { ...details, encoding: 'koi8' }, 'invalid_input'],
    ] as const
    for (const [part, body, failure] of wrong) expect(await failureOf(await file(part, body))).toBe(failure)
    expect(await failureOf(await file('entries', {}, 'analyst'))).toBe('staff_forbidden')
    expect(await listEvents(world.db, { event: 'ledger_exported', limit: 100 })).toHaveLength(before.length)
  })
})
