/** Click's SHOP API: prepare and complete, every error of its own library in order, and then the network faults. */
import { createHash, randomInt } from 'node:crypto'
import { at, call, drop, type Mishap, type CallResponse } from './call.ts'
import { playFaults, type Payer } from './faults.ts'
import type { Sheet } from './sheet.ts'

export interface ClickOptions {
  /** The base of both addresses: `https://tv.example.uz/merchants/click`. */
  readonly url: string
  readonly service: string
  readonly secret: string
  /** An existing subscriber number. */
  readonly account: string
  readonly headers?: Readonly<Record<string, string>>
}

type Form = Record<string, string>
type Action = 'prepare' | 'complete'
const amount = '5000.00'

function newId() {
  return String(randomInt(1_000_000_000, 100_000_000_000))
}

function errorOf(response: CallResponse) {
  return at(response.body, 'error')
}

function createDriver({ url, service, secret, account, headers = {} }: ClickOptions) {
  const formOf = (action: Action, id: string, more: Form): Form => ({
    click_trans_id: id,
    service_id: service,
    click_paydoc_id: '5432',
    merchant_trans_id: account,
    amount,
    action: action === 'complete' ? '1' : '0',
    error: '0',
    error_note: 'Success',
    sign_time: '2026-11-22 15:00:00',
    ...more,
  })
  const signed = (form: Form, key: string): Form => {
    const parts = [
      form['click_trans_id'],
      form['service_id'],
      key,
      form['merchant_trans_id'],
      ...(form['action'] === '1' ? [form['merchant_prepare_id']] : []),
      form['amount'],
      form['action'],
      form['sign_time'],
    ]
    return { ...form, sign_string: createHash('md5').update(parts.join('')).digest('hex') }
  }
  const sentOf = (form: Form) => ({
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  })
  const send = async (action: Action, form: Form, mishap?: Mishap): Promise<CallResponse | undefined> => {
    const address = `${url}/${action}`
    if (mishap === 'dropped') return void (await drop(address, sentOf(form)))
    return call(address, sentOf(form), mishap)
  }
  /** Signed with the right key unless requested otherwise. */
  const ask = async (action: Action, id: string, more: Form = {}, key = secret): Promise<CallResponse> => {
    const response = await send(action, signed(formOf(action, id, more), key))
    if (response === undefined) throw new Error('a call that was not dropped has an answer')
    return response
  }
  return { ask, send, formOf, signed, secret }
}
type Driver = ReturnType<typeof createDriver>

/** Returns how many payments are completed in the end. */
export async function playClick(sheet: Sheet, options: ClickOptions): Promise<number> {
  const driver = createDriver(options)
  await playRefusals(sheet, driver)
  const paid = await playPaid(sheet, driver)
  await playAbandoned(sheet, driver)
  return paid + (await playFaults(sheet, payerOf(driver)))
}

async function playRefusals(sheet: Sheet, { ask, send, formOf, signed, secret }: Driver) {
  sheet.part('Refused, in the order of the checks')
  const id = newId()
  for (const name of ['click_trans_id', 'amount', 'sign_time', 'error']) {
    const { [name]: _, ...rest } = signed(formOf('prepare', id, {}), secret)
    const response = await send('prepare', rest)
    sheet.same(`without ${name}`, response && errorOf(response), -8)
  }
  sheet.same('complete without merchant_prepare_id', errorOf(await ask('complete', id)), -8)
  sheet.same('signed with another key', errorOf(await ask('prepare', id, {}, 'another key')), -1)
  const good = signed(formOf('prepare', id, {}), secret)
  const tampered = await send('prepare', { ...good, amount: '50000.00' })
  sheet.same('the amount changed after it was signed', tampered && errorOf(tampered), -1)
  sheet.same('an unknown action', errorOf(await ask('prepare', id, { action: '7' })), -3)
  const nobody = await ask('prepare', id, { merchant_trans_id: '999999999999' })
  sheet.same('an unknown subscriber', errorOf(nobody), -5)
  for (const wrong of [
    '0',
    '-5000',
    '999.99',
    '1000000.01',
    '5000.001',
    '1e6',
    'NaN',
    '99999999999999999999',
  ])
    sheet.same(`an amount of ${wrong}`, errorOf(await ask('prepare', id, { amount: wrong })), -2)
  const early = await ask('complete', id, { merchant_prepare_id: '1' })
  sheet.same('complete without prepare', errorOf(early), -6)
}

async function playPaid(sheet: Sheet, { ask }: Driver): Promise<number> {
  const id = newId()
  sheet.part('Prepared and completed')
  const prepared = await ask('prepare', id)
  sheet.same('prepared', errorOf(prepared), 0)
  const number = String(at(prepared.body, 'merchant_prepare_id'))
  sheet.same(
    'prepared again: the same number',
    String(at((await ask('prepare', id)).body, 'merchant_prepare_id')),
    number,
  )
  const wrong = await ask('complete', id, { merchant_prepare_id: number, amount: '5001.00' })
  sheet.same('completed with another amount', errorOf(wrong), -2)
  const foreign = await ask('complete', id, { merchant_prepare_id: `${number}9` })
  sheet.same('completed with the number of another', errorOf(foreign), -6)
  // The same amount in another notation is the same amount.
  const done = await ask('complete', id, { merchant_prepare_id: number, amount: '5000' })
  sheet.same('completed', errorOf(done), 0)
  sheet.same('with its number', String(at(done.body, 'merchant_confirm_id')), number)
  const again = await ask('complete', id, { merchant_prepare_id: number })
  sheet.same('completed again', errorOf(again), -4)
  sheet.same('prepared once more', errorOf(await ask('prepare', id)), -4)
  const late = await ask('complete', id, { merchant_prepare_id: number, error: '-5017' })
  sheet.same('cancelled after it was completed', errorOf(late), -4)
  return 1
}

async function playAbandoned(sheet: Sheet, { ask }: Driver) {
  const id = newId()
  sheet.part('Cancelled')
  const number = String(at((await ask('prepare', id)).body, 'merchant_prepare_id'))
  const gone = await ask('complete', id, {
    merchant_prepare_id: number,
    error: '-5017',
    error_note: 'No money',
  })
  sheet.same('the payer had no money', errorOf(gone), -9)
  sheet.same('completed after that', errorOf(await ask('complete', id, { merchant_prepare_id: number })), -9)
  sheet.same('prepared after that', errorOf(await ask('prepare', id)), -9)
}

function payerOf({ ask, send, formOf, signed, secret }: Driver): Payer {
  const numbers = new Map<string, string>()
  const takingOf = (id: string) =>
    signed(formOf('complete', id, { merchant_prepare_id: numbers.get(id) ?? '999999999' }), secret)
  const isTaken = (response: CallResponse) => [0, -4].includes(Number(errorOf(response)))
  return {
    isOneStep: false,
    newId,
    begin: async (id, mishap) => {
      const response = await send('prepare', signed(formOf('prepare', id, {}), secret), mishap)
      if (response === undefined) return undefined
      numbers.set(id, String(at(response.body, 'merchant_prepare_id')))
      return errorOf(response) === 0
    },
    take: async (id, mishap) => {
      const response = await send('complete', takingOf(id), mishap)
      return response && isTaken(response)
    },
    takeAtOnce: async (id, times) => {
      const all = await Promise.all(Array.from({ length: times }, () => send('complete', takingOf(id))))
      const responses = all.filter((one) => one !== undefined)
      return {
        now: responses.filter((one) => errorOf(one) === 0).length,
        agreed: responses.filter(isTaken).length,
      }
    },
    // The protocol has no status request: the payment is prepared again, and the error code shows its state.
    stateOf: async (id) => {
      if (!numbers.has(id)) return 'none'
      const error = errorOf(await ask('prepare', id))
      return error === -4 ? 'taken' : error === 0 ? 'open' : 'cancelled'
    },
  }
}
