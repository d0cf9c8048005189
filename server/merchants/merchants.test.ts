/** Each system's published sequence and common network faults, over HTTP on a real database. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSheet } from '#emulators/payment-systems/sheet.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { merchantsFixture, type MerchantsFixture } from '#tests/kit/modules/merchants-module.ts'
import { paymentSystems, playPayments } from '#tests/kit/emulators/payment-drivers.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'

let database: TestDatabase
let fixture: MerchantsFixture
beforeAll(async () => {
  database = await createTestDatabase()
  fixture = await merchantsFixture(database.db, systemClock)
})
afterAll(async () => {
  await fixture.close()
  await database.drop()
})

describe.each(paymentSystems)('%s', (system) => {
  it('[PAY-07] gets the right responses through its whole sequence, and every payment is in the deposit once', async () => {
    const account = await fixture.addAccount()
    const sheet = createSheet()
    const taken = await playPayments(system, sheet, { url: fixture.url, account: account.abonement })
    expect(sheet.checks.filter(({ isRight }) => !isRight)).toEqual([])
    expect(sheet.checks.length).toBeGreaterThan(30)
    expect(taken).toBeGreaterThan(3)
    expect(await fixture.balanceOf(account)).toBe(taken * 500_000)
  }, 120_000)
})

describe('the ledger', () => {
  it('[PAY-07] has one entry for every completed payment, and one more for each that was refunded', async () => {
    const { rows } = await sql<{
      provider: string
      external_id: string
      state: string
      entries: string[] | null
    }>`
      select provider, external_id, state,
             (select array_agg(reference order by reference) from ledger_entry
              where reference in (provider || ':' || external_id, provider || ':' || external_id || ':reversal')) as entries
      from provider_tx`.execute(database.db)
    expect(rows.length).toBeGreaterThan(20)
    for (const { provider, external_id: id, state, entries } of rows) {
      const made = `${provider}:${id}`
      const expected = { paid: [made], refunded: [made, `${made}:reversal`] }[state] ?? null
      expect({ made, entries }).toEqual({ made, entries: expected })
    }
    // No credit of a system exists without a payment.
    const { rows: strays } = await sql<{ reference: string }>`
      select reference from ledger_entry
      where reference ~ '^(payme|click|paynet|uzum):' and not exists (
        select from provider_tx where reference = provider || ':' || external_id
                                    or reference = provider || ':' || external_id || ':reversal')`.execute(
      database.db,
    )
    expect(strays).toEqual([])
  })

  it('keeps payments: none is deleted, and their terms never change', async () => {
    const { db } = database
    await expect(sql`delete from provider_tx`.execute(db)).rejects.toThrow('payments are kept')
    await expect(sql`update provider_tx set amount_tiyin = amount_tiyin + 1`.execute(db)).rejects.toThrow()
    await expect(
      sql`update provider_tx set state = 'reserved', paid_at = null where state = 'paid'`.execute(db),
    ).rejects.toThrow('cannot become so')
  })
})
