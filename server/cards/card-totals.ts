/** What cards brought, for accounting; days are Tashkent's, `2026-11-22`, money is whole tiyin. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** From the first moment of one to the last of another, in unix milliseconds: `[fromMs, untilMs)`. */
interface Period {
  readonly fromMs: number
  readonly untilMs: number
}

/** A day of payments by card. */
export interface CardDay {
  readonly day: string
  readonly paidCount: number
  readonly paidTiyin: number
  /** What the ledger holds of just these payments. It must be `paidTiyin`. */
  readonly ledgerTiyin: number
}

/**
 * The days on which cards paid. An order belongs to the day on which the gateway said that it is paid, also when the
 * ledger had it after midnight.
 */
export async function cardDays(db: Db, { fromMs, untilMs }: Period): Promise<readonly CardDay[]> {
  const { rows } = await sql<{ day: string; count: number; paid: number; ledger: number }>`
    select to_char(paid_at at time zone 'Asia/Tashkent', 'YYYY-MM-DD') as day, count(*)::integer as count,
      sum(payment.amount_tiyin)::bigint as paid, coalesce(sum(entry.amount_tiyin), 0)::bigint as ledger
    from payment_order as payment
    left join ledger_entry as entry
      on entry.reference = 'atmos:' || order_id and entry.account_id = payment.account_id
    where paid_at >= ${new Date(fromMs)} and paid_at < ${new Date(untilMs)}
    group by 1 order by 1`.execute(db)
  return rows.map(({ day, count, paid, ledger }) => ({
    day,
    paidCount: count,
    paidTiyin: paid,
    ledgerTiyin: ledger,
  }))
}

/** A payment by card for a list. Moments are unix milliseconds. */
export interface ListedCardPayment {
  /** The gateway's number of the transaction. */
  readonly externalId: string
  /** The order's number with us. */
  readonly number: number
  readonly abonement: string
  readonly amountTiyin: number
  readonly createdMs: number
  readonly paidMs: number
}

const rowsAtOnce = 5000

/** Every payment by card of the period, in the order of their numbers, page by page. */
export async function* cardPayments(db: Db, { fromMs, untilMs }: Period): AsyncGenerator<ListedCardPayment> {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('payment_order')
      .innerJoin('account', 'account.account_id', 'payment_order.account_id')
      .select(['order_id', 'gateway_transaction_id', 'abonement', 'amount_tiyin', 'paid_at'])
      .select('payment_order.created_at')
      .where('order_id', '>', after)
      .where('paid_at', '>=', new Date(fromMs))
      .where('paid_at', '<', new Date(untilMs))
      .orderBy('order_id')
      .limit(rowsAtOnce)
      .execute()
    for (const row of rows)
      yield {
        externalId: String(row.gateway_transaction_id ?? ''),
        number: row.order_id,
        abonement: row.abonement,
        amountTiyin: row.amount_tiyin,
        createdMs: row.created_at.getTime(),
        paidMs: row.paid_at?.getTime() ?? 0,
      }
    const last = rows.at(-1)
    if (rows.length < rowsAtOnce || last === undefined) return
    after = last.order_id
  }
}

/** A payment is in the ledger within a minute or two of being paid; longer than this is too long. */
const longestAfterMs = 3_600_000

/**
 * Looks whether the payments by card and the ledger tell of the same money. The first that is not so, in words for an
 * operator; undefined when all is well. Only reads.
 */
export function checkCardPayments(db: Db, nowMs: number): Promise<string | undefined> {
  const looks = [
    sql<{ what: string }>`
      select format('order %s was paid by card and the ledger has no entry of its %s tiyin', order_id,
        payment.amount_tiyin) as what
      from payment_order as payment
      where (credited_at is not null or paid_at < ${new Date(nowMs - longestAfterMs)}) and not exists (
        select from ledger_entry as entry where entry.reference = 'atmos:' || order_id
          and entry.account_id = payment.account_id and entry.amount_tiyin = payment.amount_tiyin)
      order by order_id limit 1`,
    sql<{ what: string }>`
      select format('entry %s (%s) names an order that no card has paid', ledger_entry_id, reference) as what
      from ledger_entry where split_part(reference, ':', 1) = 'atmos' and not exists (
        select from payment_order where reference = 'atmos:' || order_id and state = 'paid')
      order by ledger_entry_id limit 1`,
  ]
  return db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = '30min'`.execute(trx)
    for (const look of looks) {
      const { rows } = await look.execute(trx)
      const [first] = rows
      if (first !== undefined) return first.what
    }
    return undefined
  })
}
