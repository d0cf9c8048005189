/** The settings of services as states of fields: what a set of changes stores, and how it is written back. */
import { sql } from 'kysely'
import type { EntityStore } from '#server/changes/changes.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { recordStates, recordStore, type RecordTable } from '#server/site/content/record-store.ts'

/** The name of services in sets of changes. */
export const serviceEntity = 'service'

const services: RecordTable = { table: 'service_settings', id: 'service_id', moments: [] }

const records = recordStore(services, async (tx) => {
  await sql`lock table service_settings in share row exclusive mode`.execute(tx)
})

/** Services as things whose changes can be taken back; a host that another one has got since stays there. */
export const serviceStore: EntityStore = {
  ...records,
  labelOf: (fields) => String(fields['name_ru'] || fields['name_uz'] || ''),
  write: async (tx, steps, nowMs) => {
    const left: (readonly [number, string, readonly string[]])[] = []
    const possible = new Map(steps)
    for (const [id, fields] of steps) {
      const hosts = fields?.['hosts']
      if (!Array.isArray(hosts)) continue
      const taken = await hostOfAnother(tx, hosts.map(String), id)
      if (taken === undefined) continue
      const { hosts: now } = (await recordStates(tx, services, [id])).get(id) ?? {}
      left.push([id, 'hosts', Array.isArray(now) ? now.map(String) : []])
      const { hosts: _, ...others } = fields ?? {}
      // One that was removed cannot return without its hosts.
      if (now === undefined) possible.delete(id)
      else possible.set(id, others)
    }
    return [...left, ...(await records.write(tx, possible, nowMs))]
  },
}

/** The first of these hosts that belongs to another service, with that service's names. */
export async function hostOfAnother(tx: DbTransaction, hosts: readonly string[], id: number) {
  const others = await tx
    .selectFrom('service_settings')
    .select(['hosts', 'name_ru', 'name_uz'])
    .where('service_id', '!=', id)
    .where('hosts', '&&', sql<string[]>`${[...hosts]}::text[]`)
    .orderBy('service_id')
    .execute()
  for (const host of hosts) {
    const other = others.find((one) => one.hosts.includes(host))
    if (other !== undefined) return { host, name: other.name_ru || other.name_uz }
  }
  return undefined
}
