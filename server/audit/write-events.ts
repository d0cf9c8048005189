import { sql } from 'kysely'
import {
  type QueuedEvent,
  chainHash,
  erasedEvent,
  firstHash,
  queuedEvent,
  keyedEvent,
  markOfKey,
} from './security-event.ts'
import { erasedRest } from './erased-rest.ts'
import type { StoredChange } from './change.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

/** Any number that no other advisory lock uses. */
const chainLock = 7_260_410_010

/**
 * Appends events to the chain in one transaction; concurrent processes take turns. The first process with a key
 * writes, before its events, that the chain is keyed from there on.
 */
export async function writeEvents(
  db: Db,
  values: readonly QueuedEvent[],
  key: string | undefined,
): Promise<void> {
  if (values.length > 0) await db.transaction().execute((trx) => appendEvents(trx, values, key))
}

/** The same in a transaction of the caller; others who write wait until it ends. */
export async function appendEvents(
  trx: DbTransaction,
  values: readonly QueuedEvent[],
  key: string | undefined,
): Promise<void> {
  const [first] = values
  if (first === undefined) return
  const last = await lastOfChain(trx)
  const isToBeKeyed = key !== undefined && first.event !== keyedEvent && !(await isKeyed(trx))
  const events = isToBeKeyed ? [keyedFrom(key, first.happenedAtMs), ...values] : values
  let { eventId, hash } = last
  const rows = events.map((stored) => {
    eventId += 1
    hash = chainHash(key, hash, eventId, stored)
    return {
      event_id: eventId,
      happened_at: new Date(stored.happenedAtMs),
      event: stored.event,
      account_id: stored.accountId,
      actor: stored.actor,
      address: stored.address,
      device: stored.device,
      facts: JSON.stringify(stored.facts),
      hash,
      ...changeColumns(stored.change),
    }
  })
  await trx.insertInto('security_event').values(rows).execute()
}

/** The end of the chain, which stays so until the transaction ends. */
async function lastOfChain(trx: DbTransaction): Promise<{ readonly eventId: number; readonly hash: string }> {
  // A statement after this one sees all that the previous lock holder wrote.
  await sql`select pg_advisory_xact_lock(${chainLock})`.execute(trx)
  const last = await trx
    .selectFrom('security_event')
    .select(['event_id', 'hash'])
    .orderBy('event_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last === undefined
    ? { eventId: 0, hash: firstHash }
    : { eventId: Number(last.event_id), hash: last.hash }
}

/**
 * Empties what names a person in all events of an account: addresses, devices, facts, values before and after. The
 * events stay with their hashes, and the chain gets one that says up to which event they were emptied.
 */
export async function eraseEvents(
  trx: DbTransaction,
  accountId: number,
  nowMs: number,
  key: string | undefined,
): Promise<void> {
  const { eventId } = await lastOfChain(trx)
  const rest = await erasedRest(trx, accountId, eventId)
  await trx
    .updateTable('security_event')
    .set({ address: '', device: '', facts: '{}', before: null, after: null })
    .where('account_id', '=', accountId)
    // What was said of a former time names nobody, and is a part of the proof.
    .where('event', '<>', erasedEvent)
    .execute()
  const facts = { up_to: eventId, rest }
  const said = { event: erasedEvent, accountId, actor: 'system', facts } as const
  await appendEvents(trx, [queuedEvent(said, nowMs)], key)
}

function changeColumns(change: StoredChange | null) {
  if (change === null) return {}
  const { staffId, staffName, section, subject, before, after } = change
  return {
    staff_id: staffId,
    staff_name: staffName,
    section,
    subject,
    before: before === null ? null : JSON.stringify(before),
    after: after === null ? null : JSON.stringify(after),
  }
}

async function isKeyed(trx: DbTransaction): Promise<boolean> {
  const row = await trx
    .selectFrom('security_event')
    .select('event_id')
    .where('event', '=', keyedEvent)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The event that says the chain is keyed from here on. */
export function keyedFrom(key: string, nowMs: number): QueuedEvent {
  return queuedEvent({ event: keyedEvent, actor: 'system', facts: { mark: markOfKey(key) } }, nowMs)
}
