import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { reject } from '#contract/form/endpoint.ts'
import {
  encodingFor,
  failureResponse,
  partsOf,
  responseBody,
  responseText,
  worthCompressing,
} from './response-body.ts'

const long = JSON.stringify({ text: 'Ўзбекистон '.repeat(500) })

describe('[API-04] a response', () => {
  it.each([
    ['middleware', '{"error":0,"message":"","data":{"a":1}}'],
    ['payment', '{"code":0,"message":"","data":{"a":1}}'],
    ['data', '{"data":{"a":1}}'],
    ['bare', '{"a":1}'],
  ] as const)('in the envelope %s is %s', (envelope, text) => {
    expect(responseText(envelope, { a: 1 }, false)).toBe(text)
  })

  it('as XML has the same content', () => {
    expect(responseText('middleware', { a: 1 }, true)).toContain('<data><a>1</a></data>')
  })

  it('is compressed once per encoding when that is worth it, and decompresses to the same', async () => {
    const body = await responseBody(long, false)
    expect(gunzipSync(body.gzip ?? '').toString()).toBe(long)
    expect(brotliDecompressSync(body.br ?? '').toString()).toBe(long)
    const short = await responseBody('x'.repeat(worthCompressing - 1), false)
    expect([short.gzip, short.br]).toEqual([undefined, undefined])
    expect((await responseBody(long, false, { compress: false })).br).toBeUndefined()
  })

  it('has the same ETag for the same content, and another for other content', async () => {
    const [one, same, other] = await Promise.all(['a', 'a', 'b'].map((text) => responseBody(text, false)))
    expect(one?.etag).toBe(same?.etag)
    expect(one?.etag).not.toBe(other?.etag)
    expect(one?.etag).toMatch(/^W\/"/)
  })
})

describe('the encoding of a response', () => {
  const whole = {
    identity: Buffer.from(''),
    gzip: Buffer.from(''),
    br: Buffer.from(''),
    etag: '',
    contentType: '',
  }

  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0,gzip;q=0', 'identity'],
    ['br;q=0.1', 'br'],
    ['brotli', 'identity'],
    ['x-gzip2', 'identity'],
  ])('for Accept-Encoding %j is %s', (header, encoding) => {
    expect(encodingFor(header, whole)).toBe(encoding)
  })

  it('is one that the response has', () => {
    expect(encodingFor('br, gzip', { ...whole, br: undefined })).toBe('gzip')
    expect(encodingFor('br, gzip', { ...whole, br: undefined, gzip: undefined })).toBe('identity')
  })
})

describe('[API-07] a refusal', () => {
  const body = (...all: Parameters<typeof failureResponse>) =>
    JSON.parse(failureResponse(...all).text) as object

  it('has its number where its envelope has one, its name and its text', () => {
    expect(body('middleware', 'wrong_password', 'uz', false)).toEqual({
      error: 26,
      message: 'Parol notoʻgʻri',
      failure: 'wrong_password',
    })
    expect(body('payment', 'card_no_money', 'ru', false)).toMatchObject({ code: 6000 })
    expect(body('data', 'not_found', 'ru', false)).toMatchObject({ code: 3 })
  })

  it('has status 200 for an expected negative outcome, and the retry time', () => {
    expect(failureResponse('data', 'insufficient_funds', 'ru', false).status).toBe(200)
    const later = failureResponse('data', 'too_many_requests', 'ru', false, { retryAfterSec: 40 })
    expect(later).toMatchObject({ status: 429, retryAfterSec: 40 })
    expect(later.text).toContain('40\u00a0с')
  })

  it('names the fields in its text and one by one', () => {
    const fields = [{ field: 'page', message: 'не меньше 1' }]
    expect(body('data', 'invalid_input', 'ru', false, { fields })).toMatchObject({
      message: 'Проверьте данные: page — не меньше 1',
      fields,
    })
  })

  it('has the values of its text, where a client may have the sentence in another language', () => {
    const values = { number: 7, name: 'Sevimli' }
    expect(body('data', 'channel_number_taken', 'ru', false, { values })).toMatchObject({ values })
    expect(body('middleware', 'device_limit', 'ru', false, { values: { limit: 5 } })).not.toHaveProperty(
      'values',
    )
  })

  it('contains the details that help the client, and nothing else', () => {
    const outcome = reject('device_limit', { values: { limit: 5 }, details: { devices: [] } })
    if (outcome.kind !== 'refused') throw new Error('it is refused')
    expect(body('middleware', outcome.failure, 'ru', false, partsOf(outcome))).toMatchObject({
      data: { devices: [] },
      message: expect.stringContaining('5'),
    })
    expect(body('middleware', 'device_limit', 'ru', false)).not.toHaveProperty('data')
  })

  it('as XML is XML', () => {
    expect(failureResponse('middleware', 'busy', 'ru', true).text).toContain('<rss><error>8</error>')
  })
})
