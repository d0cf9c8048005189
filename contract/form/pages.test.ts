import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { largestId, uzbekCategoryIds } from './constants.ts'
import { matchPage, mySlugs, pages, pathOf, type PageName } from './pages.ts'

const names = Object.keys(pages) as PageName[]

/** Possible values for the parameters of a page. */
function paramsOf(name: PageName, id: number): Readonly<Record<string, string | number>> {
  if (name === 'uzbekList') return { provider: uzbekCategoryIds.films }
  if (name === 'my') return { slug: 'history' }
  return { id, archiId: id, provider: id }
}

describe('[SHELL-10] the address of a page', () => {
  it('[SHELL-01] is parsed back to its page and parameters, in any language', () => {
    const languages = fc.constantFrom(null, 'ru', 'uz')
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.integer({ min: 1, max: largestId }),
        languages,
        (name, id, language) => {
          const params = paramsOf(name, id)
          const match = matchPage(pathOf(name, params, language))
          expect(match).toMatchObject({ name, language })
          for (const [key, value] of Object.entries(match?.params ?? {}))
            expect(value).toBe(String(params[key]))
        },
      ),
    )
  })

  it('escapes parameter values', () => {
    expect(pathOf('my', { slug: 'a/b?c' })).toBe('/my/a%2Fb%3Fc')
    expect(pathOf('home', {}, 'uz')).toBe('/uz')
  })
})

describe('[ACC-15] the viewer’s own lists', () => {
  it.each(['/my', '/my/', '/uz/my'])('%s is their first tab', (path) => {
    expect(matchPage(path)).toMatchObject({ name: 'my', params: { slug: mySlugs[0] } })
  })
})

describe('[SHELL-02] a path', () => {
  it.each([
    '/nothing',
    '/movie',
    '/movie/0',
    '/movie/01',
    '/movie/-1',
    '/movie/1.5',
    '/movie/abc',
    `/movie/${largestId + 1}`,
    '/movie/1/2',
    '/uzb/1',
    '/my/secrets',
    '/de/tv',
    '/ru/uz/tv',
    '/cabinet/other',
  ])('%s is not a page', (path) => {
    expect(matchPage(path)).toBeNull()
  })

  it.each([
    ['/', 'home', null],
    ['/ru', 'home', 'ru'],
    ['/uz/tv/', 'tv', 'uz'],
    ['//tv', 'tv', null],
    ['/movie/12/', 'movie', null],
  ])('%s is read without redundant slashes', (path, name, language) => {
    expect(matchPage(path)).toMatchObject({ name, language })
  })

  it('[CAT-07] of Uzbek lists exists for the six categories of the specification', () => {
    const ids = Array.from({ length: 400 }, (_, id) => id).filter((id) => matchPage(`/uzb/${id}`) !== null)
    expect(ids).toEqual([254, 255, 256, 257, 258, 259])
  })

  it('[ACC-15] of `/my` exists for its valid values', () => {
    for (const slug of mySlugs) expect(matchPage(`/my/${slug}`)?.params).toEqual({ slug })
  })

  it('never throws for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (path) => {
        matchPage(path)
        matchPage(`/movie/${path}`)
      }),
    )
  })
})

describe('[SHELL-03] [SHELL-05] page properties', () => {
  it('hide header and footer where the specification says so', () => {
    expect(names.filter((name) => !pages[name].header)).toEqual(['login', 'profiles'])
    const bare = ['login', 'channel', 'tvArchive', 'profiles', 'link']
    expect(names.filter((name) => !pages[name].footer)).toEqual(bare)
  })

  it('require a login for own lists, the account pages, and the link to a television', () => {
    expect(names.filter((name) => pages[name].private)).toEqual([
      'my',
      'cabinet',
      'profiles',
      'devices',
      'paymentHistory',
      'link',
    ])
  })
})
