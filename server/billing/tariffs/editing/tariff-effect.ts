/** Whom a change of a tariff touches, before it is done. Set-based: one pass over the tariff's subscriptions. */
import { sql } from 'kysely'
import { nextPrice, priceAt } from '#server/billing/tariffs/next-price.ts'
import type { TariffRecord } from '#server/billing/tariffs/rules.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import type { PriceChange } from './edit-tariffs.ts'

/** A channel or provider, and how many subscribers gain or lose it: those who have no other tariff that opens it. */
export interface TouchedPart {
  readonly id: number
  readonly accounts: number
}

/** Who pays another price, and when. */
export interface PriceEffect {
  readonly more: number
  readonly less: number
  /** Those with the tariff who keep what they pay. */
  readonly keeps: number
  /** The first, the median and the last of the first periods at the new price, unix milliseconds; null without any. */
  readonly firstMs: number | null
  readonly middleMs: number | null
  readonly lastMs: number | null
  /** Suspended ones, who pay it when they resume. */
  readonly suspended: number
  /** Those whose balance covers their next charges today and would not at the new price. */
  readonly short: number
}

export interface TariffEffect {
  readonly active: number
  readonly suspended: number
  /** Who gains something that no other tariff of theirs opens, and who loses something. */
  readonly gaining: number
  readonly losing: number
  readonly gained: readonly TouchedPart[]
  readonly lost: readonly TouchedPart[]
  readonly providersGained: readonly TouchedPart[]
  readonly providersLost: readonly TouchedPart[]
  /** Tiyin a month of 30 days that the tariff's subscribers pay. */
  readonly revenueBefore: number
  readonly revenueAfter: number
  readonly price: PriceEffect | undefined
}

/** What replacing `before` (undefined: a new tariff) with `after` does. */
export async function effectOfTariff(
  tx: DbTransaction,
  {
    before,
    after,
    tariffs,
    nowMs,
  }: {
    readonly before: TariffRecord | undefined
    readonly after: TariffRecord
    readonly tariffs: readonly TariffRecord[]
    readonly nowMs: number
  },
): Promise<TariffEffect> {
  const counts = await countSubscribers(tx, after.tariffId, nowMs)
  const combinations = await combinationsOf(tx, after.tariffId)
  const byId = new Map(tariffs.map((one) => [one.tariffId, one]))
  const [gained, lost] = [newParts(before, after), newParts(after, before)]
  const accountsOf = (isTouched: (others: readonly number[]) => boolean) =>
    combinations.filter(({ others }) => isTouched(others)).reduce((sum, { accounts }) => sum + accounts, 0)
  const misses = (others: readonly number[], { id, idsOf }: Part) =>
    !others.some((other) => opens(byId.get(other), id, idsOf))
  const touched = (parts: readonly Part[]) =>
    parts.map((part) => ({ id: part.id, accounts: accountsOf((others) => misses(others, part)) }))
  const any = ({ channels, providers }: NewParts) =>
    accountsOf((others) => [...channels, ...providers].some((part) => misses(others, part)))
  return {
    ...counts,
    ...{ gaining: any(gained), losing: any(lost) },
    ...{ gained: touched(gained.channels), lost: touched(lost.channels) },
    ...{ providersGained: touched(gained.providers), providersLost: touched(lost.providers) },
    revenueAfter: counts.revenueBefore,
    price: undefined,
  }
}

interface Part {
  readonly id: number
  readonly idsOf: (tariff: TariffRecord) => ReadonlySet<number>
}
interface NewParts {
  readonly channels: readonly Part[]
  readonly providers: readonly Part[]
}

/** What `into` opens and `from` does not. */
function newParts(from: TariffRecord | undefined, into: TariffRecord | undefined): NewParts {
  const of = (idsOf: Part['idsOf']) => {
    const before = from === undefined ? new Set<number>() : idsOf(from)
    const after = into === undefined ? new Set<number>() : idsOf(into)
    return [...after.difference(before)].map((id) => ({ id, idsOf }))
  }
  return { channels: of((one) => one.channelIds), providers: of((one) => one.providerIds) }
}

function opens(
  tariff: TariffRecord | undefined,
  id: number,
  idsOf: (tariff: TariffRecord) => ReadonlySet<number>,
): boolean {
  return tariff !== undefined && idsOf(tariff).has(id)
}

async function countSubscribers(tx: DbTransaction, tariffId: number, nowMs: number) {
  const price = nextPrice('s', new Date(nowMs))
  const { rows } = await sql<{ active: number; suspended: number; revenue: number }>`
    select count(*) filter (where state = 'active')::integer as active,
      count(*) filter (where state = 'suspended')::integer as suspended,
      coalesce(sum(${price} * 30.0 / s.period_days)
        filter (where state = 'active' and auto_renew), 0)::bigint as revenue
    from subscription as s where tariff_id = ${tariffId} and state <> 'off'`.execute(tx)
  const { active = 0, suspended = 0, revenue = 0 } = rows[0] ?? {}
  return { active, suspended, revenueBefore: revenue }
}

/** How many active subscribers of the tariff have which other tariffs; there are few such combinations. */
async function combinationsOf(tx: DbTransaction, tariffId: number) {
  const { rows } = await sql<{ others: number[]; accounts: number }>`
    with mine as materialized (
      select account_id from subscription where tariff_id = ${tariffId} and state = 'active'
    ), beside as (
      select o.account_id, array_agg(o.tariff_id order by o.tariff_id) as tariffs
      from subscription as o join mine using (account_id)
      where o.state = 'active' and o.tariff_id <> ${tariffId} group by o.account_id
    )
    select coalesce(beside.tariffs, '{}') as others, count(*)::integer as accounts
    from mine left join beside using (account_id) group by 1`.execute(tx)
  return rows
}

interface PriceRow {
  readonly more: number
  readonly less: number
  readonly same: number
  readonly suspended: number
  readonly first: Date | null
  readonly middle: Date | null
  readonly last: Date | null
  readonly delta: number
  readonly short: number
}

/** What a price from a date on does. */
export async function effectOfPrice(
  tx: DbTransaction,
  change: PriceChange,
  nowMs: number,
): Promise<TariffEffect> {
  const counts = await countSubscribers(tx, change.tariffId, nowMs)
  const nothing = { gaining: 0, losing: 0, gained: [], lost: [], providersGained: [], providersLost: [] }
  const all = counts.active + counts.suspended
  if (change.payers === 'new') {
    const dates = { firstMs: null, middleMs: null, lastMs: null }
    const price = { ...dates, more: 0, less: 0, keeps: all, suspended: 0, short: 0 }
    return { ...counts, ...nothing, revenueAfter: counts.revenueBefore, price }
  }
  const row = await payersOf(tx, change, nowMs)
  const msOf = (date: Date | null) => (date === null ? null : date.getTime())
  return {
    ...counts,
    ...nothing,
    revenueAfter: counts.revenueBefore + row.delta,
    price: {
      ...{ more: row.more, less: row.less, suspended: row.suspended, short: row.short },
      keeps: all - row.more - row.less - row.suspended,
      ...{ firstMs: msOf(row.first), middleMs: msOf(row.middle), lastMs: msOf(row.last) },
    },
  }
}

/** Each subscription's first period that starts from the date on, and what it costs before and after. */
async function payersOf(
  tx: DbTransaction,
  { tariffId, periodDays, priceTiyin, fromMs }: PriceChange,
  nowMs: number,
): Promise<PriceRow> {
  const now = new Date(nowMs)
  const from = new Date(fromMs ?? nowMs)
  const others = nextPrice('o', now)
  const { rows } = await sql<PriceRow>`
    with mine as materialized (
      select s.account_id, s.tariff_id, s.period_days, s.price_tiyin, s.priced_at, s.created_at, s.state,
        greatest(paid_until, ${now}::timestamptz) + make_interval(hours => 24 * s.period_days * greatest(0, ceil(
        extract(epoch from ${from}::timestamptz - greatest(paid_until, ${now}::timestamptz)) / (86400.0 * s.period_days)
      ))::integer) as starts_at
      from subscription as s
      where tariff_id = ${tariffId} and period_days = ${periodDays} and state <> 'off' and auto_renew
    ), priced as materialized (
      select mine.*, ${priceAt('mine', sql`mine.starts_at`)} as before_tiyin from mine
    ), due as (
      select o.account_id, sum(${others})::bigint as total
      from subscription as o
      where o.state = 'active' and o.auto_renew and o.account_id in (select account_id from priced where state = 'active')
      group by o.account_id
    )
    select
      count(*) filter (where state = 'active' and ${priceTiyin}::bigint > before_tiyin)::integer as more,
      count(*) filter (where state = 'active' and ${priceTiyin}::bigint < before_tiyin)::integer as less,
      count(*) filter (where state = 'active' and ${priceTiyin}::bigint = before_tiyin)::integer as same,
      count(*) filter (where state = 'suspended' and ${priceTiyin}::bigint <> before_tiyin)::integer as suspended,
      min(starts_at) filter (where state = 'active') as first,
      percentile_disc(0.5) within group (order by starts_at) filter (where state = 'active') as middle,
      max(starts_at) filter (where state = 'active') as last,
      coalesce(sum((${priceTiyin}::bigint - before_tiyin) * 30.0 / period_days)
        filter (where state = 'active'), 0)::bigint as delta,
      count(*) filter (where state = 'active' and wallet.balance_tiyin >= due.total
        and wallet.balance_tiyin < due.total + ${priceTiyin}::bigint - before_tiyin)::integer as short
    from priced join wallet using (account_id) left join due using (account_id)`.execute(tx)
  const [row] = rows
  const none = { more: 0, less: 0, same: 0, suspended: 0, delta: 0, short: 0 }
  return row ?? { ...none, first: null, middle: null, last: null }
}
