/** Prices from a date on, taken back and set again in any order. */
import * as fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { changePrice, openBilling } from '#server/billing/billing.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { undoContent } from './editing.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const hourMs = 3_600_000
const firstTiyin = 2_500_000
const billing = openBilling({ db, clock: manualClock(0) })

async function priceNow() {
  const row = await db
    .selectFrom('tariff')
    .select('price_tiyin')
    .where('tariff_id', '=', 57)
    .executeTakeFirst()
  return row?.price_tiyin
}

async function startAfresh() {
  for (const table of ['change_entry', 'change_set', 'tariff'] as const) await db.deleteFrom(table).execute()
  await billing.putTariff(buildTariff(57, { isBase: true, priceTiyin: firstTiyin, periods: [] }))
}

it('[FIN-01] after any undos and repetitions, a tariff has the last of the prices that remain', async () => {
  const price = fc.integer({ min: 1, max: 4 }).map((thousands) => thousands * 100_000)
  await fc.assert(
    fc.asyncProperty(
      fc.array(price, { minLength: 1, maxLength: 5 }),
      fc.array(fc.nat(4), { minLength: 1, maxLength: 10 }),
      async (prices, picks) => {
        await startAfresh()
        const set: { readonly tiyin: number; changeId: number; isSet: boolean }[] = []
        for (const [at, tiyin] of prices.entries()) {
          const change = {
            tariffId: 57,
            periodDays: 30,
            priceTiyin: tiyin,
            fromMs: undefined,
            payers: 'all',
          } as const
          const done = await changePrice(db, change, {
            ...{ by: undefined, nowMs: (at + 1) * hourMs },
            record: async () => undefined,
          })
          set.push({ tiyin, changeId: done.kind === 'changed' ? done.changeId : 0, isSet: true })
        }
        // Each undo of a set makes another set, whose undo sets the price again.
        for (const [at, pick] of picks.entries()) {
          const one = set[pick % set.length]
          if (one === undefined) continue
          const outcome = await undoContent(db, one.changeId, { by: undefined, nowMs: (at + 10) * hourMs })
          expect(outcome).toMatchObject({ kind: 'undone', undone: 1 })
          if (outcome.kind === 'undone') one.changeId = outcome.changeId ?? 0
          one.isSet = !one.isSet
          const last = set.findLast(({ isSet }) => isSet)
          expect(await priceNow()).toBe(last?.tiyin ?? firstTiyin)
        }
      },
    ),
    {
      numRuns: 15,
      examples: [
        [
          [3_000_000, 3_500_000],
          [0, 1],
        ],
      ],
    },
  )
})
