/** Paynet's "universal web service": every method, the double PerformTransaction of its checklist, and the faults. */
import { randomInt } from 'node:crypto'
import { at, basic, call, drop, type Mishap, type CallResponse } from './call.ts'
import { playFaults, type Payer } from './faults.ts'
import type { Sheet } from './sheet.ts'

export interface PaynetOptions {
  readonly url: string
  readonly login: string
  readonly password: string
  /** An existing subscriber number. */
  readonly account: string
  readonly headers?: Readonly<Record<string, string>>
}

const amount = 500_000
const serviceId = 1

function newId() {
  return String(randomInt(1_000_000_000, 100_000_000_000))
}

function codeOf(response: CallResponse) {
  return at(response.body, 'error', 'code')
}

function field(response: CallResponse, name: string) {
  return at(response.body, 'result', name)
}

/** Time in Tashkent. */
function clockText(ms: number) {
  return new Date(ms + 5 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}

function createDriver({ url, login, password, account, headers = {} }: PaynetOptions) {
  const sentOf = (method: string, params: object, withPassword = password) => ({
    headers: { ...headers, 'content-type': 'application/json', authorization: basic(login, withPassword) },
    body: JSON.stringify({ jsonrpc: '2.0', id: 123, method, params: { serviceId, ...params } }),
  })
  const ask = (method: string, params: object, withPassword = password) =>
    call(url, sentOf(method, params, withPassword))
  const fields = { client_id: account }
  const paying = (id: string, more: object = {}) => ({
    amount,
    transactionId: Number(id),
    fields,
    timestamp: clockText(Date.now()),
    ...more,
  })
  return { ask, sentOf, paying, fields, url }
}
type Driver = ReturnType<typeof createDriver>

/** Returns how many payments are completed in the end. */
export async function playPaynet(sheet: Sheet, options: PaynetOptions): Promise<number> {
  const driver = createDriver(options)
  const beganMs = Date.now()
  await playRefusals(sheet, driver)
  await playReturned(sheet, driver)
  const stored = await playFaults(sheet, payerOf(driver))
  await playStatement(sheet, driver, beganMs, stored)
  return stored
}

async function playRefusals(sheet: Sheet, { ask, paying, url, sentOf }: Driver) {
  sheet.part('Refused')
  for (const method of [
    'GetInformation',
    'PerformTransaction',
    'CheckTransaction',
    'CancelTransaction',
    'GetStatement',
  ]) {
    const response = await ask(method, paying(newId()), 'wrong password')
    sheet.same(`${method} with a wrong password`, response.status, 401)
  }
  const get = await call(url, { ...sentOf('GetInformation', {}), method: 'GET', body: '' })
  sheet.same('not a POST', [get.status, codeOf(get)], [200, -32300])
  const broken = await call(url, { ...sentOf('GetInformation', {}), body: '{' })
  sheet.same('not JSON', codeOf(broken), -32700)
  sheet.same('an unknown method', codeOf(await ask('Other', {})), -32601)
  sheet.same('only a service id', codeOf(await ask('PerformTransaction', {})), 411)
  const nobody = { fields: { client_id: '999999999999' } }
  sheet.same('an unknown client', codeOf(await ask('GetInformation', nobody)), 302)
  sheet.same('and pays', codeOf(await ask('PerformTransaction', paying(newId(), nobody))), 302)
  for (const wrong of [0, -1, 99_999, 500_000.5, '500000'])
    sheet.same(
      `an amount of ${JSON.stringify(wrong)}`,
      codeOf(await ask('PerformTransaction', paying(newId(), { amount: wrong }))),
      413,
    )
  const large = await ask('PerformTransaction', paying(newId(), { amount: 100_000_001 }))
  sheet.same('an amount over the limit', codeOf(large), 415)
  const unknown = await ask('CheckTransaction', { transactionId: Number(newId()) })
  sheet.same(
    'the state of an unknown payment',
    [field(unknown, 'transactionState'), field(unknown, 'providerTrnId')],
    [3, 0],
  )
  sheet.same(
    'cancelling an unknown one',
    codeOf(await ask('CancelTransaction', { transactionId: Number(newId()) })),
    203,
  )
  const wrongDates = { dateFrom: 'yesterday', dateTo: clockText(Date.now()) }
  sheet.same('an invalid date', codeOf(await ask('GetStatement', wrongDates)), 414)
}

async function playReturned(sheet: Sheet, { ask, paying, fields, url, sentOf }: Driver) {
  const id = newId()
  sheet.part('Paid, and cancelled')
  const client = await ask('GetInformation', { fields, timestamp: clockText(Date.now()) })
  sheet.so(
    'the client is returned',
    ['0', 0].includes(field(client, 'status') as string | number),
    client.body,
  )
  const made = await ask('PerformTransaction', paying(id))
  const number = field(made, 'providerTrnId')
  sheet.so('paid', Number.isSafeInteger(number), made.body)
  sheet.same('paid again', codeOf(await ask('PerformTransaction', paying(id))), 201)
  const looked = await ask('CheckTransaction', {
    transactionId: Number(id),
    timestamp: 'Mon Jun 16 06:12:41 UZT 2021',
  })
  sheet.same('checked', [field(looked, 'transactionState'), field(looked, 'providerTrnId')], [1, number])
  const back = await ask('CancelTransaction', { transactionId: Number(id) })
  sheet.same('cancelled', [field(back, 'transactionState'), field(back, 'providerTrnId')], [2, number])
  const again = await ask('CancelTransaction', { transactionId: Number(id) })
  sheet.so(
    'cancelled again: the first response, or 202',
    field(again, 'transactionState') === 2 || codeOf(again) === 202,
    again.body,
  )
  sheet.same(
    'checked',
    field(await ask('CheckTransaction', { transactionId: Number(id) }), 'transactionState'),
    2,
  )
  sheet.same('paid after that', codeOf(await ask('PerformTransaction', paying(id))), 201)
  sheet.part('Blanks around names, as in their samples')
  const blank = { ' fields ': { ' client_id ': fields.client_id } }
  const sent = sentOf('GetInformation ', blank)
  const response = await call(url, { ...sent, body: sent.body.replace('"method"', '" method "') })
  sheet.so('are forgiven', ['0', 0].includes(field(response, 'status') as string | number), response.body)
}

async function playStatement(sheet: Sheet, { ask }: Driver, fromMs: number, stored: number) {
  sheet.part('The statement')
  const response = await ask('GetStatement', {
    dateFrom: clockText(fromMs - 1000),
    dateTo: clockText(Date.now()),
  })
  const listed = field(response, 'statements')
  const rows: unknown[] = Array.isArray(listed) ? listed : []
  // Other payments may be made meanwhile.
  sheet.so('contains every valid payment', rows.length >= stored, rows.length)
  sheet.so(
    'and only paid amounts',
    rows.every((row) => Number(at(row, 'amount')) > 0),
    rows,
  )
}

function payerOf({ ask, sentOf, paying, url }: Driver): Payer {
  const isTaken = (response: CallResponse) =>
    field(response, 'providerTrnId') !== undefined || codeOf(response) === 201
  const send = async (id: string, mishap?: Mishap) => {
    const sent = sentOf('PerformTransaction', paying(id))
    return mishap === 'dropped' ? void (await drop(url, sent)) : call(url, sent, mishap)
  }
  return {
    isOneStep: true,
    newId,
    begin: async () => true,
    take: async (id, mishap) => {
      const response = await send(id, mishap)
      return response && isTaken(response)
    },
    takeAtOnce: async (id, times) => {
      const all = (await Promise.all(Array.from({ length: times }, () => send(id)))).filter(
        (one) => one !== undefined,
      )
      return {
        now: all.filter((response) => field(response, 'providerTrnId') !== undefined).length,
        agreed: all.filter(isTaken).length,
      }
    },
    stateOf: async (id) => {
      const response = await ask('CheckTransaction', { transactionId: Number(id) })
      const state = field(response, 'transactionState')
      return state === 1 ? 'taken' : state === 2 ? 'cancelled' : 'none'
    },
  }
}
