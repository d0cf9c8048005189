/** The client follows the envelope, not the status (specification, 8; API-07). */
import { describe, expect, it } from 'vitest'
import { accounts } from './accounts/accounts.ts'
import { pushDevices } from './accounts/push-devices.ts'
import { cards } from './billing/cards.ts'
import { channels } from './channels/channels.ts'
import { createClient, type Call } from './client.ts'
import type { Endpoint } from './form/endpoint.ts'
import { failures } from './form/failures.ts'
import { site } from './site/site.ts'

/** A client that gets this response for every request. */
function callerOf(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Call {
  return createClient({
    origin: '',
    token: () => 'token',
    language: () => 'ru',
    fetch: async () => new Response(body, { status, headers }),
  })
}

function answered(status: number, body: object, headers?: Readonly<Record<string, string>>) {
  return callerOf(status, JSON.stringify(body), headers)
}

describe('[API-07] a response with status 200', () => {
  it.each<[string, Endpoint, 'error' | 'code', keyof typeof failures]>([
    ['a middleware call', accounts.login, 'error', 'wrong_credentials'],
    ['the payment service', cards.cards, 'code', 'card_no_money'],
    ['a bare call', site.ipCheck, 'code', 'something_went_wrong'],
  ])('of %s is an error when its number is not 0', async (_, endpoint, field, failure) => {
    const { number, ru } = failures[failure]
    const call = answered(200, { [field]: number, message: ru, failure, data: { left: 1 } })
    expect(await call(endpoint, { id: 1 })).toEqual({
      kind: 'refused',
      failure,
      status: 200,
      message: ru,
      fields: [],
      details: { left: 1 },
    })
  })

  it('is data when its number is 0, and a bare response is the data itself', async () => {
    expect(await answered(200, { error: 0, message: '', data: { a: 1 } })(channels.list, {})).toEqual({
      kind: 'ok',
      data: { a: 1 },
    })
    expect(await answered(200, { is_tasix: 1 })(site.ipCheck, {})).toEqual({
      kind: 'ok',
      data: { is_tasix: 1 },
    })
  })

  it('of a newer server with an unknown failure still shows that server’s message', async () => {
    const call = answered(
      200,
      { error: 9999, message: 'Слова', failure: 'of_tomorrow' },
      { 'retry-after': '7' },
    )
    expect(await call(accounts.login, { password: 'x', device_uid: 'x' })).toMatchObject({
      kind: 'refused',
      failure: 'something_went_wrong',
      message: 'Слова',
      retryAfterSec: 7,
    })
  })
})

describe('a request', () => {
  it('[API-07] that changes data has its fields in the body, by the method of the endpoint', async () => {
    const sent: { url: string; method: string; body?: string }[] = []
    const call = createClient({
      origin: '',
      token: () => 'token',
      language: () => 'ru',
      fetch: async (url, { method, body }) => {
        sent.push({ url, method, ...(body === undefined ? {} : { body }) })
        return new Response('{"data":{}}')
      },
    })
    await call(pushDevices.register, { service: 'fcm', token: 'abc' })
    await call(pushDevices.remove, { token: 'abc' })
    await call(channels.detail, { cid: 1 })
    expect(sent).toEqual([
      { url: '/api/v1/push-devices', method: 'POST', body: '{"service":"fcm","token":"abc"}' },
      { url: '/api/v1/push-devices', method: 'DELETE', body: '{"token":"abc"}' },
      { url: '/middleware/channel/detail?cid=1', method: 'GET' },
    ])
  })
})

describe('a response that is not from the API', () => {
  it('[ACC-08] is marked as forbidden when it is a 403 without an envelope, with any body', async () => {
    for (const body of ['', '<h1>Forbidden</h1>', '{}', 'null'])
      expect(await callerOf(403, body)(channels.detail, { cid: 1 }), body).toEqual({
        kind: 'unreachable',
        reason: 'status 403',
        forbidden: true,
      })
  })

  it('is a lost connection when it cannot be parsed', async () => {
    for (const [status, body] of [
      [200, '<html>'],
      [502, '<html>'],
      [502, '{}'],
    ] as const) {
      const result = await callerOf(status, body)(channels.detail, { cid: 1 })
      expect(result).toMatchObject({ kind: 'unreachable' })
      expect(result).not.toHaveProperty('forbidden')
    }
  })
})
