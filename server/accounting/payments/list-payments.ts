/** Payments of all ways in one list: of the payment systems, and by card. */
import { type RawBuilder, sql } from 'kysely'
import { providers, tiyinOfSums } from '#server/merchants/merchants.ts'
import type { Db } from '#server/platform/database/database.ts'

/** `atmos`: by card. */
export const paymentSystems = ['payme', 'click', 'paynet', 'uzum', 'atmos'] as const
export type PaymentSystem = (typeof paymentSystems)[number]

/**
 * `waiting`: begun, no money has moved. `uncertain`: the bank has not said whether the card was charged. `refunding`:
 * it left the balance, and the payer may not have it yet.
 */
export const paymentStates = ['waiting', 'uncertain', 'paid', 'cancelled', 'refunding', 'refunded'] as const
export type PaymentState = (typeof paymentStates)[number]

/** A payment of any way. Moments are unix milliseconds, 0 for what has not happened; money is whole tiyin. */
export interface PaymentRow {
  readonly system: PaymentSystem
  /** Our number; with the system it identifies the payment. */
  readonly number: number
  /** The system's number; '' before it has one. */
  readonly externalId: string
  readonly accountId: number
  readonly abonement: string
  readonly name: string
  readonly amountTiyin: number
  /** What was refunded, or is being refunded. */
  readonly refundedTiyin: number
  readonly state: PaymentState
  readonly createdMs: number
  readonly paidMs: number
}

export interface PaymentsQuery {
  /** A number of the payment, ours or theirs, a subscriber number, or a sum; '' for all. */
  readonly q: string
  readonly system?: PaymentSystem | undefined
  readonly state?: PaymentState | undefined
  readonly accountId?: number | undefined
  /** Unix milliseconds: `[fromMs, untilMs)`, by when a payment was begun. */
  readonly fromMs?: number | undefined
  readonly untilMs?: number | undefined
  /** The last payment of the page before. */
  readonly after?: { readonly createdMs: number; readonly rank: number } | undefined
  readonly limit: number
}

interface Row {
  readonly system: PaymentSystem
  readonly number: number
  readonly external_id: string
  readonly account_id: number
  readonly abonement: string
  readonly name: string
  readonly amount_tiyin: number
  readonly refunded_tiyin: number
  readonly state: PaymentState
  readonly created_at: Date
  readonly paid_at: Date | null
}

/** The payments that match, the newest first. */
export async function listPayments(db: Db, query: PaymentsQuery): Promise<readonly PaymentRow[]> {
  const { rows } = await newestPayments(query).execute(db)
  return rows.map(rowOf)
}

/** The statement of `listPayments`. */
export function newestPayments(query: PaymentsQuery): RawBuilder<Row> {
  const { system, limit } = query
  const tables = [
    ...(system === 'atmos' ? [] : [providerPayments]),
    ...(system === undefined || system === 'atmos' ? [cardPayments] : []),
  ]
  // Each table gives its own newest ones, by an index for each meaning of what was typed: joined by `or`, the meanings
  // would be read through the whole table. Together they are a few pages. One payment may match in two meanings.
  const arms = tables.flatMap((table) =>
    meaningsOf(table, query.q).map((meaning) => newestOf(table, query, meaning)),
  )
  return sql<Row>`
    select payment.*, abonement, name
    from (${sql.join(arms, sql` union `)}) as payment join account using (account_id)
    order by created_at desc, rank desc limit ${limit}`
}

/** One payment; undefined when there is none. */
export async function findPaymentRow(
  db: Db,
  system: PaymentSystem,
  number: number,
): Promise<PaymentRow | undefined> {
  const { select, id } = system === 'atmos' ? cardPayments : providerPayments
  const { rows } = await sql<Row>`
    select payment.*, abonement, name
    from (${select} and ${id} = ${number}) as payment join account using (account_id)
    where system = ${system}`.execute(db)
  const [row] = rows
  return row === undefined ? undefined : rowOf(row)
}

/** Payments of one table. */
interface PaymentsTable {
  /** With the columns of all payments, up to its conditions. */
  readonly select: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
  readonly row: RawBuilder<unknown>
  /** Its place among payments of one millisecond. */
  readonly rank: RawBuilder<unknown>
  /** Whether the system's number is this text. */
  readonly hasExternalId: (typed: string) => RawBuilder<unknown>
  /** The same as its `state`, in words that an index understands. */
  readonly is: Readonly<Record<PaymentState, RawBuilder<unknown>>>
}

/** Attempts to refund a payment that were not given up; read for the rows of a page alone. */
const standingRefund = sql`from provider_refund as refund
  where refund.provider_tx_id = tx.provider_tx_id and refund.state <> 'withdrawn'`

const providerPayments: PaymentsTable = {
  select: sql`
    select tx.provider as system, tx.provider_tx_id as number, tx.external_id, tx.account_id, tx.amount_tiyin,
      tx.created_at, tx.paid_at, tx.provider_tx_id * 2 as rank,
      case when tx.state = 'refunded' then tx.amount_tiyin
        else (select coalesce(sum(refund.amount_tiyin), 0)::bigint ${standingRefund}) end as refunded_tiyin,
      case when tx.state = 'refunded' then 'refunded'
        when tx.state = 'reserved' then 'waiting'
        when exists (select ${standingRefund} and refund.state = 'to_do') then 'refunding'
        when exists (select ${standingRefund}) then 'refunded' else tx.state end as state
    from provider_tx as tx where true`,
  ...{ id: sql`tx.provider_tx_id`, row: sql`tx`, rank: sql`tx.provider_tx_id * 2` },
  hasExternalId: (typed) => sql`(tx.provider = any(${[...providers]}) and tx.external_id = ${typed})`,
  is: {
    waiting: sql`tx.state = 'reserved'`,
    uncertain: sql`false`,
    paid: sql`tx.state = 'paid' and tx.provider_tx_id not in (
      select provider_tx_id from provider_refund where state <> 'withdrawn')`,
    cancelled: sql`tx.state = 'cancelled' and tx.cancelled_at is not null`,
    refunding: sql`tx.provider_tx_id in (select provider_tx_id from provider_refund where state = 'to_do')`,
    refunded: sql`tx.provider_tx_id in (
      select provider_tx_id from provider_refund where state = 'done'
        and provider_tx_id not in (select provider_tx_id from provider_refund where state = 'to_do')
      union all select provider_tx_id from provider_tx where state = 'refunded' and cancelled_at is not null)`,
  },
}

/** The attempts to refund an order that were not given up; read for the rows of a page alone. */
const standing = sql`from card_refund as attempt where attempt.order_id = orders.order_id and attempt.state <> 'refused'`

const cardPayments: PaymentsTable = {
  select: sql`
    select 'atmos'::text as system, orders.order_id::bigint as number,
      coalesce(orders.gateway_transaction_id::text, '') as external_id, orders.account_id, orders.amount_tiyin,
      orders.created_at, orders.paid_at, orders.order_id::bigint * 2 + 1 as rank,
      (select coalesce(sum(coalesce(part_tiyin, orders.amount_tiyin)), 0)::bigint ${standing}) as refunded_tiyin,
      case when exists (select ${standing} and attempt.state = 'taken') then 'refunding'
        when exists (select ${standing}) then 'refunded'
        when orders.state in ('paid', 'uncertain') then orders.state
        when orders.state in ('new', 'bind_sent', 'bound', 'charging') then 'waiting' else 'cancelled' end as state
    from payment_order as orders where orders.amount_tiyin > 0`,
  ...{ id: sql`orders.order_id`, row: sql`orders`, rank: sql`orders.order_id::bigint * 2 + 1` },
  hasExternalId: (typed) =>
    /^\d{1,15}$/.test(typed) ? sql`orders.gateway_transaction_id = ${Number(typed)}` : sql`false`,
  is: {
    waiting: sql`orders.state in ('new', 'bind_sent', 'bound', 'charging')`,
    uncertain: sql`orders.state = 'uncertain'`,
    paid: sql`orders.state = 'paid' and orders.order_id not in (
      select order_id from card_refund where state <> 'refused')`,
    cancelled: sql`orders.state in ('bind_failed', 'declined', 'expired')`,
    refunding: sql`orders.order_id in (select order_id from card_refund where state = 'taken')`,
    refunded: sql`orders.order_id in (select order_id from card_refund where state = 'given_back'
      and order_id not in (select order_id from card_refund where state = 'taken'))`,
  },
}

/** The newest payments of a table that match in this meaning of what was typed, no more than the page has. */
function newestOf(table: PaymentsTable, query: PaymentsQuery, meaning: Meaning): RawBuilder<unknown> {
  const { system, state, accountId, fromMs, untilMs, after, limit } = query
  const { row, rank } = table
  const at = sql`${row}.created_at`
  const conditions = [
    ...(state === undefined ? [] : [table.is[state]]),
    ...(accountId === undefined ? [] : [sql`${row}.account_id = ${accountId}`]),
    ...(fromMs === undefined ? [] : [sql`${at} >= ${new Date(fromMs)}`]),
    ...(untilMs === undefined ? [] : [sql`${at} < ${new Date(untilMs)}`]),
    ...(after === undefined
      ? []
      : [
          // The first one is for the index.
          sql`${at} <= ${new Date(after.createdMs)}`,
          sql`(${at}, ${rank}) < (${new Date(after.createdMs)}, ${after.rank})`,
        ]),
    ...(system === undefined || system === 'atmos' ? [] : [sql`tx.provider = ${system}`]),
  ]
  const where = sql.join([meaning.matches, ...conditions], sql` and `)
  // The planner would rather go through all payments by their time than sort a few.
  const time = meaning.areFew ? sql`${at} + interval '0'` : at
  return sql`(${table.select} and ${where} order by ${time} desc, ${table.id} desc limit ${limit})`
}

/** Orders payments of one millisecond. */
export function rankOf({ system, number }: Pick<PaymentRow, 'system' | 'number'>): number {
  return system === 'atmos' ? number * 2 + 1 : number * 2
}

/** One meaning of what was typed. */
interface Meaning {
  readonly matches: RawBuilder<unknown>
  /** Whether few payments of a table match, however many it has. */
  readonly areFew: boolean
}

/** What was typed may be a number of the payment, ours or theirs, a subscriber number, or a sum. Each has an index. */
function meaningsOf(table: PaymentsTable, q: string): readonly Meaning[] {
  const typed = q.trim()
  if (typed === '') return [{ matches: sql`true`, areFew: false }]
  const packed = typed.replace(/[\s\u00a0]/g, '')
  const sum = tiyinOfSums(packed.replace(',', '.'))
  const number = /^\d{1,9}$/.test(packed) ? Number(packed) : undefined
  const ofAccount = sql`${table.row}.account_id = (select account_id from account where abonement = ${packed})`
  const ofSum = sql`${table.row}.amount_tiyin = ${sum}${unlessSubscriber(packed)}`
  return [
    { matches: table.hasExternalId(typed), areFew: true },
    { matches: ofAccount, areFew: true },
    ...(number === undefined ? [] : [{ matches: sql`${table.id} = ${number}`, areFew: true }]),
    ...(sum === undefined ? [] : [{ matches: ofSum, areFew: false }]),
  ]
}

/** A long number that is a subscriber's is no sum: a sum that nobody paid is searched for in every payment. */
function unlessSubscriber(packed: string): RawBuilder<unknown> {
  return /^\d{8,12}$/.test(packed)
    ? sql` and not exists (select from account where abonement = ${packed})`
    : sql``
}

function rowOf(row: Row): PaymentRow {
  return {
    ...{ system: row.system, number: row.number, externalId: row.external_id },
    ...{ accountId: row.account_id, abonement: row.abonement, name: row.name },
    ...{ amountTiyin: row.amount_tiyin, refundedTiyin: row.refunded_tiyin, state: row.state },
    ...{ createdMs: row.created_at.getTime(), paidMs: row.paid_at?.getTime() ?? 0 },
  }
}
