/** One payment with its whole life, its entries of the ledger, and what may be refunded of it. */
import { type Selectable, sql } from 'kysely'
import { ownerBalanceTiyin } from '#server/billing/billing.ts'
import { cardReceiptUrl } from '#server/cards/cards.ts'
import {
  cancelsParts,
  merchantReceiptUrl,
  type ProviderRefund,
  reversalIdOf,
} from '#server/merchants/merchants.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { taskStates } from './end-refund.ts'
import { ofReference } from './entries-of-payment.ts'
import { findPaymentRow, type PaymentRow, type PaymentSystem } from './list-payments.ts'

/** What happened to a payment. */
export const lifeKinds = [
  'created',
  'code_sent',
  'charge_sent',
  'paid',
  'declined',
  'expired',
  'cancelled',
  'refunded_by_system',
  'refund_begun',
  'refund_done',
  'refund_withdrawn',
  'refund_refused',
] as const

export interface LifeEvent {
  readonly kind: (typeof lifeKinds)[number]
  readonly atMs: number
  /** The member of staff; '' for an operator at the command line, and for what nobody did. */
  readonly by: string
  /** A reason, or the number of a document. */
  readonly text: string
  /** Of a finished refund: how the payer got it; '' else. */
  readonly way: 'cabinet' | 'transfer' | 'system' | 'card' | ''
  /** Of the refund of a part, whole tiyin; 0 else. */
  readonly amountTiyin: number
}

/** One attempt to refund the payment; it stays, however it ended. Moments are unix milliseconds, money is whole tiyin. */
export interface RefundAttempt {
  /** The first, the second … of the payment. */
  readonly attempt: number
  readonly amountTiyin: number
  readonly reason: string
  /** `to_do`: the payer does not have it yet. `withdrawn`: the money is on the balance again. */
  readonly state: 'to_do' | 'done' | 'withdrawn'
  /** How the payer got it; null while it is to be done, and when it was given up. */
  readonly way: 'cabinet' | 'transfer' | 'system' | 'card' | null
  readonly document: string
  /** Members of staff; '' for an operator at the command line, and for what nobody did. */
  readonly startedBy: string
  readonly endedBy: string
  readonly startedMs: number
  /** 0 while it is to be done. */
  readonly endedMs: number
}

/** An entry of the ledger that belongs to the payment. */
export interface PaymentEntry {
  readonly ledgerEntryId: number
  readonly kind: string
  readonly amountTiyin: number
  readonly balanceAfterTiyin: number
  readonly happenedMs: number
  readonly reference: string
}

/** A charge of the subscriber that may be returned to the balance. */
export interface ReturnableCharge {
  readonly ledgerEntryId: number
  readonly happenedMs: number
  /** Null for one without a subscription. */
  readonly tariffId: number | null
  readonly amountTiyin: number
  readonly returnedTiyin: number
}

export interface PaymentLife {
  readonly payment: PaymentRow
  readonly events: readonly LifeEvent[]
  readonly entries: readonly PaymentEntry[]
  readonly charges: readonly ReturnableCharge[]
  readonly balanceTiyin: number
  /** `860012******1234`, of the card that paid; '' where it is not saved. */
  readonly cardMask: string
  readonly receiptUrl: string | null
  /** In their order. */
  readonly refunds: readonly RefundAttempt[]
  /** The refund by hand that is still to be done. */
  readonly isRefundToDo: boolean
  /** Whether its system named it as it reverses it. */
  readonly isReversible: boolean
  /** Its system cancels the whole payment alone: a part goes by a bank transfer. */
  readonly isWholeOnly: boolean
}

/** Undefined: there is no such payment. */
export async function readPayment(
  db: Db,
  system: PaymentSystem,
  number: number,
): Promise<PaymentLife | undefined> {
  const payment = await findPaymentRow(db, system, number)
  if (payment === undefined) return undefined
  const reference = referenceOf(payment)
  const [life, entries, charges, balance, receiptUrl] = await Promise.all([
    system === 'atmos' ? cardLife(db, number) : providerLife(db, number),
    entriesOf(db, reference),
    chargesOf(db, payment.accountId),
    ownerBalanceTiyin(db, payment.accountId),
    system === 'atmos'
      ? cardReceiptUrl(db, payment.accountId, reference)
      : merchantReceiptUrl(db, payment.accountId, reference),
  ])
  return { payment, ...life, entries, charges, balanceTiyin: balance, receiptUrl }
}

/** The reference of the entry that credited it. */
export function referenceOf({
  system,
  number,
  externalId,
}: Pick<PaymentRow, 'system' | 'number' | 'externalId'>) {
  return system === 'atmos' ? `atmos:${number}` : `${system}:${externalId}`
}

interface Life {
  readonly events: readonly LifeEvent[]
  readonly cardMask: string
  readonly refunds: readonly RefundAttempt[]
  readonly isRefundToDo: boolean
  readonly isReversible: boolean
  readonly isWholeOnly: boolean
}

function event(
  kind: LifeEvent['kind'],
  at: Date | null | undefined,
  more: Partial<Omit<LifeEvent, 'kind' | 'atMs'>> = {},
): readonly LifeEvent[] {
  return at === null || at === undefined
    ? []
    : [{ kind, atMs: at.getTime(), by: '', text: '', way: '', amountTiyin: 0, ...more }]
}

async function providerLife(db: Db, number: number): Promise<Life> {
  const tx = await db
    .selectFrom('provider_tx')
    .select(['provider', 'state', 'created_at', 'paid_at', 'cancelled_at', 'reason', 'asked', 'amount_tiyin'])
    .where('provider_tx_id', '=', number)
    .executeTakeFirstOrThrow()
  const refunds = await db
    .selectFrom('provider_refund')
    .selectAll()
    .where('provider_tx_id', '=', number)
    .orderBy('attempt')
    .execute()
  const code = tx.reason === null ? '' : String(tx.reason)
  return {
    events: inOrder([
      ...event('created', tx.created_at),
      ...event('paid', tx.paid_at),
      ...event(tx.state === 'refunded' ? 'refunded_by_system' : 'cancelled', tx.cancelled_at, { text: code }),
      ...refunds.flatMap((refund) => providerRefundEvents(refund, tx.amount_tiyin)),
    ]),
    cardMask: '',
    refunds: refunds.map(providerAttempt),
    isRefundToDo: refunds.some(({ state }) => state === 'to_do'),
    isReversible: reversalIdOf(tx.provider, tx.asked) !== undefined,
    isWholeOnly: !cancelsParts(tx.provider),
  }
}

function providerRefundEvents(refund: ProviderRefund, paidTiyin: number): readonly LifeEvent[] {
  const amountTiyin = refund.amount_tiyin < paidTiyin ? refund.amount_tiyin : 0
  return [
    ...event('refund_begun', refund.created_at, { by: refund.staff_name, text: refund.reason, amountTiyin }),
    ...event(refund.state === 'done' ? 'refund_done' : 'refund_withdrawn', refund.ended_at, {
      ...{ by: refund.ended_by_name, text: refund.document, way: refund.way ?? '', amountTiyin },
    }),
  ]
}

function providerAttempt(refund: ProviderRefund): RefundAttempt {
  const { attempt, reason, state, way, document } = refund
  return {
    ...{ attempt, amountTiyin: refund.amount_tiyin, reason, state, way, document },
    ...{ startedBy: refund.staff_name, endedBy: refund.ended_by_name },
    ...{ startedMs: refund.created_at.getTime(), endedMs: refund.ended_at?.getTime() ?? 0 },
  }
}

async function cardLife(db: Db, number: number): Promise<Life> {
  const order = await db
    .selectFrom('payment_order')
    .leftJoin('card', 'card.card_id', 'payment_order.card_id')
    .select(['state', 'reason', 'code_sent_at', 'apply_sent_at', 'paid_at', 'updated_at', 'pan_mask'])
    .select(['payment_order.created_at', 'amount_tiyin'])
    .where('order_id', '=', number)
    .executeTakeFirstOrThrow()
  const refunds = await db
    .selectFrom('card_refund')
    .selectAll()
    .where('order_id', '=', number)
    .orderBy('attempt')
    .execute()
  const isOver = order.state === 'declined' || order.state === 'bind_failed'
  return {
    events: inOrder([
      ...event('created', order.created_at),
      ...event('code_sent', order.code_sent_at),
      ...event('charge_sent', order.apply_sent_at),
      ...event('paid', order.paid_at),
      ...event('declined', isOver ? order.updated_at : null, { text: order.reason ?? '' }),
      ...event('expired', order.state === 'expired' ? order.updated_at : null),
      ...refunds.flatMap(cardRefundEvents),
    ]),
    cardMask: order.pan_mask ?? '',
    refunds: refunds.map((refund) => cardAttempt(refund, order.amount_tiyin)),
    isRefundToDo: refunds.some((refund) => refund.state === 'taken' && refund.part_tiyin !== null),
    isReversible: false,
    isWholeOnly: false,
  }
}

function cardAttempt(refund: Selectable<Database['card_refund']>, paidTiyin: number): RefundAttempt {
  const state = taskStates[refund.state]
  const isWhole = refund.part_tiyin === null
  return {
    ...{ attempt: refund.attempt, amountTiyin: refund.part_tiyin ?? paidTiyin, reason: refund.reason ?? '' },
    ...{
      state,
      way: isWhole && state === 'done' ? ('card' as const) : refund.way,
      document: refund.document,
    },
    ...{ startedBy: refund.staff_name, endedBy: refund.ended_by_name },
    ...{ startedMs: refund.created_at.getTime(), endedMs: refund.ended_at?.getTime() ?? 0 },
  }
}

/** One attempt: of the whole payment the gateway's answer, of a part what finance did. */
function cardRefundEvents(refund: Selectable<Database['card_refund']>): readonly LifeEvent[] {
  const begun = event('refund_begun', refund.created_at, {
    ...{ by: refund.staff_name, text: refund.reason ?? '', amountTiyin: refund.part_tiyin ?? 0 },
  })
  const isRefused = refund.state === 'refused'
  const end =
    refund.part_tiyin === null
      ? event(isRefused ? 'refund_refused' : 'refund_done', refund.ended_at, { way: 'card' })
      : event(isRefused ? 'refund_withdrawn' : 'refund_done', refund.ended_at, {
          ...{ by: refund.ended_by_name, text: refund.document, way: refund.way ?? '' },
          amountTiyin: refund.part_tiyin,
        })
  return [...begun, ...end]
}

/** By time; what happened at one moment stays in the order of a payment's life. */
function inOrder(events: readonly LifeEvent[]): readonly LifeEvent[] {
  return events.toSorted((a, b) => a.atMs - b.atMs)
}

async function entriesOf(db: Db, reference: string): Promise<readonly PaymentEntry[]> {
  const rows = await db
    .selectFrom('ledger_entry as entry')
    .select(['ledger_entry_id', 'kind', 'amount_tiyin', 'balance_after_tiyin', 'happened_at', 'reference'])
    .where(sql<boolean>`(${ofReference(reference)})`)
    .orderBy('ledger_entry_id')
    .execute()
  return rows.map((row) => ({
    ...{ ledgerEntryId: row.ledger_entry_id, kind: row.kind, reference: row.reference },
    ...{ amountTiyin: row.amount_tiyin, balanceAfterTiyin: row.balance_after_tiyin },
    happenedMs: row.happened_at.getTime(),
  }))
}

const maxCharges = 5

/** The last charges of a subscriber, the newest first. */
async function chargesOf(db: Db, accountId: number): Promise<readonly ReturnableCharge[]> {
  const { rows } = await sql<{
    id: number
    at: Date
    tariff_id: number | null
    amount: number
    returned: number
  }>`
    select entry.ledger_entry_id as id, entry.happened_at as at, tariff_id, -entry.amount_tiyin as amount,
      coalesce((select sum(back.amount_tiyin) from ledger_entry as back
        where back.reverses_id = entry.ledger_entry_id), 0)::bigint as returned
    from ledger_entry as entry left join subscription using (subscription_id)
    where entry.account_id = ${accountId} and entry.kind = 'charge'
    order by entry.ledger_entry_id desc limit ${maxCharges}`.execute(db)
  return rows.map((row) => ({
    ...{ ledgerEntryId: row.id, happenedMs: row.at.getTime(), tariffId: row.tariff_id },
    ...{ amountTiyin: row.amount, returnedTiyin: row.returned },
  }))
}
