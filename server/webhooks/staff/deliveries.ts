/** The log of deliveries, tests and replays. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { bodyOf } from '#server/webhooks/delivery/attempt.ts'
import '#server/webhooks/stored/tables.ts'

/** So many events are replayed at once at most. */
export const maxReplayed = 10_000

/** Of a delivery: its webhook was not removed. */
const isThere = sql<boolean>`exists (select from webhook
  where webhook.webhook_id = webhook_delivery.webhook_id and webhook.removed_at is null)`

export interface ListedDelivery {
  readonly deliveryId: number
  readonly type: string
  /** Null for a test. */
  readonly accountId: number | null
  readonly state: 'waiting' | 'delivered' | 'failed'
  readonly attempts: number
  readonly createdMs: number
  /** When the next attempt is made; null once it is settled. */
  readonly nextMs: number | null
  readonly isReplay: boolean
  /** Of the last attempt; '' without a problem. */
  readonly problem: string
}

/** Deliveries of a webhook before this one, the newest first. `before` 0: from the newest on. */
export async function listDeliveries(
  db: Db,
  {
    webhookId,
    before,
    limit,
  }: { readonly webhookId: number; readonly before: number; readonly limit: number },
): Promise<readonly ListedDelivery[]> {
  const all = db
    .selectFrom('webhook_delivery')
    .innerJoin('outside_event', 'outside_event.event_id', 'webhook_delivery.event_id')
    .select(['delivery_id', 'type', 'webhook_delivery.account_id', 'state', 'attempts', 'created_at'])
    .select(['next_at', 'is_replay'])
    .select((row) =>
      row
        .selectFrom('webhook_attempt')
        .select('problem')
        .whereRef('webhook_attempt.delivery_id', '=', 'webhook_delivery.delivery_id')
        .orderBy('attempt_id', 'desc')
        .limit(1)
        .as('problem'),
    )
    .where('webhook_id', '=', webhookId)
    .where(isThere)
    .orderBy('delivery_id', 'desc')
    .limit(limit)
  const rows = await (before === 0 ? all : all.where('delivery_id', '<', before)).execute()
  return rows.map((row) => ({
    ...{ deliveryId: row.delivery_id, type: row.type, accountId: row.account_id, state: row.state },
    ...{ attempts: row.attempts, createdMs: row.created_at.getTime(), isReplay: row.is_replay },
    nextMs: row.state === 'waiting' ? row.next_at.getTime() : null,
    problem: row.problem ?? '',
  }))
}

export interface DeliveryDetails {
  readonly webhookId: number
  readonly eventId: string
  readonly type: string
  readonly state: ListedDelivery['state']
  /** What is sent. */
  readonly body: string
  readonly attempts: readonly {
    readonly atMs: number
    /** 0 without a response. */
    readonly status: number
    readonly tookMs: number
    readonly problem: string
    readonly response: string
  }[]
}

/** One delivery with its attempts; undefined: there is none. */
export async function loadDelivery(db: Db, deliveryId: number): Promise<DeliveryDetails | undefined> {
  const row = await db
    .selectFrom('webhook_delivery')
    .innerJoin('outside_event', 'outside_event.event_id', 'webhook_delivery.event_id')
    .select(['webhook_id', 'state', 'public_id', 'type', 'happened_at', 'data'])
    .where('delivery_id', '=', deliveryId)
    .where(isThere)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const attempts = await db
    .selectFrom('webhook_attempt')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .orderBy('attempt_id')
    .limit(50)
    .execute()
  return {
    ...{ webhookId: row.webhook_id, eventId: row.public_id, type: row.type, state: row.state },
    body: bodyOf(row),
    attempts: attempts.map((one) => ({
      ...{ atMs: one.made_at.getTime(), status: one.status, tookMs: one.took_ms },
      ...{ problem: one.problem, response: one.response },
    })),
  }
}

/** Queues a test event for one webhook alone; undefined: there is no such webhook. */
export async function queueTestEvent(db: Db, webhookId: number, nowMs: number): Promise<number | undefined> {
  const now = new Date(nowMs)
  return db.transaction().execute(async (trx) => {
    const webhook = await trx
      .selectFrom('webhook')
      .select('name')
      .where('webhook_id', '=', webhookId)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (webhook === undefined) return undefined
    const data = JSON.stringify({ webhook: webhook.name })
    const event = await trx
      .insertInto('outside_event')
      .values({ type: 'webhook.test', account_id: null, place: null, happened_at: now, data })
      .returning('event_id')
      .executeTakeFirstOrThrow()
    const delivery = { webhook_id: webhookId, event_id: event.event_id, account_id: null }
    const made = await trx
      .insertInto('webhook_delivery')
      .values({ ...delivery, next_at: now, created_at: now })
      .returning('delivery_id')
      .executeTakeFirstOrThrow()
    return made.delivery_id
  })
}

/** Sends one delivery again, with the same id of the event; undefined: there is no such delivery. */
export async function replayDelivery(db: Db, deliveryId: number, nowMs: number): Promise<number | undefined> {
  const now = new Date(nowMs)
  const { rows } = await sql<{ delivery_id: number }>`
    insert into webhook_delivery (webhook_id, event_id, account_id, next_at, created_at, is_replay)
    select webhook_id, event_id, account_id, ${now}, ${now}, true from webhook_delivery
    where delivery_id = ${deliveryId} and ${isThere}
    returning delivery_id`.execute(db)
  return rows[0]?.delivery_id
}

/**
 * Sends the events again that happened from a moment on, of the types the webhook has now, in their order; returns how
 * many.
 */
export async function replayFrom(
  db: Db,
  {
    webhookId,
    fromMs,
    nowMs,
  }: { readonly webhookId: number; readonly fromMs: number; readonly nowMs: number },
): Promise<number> {
  const now = new Date(nowMs)
  const { rows } = await sql<{ delivery_id: number }>`
    insert into webhook_delivery (webhook_id, event_id, account_id, next_at, created_at, is_replay)
    select webhook.webhook_id, event_id, account_id, ${now}, ${now}, true
    from outside_event join webhook on webhook.webhook_id = ${webhookId} and type = any(webhook.events)
    where happened_at >= ${new Date(fromMs)} and place is not null
    order by place limit ${maxReplayed}
    returning delivery_id`.execute(db)
  return rows.length
}
