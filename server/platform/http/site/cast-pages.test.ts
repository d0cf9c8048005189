import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '#server/platform/settings/settings.ts'
import { readSite } from './static-site.ts'

const dir = mkdtempSync(join(tmpdir(), 'ekran-cast-'))
let on: FastifyInstance
let off: FastifyInstance

async function site(castAppId: string | undefined): Promise<FastifyInstance> {
  const app = Fastify()
  const addSite = await readSite(dir)
  addSite({
    app,
    publicUrl: undefined,
    castAppId,
    pageHead: (path, language) => {
      const status = path === '/' ? 200 : 404
      return { status, language, title: 'Ekran', description: '' }
    },
  })
  return app
}

beforeAll(async () => {
  const html =
    '<!doctype html><html lang="{{lang}}"><head><!--head--><script>a=1</script></head><body></body></html>'
  writeFileSync(join(dir, 'index.html'), html)
  ;[on, off] = await Promise.all([site('0A1B2C3D'), site(undefined)])
})
afterAll(async () => {
  await Promise.all([on.close(), off.close()])
  rmSync(dir, { recursive: true })
})

async function get(app: FastifyInstance, url: string) {
  const response = await app.inject(url)
  const policy = String(response.headers['content-security-policy'])
  const directive = (name: string) =>
    policy
      .split('; ')
      .find((part) => part.startsWith(`${name} `))
      ?.split(' ')
      .slice(1)
      .filter((source) => !source.startsWith("'sha256-"))
  return { response, policy, directive }
}

describe('Google Cast, when the operator has turned it on', () => {
  it('is named on pages, which may load scripts from one origin of Google and nothing else', async () => {
    const [{ response, directive, policy }, without] = [await get(on, '/'), await get(off, '/')]
    expect(response.body).toContain('<meta name="cast-app" content="0A1B2C3D">')
    expect(response.body).not.toContain('cast-receiver')
    expect(directive('script-src')).toEqual(["'self'", 'https://www.gstatic.com'])
    expect(policy.replace(' https://www.gstatic.com', '')).toBe(without.policy)
  })

  it('has a page of its own for televisions, which may talk to the device it runs on', async () => {
    const { response, directive } = await get(on, '/cast')
    expect(response.statusCode).toBe(200)
    expect(response.body).toContain('<meta name="cast-receiver" content="0A1B2C3D">')
    expect(response.body).not.toContain('cast-app')
    expect(response.body).toContain('noindex')
    expect(directive('script-src')).toEqual(["'self'", 'https://www.gstatic.com'])
    expect(directive('connect-src')).toEqual(["'self'", 'ws://localhost:8008'])
    expect(directive('frame-ancestors')).toEqual(["'none'"])
  })
})

describe('Google Cast, when it is off', () => {
  it('is on no page, in no policy, and has no page', async () => {
    const { response, policy } = await get(off, '/')
    expect(response.body).not.toMatch(/cast|gstatic/)
    expect(policy).not.toMatch(/gstatic|8008/)
    expect((await get(off, '/cast')).response.statusCode).toBe(404)
  })

  it('is turned on by an application id, and by nothing else', () => {
    const read = (id: string) => readSettings({ EKRAN_CAST_APP_ID: id })
    expect(read('0a1b2c3D')).toMatchObject({ settings: { EKRAN_CAST_APP_ID: '0a1b2c3D' } })
    expect(read('')).toMatchObject({ kind: 'read', settings: { EKRAN_CAST_APP_ID: undefined } })
    for (const id of ['on', '0A1B2C3', '"><script>'])
      expect(read(id)).toMatchObject({
        kind: 'refused',
        problems: [expect.stringContaining('eight characters such as 0A1B2C3D')],
      })
  })
})
