/** Daily closings over real HTTP: two people, frozen totals, an alarm when the books change. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { consoleClosings } from '#contract/console/closings.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { listEvents } from '#server/audit/audit.ts'
import { openBilling } from '#server/billing/billing.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import {
  openPaymentsConsole,
  paidByPayme,
  type PaymentsConsole,
} from '#tests/kit/modules/payments-console.ts'
import { closingEndpoints } from './closing-endpoints.ts'

const database = await createTestDatabase()
/** No card pays in these tests. */
const noGateway = 'atmos+http://key:secret@127.0.0.1:9?store=1'
let world: PaymentsConsole
beforeAll(async () => {
  world = await openPaymentsConsole(database.db, noGateway, (deps) => ({ endpoints: closingEndpoints(deps) }))
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

type One = ResponseOf<typeof consoleClosings.one>
type List = ResponseOf<typeof consoleClosings.list>

function today() {
  return new Date(world.clock.nowMs() + 5 * 3_600_000).toISOString().slice(0, 10)
}

/** A day with a payment of 49,000 and one of 10,000 that was refunded; it is over. */
async function dayThatIsOver() {
  const day = today()
  await paidByPayme(world, 4_900_000)
  const back = await paidByPayme(world, 1_000_000)
  await world.payme('CancelTransaction', { id: back.id, reason: 5 })
  expect(await sign(day, 'finance')).toBe('not_over')
  await world.nextDay()
  return day
}

async function sign(day: string, member: string) {
  const { data, failure } = await world.act('/payments/closings/sign', { day }, member)
  return failure ?? data['outcome']
}

async function one(day: string, member = 'finance') {
  return (await world.read<One>(`/payments/closings/one?day=${day}`, member)).data
}

describe('[FIN-02] a day', () => {
  it('is closed by two people, never by one, with totals that are frozen', async () => {
    const day = await dayThatIsOver()
    const open = await one(day)
    expect(open.totals.ways).toEqual([
      {
        ...{ system: 'payme', paid_count: 2, paid: 59_000, back_count: 1, back: 10_000 },
        ...{ ledger: 49_000, agrees: true },
      },
    ])
    expect(open.trial.total).toBe(0)
    expect(await sign(day, 'support')).toBe('staff_forbidden')
    expect(await sign(day, 'finance')).toBe('signed')
    expect(await sign(day, 'finance')).toBe('same_person')
    expect((await one(day)).is_first).toBe(true)
    expect(await sign(day, 'finance2')).toBe('closed')
    expect(await sign(day, 'owner')).toBe('closed_before')
    const { closing } = await one(day)
    expect(closing).toMatchObject({ state: 'closed' })
    expect(closing?.first).not.toBe(closing?.second)
    const events = await listEvents(world.db, { event: 'closing_signed', limit: 5 })
    expect(events).toHaveLength(2)
    const first = sql`update day_closing set totals = '{}'::jsonb`.execute(world.db)
    await expect(first).rejects.toThrow(/is signed/)
    await expect(sql`delete from day_closing`.execute(world.db)).rejects.toThrow(/is signed/)
    const { days } = (await world.read<List>('/payments/closings')).data
    expect(days.find((listed) => listed.day === day)).toMatchObject({
      received: 59_000,
      refunded: 10_000,
      differs: false,
    })
  })

  it('signed by two at once has two signatures of two people, or one', async () => {
    const day = await dayThatIsOver()
    const both = await Promise.all([sign(day, 'owner'), sign(day, 'owner2'), sign(day, 'owner')])
    expect(both.filter((outcome) => outcome === 'signed')).toHaveLength(1)
    expect(both.filter((outcome) => outcome === 'closed')).toHaveLength(1)
  })

  it('whose books change after it was signed is shown as such, and must be signed anew', async () => {
    const day = await dayThatIsOver()
    expect(await sign(day, 'finance')).toBe('signed')
    const account = await world.merchants.addAccount()
    const { nowMs } = world.clock
    // No part of Ekran dates an entry back; a clock that was set back would.
    const back = { ...world.clock, nowMs: () => nowMs() - 86_400_000 }
    const late = openBilling({ db: world.db, clock: back })
    const movement = { kind: 'adjustment', against: 'adjustments', accountId: account.accountId } as const
    await late.moveMoney({ ...movement, reference: 'test:1', amountTiyin: 100 })
    expect((await one(day)).differs).toBe(true)
    expect(await sign(day, 'finance2')).toBe('changed')
    expect((await one(day)).former).toMatchObject([{ reopened_reason: 'changed' }])
    expect(await sign(day, 'finance2')).toBe('signed')
    expect(await sign(day, 'finance')).toBe('closed')
    await late.moveMoney({ ...movement, reference: 'test:2', amountTiyin: 100 })
    const changed = await one(day)
    expect([changed.closing?.state, changed.differs]).toEqual(['closed', true])
    expect(changed.signed?.accounts).not.toEqual(changed.totals.accounts)
    const reopening = { day, reason: 'Ошибка часов' }
    expect((await world.act('/payments/closings/reopen', reopening, 'finance')).failure).toBe(
      'staff_forbidden',
    )
    expect((await world.act('/payments/closings/reopen', reopening, 'owner')).failure).toBeUndefined()
    expect((await one(day)).closing).toBeNull()
  })
})
