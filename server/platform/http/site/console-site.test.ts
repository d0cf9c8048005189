import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SiteLooks, builtInLook } from './site-look.ts'
import { type ConsoleSite, addConsoleSite, readConsoleSite } from './console-site.ts'

const dir = mkdtempSync(join(tmpdir(), 'ekran-console-'))
const inline = 'document.title = 1'

beforeAll(() => {
  mkdirSync(join(dir, 'assets'))
  writeFileSync(
    join(dir, 'index.html'),
    `<!doctype html><html><title>Ekran</title><script>${inline}</script></html>`,
  )
  writeFileSync(join(dir, 'assets', 'index-AbC123.js'), 'export const a = 1')
})
afterAll(() => rmSync(dir, { recursive: true }))

const nameOf = (name: string) => ({ ...builtInLook, name: { ru: name, uz: name } })
const looks: SiteLooks = {
  at: (host) => (host === 'b.uz' ? 2 : 1),
  of: (serviceId) => nameOf(serviceId === 2 ? '$& <B>' : 'Zamin TV'),
}

function served(site: Promise<ConsoleSite | undefined>) {
  const app = Fastify()
  addConsoleSite(app, site, looks)
  return (url: string, host = 'a.uz') => app.inject({ url, headers: { host } })
}

describe('the console’s files', () => {
  it('are one page for every address, for no search engine and in no frame', async () => {
    const get = served(readConsoleSite(dir))
    for (const url of ['/console', '/console/staff/12?role=owner', '/console/audit']) {
      const page = await get(url)
      expect(page.statusCode, url).toBe(200)
      expect(page.body).toContain(inline)
      expect(page.headers['x-robots-tag']).toContain('noindex')
      const policy = String(page.headers['content-security-policy'])
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("trusted-types 'none'")
      expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/)
      expect(policy).not.toContain('unsafe')
    }
  })

  it('[BRAND-01] have the name of the service at their host in the title', async () => {
    const get = served(readConsoleSite(dir))
    expect((await get('/console')).body).toContain('<title>Zamin TV</title>')
    expect((await get('/console', 'b.uz')).body).toContain('<title>$&#38; &#60;B&#62;</title>')
  })

  it('are stored by browsers forever, and a missing one is no page', async () => {
    const get = served(readConsoleSite(dir))
    const file = await get('/console/assets/index-AbC123.js')
    expect(file.headers['content-type']).toContain('text/javascript')
    expect(file.headers['cache-control']).toContain('immutable')
    expect(file.headers['cross-origin-resource-policy']).toBe('same-origin')
    expect((await get('/console/assets/index-Other.js')).statusCode).toBe(404)
  })

  it('are awaited while they are built, and say so when that has failed or there are none', async () => {
    let finish: (site: ConsoleSite) => void = () => undefined
    const get = served(new Promise((resolve) => (finish = resolve)))
    const waiting = get('/console')
    finish(await readConsoleSite(dir))
    expect((await waiting).statusCode).toBe(200)
    const failed = await served(Promise.reject(new Error('no build')))('/console')
    expect(failed.statusCode).toBe(503)
    expect(failed.body).toContain('pages.console_not_built')
    expect((await served(Promise.resolve(undefined))('/console')).statusCode).toBe(404)
  })
})
