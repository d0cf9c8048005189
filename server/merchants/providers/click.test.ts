/** The responses to Click, in the format of its SHOP API (docs.click.uz). */
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { callAdapter, openMemoryTill, payers, type MemoryTill } from '#tests/kit/modules/memory-till.ts'
import { merchantSettings } from '#tests/kit/modules/merchants-module.ts'
import { createClick } from './click.ts'
import type { Till } from '#server/merchants/payments/till.ts'

let till: MemoryTill = openMemoryTill('click')
beforeEach(() => {
  till = openMemoryTill('click')
})

function adapter(of: Till = till) {
  const { click } = merchantSettings()
  if (click === undefined) throw new Error('the setting is wrong')
  return createClick(of, click)
}

const form = {
  click_trans_id: '12345',
  service_id: '4321',
  click_paydoc_id: '777',
  merchant_trans_id: payers.first.abonement,
  amount: '5000.00',
  error: '0',
  error_note: 'Success',
  sign_time: '2026-11-22 17:00:00',
}
type Form = Readonly<Record<string, string>>

function signed(fields: Form): string {
  const names = ['merchant_trans_id', 'merchant_prepare_id', 'amount', 'action', 'sign_time']
  const rest = names.map((name) => fields[name] ?? '').join('')
  const text = `${fields['click_trans_id']}${fields['service_id']}click-secret-of-the-tests${rest}`
  return createHash('md5').update(text).digest('hex')
}

async function send(action: 'prepare' | 'complete', fields: Form, request: object = {}) {
  const all = { sign_string: signed(fields), ...fields }
  const body = new URLSearchParams(all).toString()
  const response = await callAdapter(adapter(), { action, body, ...request })
  expect(response.status).toBe(200)
  return { ...response.body, wasRefused: response.wasRefused } as Record<string, unknown>
}

function prepare(more: Form = {}) {
  return send('prepare', { ...form, action: '0', ...more })
}

function complete(more: Form = {}) {
  return send('complete', { ...form, action: '1', merchant_prepare_id: '1', ...more })
}

describe('[PAY-07] a payment through Click', () => {
  it('is prepared and completed, with our number in both responses', async () => {
    expect(await prepare()).toMatchObject({
      click_trans_id: 12_345,
      merchant_trans_id: '1000001',
      merchant_prepare_id: 1,
      error: 0,
    })
    expect(await complete()).toMatchObject({ merchant_confirm_id: 1, error: 0 })
    expect(await till.look('12345')).toMatchObject({ state: 'paid', amountTiyin: 500_000, accountId: 1 })
  })

  it('that is repeated is accepted until it is completed, and then reported as paid', async () => {
    expect(await prepare()).toEqual(await prepare())
    await complete()
    expect([(await prepare())['error'], (await complete())['error']]).toEqual([-4, -4])
  })

  it('is the same in any notation of its amount, and another’s with another amount', async () => {
    await prepare()
    expect(await prepare({ amount: '5000' })).toMatchObject({ error: 0 })
    expect(await complete({ amount: '5001' })).toMatchObject({ error: -2 })
    expect(await complete({ amount: '5000.0' })).toMatchObject({ error: 0 })
  })

  it.each([
    ['999.99', -2],
    ['1000000.01', -2],
    ['5000.001', -2],
    ['much', -2],
  ])('of %s sum is refused with %d', async (amount, error) => {
    expect(await prepare({ amount })).toMatchObject({ error })
  })

  it('is for an existing subscriber, in both steps', async () => {
    for (const merchant_trans_id of ['1999999', payers.closed.abonement, ''])
      expect(await prepare({ merchant_trans_id })).toMatchObject({ error: -5 })
    await prepare()
    expect(await prepare({ merchant_trans_id: payers.second.abonement })).toMatchObject({ error: -5 })
    expect(await complete({ merchant_trans_id: payers.second.abonement })).toMatchObject({ error: -6 })
  })

  it('is not completed before it was prepared, nor under another number of ours', async () => {
    expect(await complete()).toMatchObject({ error: -6 })
    await prepare()
    expect(await complete({ merchant_prepare_id: '2' })).toMatchObject({ error: -6 })
  })

  it('that Click abandoned is cancelled, and cannot be resumed', async () => {
    await prepare()
    expect(await complete({ error: '-5017' })).toMatchObject({ error: -9 })
    expect(await complete()).toMatchObject({ error: -9 })
    expect(await till.look('12345')).toMatchObject({ state: 'cancelled' })
  })

  it('that Click abandoned before it started leaves no trace', async () => {
    expect(await prepare({ error: ' -1 ' })).toMatchObject({ error: -9 })
    expect(await till.look('12345')).toBeUndefined()
  })

  it('that is completed stays so when Click abandons it too late', async () => {
    await prepare()
    await complete()
    expect(await complete({ error: '-5017' })).toMatchObject({ error: -4 })
  })

  it('that was completed at the very moment Click abandoned it is reported as paid', async () => {
    await prepare()
    const quicker: Till = {
      ...till,
      cancelReservation: async (externalId) => {
        await till.settle(externalId)
        return till.look(externalId)
      },
    }
    const fields = { ...form, action: '1', merchant_prepare_id: '1', error: '-5017' }
    const body = new URLSearchParams({ ...fields, sign_string: signed(fields) }).toString()
    const { body: response } = await callAdapter(adapter(quicker), { action: 'complete', body })
    expect(response).toMatchObject({ error: -4 })
  })

  it('that waited more than twelve hours has expired', async () => {
    await prepare()
    till.clock.advanceMs(43_200_001)
    expect(await complete()).toMatchObject({ error: -9 })
  })
})

describe('[PAY-07] a request to Click’s address', () => {
  it('that was changed in transit, or has another’s signature, is refused and counted', async () => {
    const rest = { ...form, action: '0' }
    const sign_string = signed(rest)
    for (const changed of [
      { amount: '9000.00' },
      { merchant_trans_id: payers.second.abonement },
      { sign_time: '2026-11-22 18:00:00' },
      { service_id: '9999' },
      { sign_string: 'guess' },
    ])
      expect(await send('prepare', { ...rest, sign_string, ...changed })).toMatchObject({
        error: -1,
        wasRefused: true,
      })
    expect(await till.look('12345')).toBeUndefined()
  })

  it('is accepted with a signature in capitals, as some clients write it', async () => {
    const rest = { ...form, action: '0' }
    expect(await send('prepare', { ...rest, sign_string: signed(rest).toUpperCase() })).toMatchObject({
      error: 0,
    })
  })

  it('from another network is refused whatever its signature', async () => {
    expect(await send('prepare', { ...form, action: '0' }, { isFromThere: false })).toMatchObject({
      error: -1,
      wasRefused: true,
    })
  })

  it('needs all fields, and an action that matches its address', async () => {
    for (const name of Object.keys(form)) {
      const { [name]: _, ...rest } = form as Form
      expect(await send('prepare', { ...rest, action: '0' }), name).toMatchObject({ error: -8 })
    }
    expect(await send('complete', { ...form, action: '1' })).toMatchObject({ error: -8 })
    expect(await prepare({ action: '1' })).toMatchObject({ error: -3 })
    expect(await complete({ action: '0' })).toMatchObject({ error: -3 })
    expect(await send('prepare', { ...form, action: '0' }, { method: 'GET' })).toMatchObject({ error: -8 })
    expect(await prepare({ click_trans_id: 'a:b' })).toMatchObject({ error: -8 })
  })

  it('gets its own number back, in full however long it is', async () => {
    expect(await prepare({ click_trans_id: '1234567890123456789' })).toMatchObject({
      click_trans_id: '1234567890123456789',
      error: 0,
    })
  })

  it('is to be retried after an internal error', () => {
    const body = new URLSearchParams(form).toString()
    const request = { method: 'POST', action: 'prepare', authorization: '', body, isFromThere: true }
    expect(adapter().trouble(request)).toMatchObject({ body: { click_trans_id: 12_345, error: -7 } })
  })
})
