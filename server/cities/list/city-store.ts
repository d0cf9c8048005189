/** Cities and regions as rows, and as things whose changes can be taken back. */
import { sql } from 'kysely'
import type { EntityStore, Fields, Json } from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { recordStore } from '#server/site/site.ts'

/** The name of cities in sets of changes. */
export const cityEntity = 'city'
/** The PostgreSQL channel that announces a change of cities or of the operator's networks; no payload. */
export const citiesChangedChannel = 'cities_changed'

/** Processes read the networks again, and drop what they cached of cities. */
export async function announceCities(db: Db): Promise<void> {
  await sql`select pg_notify(${citiesChangedChannel}, '')`.execute(db)
}

/** A city, or a region of the country. */
export interface City {
  readonly cityId: number
  /** Null for a region. */
  readonly regionId: number | null
  readonly name: { readonly ru: string; readonly uz: string; readonly en: string }
  readonly version: number
}

/** More cannot be entered. */
export const maxCities = 2000

/** Regions, each followed by its cities, in the order of the Russian alphabet. */
export async function listCities(db: Db): Promise<readonly City[]> {
  const rows = await db
    .selectFrom('city')
    .selectAll()
    // Those that return by an undo are not counted.
    .limit(2 * maxCities)
    .execute()
  const cities = rows
    .map((row) => ({
      ...{ cityId: row.city_id, regionId: row.region_id, version: row.version },
      name: { ru: row.name_ru, uz: row.name_uz, en: row.name_en },
    }))
    .toSorted((a, b) => a.name.ru.localeCompare(b.name.ru, 'ru'))
  const regions = cities.filter(({ regionId }) => regionId === null)
  return regions.flatMap((region) => [region, ...cities.filter(({ regionId }) => regionId === region.cityId)])
}

/** How the names of cities are compared: without case, apostrophes and the dots of ё. */
export function foldCity(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/['’‘ʻʼ`´]/g, '')
    .replace(/\s+/g, ' ')
}

/** Waits for other edits of cities and of the operator's networks. */
export async function lockCities(tx: DbTransaction): Promise<void> {
  await sql`lock table city, operator_network in share row exclusive mode`.execute(tx)
}

const records = recordStore(
  { table: 'city', id: 'city_id', moments: [], announce: announceCities },
  lockCities,
)

type Left = readonly [id: number, field: string, now: Json]

/** A city that is in use stays, and one does not return without its region. */
export const cityStore: EntityStore = {
  ...records,
  labelOf: (fields) => String(fields['name_ru'] ?? ''),
  write: async (tx, steps, nowMs) => {
    const left: Left[] = []
    // Regions return before their cities, and go after them.
    const ordered = [...steps].toSorted(([, a], [, b]) => rankOf(a) - rankOf(b))
    for (const [id, fields] of ordered) {
      const barrier = await barrierOf(tx, id, fields)
      if (barrier === undefined) left.push(...(await records.write(tx, new Map([[id, fields]]), nowMs)))
      else left.push(barrier)
    }
    return left
  },
}

function rankOf(fields: Fields | null): number {
  if (fields === null) return 0
  return fields['region_id'] === null ? 1 : 2
}

/** What does not let a step be taken. */
async function barrierOf(tx: DbTransaction, id: number, fields: Fields | null): Promise<Left | undefined> {
  if (fields === null) return (await usesOf(tx, id)).total > 0 ? [id, '', true] : undefined
  const region = fields['region_id']
  if (typeof region !== 'number') return undefined
  const { rows } = await sql<{ is_region: boolean }>`
    select region_id is null as is_region from city where city_id = ${region}`.execute(tx)
  return rows[0]?.is_region === true ? undefined : [id, 'region_id', region]
}

export interface CityUses {
  readonly accounts: number
  readonly networks: number
  /** Cities of a region. */
  readonly cities: number
  readonly total: number
}

/** What a city is used by. */
export async function usesOf(db: Db, cityId: number): Promise<CityUses> {
  const { rows } = await sql<Omit<CityUses, 'total'>>`
    select (select count(*) from account_city where city_id = ${cityId})::integer as accounts,
      (select count(*) from operator_network where city_id = ${cityId})::integer as networks,
      (select count(*) from city where region_id = ${cityId})::integer as cities`.execute(db)
  const { accounts = 0, networks = 0, cities = 0 } = rows[0] ?? {}
  return { accounts, networks, cities, total: accounts + networks + cities }
}

/** How many accounts are in each city; none where there are none. */
export async function countAccounts(db: Db): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ city_id: number; accounts: number }>`
    select city_id, count(*)::integer as accounts from account_city group by 1`.execute(db)
  return new Map(rows.map((row) => [row.city_id, row.accounts]))
}
