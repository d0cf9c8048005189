import { describe, expect, it } from 'vitest'
import { siteOrigin, siteOrigins } from './site-origin.ts'
import { entriesOfPart, robotsText, sitemapIndex, sitemapPieces, splitPart } from './sitemap-xml.ts'

function entries(count: number) {
  return Array.from({ length: count }, (_, id) => ({
    ru: `/movie/${id}`,
    uz: `/uz/movie/${id}`,
    changedMs: id,
  }))
}

function textOf(part: ReturnType<typeof splitPart>[number] | undefined) {
  return part === undefined ? '' : [...sitemapPieces('https://tv.example', part)].join('')
}

describe('[SEO-02] a sitemap', () => {
  it('for 50,000 titles has parts of at most 50,000 addresses and 50 MB, no piece larger than 200 kB', () => {
    const parts = splitPart('titles', entries(50_000))
    expect(parts.map(({ name }) => name)).toEqual(['titles', 'titles-2'])
    const origin = `https://${'long-name.'.repeat(6)}example`
    let [addresses, longest] = [0, 0]
    for (const part of parts) {
      let bytes = 0
      for (const piece of sitemapPieces(origin, part)) {
        longest = Math.max(longest, piece.length)
        bytes += Buffer.byteLength(piece)
        addresses += piece.split('<loc>').length - 1
      }
      expect(bytes).toBeLessThan(50 * 1024 * 1024)
      expect(part.entries.length * 2).toBeLessThanOrEqual(50_000)
    }
    expect(longest).toBeLessThan(200_000)
    expect(addresses).toBe(100_000)
  })

  it('lists every address with the same in each language, and the day it changed', () => {
    const [part] = splitPart('titles', [{ ru: '/a', uz: '/uz/a', changedMs: Date.UTC(2026, 0, 15) }])
    const text = textOf(part)
    expect(text.match(/<loc>https:\/\/tv\.example\/a<\/loc>/g)).toHaveLength(1)
    expect(text.match(/<loc>https:\/\/tv\.example\/uz\/a<\/loc>/g)).toHaveLength(1)
    expect(text.match(/hreflang="uz" href="https:\/\/tv\.example\/uz\/a"/g)).toHaveLength(2)
    expect(text.match(/<lastmod>2026-01-15T00:00:00Z<\/lastmod>/g)).toHaveLength(2)
    expect(sitemapIndex('https://tv.example', part === undefined ? [] : [part])).toContain(
      '<sitemap><loc>https://tv.example/sitemaps/titles.xml</loc><lastmod>2026-01-15T00:00:00Z</lastmod></sitemap>',
    )
  })

  it('has no empty part, and no day when it is unknown', () => {
    expect(splitPart('news', [])).toEqual([])
    expect(splitPart('titles', entries(entriesOfPart + 1)).at(-1)?.entries).toHaveLength(1)
    expect(textOf(splitPart('a', [{ ru: '/', uz: '/uz' }])[0])).not.toContain('lastmod')
  })

  it('cannot be escaped from', () => {
    const text = textOf(splitPart('a', [{ ru: '/?a=1&b=<x>', uz: '/"' }])[0])
    expect(text).toContain('/?a=1&#38;b=&#60;x&#62;')
    expect(text).not.toContain('<x>')
  })
})

describe('[SEO-02] robots.txt', () => {
  it('has the sitemap’s address, and excludes media', () => {
    expect(robotsText('https://tv.example')).toContain('Sitemap: https://tv.example/sitemap.xml\n')
    expect(robotsText('https://tv.example')).toContain('Disallow: /p/\n')
    expect(robotsText('')).not.toContain('Sitemap')
  })
})

describe('the address of the site', () => {
  it.each([
    ['tv.example', 'http://tv.example'],
    ['TV.Example:8080', 'http://tv.example:8080'],
    ['127.0.0.1:80', 'http://127.0.0.1:80'],
    ['[::1]:8080', 'http://[::1]:8080'],
    ['evil.example/"><script>', ''],
    ['a b', ''],
    ['user@host', ''],
    ['-a.example', ''],
    ['tv.example:123456', ''],
    ['tv.example\r\nx: y', ''],
    [undefined, ''],
  ])('for a request to %s is %s', (host, origin) => {
    expect(siteOrigin(host, undefined)).toBe(origin)
  })

  it('is the configured one whatever host was requested', () => {
    expect(siteOrigin('evil.example', 'https://tv.example/')).toBe('https://tv.example')
  })

  it('[SEO-02] is stored for eight names at a time, and any other Host shares one page of paths', () => {
    let nowMs = 0
    const originOf = siteOrigins(
      () => undefined,
      () => nowMs,
    )
    for (let round = 0; round < 20; round += 1) {
      nowMs += 60_000
      expect(originOf('tv.example')).toBe('http://tv.example')
      const others = Array.from({ length: 500 }, (_, index) => originOf(`${round}-${index}.example`))
      const shown = new Set(others.filter((origin) => origin !== ''))
      expect(shown.size).toBeLessThanOrEqual(8)
    }
    // A later name is stored once another was not requested for a while.
    nowMs += 600_000
    expect(originOf('late.example')).toBe('http://late.example')
  })
})
