import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSite } from './static-site.ts'

const dir = mkdtempSync(join(tmpdir(), 'ekran-edges-'))
const edges = ['https://edge1.example.uz', 'https://edge2.example.uz:8443']
let origins: readonly string[] = []
let app: FastifyInstance

beforeAll(async () => {
  writeFileSync(
    join(dir, 'index.html'),
    '<!doctype html><html lang="{{lang}}"><head><!--head--><script>a=1</script></head><body></body></html>',
  )
  app = Fastify()
  const addSite = await readSite(dir)
  addSite({
    ...{ app, publicUrl: undefined, castAppId: '0A1B2C3D', mediaOrigins: () => origins },
    pageHead: (_path, language) => ({ status: 200, language, title: 'Ekran', description: '' }),
  })
})
afterAll(async () => {
  await app.close()
  rmSync(dir, { recursive: true })
})

async function get(url: string) {
  const response = await app.inject(url)
  const policy = String(response.headers['content-security-policy'])
  const directive = (name: string) =>
    policy
      .split('; ')
      .find((part) => part.startsWith(`${name} `))
      ?.split(' ')
      .slice(1)
  return { body: response.body, policy, directive }
}

describe('the edges of a page', () => {
  it.each(['/', '/cast'])(
    'are in its policy and in itself as long as they are in the list: %s',
    async (url) => {
      origins = []
      const without = await get(url)
      expect(without.body).not.toContain('media-origins')
      expect(without.directive('media-src')).toEqual(["'self'", 'blob:'])
      origins = edges
      const page = await get(url)
      expect(page.body).toContain(`<meta name="media-origins" content="${edges.join(' ')}">`)
      expect(page.directive('img-src')).toEqual(["'self'", 'data:', 'blob:', ...edges])
      expect(page.directive('media-src')).toEqual(["'self'", 'blob:', ...edges])
      expect(page.directive('connect-src')?.slice(-2)).toEqual(edges)
      for (const name of ['script-src', 'style-src', 'font-src', 'worker-src', 'form-action'])
        expect(page.directive(name), name).toEqual(without.directive(name))
      origins = []
      expect(await get(url)).toMatchObject({ body: without.body, policy: without.policy })
    },
  )
})
