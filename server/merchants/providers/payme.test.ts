/** The responses to Payme, in the format of its protocol (developer.help.paycom.uz). */
import { beforeEach, describe, expect, it } from 'vitest'
import { basic } from '#emulators/payment-systems/call.ts'
import { callAdapter, openMemoryTill, payers, type MemoryTill } from '#tests/kit/modules/memory-till.ts'
import { merchantEnv, merchantSettings } from '#tests/kit/modules/merchants-module.ts'
import { createPayme } from './payme.ts'

const id = '5305e3bab097f420a62ced0b'
const amount = 500_000
let till: MemoryTill = openMemoryTill('payme')
beforeEach(() => {
  till = openMemoryTill('payme')
})

function adapter(more = '') {
  const { payme } = merchantSettings({ EKRAN_PAYME: merchantEnv.EKRAN_PAYME + more })
  if (payme === undefined) throw new Error('the setting is wrong')
  return createPayme(till, payme, () => 'Zamin TV')
}

const authorization = basic('Paycom', 'payme-key-of-the-tests')

/** The result of a request, or the code of its error. */
async function ask(method: string, params: object, payme = adapter()): Promise<unknown> {
  const { body } = await callAdapter(payme, {
    authorization,
    body: JSON.stringify({ id: 7, method, params }),
  })
  return body['result'] ?? (body['error'] as { code: number }).code
}

function create(more: object = {}) {
  const account = { abonement: payers.first.abonement }
  return ask('CreateTransaction', { id, time: till.clock.nowMs(), amount, account, ...more })
}

describe('[PAY-07] Payme’s check of a payment', () => {
  const check = (params: object) => ask('CheckPerformTransaction', params)
  const account = { abonement: payers.first.abonement }

  it('is allowed, with the number of the subscriber', async () => {
    expect(await check({ amount, account })).toEqual({ allow: true, additional: { abonement: '1000001' } })
  })

  it.each([
    [{ account }, -32_600],
    [{ amount }, -32_600],
    [{ amount: 99_999, account }, -31_001],
    [{ amount: 100_000_001, account }, -31_001],
    [{ amount: '500000', account }, -31_001],
    [{ amount, account: { abonement: '1999999' } }, -31_050],
    [{ amount, account: { abonement: payers.closed.abonement } }, -31_050],
    [{ amount, account: {} }, -31_050],
    // The sandbox tests the wrong amount first.
    [{ amount: 1, account: {} }, -31_001],
  ])('is refused for %j with %d', async (params, code) => {
    expect(await check(params)).toBe(code)
  })

  it('[BRAND-01] names the service on a fiscal receipt without a title', async () => {
    const fiscal = adapter('&ikpu=10305008002000000&package=1514296')
    expect(await ask('CheckPerformTransaction', { amount, account }, fiscal)).toMatchObject({
      detail: { items: [{ title: 'Zamin TV' }] },
    })
  })

  it('returns the fiscal receipt when the code of the goods is set', async () => {
    const fiscal = adapter('&ikpu=10305008002000000&package=1514296&vat=12&title=TV')
    expect(await ask('CheckPerformTransaction', { amount, account }, fiscal)).toMatchObject({
      detail: {
        receipt_type: 0,
        items: [
          {
            title: 'TV',
            price: amount,
            count: 1,
            code: '10305008002000000',
            vat_percent: 12,
            package_code: '1514296',
          },
        ],
      },
    })
  })
})

describe('[PAY-07] a payment through Payme', () => {
  it('is created, performed and checked, each request repeated with the same response', async () => {
    const opened = await create()
    expect(opened).toMatchObject({ transaction: '1', state: 1, create_time: till.clock.nowMs() })
    till.clock.advanceMs(60_000)
    expect(await create({ time: till.clock.nowMs() - 60_000 })).toEqual(opened)
    const made = await ask('PerformTransaction', { id })
    expect(made).toEqual({ transaction: '1', state: 2, perform_time: till.clock.nowMs() })
    till.clock.advanceMs(60_000)
    expect(await ask('PerformTransaction', { id })).toEqual(made)
    expect(await ask('CheckTransaction', { id })).toMatchObject({ state: 2, reason: null, cancel_time: 0 })
    // It was completed, and cannot be created again.
    expect(await create()).toBe(-31_008)
  })

  it('with other terms under its number is refused as another’s', async () => {
    await create()
    expect(await create({ amount: amount + 1 })).toBe(-31_001)
    expect(await create({ account: { abonement: payers.second.abonement } })).toBe(-31_050)
  })

  it('is cancelled before and after it was performed, with Payme’s reason', async () => {
    await create()
    expect(await ask('CancelTransaction', { id, reason: 3 })).toMatchObject({ state: -1 })
    expect(await ask('CheckTransaction', { id })).toMatchObject({ state: -1, reason: 3 })
    expect(await ask('PerformTransaction', { id })).toBe(-31_008)
    const other = 'another'
    await create({ id: other })
    await ask('PerformTransaction', { id: other })
    expect(await ask('CancelTransaction', { id: other, reason: 5 })).toMatchObject({ state: -2 })
  })

  it('that was spent is not refunded', async () => {
    await create()
    await ask('PerformTransaction', { id })
    till.spent.add(payers.first.accountId)
    expect(await ask('CancelTransaction', { id, reason: 5 })).toBe(-31_007)
    expect(await ask('CheckTransaction', { id })).toMatchObject({ state: 2 })
  })

  it('that is older than twelve hours can neither be created nor performed', async () => {
    expect(await create({ time: till.clock.nowMs() - 43_200_001 })).toBe(-31_008)
    expect(await ask('CheckTransaction', { id })).toBe(-31_003)
    await create()
    till.clock.advanceMs(43_200_001)
    expect(await ask('PerformTransaction', { id })).toBe(-31_008)
  })

  it.each(['PerformTransaction', 'CancelTransaction', 'CheckTransaction'])(
    'that was never created is unknown to %s',
    async (method) => {
      expect(await ask(method, { id, reason: 1 })).toBe(-31_003)
    },
  )

  it.each([
    ['CreateTransaction', { id: 'a:b', time: 1_700_000_000_000, amount }],
    ['CreateTransaction', { id, time: 1_700_000_000, amount }],
    ['CreateTransaction', { id, time: '1700000000000', amount }],
    ['CancelTransaction', { id, reason: 'because' }],
    ['CancelTransaction', { id }],
    ['PerformTransaction', {}],
    ['GetStatement', { from: 1_700_000_000_000, to: 1_600_000_000_000 }],
    ['GetStatement', { from: 1, to: 2 }],
  ])('is refused by %s for %j', async (method, params) => {
    expect(await ask(method, params)).toBe(-32_600)
  })

  it('stores its fiscal receipt, and no invalid or unknown one', async () => {
    await create()
    const receipt = { receipt_id: 4, qr_code_url: 'https://ofd.soliq.uz/epi' }
    const put = (params: object) => ask('SetFiscalData', params)
    expect(await put({ id, type: 'PERFORM', fiscal_data: receipt })).toEqual({ success: true })
    expect(till.receipts).toEqual([receipt])
    expect(await put({ id: 'missing', type: 'CANCEL', fiscal_data: receipt })).toBe(-31_003)
    for (const wrong of [
      { id, type: 'OTHER', fiscal_data: receipt },
      { id, type: 'PERFORM', fiscal_data: [] },
      { id, type: 'PERFORM', fiscal_data: {} },
      { id, type: 'PERFORM', fiscal_data: { ...receipt, note: 'x'.repeat(4000) } },
      { id, type: 'PERFORM', fiscal_data: { ...receipt, note: '\u0000' } },
    ])
      expect(await put(wrong)).toBe(-32_602)
    expect(till.receipts).toHaveLength(1)
  })
})

describe('[PAY-07] a request to Payme’s address', () => {
  const code = ({ body }: { body: Record<string, unknown> }) => (body['error'] as { code: number }).code
  const call = (more: object) => callAdapter(adapter(), { authorization, body: '{}', ...more })

  it('with a wrong key, or from another network, is refused and counted', async () => {
    for (const more of [
      { authorization: basic('Paycom', 'guess') },
      { authorization: '' },
      { isFromThere: false },
    ]) {
      const response = await call(more)
      expect([response.status, code(response), response.wasRefused]).toEqual([200, -32_504, true])
    }
  })

  it.each([
    [{ method: 'GET' }, -32_300],
    [{ body: 'not json' }, -32_700],
    [{ body: '[1]' }, -32_600],
    [{ body: '{"method":"CheckTransaction"}' }, -32_600],
    [{ body: '{"method":5,"params":{}}' }, -32_600],
    [{ body: '{"method":"toString","params":{}}' }, -32_601],
    [{ body: '{"method":"Pay","params":{}}' }, -32_601],
  ])('as %j is refused with %d', async (more, expected) => {
    const response = await call(more)
    expect([code(response), response.wasRefused]).toEqual([expected, false])
  })

  it('gets its own number, with a text for the payer in three languages', async () => {
    const { body } = await call({ body: '{"id":"q-1","method":"CheckTransaction","params":{"id":"x"}}' })
    expect(body).toMatchObject({ jsonrpc: '2.0', id: 'q-1' })
    const { message } = body['error'] as { message: Record<string, string> }
    expect(Object.keys(message).toSorted()).toEqual(['en', 'ru', 'uz'])
    expect((await call({ body: '{"id":{"a":1},"method":"x","params":{}}' })).body['id']).toBeNull()
  })

  it('is to be retried after an internal error', () => {
    const request = { method: 'POST', action: '', authorization, body: '{"id":9}', isFromThere: true }
    expect(adapter().trouble(request)).toMatchObject({
      status: 200,
      body: { id: 9, error: { code: -32_400 } },
    })
  })
})
