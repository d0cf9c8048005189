/** The responses to Uzum Bank, in the format of its merchant protocol (developer.uzumbank.uz). */
import { beforeEach, describe, expect, it } from 'vitest'
import { basic } from '#emulators/payment-systems/call.ts'
import { callAdapter, openMemoryTill, payers, type MemoryTill } from '#tests/kit/modules/memory-till.ts'
import { merchantSettings } from '#tests/kit/modules/merchants-module.ts'
import { createUzum } from './uzum.ts'

let till: MemoryTill = openMemoryTill('uzum')
beforeEach(() => {
  till = openMemoryTill('uzum')
})

const authorization = basic('uzum', 'uzum-password-of-the-tests')
const params = { account: payers.first.abonement }
const transId = 'c7a2f1e0-1d4b-4d9c-8b6e-0f1a2b3c4d5e'

function adapter() {
  const { uzum } = merchantSettings()
  if (uzum === undefined) throw new Error('the setting is wrong')
  return createUzum(till, uzum)
}

async function ask(action: string, more: object, request: object = {}) {
  const body = JSON.stringify({ serviceId: 101, timestamp: till.clock.nowMs(), ...more })
  return callAdapter(adapter(), { authorization, action, body, ...request })
}

/** The code of a refusal, which comes with HTTP 400. */
async function refusal(action: string, more: object, request: object = {}): Promise<unknown> {
  const { status, body } = await ask(action, more, request)
  expect([status, body['status']]).toEqual([400, 'FAILED'])
  return body['errorCode']
}

function create(more: object = {}) {
  return ask('create', { transId, params, amount: 500_000, ...more })
}

describe('[PAY-07] Uzum Bank’s subscriber check', () => {
  it('returns the number', async () => {
    expect((await ask('check', { params })).body).toEqual({
      serviceId: 101,
      timestamp: till.clock.nowMs(),
      status: 'OK',
      data: { account: { value: '1000001' } },
    })
  })

  it.each([
    [{}, '10005'],
    [{ params: 'text' }, '10005'],
    [{ params: {} }, '10007'],
    [{ params: { account: '1999999' } }, '10007'],
    [{ params: { account: payers.closed.abonement } }, '10007'],
  ])('refuses %j with %s', async (more, code) => {
    expect(await refusal('check', more)).toBe(code)
  })
})

describe('[PAY-07] a payment through Uzum Bank', () => {
  it('is created and confirmed, each repeated with the same response except creating a paid one', async () => {
    const created = (await create()).body
    expect(created).toMatchObject({
      transId,
      status: 'CREATED',
      amount: 500_000,
      transTime: till.clock.nowMs(),
    })
    till.clock.advanceMs(1000)
    expect((await create()).body).toEqual(created)
    const confirmed = (await ask('confirm', { transId })).body
    expect(confirmed).toMatchObject({ transId, status: 'CONFIRMED', confirmTime: till.clock.nowMs() })
    till.clock.advanceMs(1000)
    expect((await ask('confirm', { transId })).body).toEqual(confirmed)
    expect(await refusal('create', { transId, params, amount: 500_000 })).toBe('10008')
  })

  it('has a status with each of its moments, and null for those that have not come', async () => {
    const status = async () => (await ask('status', { transId })).body
    await create()
    expect(await status()).toMatchObject({ status: 'CREATED', confirmTime: null, reverseTime: null })
    await ask('confirm', { transId })
    expect(await status()).toMatchObject({ status: 'CONFIRMED', confirmTime: till.clock.nowMs() })
    await ask('reverse', { transId })
    expect(await status()).toMatchObject({ status: 'REVERSED', reverseTime: till.clock.nowMs() })
  })

  it('with other terms under its number is refused as another’s', async () => {
    await create()
    expect(await refusal('create', { transId, params, amount: 600_000 })).toBe('10005')
    const other = { account: payers.second.abonement }
    expect(await refusal('create', { transId, params: other, amount: 500_000 })).toBe('10005')
  })

  it.each([99_999, 100_000_001, 500_000.5, '500000', null])('of %j tiyin is refused', async (amount) => {
    expect(await refusal('create', { transId, params, amount })).toBe('10005')
    expect(await till.look(transId)).toBeUndefined()
  })

  it('that was reversed is neither confirmed nor created again', async () => {
    await create()
    expect((await ask('reverse', { transId })).body).toMatchObject({ status: 'REVERSED' })
    expect(await refusal('confirm', { transId })).toBe('10009')
    expect(await refusal('create', { transId, params, amount: 500_000 })).toBe('10009')
  })

  it('that was used is not reversed', async () => {
    await create()
    await ask('confirm', { transId })
    till.spent.add(payers.first.accountId)
    expect(await refusal('reverse', { transId })).toBe('10003')
    expect(await till.look(transId)).toMatchObject({ state: 'paid' })
  })

  it.each(['confirm', 'reverse', 'status'])('that was never created is unknown to %s', async (step) => {
    expect(await refusal(step, { transId })).toBe('10009')
    expect(await refusal(step, {})).toBe('10005')
    expect(await refusal(step, { transId: 'a b' })).toBe('10005')
  })
})

describe('[PAY-07] a request to Uzum Bank’s address', () => {
  it('with wrong credentials or from another network is refused and counted', async () => {
    for (const request of [
      { authorization: basic('uzum', 'guess') },
      { authorization: '' },
      { isFromThere: false },
    ]) {
      const { status, body, wasRefused } = await ask('check', { params }, request)
      expect([status, body['errorCode'], wasRefused]).toEqual([400, '10001', true])
    }
  })

  it.each([
    ['check', { method: 'GET' }, '10003'],
    ['pay', {}, '10003'],
    ['toString', {}, '10003'],
    ['check', { body: 'not json' }, '10002'],
    ['check', { body: '[]' }, '10002'],
    ['check', { body: '{"serviceId":101}' }, '10005'],
    ['check', { body: '{"timestamp":1}' }, '10005'],
    ['check', { body: '{"serviceId":102,"timestamp":1}' }, '10006'],
  ])('%s as %j is refused with %s', async (action, request, code) => {
    expect(await refusal(action, { params }, request)).toBe(code)
  })

  it('is to be retried after an internal error, under its number where it has one', () => {
    const request = { method: 'POST', action: 'create', authorization, isFromThere: true }
    expect(adapter().trouble({ ...request, body: JSON.stringify({ transId }) })).toMatchObject({
      status: 400,
      body: { transId, transTime: till.clock.nowMs(), errorCode: '99999' },
    })
    expect(adapter().trouble({ ...request, body: '' }).body).toMatchObject({ timestamp: till.clock.nowMs() })
  })
})
