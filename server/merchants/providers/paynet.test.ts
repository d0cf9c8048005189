/** The responses to Paynet, in the format of its "universal web service". */
import { beforeEach, describe, expect, it } from 'vitest'
import { basic } from '#emulators/payment-systems/call.ts'
import { callAdapter, openMemoryTill, payers, type MemoryTill } from '#tests/kit/modules/memory-till.ts'
import { merchantEnv, merchantSettings } from '#tests/kit/modules/merchants-module.ts'
import { createPaynet } from './paynet.ts'

let till: MemoryTill = openMemoryTill('paynet')
beforeEach(() => {
  till = openMemoryTill('paynet')
})

const authorization = basic('paynet', 'paynet-password-of-the-tests')

function adapter(more = '') {
  const { paynet } = merchantSettings({ EKRAN_PAYNET: merchantEnv.EKRAN_PAYNET + more })
  if (paynet === undefined) throw new Error('the setting is wrong')
  return createPaynet(till, paynet)
}

/** The result of a request, or the code of its error. */
async function ask(method: string, params: object, more = ''): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 3, method, params })
  const response = await callAdapter(adapter(more), { authorization, body })
  return response.body['result'] ?? (response.body['error'] as { code: number }).code
}

const client = { client_id: payers.first.abonement }
const payment = { serviceId: 5, transactionId: 440, amount: 500_000, fields: client }

describe('[PAY-07] Paynet’s subscriber lookup', () => {
  it('returns the balance in the contract’s unit, and the name without the family name', async () => {
    till.balanceTiyin = 1_234_550
    expect(await ask('GetInformation', { fields: client })).toMatchObject({
      status: '0',
      timestamp: '2026-11-22 17:00:00',
      fields: { name: 'Dilnoza K.', client_id: '1000001', balance: 12_345.5 },
    })
    expect(await ask('GetInformation', { fields: client }, '&units=tiyin')).toMatchObject({
      status: 0,
      fields: { balance: 1_234_550 },
    })
  })

  it('accepts any field name that terminals use, with or without blanks', async () => {
    for (const name of ['client_id', 'abonement', 'account', 'clientid', ' client_id '])
      expect(await ask('GetInformation', { fields: { [name]: '1000001' } }), name).toHaveProperty('fields')
    expect(await ask('GetInformation', { ' fields ': client })).toHaveProperty('fields')
  })

  it.each([
    [{}, 411],
    [{ fields: {} }, 411],
    [{ fields: { client_id: '1999999' } }, 302],
    [{ fields: { client_id: payers.closed.abonement } }, 302],
  ])('refuses %j with %d', async (params, code) => {
    expect(await ask('GetInformation', params)).toBe(code)
  })
})

describe('[PAY-07] a payment through Paynet', () => {
  it('is completed in one step, and a repeated number is refused as existing', async () => {
    expect(await ask('PerformTransaction', payment)).toEqual({
      providerTrnId: 1,
      timestamp: '2026-11-22 17:00:00',
      fields: { client_id: '1000001', name: 'Dilnoza K.' },
    })
    expect(await till.look('440')).toMatchObject({ state: 'paid', amountTiyin: 500_000 })
    expect(await ask('PerformTransaction', payment)).toBe(201)
    // Also for a client that no longer exists.
    expect(await ask('PerformTransaction', { ...payment, fields: { client_id: '1999999' } })).toBe(201)
  })

  it.each([
    [{ amount: 99_999 }, 413],
    [{ amount: 100_000_001 }, 415],
    [{ amount: 500_000.5 }, 413],
    [{ amount: '500000' }, 413],
    [{ amount: undefined }, 411],
    [{ transactionId: undefined }, 411],
    [{ transactionId: 'a:b' }, 411],
    [{ transactionId: 2 ** 53 }, 411],
    [{ fields: { client_id: '1999999' } }, 302],
    [{ fields: undefined }, 411],
  ])('with %j is refused with %d, and nothing is taken', async (more, code) => {
    expect(await ask('PerformTransaction', { ...payment, ...more })).toBe(code)
    expect(await till.look('440')).toBeUndefined()
  })

  it('is reported as completed, cancelled or unknown', async () => {
    const check = () => ask('CheckTransaction', { transactionId: 440 })
    expect(await check()).toMatchObject({ transactionState: 3, providerTrnId: 0 })
    await ask('PerformTransaction', payment)
    expect(await check()).toMatchObject({ transactionState: 1, providerTrnId: 1 })
    await ask('CancelTransaction', { transactionId: 440 })
    expect(await check()).toMatchObject({ transactionState: 2, providerTrnId: 1 })
  })

  it('is refunded once, and the second time follows the contract', async () => {
    await ask('PerformTransaction', payment)
    const cancel = (more = '') => ask('CancelTransaction', { transactionId: 440 }, more)
    const first = await cancel()
    expect(first).toMatchObject({ providerTrnId: 1, transactionState: 2 })
    till.clock.advanceMs(60_000)
    expect(await cancel()).toEqual(first)
    expect(await cancel('&again=refuse')).toBe(202)
  })

  it('is not refunded when it was used, or never existed', async () => {
    await ask('PerformTransaction', payment)
    till.spent.add(payers.first.accountId)
    expect(await ask('CancelTransaction', { transactionId: 440 })).toBe(77)
    expect(await ask('CancelTransaction', { transactionId: 441 })).toBe(203)
    expect(await ask('CancelTransaction', {})).toBe(411)
  })

  it.each([
    [{}, 414],
    [{ dateFrom: '2026-11-22 00:00:00' }, 414],
    [{ dateFrom: '2026-11-23 00:00:00', dateTo: '2026-11-22 00:00:00' }, 414],
    [{ dateFrom: '22.11.2026', dateTo: '23.11.2026' }, 414],
    [{ dateFrom: '2026-13-40 00:00:00', dateTo: '2026-11-22 00:00:00' }, 414],
  ])('is in no statement of %j', async (params, code) => {
    expect(await ask('GetStatement', params)).toBe(code)
  })
})

describe('[PAY-07] a request to Paynet’s address', () => {
  it('with wrong credentials or from another network is refused by HTTP too, and counted', async () => {
    for (const more of [
      { authorization: basic('paynet', 'guess') },
      { authorization: basic('other', 'paynet-password-of-the-tests') },
      { authorization, isFromThere: false },
    ])
      expect(await callAdapter(adapter(), { body: '{"id":1}', ...more })).toMatchObject({
        status: 401,
        body: { id: 1, error: { code: 412 } },
        wasRefused: true,
      })
  })

  it.each([
    [{ method: 'GET' }, -32_300],
    [{ body: '<xml/>' }, -32_700],
    [{ body: '"text"' }, -32_600],
    [{ body: '{"method":"CheckTransaction"}' }, -32_600],
    [{ body: '{"method":"constructor","params":{}}' }, -32_601],
  ])('as %j is refused with %d', async (more, code) => {
    const { body } = await callAdapter(adapter(), { authorization, body: '{}', ...more })
    expect(body).toMatchObject({ error: { code } })
  })

  it('must name our service where its id is configured', async () => {
    expect(await ask('PerformTransaction', payment, '&service=6')).toBe(305)
    expect(await ask('PerformTransaction', payment, '&service=5')).toHaveProperty('providerTrnId')
  })

  it('is to be retried after an internal error', () => {
    const request = { method: 'POST', action: '', authorization, body: '{" id ":4}', isFromThere: true }
    expect(adapter().trouble(request)).toMatchObject({ status: 200, body: { id: 4, error: { code: 100 } } })
  })
})
