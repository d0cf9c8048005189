/** The commands for accounting on a real database, with a statement in a file. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCommandLine } from '#server/cli/command-line.ts'
import { loadCommands } from '#server/cli/command-list.ts'
import { basic, call } from '#emulators/payment-systems/call.ts'
import { openBilling } from '#server/billing/billing.ts'
import type { CommandTools } from '#server/cli/command/command.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { loadSecrets } from '#server/platform/installation/secrets.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { merchantsFixture } from '#tests/kit/modules/merchants-module.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'

const commands = await loadCommands()

// Half past nine in the evening of the 21st in UTC is the 22nd in Tashkent.
const clock = manualClock(Date.UTC(2026, 10, 21, 21, 30))
let database: TestDatabase
let tools: CommandTools
let abonement = ''
let accountId = 0
let dir = ''
const printed: string[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'ekran-payments-'))
  await loadSecrets(dir, systemRandom)
  const { user, socketDir, database: name } = database.location
  const url = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(socketDir)}`
  const read = readSettings({ EKRAN_DATA: dir, DATABASE_URL: url })
  if (read.kind === 'refused') throw new Error(read.problems.join())
  const screen = { line: (text: string) => void printed.push(text), status: () => undefined }
  tools = { settings: read.settings, log: silentLog, screen, signal: new AbortController().signal }
  const fixture = await merchantsFixture(database.db, clock)
  const account = await fixture.addAccount()
  abonement = account.abonement
  accountId = account.accountId
  const paynet = (method: string, params: object) =>
    call(`${fixture.url}/paynet`, {
      headers: { authorization: basic('paynet', 'paynet-password-of-the-tests') },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { serviceId: 1, ...params } }),
    })
  for (const [transactionId, amount] of [
    [1, 150_050],
    [2, 200_000],
    [3, 300_000],
  ])
    await paynet('PerformTransaction', { transactionId, amount, fields: { client_id: abonement } })
  await paynet('CancelTransaction', { transactionId: 3 })
  await fixture.close()
})
afterAll(async () => {
  await database.drop()
  await rm(dir, { recursive: true })
})

async function run(...args: string[]): Promise<{ kind: string; lines: readonly string[] }> {
  printed.length = 0
  const parsed = readCommandLine(args, commands)
  if (parsed.kind !== 'run') throw new Error(`${args.join(' ')} is no command`)
  const outcome = await parsed.command.run(parsed.input, tools)
  return outcome.kind === 'refused'
    ? { kind: 'refused', lines: [outcome.why] }
    : { kind: outcome.kind, lines: [...printed, ...outcome.lines] }
}
const day = ['--from', '2026-11-22', '--to', '2026-11-22']

describe('[PAY-07] payments for accounting', () => {
  it('are totalled by the days of Tashkent, beside the ledger', async () => {
    expect(await run('payments', 'totals', ...day)).toEqual({
      kind: 'done',
      lines: [
        'day,system,paid_count,paid,given_back_count,given_back,stays,ledger',
        '2026-11-22,paynet,3,6500.50,1,3000,3500.50,3500.50',
      ],
    })
    const { lines } = await run('payments', 'totals', '--from', '2026-11-21', '--to', '2026-11-21')
    expect(lines).toHaveLength(1)
    expect((await run('payments', 'totals', '--from', '22.11.2026')).kind).toBe('refused')
  })

  it('are exported one by one', async () => {
    const { lines } = await run('payments', 'export', ...day, '--system', 'paynet')
    expect(lines.map((line) => line.split(',').slice(0, 6).join())).toEqual([
      'system,id,number,subscriber,amount,state',
      `paynet,1,1,${abonement},1500.50,paid`,
      `paynet,2,2,${abonement},2000,paid`,
      `paynet,3,3,${abonement},3000,refunded`,
    ])
    expect((await run('payments', 'export', ...day, '--system', 'click')).lines).toHaveLength(1)
    expect((await run('payments', 'export', '--system', 'visa')).kind).toBe('refused')
  })

  it('are compared with a system’s own statement, and every difference is listed', async () => {
    const [good, bad] = [join(dir, 'good.csv'), join(dir, 'bad.csv')]
    await writeFile(good, 'Transaction ID;Date;Сумма\n1;2026-11-22;1 500,50\n2;2026-11-22;2000\n')
    const requested = (path: string, ...more: string[]) =>
      run('payments', 'reconcile', path, '--system', 'paynet', ...day, ...more)
    expect(await requested(good)).toEqual({
      kind: 'done',
      lines: ['2 payments the same. Ours stay at 3500.50 sum, theirs at 3500.50 sum.'],
    })
    await writeFile(bad, 'nr,what\n1,150051\n3,300000\n4,100000\nx:y,5\n')
    expect((await requested(bad)).kind).toBe('refused')
    const { kind, lines } = await requested(bad, '--id', 'nr', '--amount', 'what', '--unit', 'tiyin')
    expect(kind).toBe('bad')
    expect(lines).toEqual([
      'line 5: not read, it has no payment’s number',
      '1: ours is 1500.50 sum, theirs 1500.51 sum',
      '3: they count 3000 sum, with us it was given back',
      '4: they have it with 1000 sum, we do not',
      '2: we have it with 2000 sum, they do not',
      '0 payments the same. Ours stay at 3500.50 sum, theirs at 5500.51 sum.',
    ])
  })

  it('by card are totalled, exported and compared too, on the day the card paid', async () => {
    const { db } = database
    // A second before midnight in Tashkent; the ledger has it after.
    const paidAt = new Date(Date.UTC(2026, 10, 23, 18, 59, 59))
    const pay = (amountTiyin: number, transaction: number) =>
      db
        .insertInto('payment_order')
        .values({
          account_id: accountId,
          amount_tiyin: amountTiyin,
          state: 'paid',
          gateway_transaction_id: transaction,
          paid_at: paidAt,
          credited_at: paidAt,
          created_at: paidAt,
          updated_at: paidAt,
        })
        .returning('order_id')
        .executeTakeFirstOrThrow()
    const { order_id: first } = await pay(500_000, 9001)
    const billing = openBilling({ db, clock: manualClock(paidAt.getTime() + 60_000) })
    const credit = { accountId, kind: 'top_up', against: 'payments' } as const
    await billing.moveMoney({ ...credit, reference: `atmos:${first}`, amountTiyin: 500_000 })
    const cardDay = ['--from', '2026-11-23', '--to', '2026-11-23']
    expect((await run('payments', 'totals', ...cardDay)).lines.slice(1)).toEqual([
      '2026-11-23,atmos,1,5000,0,0,5000,5000',
    ])
    expect((await run('ledger', 'check')).kind).toBe('done')
    const statement = join(dir, 'atmos.csv')
    await writeFile(statement, 'id,amount\n9001,5000\n')
    expect(await run('payments', 'reconcile', statement, '--system', 'atmos', ...cardDay)).toMatchObject({
      kind: 'done',
    })
    const { order_id: lost } = await pay(100_000, 9002)
    expect(await run('payments', 'totals', ...cardDay)).toMatchObject({ kind: 'bad' })
    expect((await run('payments', 'export', ...cardDay, '--system', 'atmos')).lines.slice(1)).toEqual([
      `atmos,9001,${first},${abonement},5000,paid,2026-11-23 23:59:59,2026-11-23 23:59:59,`,
      `atmos,9002,${lost},${abonement},1000,paid,2026-11-23 23:59:59,2026-11-23 23:59:59,`,
    ])
    expect((await run('ledger', 'check')).lines).toEqual([
      `The payments and the ledger differ: order ${lost} was paid by card and the ledger has no entry of its 100000 tiyin.`,
    ])
    await billing.moveMoney({ ...credit, reference: `atmos:${lost}`, amountTiyin: 100_000 })
    expect((await run('ledger', 'check')).kind).toBe('done')
  })

  it('[PAY-10] are in the ledger’s export with both sides of each entry', async () => {
    const { kind, lines } = await run('ledger', 'export', ...day)
    expect(kind).toBe('done')
    expect(lines[0]).toBe('entry,at,kind,debit,credit,amount,subscriber,balance_after,reference,takes_back')
    expect(lines.slice(1).map((line) => line.split(',').slice(2).join())).toEqual([
      `top_up,payments,subscriber,1500.50,${abonement},1500.50,paynet:1,`,
      `top_up,payments,subscriber,2000,${abonement},3500.50,paynet:2,`,
      `top_up,payments,subscriber,3000,${abonement},6500.50,paynet:3,`,
      expect.stringMatching(
        new RegExp(`^reversal,subscriber,payments,3000,${abonement},3500.50,paynet:3:reversal,\\d+$`),
      ),
    ])
  })

  it('[FIN-02] are written to files of every format, and wrong options are named', async () => {
    const own = ['--account', '20208000123456789001', '--name', 'OOO Ekran', '--inn', '301234567']
    const path = (name: string) => join(dir, name)
    expect((await run('ledger', 'export', path('e.csv'), ...day)).kind).toBe('done')
    expect((await readFile(path('e.csv'), 'utf8')).trim().split('\r\n')).toHaveLength(5)
    const totals = ['--part', 'totals', '--format', 'csv-comma', '--language', 'en']
    expect((await run('ledger', 'export', path('t.csv'), ...totals, ...day)).kind).toBe('done')
    expect(await readFile(path('t.csv'), 'utf8')).toContain('2026-11-22,Payments,top-up,3,6500.5,0')
    expect((await run('ledger', 'export', path('e.xlsx'), '--format', 'xlsx', ...day)).kind).toBe('done')
    expect((await readFile(path('e.xlsx'))).subarray(0, 2).toString()).toBe('PK')
    expect((await run('ledger', 'export', path('1c.txt'), '--format', '1c', ...own, ...day)).kind).toBe(
      'done',
    )
    const exchange = new TextDecoder('windows-1251').decode(await readFile(path('1c.txt')))
    expect(exchange).toContain('Сумма=6500.50\r\n')
    expect(exchange).toContain('ПолучательСчет=20208000123456789001\r\n')
    const wrong = [
      [[path('x'), '--format', 'pdf'], '--format is csv, csv-comma, xlsx or 1c'],
      [[path('x'), '--format', '1c', '--account', '1'], '--account has 20 digits'],
      [[path('x'), '--part', 'all'], '--part is entries, totals, payments or dealers'],
      [['--format', 'xlsx'], 'name a file for these options'],
    ] as const
    for (const [words, why] of wrong) {
      const parsed = readCommandLine(['ledger', 'export', ...words], commands)
      expect(parsed).toMatchObject({ kind: 'wrong', problem: why })
    }
  })

  it('are listed when the ledger differs', async () => {
    const movement = { accountId, reference: 'paynet:forged', amountTiyin: 700 } as const
    const billing = openBilling({ db: database.db, clock })
    await billing.moveMoney({ ...movement, kind: 'top_up', against: 'payments' })
    const { kind, lines } = await run('payments', 'totals', ...day)
    expect(kind).toBe('bad')
    expect(lines.at(-1)).toBe('The ledger does not agree on 2026-11-22 of paynet.')
    expect((await run('ledger', 'check')).lines.join()).toMatch(/entry \d+ \(paynet:forged\) names a payment/)
  })
})
