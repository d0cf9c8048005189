/** Refunds of a payment by card, in any order: the books balance, and never more goes back than was paid. */
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { checkLedger, openBilling } from '#server/billing/billing.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { openCardsWorld } from '#tests/kit/modules/cards-module.ts'
import { checkCardPayments } from './card-totals.ts'
import type { Deps } from './deps.ts'
import { beginPartRefund, endPartRefund } from './part-refund.ts'
import { refundPayment, settleRefunds } from './refund.ts'

const database = await createTestDatabase()
const { db } = database
const clock = manualClock(Date.UTC(2026, 10, 1))
const world = openCardsWorld({ db, clock, log: silentLog, atmos: undefined })
const billing = openBilling({ db, clock })
afterAll(() => database.drop())

const paidTiyin = 500_000
const record = async () => undefined

/** The gateway of one payment: `works` is whether it refunds. */
const gateway = { works: true, isClosed: false, reversed: 0 }
const deps: Deps = {
  ...world.cards.deps,
  gateway: () =>
    ({
      getPaymentState: async () =>
        gateway.isClosed ? { kind: 'closed' } : { kind: 'paid', chequeId: '1', ofdUrl: null },
      reverse: async () => {
        if (!gateway.works) return { kind: 'unknown', reason: 'error' }
        gateway.isClosed = true
        gateway.reversed += 1
        return { kind: 'reversed' }
      },
    }) as unknown as ReturnType<Deps['gateway']>,
}

/** A paid order of 5,000 soʻm. */
async function paid() {
  const { accountId } = await world.addPerson()
  const at = new Date(clock.nowMs())
  const { order_id: orderId } = await db
    .insertInto('payment_order')
    .values({
      ...{ account_id: accountId, amount_tiyin: paidTiyin, state: 'paid', reason: null, card_id: null },
      ...{ way: null, code_transaction_id: null, code_sent_at: null, known_card_sealed: null },
      ...{ apply_sent_at: at, paid_at: at, credited_at: at, cheque_id: null, ofd_url: null },
      ...{ idempotency_key: null, created_at: at, updated_at: at, tariff_id: null, period_id: null },
      ...{ agreed_tiyin: null, connected_at: null, not_connected: null },
      gateway_transaction_id: 7_000_000 + accountId,
    })
    .returning('order_id')
    .executeTakeFirstOrThrow()
  await billing.moveMoney({
    ...{ reference: `atmos:${orderId}`, kind: 'top_up', against: 'payments' },
    ...{ accountId, amountTiyin: paidTiyin },
  })
  Object.assign(gateway, { works: true, isClosed: false, reversed: 0 })
  return { accountId, orderId }
}

async function attemptsOf(orderId: number) {
  return db.selectFrom('card_refund').selectAll().where('order_id', '=', orderId).orderBy('attempt').execute()
}

async function isRight({ accountId, orderId }: Awaited<ReturnType<typeof paid>>, spentTiyin: number) {
  const attempts = await attemptsOf(orderId)
  const sumOf = (state: string) =>
    attempts.reduce((sum, one) => sum + (one.state === state ? (one.part_tiyin ?? paidTiyin) : 0), 0)
  expect(sumOf('given_back')).toBeLessThanOrEqual(paidTiyin)
  expect(attempts.filter(({ state }) => state === 'taken').length).toBeLessThanOrEqual(1)
  expect(attempts.map(({ attempt }) => attempt)).toEqual(attempts.map((_, nth) => nth + 1))
  expect(await world.balanceTiyin({ accountId })).toBe(
    paidTiyin - spentTiyin - sumOf('given_back') - sumOf('taken'),
  )
  // The whole went through the gateway when nothing else did.
  const isWhole = attempts.some((one) => one.part_tiyin === null && one.state === 'given_back')
  if (isWhole) expect(sumOf('given_back')).toBe(paidTiyin)
  expect(gateway.reversed).toBe(isWhole ? 1 : 0)
  expect(await checkCardPayments(db, clock.nowMs())).toBeUndefined()
}

function rollOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

describe('[FIN-03] refunds of a payment by card', () => {
  it.each(Array.from({ length: 12 }, (_, seed) => seed + 1))('in any order (%i)', async (seed) => {
    const roll = rollOf(seed * 7919)
    const payment = await paid()
    const { accountId, orderId } = payment
    let spentTiyin = 0
    const steps = [
      () =>
        beginPartRefund(deps, {
          orderId,
          partTiyin: 1 + roll(paidTiyin),
          reason: 'r',
          by: undefined,
          record,
        }),
      () =>
        beginPartRefund(deps, { orderId, partTiyin: 1 + roll(90_000), reason: 'r', by: undefined, record }),
      () =>
        endPartRefund(
          deps,
          { orderId, by: undefined, end: { state: 'given_back', way: 'transfer', document: '1' } },
          record,
        ),
      () => endPartRefund(deps, { orderId, by: undefined, end: { state: 'refused' } }, record),
      async () => {
        gateway.works = roll(3) === 0
        await refundPayment(deps, orderId, null)
      },
      async () => {
        // Two days: a refund that the gateway did not make is given up.
        for (let hour = 0; hour < 50; hour += 5) {
          clock.advanceMs(5 * 3_600_000)
          await settleRefunds(deps, new AbortController().signal)
        }
      },
      async () => {
        const amountTiyin = roll(2) === 0 ? -20_000 : Math.min(20_000, spentTiyin)
        if (amountTiyin === 0) return
        const reference = `spent:${orderId}:${clock.nowMs()}:${roll(1_000_000)}`
        const move = { reference, kind: 'adjustment', against: 'adjustments', accountId } as const
        if ((await billing.moveMoney({ ...move, amountTiyin })).kind === 'moved') spentTiyin -= amountTiyin
      },
    ]
    for (let step = 0; step < 24; step += 1) {
      clock.advanceMs(1000)
      await steps[roll(steps.length)]?.()
      await isRight(payment, spentTiyin)
    }
    expect(await checkLedger(db)).toMatchObject({ kind: 'whole' })
  })

  it('that the gateway refused for a day may be tried again, and asks first whether it was made', async () => {
    const payment = await paid()
    const { orderId } = payment
    gateway.works = false
    expect(await refundPayment(deps, orderId, null)).toMatchObject({ kind: 'open' })
    clock.advanceMs(23.5 * 3_600_000)
    await settleRefunds(deps, new AbortController().signal)
    clock.advanceMs(3_600_000)
    await settleRefunds(deps, new AbortController().signal)
    expect(await attemptsOf(orderId)).toMatchObject([{ state: 'refused' }])
    await isRight(payment, 0)
    // The gateway's support made it meanwhile.
    gateway.isClosed = true
    expect(await refundPayment(deps, orderId, null)).toMatchObject({ kind: 'given_back', isNew: true })
    expect(gateway.reversed).toBe(0)
    expect(await refundPayment(deps, orderId, null)).toMatchObject({ kind: 'given_back', isNew: false })
    expect(await world.balanceTiyin(payment)).toBe(0)
    expect(await checkLedger(db)).toMatchObject({ kind: 'whole' })
  })

  it('begun at once many times is one', async () => {
    const { orderId } = await paid()
    const part = { orderId, partTiyin: 100_000, reason: 'r', by: undefined, record }
    const begun = await Promise.all(Array.from({ length: 6 }, () => beginPartRefund(deps, part)))
    expect(begun.filter(({ kind }) => kind === 'begun')).toHaveLength(1)
    expect(await attemptsOf(orderId)).toHaveLength(1)
  })

  it('keeps its history, and the database refuses what the books do not allow', async () => {
    const { orderId, accountId } = await paid()
    const own = { kind: 'adjustment', against: 'adjustments', accountId, amountTiyin: 9_000_000 } as const
    await billing.moveMoney({ ...own, reference: `own:${orderId}` })
    const part = { orderId, partTiyin: 300_000, reason: 'r', by: undefined, record }
    await beginPartRefund(deps, part)
    await endPartRefund(deps, { orderId, by: undefined, end: { state: 'refused' } }, record)
    await beginPartRefund(deps, part)
    await expect(sql`delete from card_refund where order_id = ${orderId}`.execute(db)).rejects.toThrow(
      'is kept',
    )
    // One that was put back once is not put back again, nor is more taken than was paid.
    const { rows } = await sql<{ id: number; account: number }>`
      select ledger_entry_id as id, account_id as account from ledger_entry
      where reference = ${`atmos:${orderId}:part`}`.execute(db)
    const write = (kind: string, amount: number, column: 'restores_id' | 'reverses_id', id: number) => sql`
      insert into ledger_entry (reference, kind, account_id, against, amount_tiyin, balance_after_tiyin,
        ${sql.ref(column)}, happened_at)
      select ${`test:${kind}:${amount}`}, ${kind}, ${rows[0]?.account}, 'payments', ${amount},
        balance_tiyin + ${amount}, ${id}, now() from wallet where account_id = ${rows[0]?.account}`
    const first = rows[0]?.id ?? 0
    await expect(write('adjustment', 300_000, 'restores_id', first).execute(db)).rejects.toThrow(
      'restored_once',
    )
    const { rows: paidRows } = await sql<{ id: number }>`
      select reverses_id as id from ledger_entry where ledger_entry_id = ${first}`.execute(db)
    await expect(write('refund', -200_001, 'reverses_id', paidRows[0]?.id ?? 0).execute(db)).rejects.toThrow(
      'taken back so',
    )
  })
})
