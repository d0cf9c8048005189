/** The product for search engines: the sitemap, every address in it, and the heads of pages. */
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { SaxesParser } from 'saxes'
import { api } from '#contract/api.ts'
import { askPath, origin } from '#tests/kit/product/request.ts'
import { call } from '#tests/kit/product/demo-content.ts'

function text(path: string, headers: Record<string, string> = {}) {
  return askPath(path, { headers })
}

/** The text of the elements of a document by their name; throws when it is not well-formed. */
async function elementsOf(path: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const answered = await text(path)
  expect(answered.status, path).toBe(200)
  expect(answered.headers.get('content-type')).toContain('application/xml')
  const result: Record<string, string[]> = {}
  const parser = new SaxesParser()
  let words = ''
  parser.on('opentag', () => (words = ''))
  parser.on('text', (part) => (words += part))
  parser.on('closetag', ({ name }) => (result[name] ??= []).push(words))
  parser.on('error', (error) => {
    throw error
  })
  parser.write(answered.text).close()
  return result
}

function pathOf(address: string) {
  expect(address.startsWith(`${origin()}/`), address).toBe(true)
  return address.slice(origin().length)
}

it('[SEO-02] the sitemap contains every public page in both languages, and each address returns 200', async () => {
  const robots = await text('/robots.txt')
  expect(robots.text).toContain(`Sitemap: ${origin()}/sitemap.xml`)
  const parts = (await elementsOf('/sitemap.xml'))['loc'] ?? []
  const addresses: string[] = []
  for (const part of parts) {
    const { loc = [], url = [], 'xhtml:link': links = [] } = await elementsOf(pathOf(part))
    expect(loc).toHaveLength(url.length)
    expect(links).toHaveLength(url.length * 3)
    addresses.push(...loc.map(pathOf))
  }
  expect(new Set(addresses).size).toBe(addresses.length)
  for (const path of ['/', '/uz', '/movies', '/uz/tv', '/tariff', '/uz/answers', '/news'])
    expect(addresses).toContain(path)
  for (const path of addresses) expect(path).not.toMatch(/cabinet|login|search|\/my\/|password|notifications/)
  for (const kind of ['movie', 'channel', 'personFilms', 'collections', 'news'])
    expect(addresses.filter((path) => path.startsWith(`/uz/${kind}/`)).length, kind).toBeGreaterThan(0)
  // All kinds of pages, and some of each: the demo has over a thousand.
  const requested = addresses.filter((path, index) => !/\d/.test(path) || index % 12 === 0)
  for (const path of requested) {
    const page = await text(path, { 'accept-language': 'ru' })
    expect(page.status, path).toBe(200)
    expect(page.text, path).not.toContain('noindex')
    expect(page.text, path).toContain(`<link rel="canonical" href="${origin()}${path}">`)
    expect(page.text).toMatch(
      path === '/uz' || path.startsWith('/uz/') ? /<html[^>]* lang="uz"/ : /lang="ru"/,
    )
  }
})

it('[SEO-02] a missing sitemap part is not found, and a forged host is never written out', async () => {
  expect((await text('/sitemaps/nothing.xml')).status).toBe(404)
  for (const path of ['/robots.txt', '/sitemap.xml', '/movies']) {
    const { hostname, port } = new URL(origin())
    const headers = { host: 'evil.example"><script>alert(1)</script>' }
    const [response] = (await once(get({ hostname, port, path, headers }), 'response')) as [IncomingMessage]
    let said = ''
    for await (const part of response) said += String(part)
    expect(said).not.toContain('alert(1)')
  }
})

function tariffs() {
  return call(api.site.tariffs, {})
}

it('[TARIFF-03] tariffs 100 to 103 are not offered', async () => {
  const ids = (await tariffs()).map((one) => one.tariff_id)
  expect(ids.length).toBeGreaterThan(0)
  expect(ids.filter((id) => [100, 101, 102, 103].includes(id))).toEqual([])
})

it('[TARIFF-02] every tariff has as many channels in its list as it declares', async () => {
  for (const { tariff_id, channel_count } of await tariffs()) {
    const { item } = (await call(api.channels.publicList, { tariff_id })).channels
    expect(item, String(tariff_id)).toHaveLength(channel_count)
  }
})
