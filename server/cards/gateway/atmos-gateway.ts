/** ATMOS's requests that the module needs (`bind-card`, `remove-card`, `merchant/pay`). Amounts are whole tiyin. */
import { createAskAtmos, type AskAtmos, type AtmosResponse } from './request-atmos.ts'
import { refusalOf, type PaymentState, type Refusal } from './rules.ts'
import { field, textField } from '#server/messages/messages.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { GatewayAddress } from '#server/platform/settings/gateway-address.ts'

/** A card as the gateway stores it. */
export interface GatewayCard {
  readonly gatewayCardId: string
  readonly token: string
}

/** How a request that moved no money failed. */
export type NotDone =
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly code: string }
  /** No response; nothing that costs money can have been done. */
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
  | PaymentState
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly code: string }
  /** It never reached the gateway. */
  | { readonly kind: 'not_done'; readonly reason: string }

/** `unknown` also for every refusal: only a status request shows whether the money was returned. */
export type Reversed =
  | { readonly kind: 'reversed' }
  /** It never reached the gateway. */
  | { readonly kind: 'not_done'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string }

export interface Payment {
  readonly transactionId: number
  /** What the transaction must contain to be ours. */
  readonly orderId: number
  readonly amountTiyin: number
}

/** The card of a payment: a saved one by its token, or one by its number, whose phone then gets a code. */
export type CardNamed = { readonly token: string } | { readonly pan: string; readonly expiryYymm: string }

export interface CardGateway {
  /** True for a gateway with test cards, which never expire. */
  readonly takesTestCards: boolean
  bindInit(pan: string, expiryYymm: string): Promise<BindInit>
  bindConfirm(transactionId: number, code: string): Promise<BindConfirm>
  removeCard(card: GatewayCard): Promise<Done>
  create(payment: Omit<Payment, 'transactionId'>): Promise<Created>
  name(transactionId: number, card: CardNamed): Promise<Done>
  /**
   * Takes the money. `code` is the one that a phone received; without it the card is one that was named by its token.
   */
  apply(payment: Payment, code?: string): Promise<Applied>
  getPaymentState(payment: Payment): Promise<PaymentState>
  /** Refunds a payment to its card, whole. Repeated, it refunds nothing more. */
  reverse(transactionId: number, reason: string | null): Promise<Reversed>
}

/** The code to send when the card is named by its token (a constant of the protocol). */
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
      const response = await ask(
        '/partner/bind-card/init',
        { card_number: pan, expiry: expiryYymm },
        defaultMs,
      )
      const existing = storedCard(response)
      if (existing !== undefined) return { kind: 'known', card: existing }
      if (response.kind !== 'ok') return notDone(response)
      const phone = textField(response.body, 'phone', 40) ?? null
      return { kind: 'sent', transactionId: idIn(response.body, 'transaction_id') ?? null, phone }
    },
    bindConfirm: async (transaction_id, otp) => {
      const response = await ask('/partner/bind-card/confirm', { transaction_id, otp }, defaultMs)
      const existing = storedCard(response)
      if (existing !== undefined) return { kind: 'known', card: existing }
      if (response.kind !== 'ok') return notDone(response)
      const card = cardIn(response.body)
      if (card === undefined) return { kind: 'down', reason: 'answer_not_understood' }
      const data = field(response.body, 'data')
      return {
        kind: 'bound',
        card,
        pan: textField(data, 'pan') ?? '',
        expiry: textField(data, 'expiry') ?? '',
      }
    },
    removeCard: async ({ gatewayCardId, token }) => {
      const response = await ask('/partner/remove-card', { id: Number(gatewayCardId), token }, defaultMs)
      return response.kind === 'ok' ? { kind: 'done' } : notDone(response)
    },
  }
}

function payCalls(
  ask: AskAtmos,
  { defaultMs, applyMs, lookMs }: typeof limits,
  { store_id, terminal }: { readonly store_id: number; readonly terminal: string | undefined },
): Pick<CardGateway, 'create' | 'name' | 'apply' | 'getPaymentState' | 'reverse'> {
  return {
    create: async ({ orderId, amountTiyin }) => {
      const body = {
        amount: amountTiyin,
        account: String(orderId),
        store_id,
        lang: 'ru',
        ...(terminal === undefined ? {} : { terminal_id: terminal }),
      }
      const response = await ask('/merchant/pay/create', body, defaultMs)
      if (response.kind !== 'ok') return notDone(response)
      const transactionId = idIn(response.body, 'transaction_id')
      return transactionId === undefined
        ? { kind: 'down', reason: 'answer_not_understood' }
        : { kind: 'created', transactionId }
    },
    name: async (transaction_id, card) => {
      const named =
        'token' in card ? { card_token: card.token } : { card_number: card.pan, expiry: card.expiryYymm }
      const response = await ask('/merchant/pay/pre-apply', { transaction_id, store_id, ...named }, defaultMs)
      return response.kind === 'ok' ? { kind: 'done' } : notDone(response)
    },
    apply: async (payment, otp = codeOfSavedCard) => {
      const body = { transaction_id: payment.transactionId, otp, store_id }
      const response = await ask('/merchant/pay/apply', body, applyMs)
      if (response.kind === 'not_done') return response
      if (response.kind === 'refused') return refused(response.code)
      return response.kind === 'ok' ? lookAt(response.body, payment, false) : { kind: 'unknown' }
    },
    getPaymentState: async (payment) => {
      const body = { store_id, transaction_id: payment.transactionId }
      const response = await ask('/merchant/pay/get', body, lookMs)
      if (response.kind === 'not_done' || response.kind === 'unknown') return { kind: 'unknown' }
      // A closed transaction comes as an error: its data decide, not its code.
      const isClosed = response.kind === 'refused' && refusalOf(response.code) === 'closed'
      return response.kind === 'ok' || isClosed
        ? lookAt(response.body, payment, isClosed)
        : { kind: 'unknown' }
    },
    reverse: async (transaction_id, reason) => {
      const body = { transaction_id, store_id, ...(reason === null ? {} : { reason }) }
      const response = await ask('/merchant/pay/reverse', body, applyMs)
      if (response.kind === 'not_done') return response
      if (response.kind === 'refused') return { kind: 'unknown', reason: `error_${response.code}` }
      if (response.kind === 'unknown') return response
      return idIn(response.body, 'transaction_id') === transaction_id
        ? { kind: 'reversed' }
        : { kind: 'unknown', reason: 'answer_not_understood' }
    },
  }
}

function refused(code: string) {
  return { kind: 'refused', refusal: refusalOf(code), code } as const
}

function notDone(response: Exclude<AtmosResponse, { kind: 'ok' }>): NotDone {
  return response.kind === 'refused' ? refused(response.code) : { kind: 'down', reason: response.reason }
}

/** What the data of a transaction say about the money; nothing unless it is the requested one. */
function lookAt(body: unknown, payment: Payment, isClosed: boolean): PaymentState {
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

/** A card that was bound before is refused, but the refusal contains its data. */
function storedCard(response: AtmosResponse): GatewayCard | undefined {
  return response.kind === 'refused' && refusalOf(response.code) === 'card_known'
    ? cardIn(response.body)
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
