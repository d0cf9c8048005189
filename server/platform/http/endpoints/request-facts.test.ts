/** What is read from a request before any endpoint runs. */
import * as fc from 'fast-check'
import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { deviceHeader, pageHeader } from '#contract/form/constants.ts'
import { pictureWidths } from '#contract/form/constants.ts'
import { pictureAddress, readAddress } from '#server/pictures/address.ts'
import { addressFormOf, formKey, withAddresses } from './address-form.ts'
import { deviceUidOf, idempotencyKeyOf, userAgentOf } from './device-headers.ts'
import { languageOf } from './language.ts'
import { ParsedInputs, type ParsedInput } from './parsed-inputs.ts'
import { readInput } from './read-input.ts'

function request(more: object = {}): FastifyRequest {
  const plain = { method: 'GET', url: '/', headers: {}, query: {}, params: {}, raw: { url: '/' } }
  return { ...plain, ...more } as unknown as FastifyRequest
}

function withHeaders(headers: Readonly<Record<string, string>>): FastifyRequest {
  return request({ headers })
}

describe('[I18N-05] the language of a request', () => {
  it.each([
    ['uz', undefined, 'uz'],
    ['ru', 'uz', 'ru'],
    ['en', 'uz', 'uz'],
    [undefined, undefined, 'ru'],
    [undefined, 'en-US,en;q=0.9', 'ru'],
    [undefined, 'uz-Latn-UZ', 'uz'],
    [undefined, 'en, uz;q=0.5, ru;q=0.7', 'ru'],
    [undefined, 'UZ;q=0.8, ru;q=0.8', 'uz'],
    [undefined, 'uz;q=0', 'ru'],
    [undefined, 'uz;q=much', 'ru'],
    [undefined, 'uz;q=2', 'ru'],
    [['uz'], undefined, 'ru'],
  ] as const)('lang=%j with Accept-Language %j is %s', (lang, header, language) => {
    expect(languageOf(lang, header)).toBe(language)
  })

  it('is a supported one whatever a client sends, however long', () => {
    fc.assert(
      fc.property(fc.anything(), fc.string(), (lang, header) =>
        ['ru', 'uz'].includes(languageOf(lang, header)),
      ),
    )
    expect(languageOf(undefined, `${'en,'.repeat(100)}uz`)).toBe('ru')
  })
})

describe('the client', () => {
  it('[ACC-05] has a device number, trimmed, if it is valid', () => {
    expect(deviceUidOf(withHeaders({ [deviceHeader]: ' device-1 ' }))).toBe('device-1')
    for (const value of ['', '  ', 'x'.repeat(101)])
      expect(deviceUidOf(withHeaders({ [deviceHeader]: value })), value).toBeUndefined()
    expect(deviceUidOf(request())).toBeUndefined()
  })

  it('has a user agent, cut to its first part', () => {
    expect(userAgentOf(withHeaders({ 'user-agent': 'x'.repeat(300) }))).toHaveLength(200)
    expect(userAgentOf(request())).toBe('')
  })

  it('[SUB-07] has an idempotency key, and its hash when it is too long', () => {
    const key = (value: string) => idempotencyKeyOf(withHeaders({ 'idempotency-key': value }))
    expect([key(' order-1 '), key(''), key('x'.repeat(100))]).toEqual(['order-1', undefined, 'x'.repeat(100)])
    const long = key('x'.repeat(101))
    expect(long).toMatch(/^[0-9a-f]{64}$/)
    expect(key('x'.repeat(102))).not.toBe(long)
  })
})

describe('the parameters of a request', () => {
  it('come from the query, the body and the path, the later ones winning', () => {
    const read = readInput(
      request({
        query: { a: 'query', b: 'query', c: 'query' },
        body: { b: 'body', c: 'body' },
        params: { c: 'path' },
      }),
    )
    expect(read).toEqual({ kind: 'read', raw: { a: 'query', b: 'body', c: 'path' } })
  })

  it('cannot be read from an address with broken escapes', () => {
    expect(readInput(request({ raw: { url: '/x?a=%E0%A4' } }))).toEqual({
      kind: 'unreadable',
      field: 'address',
    })
    expect(readInput(request({ raw: { url: '/x?a=%20' } })).kind).toBe('read')
  })

  it.each([[[1, 2]], ['text'], [5]])('cannot be read from the body %j', (body) => {
    expect(readInput(request({ body }))).toEqual({ kind: 'unreadable', field: 'body' })
  })

  it.each(['a\u0000b', '\ud800', 'x\udfff'])(
    '[API-07] contain no %j at any depth, which the database cannot store',
    (text) => {
      expect(readInput(request({ query: { a: text } }))).toEqual({ kind: 'unstorable', field: 'a' })
      expect(readInput(request({ params: { a: text } }))).toEqual({ kind: 'unstorable', field: 'a' })
      const body = { whole: 'smile \u{1f600}', a: [{ b: text }] }
      expect(readInput(request({ body }))).toEqual({ kind: 'unstorable', field: 'a.0.b' })
      expect(readInput(request({ body: { a: { [text]: 1 } } }))).toEqual({ kind: 'unstorable', field: 'a' })
      expect(readInput(request({ body: { [text]: 1 } }))).toEqual({ kind: 'unstorable', field: 'body' })
    },
  )

  it('are not nested more deeply than any valid input', () => {
    let deep: object = {}
    for (let depth = 0; depth < 30; depth += 1) deep = { deep }
    expect(readInput(request({ body: deep })).kind).toBe('unreadable')
  })
})

describe('cached parsed parameters', () => {
  const parsed: ParsedInput = {
    raw: {},
    prepared: { kind: 'ready', input: { page: 1 }, run: async () => ({ kind: 'ok', data: {} }) },
    cacheKey: 'key',
  }

  it('are found by their address, and cannot be changed by a caller', () => {
    const inputs = new ParsedInputs()
    inputs.keep(request({ url: '/a?page=1' }), parsed)
    const stored = inputs.find(request({ url: '/a?page=1' }))
    expect(stored?.cacheKey).toBe('key')
    expect(Object.isFrozen(stored?.prepared.input)).toBe(true)
    expect(inputs.find(request({ url: '/a?page=2' }))).toBeUndefined()
  })

  it('[ACC-14] are never stored with a token in them, nor with a body, nor for a long address', () => {
    const inputs = new ParsedInputs()
    const refused = [
      [request({ url: '/a?authkey=secret' }), { ...parsed, raw: { authkey: 'secret' } }],
      [request({ url: '/b', method: 'POST' }), parsed],
      [request({ url: '/c', body: {} }), parsed],
      [request({ url: `/${'d'.repeat(500)}` }), parsed],
    ] as const
    for (const [one, input] of refused) {
      inputs.keep(one, input)
      expect(inputs.find(request({ url: one.url })), one.url).toBeUndefined()
    }
  })

  it('are bounded: the oldest are dropped', () => {
    const inputs = new ParsedInputs()
    for (let at = 0; at <= 2000; at += 1) inputs.keep(request({ url: `/${at}` }), parsed)
    expect(inputs.find(request({ url: '/0' }))).toBeUndefined()
    expect(inputs.find(request({ url: '/1' }))).toBeDefined()
  })
})

describe('[API-02] [CAT-10] addresses in a response', () => {
  const site = 'https://tv.example.uz'
  const form = (
    headers: Readonly<Record<string, string>>,
    device?: string,
    publicUrl: string | undefined = `${site}/`,
  ) => addressFormOf(withHeaders(headers), device, publicUrl)

  it('are paths for the site’s own pages, and without a configured public address', () => {
    expect(form({ [pageHeader]: '1' }).base).toBe('')
    expect(addressFormOf(request(), undefined, undefined).base).toBe('')
    expect(form({}).base).toBe(site)
  })

  it('are absolute for all other clients, anywhere in the response', () => {
    const data = {
      list: [{ url: '/p/ticket/live.m3u8', picture: null }],
      nested: { a: '/images/logo/1/none/240.webp' },
    }
    expect(withAddresses(data, form({}))).toEqual({
      list: [{ url: `${site}/p/ticket/live.m3u8`, picture: null }],
      nested: { a: `${site}/images/logo/1/none/240.webp` },
    })
  })

  it.each([
    '/movie/7',
    'images/logo/1/none/240.webp',
    'https://other.example/images/1',
    '/images/two words',
    7,
    true,
  ])('are only those of the site itself: %j is unchanged', (value) => {
    expect(withAddresses({ value }, form({}))).toEqual({ value })
  })

  it('give an app a wider existing picture', () => {
    for (const width of pictureWidths) {
      const address = pictureAddress('poster', 7, null, width)
      const wide = String(withAddresses(address, { base: '', wide: true }))
      expect(readAddress(wide)?.width, address).toBe(width >= 1280 ? width : width * 2)
    }
  })

  it('are separated in the cache', () => {
    const forms = [
      form({}),
      form({}, 'android'),
      form({ [pageHeader]: '1' }),
      form({ [pageHeader]: '1' }, 'android'),
    ]
    expect(new Set(forms.map(formKey)).size).toBe(4)
  })
})
