/** The subscribers, charges and payments behind a number of one day. */
import { type RawBuilder, sql } from 'kysely'
import type { MeasureWithRows } from '#contract/console/report-measures.ts'
import type { Db } from '#server/platform/database/database.ts'
import { withinLimit } from '#server/platform/database/within-limit.ts'
import { type Day, addDays, beginOf, monthOf } from '#server/reports/days/days.ts'
import type { RowName } from '#server/reports/queries/report.ts'
import { firstPayments, registrations } from '#server/reports/roll-up/funnel-day.ts'
import { lastEnded } from '#server/reports/roll-up/periods.ts'

export interface BeneathRequest {
  readonly measure: MeasureWithRows
  readonly day: Day
  /** Only of this tariff. */
  readonly tariffId?: number | undefined
  /** Only of subscribers who are of this brand now; 1 is the main one. */
  readonly brand?: number | undefined
  /** After the row with this number: of an account, or of a ledger entry. */
  readonly after: number
  readonly limit: number
}

export interface RowBeneath {
  /** For `after`. */
  readonly number: number
  readonly accountId: number
  readonly abonement: string
  readonly name: string
  /** Of an entry its moment, else the end of the last paid period; unix milliseconds. */
  readonly atMs: number
  /** Added to the balance; null for what is no entry. */
  readonly amountTiyin: number | null
  /** Empty without a tariff. */
  readonly tariff: RowName
  /** The payment system, `external` for outside billing; '' for none. */
  readonly source: string
}

type Row = Omit<RowBeneath, 'tariff' | 'atMs'> & { readonly at: Date; readonly tariff: RowName | null }

/** A page of rows; or that the day's rows were never stored; or that the database needed more than `limitMs` for them. */
export type RowsBeneath =
  | { readonly kind: 'rows'; readonly rows: readonly RowBeneath[] }
  | { readonly kind: 'not_stored' }
  | { readonly kind: 'too_slow' }

/**
 * At most `limit` rows after `after`: subscribers as they were counted, in order of their accounts; entries of the
 * ledger by the rules of the roll-up, in order of time; the funnel's steps in order of their numbers.
 */
export async function rowsBeneath(
  db: Db,
  request: BeneathRequest,
  { limitMs }: { readonly limitMs: number },
): Promise<RowsBeneath> {
  const { measure } = request
  const rows = await withinLimit(db, limitMs, async (trx) => {
    if (measure === 'registrations' || measure === 'first_payments') return steps(trx, request, measure)
    if (isOfMoney(measure)) return entries(trx, request, measure)
    return (await isStored(trx, request.day)) ? subscribers(trx, request) : 'not_stored'
  })
  if (rows === undefined) return { kind: 'too_slow' }
  if (rows === 'not_stored') return { kind: 'not_stored' }
  return {
    kind: 'rows',
    rows: rows.map(({ at, tariff, ...row }) => ({
      ...row,
      ...{ atMs: at.getTime(), tariff: tariff ?? { ru: '', uz: '', en: '' } },
    })),
  }
}

const conditions = {
  charged: sql`entry.against = 'revenue' and entry.amount_tiyin < 0`,
  reversed: sql`entry.against = 'revenue' and entry.amount_tiyin > 0`,
  paid_in: sql`entry.against in ('payments', 'external', 'dealers') and entry.amount_tiyin > 0`,
  paid_back: sql`entry.against in ('payments', 'external', 'dealers') and entry.amount_tiyin < 0`,
} as const
type OfMoney = keyof typeof conditions

function isOfMoney(measure: MeasureWithRows): measure is OfMoney {
  return measure in conditions
}

/** Whether the rows of a measure are entries of the ledger, with amounts; otherwise they are subscribers. */
export function isOfEntries(measure: MeasureWithRows): boolean {
  return isOfMoney(measure) || measure === 'first_payments'
}

/** Whether an account is of the brand; any is of none. */
function isOf(brand: number | undefined, accountId: RawBuilder<unknown>) {
  if (brand === undefined) return sql`true`
  return sql`exists (select from account as branded
    where branded.account_id = ${accountId} and coalesce(branded.service_id, 1) = ${brand})`
}

const tariffName = sql`(select json_build_object('ru', name_ru, 'uz', name_uz, 'en', name_en) from tariff
  where tariff.tariff_id = found.tariff_id)`

type DayRows = Pick<BeneathRequest, 'day' | 'tariffId' | 'brand'>

/** Entries of the ledger with their subscription, by the rules of the roll-up. */
function entriesFrom({ day, tariffId, brand }: DayRows, measure: OfMoney) {
  return sql`from ledger_entry as entry
    left join ledger_entry as original on original.ledger_entry_id = entry.reverses_id
    left join subscription
      on subscription.subscription_id = coalesce(entry.subscription_id, original.subscription_id)
    where entry.happened_at >= ${new Date(beginOf(day))} and entry.happened_at < ${new Date(beginOf(addDays(day, 1)))}
      and ${conditions[measure]}
      and (${tariffId ?? null}::integer is null or subscription.tariff_id = ${tariffId ?? null}::integer)
      and ${isOf(brand, sql`entry.account_id`)}
      and not exists (select from account where account.account_id = entry.account_id and account.is_test)`
}

async function entries(
  db: Db,
  { day, tariffId, brand, after, limit }: BeneathRequest,
  measure: OfMoney,
): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    with found as (
      select entry.*, subscription.tariff_id
      ${entriesFrom({ day, tariffId, brand }, measure)}
        ${
          after === 0
            ? sql``
            : sql`and (entry.happened_at, entry.ledger_entry_id) >
                ((select happened_at from ledger_entry where ledger_entry_id = ${after}), ${after})`
        }
      order by entry.happened_at, entry.ledger_entry_id limit ${limit}
    )
    select ledger_entry_id as number, account.account_id as "accountId", abonement, name, happened_at as at,
      amount_tiyin as "amountTiyin", ${tariffName} as tariff,
      case when against = 'external' then 'external' else split_part(reference, ':', 1) end as source
    from found join account using (account_id) order by happened_at, ledger_entry_id`.execute(db)
  return rows
}

/** Whether the states of a day were computed. */
async function isStored(db: Db, day: Day): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select exists (select from report_standing_month where month = ${monthOf(day)} and last_day >= ${day})
      as there`.execute(db)
  return rows[0]?.there === true
}

const movements = ['joined', 'returned', 'stopped', 'lost']

/** The stored states or movements of a day, up to its conditions. */
function storedRows({ measure, day, tariffId, brand }: DayRows & Pick<BeneathRequest, 'measure'>) {
  const source = movements.includes(measure)
    ? sql`report_movement as stored where day = ${day} and kind = ${measure}`
    : sql`report_standing as stored where state = ${measure}
        and from_day >= ${monthOf(day)} and from_day <= ${day} and until_day > ${day}`
  const ofTariff = tariffId === undefined ? sql`` : sql`and tariff_id = ${tariffId}`
  return sql`${source} ${ofTariff} and ${isOf(brand, sql`stored.account_id`)}`
}

async function subscribers(
  db: Db,
  { measure, day, tariffId, brand, after, limit }: BeneathRequest,
): Promise<readonly Row[]> {
  const last = new Date(beginOf(addDays(day, 1)) - 1)
  const { rows } = await sql<Row>`
    with found as materialized (
      select account_id, tariff_id from ${storedRows({ measure, day, tariffId, brand })} and account_id > ${after}
      order by account_id limit ${limit}
    )
    select account_id as number, account_id as "accountId", abonement, name,
      coalesce(${lastEnded(sql`found.account_id`, last)}, ${last}) as at,
      null as "amountTiyin", ${tariffName} as tariff, '' as source
    from found join account using (account_id) order by account_id`.execute(db)
  return rows
}

/** Of the funnel: those who registered, and first payments, each with its campaign. */
async function steps(
  db: Db,
  { day, brand, after, limit }: BeneathRequest,
  measure: 'registrations' | 'first_payments',
): Promise<readonly Row[]> {
  const [from, until] = [new Date(beginOf(day)), new Date(beginOf(addDays(day, 1)))]
  const matches =
    measure === 'registrations'
      ? sql`select account_id as number, account_id, happened_at, null::bigint as amount_tiyin, source, medium, campaign
          from (${registrations(from, until)}) as registered`
      : sql`select ledger_entry_id as number, account_id, happened_at, amount_tiyin, source, medium, campaign
          from (${firstPayments(from, until)}) as paid`
  const { rows } = await sql<Row>`
    select number, account_id as "accountId", abonement, name, happened_at as at, amount_tiyin as "amountTiyin",
      null as tariff, concat_ws(' / ', nullif(source, ''), nullif(medium, ''), nullif(campaign, '')) as source
    from (${matches}) as found join account using (account_id)
    where number > ${after} and ${isOf(brand, sql`found.account_id`)} order by number limit ${limit}`.execute(
    db,
  )
  return rows
}

/** How many rows a file of all of them has; undefined when counting takes longer than `limitMs`. */
export async function countBeneath(
  db: Db,
  { measure, day, tariffId, brand }: DayRows & Pick<BeneathRequest, 'measure'>,
  limitMs: number,
): Promise<number | undefined> {
  if (brand !== undefined) return (await totalBeneath(db, { measure, day, tariffId, brand }, limitMs))?.count
  const [from, until] = [new Date(beginOf(day)), new Date(beginOf(addDays(day, 1)))]
  const count = sql`select count(*)::integer as count`
  const query = isOfMoney(measure)
    ? sql`${count} ${entriesFrom({ day, tariffId, brand }, measure)}`
    : measure === 'registrations' || measure === 'first_payments'
      ? sql`${count} from (${(measure === 'registrations' ? registrations : firstPayments)(from, until)}) as step`
      : sql`select coalesce(sum(${sql.ref(measure)}), 0)::integer as count from report_subscribers_day where day = ${day}
          ${tariffId === undefined ? sql`` : sql`and tariff_id = ${tariffId}`}`
  return withinLimit(db, limitMs, async (trx) => {
    const { rows } = await (query as RawBuilder<{ count: number }>).execute(trx)
    return rows[0]?.count ?? 0
  })
}

/** How many rows there are, and what they add to balances; null for what are no entries. */
export interface TotalBeneath {
  readonly count: number
  readonly amountTiyin: number | null
}

/** The rows of a day added up; undefined when that takes longer than `limitMs`. */
export async function totalBeneath(
  db: Db,
  { measure, day, tariffId, brand }: DayRows & Pick<BeneathRequest, 'measure'>,
  limitMs: number,
): Promise<TotalBeneath | undefined> {
  const [from, until] = [new Date(beginOf(day)), new Date(beginOf(addDays(day, 1)))]
  const sums = sql`select count(*)::integer as count, coalesce(sum(amount_tiyin), 0)::bigint as amount`
  const query = isOfMoney(measure)
    ? sql`${sums} from (select entry.amount_tiyin ${entriesFrom({ day, tariffId, brand }, measure)}) as found`
    : measure === 'first_payments'
      ? sql`${sums} from (${firstPayments(from, until)}) as found where ${isOf(brand, sql`found.account_id`)}`
      : measure === 'registrations'
        ? sql`select count(*)::integer as count, null as amount
            from (${registrations(from, until)}) as found where ${isOf(brand, sql`found.account_id`)}`
        : sql`select count(*)::integer as count, null as amount from ${storedRows({ measure, day, tariffId, brand })}`
  return withinLimit(db, limitMs, async (trx) => {
    const { rows } = await (query as RawBuilder<{ count: number; amount: number | null }>).execute(trx)
    return { count: rows[0]?.count ?? 0, amountTiyin: rows[0]?.amount ?? null }
  })
}
