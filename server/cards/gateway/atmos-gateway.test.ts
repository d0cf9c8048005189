/**
 * How the gateway's responses are interpreted. The network is simulated: each response says one thing about the
 * money.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { readGatewayAddress } from '#server/platform/settings/gateway-address.ts'
import { openAtmosGateway, type Payment } from './atmos-gateway.ts'

interface Sent {
  readonly path: string
  readonly authorization: string
  readonly body: unknown
}
type Answer = { readonly status?: number; readonly json: unknown } | 'lost'

let sent: Sent[] = []
/** The gateway's responses for each path; a list is used up one by one. */
let responses: Record<string, Answer | Answer[]> = {}
let tokens = 0
const clock = manualClock(Date.UTC(2026, 10, 22, 12))

beforeEach(() => {
  sent = []
  tokens = 0
  responses = {}
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { pathname } = new URL(url)
    const headers = new Headers(init.headers)
    const body =
      typeof init.body === 'string' && init.body.startsWith('{') ? JSON.parse(init.body) : init.body
    sent.push({ path: pathname, authorization: headers.get('authorization') ?? '', body })
    const listed = responses[pathname]
    const response = Array.isArray(listed) ? listed.shift() : listed
    if (response === undefined && pathname === '/token') {
      tokens += 1
      return Response.json({ access_token: `token-${tokens}`, expires_in: 3600 })
    }
    if (response === undefined || response === 'lost') throw new TypeError('the connection is lost')
    return Response.json(response.json, { status: response.status ?? 200 })
  })
})
afterEach(() => void vi.unstubAllGlobals())

function gateway(more = '') {
  const read = readGatewayAddress(`atmos+https://key:secret@apigw.example?store=1234${more}`, ['atmos'])
  if (read.kind === 'wrong') throw new Error(read.problem)
  return openAtmosGateway(read.address, clock)
}

const ok = (fields: object = {}): Answer => ({ json: { result: { code: 'OK' }, ...fields } })
const no = (code: string, fields: object = {}): Answer => ({
  json: { result: { code: `STPIMS-ERR-${code}` }, ...fields },
})

const payment: Payment = { transactionId: 77, orderId: 5, amountTiyin: 500_000 }
const transaction = {
  ...{ trans_id: 77, account: '5', amount: 500_000, confirmed: true, status_code: '0' },
  ...{ status_message: 'Success', success_trans_id: 900, ofd_url: 'https://ofd.example/c/77' },
}
const bound = { data: { card_id: 12, card_token: 'card-token', pan: '860049******3347', expiry: '2802' } }

describe('[PAY-06] the login at the gateway', () => {
  it('is made once for all waiting requests, and used until a minute before its expiry', async () => {
    responses['/partner/remove-card'] = ok()
    const atmos = gateway()
    const card = { gatewayCardId: '12', token: 'card-token' }
    await Promise.all([atmos.removeCard(card), atmos.removeCard(card)])
    clock.advanceMs(3_539_000)
    await atmos.removeCard(card)
    expect(tokens).toBe(1)
    clock.advanceMs(2000)
    await atmos.removeCard(card)
    expect([tokens, sent.at(-1)?.authorization]).toEqual([2, 'Bearer token-2'])
    expect(sent[0]).toMatchObject({ path: '/token', authorization: 'Basic a2V5OnNlY3JldA==' })
  })

  it('is repeated once when the gateway no longer accepts the token, and the request is sent again', async () => {
    responses['/merchant/pay/create'] = [{ status: 401, json: {} }, ok({ transaction_id: 77 })]
    expect(await gateway().create(payment)).toEqual({ kind: 'created', transactionId: 77 })
    expect(sent.map(({ path }) => path)).toEqual([
      '/token',
      '/merchant/pay/create',
      '/token',
      '/merchant/pay/create',
    ])
    responses['/merchant/pay/apply'] = { status: 401, json: {} }
    expect(await gateway().apply(payment)).toEqual({ kind: 'not_done', reason: 'http_401' })
  })

  it.each([
    [{ status: 401, json: { error: 'invalid_client' } }, 'token_http_401'],
    [{ json: { access_token: 'two words' } }, 'token_http_200'],
    [{ json: {} }, 'token_http_200'],
    ['lost', 'no_connection'],
  ] as const)('that fails with %j has moved no money', async (response, reason) => {
    responses['/token'] = response
    expect(await gateway().apply(payment)).toEqual({ kind: 'not_done', reason })
    expect(sent).toHaveLength(1)
  })
})

describe('[PAY-06] a payment', () => {
  it('is created for the store and the order, at the terminal where there is one', async () => {
    responses['/merchant/pay/create'] = ok({ transaction_id: 77 })
    await gateway('&terminal=9').create(payment)
    expect(sent.at(-1)?.body).toEqual({
      ...{ amount: 500_000, account: '5', store_id: 1234, lang: 'ru', terminal_id: '9' },
    })
    responses['/merchant/pay/create'] = ok({ transaction_id: 0 })
    expect(await gateway().create(payment)).toEqual({ kind: 'down', reason: 'answer_not_understood' })
  })

  it('names its card by the token or by the number, never by both', async () => {
    responses['/merchant/pay/pre-apply'] = ok()
    await gateway().name(77, { token: 'card-token' })
    await gateway().name(77, { pan: '8600490744313347', expiryYymm: '2802' })
    expect(sent.filter(({ path }) => path.endsWith('pre-apply')).map(({ body }) => body)).toEqual([
      { transaction_id: 77, store_id: 1234, card_token: 'card-token' },
      { transaction_id: 77, store_id: 1234, card_number: '8600490744313347', expiry: '2802' },
    ])
  })

  it('is paid when the response says so for this very payment, with its receipt', async () => {
    responses['/merchant/pay/apply'] = ok({ store_transaction: transaction })
    expect(await gateway().apply(payment, '111111')).toEqual({
      kind: 'paid',
      chequeId: '900',
      ofdUrl: 'https://ofd.example/c/77',
    })
  })

  it.each([{ trans_id: 78 }, { account: '6' }, { amount: 499_999 }])(
    'is not paid by a response about another one: %j',
    async (other) => {
      responses['/merchant/pay/apply'] = ok({ store_transaction: { ...transaction, ...other } })
      expect(await gateway().apply(payment)).toEqual({ kind: 'unknown' })
    },
  )

  it.each([
    [{ confirmed: false }, 'open'],
    [{ confirmed: 'true' }, 'open'],
    [{ status_code: '1' }, 'open'],
    [{ status_message: 'Canceled' }, 'closed'],
  ])('without a clear confirmation (%j) is %s', async (more, kind) => {
    responses['/merchant/pay/get'] = ok({ store_transaction: { ...transaction, ...more } })
    expect(await gateway().getPaymentState(payment)).toEqual({ kind })
  })

  it('whose receipt is no web address has none, and is still paid', async () => {
    const rest = { ...transaction, ofd_url: 'javascript:alert(1)', success_trans_id: undefined }
    responses['/merchant/pay/get'] = ok({ store_transaction: rest })
    expect(await gateway().getPaymentState(payment)).toEqual({ kind: 'paid', chequeId: '77', ofdUrl: null })
  })

  it('whose response is lost or cannot be parsed is neither paid nor refused', async () => {
    for (const response of ['lost', { status: 502, json: 'x' }, { json: {} }, no('x')] as const) {
      responses['/merchant/pay/apply'] = response
      expect(await gateway().apply(payment)).toEqual({ kind: 'unknown' })
    }
  })

  it('is refused only by a code with a known meaning, and else left open', async () => {
    responses['/merchant/pay/apply'] = no('112')
    expect(await gateway().apply(payment)).toEqual({ kind: 'refused', refusal: 'no_money', code: '112' })
    responses['/merchant/pay/apply'] = no('001')
    expect(await gateway().apply(payment)).toMatchObject({ refusal: 'unclear' })
  })

  it('that is closed is paid or not according to its data, although the response is an error', async () => {
    responses['/merchant/pay/get'] = no('092', { store_transaction: { ...transaction, confirmed: false } })
    expect(await gateway().getPaymentState(payment)).toEqual({ kind: 'closed' })
    responses['/merchant/pay/get'] = no('092', { store_transaction: transaction })
    expect((await gateway().getPaymentState(payment)).kind).toBe('paid')
    responses['/merchant/pay/get'] = no('009', { store_transaction: transaction })
    expect(await gateway().getPaymentState(payment)).toEqual({ kind: 'unknown' })
  })

  it('is refunded only where the gateway names this very payment', async () => {
    responses['/merchant/pay/reverse'] = ok({ transaction_id: 77 })
    expect(await gateway().reverse(77, 'a mistake')).toEqual({ kind: 'reversed' })
    expect(sent.at(-1)?.body).toEqual({ transaction_id: 77, store_id: 1234, reason: 'a mistake' })
    responses['/merchant/pay/reverse'] = ok({ transaction_id: 78 })
    expect(await gateway().reverse(77, null)).toMatchObject({ kind: 'unknown' })
    for (const response of ['lost', no('092'), no('112')] as const) {
      responses['/merchant/pay/reverse'] = response
      expect((await gateway().reverse(77, null)).kind).toBe('unknown')
    }
  })
})

describe('[PAY-04] a card', () => {
  it('gets a code for its phone, with or without a number in the response', async () => {
    responses['/partner/bind-card/init'] = ok({ transaction_id: 5, phone: '998*****3347' })
    const init = () => gateway().bindInit('8600490744313347', '2802')
    expect(await init()).toEqual({ kind: 'sent', transactionId: 5, phone: '998*****3347' })
    responses['/partner/bind-card/init'] = ok({ transaction_id: null })
    expect(await init()).toEqual({ kind: 'sent', transactionId: null, phone: null })
  })

  it('is bound by the code, with its display data', async () => {
    responses['/partner/bind-card/confirm'] = ok(bound)
    expect(await gateway().bindConfirm(5, '111111')).toEqual({
      ...{ kind: 'bound', pan: '860049******3347', expiry: '2802' },
      card: { gatewayCardId: '12', token: 'card-token' },
    })
  })

  it('that was bound before is identified by the data in the refusal', async () => {
    const stored = { kind: 'known', card: { gatewayCardId: '12', token: 'card-token' } }
    responses['/partner/bind-card/init'] = no('133', bound)
    expect(await gateway().bindInit('8600490744313347', '2802')).toEqual(stored)
    responses['/partner/bind-card/confirm'] = no('133', bound)
    expect(await gateway().bindConfirm(5, '111111')).toEqual(stored)
    // Without them it is a refusal like any other.
    responses['/partner/bind-card/init'] = no('133')
    expect(await gateway().bindInit('8600490744313347', '2802')).toMatchObject({
      kind: 'refused',
      code: '133',
    })
  })

  it('is not bound by a response without its number or its token', async () => {
    for (const data of [{}, { card_id: 12 }, { card_token: 'a' }, { card_id: 'x', card_token: 'a' }]) {
      responses['/partner/bind-card/confirm'] = ok({ data })
      expect(await gateway().bindConfirm(5, '1')).toEqual({ kind: 'down', reason: 'answer_not_understood' })
    }
  })

  it('of the test gateway never expires, and a real one expires at its date', () => {
    expect([gateway().takesTestCards, gateway('&tests=on').takesTestCards]).toEqual([false, true])
  })
})
