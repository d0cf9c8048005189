/** Refunds to cards: the command, the cards module and its job, over HTTP with the gateway emulator. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readCommandLine } from '#server/cli/command-line.ts'
import { loadCommands } from '#server/cli/command-list.ts'
import type { FaultName } from '#emulators/card-gateway/faults.ts'
import { checkLedger, openBilling, type Billing } from '#server/billing/billing.ts'
import { cardDays, cardPayments, checkCardPayments, refundPayment } from '#server/cards/cards.ts'
import type { CommandTools } from '#server/cli/command/command.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { loadSecrets } from '#server/platform/installation/secrets.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { startCardGateway, type OwnCardGateway } from '#tests/kit/emulators/card-gateway.ts'
import { openCardsWorld, type CardPerson, type CardsWorld } from '#tests/kit/modules/cards-module.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'

const commands = await loadCommands()

const database = await createTestDatabase()
const { db } = database
const clock = manualClock(Date.now())
let gateway: OwnCardGateway
let world: CardsWorld
let billing: Billing
let person: CardPerson
let dir = ''
beforeAll(async () => {
  gateway = await startCardGateway()
  world = openCardsWorld({ db, clock, log: silentLog, atmos: gateway.atmos })
  billing = openBilling({ db, clock })
  dir = await mkdtemp(join(tmpdir(), 'ekran-refund-'))
  await loadSecrets(dir, systemRandom)
})
afterAll(async () => {
  await gateway.stop()
  await database.drop()
  await rm(dir, { recursive: true })
})
beforeEach(async () => {
  await gateway.reset()
  person = await world.addPerson()
})

/** A command as typed; without a gateway when none is set. */
async function run(
  words: readonly string[],
  atmos: string | undefined = gateway.atmos,
  command = 'refund',
): Promise<string> {
  const { user, socketDir, database: name } = database.location
  const url = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(socketDir)}`
  const env = { EKRAN_DATA: dir, DATABASE_URL: url }
  const read = readSettings(atmos === '' ? env : { ...env, EKRAN_CARD_GATEWAY: atmos })
  if (read.kind === 'refused') throw new Error(read.problems.join())
  const screen = { line: () => undefined, status: () => undefined }
  const tools: CommandTools = {
    settings: read.settings,
    log: silentLog,
    screen,
    signal: new AbortController().signal,
  }
  const parsed = readCommandLine(['payments', command, ...words], commands)
  if (parsed.kind !== 'run') throw new Error(`${words.join(' ')} is no command`)
  const outcome = await parsed.command.run(parsed.input, tools)
  return `${outcome.kind}: ${outcome.kind === 'refused' ? outcome.why : outcome.lines.join(' ')}`
}

const card = { card_number: '9860090101014364', card_expiry: '02/28' }

/** 5,000 sums paid by a card: the numbers of the order and of the gateway's transaction. */
async function paid(): Promise<{ order: number; transaction: number }> {
  const { order_id: id } = await world.ask(person, 'makeOrder', { amount: 5000 })
  const { card_bind_transaction_id } = await world.ask(person, 'initOrder', { id, ...card })
  const code = { id, card_bind_transaction_id, sms_code: '111111' }
  expect(await world.ask(person, 'confirmOrder', code)).toMatchObject({ state: 'paid' })
  const row = db.selectFrom('payment_order').select('gateway_transaction_id as transaction')
  const { transaction } = await row.where('order_id', '=', Number(id)).executeTakeFirstOrThrow()
  return { order: Number(id), transaction: Number(transaction) }
}

async function settle() {
  clock.advanceMs(60_000)
  await world.cards.settle(new AbortController().signal)
}

/** The balance, and what the bank has taken and not returned. */
async function money() {
  return [await world.balanceTiyin(person), await gateway.takenTiyin()]
}

async function isRight() {
  expect(await checkLedger(db)).toMatchObject({ kind: 'whole' })
  expect(await checkCardPayments(db, clock.nowMs())).toBeUndefined()
}

describe('[PAY-10] a card payment', () => {
  it('is refunded once, as an entry that refers to the reversed one, and is counted as refunded', async () => {
    const { order, transaction } = await paid()
    const fromMs = Date.now() - 3_600_000
    const said = await run([String(transaction), '--reason', 'Оплачено дважды'])
    expect(said).toBe(`done: Order ${order}: 5000 sum went back to the card.`)
    for (const number of [`order:${order}`, `atmos:${transaction}`])
      expect(await run([number])).toMatch(
        /^done: .* had gone back to the card before; nothing was done now\.$/,
      )
    expect(await money()).toEqual([0, 0])
    const [back, topUp] = await billing.history({ accountId: person.accountId, limit: 10 })
    expect(back).toMatchObject({
      kind: 'reversal',
      amountTiyin: -500_000,
      reference: `atmos:${order}:reversal`,
    })
    const { rows } = await sql<{ of: number }>`
      select reverses_id as of from ledger_entry where ledger_entry_id = ${back?.ledgerEntryId}`.execute(db)
    expect(rows[0]?.of).toBe(topUp?.ledgerEntryId)
    const period = { fromMs, untilMs: Date.now() + 86_400_000 }
    const listed = await Array.fromAsync(cardPayments(db, period))
    expect(listed.find(({ number }) => number === order)).toMatchObject({ state: 'refunded' })
    const days = await cardDays(db, period)
    expect(days.reduce((sum, day) => sum + day.backTiyin, 0)).toBe(500_000)
    for (const day of days) expect(day.paidTiyin - day.backTiyin).toBe(day.ledgerTiyin)
    await isRight()
  })

  it('that the balance no longer covers, is not paid or does not exist stays unchanged', async () => {
    const { order } = await paid()
    const spend = { kind: 'adjustment', against: 'adjustments', accountId: person.accountId } as const
    await billing.moveMoney({ ...spend, reference: `spent:${order}`, amountTiyin: -1 })
    expect(await run([`order:${order}`])).toMatch(/^refused: the balance holds less than the 5000 sum/)
    expect(await money()).toEqual([499_999, 500_000])
    const { order_id: open } = await world.ask(person, 'makeOrder', { amount: 5000 })
    expect(await run([`order:${String(open)}`])).toBe(`refused: order ${String(open)} is not paid (new)`)
    expect(await run(['2000000000'])).toMatch(/^refused: there is no payment by card/)
    for (const wrong of ['x', '0', '-1', '1.5', 'payme:1'])
      expect(await run(['--', wrong])).toMatch(/^refused: .* is no number of a payment$/)
    expect(await run([`order:${order}`], '')).toMatch(/^refused: no card gateway is set/)
    await isRight()
  })

  const responses: readonly { fault: FaultName; looks: FaultName }[] = [
    { fault: 'lose_answer', looks: 'http_502' },
    { fault: 'done_but_001', looks: 'down' },
    { fault: 'http_502', looks: 'none' },
    { fault: 'down', looks: 'http_502' },
    { fault: 'error_001', looks: 'none' },
    { fault: 'broken', looks: 'none' },
  ]
  it.each(responses)(
    'is refunded once when the gateway has $fault and then $looks: open until a status request settles it',
    async ({ fault, looks }) => {
      const { order } = await paid()
      await gateway.fault('pay/reverse', fault, 1)
      await gateway.fault('pay/get', looks)
      expect(await run([`order:${order}`])).toMatch(
        /^bad: .* left the balance\. Whether the card has it is not known/,
      )
      expect(await world.balanceTiyin(person)).toBe(0)
      if (looks !== 'none') {
        await settle()
        expect(await run([`order:${order}`])).toMatch(/^bad: /)
        await gateway.fault('pay/get', 'none')
      }
      await settle()
      expect(await money()).toEqual([0, 0])
      expect(await run([`order:${order}`])).toMatch(/^done: .* before/)
      await isRight()
    },
  )

  it('with a lost response is settled at once when the status request works', async () => {
    const { order } = await paid()
    await gateway.fault('pay/reverse', 'lose_answer', 1)
    expect(await run([`order:${order}`])).toMatch(/^done: .* went back to the card\.$/)
    expect(await money()).toEqual([0, 0])
  })

  it('is refunded once by concurrent commands, and by a server when the command has no gateway', async () => {
    const { order } = await paid()
    const refund = () => refundPayment(world.cards.deps, order, null)
    const all = await Promise.all([refund(), refund(), refund()])
    expect(all.filter((one) => one.kind === 'given_back' && one.isNew).length).toBeLessThanOrEqual(1)
    await settle()
    expect(await refund()).toEqual({ kind: 'given_back', amountTiyin: 500_000, isNew: false })
    expect(await money()).toEqual([0, 0])
    const other = await paid()
    const without = { ...world.cards.deps, gateway: () => undefined }
    expect(await refundPayment(without, other.order, null)).toMatchObject({ kind: 'open' })
    await settle()
    expect(await money()).toEqual([0, 0])
    await isRight()
  })

  it('that the gateway does not refund within a day is on the balance again, once', async () => {
    const { order } = await paid()
    await gateway.fault('pay/reverse', 'error_001')
    expect(await refundPayment(world.cards.deps, order, null)).toMatchObject({ kind: 'open' })
    clock.advanceMs(23.5 * 3_600_000)
    await settle()
    expect(await money()).toEqual([0, 500_000])
    clock.advanceMs(3_600_000)
    await settle()
    await settle()
    expect(await money()).toEqual([500_000, 500_000])
    await gateway.fault('pay/reverse', 'none')
    await isRight()
    // It blocks nothing: a part of it, given up, and then the whole.
    const why = ['--reason', 'Ten days without service']
    const part = [`order:${order}`, '--amount', '2000', ...why]
    expect(await run(part, '', 'refund-by-hand')).toMatch(/^done: 2000 sum left/)
    expect(await run([`order:${order}`], '', 'refund-withdraw')).toMatch(/^done: /)
    expect(await run([`order:${order}`])).toBe(`done: Order ${order}: 5000 sum went back to the card.`)
    expect(await money()).toEqual([0, 0])
    await isRight()
  })
})

describe('[FIN-03] a part of a card payment', () => {
  const byHand = (command: string, ...words: readonly string[]) => run(words, '', command)

  it('is a task of finance, once, without a gateway, and is finished or given up', async () => {
    const { order, transaction } = await paid()
    const named = `atmos:${transaction}`
    const why = ['--reason', 'Ten days without service']
    expect(await byHand('refund-by-hand', named, ...why)).toMatch(/^refused: write --amount/)
    expect(await byHand('refund-by-hand', named, '--amount', '5000', ...why)).toMatch(
      /^refused: --amount is at most the 5000 sum .* payments refund$/,
    )
    expect(await byHand('refund-by-hand', 'atmos:77', '--amount', '1', ...why)).toMatch(/no payment by card/)
    expect(await byHand('refund-by-hand', named, '--amount', '2000', ...why)).toBe(
      'done: 2000 sum left the balance; the refund is on the list of payments refunds.',
    )
    expect(await byHand('refund-by-hand', `order:${order}`, '--amount', '1000', ...why)).toMatch(
      /^refused: it was refunded before/,
    )
    // Nor does the gateway get the rest.
    expect(await run([`order:${order}`])).toMatch(/^refused: 2000 sum of order \d+ were refunded before/)
    expect(await byHand('refunds')).toContain(`${named}  2000 sum`)
    clock.advanceMs(3 * 86_400_000)
    await settle()
    expect(await money()).toEqual([300_000, 500_000])
    const end = [named, '--way', 'transfer', '--document', '118']
    expect(await byHand('refund-done', ...end)).toBe('done: The refund is done.')
    expect(await byHand('refund-withdraw', named)).toMatch(/^refused: it is done since before/)
    // The gateway refunds the whole alone; the rest goes the same way as the part.
    expect(await run([`order:${order}`])).toMatch(/^refused: 2000 sum .* refund-by-hand$/)
    expect(await byHand('refund-by-hand', named, '--amount', '3001', ...why)).toMatch(
      /^refused: --amount is at most the 3000 sum/,
    )
    const other = await paid()
    const second = `order:${other.order}`
    await byHand('refund-by-hand', second, '--amount', '12.50', ...why)
    expect(await byHand('refund-withdraw', second)).toBe('done: The refund is withdrawn.')
    expect(await money()).toEqual([800_000, 1_000_000])
    await isRight()
    const from = { fromMs: clock.nowMs() - 5 * 86_400_000, untilMs: clock.nowMs() + 86_400_000 }
    for (const day of await cardDays(db, from))
      expect(day.paidTiyin - day.backTiyin, day.day).toBe(day.ledgerTiyin)
  })
})
