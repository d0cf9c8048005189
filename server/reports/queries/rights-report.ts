/** What rights holders are due: channels by category, films by provider, at the prices of the list. */
import { sql } from 'kysely'
import type { PriceBasis } from '#contract/console/report-measures.ts'
import type { Db } from '#server/platform/database/database.ts'
import { revenueOf } from './revenue-report.ts'
import {
  type Amount,
  type Period,
  type Report,
  type ReportRequest,
  type RowName,
  figuresOf,
  hours,
  percent,
  sums,
  tableOf,
  wholeMonths,
} from './report.ts'

export type Holders = 'channels' | 'films'

/** `rate`: tiyin for a minute or for a viewer of a month, or hundredths of a percent of the revenue. */
export interface Price {
  readonly kind: Holders
  readonly ownerId: number
  readonly name: RowName
  readonly basis: PriceBasis
  /** Null: without a price. */
  readonly rate: number | null
}

interface Holder {
  readonly key: string
  readonly name: RowName
  readonly kind: Holders
  readonly seconds: number
  /** Null: not of whole months, or not counted. */
  readonly viewers: Amount
  readonly basis: PriceBasis | null
  readonly rate: number | null
  readonly due: Amount
}

/** Watching of each rights holder and what it is due. */
export async function rightsReport({ db, period, before }: ReportRequest): Promise<Report> {
  const [now, then] = await Promise.all([holders(db, period), holders(db, before)])
  const seconds = now.reduce((sum, one) => sum + one.seconds, 0)
  const due = (all: readonly Holder[]) => all.reduce((sum, one) => sum + (one.due ?? 0), 0)
  const columns = {
    hours: (row: Holder) => hours(row.seconds),
    share: (row: Holder) => percent(row.seconds, seconds),
    viewers_month: (row: Holder) => row.viewers,
    due: (row: Holder) => (row.due === null ? null : sums(row.due)),
  }
  const ofKind = (kind: Holders) => now.filter((one) => one.kind === kind)
  return {
    figures: figuresOf(now, then, {
      due: (all) => sums(due(all)),
      hours: (all) => hours(all.reduce((sum, one) => sum + one.seconds, 0)),
    }),
    ...{ days: [], lines: [] },
    tables: [
      tableOf('rights_channels', ofKind('channels'), columns),
      tableOf('rights_films', ofKind('films'), columns),
    ],
  }
}

/** A viewer of two channels of a holder counts for each of them. */
async function holders(db: Db, period: Period): Promise<readonly Holder[]> {
  const { from, to } = period
  const months = wholeMonths(period)
  const { rows } = await sql<Omit<Holder, 'key' | 'name' | 'due'> & RowName & { owner: number }>`
    with item_time as (
      select kind, item, sum(seconds) as seconds from report_watch_day
      where day between ${from} and ${to} and item <> 0 and kind in ('channel', 'film') group by 1, 2
    ), item_viewers as (
      select kind, item, sum(viewers) as viewers from report_watch_month
      where month = any(${[...months]}::date[]) and item <> 0 and kind in ('channel', 'film') group by 1, 2
    ), of_item as (
      select kind, item, coalesce(seconds, 0) as seconds, viewers
      from item_time full join item_viewers using (kind, item)
    ), holder as (
      select 'channels' as kind, channel.category_id as owner, seconds, viewers
      from of_item join channel on channel.id = of_item.item where of_item.kind = 'channel'
      union all
      select 'films', title.provider_id, seconds, viewers
      from of_item join title on title.id = of_item.item where of_item.kind = 'film'
    )
    select holder.kind, owner, named.ru, named.uz, '' as en, sum(seconds)::bigint as seconds,
      sum(viewers)::integer as viewers, basis, rate
    from holder left join report_price on report_price.kind = holder.kind and owner_id = owner
    cross join lateral (
      select name_ru as ru, name_uz as uz from channel_category where holder.kind = 'channels' and id = owner
      union all select name, name from provider where holder.kind = 'films' and id = owner
    ) as named
    group by holder.kind, owner, named.ru, named.uz, basis, rate
    order by sum(seconds) desc, owner`.execute(db)
  const seconds = rows.reduce((sum, one) => sum + one.seconds, 0)
  const revenue = rows.some(({ basis }) => basis === 'share') ? await revenueOf(db, period) : 0
  return rows.map(({ owner, ru, uz, ...row }) => ({
    ...row,
    ...{ key: String(owner), name: { ru, uz, en: ru } },
    due: dueOf({ ...row, share: seconds === 0 ? 0 : row.seconds / seconds, revenue }),
  }))
}

/** In whole tiyin; null without a price, and for a price by viewers of what is no whole month. */
export function dueOf({
  basis,
  rate,
  seconds,
  viewers,
  share,
  revenue,
}: Pick<Holder, 'basis' | 'rate' | 'seconds' | 'viewers'> & {
  /** Of the time that was watched, 0 to 1. */
  readonly share: number
  readonly revenue: number
}): Amount {
  if (basis === null || rate === null) return null
  if (basis === 'minute') return Math.round((seconds / 60) * rate)
  if (basis === 'viewer') return viewers === null ? null : viewers * rate
  return Math.round(revenue * share * (rate / 10_000))
}

/** Everything that can have a price, with the price it has. */
export async function listPrices(db: Db): Promise<readonly Price[]> {
  const { rows } = await sql<Omit<Price, 'name'> & RowName>`
    select holder.kind, id as "ownerId", ru, uz, ru as en, coalesce(basis, 'minute') as basis, rate
    from (
      select 'channels' as kind, id, name_ru as ru, name_uz as uz, place as place from channel_category where id <> 7
      union all select 'films', id, name, name, id from provider
    ) as holder left join report_price on report_price.kind = holder.kind and owner_id = holder.id
    order by holder.kind, place limit 1000`.execute(db)
  return rows.map(({ ru, uz, en, ...row }) => ({ ...row, name: { ru, uz, en } }))
}

/** Sets a price, or removes it with `rate` null. Returns the one before; undefined for a holder that does not exist. */
export async function savePrice(
  db: Db,
  { kind, ownerId, basis, rate }: Omit<Price, 'name'>,
): Promise<{ readonly before: Pick<Price, 'basis' | 'rate'>; readonly name: string } | undefined> {
  return db.transaction().execute(async (tx) => {
    const holder = (await listPrices(tx)).find((one) => one.kind === kind && one.ownerId === ownerId)
    if (holder === undefined) return undefined
    await (
      rate === null
        ? sql`delete from report_price where kind = ${kind} and owner_id = ${ownerId}`
        : sql`insert into report_price (kind, owner_id, basis, rate) values (${kind}, ${ownerId}, ${basis}, ${rate})
            on conflict (kind, owner_id) do update set basis = excluded.basis, rate = excluded.rate`
    ).execute(tx)
    return { before: { basis: holder.basis, rate: holder.rate }, name: holder.name.ru }
  })
}
