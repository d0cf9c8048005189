/**
 * Gives events their place in the order of readers, once they are visible to all: transactions end in another order
 * than they begin, so the number of a row alone would let a reader miss one.
 */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import '#server/webhooks/stored/tables.ts'

const atOnce = 1000
/** What is left waits for the next call. */
const maxBatches = 100

/**
 * Places what is new and queues it for the webhooks that want it, in one transaction a batch; returns how many events.
 * Calls of several processes follow one another.
 */
export async function placeEvents(db: Db, nowMs: number): Promise<number> {
  let sum = 0
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const placed = await placeBatch(db, new Date(nowMs))
    sum += placed
    if (placed < atOnce) break
  }
  return sum
}

async function placeBatch(db: Db, now: Date): Promise<number> {
  const waiting = await db
    .selectFrom('outside_event')
    .select('event_id')
    .where('place', 'is', null)
    .where('account_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (waiting === undefined) return 0
  return db.transaction().execute(async (trx) => {
    const { place: last } = await trx
      .selectFrom('outside_event_last')
      .select('place')
      .forUpdate()
      .executeTakeFirstOrThrow()
    const { rows } = await sql<{ place: number }>`
      with next as (
        select event_id, ${last}::bigint + row_number() over (order by event_id) as place from (
          select event_id from outside_event where place is null and account_id is not null
          order by event_id limit ${atOnce}) as waiting
      ), placed as (
        update outside_event as event set place = next.place from next where event.event_id = next.event_id
        returning event.event_id, event.type, event.account_id, event.place
      ), queued as (
        insert into webhook_delivery (webhook_id, event_id, account_id, next_at, created_at)
        select webhook.webhook_id, placed.event_id, placed.account_id, ${now}, ${now}
        from placed join webhook on webhook.is_on and placed.type = any(webhook.events)
        order by placed.place
      )
      select place from placed`.execute(trx)
    if (rows.length > 0)
      await trx
        .updateTable('outside_event_last')
        .set({ place: last + rows.length })
        .execute()
    return rows.length
  })
}
