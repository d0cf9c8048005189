import { describe, expect, it } from 'vitest'
import { excludedTariffIds, publicTariffId } from '#contract/form/constants.ts'
import { matchPage } from '#contract/form/pages.ts'
import { demoAccounts } from './accounts.ts'
import { demoBanners } from './banners.ts'
import { demoChannels } from './channels.ts'
import { shows } from './guide/shows.ts'
import { demoNews } from './news.ts'
import { demoNotifications } from './notifications.ts'
import { demoProviders } from './catalogue/providers.ts'
import { demoOffers, demoTariffs } from './tariffs.ts'
import { demoTitles } from './catalogue/titles.ts'

const atMs = Date.UTC(2026, 5, 15, 2, 30)

/** Letters of the other alphabet, and marks that only look like ʻ and ʼ. */
const notUzbek = /[\u0400-\u04ff]|['`‘’]|[^OoGg]ʻ|[OoGg]ʼ/u
const notRussian = /['`‘’]/u

interface Pair {
  readonly ru: string
  readonly uz: string
}

function expectBoth(...pairs: readonly Pair[]): void {
  for (const { ru, uz } of pairs) {
    expect(ru).not.toBe('')
    expect(uz).not.toBe('')
    expect(uz).not.toMatch(notUzbek)
    expect(ru).not.toMatch(notRussian)
  }
}

describe("the demo's messages to viewers", () => {
  it('[NEWS-01] include nine news items in both languages, none in the future, each with paragraphs and a picture', () => {
    const news = demoNews(atMs)
    expect(news).toHaveLength(9)
    expect(new Set(news.map((one) => one.id)).size).toBe(9)
    expect(new Set(news.map((one) => one.publishedAtMs)).size).toBe(9)
    for (const one of news) {
      expectBoth(one.title, one.lead, one.body)
      const [ru, uz] = [one.body.ru.split('\n\n'), one.body.uz.split('\n\n')]
      expect(ru.length).toBeGreaterThanOrEqual(3)
      expect(ru.length).toBeLessThanOrEqual(5)
      expect(uz).toHaveLength(ru.length)
      expect(one.body.ru).toMatch(/\p{Script=Cyrillic}/u)
      expect(one.publishedAtMs).toBeLessThan(atMs)
      expect(one.svg()).toContain('viewBox="0 0 1600 900"')
    }
  })

  it('[NOTIF-01] include notifications for everybody and for each account, in the past', () => {
    const notifications = demoNotifications(atMs)
    // More than a page of those for everybody.
    expect(notifications.filter((one) => one.account === null).length).toBeGreaterThan(10)
    for (const one of notifications) {
      expectBoth(one.title, one.body)
      expect(one.createdAtMs).toBeLessThan(atMs)
    }
    const kinds = demoAccounts().map((one) => one.kind)
    expect(new Set(notifications.map((one) => one.account))).toEqual(new Set([null, ...kinds]))
  })

  it('[HOME-01] include banners that link to existing pages, channels and titles', () => {
    const all = demoBanners()
    expect(all.map((one) => one.place)).toEqual([...Array(5).fill('home'), 'top', 'promo'])
    const ids = { movie: demoTitles().map((one) => one.vid), channel: demoChannels().map((one) => one.cid) }
    for (const one of all) {
      expectBoth(one.title, one.text, one.button)
      if (one.place === 'top') expect(one.svg).toBeNull()
      else expect(one.svg?.()).toContain('viewBox="0 0 1600 700"')
      const page = matchPage(one.href)
      expect(page, one.href).not.toBeNull()
      if (page?.name === 'movie' || page?.name === 'channel')
        expect(ids[page.name]).toContain(Number(page.params['id']))
    }
    const home = all.filter((one) => one.place === 'home')
    expect(new Set(home.map((one) => matchPage(one.href)?.name))).toEqual(
      new Set(['movie', 'tv', 'kids', 'channel']),
    )
  })

  it('[NEWS-01] put only existing names of the service in quotes', () => {
    const names = [
      ...demoTitles().map((one) => one.name_uz),
      ...demoTitles()
        .flatMap((one) => one.seasons.flatMap((season) => season.episodes))
        .map((one) => one.name_uz),
      ...demoChannels().map((one) => one.name_uz),
      ...demoTariffs().map((one) => one.name.uz),
      ...demoProviders.map((one) => one.name),
      ...Object.values(shows).flatMap((list) => list.map((one) => one.uz)),
      // A button and a badge of the site.
      'Efirga qaytish',
      'Bepul',
    ]
    // Uzbek endings are outside the quotes, Russian ones change the name itself.
    const texts = [
      ...demoNews(atMs).flatMap((one) => [one.title.uz, one.lead.uz, one.body.uz]),
      ...demoNotifications(atMs).flatMap((one) => [one.title.uz, one.body.uz]),
      ...demoBanners().flatMap((one) => [one.title.uz, one.text.uz]),
    ]
    const quoted = texts.flatMap((text) =>
      Array.from(text.matchAll(/«([^»]+)»/gu), (match) => match[1] ?? ''),
    )
    expect(quoted.length).toBeGreaterThan(20)
    expect(quoted.filter((one) => !names.some((name) => name.includes(one)))).toEqual([])
  })
})

describe('the tariffs of the demo', () => {
  const tariffs = demoTariffs()
  const byId = new Map(tariffs.map((one) => [one.tariffId, one]))

  it('[TARIFF-01] have names in three languages and prices, and one of them is recommended', () => {
    for (const one of tariffs) {
      expect(one.name.en).not.toBe('')
      expectBoth(one.name, ...one.periods.flatMap((period) => [period.name, period.period]))
      if (!one.isOffered) continue
      expect(one.priceTiyin).toBeGreaterThanOrEqual(1_900_000)
      expect(one.priceTiyin).toBeLessThanOrEqual(5_900_000)
      if (one.periods.length === 0) continue
      expect(one.periods[0]?.priceTiyin).toBe(one.priceTiyin)
      const [month, quarter] = one.periods
      expect(quarter?.priceTiyin).toBeLessThan(3 * (month?.priceTiyin ?? 0))
    }
    expect(tariffs.filter((one) => one.isRecommended)).toHaveLength(1)
    const unperiodic = tariffs.filter((one) => one.isOffered && one.periods.length === 0)
    expect(unperiodic).toMatchObject([{ remoteTariffId: expect.any(Number) }])
    const periodIds = tariffs.flatMap((one) => one.periods.map((period) => period.id))
    expect(new Set(periodIds).size).toBe(periodIds.length)
  })

  it('[PROMO-02] [PROMO-03] are offered once for ten free days and once for 1000 sums, both with all channels', () => {
    const [free, cheap] = demoOffers()
    expect(free).toMatchObject({ kind: 'free_days', connects: { days: 10, priceTiyin: 0 } })
    expect(cheap).toMatchObject({ kind: 'one_sum', connects: { priceTiyin: 100_000 } })
    for (const { name, connects } of demoOffers()) {
      expectBoth(name)
      expect(byId.get(connects.tariffId)?.channelIds.size).toBe(demoChannels().length)
    }
  })

  it('[TARIFF-02] include existing channels and providers, and each of those is in at least one tariff', () => {
    const cids = new Set(demoChannels().map((one) => one.cid))
    const providers = new Set(demoProviders.map((one) => one.id))
    const offered = tariffs.filter((one) => one.isOffered)
    expect(new Set(offered.flatMap((one) => [...one.channelIds]))).toEqual(cids)
    expect(new Set(offered.flatMap((one) => [...one.providerIds]))).toEqual(providers)
    const open = byId.get(publicTariffId)
    expect(open?.isOffered).toBe(false)
    expect(open?.channelIds).toEqual(cids)
  })

  it('[TARIFF-03] do not use the excluded ids', () => {
    expect(byId.size).toBe(tariffs.length)
    expect(excludedTariffIds.filter((id) => byId.has(id))).toEqual([])
  })

  it('match the accounts: at most one base tariff each, and too little money only where suspended', () => {
    for (const account of demoAccounts()) {
      const own = account.tariffIds.map((id) => byId.get(id))
      expect(own).not.toContain(undefined)
      expect(own.filter((one) => one?.isBase).length).toBe(own.length === 0 ? 0 : 1)
      const monthTiyin = own.reduce((sum, one) => sum + (one?.priceTiyin ?? 0), 0)
      expect(account.balance * 100 < monthTiyin).toBe(account.kind === 'suspended')
    }
  })
})
