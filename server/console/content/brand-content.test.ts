/** What each brand shows: banners, news and rails, over real HTTP on a real database. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createSitemap } from '#server/api/site/sitemap-parts.ts'
import { openBrandSite, zaminBrand } from '#tests/kit/modules/brand-site.ts'
import { listRails, saveRail, shownRails } from '#server/site/site.ts'
import { contentEndpoints } from './content-endpoints.ts'

const brands = await openBrandSite(({ db, clock, audit, pictures, site }) =>
  contentEndpoints({ db, clock, audit, pictures, heads: site.heads } as never),
)
const { db, clock, call, send, added } = brands
beforeEach(async () => {
  await db.deleteFrom('banner').execute()
  await db.deleteFrom('news_item').execute()
  await brands.reset()
})
afterAll(brands.close)

const words = (name: string) => ({ title_ru: name, title_uz: name, picture: '', id: null, version: 0 })
const banner = (name: string, chosen: readonly number[]) =>
  call('/banners/save', {
    ...{ ...words(name), place: 'home', text_ru: '', text_uz: '', button_ru: '', button_uz: '', href: '/' },
    ...{ shown_from: null, shown_until: null, brands: chosen },
  })
const news = (name: string, chosen: readonly number[]) =>
  call('/news/save', {
    ...{ ...words(name), lead_ru: name, lead_uz: name, body_ru: name, body_uz: name },
    ...{ published_at: Math.floor(clock.nowMs() / 1000) - 60, brands: chosen },
  })
const titles = async (path: string, host: string) =>
  [...(await send(path, host)).text.matchAll(/"title":"([^"]*)"/g)].map(([, title]) => title)

describe('[BRAND-01] what a brand shows', () => {
  it('is the banners and news of all brands and its own', async () => {
    const zamin = await added()
    for (const make of [banner, news]) {
      await make('Всем', [])
      await make('Главный', [1])
      await make('Замин', [zamin])
    }
    for (const path of ['/api/v1.1.0/banners?place=home', '/api/v1.1.0/news?page=1&limit=10']) {
      expect((await titles(path, 'tv.main.uz')).toSorted(), path).toEqual(['Всем', 'Главный'])
      expect((await titles(path, 'zamin.uz')).toSorted(), path).toEqual(['Всем', 'Замин'])
    }
  })

  it('is a page of news, with its head and its place in the sitemap, at the sites of its brands alone', async () => {
    const zamin = await added()
    const { data } = await news('Замин', [zamin])
    const path = `/ru/news/${data?.id}`
    expect((await send(path, 'zamin.uz')).text).toContain('<title>Замин')
    expect((await send(path, 'tv.main.uz')).status).toBe(404)
    const empty = { now: () => ({ content: { titles: [], collections: [], people: [] }, channels: [] }) }
    const parts = createSitemap({ db, clock, catalogue: empty, television: empty } as never)
    const paths = async (id: number) =>
      JSON.stringify(await parts(id).catch((error: unknown) => String(error)))
    expect(await paths(zamin)).toContain(`/news/${data?.id}`)
    expect(await paths(1)).not.toContain(`/news/${data?.id}`)
  })

  it('is refused for a brand that does not exist; the choice is taken back with the change', async () => {
    expect(JSON.stringify(await banner('Нет', [777]))).toContain('Бренда 777 нет')
    const zamin = await added()
    const first = await banner('Лето', [])
    const id = first.data?.id
    const changed = await call('/banners/save', {
      ...{
        ...words('Лето'),
        id,
        version: 1,
        place: 'home',
        text_ru: '',
        text_uz: '',
        button_ru: '',
        button_uz: '',
      },
      ...{ href: '/', shown_from: null, shown_until: null, brands: [zamin, zamin] },
    })
    const chosen = async () => (await db.selectFrom('banner').select('brands').executeTakeFirst())?.brands
    expect(await chosen()).toEqual([zamin])
    await call('/banners/undo', { change_id: changed.data?.change_id })
    expect(await chosen()).toEqual([])
  })

  it('is the rails of all brands and its own', async () => {
    const zamin = await added()
    const rails = await listRails(db)
    const own = rails.find(({ kind }) => kind === 'news')
    if (own === undefined) throw new Error('no rail of news')
    const who = { by: undefined, nowMs: clock.nowMs() }
    await saveRail(db, { id: own.id, version: own.version, fields: { ...own, brands: [zamin] } }, who)
    const visit = { platform: 'web', language: 'ru', nowMs: clock.nowMs() } as const
    const idsOf = async (serviceId?: number) =>
      shownRails(await listRails(db), { ...visit, serviceId }, () => true).map(({ id }) => id)
    expect(await idsOf(zamin)).toContain(own.id)
    expect(await idsOf(1)).not.toContain(own.id)
    expect((await idsOf(1)).length).toBe((await idsOf()).length - 1)
  })

  it('is named for those who choose: each brand, to every member of staff', async () => {
    const zamin = await added(zaminBrand)
    const { text } = await send('/api/console/v1/service/names')
    expect(JSON.parse(text)).toMatchObject({
      data: [
        { id: 1, name: 'Ekran' },
        { id: zamin, name: 'Замин ТВ' },
      ],
    })
  })
})
