/** Card payments for accounting; days are Tashkent's, `2026-11-22`, money is whole tiyin. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** A time range in unix milliseconds: `[fromMs, untilMs)`. */
interface Period {
  readonly fromMs: number
  readonly untilMs: number
}

/** A day of payments by card. */
export interface CardDay {
  readonly day: string
  readonly paidCount: number
  readonly paidTiyin: number
  /** Refunds to cards; without those the gateway refused. */
  readonly backCount: number
  readonly backTiyin: number
  /** The ledger's total of just these payments and refunds. It must be `paidTiyin` − `backTiyin`. */
  readonly ledgerTiyin: number
}

/**
 * The days with card payments or refunds. An order belongs to the day on which the gateway reported it as paid, also
 * when the ledger got it after midnight; a refund to the day on which it left the balance.
 */
export async function cardDays(db: Db, { fromMs, untilMs }: Period): Promise<readonly CardDay[]> {
  const [from, until] = [new Date(fromMs), new Date(untilMs)]
  const { rows } = await sql<{
    day: string
    paid_count: number
    paid: number
    back_count: number
    back: number
    ledger: number
  }>`
    select to_char(at at time zone 'Asia/Tashkent', 'YYYY-MM-DD') as day,
      (count(*) filter (where not is_back))::integer as paid_count,
      coalesce(sum(number) filter (where is_back), 0)::integer as back_count,
      coalesce(sum(moved.amount_tiyin) filter (where not is_back), 0)::bigint as paid,
      coalesce(sum(number * moved.amount_tiyin) filter (where is_back), 0)::bigint as back,
      coalesce(sum(entry.amount_tiyin), 0)::bigint as ledger
    from (
      select paid_at as at, false as is_back, account_id, amount_tiyin, 1 as number,
          (select ledger_entry_id from ledger_entry where reference = 'atmos:' || order_id) as entry_id
        from payment_order where paid_at >= ${from} and paid_at < ${until} and amount_tiyin > 0
      union all
      select card_refund.created_at, true, account_id, amount_tiyin, 1, ledger_entry_id
        from card_refund join payment_order using (order_id)
        where card_refund.created_at >= ${from} and card_refund.created_at < ${until}
          and card_refund.state <> 'refused' and part_tiyin is null
      union all
      -- A part: on the day on which it left the balance, and on which it came back when it was given up.
      select card_refund.created_at, true, account_id, part_tiyin, 1, ledger_entry_id
        from card_refund join payment_order using (order_id)
        where card_refund.created_at >= ${from} and card_refund.created_at < ${until} and part_tiyin is not null
      union all
      select card_refund.ended_at, true, account_id, part_tiyin, -1,
          (select again.ledger_entry_id from ledger_entry as again where restores_id = card_refund.ledger_entry_id)
        from card_refund join payment_order using (order_id)
        where card_refund.ended_at >= ${from} and card_refund.ended_at < ${until}
          and card_refund.state = 'refused' and part_tiyin is not null
    ) as moved
    left join ledger_entry as entry
      on entry.ledger_entry_id = moved.entry_id and entry.account_id = moved.account_id
    group by 1 order by 1`.execute(db)
  return rows.map((row) => ({
    day: row.day,
    paidCount: row.paid_count,
    paidTiyin: row.paid,
    backCount: row.back_count,
    backTiyin: row.back,
    ledgerTiyin: row.ledger,
  }))
}

/** A card payment for a list. Moments are unix milliseconds. */
export interface ListedCardPayment {
  /** The gateway's number of the transaction. */
  readonly externalId: string
  /** Our order number. */
  readonly number: number
  readonly abonement: string
  readonly amountTiyin: number
  /** `refunded` from the moment the whole money left the balance. */
  readonly state: 'paid' | 'refunded'
  readonly createdMs: number
  readonly paidMs: number
  /** 0 for one that was not refunded. */
  readonly cancelledMs: number
}

const rowsAtOnce = 5000

/** Every card payment or refund in the period, in the order of their numbers, page by page. */
export async function* cardPayments(db: Db, { fromMs, untilMs }: Period): AsyncGenerator<ListedCardPayment> {
  const [from, until] = [new Date(fromMs), new Date(untilMs)]
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('payment_order')
      .innerJoin('account', 'account.account_id', 'payment_order.account_id')
      .leftJoin('card_refund', (join) =>
        join
          .onRef('card_refund.order_id', '=', 'payment_order.order_id')
          .on('card_refund.state', '<>', 'refused')
          .on('card_refund.part_tiyin', 'is', null),
      )
      .select(['payment_order.order_id', 'gateway_transaction_id', 'abonement', 'amount_tiyin', 'paid_at'])
      .select(['payment_order.created_at', 'card_refund.created_at as back_at'])
      .where('payment_order.order_id', '>', after)
      .where('paid_at', 'is not', null)
      .where('amount_tiyin', '>', 0)
      .where((by) =>
        by.or([
          by.and([by('paid_at', '>=', from), by('paid_at', '<', until)]),
          by.and([by('card_refund.created_at', '>=', from), by('card_refund.created_at', '<', until)]),
        ]),
      )
      .orderBy('payment_order.order_id')
      .limit(rowsAtOnce)
      .execute()
    for (const row of rows)
      yield {
        externalId: String(row.gateway_transaction_id ?? ''),
        number: row.order_id,
        abonement: row.abonement,
        amountTiyin: row.amount_tiyin,
        state: row.back_at === null ? 'paid' : 'refunded',
        createdMs: row.created_at.getTime(),
        paidMs: row.paid_at?.getTime() ?? 0,
        cancelledMs: row.back_at?.getTime() ?? 0,
      }
    const last = rows.at(-1)
    if (rows.length < rowsAtOnce || last === undefined) return
    after = last.order_id
  }
}

/** A payment is in the ledger within a minute or two of being paid; longer than this is an error. */
const longestAfterMs = 3_600_000
/** A refund is given up after a day. */
const longestOpenMs = 2 * 86_400_000

/**
 * Checks whether the card payments and the ledger agree. The first difference, as text for an operator; undefined
 * when there is none. Only reads.
 */
export function checkCardPayments(db: Db, nowMs: number): Promise<string | undefined> {
  const looks = [
    sql<{ what: string }>`
      select format('order %s was paid by card and the ledger has no entry of its %s tiyin', order_id,
        payment.amount_tiyin) as what
      from payment_order as payment
      where (credited_at is not null or paid_at < ${new Date(nowMs - longestAfterMs)})
        -- What the balance covered was paid by no card.
        and payment.amount_tiyin > 0 and not exists (
        select from ledger_entry as entry where entry.reference = 'atmos:' || order_id
          and entry.account_id = payment.account_id and entry.amount_tiyin = payment.amount_tiyin)
      order by order_id limit 1`,
    sql<{ what: string }>`
      select format('entry %s (%s) names an order that no card has paid', ledger_entry_id, reference) as what
      from ledger_entry where split_part(reference, ':', 1) = 'atmos' and not exists (
        select from payment_order where state = 'paid' and (reference = 'atmos:' || order_id or exists (
          select from card_refund as refund where refund.order_id = payment_order.order_id and (
            refund.ledger_entry_id = ledger_entry.ledger_entry_id
              and coalesce(part_tiyin, payment_order.amount_tiyin) = -ledger_entry.amount_tiyin
            or refund.ledger_entry_id = ledger_entry.restores_id and refund.state <> 'given_back'))))
      order by ledger_entry_id limit 1`,
    sql<{ what: string }>`
      select format('order %s went back to its card and the ledger has no entry of that', order_id) as what
      from card_refund as refund join payment_order using (order_id)
      where not exists (
          select from ledger_entry as entry join ledger_entry as paid on paid.ledger_entry_id = entry.reverses_id
          where entry.ledger_entry_id = refund.ledger_entry_id and paid.reference = 'atmos:' || order_id
            and entry.account_id = payment_order.account_id
            and entry.amount_tiyin = -coalesce(part_tiyin, payment_order.amount_tiyin))
        or (refund.state = 'refused') and not exists (
          select from ledger_entry as entry where entry.restores_id = refund.ledger_entry_id
            and entry.account_id = payment_order.account_id
            and entry.amount_tiyin = coalesce(part_tiyin, payment_order.amount_tiyin))
      order by order_id limit 1`,
    sql<{ what: string }>`
      select format('of order %s more went back than was paid', order_id) as what
      from card_refund as refund join payment_order using (order_id)
      where refund.state <> 'refused'
      group by order_id, amount_tiyin having sum(coalesce(part_tiyin, amount_tiyin)) > amount_tiyin
      order by order_id limit 1`,
    sql<{ what: string }>`
      select format('whether order %s went back to its card is not known since %s', order_id, created_at) as what
      from card_refund where state = 'taken' and part_tiyin is null and created_at < ${new Date(nowMs - longestOpenMs)}
      order by order_id limit 1`,
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
