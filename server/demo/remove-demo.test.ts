/** The demo is removed from a service that has content of its own; on a real database. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoAccounts } from '#db/demo/accounts.ts'
import { demoBanners } from '#db/demo/banners.ts'
import { demoChannels } from '#db/demo/channels.ts'
import { demoCinemas } from '#db/demo/cinemas.ts'
import { demoNews } from '#db/demo/news.ts'
import { demoProviders } from '#db/demo/catalogue/providers.ts'
import { openAccounts } from '#server/accounts/accounts.ts'
import { openBilling } from '#server/billing/billing.ts'
import { publishCollections, publishTitles } from '#server/catalogue/catalogue.ts'
import { countDemo, removeDemo, undoContent } from '#server/editing/editing.ts'
import { openPictures } from '#server/pictures/pictures.ts'
import { openProfiles } from '#server/profiles/profiles.ts'
import { isDemoRemoved, noteDemoContent } from '#server/platform/installation/demo-content.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { listStaffBanners, listStaffNews, listStaffPages, saveBanner } from '#server/site/site.ts'
import { loadChannels, publishChannels } from '#server/television/television.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { buildFilm } from '#tests/kit/builders/film.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { contentOfDemo } from './content-of-demo.ts'
import { giveAccounts } from './give-accounts.ts'
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
const deps = { db, accounts }
const who = { by: undefined, nowMs: clock.nowMs() }
const ownAccount = { abonement: '20003000', phone: '+998901112233', name: 'Own', password: 'own-password' }

let imagesDir: string
beforeAll(async () => {
  imagesDir = await mkdtemp(join(tmpdir(), 'ekran-demo-removed-'))
  for (const { id, name } of demoProviders)
    await db
      .insertInto('provider')
      .values({ id, name })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const nowMs = clock.nowMs()
  await publishChannels(
    db,
    [
      ...demoChannels().map(({ cid }) => buildChannel(`demo:${cid}`, { cid })),
      buildChannel('own', { cid: 9001 }),
    ],
    nowMs,
  )
  await publishTitles(db, [buildFilm('demo:1'), buildFilm('demo:2'), buildFilm('own')], nowMs)
  const words = { ru: 'Подборка', uz: 'Toʻplam' }
  await publishCollections(db, [
    { key: 'demo:1', place: 1, name: words, description: words, titleKeys: ['demo:1'] },
    { key: 'own', place: 2, name: words, description: words, titleKeys: ['own'] },
  ])
  const pictures = await openPictures({ dir: imagesDir, log: silentLog })
  await giveNotices(context, { pictures }, await giveAccounts(context, { accounts, billing, profiles }))
  await giveCinemas(context, { pictures })
  await noteDemoContent(db, contentOfDemo(nowMs))
  await accounts.upsertAccount(ownAccount)
  const words2 = { ru: 'Свой', uz: 'Oʻz' }
  const place = { place: 'home', picture: '', href: '/tv', shownFromMs: null, shownUntilMs: null } as const
  const fields = { ...place, title: words2, text: words2, button: words2 }
  await saveBanner(db, { id: null, version: 0, fields }, who)
})
afterAll(async () => {
  await database.drop()
  await rm(imagesDir, { recursive: true })
})

const channelKeys = async () => (await loadChannels(db)).map(({ key }) => key)
const titleKeys = async () => {
  const rows = await db.selectFrom('title').select('key').where('deleted_at', 'is', null).execute()
  return rows.map(({ key }) => key)
}

it('[STAFF-04] the demo is removed with one act, what is the operator’s own stays, and content can be taken back', async () => {
  const counts = {
    ...{ channels: demoChannels().length, titles: 2, collections: 1, accounts: demoAccounts().length },
    others: demoBanners().length + demoNews(clock.nowMs()).length + 1 + demoCinemas(clock.nowMs()).length,
  }
  expect(await countDemo(deps, clock.nowMs())).toEqual(counts)
  const removed = await removeDemo(deps, who)
  expect(removed).toMatchObject(counts)
  expect(await isDemoRemoved(db)).toBe(true)
  expect(await countDemo(deps, clock.nowMs())).toBeNull()

  expect(await channelKeys()).toEqual(['own'])
  expect(await titleKeys()).toEqual(['own'])
  expect((await listStaffBanners(db, clock.nowMs())).map(({ title }) => title.ru)).toEqual(['Свой'])
  expect(await listStaffNews(db, clock.nowMs())).toEqual([])
  expect((await listStaffPages(db)).filter(({ isBuiltIn }) => !isBuiltIn)).toEqual([])
  expect(await db.selectFrom('cinema').select('key').execute()).toEqual([])
  for (const { abonement } of demoAccounts())
    expect(await accounts.findByName(abonement)).toMatchObject([{ state: 'deactivated' }])
  expect(await accounts.findByName(ownAccount.abonement)).toMatchObject([{ state: 'active' }])
  const codes = await db.selectFrom('promotion').select('valid_to').where('code', 'is not', null).execute()
  expect(codes.map(({ valid_to: end }) => end.getTime() <= clock.nowMs())).toEqual([true])

  for (const changeId of removed.changeIds) await undoContent(db, changeId, who)
  expect(await channelKeys()).toHaveLength(demoChannels().length + 1)
  expect((await titleKeys()).toSorted()).toEqual(['demo:1', 'demo:2', 'own'])
})

it('[STAFF-04] a removal that broke off is finished by the next one', async () => {
  expect((await removeDemo(deps, who)).channels).toBe(demoChannels().length)
  expect(await removeDemo(deps, who)).toMatchObject({ channels: 0, titles: 0, accounts: 0, changeIds: [] })
  expect(await channelKeys()).toEqual(['own'])
})
