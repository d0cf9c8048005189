import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { SitePages, televisions } from './site-pages.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { builtInLook } from './site-look.ts'

/** Film 404 does not exist; every rendering takes until `finish`. */
function site() {
  let nowMs = 0
  const drawn: string[] = []
  const heads: string[] = []
  const { promise: finished, resolve: finish } = Promise.withResolvers<undefined>()
  const pages = new SitePages(
    {
      html: '<html><head><!--head--></head><body><div id="app"></div></body></html>',
      files: {},
      lookOf: () => builtInLook,
      pageHead: (path, language) => {
        heads.push(path)
        const status = path.startsWith('/movie/404') ? 404 : 200
        return { status, language, title: path, description: '' }
      },
      drawing: {
        drawPage: async ({ path, search }) => {
          drawn.push(path + search)
          await finished
          return { body: 'x'.repeat(500_000), preloads: '', data: '{}' }
        },
        ask: async () => undefined,
        clock: manualClock(0),
        log: silentLog,
      },
    },
    () => nowMs,
  )
  const page = (url: string) =>
    pages.page({
      ...{ url, serviceId: 1, language: 'ru', audience: 'inside' },
      ...{ origin: 'http://a', isTelevision: false },
    })
  return { pages, page, drawn, heads, finish, advanceMs: (ms: number) => (nowMs += ms) }
}

it('[SEO-02] keeps visited pages in the cache, whatever invented queries are requested', async () => {
  const { page, drawn, finish, advanceMs } = site()
  finish(undefined)
  await page('/')
  for (let index = 0; index < 120; index += 1) {
    advanceMs(100)
    await page(`/movies?x=${index}`)
  }
  expect(drawn).toHaveLength(121)
  for (const same of ['/', '/?utm_source=a', '//', '/?token=secret']) await page(same)
  expect(drawn).toHaveLength(121)
})

it('[SEO-02] keeps them whatever invented numbers of notifications are requested', async () => {
  const { page, drawn, finish } = site()
  finish(undefined)
  await page('/')
  for (let index = 1; index < 120; index += 1) await page(`/notifications/${index}`)
  const before = drawn.length
  await page('/')
  expect(drawn).toHaveLength(before)
})

it('renders few pages with a query per second, and leaves the others to browsers', async () => {
  const { page, drawn, finish, advanceMs } = site()
  finish(undefined)
  for (let index = 0; index < 40; index += 1) await page(`/movies?x=${index}`)
  expect(drawn).toHaveLength(12)
  await page('/movies')
  advanceMs(1000)
  await page('/movies?x=39')
  expect(drawn.slice(12)).toEqual(['/movies', '/movies?x=39'])
})

it('neither renders nor caches missing pages, or a query longer than any of ours', async () => {
  const { page, drawn, heads, finish } = site()
  finish(undefined)
  for (const url of ['/movie/404', `/movies?x=${'y'.repeat(9000)}`]) {
    heads.length = 0
    await page(url)
    await page(url)
    expect(heads).toHaveLength(2)
  }
  expect(drawn).toEqual([])
  expect((await page('/movie/404')).status).toBe(404)
})

it('has one page for all unknown addresses', async () => {
  const { page, drawn, finish } = site()
  finish(undefined)
  for (const url of ['/nowhere', '/else/where?x=1', '/a//b/']) await page(url)
  expect(drawn).toHaveLength(1)
})

it('[APP-01] detects a television by the same patterns as the page does', () => {
  const page = readFileSync(new URL('../../../../web/index.html', import.meta.url), 'utf8')
  expect(page.replaceAll(/\s/g, '')).toContain(
    `/${televisions.source}/.test(navigator.userAgent`.replaceAll(' ', ''),
  )
})

it('[EDIT-01] draws two previews at once, the others one after the other, and refuses more in time', async () => {
  const { pages, drawn, finish } = site()
  const preview = () =>
    pages.preview(
      {
        ...{ path: '/', language: 'ru', nowMs: 0, serviceId: 1, isTelevision: false, isSubscriber: false },
        answer: async () => undefined,
      },
      'http://a',
    )
  const previews = Array.from({ length: 10 }, preview)
  expect(await preview()).toBe('busy')
  expect(drawn).toHaveLength(2)
  finish(undefined)
  for (const one of await Promise.all(previews)) expect(one).toHaveProperty('text')
  expect(drawn).toHaveLength(10)
  expect(await preview()).toHaveProperty('text')
})
