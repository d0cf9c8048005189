/** Events for other programs, in the order of their places. */
import { outsideEventTypes, type OutsideEventType } from '#contract/form/outside-events.ts'
import type { Db } from '#server/platform/database/database.ts'
import { deleteOlderThan } from '#server/platform/database/delete-older-than.ts'
import '#server/webhooks/stored/tables.ts'

/** How long events can be read, and deliveries looked at. */
export const eventMemoryDays = 30

export interface OutsideEvent {
  readonly id: string
  readonly place: number
  readonly type: OutsideEventType
  readonly happenedMs: number
  readonly data: Readonly<Record<string, unknown>>
}

/** Events after a place, the earliest first. `types`: empty for all. */
export async function listEvents(
  db: Db,
  {
    after,
    types,
    limit,
  }: { readonly after: number; readonly types: readonly OutsideEventType[]; readonly limit: number },
): Promise<readonly OutsideEvent[]> {
  const rows = await db
    .selectFrom('outside_event')
    .select(['public_id', 'place', 'type', 'happened_at', 'data'])
    .where('place', '>', after)
    .where('type', 'in', types.length === 0 ? outsideEventTypes : types)
    .orderBy('place')
    .limit(limit)
    .execute()
  return rows.flatMap(({ public_id: id, place, type: written, happened_at: happened, data }) => {
    const type = outsideEventTypes.find((one) => one === written)
    return type === undefined || place === null
      ? []
      : [{ id, place, type, happenedMs: happened.getTime(), data }]
  })
}

/** Deletes events with their deliveries. May be interrupted after any batch and run again. */
export function forgetOldEvents(db: Db, nowMs: number, signal?: AbortSignal): Promise<number> {
  return deleteOlderThan(db, {
    ...{ table: 'outside_event', key: ['event_id'], column: 'happened_at' },
    ...{ until: new Date(nowMs - eventMemoryDays * 86_400_000), signal },
  })
}
