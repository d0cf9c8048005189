import type { Selectable } from 'kysely'
import type { QueuedEvent } from './security-event.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { SecurityEventTable } from './tables.ts'

/** A stored row of the audit. */
export interface WrittenEvent extends QueuedEvent {
  readonly eventId: number
  readonly hash: string
}

export interface EventFilter {
  readonly accountId?: number
  /** Unix milliseconds; events of this moment and later. */
  readonly since?: number
  /** The maximum number of rows. */
  readonly limit: number
}

/** The newest events first. */
export async function listEvents(db: Db, filter: EventFilter): Promise<readonly WrittenEvent[]> {
  let query = db.selectFrom('security_event').selectAll().orderBy('event_id', 'desc').limit(filter.limit)
  if (filter.accountId !== undefined) query = query.where('account_id', '=', filter.accountId)
  if (filter.since !== undefined) query = query.where('happened_at', '>=', new Date(filter.since))
  return (await query.execute()).map(writtenEvent)
}

/** The rows after an event, oldest first. */
export async function eventsAfter(db: Db, eventId: number, limit: number): Promise<readonly WrittenEvent[]> {
  const rows = await db
    .selectFrom('security_event')
    .selectAll()
    .where('event_id', '>', eventId)
    .orderBy('event_id')
    .limit(limit)
    .execute()
  return rows.map(writtenEvent)
}

function writtenEvent(row: Selectable<SecurityEventTable>): WrittenEvent {
  return {
    eventId: row.event_id,
    happenedAtMs: row.happened_at.getTime(),
    event: row.event,
    accountId: row.account_id,
    actor: row.actor,
    address: row.address,
    device: row.device,
    // Facts that are not flat were not written by Ekran; they break the chain, as they should.
    facts: row.facts as WrittenEvent['facts'],
    hash: row.hash,
  }
}
