import { type HeadFacts } from '#server/api/context/head-facts.ts'
import { pageHead } from './page-head.ts'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openService, savePage, writeNews, writePageText, type Contacts } from '#server/site/site.ts'
import { shortened } from './page-rules.ts'
import { pages, pathOf } from '#contract/form/pages.ts'
import { informationSlugs } from '#contract/site/information.ts'
import type { Language } from '#contract/form/failures.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { pageHtml } from '#server/platform/http/site/page-html.ts'
import { openReleases } from '#server/releases/releases.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { emptyCatalogue } from '#tests/kit/modules/empty-catalogue.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const nowMs = Date.UTC(2026, 0, 15)
const contacts: Contacts = {
  company: 'ООО «Пример»',
  phone: '71 200-00-00',
  telegram: undefined,
  email: undefined,
  address: undefined,
  hours: undefined,
  apps: { android: undefined, lg: undefined, samsung: undefined },
  site: undefined,
}
const film = {
  originalName: 'The White Ship',
  genres: ['драма'],
  countries: ['СССР'],
  directors: [{ id: 31, name: 'Болотбек Шамшиев' }],
  actors: [{ id: 32, name: 'Нургазы Сыдыгалиев' }],
  ageRating: '12+',
  durationMin: 97,
  seasons: 0,
  episodes: 0,
  rating: { average: 8.6, count: 12 },
  list: 'newMovies',
} as const
const films: Readonly<Record<number, (language: Language) => HeadFacts>> = {
  7: (language) => ({
    name: language === 'ru' ? 'Белый </script><b>пароход' : 'Oq kema',
    description: 'Длинное описание. '.repeat(30),
    image: '/images/poster/7/1/640.webp',
    kind: 'film',
    year: 1976,
    film,
  }),
  9: () => ({
    name: 'Сериал',
    description: '',
    image: null,
    kind: 'series',
    film: { ...film, seasons: 2, episodes: 16, rating: null, list: 'serials' },
  }),
  11: () => ({ name: 'Снятый с показа', description: '', image: null, kind: 'film', isUnlisted: true }),
}
const deps = {
  db,
  catalogue: emptyCatalogue,
  clock: manualClock(nowMs),
  contacts,
  contactsOf: () => contacts,
  service: await openService(db),
  releases: openReleases({ db, clock: manualClock(nowMs) }),
  heads: {
    film: (vid: number, language: Language) => films[vid]?.(language),
    channel: (cid: number): HeadFacts | undefined =>
      cid === 5 ? { name: 'Oʻzbekiston', description: '', image: null, kind: 'channel' } : undefined,
    person: (aid: number): HeadFacts | undefined =>
      aid === 3 ? { name: 'Хамза Умаров', description: 'Актёр', image: null, kind: 'person' } : undefined,
    collection: (id: number): HeadFacts | undefined =>
      id === 3 ? { name: 'О горах', description: '', image: null, kind: 'collection' } : undefined,
  },
}

function head(path: string, language: Language = 'ru') {
  return pageHead(deps, { path, language, serviceId: 1 })
}

async function htmlOf(path: string, language: Language = 'ru') {
  return pageHtml('<html><head><!--head--></head></html>', await head(path, language), 'https://tv.example')
}

interface Step {
  readonly name: string
  readonly item: string
}
interface Thing {
  readonly '@type': string
  readonly [name: string]: unknown
}
/** The schema.org objects of a page as a search engine reads them. */
async function dataOf(path: string, language: Language = 'ru'): Promise<readonly Thing[]> {
  const text = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await htmlOf(path, language))?.[1]
  return text === undefined ? [] : (JSON.parse(text) as { '@graph': Thing[] })['@graph']
}

function named(things: readonly Thing[], type: string) {
  return things.find((thing) => thing['@type'] === type)
}

function words(text: string) {
  return { ru: `${text} ru`, uz: `${text} uz` }
}

function news(id: number, publishedAtMs: number) {
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
  for (const table of ['page_text', 'news_item'] as const) await db.deleteFrom(table).execute()
})

describe('[SEO-02] the addresses of a page', () => {
  it('are its own in each language, and a default one', async () => {
    for (const [bare, own] of [
      ['/', '/uz'],
      ['/movies', '/uz/movies'],
      ['/movie/7', '/uz/movie/7'],
      ['/channel/5', '/uz/channel/5'],
      ['/answers', '/uz/answers'],
    ] as const) {
      const alternates = { ru: bare, uz: own, 'x-default': bare }
      expect(await head(bare), bare).toMatchObject({ canonicalPath: bare, alternates, language: 'ru' })
      expect(await head(own), own).toMatchObject({ canonicalPath: own, alternates, language: 'uz' })
      expect((await head(bare, 'uz')).canonicalPath, 'shown in Uzbek').toBe(own)
      expect((await head(`/ru${bare}`, 'uz')).canonicalPath).toBe(bare)
    }
  })

  it.each([
    ['/movies?genre_id=3&order=year', '/movies'],
    ['/movies?page=2&genre_id=3', '/movies?page=2'],
    ['/uz/news?page=3#top', '/uz/news?page=3'],
    ['/movies?page=1', '/movies'],
    ['/movies?page=0', '/movies'],
    ['/movies?page=%22%3E%3Cb%3E', '/movies'],
    ['/movies?page=999999', '/movies'],
    ['/movie/7?page=2', '/movie/7'],
    ['/movies/', '/movies'],
  ])('%s belongs to %s', async (path, canonicalPath) => {
    expect((await head(path)).canonicalPath).toBe(canonicalPath)
  })

  it('are hidden from search engines where a page is personal or temporary', async () => {
    const unlisted = []
    for (const name of Object.keys(pages) as (keyof typeof pages)[]) {
      const result = await head(pathOf(name, { id: 5, archiId: 1, provider: 255, slug: 'history' }))
      if (result.isUnlisted === true) {
        expect(result.alternates).toBeUndefined()
        expect(result.structuredData).toBeUndefined()
        unlisted.push(name)
      }
    }
    for (const name of Object.keys(pages) as (keyof typeof pages)[])
      if (pages[name].private) expect(unlisted).toContain(name)
    expect(unlisted).toEqual(expect.arrayContaining(['login', 'search', 'tvArchive', 'notifications']))
    expect(unlisted).not.toEqual(expect.arrayContaining(['home']))
    expect(await htmlOf('/search?q=a')).toContain('<meta name="robots" content="noindex">')
    expect(await htmlOf('/movie/11')).toContain('noindex')
    expect(await htmlOf('/')).not.toContain('noindex')
  })
})

describe('[SEO-02] the preview of a shared page', () => {
  it('has its title, description, picture, kind and language', async () => {
    const html = await htmlOf('/uz/movie/7')
    for (const tag of [
      '<meta property="og:title" content="Oq kema (1976): onlayn tomosha qiling · Ekran">',
      '<meta property="og:type" content="video.movie">',
      '<meta property="og:locale" content="uz_UZ">',
      '<meta property="og:locale:alternate" content="ru_RU">',
      '<meta property="og:url" content="https://tv.example/uz/movie/7">',
      '<meta property="og:image" content="https://tv.example/images/poster/7/1/640.webp">',
      '<meta name="twitter:card" content="summary_large_image">',
      '<link rel="canonical" href="https://tv.example/uz/movie/7">',
      '<link rel="alternate" hreflang="ru" href="https://tv.example/movie/7">',
      '<link rel="alternate" hreflang="uz" href="https://tv.example/uz/movie/7">',
      '<link rel="alternate" hreflang="x-default" href="https://tv.example/movie/7">',
    ])
      expect(html).toContain(tag)
    expect(await htmlOf('/tariff')).toContain('og:image')
  })

  it('has a description also for a channel without one', async () => {
    expect((await head('/channel/5')).description).toContain('Oʻzbekiston')
    expect((await head('/channel/5', 'uz')).description).toMatch(/telekanali/)
    expect((await head('/movie/7')).description.length).toBeLessThanOrEqual(200)
    expect(shortened('😀'.repeat(9), 10), 'no sign is cut in two').toBe('😀😀😀😀…')
    expect(shortened('одно два три', 10)).toBe('одно два…')
  })

  it('cannot be escaped from by a name', async () => {
    const html = await htmlOf('/movie/7')
    expect(html.match(/<\/script>/g)).toHaveLength(1)
    expect(html).not.toContain('<b>')
    expect(named(await dataOf('/movie/7'), 'Movie')?.['name']).toBe('Белый </script><b>пароход')
  })
})

describe('[SEO-02] schema.org data', () => {
  it('of a film has its makers, countries, genres and our viewers’ rating', async () => {
    const data = await dataOf('/movie/7')
    expect(named(data, 'Movie')).toMatchObject({
      url: 'https://tv.example/movie/7',
      image: 'https://tv.example/images/poster/7/1/640.webp',
      alternateName: 'The White Ship',
      dateCreated: '1976',
      genre: ['драма'],
      duration: 'PT97M',
      contentRating: '12+',
      countryOfOrigin: [{ '@type': 'Country', name: 'СССР' }],
      director: [{ '@type': 'Person', name: 'Болотбек Шамшиев', url: 'https://tv.example/personFilms/31' }],
      actor: [{ name: 'Нургазы Сыдыгалиев' }],
      aggregateRating: { ratingValue: 8.6, ratingCount: 12, bestRating: 10, worstRating: 1 },
    })
    expect(named(await dataOf('/uz/movie/7'), 'Movie')).toMatchObject({
      url: 'https://tv.example/uz/movie/7',
      director: [{ url: 'https://tv.example/uz/personFilms/31' }],
    })
  })

  it('of a series counts its seasons, and omits missing values', async () => {
    const series = named(await dataOf('/movie/9'), 'TVSeries')
    expect(series).toMatchObject({ numberOfSeasons: 2, numberOfEpisodes: 16 })
    for (const name of ['aggregateRating', 'image', 'duration', 'dateCreated'])
      expect(series).not.toHaveProperty(name)
  })

  it('has breadcrumbs to the page', async () => {
    const steps = async (path: string) =>
      ((named(await dataOf(path), 'BreadcrumbList')?.['itemListElement'] ?? []) as Step[]).map(
        ({ name, item }) => `${name} ${item.replace('https://tv.example', '')}`,
      )
    expect(await steps('/movie/9')).toEqual(['Главная /', 'Сериалы /serials', 'Сериал /movie/9'])
    expect(await steps('/uz/channel/5')).toEqual([
      'Bosh sahifa /uz',
      'Telekanallar /uz/tv',
      'Oʻzbekiston /uz/channel/5',
    ])
    expect(await steps('/job')).toEqual(['Главная /', 'Работа в Ekran /job'])
    expect(await steps('/serials')).toEqual(['Главная /', 'Сериалы /serials'])
  })

  it('of the home page names the search of the site', async () => {
    expect(named(await dataOf('/'), 'WebSite')).toMatchObject({
      url: 'https://tv.example/',
      potentialAction: { target: { urlTemplate: 'https://tv.example/search?q={search_term_string}' } },
    })
  })

  it('of the help answers contains every question', async () => {
    const page = named(await dataOf('/uz/answers'), 'FAQPage')
    expect(JSON.stringify(page?.['mainEntity']).split('"Question"').length).toBeGreaterThan(15)
    expect(JSON.stringify(page)).not.toMatch(/[а-яё]/i)
    expect(named(await dataOf('/about'), 'FAQPage')).toBeUndefined()
  })

  it('of a news item is an article, with its picture and its date', async () => {
    await writeNews(db, news(7, nowMs))
    await writeNews(db, news(9, nowMs + 1))
    expect(await head('/uz/news/7')).toMatchObject({
      status: 200,
      title: 'n7 uz · Ekran',
      description: 'lead uz',
      kind: 'article',
      image: '/images/news/7/v1/960.webp',
    })
    expect(named(await dataOf('/uz/news/7'), 'NewsArticle')).toMatchObject({
      headline: 'n7 uz',
      url: 'https://tv.example/uz/news/7',
      image: ['https://tv.example/images/news/7/v1/960.webp'],
      datePublished: new Date(nowMs).toISOString(),
    })
    expect((await head('/news/9')).status, 'it is not published yet').toBe(404)
  })

  it('[SEO-01] of a collection names that collection', async () => {
    expect(await head('/collections/3')).toMatchObject({
      title: 'О горах: фильмы и сериалы · Ekran',
      description: 'Подборка «О горах»: фильмы и сериалы онлайн.',
    })
  })

  it('[CAT-08] of a person names that person', async () => {
    expect((await head('/personFilms/3')).title).toContain('Хамза Умаров')
    expect(named(await dataOf('/personFilms/3'), 'Person')).toMatchObject({ name: 'Хамза Умаров' })
  })
})

describe('the head of a page', () => {
  it.each(informationSlugs)(
    '[SEO-01] [INFO-01] of /%s is named by its text, unless an operator named it',
    async (slug) => {
      const [ru, uz] = [await head(`/${slug}`), await head(`/${slug}`, 'uz')]
      expect(ru.title).toMatch(/[а-я].* · Ekran$/i)
      expect(uz.title).not.toBe(ru.title)
      expect(ru.description.length).toBeGreaterThan(40)
      await writePageText(db, `/${slug}`, {
        ru: { title: 'своё', desc: 'о' },
        uz: { title: 'oʻziniki', desc: 'h' },
      })
      expect((await head(`/${slug}`)).title).toBe('своё')
    },
  )

  it('[SHELL-02] is 404 for an unknown page, film or channel, and for nothing else', async () => {
    for (const path of [
      '/nowhere',
      '/movie/8',
      '/movie/x',
      '/channel/6',
      '/uz/channel/6',
      '/movie',
      '/tvArchive/6/1',
      '/personFilms/4',
      '/collections/4',
      '/news/8',
      '/news/2147483648',
      '/news/007',
      '/uzb/3',
      '/my/nothing',
      '/info/summer',
      '/info/Summer',
    ])
      expect((await head(path)).status, path).toBe(404)
    await writeNews(db, news(7, nowMs))
    const text = { title: 'Лето', lead: 'Вступление', body: '## Раздел\n\nТекст' }
    const page = { id: null, version: 0, slug: 'summer', texts: { ru: text, uz: text } }
    await savePage(db, page, { by: undefined, nowMs })
    for (const name of Object.keys(pages) as (keyof typeof pages)[]) {
      const id = name === 'channel' || name === 'tvArchive' ? 5 : 7
      const provider = name === 'uzbekList' ? 255 : 3
      const path = pathOf(name, { id, provider, archiId: 1, slug: 'favorites', textName: 'summer' })
      expect((await head(path)).status, path).toBe(200)
    }
  })
})
