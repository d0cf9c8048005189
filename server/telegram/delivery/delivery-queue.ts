/** The rows of `telegram_delivery`: notifications on their way to Telegram. */
import { sql } from 'kysely'
import type { Language } from '#contract/form/failures.ts'
import type { Db } from '#server/platform/database/database.ts'

/** The PostgreSQL channel that is notified when deliveries were queued; its payload is empty. */
export const telegramQueuedChannel = 'telegram_queued'

/** How long a notification is worth a message: a charge is announced a day before. */
export const deliverWithinMs = 86_400_000

/**
 * Queues notifications of single accounts for the Telegram of those who have one and get notifications there. Within the
 * transaction that writes them: either both are stored or neither is.
 */
export async function queueTelegram(db: Db, notificationIds: readonly number[]): Promise<void> {
  if (notificationIds.length === 0) return
  await sql`
    with queued as (
      insert into telegram_delivery (notification_id, account_id, next_attempt_at)
      select n.notification_id, l.account_id, n.created_at
      from notification n join telegram_link l on l.account_id = n.account_id
      where n.notification_id = any(${[...notificationIds]}::int[]) and l.notices and l.blocked_at is null
        -- A Telegram is of the account's owner, who has the first profile.
        and coalesce(n.profile_no, 0) = 0
      on conflict do nothing
      returning account_id
    )
    select pg_notify(${telegramQueuedChannel}, '') from (select from queued limit 1) as any_queued`.execute(
    db,
  )
}

/** A notification for one Telegram. */
export interface Delivery {
  readonly notificationId: number
  readonly accountId: number
  readonly userId: number
  readonly language: Language
  readonly title: string
  readonly body: string
  readonly href: string
  /** The tariff whose renewal it announces; null for another notification. */
  readonly renewsTariffId: number | null
  /** Unix milliseconds; nothing is sent from then on: a reminder is worth nothing after its programme began. */
  readonly expiresAtMs: number
  /** Failed attempts. */
  readonly attempts: number
  /** False when the account is blocked, or its subscriber wants none there by now. */
  readonly isAllowed: boolean
  /** An earlier attempt ended without an outcome: it may have arrived. */
  readonly isUnclear: boolean
}

/** The deliveries whose next attempt is due, the oldest first. */
export async function findDue(db: Db, nowMs: number, limit: number): Promise<readonly Delivery[]> {
  const now = new Date(nowMs)
  const { rows } = await sql<{
    notification_id: number
    account_id: number
    telegram_user_id: number
    language: Language
    title_ru: string
    title_uz: string
    body_ru: string
    body_uz: string
    href: string
    renews_tariff_id: number | null
    created_at: Date
    push_until: Date | null
    attempts: number
    is_allowed: boolean
    is_unclear: boolean
  }>`
    select q.notification_id, q.account_id, l.telegram_user_id, l.language, q.attempts,
      n.title_ru, n.title_uz, n.body_ru, n.body_uz, n.href, n.renews_tariff_id, n.created_at, n.push_until,
      a.state = 'active' and l.notices and l.blocked_at is null as is_allowed, q.sending_at is not null as is_unclear
    from telegram_delivery q
    join telegram_link l using (account_id)
    join account a using (account_id)
    join notification n using (notification_id)
    where q.next_attempt_at <= ${now}
    order by q.next_attempt_at, q.notification_id limit ${limit}`.execute(db)
  return rows.map((row) => ({
    ...{ notificationId: row.notification_id, accountId: row.account_id },
    ...{ userId: Number(row.telegram_user_id), language: row.language },
    title: row.language === 'uz' ? row.title_uz : row.title_ru,
    body: row.language === 'uz' ? row.body_uz : row.body_ru,
    ...{ href: row.href, renewsTariffId: row.renews_tariff_id },
    expiresAtMs: Math.min(
      row.created_at.getTime() + deliverWithinMs,
      row.push_until?.getTime() ?? Number.POSITIVE_INFINITY,
    ),
    ...{ attempts: row.attempts, isAllowed: row.is_allowed, isUnclear: row.is_unclear },
  }))
}

type DeliveryKey = Pick<Delivery, 'notificationId' | 'accountId'>

function ofKey({ notificationId, accountId }: DeliveryKey) {
  return { notification_id: notificationId, account_id: accountId }
}

/**
 * Says that an attempt begins. False: nothing may be sent now, because the delivery is gone, or the link is that of
 * another Telegram, ended, blocked or without notices by now.
 */
export async function markSending(
  db: Db,
  { userId, ...key }: DeliveryKey & Pick<Delivery, 'userId'>,
  nowMs: number,
): Promise<boolean> {
  const { notification_id: id, account_id: accountId } = ofKey(key)
  const { numAffectedRows } = await sql`
    update telegram_delivery as q set sending_at = ${new Date(nowMs)}
    from telegram_link as l join account as a using (account_id)
    where q.notification_id = ${id} and q.account_id = ${accountId} and l.account_id = q.account_id
      and l.telegram_user_id = ${userId} and l.notices and l.blocked_at is null and a.state = 'active'`.execute(
    db,
  )
  return (numAffectedRows ?? 0n) > 0n
}

/** Needs no further attempt. */
export async function deleteDelivery(db: Db, key: DeliveryKey): Promise<void> {
  const { notification_id: id, account_id: accountId } = ofKey(key)
  await db
    .deleteFrom('telegram_delivery')
    .where('notification_id', '=', id)
    .where('account_id', '=', accountId)
    .execute()
}

/** Nothing arrived: the next attempt is at this time. */
export async function postponeDelivery(db: Db, key: DeliveryKey, atMs: number): Promise<void> {
  const { notification_id: id, account_id: accountId } = ofKey(key)
  await db
    .updateTable('telegram_delivery')
    .set((on) => ({ attempts: on('attempts', '+', 1), next_attempt_at: new Date(atMs), sending_at: null }))
    .where('notification_id', '=', id)
    .where('account_id', '=', accountId)
    .execute()
}

/** Unix milliseconds of the next attempt, past or future; undefined when nothing is queued. */
export async function nextAttemptMs(db: Db): Promise<number | undefined> {
  const { at } = await db
    .selectFrom('telegram_delivery')
    .select((on) => on.fn.min('next_attempt_at').as('at'))
    .executeTakeFirstOrThrow()
  // Without rows the minimum is null.
  const first: Date | null = at
  return first?.getTime()
}

/** Deletes deliveries of notifications older than `deliverWithinMs`. */
export async function deleteExpired(db: Db, nowMs: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from telegram_delivery where (notification_id, account_id) in (
      select q.notification_id, q.account_id from telegram_delivery q join notification n using (notification_id)
      where n.created_at <= ${new Date(nowMs - deliverWithinMs)} limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
