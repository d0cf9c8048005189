/** Payme's sandbox: its two scenarios in order, for an accumulating account, and then the network faults. */
import { randomBytes } from 'node:crypto'
import { at, basic, call, drop, type Mishap, type CallResponse } from './call.ts'
import { playFaults, type Payer } from './faults.ts'
import type { Sheet } from './sheet.ts'

export interface PaymeOptions {
  /** The address configured for the cash desk: `https://tv.example.uz/merchants/payme`. */
  readonly url: string
  readonly key: string
  /** An existing subscriber number. */
  readonly account: string
  /** The name of the field with the subscriber number. */
  readonly field: string
  readonly headers?: Readonly<Record<string, string>>
}

const amount = 500_000
const methods = [
  'CheckPerformTransaction',
  'CreateTransaction',
  'PerformTransaction',
  'CancelTransaction',
  'CheckTransaction',
  'GetStatement',
] as const
type Method = (typeof methods)[number] | 'SetFiscalData' | 'ChangePassword'

function newId() {
  return randomBytes(12).toString('hex')
}

function codeOf(response: CallResponse) {
  return at(response.body, 'error', 'code')
}

function resultOf(response: CallResponse) {
  return at(response.body, 'result')
}

function field(response: CallResponse, name: string) {
  return at(response.body, 'result', name)
}

function createDriver({ url, key, account, field: name, headers = {} }: PaymeOptions) {
  let calls = 0
  const sentOf = (method: Method, params: object, withKey: string) => ({
    headers: { ...headers, 'content-type': 'application/json', authorization: basic('Paycom', withKey) },
    body: JSON.stringify({ id: (calls += 1), method, params }),
  })
  const ask = (method: Method, params: object, withKey = key, mishap?: 'delayed') =>
    call(url, sentOf(method, params, withKey), mishap)
  const terms = { amount, account: { [name]: account } }
  const times = new Map<string, number>()
  /** A repeated request has the same time. */
  const timeOf = (id: string) => {
    const time = times.get(id) ?? Date.now()
    times.set(id, time)
    return time
  }
  const create = (id: string, more: object = {}) => ({ id, time: timeOf(id), ...terms, ...more })
  return { ask, sentOf, terms, create, url, key, name }
}
type Driver = ReturnType<typeof createDriver>

/** Returns how many payments are completed in the end. */
export async function playPayme(sheet: Sheet, options: PaymeOptions): Promise<number> {
  const driver = createDriver(options)
  const beganMs = Date.now()
  await playRefusals(sheet, driver)
  const cancelled = await playCancelled(sheet, driver)
  const returned = await playReturned(sheet, driver)
  const stored = await playFaults(sheet, payerOf(driver))
  await playStatement(sheet, driver, beganMs, { cancelled, returned, paid: stored })
  return stored
}

async function playRefusals(sheet: Sheet, { ask, terms, create, url, sentOf, key, name }: Driver) {
  sheet.part('A1. A wrong key on every method')
  for (const method of methods) {
    const params = { id: newId(), time: Date.now(), reason: 1, from: 1e12, to: Date.now(), ...terms }
    sheet.same(method, codeOf(await ask(method, params, 'wrong key')), -32504)
  }
  sheet.part('A2. Wrong amounts')
  for (const wrong of [1, 0, -500_000, 500_000.5, 100_000_001, 99_999, 2 ** 53, 1e300, '500000']) {
    const checked = await ask('CheckPerformTransaction', { ...terms, amount: wrong })
    sheet.same(`CheckPerformTransaction with ${JSON.stringify(wrong)}`, codeOf(checked), -31001)
    const created = await ask('CreateTransaction', create(newId(), { amount: wrong }))
    sheet.same(`CreateTransaction with ${JSON.stringify(wrong)}`, codeOf(created), -31001)
  }
  sheet.part('A3. An unknown subscriber')
  for (const method of ['CheckPerformTransaction', 'CreateTransaction'] as const) {
    const response = await ask(method, create(newId(), { account: { [name]: '999999999999' } }))
    const code = Number(codeOf(response))
    sheet.so(`${method}: the code`, code <= -31050 && code >= -31099, code)
    sheet.same(`${method}: the field`, at(response.body, 'error', 'data'), name)
    const words = ['ru', 'uz', 'en'].map((one) => typeof at(response.body, 'error', 'message', one))
    sheet.same(`${method}: a message in three languages`, words, ['string', 'string', 'string'])
  }
  sheet.part('The envelope')
  const get = await call(url, { ...sentOf('GetStatement', {}, key), method: 'GET', body: '' })
  sheet.same('not a POST', [get.status, codeOf(get)], [200, -32300])
  const broken = await call(url, { ...sentOf('GetStatement', {}, key), body: '{"id": 1,' })
  sheet.same('not JSON', [broken.status, codeOf(broken)], [200, -32700])
  const bare = await call(url, { ...sentOf('GetStatement', {}, key), body: '{"id": 7}' })
  sheet.same('no method', [codeOf(bare), at(bare.body, 'id')], [-32600, 7])
  sheet.same('an unknown method', codeOf(await ask('ChangePassword', { password: 'x' })), -32601)
  sheet.same('an unknown payment', codeOf(await ask('CheckTransaction', { id: newId() })), -31003)
}

/** Scenario A from its fourth step: created, and cancelled before it was performed. */
async function playCancelled(sheet: Sheet, { ask, terms, create }: Driver): Promise<string> {
  const id = newId()
  sheet.part('A4. Whether it can be paid')
  sheet.same('allow', field(await ask('CheckPerformTransaction', terms), 'allow'), true)
  sheet.part('A5. Created')
  const first = await ask('CreateTransaction', create(id))
  sheet.same('the state', field(first, 'state'), 1)
  sheet.same('the moment is ours', typeof field(first, 'create_time'), 'number')
  sheet.same(
    'repeated: the same response',
    resultOf(await ask('CreateTransaction', create(id))),
    resultOf(first),
  )
  const looked = resultOf(await ask('CheckTransaction', { id }))
  sheet.same('checked', looked, {
    create_time: field(first, 'create_time'),
    perform_time: 0,
    cancel_time: 0,
    transaction: field(first, 'transaction'),
    state: 1,
    reason: null,
  })
  const other = newId()
  // An accumulating account takes any number of payments, so a second one can be created in parallel.
  sheet.same('another payment', field(await ask('CreateTransaction', create(other)), 'state'), 1)
  await ask('CancelTransaction', { id: other, reason: 3 })
  const tampered = await ask('CreateTransaction', create(id, { amount: 600_000 }))
  sheet.same('the same number with another amount', codeOf(tampered), -31001)
  sheet.part('A6. Cancelled before it was performed')
  const gone = await ask('CancelTransaction', { id, reason: 3 })
  sheet.same('the state', field(gone, 'state'), -1)
  const again = await ask('CancelTransaction', { id, reason: 3 })
  sheet.same('repeated: the same response', resultOf(again), resultOf(gone))
  const after = await ask('CheckTransaction', { id })
  sheet.same('checked', [field(after, 'state'), field(after, 'reason')], [-1, 3])
  sheet.same('cannot be made any more', codeOf(await ask('PerformTransaction', { id })), -31008)
  sheet.same('cannot be opened any more', codeOf(await ask('CreateTransaction', create(id))), -31008)
  const old = { ...create(newId()), time: Date.now() - 43_200_001 }
  sheet.same('created over twelve hours ago', codeOf(await ask('CreateTransaction', old)), -31008)
  return id
}

/** Scenario B: performed, and refunded. */
async function playReturned(sheet: Sheet, { ask, terms, create }: Driver): Promise<string> {
  const id = newId()
  sheet.part('B. Performed, and refunded')
  sheet.same('allow', field(await ask('CheckPerformTransaction', terms), 'allow'), true)
  const opened = await ask('CreateTransaction', create(id))
  sheet.same('opened twice', resultOf(await ask('CreateTransaction', create(id))), resultOf(opened))
  sheet.same('checked', field(await ask('CheckTransaction', { id }), 'state'), 1)
  const made = await ask('PerformTransaction', { id })
  sheet.same('made', field(made, 'state'), 2)
  sheet.same('made twice', resultOf(await ask('PerformTransaction', { id })), resultOf(made))
  const looked = await ask('CheckTransaction', { id })
  sheet.same(
    'checked',
    [field(looked, 'state'), field(looked, 'perform_time')],
    [2, field(made, 'perform_time')],
  )
  sheet.same('opened once more', codeOf(await ask('CreateTransaction', create(id))), -31008)
  const receipt = { receipt_id: 31, status_code: 0, message: 'accepted', terminal_id: 'EP000000000025' }
  const more = {
    fiscal_sign: '800031554082',
    qr_code_url: 'https://ofd.soliq.uz/epi',
    date: '20261122153045',
  }
  const fiscal = { id, type: 'PERFORM', fiscal_data: { ...receipt, ...more } }
  sheet.same('the receipt is stored', resultOf(await ask('SetFiscalData', fiscal)), { success: true })
  const odd = await ask('SetFiscalData', { ...fiscal, type: 'OTHER' })
  sheet.same('a receipt of an unknown type', codeOf(odd), -32602)
  const back = await ask('CancelTransaction', { id, reason: 5 })
  sheet.same('refunded', field(back, 'state'), -2)
  const again = await ask('CancelTransaction', { id, reason: 5 })
  sheet.same('refunded twice', resultOf(again), resultOf(back))
  const after = await ask('CheckTransaction', { id })
  sheet.same('checked', [field(after, 'state'), field(after, 'reason')], [-2, 5])
  return id
}

async function playStatement(
  sheet: Sheet,
  { ask }: Driver,
  fromMs: number,
  ended: { cancelled: string; returned: string; paid: number },
) {
  sheet.part('The statement')
  const response = await ask('GetStatement', { from: fromMs, to: Date.now() })
  const listed = field(response, 'transactions')
  const rows: unknown[] = Array.isArray(listed) ? listed : []
  const stateOf = (id: string) =>
    at(
      rows.find((row) => at(row, 'id') === id),
      'state',
    )
  sheet.same('contains the cancelled one', stateOf(ended.cancelled), -1)
  sheet.same('contains the refunded one', stateOf(ended.returned), -2)
  const moments = rows.map((row) => Number(at(row, 'time')))
  sheet.so(
    'is sorted by time',
    moments.every((one, i) => i === 0 || one >= (moments[i - 1] ?? 0)),
    moments,
  )
  // Other payments may be made meanwhile.
  sheet.so(
    'contains every performed payment',
    rows.filter((row) => at(row, 'state') === 2).length >= ended.paid,
    rows.length,
  )
  sheet.same(
    'ends before it begins',
    codeOf(await ask('GetStatement', { from: Date.now(), to: fromMs })),
    -32600,
  )
}

function payerOf({ ask, sentOf, create, url, key }: Driver): Payer {
  const send = async (method: Method, params: object, mishap?: Mishap) => {
    if (mishap === 'dropped') return void (await drop(url, sentOf(method, params, key)))
    return ask(method, params, key, mishap)
  }
  const agreed = (response: CallResponse | undefined, state: number) =>
    response && field(response, 'state') === state
  return {
    isOneStep: false,
    newId,
    begin: async (id, mishap) => agreed(await send('CreateTransaction', create(id), mishap), 1),
    take: async (id, mishap) => agreed(await send('PerformTransaction', { id }, mishap), 2),
    takeAtOnce: async (id, times) => {
      const all = await Promise.all(Array.from({ length: times }, () => ask('PerformTransaction', { id })))
      const moments = new Set(all.map((response) => field(response, 'perform_time')))
      // Equal responses count as one: with two different times, the payment would have been performed twice.
      return { now: moments.size, agreed: all.filter((response) => agreed(response, 2)).length }
    },
    stateOf: async (id) => {
      const state = field(await ask('CheckTransaction', { id }), 'state')
      return state === 1 ? 'open' : state === 2 ? 'taken' : state === undefined ? 'none' : 'cancelled'
    },
  }
}
