/**
 * Click's SHOP API: two form posts, `prepare` and `complete`, signed with MD5 over their own texts. Amounts are sums
 * with decimals, which are compared as whole tiyin. The checks have the order of Click's own library.
 */
import { findSubscriber, isOwn } from '#server/merchants/payments/find-subscriber.ts'
import { createHash } from 'node:crypto'
import { type Adapter, type Answered, type MerchantRequest, isSame } from './exchange.ts'
import type { Payment } from '#server/merchants/payments/payment.ts'
import { isExternalId, judgeAmount, tiyinOfSums } from '#server/merchants/payments/rules.ts'
import type { ClickSettings } from '#server/platform/settings/merchant-settings.ts'
import type { Till } from '#server/merchants/payments/till.ts'

const problems = {
  sign: { error: -1, error_note: 'SIGN CHECK FAILED!' },
  amount: { error: -2, error_note: 'Incorrect parameter amount' },
  action: { error: -3, error_note: 'Action not found' },
  paid: { error: -4, error_note: 'Already paid' },
  account: { error: -5, error_note: 'User does not exist' },
  no_payment: { error: -6, error_note: 'Transaction does not exist' },
  trouble: { error: -7, error_note: 'Failed to update user' },
  fields: { error: -8, error_note: 'Error in request from click' },
  cancelled: { error: -9, error_note: 'Transaction cancelled' },
} as const
type Problem = keyof typeof problems

const needed = [
  'click_trans_id',
  'service_id',
  'click_paydoc_id',
  'merchant_trans_id',
  'amount',
  'action',
  'error',
  'error_note',
  'sign_time',
  'sign_string',
] as const
type Form = ReadonlyMap<string, string>

function at(form: Form, name: string): string {
  return form.get(name) ?? ''
}

export function createClick(till: Till, settings: ClickSettings): Adapter {
  return {
    response: async (request) => {
      const form = formOf(request)
      const isComplete = request.action === 'complete'
      const names = isComplete ? [...needed, 'merchant_prepare_id'] : needed
      if (request.method !== 'POST' || names.some((name) => !form.has(name))) return refuse(form, 'fields')
      if (!isExternalId(at(form, 'click_trans_id'))) return refuse(form, 'fields')
      if (!request.isFromThere || !isSigned(form, settings, isComplete)) return refuse(form, 'sign', true)
      if (at(form, 'action') !== (isComplete ? '1' : '0')) return refuse(form, 'action')
      return isComplete ? complete(till, form) : prepare(till, form)
    },
    trouble: (request) => refuse(formOf(request), 'trouble'),
  }
}

function formOf({ body }: MerchantRequest): Form {
  const form = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(body)) if (value.length <= 500) form.set(name, value)
  return form
}

function isSigned(form: Form, { service, secret }: ClickSettings, isComplete: boolean): boolean {
  if (at(form, 'service_id') !== service) return false
  const signed = [
    at(form, 'click_trans_id'),
    service,
    secret,
    at(form, 'merchant_trans_id'),
    ...(isComplete ? [at(form, 'merchant_prepare_id')] : []),
    // The exact received text: `1000` and `1000.00` have different signatures.
    at(form, 'amount'),
    at(form, 'action'),
    at(form, 'sign_time'),
  ]
  const right = createHash('md5').update(signed.join('')).digest('hex')
  return isSame(at(form, 'sign_string').toLowerCase(), right)
}

async function prepare(till: Till, form: Form): Promise<Answered> {
  const subscriber = await findSubscriber(till.deps, at(form, 'merchant_trans_id'))
  if (subscriber === undefined) return refuse(form, 'account')
  const amountTiyin = tiyinOfSums(at(form, 'amount'))
  if (amountTiyin === undefined || judgeAmount(amountTiyin) !== 'good') return refuse(form, 'amount')
  // Click abandoned it before it started.
  if (isAbandoned(form)) return refuse(form, 'cancelled')
  const { payment } = await till.reserve({
    externalId: at(form, 'click_trans_id'),
    accountId: subscriber.accountId,
    amountTiyin,
    providerTimeMs: till.deps.clock.nowMs(),
    asked: { click_paydoc_id: at(form, 'click_paydoc_id'), merchant_trans_id: at(form, 'merchant_trans_id') },
  })
  if (!isOwn(subscriber, payment)) return refuse(form, 'account')
  const why = whyNot(payment, amountTiyin)
  return why === undefined ? agree(form, { merchant_prepare_id: payment.number }) : refuse(form, why)
}

async function complete(till: Till, form: Form): Promise<Answered> {
  const subscriber = await findSubscriber(till.deps, at(form, 'merchant_trans_id'))
  if (subscriber === undefined) return refuse(form, 'account')
  const externalId = at(form, 'click_trans_id')
  const payment = await till.look(externalId)
  const isIts = payment !== undefined && at(form, 'merchant_prepare_id') === String(payment.number)
  if (!isIts || !isOwn(subscriber, payment)) return refuse(form, 'no_payment')
  const why = whyNot(payment, tiyinOfSums(at(form, 'amount')))
  if (why === 'cancelled' && isAbandoned(form)) {
    // It had expired here; what was credited from a statement since goes back.
    const { kind } = await till.cancel(externalId, null)
    return refuse(form, kind === 'not_covered' ? 'paid' : 'cancelled')
  }
  if (why !== undefined) return refuse(form, why)
  if (isAbandoned(form)) {
    // Unless another `complete` was faster and completed it.
    const left = await till.cancelReservation(externalId, null)
    return refuse(form, left?.state === 'paid' ? 'paid' : 'cancelled')
  }
  const settled = await till.settle(externalId)
  if (settled.kind !== 'paid') return refuse(form, settled.kind === 'ended' ? 'cancelled' : 'no_payment')
  // Another `complete` was faster: for this one it is already paid, as for a later one.
  return settled.isNew ? agree(form, { merchant_confirm_id: payment.number }) : refuse(form, 'paid')
}

function whyNot(payment: Payment, amountTiyin: number | undefined): Problem | undefined {
  if (payment.state === 'paid') return 'paid'
  if (payment.amountTiyin !== amountTiyin) return 'amount'
  return payment.state === 'reserved' ? undefined : 'cancelled'
}

function isAbandoned(form: Form) {
  return /^-\d/.test(at(form, 'error').trim())
}

function echoOf(form: Form) {
  return {
    click_trans_id: numberIfSafe(at(form, 'click_trans_id')),
    merchant_trans_id: at(form, 'merchant_trans_id'),
  }
}

function numberIfSafe(text: string) {
  return /^\d{1,15}$/.test(text) ? Number(text) : text
}

function agree(form: Form, more: object): Answered {
  return { status: 200, body: { ...echoOf(form), ...more, error: 0, error_note: 'Success' } }
}

function refuse(form: Form, problem: Problem, wasRefused = false): Answered {
  const body = { ...echoOf(form), ...problems[problem] }
  return { status: 200, body, ...(wasRefused ? { wasRefused } : {}) }
}
