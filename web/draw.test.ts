import { describe, expect, it } from 'vitest'
import { drawPage } from './draw.tsx'

const evil = '</script><script>alert(1)</script><!-- <b style="x">'
type Responses = Readonly<Record<string, unknown>>
const service = { name: { ru: 'Экран Плюс', uz: 'Ekran Plus' }, logo: '' }

/** Renders a page whose requests are answered from this table, by path; a path that is missing gets no response. */
function draw(path: string, responses: Responses, requests: string[] = []) {
  return drawPage({
    path,
    search: '',
    language: 'ru',
    nowSec: 1_800_000_000,
    service,
    ask: async (question) => {
      requests.push(question.path)
      return responses[question.path]
    },
  })
}

const banner = { id: 1, title: evil, text: evil, image: '', href: '/movie/1', button: evil }
const banners = '/api/v1.1.0/banners'

describe('[SEO-02] [APP-01] a page rendered on the server', () => {
  it('never lets data become markup or script', async () => {
    const drawn = await draw('/', { [banners]: [banner] })
    expect(drawn?.body).toContain('&lt;/script&gt;&lt;script&gt;alert(1)')
    expect(drawn?.body).not.toMatch(/<script|<b /)
    expect(drawn?.data).not.toContain('<')
    expect(JSON.parse(drawn?.data ?? '').responses[`${banners} {} ru `]).toEqual([banner])
  })

  it("contains no inline style, which the page's content policy forbids", async () => {
    const drawn = await draw('/', { [banners]: [banner] })
    expect(drawn?.body).not.toMatch(/ style="/)
  })

  it('is rendered with the available responses, and leaves the rest to the browser', async () => {
    const drawn = await draw('/', {})
    expect(drawn?.body).toContain('<h1')
    expect(JSON.parse(drawn?.data ?? '')).toEqual({
      ...{ language: 'ru', nowSec: 1_800_000_000, responses: {} },
      service,
    })
  })

  it('[HOME-01] names every rail below the first screen and links to its list, without its cards', async () => {
    const collections = '/api/v1.2.0/constructors'
    const requests: string[] = []
    const film = { vid: 77, name: 'Семейный вечер', genres: [] }
    const responses = {
      [banners]: [banner],
      [collections]: [
        { id: 5, name: 'Выбор редакции', description: '', items: [film] },
        { id: 6, name: 'Пустая полка', description: '', items: [] },
      ],
      '/api/v1.2.0/selections': [
        { key: 'best', name: 'Лучшие', href: '/movies?order=-rating', items: [film] },
      ],
    }
    const drawn = await draw('/', responses, requests)
    expect(drawn?.body).toMatch(/<a [^>]*href="\/collections\/5"[^>]*>Выбор редакции/)
    expect(drawn?.body).toMatch(/<a [^>]*href="\/movies\?order=-rating"[^>]*>Лучшие/)
    for (const path of ['/movies', '/uzb', '/kids', '/news'])
      expect(drawn?.body, path).toContain(`href="${path}"`)
    expect(drawn?.body).not.toContain('Пустая полка')
    expect(drawn?.body).not.toContain('/movie/77')
    expect(drawn?.data).not.toContain('Семейный вечер')
    expect(requests).not.toContain('/middleware/noauth/video/list')
  })

  it('[FRONT-01] has the rails of the home page in the order of the data, with its titles and audiences', async () => {
    const rail = (id: number, kind: string, own: object = {}) => ({
      ...{ id, kind, title: '', audience: 'everybody', href: '', films: null },
      ...{ collection_id: 0, category_id: 0, cids: [] },
      ...own,
    })
    const rails = [
      rail(10, 'kids'),
      rail(1_000_001, 'collection', { title: 'Зима', href: '/collections/5', collection_id: 5 }),
      rail(1_000_002, 'films', { title: 'Комедии', href: '/movies?genre=4', films: { order: '-added' } }),
      rail(1_000_003, 'news', { title: 'Подписчикам', audience: 'subscribers' }),
      rail(9, 'uzbek', { audience: 'guests' }),
      rail(1_000_004, 'of a later version'),
      rail(8, 'collections'),
    ]
    const collections = [5, 6].map((id) => ({
      id,
      name: `Полка ${id}`,
      description: '',
      items: [{ vid: 7 }],
    }))
    const requests: string[] = []
    const drawn = await draw(
      '/',
      { '/api/v1/home': rails, '/api/v1.2.0/constructors': collections },
      requests,
    )
    const headings = [...(drawn?.body ?? '').matchAll(/<h2[^>]*>(?:<a[^>]*>)?([^<]+)/g)].map(
      ([, text]) => text,
    )
    expect(headings).toEqual(['Детям', 'Зима', 'Комедии', 'Подписчикам', 'Узбекское кино', 'Полка 6'])
    expect(drawn?.body).toMatch(/aria-hidden="true"><section[^>]*>(?:(?!<h2).)*<h2[^>]*>Подписчикам/)
    expect(drawn?.body).toMatch(/<a [^>]*href="\/movies\?genre=4"[^>]*>Комедии/)
    expect(requests.filter((path) => path === '/api/v1/home')).toHaveLength(1)
    expect(JSON.parse(drawn?.data ?? '').responses['/api/v1/home {"platform":"web"} ru ']).toEqual(rails)
  })

  it('is not rendered for pages that only the browser renders, such as the login', async () => {
    for (const path of ['/login', '/cabinet', '/search', '/channel/1', '/my/favorites'])
      expect(await draw(path, {}), path).toBeUndefined()
  })

  it('shows the not-found page for an unknown path', async () => {
    expect((await draw('/no/such/page', {}))?.body).toContain('Страница не найдена')
  })

  it('leaves no state behind for the next page, also when it fails', async () => {
    await expect(
      drawPage({
        ...{ path: '/', search: '', language: 'uz', nowSec: 1, service },
        ask: () => Promise.reject(new Error('the database is gone')),
      }),
    ).rejects.toThrow('the database is gone')
    const drawn = await draw('/', {})
    expect(JSON.parse(drawn?.data ?? '').language).toBe('ru')
  })
})
