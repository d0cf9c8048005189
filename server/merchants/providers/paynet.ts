/**
 * Paynet's "universal web service": JSON-RPC 2.0 with HTTP Basic, amounts in tiyin, moments in Tashkent's local time.
 * A payment is opened and completed in one request; a repeated number is refused with 201, not answered again.
 */
import { findSubscriber } from '#server/merchants/payments/find-subscriber.ts'
import { tashkentOffsetMs } from '#contract/form/constants.ts'
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
import { listPayments } from '#server/merchants/payments/payment.ts'
import { externalIdOf, judgeAmount, shownName } from '#server/merchants/payments/rules.ts'
import type { PaynetSettings } from '#server/platform/settings/merchant-settings.ts'
import type { Till } from '#server/merchants/payments/till.ts'

const problems = {
  not_post: [-32300, 'The method of the call is not POST'],
  not_json: [-32700, 'The call is not JSON'],
  fields: [-32600, 'Fields are missing or of the wrong kind'],
  method: [-32601, 'There is no such method'],
  busy: [100, 'The service is busy, please ask again'],
  used: [77, 'The client has too little money for the payment to be cancelled'],
  exists: [201, 'The payment exists already'],
  was_cancelled: [202, 'The payment was cancelled already'],
  no_payment: [203, 'There is no such payment'],
  client: [302, 'There is no such client'],
  service: [305, 'There is no such service'],
  parameters: [411, 'Parameters are missing'],
  access: [412, 'Wrong login or password'],
  amount: [413, 'Wrong amount'],
  date: [414, 'Wrong date'],
  limit: [415, 'The amount is over the limit'],
} as const satisfies Record<string, readonly [number, string]>
type Problem = keyof typeof problems

type Reply = { readonly result: unknown } | { readonly error: unknown }
type Method = (params: Fields) => Promise<Reply>

/** The field names of the subscriber number; terminals are configured by hand. */
const clientFields = ['client_id', 'abonement', 'account', 'clientid']
const maxInStatement = 50_000

export function createPaynet(till: Till, settings: PaynetSettings): Adapter {
  const methods = methodsOf(till, settings)
  const ask = async ({ method, body }: MerchantRequest, call: Fields | undefined): Promise<Reply> => {
    if (method !== 'POST') return problem('not_post')
    if (call === undefined) return problem(parsed(body) === undefined ? 'not_json' : 'fields')
    const params = objectOf(call['params'])
    const name = textOf(call['method'])
    if (name === '' || params === undefined) return problem('fields')
    const work = Object.hasOwn(methods, name) ? methods[name] : undefined
    if (work === undefined) return problem('method')
    const options = trimmed(params)
    return settings.service !== undefined && textOf(options['serviceId']) !== settings.service
      ? problem('service')
      : work(options)
  }
  return {
    response: async (request) => {
      const call = trimmed(objectOf(parsed(request.body)?.value))
      if (!request.isFromThere || !hasBasic(request.authorization, settings.login, settings.password))
        return { ...answered(call, problem('access')), status: 401, wasRefused: true }
      return answered(call, await ask(request, call))
    },
    trouble: (request) => answered(trimmed(objectOf(parsed(request.body)?.value)), problem('busy')),
  }
}

/** Field names without the blanks around them in Paynet's own samples. */
function trimmed<Given extends Fields | undefined>(fields: Given): Given {
  if (fields === undefined) return fields
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.trim(), value])) as Given
}

function answered(call: Fields | undefined, reply: Reply): Answered {
  const id = call?.['id']
  return {
    status: 200,
    body: { jsonrpc: '2.0', id: typeof id === 'number' || typeof id === 'string' ? id : null, ...reply },
  }
}

function problem(name: Problem): { readonly error: unknown } {
  const [code, message] = problems[name]
  return { error: { code, message } }
}

function isRefusal(result: object): result is { readonly error: unknown } {
  return 'error' in result
}

function methodsOf(till: Till, settings: PaynetSettings): Readonly<Record<string, Method>> {
  const { clock } = till.deps
  const now = () => ({ timestamp: clockText(clock.nowMs()) })
  return {
    GetInformation: async (params) => {
      const client = await clientOf(till, params)
      if (isRefusal(client)) return client
      const balance = (await till.deps.billing.accountStanding(client.accountId)).balanceTiyin
      const fields = {
        name: shownName(client.name),
        client_id: client.abonement,
        balance: settings.units === 'sum' ? balance / 100 : balance,
      }
      return { result: { status: settings.units === 'sum' ? '0' : 0, ...now(), fields } }
    },
    PerformTransaction: (params) => perform(till, params),
    CheckTransaction: withId(async (id) => {
      const payment = await till.look(id)
      const state = payment === undefined ? 3 : payment.state === 'paid' ? 1 : 2
      return { result: { transactionState: state, ...now(), providerTrnId: payment?.number ?? 0 } }
    }),
    CancelTransaction: withId(async (id) => {
      const cancelled = await till.cancel(id, null)
      if (cancelled.kind === 'unknown') return problem('no_payment')
      if (cancelled.kind === 'not_covered') return problem('used')
      if (!cancelled.isNew && settings.again === 'refuse') return problem('was_cancelled')
      const { number, cancelledMs } = cancelled.payment
      return { result: { providerTrnId: number, timestamp: clockText(cancelledMs), transactionState: 2 } }
    }),
    GetStatement: (params) => statement(till, params),
  }
}

function withId(work: (id: string) => Promise<Reply>): Method {
  return async (params) => {
    const id = externalIdOf(params['transactionId'])
    return id === undefined ? problem('parameters') : work(id)
  }
}

async function clientOf(till: Till, params: Fields) {
  const fields = trimmed(objectOf(params['fields']))
  const written = clientFields.map((name) => textOf(fields?.[name])).find((text) => text !== '')
  if (written === undefined) return problem('parameters')
  return (await findSubscriber(till.deps, written)) ?? problem('client')
}

async function perform(till: Till, params: Fields): Promise<Reply> {
  const externalId = externalIdOf(params['transactionId'])
  const { amount } = params
  if (externalId === undefined || amount === undefined) return problem('parameters')
  // Before any other check: a repeated request is refused as one, also when the client was closed since.
  if ((await till.look(externalId)) !== undefined) return problem('exists')
  const client = await clientOf(till, params)
  if (isRefusal(client)) return client
  const verdict = judgeAmount(amount)
  if (verdict !== 'good') return problem(verdict === 'too_large' ? 'limit' : 'amount')
  const { payment, isNew } = await till.payAtOnce({
    externalId,
    accountId: client.accountId,
    amountTiyin: Number(amount),
    providerTimeMs: till.deps.clock.nowMs(),
    asked: { fields: params['fields'] },
  })
  if (!isNew) return problem('exists')
  const fields = { client_id: client.abonement, name: shownName(client.name) }
  return { result: { providerTrnId: payment.number, timestamp: clockText(payment.paidMs), fields } }
}

async function statement(till: Till, params: Fields): Promise<Reply> {
  const [fromMs, toMs] = [momentOf(params['dateFrom']), momentOf(params['dateTo'])]
  if (fromMs === undefined || toMs === undefined || fromMs > toMs) return problem('date')
  const payments = await listPayments(till.deps.db, {
    provider: 'paynet',
    by: 'paid_at',
    states: ['paid'],
    fromMs,
    // Their moments are whole seconds, ours are not: the last second belongs to the statement.
    toMs: toMs + 999,
    limit: maxInStatement + 1,
  })
  if (payments.length > maxInStatement) return problem('date')
  const statements = payments.map(({ amountTiyin, number, externalId, paidMs }) => ({
    amount: amountTiyin,
    providerTrnId: number,
    transactionId: /^\d{1,15}$/.test(externalId) ? Number(externalId) : externalId,
    timestamp: clockText(paidMs),
  }))
  return { result: { statements } }
}

/** `2026-11-22 18:04:05`, in Tashkent. */
function clockText(ms: number) {
  return new Date(ms + tashkentOffsetMs).toISOString().slice(0, 19).replace('T', ' ')
}

function momentOf(value: unknown): number | undefined {
  const text = textOf(value)
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return undefined
  const ms = Date.parse(`${text.replace(' ', 'T')}Z`)
  return Number.isNaN(ms) ? undefined : ms - tashkentOffsetMs
}
