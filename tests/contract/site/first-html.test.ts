/** The content of a page before any script has run: for search engines, slow phones and broken scripts. */
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { worldChannelCount } from '#contract/form/constants.ts'
import { pathOf } from '#contract/form/pages.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { askBetween, askCall, askPath, dataOf, origin } from '#tests/kit/product/request.ts'
import { findContent, type TestContent } from '#tests/kit/product/demo-content.ts'

const inside = { 'x-forwarded-for': '198.51.100.7' }
const outside = { 'x-forwarded-for': '203.0.113.7' }

let existing: TestContent
let token: string
beforeAll(async () => {
  token = (await logIn(origin())).token
  existing = await findContent(token)
})

interface Page {
  readonly status: number
  /** The content of the page itself: no head, no script, no data for scripts. */
  readonly words: string
  readonly html: string
}

async function pageAt(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Page> {
  const { status, text } = await askPath(path, { headers: { 'accept-language': 'ru', ...headers } })
  const body = text.slice(text.indexOf('<body>')).replaceAll(/<script[\s\S]*?<\/script>/g, '')
  const words = body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/&#x27;|&quot;|&amp;|&lt;|&gt;/g, decoded)
  return { status, words: words.replaceAll(/\s+/g, ' '), html: text }
}

function decoded(sign: string) {
  return { '&#x27;': "'", '&quot;': '"', '&amp;': '&', '&lt;': '<', '&gt;': '>' }[sign] ?? sign
}

async function inLanguage(call: Parameters<typeof askCall>[0], fields: object, lang: 'ru' | 'uz') {
  return dataOf(call, await askCall(call, { fields: { ...fields, lang } }))
}

function flat(text: string) {
  return text.replaceAll(/\s+/g, ' ').trim()
}

describe.each(['ru', 'uz'] as const)('[SEO-02] the first HTML in %s', (lang) => {
  const pageIn = (path: string) => pageAt(path, { cookie: `lang=${lang}` })

  it('of home contains the banner, the current programmes, and the menu', async () => {
    const [banner] = (await inLanguage(api.site.banners, {}, lang)) as { title: string }[]
    const { status, words, html } = await pageIn(pathOf('home'))
    expect(status).toBe(200)
    expect(words).toContain(banner?.title)
    expect(words).toContain(lang === 'ru' ? 'Сейчас в эфире' : 'Hozir efirda')
    expect(html).toMatch(/<link rel="preload" as="image"[^>]*imageSrcSet="[^"]*\/images\/banner\//)
  })

  it('of a film contains its name and description', async () => {
    const { video } = (await inLanguage(api.films.publicDetail, { vid: existing.vid }, lang)) as {
      video: { name: string; description: string }
    }
    const { status, words } = await pageIn(pathOf('movie', { id: existing.vid }))
    expect(status).toBe(200)
    expect(words).toContain(flat(video.name))
    expect(words).toContain(flat(video.description).slice(0, 60))
  })

  it('of a list, a collection and the channels contains their names', async () => {
    const list = (await inLanguage(api.films.publicList, { kind: 'serials' }, lang)) as {
      videos: { item: { name: string }[] }
    }
    expect((await pageIn(pathOf('serials'))).words).toContain(list.videos.item[0]?.name)
    const collection = (await inLanguage(api.site.collection, { id: existing.collectionId }, lang)) as {
      name: string
      items: { name: string }[]
    }
    const { words } = await pageIn(pathOf('collection', { provider: existing.collectionId }))
    expect(words).toContain(collection.name)
    expect(words).toContain(collection.items[0]?.name)
    const channels = (await inLanguage(api.channels.publicList, {}, lang)) as {
      channels: { item: { name: string }[] }
    }
    expect((await pageIn(pathOf('tv'))).words).toContain(channels.channels.item[0]?.name)
  })

  it('of the news contains the text of each item', async () => {
    const item = (await inLanguage(api.site.newsDetail, { id: existing.newsId }, lang)) as { title: string }
    expect((await pageIn(pathOf('news'))).words).toContain(item.title)
    expect((await pageIn(pathOf('newsItem', { id: existing.newsId }))).words).toContain(item.title)
  })
})

describe('[SEO-02] the language of the first HTML', () => {
  const languageAt = async (path: string, headers: Readonly<Record<string, string>>) =>
    /<html lang="(\w+)"/.exec((await pageAt(path, headers)).html)?.[1]

  it('[I18N-01] is that of the address, else the chosen one, else Russian, whatever the browser prefers', async () => {
    const chosen = { cookie: 'a=b; lang=uz', 'accept-language': 'ru' }
    expect(await languageAt('/ru/tv', chosen)).toBe('ru')
    expect(await languageAt('/tv', chosen)).toBe('uz')
    expect(await languageAt('/tv', { cookie: 'lang=en; xlang=uz', 'accept-language': 'uz-UZ,ru' })).toBe('ru')
    expect(await languageAt('/uz/tv', { 'accept-language': 'ru' })).toBe('uz')
    expect(await languageAt('/tv', { 'accept-language': 'en' })).toBe('ru')
  })
})

describe('[SHELL-02] the status of the first HTML', () => {
  it.each(['/no/such/page', '/movie/1999999999', '/channel/1999999999', '/uzb/1'])(
    'is 404 for %s',
    async (path) => {
      const { status, html } = await pageAt(path)
      expect([status, html.includes('noindex')]).toEqual([404, true])
    },
  )

  it('of a page for viewers also contains its texts', async () => {
    expect((await pageAt('/no/such/page')).words).toContain('Страница не найдена')
    expect((await pageAt('/no/such/page', { cookie: 'lang=uz' })).words).toContain('Sahifa topilmadi')
  })
})

describe('[API-07] [ACC-07] a cached page', () => {
  it('is the same for every client: no token, cookie or device changes a character', async () => {
    const asViewer = {
      authorization: `Bearer ${token}`,
      cookie: `token=${token}; authkey=${token}`,
      'x-ekran-device': 'somebody',
    }
    const [guests, others] = await askBetween(
      async () => pageWithoutClock((await pageAt(pathOf('home'))).html),
      async () => [
        (await pageAt(pathOf('home'), asViewer)).html,
        (await pageAt(`${pathOf('home')}?authkey=${token}`)).html,
      ],
    )
    for (const html of others) {
      expect(html).not.toContain(token)
      expect(pageWithoutClock(html)).toBe(guests)
    }
  })

  it('[TV-07] of one language and region is never served for another, also with parallel requests', async () => {
    const kinds = [
      { headers: { ...inside, 'accept-language': 'ru' }, lang: 'ru', abroad: false },
      { headers: { ...inside, cookie: 'lang=uz' }, lang: 'uz', abroad: false },
      { headers: { ...outside, 'accept-language': 'ru' }, lang: 'ru', abroad: true },
      { headers: { ...outside, cookie: 'lang=uz' }, lang: 'uz', abroad: true },
    ]
    const request = Array.from({ length: 5 }, () => kinds).flat()
    const pages = await Promise.all(request.map(({ headers }) => pageAt(pathOf('tv'), headers)))
    pages.forEach(({ html }, index) => {
      expect(html).toContain(`<html lang="${request[index]?.lang}"`)
      const channels = new Set(html.match(/href="\/channel\/\d+"/g))
      if (request[index]?.abroad === true) expect(channels.size).toBe(worldChannelCount)
      else expect(channels.size).toBeGreaterThan(worldChannelCount)
    })
  })

  it('can be requested by its ETag', async () => {
    const first = await askPath(pathOf('policy'), { headers: { 'accept-language': 'ru' } })
    const etag = first.headers.get('etag') ?? ''
    const again = await askPath(pathOf('policy'), {
      headers: { 'accept-language': 'ru', 'if-none-match': etag },
    })
    expect([again.status, again.text]).toEqual([304, ''])
  })
})

/** Two pages may have been rendered a moment apart. */
function pageWithoutClock(html: string) {
  return html
    .replaceAll(/"nowSec":\d+/g, '')
    .replaceAll(/scaleX\([\d.]+\)/g, '')
    .replaceAll(/\d+ (?:мин|ч)\b/g, '')
}
