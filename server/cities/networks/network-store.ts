/** The operator's networks as rows, and as things whose changes can be taken back. */
import { createHash } from 'node:crypto'
import type { EntityStore, Fields, Json } from '#server/changes/changes.ts'
import { announceCities, listCities, lockCities } from '#server/cities/list/city-store.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { recordStore } from '#server/site/site.ts'
import { maxNetworks, type NetworkLine } from './read-networks.ts'

/** The name of networks in sets of changes. */
export const networkEntity = 'operator_network'

export interface StoredNetwork extends NetworkLine {
  readonly networkId: number
}

/** All networks, by name and prefix. */
export async function listNetworks(db: Db): Promise<readonly StoredNetwork[]> {
  const rows = await db
    .selectFrom('operator_network')
    .selectAll()
    .orderBy('name')
    .orderBy('prefix')
    // Those that return by an undo are not counted.
    .limit(2 * maxNetworks)
    .execute()
  return rows.map((row) => ({
    ...{ networkId: row.operator_network_id, prefix: row.prefix, name: row.name, cityId: row.city_id },
  }))
}

/** Changes with every change of the list. */
export function markOf(networks: readonly NetworkLine[]): string {
  const lines = networks.map(({ prefix, name, cityId }) => JSON.stringify([prefix, name, cityId])).toSorted()
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)
}

const records = recordStore(
  { table: 'operator_network', id: 'operator_network_id', moments: [], announce: announceCities },
  lockCities,
)

type Left = readonly [id: number, field: string, now: Json]

/** A city that is gone, and a prefix that was entered again since, stay as they are now. */
export const networkStore: EntityStore = {
  ...records,
  labelOf: (fields) => `${String(fields['prefix'] ?? '')} ${String(fields['name'] ?? '')}`,
  write: async (tx, steps, nowMs) => {
    const cities = new Set((await listCities(tx)).map(({ cityId }) => cityId))
    const removed = new Map([...steps].filter(([, fields]) => fields === null))
    const left: Left[] = [...(await records.write(tx, removed, nowMs))]
    for (const [id, fields] of steps) {
      if (fields === null) continue
      const possible = await possibleOf(tx, id, fields, cities)
      left.push(...possible.left)
      if (possible.fields !== undefined)
        left.push(...(await records.write(tx, new Map([[id, possible.fields]]), nowMs)))
    }
    return left
  },
}

/** What of a step can be taken. */
async function possibleOf(
  tx: DbTransaction,
  id: number,
  fields: Fields,
  cities: ReadonlySet<number>,
): Promise<{ readonly fields?: Fields; readonly left: readonly Left[] }> {
  const { prefix, city_id: cityId } = fields
  if (typeof prefix === 'string') {
    const other = await tx
      .selectFrom('operator_network')
      .select('operator_network_id')
      .where('prefix', '=', prefix)
      .where('operator_network_id', '!=', id)
      .executeTakeFirst()
    if (other !== undefined) return { left: [[id, 'prefix', prefix]] }
  }
  if (typeof cityId !== 'number' || cities.has(cityId)) return { fields, left: [] }
  return { fields: { ...fields, city_id: null }, left: [[id, 'city_id', null]] }
}
