/** Uzum Bank's five webhooks: check, create, confirm, status, reverse, their errors, and the network faults. */
import { randomUUID } from 'node:crypto'
import { at, basic, call, drop, type Mishap, type CallResponse } from './call.ts'
import { playFaults, type Payer } from './faults.ts'
import type { Sheet } from './sheet.ts'

export interface UzumOptions {
  /** The base of the five addresses: `https://tv.example.uz/merchants/uzum`. */
  readonly url: string
  readonly login: string
  readonly password: string
  readonly service: number
  /** An existing subscriber number. */
  readonly account: string
  readonly headers?: Readonly<Record<string, string>>
}

const amount = 500_000

function newId() {
  return randomUUID()
}

const steps = ['check', 'create', 'confirm', 'reverse', 'status'] as const
type Step = (typeof steps)[number]

function refusal400(response: CallResponse) {
  return [response.status, at(response.body, 'status'), at(response.body, 'errorCode')]
}

function statusOf(response: CallResponse) {
  return [response.status, at(response.body, 'status')]
}

function createDriver({ url, login, password, service, account, headers = {} }: UzumOptions) {
  const sentOf = (params: object, withPassword = password) => ({
    headers: { ...headers, 'content-type': 'application/json', authorization: basic(login, withPassword) },
    body: JSON.stringify({ serviceId: service, timestamp: Date.now(), ...params }),
  })
  const ask = (step: Step | 'refund', params: object, withPassword = password) =>
    call(`${url}/${step}`, sentOf(params, withPassword))
  const params = { account }
  const terms = (id: string, more: object = {}) => ({ transId: id, params, amount, ...more })
  return { ask, sentOf, terms, params, url }
}
type Driver = ReturnType<typeof createDriver>

/** Returns how many payments are completed in the end. */
export async function playUzum(sheet: Sheet, options: UzumOptions): Promise<number> {
  const driver = createDriver(options)
  await playRefusals(sheet, driver)
  await playReturned(sheet, driver)
  return playFaults(sheet, payerOf(driver))
}

async function playRefusals(sheet: Sheet, { ask, terms, url, sentOf, params }: Driver) {
  sheet.part('Refused')
  for (const step of steps) {
    const response = await ask(step, terms(newId()), 'wrong password')
    sheet.same(`${step} with a wrong password`, refusal400(response), [400, 'FAILED', '10001'])
  }
  const failed = (code: string) => [400, 'FAILED', code]
  const broken = await call(`${url}/check`, { ...sentOf({}), body: '{' })
  sheet.same('not JSON', refusal400(broken), failed('10002'))
  sheet.same('an unknown call', refusal400(await ask('refund', terms(newId()))), failed('10003'))
  sheet.same('no parameters', refusal400(await ask('check', {})), failed('10005'))
  sheet.same('another service', refusal400(await ask('check', { params, serviceId: 1 })), failed('10006'))
  const nobody = { params: { account: '999999999999' } }
  sheet.same('an unknown subscriber', refusal400(await ask('check', nobody)), failed('10007'))
  sheet.same('and pays', refusal400(await ask('create', terms(newId(), nobody))), failed('10007'))
  for (const wrong of [0, -1, 99_999, 100_000_001, 500_000.5, '500000'])
    sheet.same(
      `an amount of ${JSON.stringify(wrong)}`,
      refusal400(await ask('create', terms(newId(), { amount: wrong }))),
      failed('10005'),
    )
  for (const step of ['confirm', 'reverse', 'status'] as const)
    sheet.same(
      `${step} of a payment that is not there`,
      refusal400(await ask(step, { transId: newId() })),
      failed('10009'),
    )
}

async function playReturned(sheet: Sheet, { ask, terms, params }: Driver) {
  const id = newId()
  sheet.part('Checked, created, confirmed, reversed')
  sheet.same('check', statusOf(await ask('check', { params })), [200, 'OK'])
  const created = await ask('create', terms(id))
  sheet.same('create', statusOf(created), [200, 'CREATED'])
  sheet.same('create again: the same response', (await ask('create', terms(id))).body, created.body)
  const tampered = await ask('create', terms(id, { amount: 600_000 }))
  sheet.same('create with another amount', refusal400(tampered), [400, 'FAILED', '10005'])
  sheet.same('status', statusOf(await ask('status', { transId: id })), [200, 'CREATED'])
  const confirmed = await ask('confirm', { transId: id })
  sheet.same('confirm', statusOf(confirmed), [200, 'CONFIRMED'])
  sheet.same('confirm again: the same response', (await ask('confirm', { transId: id })).body, confirmed.body)
  sheet.same('create after that', refusal400(await ask('create', terms(id))), [400, 'FAILED', '10008'])
  const looked = await ask('status', { transId: id })
  sheet.same(
    'status',
    [at(looked.body, 'status'), at(looked.body, 'confirmTime')],
    ['CONFIRMED', at(confirmed.body, 'confirmTime')],
  )
  const back = await ask('reverse', { transId: id })
  sheet.same('reverse', statusOf(back), [200, 'REVERSED'])
  sheet.same('reverse again: the same response', (await ask('reverse', { transId: id })).body, back.body)
  sheet.same('status', statusOf(await ask('status', { transId: id })), [200, 'REVERSED'])
  sheet.same('confirm after that', refusal400(await ask('confirm', { transId: id })), [
    400,
    'FAILED',
    '10009',
  ])
}

function payerOf({ ask, sentOf, terms, url }: Driver): Payer {
  const send = async (step: Step, params: object, mishap?: Mishap) => {
    if (mishap === 'dropped') return void (await drop(`${url}/${step}`, sentOf(params)))
    return call(`${url}/${step}`, sentOf(params), mishap)
  }
  const is = (response: CallResponse | undefined, status: string) =>
    response && response.status === 200 && at(response.body, 'status') === status
  return {
    isOneStep: false,
    newId,
    begin: async (id, mishap) => is(await send('create', terms(id), mishap), 'CREATED'),
    take: async (id, mishap) => is(await send('confirm', { transId: id }, mishap), 'CONFIRMED'),
    takeAtOnce: async (id, times) => {
      const all = await Promise.all(Array.from({ length: times }, () => send('confirm', { transId: id })))
      const moments = new Set(all.map((response) => at(response?.body, 'confirmTime')))
      // Equal responses count as one: with two different times, the payment would have been confirmed twice.
      return { now: moments.size, agreed: all.filter((response) => is(response, 'CONFIRMED')).length }
    },
    stateOf: async (id) => {
      const response = await ask('status', { transId: id })
      if (response.status !== 200) return 'none'
      const status = at(response.body, 'status')
      return status === 'CREATED' ? 'open' : status === 'CONFIRMED' ? 'taken' : 'cancelled'
    },
  }
}
