/** The city of the operator's network, for subscribers of whom nobody said where they are. */
import { sql } from 'kysely'
import type { Networks } from '#server/cities/networks/open-networks.ts'
import type { Db } from '#server/platform/database/database.ts'

const accountsAtOnce = 2000

interface Seen {
  readonly account_id: number
  readonly address: string | null
}

/**
 * Takes the network where a device of each account was seen last, and returns for how many accounts the city changed. What
 * somebody said stays; a suggestion stays until another network says otherwise. May be interrupted after any batch.
 */
export async function suggestCities(
  db: Db,
  networks: Pick<Networks, 'networkOf'>,
  nowMs: number,
  signal?: AbortSignal,
): Promise<number> {
  let changed = 0
  let after: number | undefined = 0
  while (after !== undefined) {
    if (signal?.aborted === true) break
    const seen: readonly Seen[] = await lastSeen(db, after)
    after = seen.at(-1)?.account_id
    const cities = seen.flatMap(({ account_id: accountId, address }) => {
      const cityId = address === null ? null : (networks.networkOf(address)?.cityId ?? null)
      return cityId === null ? [] : [{ accountId, cityId }]
    })
    if (cities.length > 0) changed += await store(db, cities, nowMs)
  }
  return changed
}

/** Accounts of whom nobody said it, in the order of their numbers, with the address of the device seen last. */
async function lastSeen(db: Db, after: number): Promise<readonly Seen[]> {
  const { rows } = await sql<Seen>`
    select a.account_id, (select last_address from device where device.account_id = a.account_id
      and last_address <> '' order by last_seen_at desc limit 1) as address
    from account as a
    where a.account_id > ${after} and a.state <> 'deactivated' and not exists (
      select from account_city as c where c.account_id = a.account_id and c.way <> 'network')
    order by a.account_id limit ${accountsAtOnce}`.execute(db)
  return rows
}

/** A city that was removed meanwhile is left out. */
async function store(
  db: Db,
  cities: readonly { readonly accountId: number; readonly cityId: number }[],
  nowMs: number,
): Promise<number> {
  const stored = await sql`
    insert into account_city (account_id, city_id, way, set_at)
    select account_id, city_id, 'network', ${new Date(nowMs)}
    from unnest(${cities.map(({ accountId }) => accountId)}::integer[], ${cities.map(({ cityId }) => cityId)}::integer[])
      as seen (account_id, city_id)
    where exists (select from city where city.city_id = seen.city_id)
    on conflict (account_id) do update set city_id = excluded.city_id, set_at = excluded.set_at
      where account_city.way = 'network' and account_city.city_id <> excluded.city_id`.execute(db)
  return Number(stored.numAffectedRows ?? 0n)
}
