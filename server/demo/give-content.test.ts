/** What a start adds to the demo, on a real database: once, and never over changes of an operator or a viewer. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoAccounts, familyPin, familyProfiles } from '#db/demo/accounts.ts'
import { demoBanners } from '#db/demo/banners.ts'
import { demoCinemas } from '#db/demo/cinemas.ts'
import { demoChannels } from '#db/demo/channels.ts'
import { demoNews } from '#db/demo/news.ts'
import { demoProviders } from '#db/demo/catalogue/providers.ts'
import { openAccounts } from '#server/accounts/accounts.ts'
import { openBilling } from '#server/billing/billing.ts'
import { publishCinemas } from '#server/cinemas/cinemas.ts'
import { openPictures } from '#server/pictures/pictures.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { openProfiles, profilesToStaff } from '#server/profiles/profiles.ts'
import { publishChannels } from '#server/television/television.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { accountLines, giveAccounts } from './give-accounts.ts'
import { giveCinemas } from './give-cinemas.ts'
import { giveNotices } from './give-notices.ts'

const database = await createTestDatabase()
const { db } = database
const clock = manualClock(Date.UTC(2026, 10, 20, 9))
const accounts = openAccounts({ db, clock, random: systemRandom, pepper: 'pepper', supportPhone: '1000' })
const billing = openBilling({ db, clock })
const profiles = openProfiles({
  ...{ db, clock, random: systemRandom, pepper: 'pepper', accounts, forgets: [] },
  audit: { record: async () => undefined, recordIn: async () => undefined },
})
const context = { clock, database, jobDatabase: database, dropCachedResponses: () => undefined }
const modules = { accounts, billing, profiles }

let imagesDir: string
beforeAll(async () => {
  // Providers that tariffs refer to must exist first.
  for (const { id, name } of demoProviders)
    await db
      .insertInto('provider')
      .values({ id, name })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await publishChannels(
    db,
    demoChannels().map(({ cid }) => buildChannel(`demo:${cid}`, { cid })),
    clock.nowMs(),
  )
  imagesDir = await mkdtemp(join(tmpdir(), 'ekran-demo-'))
})
afterAll(async () => {
  await database.drop()
  await rm(imagesDir, { recursive: true })
})

async function count(
  table: 'news_item' | 'banner' | 'notification' | 'cinema' | 'promotion' | 'information_page',
) {
  const row = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<string>().as('rows'))
    .executeTakeFirstOrThrow()
  return Number(row.rows)
}

describe('the accounts of the demo', () => {
  it('have their money and tariffs, and the suspended one is suspended', async () => {
    const ids = await giveAccounts(context, modules)
    for (const { kind, balance, tariffIds, abonement } of demoAccounts()) {
      const accountId = ids.get(kind) ?? 0
      const standing = await billing.accountStanding(accountId)
      expect(standing.balanceTiyin, abonement).toBe(balance * 100)
      const subscriptions = await db
        .selectFrom('subscription')
        .select(['tariff_id', 'state'])
        .where('account_id', '=', accountId)
        .orderBy('tariff_id')
        .execute()
      expect(subscriptions).toEqual(
        tariffIds.map((tariff_id) => ({
          tariff_id,
          state: kind === 'suspended' ? 'suspended' : 'active',
        })),
      )
    }
  })

  it('[FAIR-01] have paid for their tariffs: a dearer one credits what is left of it', async () => {
    const accountId = (await giveAccounts(context, modules)).get('subscribed') ?? 0
    const dearest = [...(await billing.tariffs()).values()]
      .filter(({ isBase }) => isBase)
      .toSorted((one, other) => other.priceTiyin - one.priceTiyin)[0]
    const items = [{ tariffId: dearest?.tariffId ?? 0 }]
    const { plan } = await billing.costOf({ accountId, items, replacesBase: true })
    if (plan.kind === 'refused') throw new Error(plan.failure)
    expect(plan.left.creditTiyin).toBeGreaterThan(0)
    expect(plan.costTiyin).toBeLessThan(dearest?.priceTiyin ?? 0)
  })

  it('get nothing a second time at the next start', async () => {
    const [before, promotions] = [await giveAccounts(context, modules), await count('promotion')]
    clock.advanceMs(3_600_000)
    expect(await giveAccounts(context, modules)).toEqual(before)
    for (const { kind, balance } of demoAccounts())
      expect((await billing.accountStanding(before.get(kind) ?? 0)).balanceTiyin).toBe(balance * 100)
    expect(await count('promotion')).toBe(promotions)
  })

  it('do not change a tariff that the operator changed', async () => {
    const [tariff] = [...(await billing.tariffs()).values()]
    if (tariff === undefined) throw new Error('the demo has no tariff')
    await billing.putTariff({ ...tariff, priceTiyin: 1_234_500 })
    await giveAccounts(context, modules)
    expect((await billing.tariffs()).get(tariff.tariffId)?.priceTiyin).toBe(1_234_500)
  })

  it('[PROF-01] the family has its profiles and PIN, and keeps what somebody changed of them', async () => {
    const accountId = (await giveAccounts(context, modules)).get('family') ?? 0
    const own = async () => (await profiles.list(accountId)).map(({ name, isChild }) => ({ name, isChild }))
    const profilesOfFamily = familyProfiles().map(({ name, isChild }) => ({ name, isChild }))
    expect(await own()).toEqual(profilesOfFamily)
    expect((await profilesToStaff(db, accountId)).pin.pinHash).not.toBeNull()
    expect(await profiles.list(accountId)).toMatchObject([
      { no: 0, ageLimit: 18 },
      { ageLimit: 6, hoursFrom: 420, hoursTo: 1260, minutesPerDay: 120, minutesLeft: 120 },
    ])
    await db.updateTable('profile').set({ name: 'Ota' }).where('profile_no', '=', 0).execute()
    await giveAccounts(context, modules)
    expect((await own())[0]?.name).toBe('Ota')
    expect(await own()).toHaveLength(profilesOfFamily.length)
  })

  it('are printed with their login data', () => {
    const [, ...lines] = accountLines()
    expect(lines).toHaveLength(demoAccounts().length)
    for (const [index, { phone, abonement, password }] of demoAccounts().entries())
      for (const word of [phone, abonement, password]) expect(lines[index]).toContain(word)
    expect(lines.join('\n')).toContain(`PIN ${familyPin}`)
  })
})

describe('the news, banners and cinemas of the demo', () => {
  it('exist once, with their pictures, however often it starts', async () => {
    const pictures = await openPictures({ dir: imagesDir, log: silentLog })
    const ids = await giveAccounts(context, modules)
    const params = await giveNotices(context, { pictures }, ids)
    const withPicture = demoBanners().filter(({ svg }) => svg !== null).length
    expect(params).toHaveLength(withPicture + demoNews(clock.nowMs()).length)
    const notifications = await count('notification')
    expect(notifications).toBeGreaterThan(0)
    expect(await giveNotices(context, { pictures }, ids)).toEqual(params)
    expect(await count('banner')).toBe(demoBanners().length)
    expect(await count('news_item')).toBe(demoNews(clock.nowMs()).length)
    expect(await count('notification')).toBe(notifications)
    expect(await count('information_page')).toBe(1)
  })

  it('are not added over an operator’s cinemas', async () => {
    const pictures = await openPictures({ dir: imagesDir, log: silentLog })
    await giveCinemas(context, { pictures })
    expect(await count('cinema')).toBe(demoCinemas(clock.nowMs()).length)
    const [first] = demoCinemas(clock.nowMs())
    if (first === undefined) throw new Error('the demo has no cinema')
    const { svg: _, ...own } = first
    await publishCinemas(db, [{ ...own, key: 'own', image: null, showings: [] }])
    await giveCinemas(context, { pictures })
    expect(await db.selectFrom('cinema').select('key').execute()).toEqual([{ key: 'own' }])
  })
})
