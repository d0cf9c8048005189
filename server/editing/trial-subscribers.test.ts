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
  trialNumber,
  trialTariffs,
} from './editing.ts'

const clock = manualClock(Date.UTC(2026, 0, 15, 12))
const dayMs = 86_400_000
const byStaff = { actor: 'system' } as const
const any: NewTrial = { abonement: undefined, name: '', tariffId: undefined }
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

async function ledgerEntries(): Promise<number> {
  const checked = await checkLedger(database.db)
  if (checked.kind !== 'whole') throw new Error(checked.what)
  return checked.entries
}

it('[STAFF-06] a subscriber for trying needs a tariff that opens something', async () => {
  expect(await makeTrial(deps, any, byStaff)).toEqual({ kind: 'no_tariff' })
  expect(await deps.accounts.testAccounts()).toEqual([])
})

it('[STAFF-06] [SUB-01] gets the cheapest tariff, paid from an account of its own, not renewed, no revenue', async () => {
  const bytes = Buffer.from('#EXTM3U\n#EXTINF:-1 tvg-id="one" tvg-chno="1",One\nhttp://tv.example/1.ts\n')
  await importChannelsAsChange(database.db, { name: 'list.m3u', bytes, record: false, nowMs: 0 })
  await createFirstTariff(
    database.db,
    { nameRu: 'Всё', nameUz: 'Hammasi', price: 39_000 },
    { by: undefined, nowMs: clock.nowMs() },
    async () => undefined,
  )
  deps.billing.forgetTariffs()
  expect((await trialTariffs(deps)).map(({ tariffId, costTiyin }) => [tariffId, costTiyin])).toEqual([
    [1, 3_900_000],
  ])
  const trial = await made({ name: 'Sinov' })
  expect(trial).toMatchObject({ creditTiyin: 3_900_000, paidUntilMs: clock.nowMs() + 30 * dayMs })
  expect(await postingsOf(trial.abonement)).toEqual([
    ['trials', 'subscriber', 3_900_000],
    ['subscriber', 'trials', 3_900_000],
  ])
  const { balanceTiyin, subscriptions } = await deps.billing.accountStanding(trial.accountId)
  expect(balanceTiyin).toBe(0)
  expect(subscriptions).toMatchObject([{ tariffId: 1, state: 'active', autoRenew: false }])
  expect(await deps.accounts.checkOwnPassword(trial.accountId, trial.password, '203.0.113.1')).toMatchObject({
    kind: 'right',
  })
  expect((await deps.accounts.testAccounts()).map(({ name }) => name)).toEqual(['Sinov'])
  expect(await checkLedger(database.db)).toMatchObject({ kind: 'whole' })
})

it('[STAFF-06] has the number that was entered, never a phone, and refuses a taken one or a tariff that is gone', async () => {
  const own = await made({ abonement: '66666666' })
  expect(await deps.accounts.accountOf(own.accountId)).toMatchObject({ abonement: '66666666', phone: null })
  expect(await makeTrial(deps, { ...any, abonement: '66666666' }, byStaff)).toEqual({
    kind: 'abonement_taken',
  })
  expect(await makeTrial(deps, { ...any, tariffId: 77 }, byStaff)).toEqual({ kind: 'tariff_gone' })
  const written = ['66 66-66 67', '+998 90 123-45-67', '901234567', '998901234567', '12', 'abc', '']
  expect(written.map((one) => trialNumber(one))).toEqual([
    '66666667',
    ...[undefined, undefined, undefined, undefined, undefined, undefined],
  ])
})

it('[STAFF-06] is made in whole or not at all', async () => {
  const before = (await deps.accounts.testAccounts()).length
  const broken: TrialDeps = {
    ...deps,
    billing: {
      ...deps.billing,
      openTrial: async (trx, trial) => {
        await deps.billing.openTrial(trx, trial)
        throw new Error('the tariff cannot be connected')
      },
    },
  }
  await expect(makeTrial(broken, { ...any, abonement: '66660000' }, byStaff)).rejects.toThrow('cannot be')
  expect(await deps.accounts.findByName('66660000')).toEqual([])
  expect((await deps.accounts.testAccounts()).length).toBe(before)
  await made({ abonement: '66660000' })
  expect(await checkLedger(database.db)).toMatchObject({ kind: 'whole' })
})

it('[STAFF-06] is closed for good, with what is left paid back; a customer is never closed so', async () => {
  const trial = await made({})
  const money = { kind: 'adjustment', accountId: trial.accountId } as const
  await deps.billing.moveMoney({ ...money, against: 'trials', reference: 'more', amountTiyin: 500 })
  await deps.billing.moveMoney({ ...money, against: 'adjustments', reference: 'other', amountTiyin: 70 })
  expect(await removeTrial(deps, trial.accountId, byStaff)).toMatchObject({
    kind: 'removed',
    trial: { abonement: trial.abonement },
  })
  expect((await deps.accounts.accountOf(trial.accountId))?.state).toBe('deactivated')
  expect((await deps.billing.accountStanding(trial.accountId)).balanceTiyin).toBe(70)
  expect(await removeTrial(deps, trial.accountId, byStaff)).toEqual({ kind: 'not_found' })
  expect((await listTrials(deps)).map(({ accountId }) => accountId)).not.toContain(trial.accountId)
  const customer = await deps.accounts.addAccount(
    { phone: '+998907654321', abonement: '55555555', name: '', password: trial.password },
    byStaff,
  )
  if (customer.kind !== 'added') throw new Error(customer.kind)
  expect(await removeTrial(deps, customer.accountId, byStaff)).toEqual({ kind: 'not_found' })
  expect((await deps.accounts.accountOf(customer.accountId))?.state).toBe('active')
  expect(await checkLedger(database.db)).toMatchObject({ kind: 'whole' })
})

it('[STAFF-06] is removed again after somebody activated it, with other money', async () => {
  const trial = await made({})
  const money = { kind: 'adjustment', against: 'trials', accountId: trial.accountId } as const
  for (const amountTiyin of [500, 700, 700]) {
    await deps.accounts.setState(trial.accountId, 'active')
    const reference = `again:${await ledgerEntries()}`
    await deps.billing.moveMoney({ ...money, reference, amountTiyin })
    expect(await removeTrial(deps, trial.accountId, byStaff)).toMatchObject({ kind: 'removed' })
    expect((await deps.billing.accountStanding(trial.accountId)).balanceTiyin).toBe(0)
  }
})

it('[STAFF-06] releases its phone, so that its owner can register', async () => {
  const phone = '+998901234567'
  const trial = await made({})
  expect(await deps.accounts.givePhone(trial.accountId, phone)).toBe('given')
  await removeTrial(deps, trial.accountId, byStaff)
  expect(await deps.accounts.findByPhone(phone)).toBeUndefined()
})

it('[STAFF-06] that has paid is not removed, and its money stays', async () => {
  const trial = await made({})
  const money = { kind: 'top_up', against: 'payments', accountId: trial.accountId } as const
  await deps.billing.moveMoney({ ...money, reference: 'real', amountTiyin: 1_000_000 })
  expect(await removeTrial(deps, trial.accountId, byStaff)).toMatchObject({
    kind: 'paid',
    paidTiyin: 1_000_000,
  })
  expect((await deps.accounts.accountOf(trial.accountId))?.state).toBe('active')
  expect((await deps.billing.accountStanding(trial.accountId)).balanceTiyin).toBe(1_000_000)
  await deps.billing.reverse({ reference: 'real:back', of: 'real' })
  expect(await removeTrial(deps, trial.accountId, byStaff)).toMatchObject({ kind: 'removed' })
})

it('[STAFF-06] whose number is imported later is a customer, whose money nobody takes', async () => {
  const trial = await made({ abonement: '77777777' })
  await removeTrial(deps, trial.accountId, byStaff)
  const customer = { abonement: '77777777', phone: '+998907777777', name: 'Mijoz', password: 'Oqtosh-2026' }
  expect(await deps.accounts.upsertAccount(customer)).toEqual({
    ...{ accountId: trial.accountId },
    outcome: 'changed',
  })
  expect(await deps.accounts.upsertAccount(customer)).toMatchObject({ outcome: 'kept' })
  const money = { kind: 'top_up', against: 'payments', accountId: trial.accountId } as const
  await deps.billing.moveMoney({ ...money, reference: 'import', amountTiyin: 1_000_000 })
  expect((await listTrials(deps)).map(({ abonement }) => abonement)).not.toContain('77777777')
  expect(await removeTrial(deps, trial.accountId, byStaff)).toEqual({ kind: 'not_found' })
  expect(await deps.accounts.accountOf(trial.accountId)).toMatchObject({
    state: 'active',
    phone: '+998907777777',
  })
  expect((await deps.billing.accountStanding(trial.accountId)).balanceTiyin).toBe(1_000_000)
  expect(await checkLedger(database.db)).toMatchObject({ kind: 'whole' })
})

it('[STAFF-06] there are only so many, also when they are made at once, and the oldest can be removed', async () => {
  const outcomes = await Promise.all(Array.from({ length: 30 }, () => makeTrial(deps, any, byStaff)))
  expect((await listTrials(deps)).length).toBe(20)
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['made', 'too_many']))
  expect(await makeTrial(deps, any, byStaff)).toEqual({ kind: 'too_many', max: 20 })
  const [removed] = await listTrials(deps)
  await removeTrial(deps, removed?.accountId ?? 0, byStaff)
  await made({})
  // Activated again it is one more than may be made: listed, and removed like the others.
  await deps.accounts.setState(removed?.accountId ?? 0, 'active')
  const listed = await listTrials(deps)
  expect(listed.length).toBe(21)
  expect(await removeTrial(deps, listed.at(-1)?.accountId ?? 0, byStaff)).toMatchObject({ kind: 'removed' })
  expect(await checkLedger(database.db)).toMatchObject({ kind: 'whole' })
})
