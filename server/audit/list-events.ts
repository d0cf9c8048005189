import type { Selectable } from 'kysely'
import type { Json, StoredChange } from './change.ts'
import type { QueuedEvent } from './security-event.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { SecurityEventTable } from './tables.ts'

/** A stored row of the audit. */
export interface WrittenEvent extends QueuedEvent {
  readonly eventId: number
  readonly hash: string
}

/** All that are present apply. */
export interface EventFilter {
  readonly accountId?: number | undefined
  /** Unix milliseconds; events of this moment and later. */
  readonly since?: number | undefined
  /** Unix milliseconds; events of this moment and earlier. */
  readonly until?: number | undefined
  readonly event?: string | undefined
  /** Changes by this member of staff. */
  readonly staffId?: number | undefined
  /** Changes in a section of the console, and of one subject in it. */
  readonly section?: string | undefined
  readonly subject?: string | undefined
  /** Events by one of these. */
  readonly actors?: readonly WrittenEvent['actor'][] | undefined
  /** Events of any other name. */
  readonly except?: readonly string[] | undefined
  /** Events before this one, for the next page. */
  readonly beforeEventId?: number | undefined
  /** The maximum number of rows. */
  readonly limit: number
}

/** The newest events first. */
export async function listEvents(db: Db, filter: EventFilter): Promise<readonly WrittenEvent[]> {
  const { accountId, since, until, event, staffId, section, subject, beforeEventId, actors, except } = filter
  const rows = await db
    .selectFrom('security_event')
    .selectAll()
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? 0))
    .$if(since !== undefined, (query) => query.where('happened_at', '>=', new Date(since ?? 0)))
    .$if(until !== undefined, (query) => query.where('happened_at', '<=', new Date(until ?? 0)))
    .$if(event !== undefined, (query) => query.where('event', '=', event ?? ''))
    .$if(staffId !== undefined, (query) => query.where('staff_id', '=', staffId ?? 0))
    .$if(section !== undefined, (query) => query.where('section', '=', section ?? ''))
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
    .$if(actors !== undefined, (query) => query.where('actor', 'in', actors ?? []))
    .$if(except !== undefined, (query) => query.where('event', 'not in', except ?? []))
    .$if(beforeEventId !== undefined, (query) => query.where('event_id', '<', beforeEventId ?? 0))
    .orderBy('event_id', 'desc')
    .limit(filter.limit)
    .execute()
  return rows.map(writtenEvent)
}

/** The last change of a subject: by whom, and when. */
export interface LastChange {
  /** '' for an operator at the command line. */
  readonly staffName: string
  readonly atMs: number
}

/** The last change of each of these subjects of a section that has one; at most a thousand subjects. */
export async function lastChanges(
  db: Db,
  section: string,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, LastChange>> {
  if (subjects.length === 0) return new Map()
  const rows = await db
    .selectFrom('security_event')
    .distinctOn('subject')
    .select(['subject', 'staff_name', 'happened_at'])
    .where('section', '=', section)
    .where('subject', 'in', subjects.slice(0, 1000))
    .where((on) => on.or([on('before', 'is not', null), on('after', 'is not', null)]))
    .orderBy('subject')
    .orderBy('event_id', 'desc')
    .execute()
  return new Map(
    rows.map((row) => [row.subject, { staffName: row.staff_name, atMs: row.happened_at.getTime() }]),
  )
}

/** The rows after an event, oldest first; of one account, or all. */
export async function eventsAfter(
  db: Db | DbTransaction,
  eventId: number,
  limit: number,
  accountId?: number,
): Promise<readonly WrittenEvent[]> {
  const rows = await db
    .selectFrom('security_event')
    .selectAll()
    .where('event_id', '>', eventId)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? 0))
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
    change: writtenChange(row),
  }
}

/** Null only when every column says so: otherwise the row was changed, and breaks the chain. */
function writtenChange(row: Selectable<SecurityEventTable>): StoredChange | null {
  const { staff_id: staffId, staff_name: staffName, section, subject, before, after } = row
  const isNone =
    staffId === null &&
    [staffName, section, subject].every((text) => text === '') &&
    before === null &&
    after === null
  return isNone
    ? null
    : { staffId, staffName, section, subject, before: before as Json, after: after as Json }
}
