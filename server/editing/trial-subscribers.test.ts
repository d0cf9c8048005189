/** Subscribers for trying on a real database: their tariff, the ledger, and their end. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAccounts } from '#server/accounts/accounts.ts'
import { checkLedger, ledgerPostings, openBilling } from '#server/billing/billing.ts'
import { importChannelsAsChange } from '#server/imports/imports.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import {
  type NewTrial,
  type TrialDeps,
  createFirstTariff,
  listTrials,
  makeTrial,
  removeTrial,
  trialTariffs,
} from './editing.ts'

const clock = manualClock(Date.UTC(2026, 0, 15, 12))
const dayMs = 86_400_000
const byStaff = { actor: 'system' } as const
const any: NewTrial = { phone: null, abonement: undefined, name: '', tariffId: undefined }
let database: TestDatabase
let deps: TrialDeps & {
  readonly accounts: ReturnType<typeof openAccounts>
  readonly billing: ReturnType<typeof openBilling>
}

beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  const secrets = { passwordPepper: 'p'.repeat(43) }
  deps = {
    ...{ db, random: systemRandom, secrets, billing: openBilling({ db, clock }) },
    accounts: openAccounts({
      ...{ db, clock, random: systemRandom, pepper: secrets.passwordPepper, supportPhone: '1000' },
    }),
  }
})
afterAll(() => database.drop())

async function made(trial: Partial<NewTrial>) {
  const outcome = await makeTrial(deps, { ...any, ...trial }, byStaff)
  if (outcome.kind !== 'made') throw new Error(outcome.kind)
  return outcome
}

async function postingsOf(abonement: string) {
  const all = []
  for await (const one of ledgerPostings(database.db, { fromMs: 0, untilMs: clock.nowMs() + dayMs }))
    if (one.abonement === abonement) all.push([one.debit, one.credit, one.amountTiyin])
  return all
}

it('[STAFF-06] a subscriber for trying needs a tariff that opens something', async () => {
  expect(await makeTrial(deps, any, byStaff)).toEqual({ kind: 'no_tariff' })
  expect(await deps.accounts.testAccounts(10)).toEqual([])
})

it('[STAFF-06] [SUB-01] gets the cheapest tariff, paid from an account of its own, not renewed, no customer', async () => {
  const bytes = Buffer.from('#EXTM3U\n#EXTINF:-1 tvg-id="one" tvg-chno="1",One\nhttp://tv.example/1.ts\n')
  await importChannelsAsChange(database.db, { name: 'list.m3u', bytes, record: false, nowMs: 0 })
  await createFirstTariff(database.db, { nameRu: 'Всё', nameUz: 'Hammasi', price: 39_000 }, clock.nowMs())
  deps.billing.forgetTariffs()
  expect((await trialTariffs(deps)).map(({ tariffId, costTiyin }) => [tariffId, costTiyin])).toEqual([
    [1, 3_900_000],
  ])
  const trial = await made({ name: 'Sinov' })
  expect(trial).toMatchObject({ creditTiyin: 3_900_000, paidUntilMs: clock.nowMs() + 30 * dayMs })
  expect(await postingsOf(trial.abonement)).toEqual([
    ['trials', 'subscriber', 3_900_000],
    ['subscriber', 'revenue', 3_900_000],
  ])
  const { balanceTiyin, subscriptions } = await deps.billing.accountStanding(trial.accountId)
  expect(balanceTiyin).toBe(0)
  expect(subscriptions).toMatchObject([{ tariffId: 1, state: 'active', autoRenew: false }])
  expect(await deps.accounts.checkOwnPassword(trial.accountId, trial.password, '203.0.113.1')).toMatchObject({
    kind: 'right',
  })
  expect((await deps.accounts.testAccounts(10)).map(({ name }) => name)).toEqual(['Sinov'])
  expect(await checkLedger(database.db)).toMatchObject({ kind: 'whole' })
})

it('[STAFF-06] names its own phone, and refuses one that is taken or a tariff that is gone', async () => {
  const own = await made({ phone: '+998901234567' })
  expect(own.phone).toBe('+998901234567')
  expect(await makeTrial(deps, { ...any, phone: '+998901234567' }, byStaff)).toEqual({ kind: 'phone_taken' })
  expect(await makeTrial(deps, { ...any, tariffId: 77 }, byStaff)).toEqual({ kind: 'tariff_gone' })
})

it('[STAFF-06] is closed for good, with what is left paid back; a customer is never closed so', async () => {
  const trial = await made({})
  const money = { kind: 'adjustment', against: 'trials', accountId: trial.accountId } as const
  await deps.billing.moveMoney({ ...money, reference: 'more', amountTiyin: 500 })
  expect(await removeTrial(deps, trial.accountId, byStaff)).toMatchObject({ abonement: trial.abonement })
  expect((await deps.accounts.accountOf(trial.accountId))?.state).toBe('deactivated')
  expect((await deps.billing.accountStanding(trial.accountId)).balanceTiyin).toBe(0)
  expect(await removeTrial(deps, trial.accountId, byStaff)).toBeUndefined()
  expect((await listTrials(deps)).map(({ accountId }) => accountId)).not.toContain(trial.accountId)
  const customer = await deps.accounts.addAccount(
    { phone: '+998907654321', abonement: '55555555', name: '', password: trial.password },
    byStaff,
  )
  if (customer.kind !== 'added') throw new Error(customer.kind)
  expect(await removeTrial(deps, customer.accountId, byStaff)).toBeUndefined()
  expect((await deps.accounts.accountOf(customer.accountId))?.state).toBe('active')
  expect(await checkLedger(database.db)).toMatchObject({ kind: 'whole' })
})

it('[STAFF-06] there are only so many', async () => {
  const open = (await deps.accounts.testAccounts(100)).length
  for (let at = open; at < 20; at += 1) await made({})
  expect(await makeTrial(deps, any, byStaff)).toEqual({ kind: 'too_many', max: 20 })
})
