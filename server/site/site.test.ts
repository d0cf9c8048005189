import { writeNotification } from '#server/notifications/notifications.ts'
import { siteEndpoints } from '#server/api/site/site.ts'
import { type HeadFacts } from '#server/api/context/head-facts.ts'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type NewBanner, type NewsInput, openService, writeBanner, writeNews, writePageText } from './site.ts'
import { textPath } from '#server/api/site/page-rules.ts'
import type { Language } from '#contract/form/failures.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { ask } from '#tests/kit/modules/call-endpoint.ts'
import { openReleases } from '#server/releases/releases.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { emptyCatalogue } from '#tests/kit/modules/empty-catalogue.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const nowMs = Date.UTC(2026, 0, 15)
const clock = manualClock(nowMs)
const heads = {
  film: (vid: number, language: Language): HeadFacts | undefined =>
    vid === 7
      ? {
          name: language === 'ru' ? 'Белый </script><b>пароход' : 'Oq kema',
          description: 'Длинное описание. '.repeat(30),
          image: '/images/poster/7/1/640.webp',
          kind: 'film',
          year: 1976,
        }
      : undefined,
  channel: (cid: number): HeadFacts | undefined =>
    cid === 5 ? { name: 'Oʻzbekiston', description: 'Kanal', image: null, kind: 'channel' } : undefined,
  person: (aid: number): HeadFacts | undefined =>
    aid === 3 ? { name: 'Хамза Умаров', description: 'Актёр', image: null, kind: 'person' } : undefined,
  collection: (id: number): HeadFacts | undefined =>
    id === 3 ? { name: 'О горах', description: '', image: null, kind: 'collection' } : undefined,
}
const contacts = {
  company: 'ООО «Пример»',
  phone: '71 200-00-00',
  telegram: undefined,
  email: undefined,
  address: undefined,
  hours: undefined,
  apps: { android: undefined, lg: undefined, samsung: undefined },
  site: undefined,
}
const routes = siteEndpoints({
  ...{ db, clock, contacts, contactsOf: () => contacts, heads, releases: openReleases({ db, clock }) },
  service: await openService(db),
  catalogue: emptyCatalogue,
  profileLimits: { mayOpenPage: (href) => href !== '/channel/18' },
})

function titleOf(path: string, language: Language = 'ru') {
  return ask(routes, 'site.title', { path }, { language }) as Promise<unknown> as Promise<{
    title: string
    desc: string
  }>
}

function words(text: string) {
  return { ru: `${text} ru`, uz: `${text} uz` }
}

function news(id: number, publishedAtMs: number): NewsInput {
  return {
    id,
    title: words(`n${id}`),
    lead: words('lead'),
    body: words('body'),
    picture: 'v1',
    publishedAtMs,
  }
}

beforeEach(async () => {
  for (const table of ['page_text', 'banner', 'news_item'] as const) await db.deleteFrom(table).execute()
})

describe('the title of a page', () => {
  const texts = (name: string) => ({
    ru: { title: `${name} ru`, desc: 'о' },
    uz: { title: `${name} uz`, desc: 'haqida' },
  })

  it('[SEO-01] is the operator’s for its full path, falling back to the root path', async () => {
    await writePageText(db, '/', texts('root'))
    await writePageText(db, '/movies', texts('movies'))
    expect(await titleOf('/movies')).toEqual({ title: 'movies ru', desc: 'о' })
    expect(await titleOf('/movies', 'uz')).toEqual({ title: 'movies uz', desc: 'haqida' })
    expect(await titleOf('/movies/?genre=1#top')).toMatchObject({ title: 'movies ru' })
    expect(await titleOf('/collections/4')).toMatchObject({ title: 'root ru' })
    expect(await titleOf('/no/such/page')).toMatchObject({ title: 'root ru' })
    expect(await titleOf('/')).toMatchObject({ title: 'root ru' })
  })

  it('[SEO-01] is the built-in one where no operator wrote one, in the language of the path', async () => {
    expect((await titleOf('/serials')).title).toContain('Сериалы')
    expect((await titleOf('/uz/tv')).title).toContain('Telekanallar')
    expect((await titleOf('/uz')).title).toBe((await titleOf('/', 'uz')).title)
    expect((await titleOf('constructor')).title).toBe((await titleOf('/')).title)
  })

  it('is that of the film or channel of the page', async () => {
    expect((await titleOf('/movie/7', 'uz')).title).toContain('Oq kema (1976)')
    expect((await titleOf('/movie/8')).title).toBe((await titleOf('/')).title)
    expect((await titleOf('/uz/channel/5')).title).toContain('Oʻzbekiston')
    await writePageText(db, '/movie/7', texts('campaign'))
    expect((await titleOf('/movie/7')).title).toBe('campaign ru')
  })

  it('is stored by a path without language, query and closing slash', () => {
    expect(['/', '/uz', '/uz/', '/ru/tv', '/tv/', '/uzb', '/ru?a=1', '//'].map(textPath)).toEqual([
      '/',
      '/',
      '/',
      '/tv',
      '/tv',
      '/uzb',
      '/',
      '/',
    ])
  })
})

describe('banners and news', () => {
  const banner = (id: number, more: Partial<NewBanner> = {}): NewBanner => ({
    id,
    place: 'home',
    title: words(`b${id}`),
    text: words('t'),
    button: words('go'),
    picture: null,
    href: '/movies',
    position: id,
    ...more,
  })
  it('shows the current banners in order, in the requested language', async () => {
    await writeBanner(db, banner(1, { position: 9 }))
    await writeBanner(db, banner(2, { picture: 'abc' }))
    await writeBanner(db, banner(3, { shownFromMs: nowMs + 1 }))
    await writeBanner(db, banner(4, { shownUntilMs: nowMs }))
    const shown = (await ask(routes, 'site.banners', {}, { language: 'uz' })) as unknown as readonly object[]
    expect(shown).toMatchObject([{ id: 2, title: 'b2 uz', href: '/movies' }, { id: 1 }])
    expect(shown[0]).toMatchObject({ image: '/images/banner/2/abc/1920.webp' })
    await writeBanner(db, banner(6, { place: 'top' }))
    expect(await ask(routes, 'site.banners', { place: 'top' })).toMatchObject([{ id: 6 }])
    expect(await ask(routes, 'site.banners', { place: 'promo' })).toEqual([])
    expect(await ask(routes, 'site.banners', { place: 'roof' })).toEqual({ invalid: ['place'] })
    await expect(writeBanner(db, banner(5, { href: 'https://elsewhere.example' }))).rejects.toThrow('href')
    await expect(writeBanner(db, banner(5, { href: '//elsewhere.example' }))).rejects.toThrow('href')
  })

  it('[PROF-02] shows no banner that leads to what the profile may not open', async () => {
    await writeBanner(db, banner(1, { href: '/channel/18' }))
    await writeBanner(db, banner(2, { href: '/channel/5' }))
    expect(await ask(routes, 'site.banners')).toMatchObject([{ id: 2 }])
  })

  it('returns news page by page, newest first, none from the future and none twice', async () => {
    for (let id = 1; id <= 7; id += 1) await writeNews(db, news(id, nowMs - id * 1000))
    await writeNews(db, news(8, nowMs + 1000))
    const page = async (number: number) =>
      (await ask(routes, 'site.news', { page: String(number), limit: '3' })) as { data: { id: number }[] }
    expect(await page(1)).toMatchObject({ total: 7, page: 1, last_page: 3 })
    const seen = [...(await page(1)).data, ...(await page(2)).data, ...(await page(3)).data]
    expect(seen.map((one) => one.id)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(await page(4)).toMatchObject({ data: [], total: 7 })
    expect(await ask(routes, 'site.newsDetail', { id: '2' }, { language: 'uz' })).toMatchObject({
      title: 'n2 uz',
      body: 'body uz',
      published_at: nowMs / 1000 - 2,
    })
    expect(await ask(routes, 'site.newsDetail', { id: '8' })).toEqual({ refused: 'not_found' })
  })

  it('stores notifications, for one subscriber or for all', async () => {
    const options = { accountId: null, title: words('hello'), body: words('b'), createdAtMs: nowMs }
    expect(await writeNotification(db, options)).toBeGreaterThan(0)
    await expect(writeNotification(db, { ...options, accountId: 999_999 })).rejects.toThrow('account')
  })
})
