/**
 * Uzum Bank's merchant protocol: five JSON posts with HTTP Basic, amounts in tiyin, moments in unix milliseconds. A
 * refusal is HTTP 400 with a five-digit code.
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
import type { Payer, Subscriber } from '#server/merchants/payments/deps.ts'
import type { Payment } from '#server/merchants/payments/payment.ts'
import { isExternalId, judgeAmount } from '#server/merchants/payments/rules.ts'
import type { UzumSettings } from '#server/platform/settings/merchant-settings.ts'
import type { Till } from '#server/merchants/payments/till.ts'

const problems = {
  access: '10001',
  not_json: '10002',
  operation: '10003',
  parameters: '10005',
  service: '10006',
  account: '10007',
  paid: '10008',
  cancelled: '10009',
  trouble: '99999',
} as const
type Problem = keyof typeof problems
type Step = (params: Fields) => Promise<object | Problem>

export function createUzum(till: Till, settings: UzumSettings): Adapter {
  const steps = stepsOf(till, settings)
  const { clock } = till.deps
  const refuse = (request: MerchantRequest, problem: Problem): Answered => {
    const params = objectOf(parsed(request.body)?.value)
    const transId = textOf(params?.['transId'])
    const about = transId === '' ? { timestamp: clock.nowMs() } : { transId, transTime: clock.nowMs() }
    return {
      status: 400,
      body: { serviceId: settings.service, ...about, status: 'FAILED', errorCode: problems[problem] },
      ...(problem === 'access' ? { wasRefused: true } : {}),
    }
  }
  return {
    response: async (request) => {
      if (!request.isFromThere || !hasBasic(request.authorization, settings.login, settings.password))
        return refuse(request, 'access')
      const step = Object.hasOwn(steps, request.action) ? steps[request.action] : undefined
      if (request.method !== 'POST' || step === undefined) return refuse(request, 'operation')
      const params = objectOf(parsed(request.body)?.value)
      if (params === undefined) return refuse(request, 'not_json')
      if (params['serviceId'] === undefined || params['timestamp'] === undefined)
        return refuse(request, 'parameters')
      if (textOf(params['serviceId']) !== String(settings.service)) return refuse(request, 'service')
      const outcome = await step(params)
      if (typeof outcome === 'string') return refuse(request, outcome)
      return { status: 200, body: { serviceId: settings.service, ...outcome } }
    },
    trouble: (request) => refuse(request, 'trouble'),
  }
}

function stepsOf(till: Till, settings: UzumSettings): Readonly<Record<string, Step>> {
  const { clock } = till.deps
  return {
    check: async (params) => {
      const subscriber = await subscriberIn(till, settings, params)
      if (typeof subscriber === 'string') return subscriber
      return { timestamp: clock.nowMs(), status: 'OK', data: dataOf(subscriber) }
    },
    create: (params) => create(till, settings, params),
    confirm: withId(async (id) => {
      const settled = await till.settle(id)
      if (settled.kind !== 'paid') return 'cancelled'
      const { payment } = settled
      return { ...namedOf(payment), status: 'CONFIRMED', confirmTime: payment.paidMs }
    }),
    reverse: withId(async (id) => {
      const cancelled = await till.cancel(id, null)
      if (cancelled.kind === 'unknown') return 'cancelled'
      // The deposit is now less than the payment.
      if (cancelled.kind === 'not_covered') return 'operation'
      const { payment } = cancelled
      return { ...namedOf(payment), status: 'REVERSED', reverseTime: payment.cancelledMs }
    }),
    status: withId(async (id) => {
      const payment = await till.look(id)
      if (payment === undefined) return 'cancelled'
      return {
        ...namedOf(payment),
        status: statusOf(payment),
        transTime: payment.createdMs,
        confirmTime: payment.paidMs || null,
        reverseTime: payment.cancelledMs || null,
      }
    }),
  }
}

function withId(work: (id: string) => Promise<object | Problem>): Step {
  return async (params) => {
    const id = textOf(params['transId'])
    return isExternalId(id) ? work(id) : 'parameters'
  }
}

async function subscriberIn(
  till: Till,
  settings: UzumSettings,
  options: Fields,
): Promise<Payer | 'parameters' | 'account'> {
  const params = objectOf(options['params'])
  if (params === undefined) return 'parameters'
  return (await findSubscriber(till.deps, textOf(params[settings.account]))) ?? 'account'
}

async function create(till: Till, settings: UzumSettings, params: Fields): Promise<object | Problem> {
  const id = textOf(params['transId'])
  const { amount } = params
  if (!isExternalId(id) || judgeAmount(amount) !== 'good') return 'parameters'
  const subscriber = await subscriberIn(till, settings, params)
  if (typeof subscriber === 'string') return subscriber
  const { payment } = await till.reserve({
    externalId: id,
    accountId: subscriber.accountId,
    amountTiyin: Number(amount),
    providerTimeMs: till.deps.clock.nowMs(),
    asked: { params: params['params'] },
  })
  // The same number with other terms belongs to another payment, or the request was changed in transit.
  if (!isOwn(subscriber, payment) || payment.amountTiyin !== amount) return 'parameters'
  if (payment.state !== 'reserved') return payment.state === 'paid' ? 'paid' : 'cancelled'
  return {
    ...namedOf(payment),
    status: 'CREATED',
    transTime: payment.createdMs,
    data: dataOf(subscriber),
  }
}

function statusOf({ state }: Payment) {
  return { reserved: 'CREATED', paid: 'CONFIRMED', cancelled: 'REVERSED', refunded: 'REVERSED' }[state]
}

function namedOf({ externalId, amountTiyin }: Payment) {
  return {
    transId: externalId,
    amount: amountTiyin,
    data: {},
  }
}

function dataOf({ abonement }: Subscriber) {
  return { account: { value: abonement } }
}
