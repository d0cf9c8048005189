/** In which city a subscriber is, and who said so. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Audit } from '#server/audit/audit.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { AccountCity, CityChoice, CityWay } from './city-choice.ts'
import { type CityAuthor, recordAccountCity } from './record-city.ts'

/** `account_not_found`: also one whose data were erased. */
export interface CityChosen {
  readonly kind: 'set' | 'account_not_found' | 'city_not_found'
}

interface CityDeps {
  readonly db: Db
  readonly audit: Pick<Audit, 'recordIn'>
}

/** Stores what somebody said, in one transaction with its entry in the audit; no entry when nothing differs. */
export async function setAccountCity(
  { db, audit }: CityDeps,
  choice: CityChoice,
  { author, nowMs }: { readonly author: CityAuthor; readonly nowMs: number },
): Promise<CityChosen> {
  return db.transaction().execute(async (tx) => {
    const stored = await putAccountCity(tx, choice, nowMs)
    if (stored.kind !== 'set') return stored
    await recordAccountCity({ tx, audit }, choice, stored.before, author)
    return { kind: 'set' }
  })
}

type StoredCity =
  | { readonly kind: 'set'; readonly before: AccountCity | undefined }
  | { readonly kind: 'account_not_found' | 'city_not_found' }

/** Stores it without an entry. */
export async function putAccountCity(
  tx: DbTransaction,
  { accountId, cityId, way }: CityChoice,
  nowMs: number,
): Promise<StoredCity> {
  const account = await tx
    .selectFrom('account')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('erased_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (account === undefined) return { kind: 'account_not_found' }
  const before = (await readAccountCities(tx, [accountId])).get(accountId)
  if (cityId === null) {
    await tx.deleteFrom('account_city').where('account_id', '=', accountId).execute()
    return { kind: 'set', before }
  }
  const city = await tx
    .selectFrom('city')
    .select('city_id')
    .where('city_id', '=', cityId)
    .forKeyShare()
    .executeTakeFirst()
  if (city === undefined) return { kind: 'city_not_found' }
  const values = { city_id: cityId, way, set_at: new Date(nowMs) }
  await tx
    .insertInto('account_city')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute()
  return { kind: 'set', before }
}

/** The cities of these accounts, by account; without those that have none. */
export async function readAccountCities(
  db: Db,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, AccountCity>> {
  if (accountIds.length === 0) return new Map()
  const { rows } = await sql<{ account_id: number; city_id: number; way: CityWay }>`
    select account_id, city_id, way from account_city where account_id = any(${[...accountIds]}::integer[])`.execute(
    db,
  )
  return new Map(rows.map(({ account_id: id, city_id: cityId, way }) => [id, { cityId, way }]))
}

/**
 * True for accounts in one of these cities; a region includes its cities, and 0 means accounts without a city.
 * `account`: the number of the account in the query around it.
 */
export function isInCities(
  cityIds: readonly number[],
  account: RawBuilder<unknown> = sql`a.account_id`,
): RawBuilder<SqlBool> {
  const isInOne = sql<SqlBool>`exists (select from account_city where account_city.account_id = ${account}
    and account_city.city_id in (select city.city_id from city
      where city.city_id = any(${[...cityIds]}::integer[]) or city.region_id = any(${[...cityIds]}::integer[])))`
  if (!cityIds.includes(0)) return isInOne
  return sql`(${isInOne} or not exists (select from account_city where account_city.account_id = ${account}))`
}

/** The newest accounts of a city, or of a region with its cities. */
export async function accountsOfCity(db: Db, cityId: number, limit: number): Promise<readonly number[]> {
  const { rows } = await sql<{ account_id: number }>`
    select a.account_id from account as a where ${isInCities([cityId])}
    order by a.account_id desc limit ${limit}`.execute(db)
  return rows.map((row) => row.account_id)
}
