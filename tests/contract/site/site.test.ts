/** The site's requests without an account: the region, page titles, languages, lists of channels. */
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { worldChannelCount } from '#contract/form/constants.ts'
import { failures } from '#contract/form/failures.ts'
import { demoAccounts } from '#db/demo/accounts.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { askPath, origin } from '#tests/kit/product/request.ts'
import { call } from '#tests/kit/product/demo-content.ts'

const inside = { 'x-forwarded-for': '198.51.100.7' }
const outside = { 'x-forwarded-for': '203.0.113.7' }

interface ListedChannel {
  readonly id: number
  readonly number: number
}

async function channelsFor(headers: Record<string, string>) {
  const { json } = await askPath('/middleware/noauth/portal/client/channel/list', { headers })
  const data = json?.['data'] as { channels: { item: ListedChannel[] } } | undefined
  return data?.channels.item ?? []
}

describe('the region', () => {
  it('[REGION-01] is 1 inside the national network and 0 outside', async () => {
    expect((await askPath('/api/v1.2.0/ip/check', { headers: inside })).json).toEqual({ is_tasix: 1 })
    expect((await askPath('/api/v1.2.0/ip/check', { headers: outside })).json).toEqual({ is_tasix: 0 })
    expect((await askPath('/api/v1.2.0/ip/check')).json).toEqual({ is_tasix: 1 })
  })

  it('[TV-07] outside the national network only the world list is shown, and can also be requested alone', async () => {
    const [here, abroad] = [await channelsFor(inside), await channelsFor(outside)]
    expect(abroad.length).toBe(worldChannelCount)
    const numbers = here.map((channel) => channel.number)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    const homeOnly = here.find((channel) => abroad.every((one) => one.id !== channel.id))
    if (homeOnly === undefined) throw new Error('every channel is in the world list')
    const { token } = await logIn(origin(), 'subscribed')
    const refused = await askPath('/middleware/channel/url', {
      fields: { cid: homeOnly.id },
      token,
      headers: outside,
    })
    expect(refused).toMatchObject({ status: 200, json: { failure: 'outside_region' } })
  })
})

describe('page titles', () => {
  const titleOf = async (path: string, lang = 'ru') =>
    (await askPath('/api/title', { fields: { path, lang } })).json as { title: string; desc: string }

  it('[SEO-01] of a page are its own, of an unknown page those of the root, in both languages', async () => {
    const root = await titleOf('/')
    const tv = await titleOf('/tv')
    expect(tv.title).not.toBe(root.title)
    expect(await titleOf('/nothing/of/the/kind')).toEqual(root)
    expect((await titleOf('/tv', 'uz')).title).not.toBe(tv.title)
    for (const one of [root, tv])
      expect([one.title.length, one.desc.length].every((length) => length > 10)).toBe(true)
  })

  it('[SEO-01] of a film and a channel name them', async () => {
    const film = (await call(api.films.publicList, {})).videos.item[0]
    const channel = (await call(api.channels.publicList, {})).channels.item[0]
    expect((await titleOf(`/movie/${film?.vid}`)).title).toContain(film?.name)
    expect((await titleOf(`/channel/${channel?.id}`)).title).toContain(channel?.name)
  })

  it("[SEO-01] without a path are the complete map by path, including the root, equal to each path's own response", async () => {
    for (const lang of ['ru', 'uz']) {
      const { status, json } = await askPath('/api/title', { fields: { lang } })
      expect(status).toBe(200)
      const map = json as Record<string, { title: string; desc: string }>
      const paths = ['/', '/movies', '/tv', '/uz/tv', '/ru/news', '/uzb/254', '/about', '/policy', '/cabinet']
      expect(Object.keys(map)).toEqual(expect.arrayContaining(paths))
      for (const path of paths) expect(map[path], path).toEqual(await titleOf(path, lang))
      expect(Object.keys(map).every((path) => path.startsWith('/'))).toBe(true)
      expect(map['/uz/tv']).toEqual(await titleOf('/tv', 'uz'))
    }
  })

  it('[SEO-01] of films, people, channels and collections end alike, and are the same in the first HTML', async () => {
    const film = (await call(api.films.publicList, { kind: 'films' })).videos.item[0]
    const { video } = await call(api.films.publicDetail, { vid: film?.vid ?? 0 })
    const channel = (await call(api.channels.publicList, {})).channels.item[0]
    const collection = (await call(api.site.collections, {}))[0]
    const paths = [
      `/movie/${film?.vid}`,
      `/personFilms/${video.actors[0]?.aid}`,
      `/channel/${channel?.id}`,
      `/collections/${collection?.id}`,
    ]
    for (const path of paths) {
      const { title } = await titleOf(path)
      expect(title).toMatch(/ · Ekran$/)
      const page = await askPath(path, { headers: { accept: 'text/html' } })
      expect(page.text).toContain(`<title>${title.replace(/&/g, '&#38;').replace(/"/g, '&#34;')}</title>`)
    }
  })

  it('[SEO-01] are in the page itself as it is first sent', async () => {
    const { title } = await titleOf('/tv')
    const page = await askPath('/tv', { headers: { 'accept-language': 'ru', accept: 'text/html' } })
    expect(page.status).toBe(200)
    expect(page.text).toContain(`<title>${title}</title>`)
  })
})

describe('the language', () => {
  it('[I18N-05] of messages and of content is `lang`, else Accept-Language, else Russian', async () => {
    const messageFor = async (fields: object, language: string) =>
      (
        await askPath('/middleware/channel/detail', {
          fields: { cid: 2_000_000_000, ...fields },
          headers: { 'accept-language': language },
        })
      ).json?.['message']
    const { ru, uz } = failures.channel_not_found
    expect(await messageFor({}, 'uz-UZ,uz;q=0.9,ru;q=0.8')).toBe(uz)
    expect(await messageFor({}, 'ru')).toBe(ru)
    expect(await messageFor({}, 'fr')).toBe(ru)
    expect(await messageFor({ lang: 'ru' }, 'uz')).toBe(ru)
    expect(await messageFor({ lang: 'uz' }, 'ru')).toBe(uz)
    const genres = async (lang: string) => (await askPath('/api/v1.1.0/genres', { fields: { lang } })).text
    expect(await genres('uz')).not.toBe(await genres('ru'))
  })
})

describe('the format of a response', () => {
  it('[API-04] is XML as the document declares: every list is its name with one item per element', async () => {
    const { token } = await logIn(origin(), 'subscribed')
    const document = (await askPath('/api/openapi.json')).json as {
      paths: Record<string, { get?: { responses: Record<string, { content: object }> } }>
    }
    const promised = (path: string) =>
      Object.keys(document.paths[path]?.get?.responses['200']?.content ?? {}).includes('application/xml')
    const asXml = async (path: string, fields: object = {}) => {
      expect(promised(path.replace(/\/\d+$/, '/{id}')), path).toBe(true)
      const answered = await askPath(path, { token, fields: { format: 'xml', ...fields } })
      expect(answered.status, path).toBe(200)
      expect(answered.headers.get('content-type')).toContain('application/xml')
      return answered.text
    }
    const films = await asXml('/middleware/video/list', { limit: 2 })
    expect(films).toMatch(/<data><videos><item><vid>\d+<\/vid>/)
    expect(films).toMatch(/<genres>(<item>[^<]+<\/item>)+<\/genres>/)
    expect(await asXml('/api/v1.1.0/genres')).toMatch(/^<\?xml[^>]*>\n<rss><data><item><id>\d+<\/id>/)
    expect(await asXml('/api/v1.1.0/news')).toMatch(/<rss><data><item><id>/)
    expect(await asXml('/history/api/v1.2.0/payments/history')).toMatch(/<rss><data>/)
    // A path is no valid name in XML: each page's titles are still under their own.
    const titles = await asXml('/api/title')
    for (const path of ['/', '/tv', '/uz/tv']) expect(titles).toContain(`<entry key="${path}"><title>`)
    const refused = await askPath('/middleware/channel/detail', {
      fields: { cid: 2_000_000_000, format: 'xml' },
    })
    expect(refused.text).toMatch(/<rss><error>\d+<\/error><message>[^<]+<\/message>/)
  })

  it('[API-04] of a payments history is at data, and at page as well', async () => {
    const { token } = await logIn(origin(), 'subscribed')
    const path = '/history/api/v1.2.0/payments/history'
    const first = (await askPath(path, { token, fields: { page: 1, limit: 1 } })).json
    expect(first).toMatchObject({ data: [{ id: expect.any(Number) }], page: 1 })
    const last = Number(first?.['last_page'])
    expect(first?.['total']).toBe(last)
    const beyond = (await askPath(path, { token, fields: { page: last + 1, limit: 1 } })).json
    expect(beyond).toMatchObject({ data: [], page: last + 1, last_page: last, next: 0 })
  })

  it('[API-02] leaves out the descriptions of a list with compact=1 and by default, and includes them with compact=0', async () => {
    const { token } = await logIn(origin(), 'subscribed')
    for (const path of ['/middleware/channel/list', '/middleware/noauth/portal/client/channel/list']) {
      const report = async (fields: object) => {
        const { json } = await askPath(path, { token, fields: { ...fields } })
        const data = json?.['data'] as
          | { channels: { item: { now: { description: string } | null }[] } }
          | undefined
        return (data?.channels.item ?? []).flatMap(({ now }) => (now === null ? [] : [now.description]))
      }
      const [defaultValue, short, long] = [
        await report({}),
        await report({ compact: 1 }),
        await report({ compact: 0 }),
      ]
      expect([...defaultValue, ...short].every((text) => text === '')).toBe(true)
      expect(long.filter((text) => text !== '').length).toBeGreaterThan(10)
    }
  })

  it('[API-02] has images of double width for device=android, a browser chooses by itself, and both exist', async () => {
    const pictureFor = async (device: string) => {
      const { json } = await askPath('/middleware/noauth/video/list', { fields: { limit: 1, device } })
      const data = json?.['data'] as { videos: { item: { thumbnail_small: string }[] } } | undefined
      return data?.videos.item[0]?.thumbnail_small
    }
    const [android, browser] = [await pictureFor('android'), await pictureFor('browser')]
    expect(android?.replace(/\d+\.webp$/, '')).toBe(browser?.replace(/\d+\.webp$/, ''))
    expect(widthOf(android)).toBe(2 * widthOf(browser))
    expect((await askPath(android ?? '')).status).toBe(200)
  })

  it('[API-02] allows requests, images and streams from pages of other origins', async () => {
    const film = (await call(api.films.publicList, { limit: 1 })).videos.item[0]
    const elsewhere = { origin: 'https://client.example' }
    for (const path of ['/api/v1.1.0/genres', film?.thumbnail_small ?? '', '/p/nothing/of/the/kind']) {
      const { headers } = await askPath(path, { headers: elsewhere })
      expect(headers.get('access-control-allow-origin'), path).toBe('*')
    }
    const picture = await fetch(`${origin()}${film?.thumbnail_small}`, {
      method: 'OPTIONS',
      headers: { ...elsewhere, 'access-control-request-method': 'GET' },
    })
    expect([picture.status, picture.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    const before = await fetch(`${origin()}/middleware/login`, {
      method: 'OPTIONS',
      headers: { ...elsewhere, 'access-control-request-method': 'POST' },
    })
    expect(before.headers.get('access-control-allow-headers')).toMatch(/authorization.*idempotency-key/)
  })
})

function widthOf(address: string | undefined) {
  return Number(/(\d+)\.webp$/.exec(address ?? '')?.[1])
}

describe('the subscriber', () => {
  it.each(demoAccounts())(
    '[ACC-10] $kind sees number, balance, subscriptions and promotions',
    async (account) => {
      const { token } = await logIn(origin(), account.kind)
      const info = await call(api.accounts.info, {}, token)
      expect(info).toMatchObject({
        abonement: account.abonement,
        state: account.kind === 'suspended' ? 'suspended' : 'active',
      })
      expect(info.phone_number.replaceAll(/\D/g, '')).toBe(account.phone.slice(1))
      expect(info.promotions.premium_max_for_one_sum).toBeTypeOf('number')
      expect(info.subscriptions.item.length > 0).toBe(account.tariffIds.length > 0)
      expect(info.missing > 0).toBe(account.kind === 'suspended')
      expect(Number.isInteger(info.balance * 100)).toBe(true)
    },
  )
})

describe('the lists', () => {
  it("[TV-01] of a viewer and of a guest contain the same channels of the public tariff, with each one's access", async () => {
    const { token } = await logIn(origin(), 'subscribed')
    const own = (await call(api.channels.list, {}, token)).channels.item
    const everybodys = (await call(api.channels.publicList, {})).channels.item
    expect(everybodys.length).toBeGreaterThan(0)
    const seen = new Set(own.map((channel) => channel.id))
    expect(everybodys.filter((channel) => !seen.has(channel.id))).toEqual([])
    // The channels of the demo that are open to guests.
    expect(everybodys.filter((channel) => channel.is_available === 1)).toHaveLength(3)
    expect(own.filter((channel) => channel.is_available === 1).length).toBeGreaterThan(10)
  })

  it('[GUIDE-01] of the guide cover six past and six future days without a gap or an overlap', async () => {
    const nowSec = Math.floor(Date.now() / 1000)
    const window = { time_from: nowSec - 6 * 86_400, time_to: nowSec + 6 * 86_400 }
    const channel = (await call(api.channels.publicList, {})).channels.item[0]
    const { item } = (await call(api.channels.programmes, { cid: channel?.id ?? 0, ...window })).programs
    expect(item[0]?.begin_time).toBeLessThanOrEqual(window.time_from)
    expect(item.at(-1)?.end_time).toBeGreaterThanOrEqual(window.time_to)
    item.slice(1).forEach((programme, index) => expect(programme.begin_time).toBe(item[index]?.end_time))
  })

  it('[GUIDE-01] of the guide name the days they cover, with a message when the requested days are out of range', async () => {
    const nowSec = Math.floor(Date.now() / 1000)
    const cid = (await call(api.channels.publicList, {})).channels.item[0]?.id ?? 0
    const request = { time_from: nowSec - 2 * 86_400, time_to: nowSec + 86_400 }
    const days = await call(api.channels.programmes, { cid, ...request })
    expect(days).toMatchObject(request)
    expect(days.programs.item[0]?.begin_time).toBeLessThanOrEqual(request.time_from)
    expect(days.programs.item.at(-1)?.end_time).toBeGreaterThanOrEqual(request.time_to)
    const endless = await call(api.channels.programmes, { cid, time_from: request.time_from, time_to: 4e9 })
    expect(endless.time_to).toBe(request.time_from + 14 * 86_400)
    const outside = [
      { time_from: nowSec - 90 * 86_400, time_to: nowSec - 80 * 86_400 },
      { time_from: nowSec + 80 * 86_400, time_to: nowSec + 90 * 86_400 },
      { time_from: request.time_to, time_to: request.time_from },
    ]
    for (const fields of outside)
      for (const [lang, word] of [
        ['ru', '14\u00a0дн.'],
        ['uz', '14 kun'],
      ] as const) {
        const { json } = await askPath('/middleware/program/list', { fields: { cid, lang, ...fields } })
        expect(json).toMatchObject({ error: failures.outside_guide.number, failure: 'outside_guide' })
        expect(json?.['message']).toContain(word)
      }
  })

  it('[GUIDE-03] of the archive with 14 and 0 contain started programmes within seven days, each with a url', async () => {
    const nowSec = Math.floor(Date.now() / 1000)
    const channel = (await call(api.channels.publicList, {})).channels.item.find(
      (one) => one.has_archive === 1,
    )
    const { item } = (
      await call(api.channels.programmes, { cid: channel?.id ?? 0, time_from: 14, time_to: 0 })
    ).programs
    const watchable = item.filter((programme) => programme.url !== null)
    expect(watchable.length).toBeGreaterThan(0)
    for (const programme of watchable) {
      expect(programme.begin_time).toBeLessThanOrEqual(nowSec)
      expect(programme.end_time).toBeGreaterThan(nowSec - 7 * 86_400 - 60)
    }
  })
})
