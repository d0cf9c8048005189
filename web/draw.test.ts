import { describe, expect, it } from 'vitest'
import { drawPage } from './draw.tsx'

const evil = '</script><script>alert(1)</script><!-- <b style="x">'
type Responses = Readonly<Record<string, unknown>>

/** Renders a page whose requests are answered from this table, by path; a path that is missing gets no response. */
function draw(path: string, responses: Responses, requests: string[] = []) {
  return drawPage({
    path,
    search: '',
    language: 'ru',
    nowSec: 1_800_000_000,
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
    expect(JSON.parse(drawn?.data ?? '')).toEqual({ language: 'ru', nowSec: 1_800_000_000, responses: {} })
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
        ...{ path: '/', search: '', language: 'uz', nowSec: 1 },
        ask: () => Promise.reject(new Error('the database is gone')),
      }),
    ).rejects.toThrow('the database is gone')
    const drawn = await draw('/', {})
    expect(JSON.parse(drawn?.data ?? '').language).toBe('ru')
  })
})
