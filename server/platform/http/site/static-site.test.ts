import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addOpenapiRoutes } from '#server/platform/http/openapi-page.ts'
import { readSite } from './static-site.ts'
import { api } from '#contract/api.ts'
import { openapi } from '#contract/openapi.ts'

const dir = mkdtempSync(join(tmpdir(), 'ekran-site-'))
const boot = "document.documentElement.lang='ru'"
let app: FastifyInstance

beforeAll(async () => {
  mkdirSync(join(dir, 'assets'))
  writeFileSync(
    join(dir, 'index.html'),
    `<!doctype html><html lang="{{lang}}"><head><!--head--><script>${boot}</script></head><body></body></html>`,
  )
  writeFileSync(join(dir, 'assets', 'main-AbC123.js'), 'export const a = 1;'.repeat(200))
  writeFileSync(join(dir, 'assets', 'small-AbC123.js'), 'export const b = 2;')
  writeFileSync(join(dir, 'assets', 'small-AbC123.js.br'), brotliCompressSync('export const b = 2;'))
  writeFileSync(join(dir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  app = Fastify()
  const addSite = await readSite(dir)
  addOpenapiRoutes(app, openapi(api, '1'), () => 'Zamin <TV>')
  addSite({
    app,
    publicUrl: undefined,
    pageHead: (path, language) => ({
      status: path.startsWith('/movie/5') ? 200 : 404,
      language,
      title: 'A & "B" </title><script>alert(1)</script>',
      description: '$& <d>',
      canonicalPath: '/movie/5',
      alternates: { uz: '/uz/movie/5' },
      structuredData: { name: '</script><script>alert(1)</script>' },
    }),
  })
})
afterAll(async () => {
  await app.close()
  rmSync(dir, { recursive: true })
})

describe('the site', () => {
  it('[SEO-02] fills the head of a page in the reader’s language, and nothing can be injected', async () => {
    const page = await app.inject({
      url: '/movie/5?x=1',
      headers: { cookie: 'lang=uz', host: 'tv.example.uz' },
    })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('<html lang="uz">')
    expect(page.body).toContain('<title>A &#38; &#34;B&#34; &#60;/title&#62;')
    expect(page.body).toContain('content="$&#38; &#60;d&#62;"')
    expect(page.body).toContain('<link rel="canonical" href="http://tv.example.uz/movie/5">')
    expect(page.body).toContain('hreflang="uz" href="http://tv.example.uz/uz/movie/5"')
    expect(page.body.match(/<script>/g)).toHaveLength(1)
  })

  it('allows the page’s own inline script by its hash and nothing else inline', async () => {
    const policy = String((await app.inject('/movie/5')).headers['content-security-policy'])
    expect(policy).toContain(
      `script-src 'self' 'sha256-${createHash('sha256').update(boot).digest('base64')}';`,
    )
    expect(policy).toContain("media-src 'self' blob:")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
  })

  it('[SHELL-02] serves an unknown path with the page and the status 404, a missing file or endpoint without a page', async () => {
    const unknown = await app.inject('/no/such/page')
    expect([unknown.statusCode, unknown.body.includes('noindex')]).toEqual([404, true])
    for (const url of ['/assets/gone.js', '/api/gone', '/middleware/gone', '/assets/../../package.json']) {
      const gone = await app.inject(url)
      expect([gone.statusCode, gone.headers['content-type']]).toEqual([
        404,
        'application/json; charset=utf-8',
      ])
    }
  })

  it('serves hashed files for ever, compressed, and others with revalidation', async () => {
    const file = await app.inject({
      url: '/assets/main-AbC123.js',
      headers: { 'accept-encoding': 'gzip, deflate, br' },
    })
    expect(file.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const icon = await app.inject('/favicon.svg')
    expect(icon.headers['cache-control']).toBe('no-cache')
    const again = await app.inject({
      url: '/favicon.svg',
      headers: { 'if-none-match': String(icon.headers.etag) },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('[API-06] shows every declared endpoint as a document and as a page without a script', async () => {
    const document = (await app.inject('/api/openapi.json')).json()
    const page = await app.inject('/api/docs')
    expect(document.openapi).toBe('3.1.0')
    for (const path of Object.keys(document.paths)) expect(page.body).toContain(path)
    expect(page.body).not.toContain('<script')
    expect(document.info.title).toBe('Zamin <TV>')
    expect(page.body).toContain('<h1>Zamin &#60;TV&#62;: the calls</h1>')
  })

  it('[TVSET-01] sends a file that is compressed only with brotli uncompressed to a client with gzip only', async () => {
    const url = '/assets/small-AbC123.js'
    const plain = await app.inject({ url, headers: { 'accept-encoding': 'gzip, deflate' } })
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, 'export const b = 2;'])
    const packed = await app.inject({ url, headers: { 'accept-encoding': 'gzip, deflate, br' } })
    expect(packed.headers['content-encoding']).toBe('br')
  })
})
