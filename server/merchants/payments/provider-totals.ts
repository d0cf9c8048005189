import { sql } from 'kysely'
import type { PaymentState } from './payment.ts'
import { providers, type Provider } from './rules.ts'
import { topUpTotals } from '#server/billing/billing.ts'
import type { Db } from '#server/platform/database/database.ts'

/** A day of a system. Money is whole tiyin; days are Tashkent's, `2026-11-22`. */
export interface DayTotal {
  readonly day: string
  readonly provider: Provider
  readonly paidCount: number
  readonly paidTiyin: number
  readonly backCount: number
  readonly backTiyin: number
  /** The ledger's credits and reversals for the system on that day. They must equal `paidTiyin` and `backTiyin`. */
  readonly ledgerInTiyin: number
  readonly ledgerBackTiyin: number
}

/** A time range in unix milliseconds: `[fromMs, untilMs)`. */
export interface Period {
  readonly fromMs: number
  readonly untilMs: number
}

/** The totals of each day and system with payments, by payments and by the ledger, the earliest day first. */
export async function totalsPerDay(db: Db, { fromMs, untilMs }: Period): Promise<readonly DayTotal[]> {
  const [from, until] = [new Date(fromMs), new Date(untilMs)]
  const { rows } = await sql<{
    day: string
    provider: Provider
    is_back: boolean
    count: number
    sum: number
  }>`
    select to_char(at at time zone 'Asia/Tashkent', 'YYYY-MM-DD') as day, provider, is_back,
           sum(number)::bigint as count, sum(number * amount_tiyin)::bigint as sum
    from (select provider, amount_tiyin, paid_at as at, false as is_back, 1 as number from provider_tx
            where paid_at >= ${from} and paid_at < ${until}
          union all
          select provider, amount_tiyin, cancelled_at, true, 1 from provider_tx as tx
            where cancelled_at >= ${from} and cancelled_at < ${until} and state = 'refunded'
              and not exists (select from provider_refund as refund
                where refund.provider_tx_id = tx.provider_tx_id and refund.state <> 'withdrawn')
          union all
          -- By hand: on the day on which it left the balance, and on which it came back when it was given up.
          select provider, refund.amount_tiyin, refund.created_at, true, 1
            from provider_refund as refund join provider_tx using (provider_tx_id)
            where refund.created_at >= ${from} and refund.created_at < ${until}
          union all
          select provider, refund.amount_tiyin, refund.ended_at, true, -1
            from provider_refund as refund join provider_tx using (provider_tx_id)
            where refund.ended_at >= ${from} and refund.ended_at < ${until}
              and refund.state = 'withdrawn') moved
    group by 1, 2, 3`.execute(db)
  const ledger = await topUpTotals(db, providers, from, until)
  const days = new Map<string, DayTotal>()
  const add = (day: string, provider: Provider, more: Partial<DayTotal>) => {
    const key = `${day} ${providers.indexOf(provider)}`
    days.set(key, { ...(days.get(key) ?? nothing(day, provider)), ...more })
  }
  for (const { day, provider, is_back: isBack, count, sum } of rows)
    add(day, provider, isBack ? { backCount: count, backTiyin: sum } : { paidCount: count, paidTiyin: sum })
  for (const { day, source, inTiyin, backTiyin } of ledger)
    add(day, source, { ledgerInTiyin: inTiyin, ledgerBackTiyin: backTiyin })
  return [...days].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, total]) => total)
}

function nothing(day: string, provider: Provider): DayTotal {
  return {
    day,
    provider,
    paidCount: 0,
    paidTiyin: 0,
    backCount: 0,
    backTiyin: 0,
    ledgerInTiyin: 0,
    ledgerBackTiyin: 0,
  }
}

/** Whether the payments of a day and the ledger agree. */
export function addsUp(total: DayTotal): boolean {
  return total.paidTiyin === total.ledgerInTiyin && total.backTiyin === total.ledgerBackTiyin
}

/** A payment for a list. Moments are unix milliseconds; 0 for what has not happened. */
export interface ListedPayment {
  readonly provider: Provider
  readonly externalId: string
  readonly number: number
  readonly abonement: string
  readonly amountTiyin: number
  readonly state: PaymentState
  readonly createdMs: number
  readonly paidMs: number
  readonly cancelledMs: number
}

const rowsAtOnce = 5000

/** Payments whose money moved in the period (completed or refunded), in the order of their numbers, page by page. */
export async function* movedPayments(
  db: Db,
  { fromMs, untilMs }: Period,
  provider?: Provider,
): AsyncGenerator<ListedPayment> {
  const [from, until] = [new Date(fromMs), new Date(untilMs)]
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('provider_tx')
      .innerJoin('account', 'account.account_id', 'provider_tx.account_id')
      // What finance refunds whole, from the moment the money left the balance.
      .leftJoin('provider_refund as refund', (join) =>
        join
          .onRef('refund.provider_tx_id', '=', 'provider_tx.provider_tx_id')
          .onRef('refund.amount_tiyin', '=', 'provider_tx.amount_tiyin')
          .on('refund.state', '<>', 'withdrawn'),
      )
      .select(['provider', 'external_id', 'provider_tx.provider_tx_id', 'abonement', 'provider_tx.state'])
      .select(['provider_tx.amount_tiyin', 'provider_tx.created_at', 'paid_at', 'cancelled_at'])
      .select('refund.created_at as back_at')
      .where('provider_tx.provider_tx_id', '>', after)
      .where('paid_at', 'is not', null)
      .where((eb) =>
        eb.or([
          eb.and([eb('paid_at', '>=', from), eb('paid_at', '<', until)]),
          eb.and([eb('cancelled_at', '>=', from), eb('cancelled_at', '<', until)]),
          eb.and([eb('refund.created_at', '>=', from), eb('refund.created_at', '<', until)]),
        ]),
      )
      .$if(provider !== undefined, (query) => query.where('provider', '=', provider ?? 'payme'))
      .orderBy('provider_tx.provider_tx_id')
      .limit(rowsAtOnce)
      .execute()
    for (const row of rows)
      yield {
        provider: row.provider,
        externalId: row.external_id,
        number: row.provider_tx_id,
        abonement: row.abonement,
        amountTiyin: row.amount_tiyin,
        state: row.back_at === null ? row.state : 'refunded',
        createdMs: row.created_at.getTime(),
        paidMs: row.paid_at?.getTime() ?? 0,
        cancelledMs: (row.back_at ?? row.cancelled_at)?.getTime() ?? 0,
      }
    const last = rows.at(-1)
    if (rows.length < rowsAtOnce || last === undefined) return
    after = last.provider_tx_id
  }
}
