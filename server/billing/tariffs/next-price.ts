/** What a subscription's period costs, by the price that is valid at its start. */
import { type RawBuilder, sql } from 'kysely'

/**
 * The price of the period of `alias` (a row of `subscription`) that starts at this moment: the subscription's own, or
 * the latest that was set for all subscribers since it was agreed.
 */
export function priceAt(alias: string, startsAt: RawBuilder<unknown>): RawBuilder<number> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  // No function of the database: one with a query inside is called for each row, which costs fifty times as much.
  return sql<number>`coalesce((
    select dated.price_tiyin from tariff_price as dated
    where dated.tariff_id = ${column('tariff_id')} and dated.period_days = ${column('period_days')}
      and dated.payers = 'all' and dated.effective_at <= ${startsAt}
      and dated.effective_at > coalesce(${column('priced_at')}, ${column('created_at')})
    order by dated.effective_at desc limit 1), ${column('price_tiyin')})`
}

/** The price of the next period of `alias`, which starts when the paid one ends, or now where it has ended. */
export function nextPrice(alias: string, now: Date): RawBuilder<number> {
  return priceAt(alias, sql`greatest(${sql.ref(`${alias}.paid_until`)}, ${now}::timestamptz)`)
}
