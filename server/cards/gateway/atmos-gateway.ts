/** ATMOS's requests as the module needs them (`bind-card`, `remove-card`, `merchant/pay`). Amounts are whole tiyin. */
import { createAskAtmos, type AskAtmos, type AtmosAnswer } from './request-atmos.ts'
import { refusalOf, type Look, type Refusal } from './rules.ts'
import { field, textField } from '#server/messages/messages.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { GatewayAddress } from '#server/platform/settings/gateway-address.ts'

/** A card as the gateway knows it. */
export interface GatewayCard {
  readonly gatewayCardId: string
  readonly token: string
}

/** How a request that moved no money ended otherwise than well. */
export type NotDone =
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly code: string }
  /** Not answered; nothing that costs money can have been done. */
  | { readonly kind: 'down'; readonly reason: string }

export type BindInit =
  | { readonly kind: 'sent'; readonly transactionId: number | null; readonly phone: string | null }
  | { readonly kind: 'known'; readonly card: GatewayCard }
  | NotDone
export type BindConfirm =
  | { readonly kind: 'bound'; readonly card: GatewayCard; readonly pan: string; readonly expiry: string }
  | { readonly kind: 'known'; readonly card: GatewayCard }
  | NotDone
export type Created = { readonly kind: 'created'; readonly transactionId: number } | NotDone
export type Done = { readonly kind: 'done' } | NotDone
export type Applied =
  | Look
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly code: string }
  /** It never reached the gateway. */
  | { readonly kind: 'not_done'; readonly reason: string }

/** `unknown` also for every refusal: only a look tells whether the money went back. */
export type Reversed =
  | { readonly kind: 'reversed' }
  /** It never reached the gateway. */
  | { readonly kind: 'not_done'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string }

export interface Payment {
  readonly transactionId: number
  /** What must be found in the transaction for it to be ours. */
  readonly orderId: number
  readonly amountTiyin: number
}

/** How a payment is told which card it takes: one that is saved, or one by its number, whose phone then gets a code. */
export type CardNamed = { readonly token: string } | { readonly pan: string; readonly expiryYymm: string }

export interface CardGateway {
  /** True for one with test cards, which are good for ever. */
  readonly takesTestCards: boolean
  bindInit(pan: string, expiryYymm: string): Promise<BindInit>
  bindConfirm(transactionId: number, code: string): Promise<BindConfirm>
  removeCard(card: GatewayCard): Promise<Done>
  create(payment: Omit<Payment, 'transactionId'>): Promise<Created>
  name(transactionId: number, card: CardNamed): Promise<Done>
  /** Takes the money. `code` is the one that a phone received; without it the card is one that was named by its token. */
  apply(payment: Payment, code?: string): Promise<Applied>
  look(payment: Payment): Promise<Look>
  /** Gives a payment back to its card, whole. Repeated it gives nothing back again. */
  reverse(transactionId: number, reason: string | null): Promise<Reversed>
}

/** What stands in the place of a code when the card is named by its token (a constant of the protocol). */
const codeOfSavedCard = '111111'
const limits = { tokenMs: 4000, defaultMs: 5000, applyMs: 8000, lookMs: 4000 }

export function openAtmosGateway(
  address: GatewayAddress,
  clock: Clock,
  limitMs: Partial<typeof limits> = {},
): CardGateway {
  const within = { ...limits, ...limitMs }
  const ask = createAskAtmos(address, clock, within.tokenMs)
  return {
    takesTestCards: address.parameters.get('tests') === 'on',
    ...cardCalls(ask, within),
    ...payCalls(ask, within, {
      store_id: Number(address.parameters.get('store')),
      terminal: address.parameters.get('terminal'),
    }),
  }
}

function cardCalls(
  ask: AskAtmos,
  { defaultMs }: typeof limits,
): Pick<CardGateway, 'bindInit' | 'bindConfirm' | 'removeCard'> {
  return {
    bindInit: async (pan, expiryYymm) => {
      const answer = await ask('/partner/bind-card/init', { card_number: pan, expiry: expiryYymm }, defaultMs)
      const existing = storedCard(answer)
      if (existing !== undefined) return { kind: 'known', card: existing }
      if (answer.kind !== 'ok') return notDone(answer)
      const phone = textField(answer.body, 'phone', 40) ?? null
      return { kind: 'sent', transactionId: idIn(answer.body, 'transaction_id') ?? null, phone }
    },
    bindConfirm: async (transaction_id, otp) => {
      const answer = await ask('/partner/bind-card/confirm', { transaction_id, otp }, defaultMs)
      const existing = storedCard(answer)
      if (existing !== undefined) return { kind: 'known', card: existing }
      if (answer.kind !== 'ok') return notDone(answer)
      const card = cardIn(answer.body)
      if (card === undefined) return { kind: 'down', reason: 'answer_not_understood' }
      const data = field(answer.body, 'data')
      return {
        kind: 'bound',
        card,
        pan: textField(data, 'pan') ?? '',
        expiry: textField(data, 'expiry') ?? '',
      }
    },
    removeCard: async ({ gatewayCardId, token }) => {
      const answer = await ask('/partner/remove-card', { id: Number(gatewayCardId), token }, defaultMs)
      return answer.kind === 'ok' ? { kind: 'done' } : notDone(answer)
    },
  }
}

function payCalls(
  ask: AskAtmos,
  { defaultMs, applyMs, lookMs }: typeof limits,
  { store_id, terminal }: { readonly store_id: number; readonly terminal: string | undefined },
): Pick<CardGateway, 'create' | 'name' | 'apply' | 'look' | 'reverse'> {
  return {
    create: async ({ orderId, amountTiyin }) => {
      const body = {
        amount: amountTiyin,
        account: String(orderId),
        store_id,
        lang: 'ru',
        ...(terminal === undefined ? {} : { terminal_id: terminal }),
      }
      const answer = await ask('/merchant/pay/create', body, defaultMs)
      if (answer.kind !== 'ok') return notDone(answer)
      const transactionId = idIn(answer.body, 'transaction_id')
      return transactionId === undefined
        ? { kind: 'down', reason: 'answer_not_understood' }
        : { kind: 'created', transactionId }
    },
    name: async (transaction_id, card) => {
      const named =
        'token' in card ? { card_token: card.token } : { card_number: card.pan, expiry: card.expiryYymm }
      const answer = await ask('/merchant/pay/pre-apply', { transaction_id, store_id, ...named }, defaultMs)
      return answer.kind === 'ok' ? { kind: 'done' } : notDone(answer)
    },
    apply: async (payment, otp = codeOfSavedCard) => {
      const body = { transaction_id: payment.transactionId, otp, store_id }
      const answer = await ask('/merchant/pay/apply', body, applyMs)
      if (answer.kind === 'not_done') return answer
      if (answer.kind === 'refused') return refused(answer.code)
      return answer.kind === 'ok' ? lookAt(answer.body, payment, false) : { kind: 'unknown' }
    },
    look: async (payment) => {
      const body = { store_id, transaction_id: payment.transactionId }
      const answer = await ask('/merchant/pay/get', body, lookMs)
      if (answer.kind === 'not_done' || answer.kind === 'unknown') return { kind: 'unknown' }
      // A closed transaction comes as an error: its data tell, not its code.
      const isClosed = answer.kind === 'refused' && refusalOf(answer.code) === 'closed'
      return answer.kind === 'ok' || isClosed ? lookAt(answer.body, payment, isClosed) : { kind: 'unknown' }
    },
    reverse: async (transaction_id, reason) => {
      const body = { transaction_id, store_id, ...(reason === null ? {} : { reason }) }
      const answer = await ask('/merchant/pay/reverse', body, applyMs)
      if (answer.kind === 'not_done') return answer
      if (answer.kind === 'refused') return { kind: 'unknown', reason: `error_${answer.code}` }
      if (answer.kind === 'unknown') return answer
      return idIn(answer.body, 'transaction_id') === transaction_id
        ? { kind: 'reversed' }
        : { kind: 'unknown', reason: 'answer_not_understood' }
    },
  }
}

function refused(code: string) {
  return { kind: 'refused', refusal: refusalOf(code), code } as const
}

function notDone(answer: Exclude<AtmosAnswer, { kind: 'ok' }>): NotDone {
  return answer.kind === 'refused' ? refused(answer.code) : { kind: 'down', reason: answer.reason }
}

/** What the data of a transaction say of the money; nothing unless it is the one that was meant. */
function lookAt(body: unknown, payment: Payment, isClosed: boolean): Look {
  const result = field(body, 'store_transaction')
  const isOurs =
    textField(result, 'trans_id') === String(payment.transactionId) &&
    textField(result, 'account') === String(payment.orderId) &&
    Number(field(result, 'amount')) === payment.amountTiyin
  if (!isOurs) return { kind: 'unknown' }
  const status = textField(result, 'status_code') ?? ''
  const isCancelled = textField(result, 'status_message') === 'Canceled'
  if (field(result, 'confirmed') === true && (status === '0' || status === '') && !isCancelled) {
    const chequeId = textField(result, 'success_trans_id') ?? String(payment.transactionId)
    const url = textField(result, 'ofd_url', 500) ?? textField(body, 'ofd_url', 500)
    return { kind: 'paid', chequeId, ofdUrl: url !== undefined && /^https?:\/\//.test(url) ? url : null }
  }
  return isCancelled || isClosed ? { kind: 'closed' } : { kind: 'open' }
}

/** A card that was bound before is refused, and its data come along all the same. */
function storedCard(answer: AtmosAnswer): GatewayCard | undefined {
  return answer.kind === 'refused' && refusalOf(answer.code) === 'card_known'
    ? cardIn(answer.body)
    : undefined
}

function cardIn(body: unknown): GatewayCard | undefined {
  const data = field(body, 'data')
  const [id, token] = [textField(data, 'card_id'), textField(data, 'card_token', 500)]
  return id === undefined || token === undefined || !/^\d{1,20}$/.test(id)
    ? undefined
    : { gatewayCardId: id, token }
}

function idIn(body: unknown, name: string): number | undefined {
  const value = Number(textField(body, name) ?? 'none')
  return Number.isSafeInteger(value) && value > 0 ? value : undefined
}
