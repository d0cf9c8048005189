/** The settings of the service as a state of fields: what a set of changes stores, and how it is written back. */
import { type Updateable, sql } from 'kysely'
import type { EntityStore } from '#server/changes/changes.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { announceSiteChange } from '#server/site/content/changes.ts'

/** The name of the service's settings in sets of changes. */
export const serviceEntity = 'service'
/** There is one service. */
export const serviceId = 1

/** The settings of the service as a thing whose changes can be taken back. */
export const serviceStore: EntityStore = {
  lock: async (tx) => {
    await sql`lock table service_settings in share row exclusive mode`.execute(tx)
  },
  read: async (tx) => {
    const {
      service_id: id,
      version: _,
      ...fields
    } = await tx.selectFrom('service_settings').selectAll().executeTakeFirstOrThrow()
    return new Map([[id, fields]])
  },
  labelOf: (fields) => String(fields['name_ru'] || fields['name_uz'] || ''),
  write: async (tx, steps) => {
    const fields = steps.get(serviceId)
    if (fields !== undefined && fields !== null && Object.keys(fields).length > 0)
      await tx
        .updateTable('service_settings')
        .set(fields as Updateable<Database['service_settings']>)
        .set({ version: sql`version + 1` })
        .execute()
    await announceSiteChange(tx)
    return []
  },
}
