import { sql } from 'kysely'
import type { KeptEvent } from './security-event.ts'
import { chainHash, firstHash } from './security-event.ts'
import type { Db } from '#server/platform/database.ts'

/** Any number will do as long as nobody else locks by it. */
const chainLock = 7_260_410_010

/** Appends events to the chain in one transaction; processes that write at once take turns. */
export async function writeEvents(db: Db, events: readonly KeptEvent[]): Promise<void> {
  if (events.length === 0) return
  await db.transaction().execute(async (trx) => {
    // A statement after this one sees all that the former holder wrote.
    await sql`select pg_advisory_xact_lock(${chainLock})`.execute(trx)
    const last = await trx
      .selectFrom('security_event')
      .select(['event_id', 'hash'])
      .orderBy('event_id', 'desc')
      .limit(1)
      .executeTakeFirst()
    let eventId = last === undefined ? 0 : Number(last.event_id)
    let hash = last?.hash ?? firstHash
    const rows = events.map((kept) => {
      eventId += 1
      hash = chainHash(hash, eventId, kept)
      return {
        event_id: eventId,
        happened_at: new Date(kept.happenedAtMs),
        event: kept.event,
        account_id: kept.accountId,
        actor: kept.actor,
        address: kept.address,
        device: kept.device,
        facts: JSON.stringify(kept.facts),
        hash,
      }
    })
    await trx.insertInto('security_event').values(rows).execute()
  })
}
