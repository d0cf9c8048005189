import { describe, expect, it } from 'vitest'
import { findServer, originsOf } from './server-address.ts'
import type { CallResponse } from '#contract/client.ts'

describe('[TVSET-03] what a viewer types as the address of the server', () => {
  it.each([
    ['tv.example.uz', ['https://tv.example.uz', 'http://tv.example.uz']],
    ['  TV.Example.uz/ ', ['https://tv.example.uz', 'http://tv.example.uz']],
    ['https://tv.example.uz/uz/tv?x=1', ['https://tv.example.uz']],
    ['http://10.0.0.5:8080', ['http://10.0.0.5:8080']],
    ['10.0.0.5:8080', ['https://10.0.0.5:8080', 'http://10.0.0.5:8080']],
    ['localhost:8080', ['https://localhost:8080', 'http://localhost:8080']],
    ['тв.example.uz', ['https://xn--b1a5a.example.uz', 'http://xn--b1a5a.example.uz']],
  ])('«%s» means %j', (typed, origins) => {
    expect(originsOf(typed)).toEqual(origins)
  })

  it.each([
    '',
    '   ',
    'ekran',
    'ftp://tv.example.uz',
    'javascript:alert(1)',
    'https://user:secret@tv.example.uz',
    'tv..uz/ /',
    'a'.repeat(300) + '.uz',
  ])('«%s» is no address', (typed) => {
    expect(originsOf(typed)?.filter((origin) => !origin.includes('..')) ?? []).toEqual([])
  })
})

/** Simulated servers by origin; every other origin does not respond. */
function world(servers: Readonly<Record<string, unknown>>, plain: readonly string[] = []) {
  const asked: string[] = []
  const probe = async (address: string) => {
    if (!plain.includes(address)) throw new TypeError('Failed to fetch')
  }
  const fetch = async (url: string): Promise<CallResponse> => {
    const { origin } = new URL(url)
    asked.push(origin)
    if (!(origin in servers)) throw new TypeError('Failed to fetch')
    const body = servers[origin]
    return {
      status: typeof body === 'string' ? 404 : 200,
      headers: { get: () => null },
      json: async () => (typeof body === 'string' ? JSON.parse(body) : body),
    }
  }
  return { asked, fetch, probe }
}

const ekran = { error: 0, data: { company: 'Example TV', support_phone: '+998712000000' } }

describe('[TVSET-03] looking up the server', () => {
  it('prefers https to http', async () => {
    const { fetch, asked } = world({ 'https://tv.example.uz': ekran, 'http://tv.example.uz': ekran })
    expect(await findServer('tv.example.uz', 'ru', fetch)).toEqual({
      kind: 'ok',
      origin: 'https://tv.example.uz',
      company: 'Example TV',
    })
    expect(asked).toEqual(['https://tv.example.uz'])
  })

  it('uses http where https does not respond', async () => {
    const { fetch } = world({ 'http://10.0.0.5:8080': ekran })
    expect(await findServer('10.0.0.5:8080', 'uz', fetch)).toMatchObject({ origin: 'http://10.0.0.5:8080' })
  })

  it('distinguishes another site from no response', async () => {
    expect(await findServer('example.uz', 'ru', world({ 'https://example.uz': '<html>' }).fetch)).toEqual({
      kind: 'other',
    })
    const plain = world({ 'http://example.uz': { hello: 1 } })
    for (const typed of ['example.uz', 'http://example.uz'])
      expect(await findServer(typed, 'ru', plain.fetch, plain.probe)).toEqual({ kind: 'other' })
    const silent = world({})
    expect(await findServer('example.uz', 'ru', silent.fetch, silent.probe)).toEqual({ kind: 'silent' })
  })

  it.each(['http://example.uz:443/', 'http://example.uz/'])(
    'distinguishes a secure connection that fails from no response: %s responds',
    async (plain) => {
      const { fetch, probe } = world({}, [plain])
      for (const typed of ['example.uz', 'https://example.uz'])
        expect(await findServer(typed, 'ru', fetch, probe)).toEqual({ kind: 'insecure' })
      expect(await findServer('http://example.uz', 'ru', fetch, probe)).toEqual({ kind: 'silent' })
    },
  )

  it('blames the secure connection where another site responds at the port of http', async () => {
    const { fetch, probe } = world({ 'http://example.uz': '<html>' }, ['http://example.uz:443/'])
    expect(await findServer('example.uz', 'ru', fetch, probe)).toEqual({ kind: 'insecure' })
  })

  it.each(['tv.local', '[fd00::5]:8080', 'localhost'])('finds %s without a certificate', async (typed) => {
    const { fetch, probe } = world({ [`http://${typed}`]: ekran })
    expect(await findServer(typed, 'ru', fetch, probe)).toMatchObject({ origin: `http://${typed}` })
  })

  it('uses a public server without a certificate only where the viewer has typed so', async () => {
    const { fetch, probe } = world({ 'http://example.uz': ekran }, ['http://example.uz/'])
    expect(await findServer('example.uz', 'ru', fetch, probe)).toEqual({ kind: 'plain' })
    expect(await findServer('http://example.uz', 'ru', fetch, probe)).toMatchObject({ kind: 'ok' })
  })

  it('sends no request when the text cannot be an address', async () => {
    const { fetch, asked } = world({})
    expect(await findServer('ekran', 'ru', fetch)).toEqual({ kind: 'invalid' })
    expect(asked).toEqual([])
  })
})
