import { expect, it } from 'vitest'
import { leadsSomewhere } from './link-target.ts'

const only = (number: number) => (id: number) => (id === number ? {} : undefined)
const deps = {
  heads: { film: only(12), person: only(3), channel: only(5), collection: only(7) },
  hasNews: async (id: number) => id === 41,
  hasPage: async (name: string) => name === 'summer',
}

it('takes pages of the site that exist', async () => {
  const taken = [
    '/',
    '/tariff',
    '/movie/12',
    '/channel/5',
    '/personFilms/3',
    '/collections/7',
    '/news/41',
    '/info/summer',
    '/tv?x=1',
  ]
  for (const href of taken) expect([href, await leadsSomewhere(href, deps)]).toEqual([href, true])
})

it('refuses others, and every other site', async () => {
  const refused = [
    '/movie/13',
    '/channel/6',
    '/personFilms/4',
    '/collections/8',
    '/news/42',
    '/info/winter',
    '/nowhere',
  ]
  const elsewhere = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/ a',
    '',
  ]
  for (const href of [...refused, ...elsewhere])
    expect([href, await leadsSomewhere(href, deps)]).toEqual([href, false])
})
