/** The state of a payment and its transitions. One request at a time, whatever is pressed meanwhile. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { renewResponses } from '#web/session/requests/answers.ts'
import { session } from '#web/session/session.ts'
import { formatMoney } from '#web/i18n/format.ts'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { createAttemptKey, randomKey } from './attempt-key.ts'
import type { Bill, CardTyped, CodeSent, TariffBought } from './bill.ts'
import { awaitResponse, outcomeOf, type OrderOutcome } from './follow-order.ts'
import type { Payment } from './open-payment.ts'
import {
  buyFromBalance,
  confirmCode,
  makeOrder,
  payWithSavedCard,
  sendCode,
  uncertainOrder,
  type OrderResult,
} from './payment-calls.ts'
import { sentenceOf } from './payment-end.ts'
import { paymentTexts } from './payment-text.ts'
import { unanswered } from './unanswered.ts'

export type Step =
  | { readonly kind: 'what' }
  | { readonly kind: 'how'; readonly bill: Bill }
  | { readonly kind: 'card'; readonly bill: Bill; readonly typed: CardTyped }
  | { readonly kind: 'code'; readonly bill: Bill; readonly sent: CodeSent }
  | { readonly kind: 'result'; readonly bill: Bill; readonly outcome: OrderOutcome }

export const noCard: CardTyped = { number: '', expiry: '' }

/** The error message; a wrong code is reported at its field. */
export interface Problem {
  readonly message: string
  readonly at: 'number' | 'expiry' | 'code' | 'form'
}

function say() {
  return paymentTexts(session.get().language)
}

export function usePaymentFlow(payment: Payment) {
  const [step, setStep] = useState<Step>(firstStep)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [keys] = useState(() => createAttemptKey(randomKey))
  const running = useRef(false)
  const isOpen = useOpenness()

  const go = (next: Step) => {
    setProblem(null)
    setStep(next)
  }
  const run = async (work: () => Promise<Problem | null>) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setProblem(null)
    const trouble = await work()
    running.current = false
    setBusy(false)
    setProblem(trouble)
    if (trouble !== null && !isOpen.current) showToast(trouble.message)
  }
  /** The payment has ended or is pending: updates the page and informs the viewer, wherever they are. */
  const end = (orderOutcome: OrderOutcome, bill: Bill): null => {
    if (orderOutcome === 'paid' || orderOutcome === 'kept') {
      renewResponses()
      payment.onPaid?.()
    }
    if (isOpen.current) go({ kind: 'result', bill, outcome: orderOutcome })
    else showToast(sentenceOf(orderOutcome, bill))
    return null
  }
  const follow = (orderId: number, bill: Bill): null => {
    awaitResponse(pendingNow(orderId, bill), end)
    if (isOpen.current) go({ kind: 'result', bill, outcome: 'pending' })
    return null
  }
  const goOnWaiting = useEffectEvent(() => {
    const open = unanswered()
    if (open !== null) awaitResponse(open, end)
  })
  useEffect(() => goOnWaiting(), [])
  /** The result of a charge; the problem when nothing was charged. */
  const settle = (result: OrderResult, bill: Bill): Problem | null => {
    if (result.kind === 'unreachable') return { message: say()('noResponse'), at: 'form' }
    keys.settled()
    const uncertain = uncertainOrder(result)
    if (uncertain !== null) return follow(uncertain, bill)
    if (result.kind === 'ok') {
      const match = outcomeOf(result.data)
      return match === 'pending' ? follow(result.data.order_id, bill) : end(match, bill)
    }
    if (result.failure !== 'card_no_money') return { message: result.message, at: 'form' }
    const money = formatMoney(bill.sums, session.get().language)
    return { message: say()('noMoney', { money }), at: 'form' }
  }
  const act = { go, run, end, settle, keys }
  return { step, busy, problem, go, ...useMoves(act, setStep) }
}

function pendingNow(orderId: number, bill: Bill) {
  return { orderId, bill, sinceMs: Date.now() }
}

/** No new payment while the outcome of the last one is unknown. */
function firstStep(): Step {
  const open = unanswered()
  return open === null ? { kind: 'what' } : { kind: 'result', bill: open.bill, outcome: 'pending' }
}

export type PaymentFlow = ReturnType<typeof usePaymentFlow>

interface Act {
  readonly go: (step: Step) => void
  readonly run: (work: () => Promise<Problem | null>) => Promise<void>
  readonly end: (orderOutcome: OrderOutcome, bill: Bill) => null
  readonly settle: (result: OrderResult, bill: Bill) => Problem | null
  readonly keys: ReturnType<typeof createAttemptKey>
}

function useMoves({ go, run, end, settle, keys }: Act, setStep: (step: Step) => void) {
  return {
    buy: (tariff: TariffBought) =>
      run(async () => {
        const bill = { sums: 0, tariff }
        const result = await buyFromBalance(tariff, keys.of(`buy ${JSON.stringify(tariff)}`))
        if (result.kind === 'unreachable') return { message: say()('noResponse'), at: 'form' }
        keys.settled()
        if (result.kind === 'ok') return end('paid', bill)
        // The price or the balance has changed: it is shown again beside the message.
        renewResponses()
        return { message: result.message, at: 'form' }
      }),
    paySaved: (bill: Bill, cardId: number) =>
      run(async () => settle(await payWithSavedCard(bill, cardId, keys.of(`card ${cardId}`)), bill)),
    sendCode: (bill: Bill, card: CardTyped) =>
      run(async () => {
        // The form keeps the typed values, whatever happens.
        setStep({ kind: 'card', bill, typed: card })
        const order = await makeOrder(bill, keys.of('order'))
        if (order.kind === 'unreachable') return { message: say()('noResponse'), at: 'form' }
        if (order.kind === 'refused') {
          keys.settled()
          return { message: order.message, at: 'form' }
        }
        return codeOf(await sendCode(order.data.order_id, card), {
          bill,
          card,
          orderId: order.data.order_id,
          go,
          keys,
        })
      }),
    resend: (bill: Bill, sent: CodeSent) =>
      run(async () =>
        codeOf(await sendCode(sent.orderId, sent.card), {
          bill,
          card: sent.card,
          orderId: sent.orderId,
          go,
          keys,
        }),
      ),
    confirmCode: (bill: Bill, sent: CodeSent, code: string) =>
      run(async () => {
        const result = await confirmCode(sent.orderId, sent.transactionId, code)
        if (
          result.kind === 'refused' &&
          (result.failure === 'wrong_sms_code' || result.failure === 'sms_code_spent')
        )
          return { message: result.message, at: 'code' }
        const trouble = settle(result, bill)
        // The card, not the code, was rejected: its form is shown again with the typed values.
        if (trouble !== null && result.kind === 'refused') setStep({ kind: 'card', bill, typed: sent.card })
        return trouble
      }),
  }
}

/** A code was sent, or the reason why not. */
function codeOf(
  result: Awaited<ReturnType<typeof sendCode>>,
  params: Pick<Act, 'go' | 'keys'> & { bill: Bill; card: CardTyped; orderId: number },
): Problem | null {
  const { bill, card, orderId, go, keys } = params
  if (result.kind === 'unreachable') return { message: say()('noResponse'), at: 'form' }
  if (result.kind === 'refused') {
    const field = result.fields[0]
    if (field !== undefined)
      return { message: field.message, at: field.field === 'card_expiry' ? 'expiry' : 'number' }
    return { message: result.message, at: 'form' }
  }
  const { card_bind_transaction_id: transactionId, phone, retry_after: retryAfterSec } = result.data
  if (transactionId === null) return { message: say()('tryAgain'), at: 'form' }
  // Another card is a new order: a code for it may be requested at once.
  keys.settled()
  go({ kind: 'code', bill, sent: { orderId, transactionId, phone, retryAfterSec, card } })
  return null
}

/** Whether the dialog is still mounted: later results are shown in a toast. */
function useOpenness() {
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return isOpen
}
