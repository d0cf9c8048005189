/**
 * Payme's merchant protocol (developer.help.paycom.uz): JSON-RPC, amounts in tiyin, moments in unix milliseconds. The
 * account is a deposit (accumulating): any number of payments, each within our limits. A repeated request gets its
 * response from the stored payment, so it equals the first.
 */
import { findSubscriber, isOwn } from '#server/merchants/payments/find-subscriber.ts'
import {
  type Adapter,
  type Answered,
  type MerchantRequest,
  type Fields,
  hasBasic,
  objectOf,
  parsed,
  textOf,
} from './exchange.ts'
import { paymeWords, type PaymeProblem } from './payme-texts.ts'
import { isStorable, listPayments, type Payment } from '#server/merchants/payments/payment.ts'
import { expiredReason, isExternalId, judgeAmount, reservationMs } from '#server/merchants/payments/rules.ts'
import type { PaymeSettings } from '#server/platform/settings/merchant-settings.ts'
import type { Till } from '#server/merchants/payments/till.ts'
import type { Payer, Subscriber } from '#server/merchants/payments/deps.ts'

type Reply = { readonly result: unknown } | { readonly error: unknown; readonly wasRefused?: true }
type Method = (params: Fields) => Promise<Reply>

const maxInStatement = 50_000

/** `serviceName` is what a fiscal receipt names without a title of its own. */
export function createPayme(till: Till, settings: PaymeSettings, serviceName: () => string): Adapter {
  const methods = methodsOf(till, settings, serviceName)
  const ask = async (request: MerchantRequest, call: Fields | undefined): Promise<Reply> => {
    if (request.method !== 'POST') return problem('not_post')
    if (!request.isFromThere || !hasBasic(request.authorization, 'Paycom', settings.key))
      return { ...problem('access'), wasRefused: true }
    if (call === undefined) return problem(parsed(request.body) === undefined ? 'not_json' : 'fields')
    const params = objectOf(call['params'])
    const name = call['method']
    if (typeof name !== 'string' || params === undefined) return problem('fields')
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined
    return method === undefined ? problem('method', name.slice(0, 100)) : method(params)
  }
  return {
    response: async (request) => {
      const call = objectOf(parsed(request.body)?.value)
      return answered(call, await ask(request, call))
    },
    trouble: (request) => answered(objectOf(parsed(request.body)?.value), problem('trouble')),
  }
}

function answered(call: Fields | undefined, reply: Reply): Answered {
  const id = call?.['id']
  const { wasRefused, ...reported } = 'error' in reply ? reply : { ...reply, wasRefused: undefined }
  const body = {
    jsonrpc: '2.0',
    id: typeof id === 'number' || typeof id === 'string' ? id : null,
    ...reported,
  }
  return { status: 200, body, ...(wasRefused === undefined ? {} : { wasRefused }) }
}

function problem(name: PaymeProblem, data: string | null = null): { readonly error: unknown } {
  const { code, message } = paymeWords[name]
  return { error: { code, message, data } }
}

function methodsOf(
  till: Till,
  settings: PaymeSettings,
  serviceName: () => string,
): Readonly<Record<string, Method>> {
  return {
    CheckPerformTransaction: async (params) => {
      const terms = await termsOf(till, settings, params)
      if ('error' in terms) return terms
      return {
        result: {
          allow: true,
          ...additionOf(terms.subscriber),
          ...receiptOf(settings, terms.amountTiyin, serviceName),
        },
      }
    },
    CreateTransaction: (params) => create(till, settings, params),
    PerformTransaction: withId(async (id) => {
      const settled = await till.settle(id)
      if (settled.kind === 'unknown') return problem('no_payment')
      return settled.kind === 'ended'
        ? problem('state')
        : { result: resultOf(settled.payment, 'perform_time') }
    }),
    CancelTransaction: withId(async (id, { reason }) => {
      if (!isSmallNumber(reason)) return problem('fields')
      const cancelled = await till.cancel(id, reason)
      if (cancelled.kind === 'unknown') return problem('no_payment')
      if (cancelled.kind === 'not_covered') return problem('used')
      return { result: resultOf(cancelled.payment, 'cancel_time') }
    }),
    CheckTransaction: withId(async (id) => {
      const payment = await till.look(id)
      return payment === undefined ? problem('no_payment') : { result: checkedOf(payment) }
    }),
    GetStatement: (params) => statement(till, settings, params),
    SetFiscalData: (params) => setFiscalData(till, params),
  }
}

function withId(work: (id: string, params: Fields) => Promise<Reply>): Method {
  return async (params) => {
    const id = textOf(params['id'])
    return isExternalId(id) ? work(id, params) : problem('fields')
  }
}

/** A unix time of 13 digits. */
function isMoment(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1e12 && value < 1e13
}

function isSmallNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= 1000
}

interface Terms {
  readonly subscriber: Payer
  readonly amountTiyin: number
}

/** The amount before the account, in the order in which the sandbox tests them. */
async function termsOf(
  till: Till,
  settings: PaymeSettings,
  params: Fields,
): Promise<Terms | { readonly error: unknown }> {
  const { amount } = params
  const account = objectOf(params['account'])
  if (account === undefined || amount === undefined) return problem('fields')
  if (judgeAmount(amount) !== 'good') return problem('amount')
  const subscriber = await findSubscriber(till.deps, textOf(account[settings.account]))
  if (subscriber === undefined) return problem('account', settings.account)
  return { subscriber, amountTiyin: Number(amount) }
}

async function create(till: Till, settings: PaymeSettings, params: Fields): Promise<Reply> {
  const [id, time] = [textOf(params['id']), params['time']]
  if (!isExternalId(id) || !isMoment(time)) return problem('fields')
  const terms = await termsOf(till, settings, params)
  if ('error' in terms) return terms
  // Started so long ago that it can no longer be performed.
  const isLate = till.deps.clock.nowMs() - time > reservationMs
  const { subscriber, amountTiyin } = terms
  const { payment } = isLate
    ? { payment: await till.look(id) }
    : await till.reserve({
        externalId: id,
        accountId: subscriber.accountId,
        amountTiyin,
        providerTimeMs: time,
        asked: { account: params['account'] },
      })
  if (payment?.state !== 'reserved') return problem('state')
  // The same number with other terms belongs to another payment, or the request was changed in transit.
  if (payment.amountTiyin !== amountTiyin) return problem('amount')
  if (!isOwn(subscriber, payment)) return problem('account', settings.account)
  return { result: resultOf(payment, 'create_time') }
}

function stateOf({ state }: Payment): number {
  return { reserved: 1, paid: 2, cancelled: -1, refunded: -2 }[state]
}

function momentsOf(payment: Payment) {
  return {
    create_time: payment.createdMs,
    perform_time: payment.paidMs,
    cancel_time: payment.cancelledMs,
  }
}

function resultOf(payment: Payment, moment: keyof ReturnType<typeof momentsOf>): object {
  return {
    transaction: String(payment.number),
    [moment]: momentsOf(payment)[moment],
    state: stateOf(payment),
    ...(moment === 'create_time' ? { receivers: null } : {}),
  }
}

function checkedOf(payment: Payment) {
  return {
    ...momentsOf(payment),
    transaction: String(payment.number),
    state: stateOf(payment),
    reason: payment.reason,
  }
}

async function statement(till: Till, settings: PaymeSettings, params: Fields): Promise<Reply> {
  const { from, to } = params
  if (!isMoment(from) || !isMoment(to) || from > to) return problem('fields')
  const { db, clock } = till.deps
  const target = { provider: 'payme', by: 'provider_time', limit: maxInStatement + 1 } as const
  const payments = await listPayments(db, { ...target, fromMs: from, toMs: to })
  // A truncated statement would not add up: a shorter period must be requested.
  if (payments.length > maxInStatement) return problem('too_many')
  const nowMs = clock.nowMs()
  const transactions = payments.map((payment) => ({
    id: payment.externalId,
    time: payment.providerTimeMs,
    amount: payment.amountTiyin,
    account: { [settings.account]: payment.abonement },
    ...checkedOf(asIfLetGo(payment, nowMs)),
    receivers: null,
  }))
  return { result: { transactions } }
}

/** An expired payment is reported in the state it will have at the next request. */
function asIfLetGo(payment: Payment, nowMs: number): Payment {
  const endedMs = payment.providerTimeMs + reservationMs
  if (payment.state !== 'reserved' || nowMs <= endedMs) return payment
  return { ...payment, state: 'cancelled', cancelledMs: nowMs, reason: expiredReason }
}

const maxFiscalCharacters = 4000

async function setFiscalData(till: Till, params: Fields): Promise<Reply> {
  const [id, kind, receipt] = [textOf(params['id']), params['type'], objectOf(params['fiscal_data'])]
  const isRecognised = kind === 'PERFORM' || kind === 'CANCEL'
  if (!isExternalId(id) || !isRecognised || receipt === undefined) return problem('params')
  const text = JSON.stringify(receipt)
  if (!('receipt_id' in receipt) || text.length > maxFiscalCharacters || !isStorable(text))
    return problem('params')
  const stored = await till.saveFiscalReceipt(id, kind, receipt)
  return stored ? { result: { success: true } } : problem('no_payment')
}

function additionOf({ abonement }: Subscriber) {
  return { additional: { abonement } }
}

/** The fiscal receipt's data, where the operator has set the goods' code (IKPU). */
function receiptOf({ receipt }: PaymeSettings, amountTiyin: number, serviceName: () => string): object {
  if (receipt === undefined) return {}
  const { ikpu, packageCode, vatPercent } = receipt
  const title = receipt.title || serviceName()
  const item = { discount: 0, title, price: amountTiyin, count: 1, code: ikpu, vat_percent: vatPercent }
  return { detail: { receipt_type: 0, items: [{ ...item, package_code: packageCode }] } }
}
