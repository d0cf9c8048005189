/** Film lists for a client: invalid filters, pages, cursors, facets, generated rows, cinemas. */
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { type Cinema, cinemas } from '#contract/films/cinemas.ts'
import { channels } from '#contract/channels/channels.ts'
import { extraProviderId } from '#contract/form/constants.ts'
import { countries } from '#contract/form/countries.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { films } from '#contract/films/films.ts'
import { matchPage } from '#contract/form/pages.ts'
import { site } from '#contract/site/site.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { leavesOfJson } from '#tests/kit/product/leaves.ts'
import { askCall, askPath, dataOf, type Answered } from '#tests/kit/product/request.ts'

type List = ResponseOf<typeof films.publicList>
type Fields = Readonly<Record<string, unknown>>

function raw(fields: Fields): Promise<Answered> {
  return askCall(films.publicList, { fields })
}

async function list(fields: Fields): Promise<List> {
  const answered = await raw(fields)
  expect(answered.status, answered.text).toBe(200)
  return dataOf(films.publicList, answered) as List
}

function vids({ videos }: List) {
  return videos.item.map(({ vid }) => vid)
}

/** A value that is invalid for every filter. */
const nonsense = [
  "'; drop table title; --",
  '<script>alert(1)</script>',
  '-1',
  '1e9',
  '1,x',
  '٣',
  '%00x',
  '{}',
]
const filters = [
  'category',
  'kind',
  'genre_id',
  'video_provider',
  'country',
  'year',
  'rating',
  'collection',
  'person',
  'order',
  'trend',
  'page',
  'limit',
  'after',
  'facets',
]

describe('the filters of a list', () => {
  it.each(filters)('[CAT-01] [CAT-05] %s rejects an invalid value and names itself', async (field) => {
    for (const value of nonsense) {
      const refused = await raw({ [field]: value })
      expect(refused.status, `${field}=${value}`).toBe(400)
      expect(refused.json?.['message']).toContain(field)
      // The sent value is not returned unchanged.
      expect(refused.text).not.toContain('<script>')
    }
  })

  it('[CAT-03] [I18N-04] accepts a country by its code or by its name in either language, with the same result', async () => {
    expect(countries).toHaveLength(21)
    let filled = 0
    for (const { code, ru, uz } of countries) {
      const byCode = vids(await list({ country: code, limit: 100 }))
      if (byCode.length > 0) filled += 1
      for (const name of [ru, uz, code.toLowerCase(), ` ${uz.toUpperCase().replace(/ʻ/g, "'")} `])
        expect(vids(await list({ country: name, limit: 100 })), name).toEqual(byCode)
    }
    expect(filled).toBeGreaterThan(5)
    const refused = await raw({ country: 'Атлантида', lang: 'ru' })
    expect(refused).toMatchObject({ status: 400 })
    expect(refused.json?.['message']).toContain('country — код страны')
    const result = await askPath('/api/v1.2.0/search/all', { fields: { query: 'а', country: 'Узбекистан' } })
    expect(result.status).toBe(200)
  })

  it('[CAT-05] ignores an empty value, and the helper key `genre`', async () => {
    const all = await list({ limit: 5 })
    const empty = Object.fromEntries(
      ['genre_id', 'video_provider', 'country', 'year', 'rating', 'query', 'order', 'after'].map((name) => [
        name,
        '',
      ]),
    )
    expect(await list({ ...empty, limit: 5, genre: 'drama' })).toEqual(all)
    expect(await list({ trend: 1, limit: 5 })).toEqual(await list({ order: '-popularity', limit: 5 }))
  })

  it('[CAT-01] searches a text literally, whatever it contains', async () => {
    for (const query of [...nonsense.filter((one) => one !== '-1'), '%', '_', '\\', '((('])
      expect(Array.isArray((await list({ query })).videos.item), query).toBe(true)
    expect((await list({ query: "' or 1=1 --" })).total).toBe(0)
  })

  it('[CAT-11] a page after the last one, and filters that match nothing, give an empty list', async () => {
    const { total, last_page } = await list({ limit: 10 })
    expect(await list({ limit: 10, page: last_page + 1 })).toMatchObject({
      videos: { item: [] },
      total,
      next: '',
    })
    for (const nothing of [{ genre_id: 2_000_000_000 }, { country: 'ZZ' }, { year: '1901' }, { rating: 10 }])
      expect(await list(nothing)).toMatchObject({ videos: { item: [] }, total: 0, last_page: 1 })
  })
})

describe('pages of a list', () => {
  it.each(['-popularity', '-year', '-rating', 'name', '-added'])(
    '[CAT-06] in the order %s are the same by cursor and by number',
    async (order) => {
      const seen: number[] = []
      let after = ''
      for (let page = 1; ; page += 1) {
        const one = await list({ order, limit: 30, ...(after === '' ? {} : { after }) })
        expect(vids(one)).toEqual(vids(await list({ order, limit: 30, page })))
        seen.push(...vids(one))
        after = one.next
        if (after === '') {
          expect(seen).toHaveLength(one.total)
          break
        }
      }
      expect(new Set(seen).size).toBe(seen.length)
    },
  )

  it('[CAT-06] reject a modified cursor, or one of another order, and name the field', async () => {
    const { next } = await list({ order: '-year', limit: 3 })
    expect(next).not.toBe('')
    for (const [after, order] of [
      [`${next}0`, '-year'],
      [next.slice(1), '-year'],
      [next, 'name'],
    ])
      expect(await raw({ after, order })).toMatchObject({
        status: 400,
        json: { failure: 'invalid_input', message: expect.stringContaining('after') },
      })
  })

  it("[CAT-12] are the same for guests and subscribers; a viewer's own list contains no data of others", async () => {
    const { token } = await logIn(inject('product').url, 'subscribed')
    const own = async (fields: Fields) =>
      dataOf(films.list, await askCall(films.list, { fields, token })) as List
    expect((await own({ limit: 50 })).total).toBe((await list({ limit: 50 })).total)
    const stored = await own({ favorited_only: 1, limit: 100 })
    expect(stored.total).toBe(stored.videos.item.length)
    for (const { vid } of stored.videos.item.slice(0, 3)) {
      const detail = await askCall(films.detail, { fields: { vid }, token })
      expect((dataOf(films.detail, detail) as ResponseOf<typeof films.detail>).video.is_favorited).toBe(1)
    }
    // A guest has no data: a public list does not have the field.
    expect((await list({ favorited_only: 1, limit: 1 })).total).toBe((await list({ limit: 1 })).total)
  })
})

describe('facets', () => {
  it('[CAT-01] count what a filter would leave, without further requests', async () => {
    expect((await list({ limit: 1 })).facets).toBeNull()
    const filter = { kind: 'films', country: 'UZ', limit: 1 }
    const { facets } = await list({ ...filter, facets: 1 })
    if (facets === null) throw new Error('no facets')
    expect(facets.genres.length).toBeGreaterThan(3)
    for (const { id, count } of facets.genres.slice(0, 4))
      expect((await list({ ...filter, genre_id: id })).total).toBe(count)
    for (const { code, count } of facets.countries.slice(0, 3))
      expect((await list({ ...filter, country: code })).total).toBe(count)
    for (const { year, count } of facets.years.slice(0, 3))
      expect((await list({ ...filter, year })).total).toBe(count)
    for (const { least: min, count } of facets.ratings.slice(-3))
      expect((await list({ ...filter, rating: min })).total).toBe(count)
    for (const { id, count } of facets.providers)
      expect((await list({ ...filter, video_provider: id })).total).toBe(count)
  })
})

describe('other requests of the site', () => {
  it('[CAT-04] returns providers by id and name, with the fixed extra one of id 3 last', async () => {
    const providers = dataOf(site.providers, await askCall(site.providers)) as ResponseOf<
      typeof site.providers
    >
    expect(providers.at(-1)?.provider_id).toBe(extraProviderId)
    expect(new Set(providers.map(({ provider_id }) => provider_id)).size).toBe(providers.length)
    expect(providers.every(({ provider_name }) => provider_name !== '')).toBe(true)
  })

  it("[CAT-10] returns image addresses as paths from the site's root, without scheme and port", async () => {
    const { videos } = await list({ limit: 100 })
    for (const { thumbnail_small, thumbnail_big, screenshot_big } of videos.item)
      for (const address of [thumbnail_small, thumbnail_big, screenshot_big])
        expect(address).toMatch(/^\/images\/[a-z]+\/\d+\/(?:none|[0-9a-f-]+)\/\d+\.webp$/)
  })

  it('[CAT-10] returns no image address with a scheme, a host or a port in any list', async () => {
    const lists = [site.banners, site.news, site.collections, site.selections]
    for (const endpoint of [...lists, channels.publicList, cinemas.list]) {
      const { json } = await askCall(endpoint)
      const addresses = leavesOfJson(json)
        .map((leaf) => leaf.slice(leaf.indexOf('=') + 1))
        .filter((value) => /\.(?:webp|avif|jpg|png|svg)\b/.test(value))
      expect(addresses.length, endpoint.path).toBeGreaterThan(0)
      expect(addresses.filter((address) => !address.startsWith('/images/'))).toEqual([])
    }
  })

  describe('generated rows', () => {
    let rows: ResponseOf<typeof site.selections>
    beforeAll(async () => {
      rows = dataOf(site.selections, await askCall(site.selections)) as typeof rows
    })

    it('[HOME-01] have names in both languages and link to the list they are made of', async () => {
      expect(rows.length).toBeGreaterThan(3)
      const inUzbek = dataOf(
        site.selections,
        await askCall(site.selections, { fields: { lang: 'uz' } }),
      ) as typeof rows
      expect(inUzbek.map(({ key }) => key)).toEqual(rows.map(({ key }) => key))
      for (const { name, href, items } of rows) {
        expect(name).not.toBe('')
        expect(items.length).toBeGreaterThanOrEqual(4)
        expect(matchPage(href.replace(/\?.*$/, '')), href).not.toBeNull()
      }
      const genre = rows.find(({ key }) => key.startsWith('genre-'))
      const genreId = new URLSearchParams(genre?.href.split('?')[1]).get('genre')
      const whole = await list({ kind: 'films', genre_id: genreId, limit: 100 })
      expect(vids(whole)).toEqual(expect.arrayContaining(genre?.items.map(({ vid }) => vid) ?? []))
    })

    it('[HOME-01] show no title in the first positions of three rows', () => {
      const first = rows.flatMap(({ items }) => items.slice(0, 6).map(({ vid }) => vid))
      for (const vid of first) expect(first.filter((one) => one === vid).length).toBeLessThan(3)
    })
  })

  it('[HOME-01] contain cinemas with future showings, each title with a valid address', async () => {
    const ask = async (lang: string) =>
      dataOf(cinemas.list, await askCall(cinemas.list, { fields: { lang } })) as Cinema[]
    const result = await ask('ru')
    expect(result.length).toBeGreaterThan(2)
    const nowSec = Math.floor(Date.now() / 1000)
    const showings = result.flatMap((cinema) => cinema.showings)
    // A response may be cached for a minute.
    for (const { times } of showings) expect(Math.min(...times)).toBeGreaterThan(nowSec - 120)
    const ours = showings.find(({ vid }) => vid !== null)
    expect((await askCall(films.publicDetail, { fields: { vid: ours?.vid } })).status).toBe(200)
    expect(showings.some(({ vid }) => vid === null)).toBe(true)
    for (const path of [result[0]?.image, ours?.poster]) {
      const picture = await askPath(path ?? '')
      expect(picture.status).toBe(200)
      expect(picture.headers.get('content-type')).toBe('image/webp')
    }
    expect((await ask('uz')).map(({ city }) => city)).toContain('Toshkent')
    for (const limit of ['0', '61', 'x', "1'"])
      expect((await askCall(cinemas.list, { fields: { limit } })).status).toBe(400)
  })
})
