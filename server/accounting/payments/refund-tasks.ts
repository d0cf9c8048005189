import { cancelsParts } from '#server/merchants/merchants.ts'
import type { Db } from '#server/platform/database/database.ts'
import { taskStates } from './end-refund.ts'
import type { PaymentSystem } from './list-payments.ts'

/** A refund that finance makes outside Ekran. Moments are unix milliseconds, money is whole tiyin. */
export interface RefundTask {
  readonly system: PaymentSystem
  readonly number: number
  /** Which attempt to refund the payment it is. */
  readonly attempt: number
  readonly externalId: string
  readonly accountId: number
  readonly abonement: string
  readonly amountTiyin: number
  readonly paidTiyin: number
  readonly reason: string
  readonly state: 'to_do' | 'done' | 'withdrawn'
  /** Whether the system was asked to pay it back; `unclear`: it may have. */
  readonly reversal: 'asked' | 'refused' | 'unclear' | null
  /** Its short code of why not; '' without one. */
  readonly reversalProblem: string
  readonly way: 'cabinet' | 'transfer' | 'system' | null
  /** Its system cancels the whole payment alone: this part goes by a bank transfer. */
  readonly isByTransfer: boolean
  readonly document: string
  readonly startedBy: string
  readonly endedBy: string
  readonly startedMs: number
  readonly endedMs: number
}

/** The most tasks of a list. */
export const maxTasks = 200

/** The refunds that are to be done, the oldest first; or those that ended, the newest first. */
export async function listRefundTasks(db: Db, which: 'to_do' | 'ended'): Promise<readonly RefundTask[]> {
  const isOpen = which === 'to_do'
  const rows = await db
    .selectFrom('provider_refund as refund')
    .innerJoin('provider_tx as tx', 'tx.provider_tx_id', 'refund.provider_tx_id')
    .innerJoin('account', 'account.account_id', 'tx.account_id')
    .selectAll('refund')
    .select(['tx.provider', 'tx.external_id', 'tx.account_id', 'tx.amount_tiyin as paid_tiyin', 'abonement'])
    .where('refund.state', isOpen ? '=' : '<>', 'to_do')
    .orderBy(isOpen ? 'refund.created_at' : 'refund.ended_at', isOpen ? 'asc' : 'desc')
    .limit(maxTasks)
    .execute()
  const tasks = rows.map((row): RefundTask => ({
    ...{ system: row.provider, number: row.provider_tx_id, externalId: row.external_id },
    attempt: row.attempt,
    isByTransfer: row.amount_tiyin < row.paid_tiyin && !cancelsParts(row.provider),
    ...{ accountId: row.account_id, abonement: row.abonement, amountTiyin: row.amount_tiyin },
    ...{ paidTiyin: row.paid_tiyin, reason: row.reason, state: row.state, way: row.way },
    ...{ reversal: row.reversal, reversalProblem: row.reversal_problem },
    ...{ document: row.document, startedBy: row.staff_name, endedBy: row.ended_by_name },
    ...{ startedMs: row.created_at.getTime(), endedMs: row.ended_at?.getTime() ?? 0 },
  }))
  const all = [...tasks, ...(await listCardTasks(db, isOpen))]
  const inOrder = all.toSorted((a, b) => (isOpen ? a.startedMs - b.startedMs : b.endedMs - a.endedMs))
  return inOrder.slice(0, maxTasks)
}

/** The parts of card payments. */
async function listCardTasks(db: Db, isOpen: boolean): Promise<readonly RefundTask[]> {
  const rows = await db
    .selectFrom('card_refund as refund')
    .innerJoin('payment_order as orders', 'orders.order_id', 'refund.order_id')
    .innerJoin('account', 'account.account_id', 'orders.account_id')
    .selectAll('refund')
    .select(['gateway_transaction_id', 'orders.account_id', 'orders.amount_tiyin as paid_tiyin', 'abonement'])
    .where('refund.part_tiyin', 'is not', null)
    .where('refund.state', isOpen ? '=' : '<>', 'taken')
    .orderBy(isOpen ? 'refund.created_at' : 'refund.ended_at', isOpen ? 'asc' : 'desc')
    .limit(maxTasks)
    .execute()
  return rows.map((row) => ({
    ...{ system: 'atmos', number: row.order_id, externalId: String(row.gateway_transaction_id ?? '') },
    ...{ accountId: row.account_id, abonement: row.abonement, amountTiyin: row.part_tiyin ?? 0 },
    ...{ paidTiyin: row.paid_tiyin, reason: row.reason ?? '', state: taskStates[row.state], way: row.way },
    ...{ attempt: row.attempt, isByTransfer: false, reversal: null, reversalProblem: '' },
    ...{ document: row.document, startedBy: row.staff_name, endedBy: row.ended_by_name },
    ...{ startedMs: row.created_at.getTime(), endedMs: row.ended_at?.getTime() ?? 0 },
  }))
}
