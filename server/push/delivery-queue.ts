/** The rows of `push_delivery`: notifications on their way to devices. */
import { sql } from 'kysely'
import type { PushServiceName } from '#contract/accounts/push-devices.ts'
import type { Language } from '#contract/form/failures.ts'
import type { Db } from '#server/platform/database/database.ts'

/** The PostgreSQL channel that is notified when deliveries were queued; its payload is empty. */
export const pushQueuedChannel = 'push_queued'

/** How long a notification is worth a message: a charge is announced a day before. */
export const deliverWithinMs = 86_400_000

/** Whether a notification `n` is for who uses the device `u`, whose profile is `p`. */
const isForProfile = sql`(case when n.profile_no is null then not coalesce(p.is_child, u.profile_no <> 0)
  else n.profile_no = u.profile_no end)`

/**
 * Queues notifications of single accounts for all their devices: one of a profile for those that use it, one of the account
 * for those that no child uses. Within the transaction that writes them: either both
 * are stored or neither is. Processes that deliver are notified at its commit.
 */
export async function queueDeliveries(db: Db, notificationIds: readonly number[]): Promise<void> {
  if (notificationIds.length === 0) return
  await sql`
    with queued as (
      insert into push_delivery (notification_id, push_device_id, service, next_attempt_at)
      select n.notification_id, d.push_device_id, d.service, n.created_at
      from notification n
      join session s on s.account_id = n.account_id
      join push_device d on d.session_id = s.session_id
      join device u on u.device_id = s.device_id
      left join profile p on p.account_id = u.account_id and p.profile_no = u.profile_no
      where ${isForProfile} and n.notification_id = any(${[...notificationIds]}::int[])
      on conflict do nothing
      returning service
    )
    select pg_notify(${pushQueuedChannel}, '') from (select from queued limit 1) as any_queued`.execute(db)
}

/** The limit of a profile from which something is hidden; no channels: all of them. */
export interface DeliveryLimit {
  readonly ageLimit: number
  readonly channelIds: readonly number[]
}

/** A notification for one device. */
export interface Delivery {
  readonly notificationId: number
  readonly deviceId: number
  readonly token: string
  readonly title: string
  readonly body: string
  readonly href: string
  /** Unix milliseconds; nothing is sent later. */
  readonly expiresAtMs: number
  /** Failed attempts. */
  readonly attempts: number
  /** What its profile may see; null: everything, or what is above it is shown there, locked. */
  readonly limit: DeliveryLimit | null
  /** False when the account is blocked, the session has expired or the device has another profile by now: nothing is sent. */
  readonly isAllowed: boolean
}

/** The deliveries whose next attempt is due, the longest waiting first. */
export async function findDue(
  db: Db,
  due: { readonly service: PushServiceName; readonly nowMs: number; readonly limit: number },
): Promise<readonly Delivery[]> {
  const now = new Date(due.nowMs)
  const { rows } = await sql<{
    notification_id: number
    push_device_id: number
    token: string
    language: Language
    title_ru: string
    title_uz: string
    body_ru: string
    body_uz: string
    href: string
    created_at: Date
    push_until: Date | null
    attempts: number
    is_allowed: boolean
    hides: boolean
    age_limit: number
    channel_ids: readonly number[]
  }>`
    select q.notification_id, q.push_device_id, q.attempts, d.token, d.language,
      n.title_ru, n.title_uz, n.body_ru, n.body_uz, n.href, n.created_at, n.push_until,
      a.state = 'active' and s.expires_at > ${now} and ${isForProfile} as is_allowed,
      coalesce(p.above_limit = 'hide', false) as hides, p.age_limit, p.channel_ids
    from push_delivery q
    join push_device d using (push_device_id)
    join session s using (session_id)
    join account a on a.account_id = s.account_id
    join notification n using (notification_id)
    join device u on u.device_id = s.device_id
    left join profile p on p.account_id = u.account_id and p.profile_no = u.profile_no
    where q.service = ${due.service} and q.next_attempt_at <= ${now}
    order by q.next_attempt_at, q.notification_id limit ${due.limit}`.execute(db)
  return rows.map((row) => ({
    notificationId: row.notification_id,
    deviceId: row.push_device_id,
    token: row.token,
    title: row.language === 'uz' ? row.title_uz : row.title_ru,
    body: row.language === 'uz' ? row.body_uz : row.body_ru,
    href: row.href,
    expiresAtMs: Math.min(
      row.created_at.getTime() + deliverWithinMs,
      row.push_until?.getTime() ?? Number.POSITIVE_INFINITY,
    ),
    attempts: row.attempts,
    limit: row.hides ? { ageLimit: row.age_limit, channelIds: row.channel_ids } : null,
    isAllowed: row.is_allowed,
  }))
}

type DeliveryKey = Pick<Delivery, 'notificationId' | 'deviceId'>

/** Needs no further attempt. */
export async function deleteDelivery(db: Db, { notificationId, deviceId }: DeliveryKey): Promise<void> {
  await db
    .deleteFrom('push_delivery')
    .where('notification_id', '=', notificationId)
    .where('push_device_id', '=', deviceId)
    .execute()
}

/** Its service is left alone until then; that is no attempt. */
export async function deferDeliveries(db: Db, keys: readonly DeliveryKey[], atMs: number): Promise<void> {
  await sql`
    update push_delivery set next_attempt_at = ${new Date(atMs)}
    from unnest(${keys.map((one) => one.notificationId)}::int[], ${keys.map((one) => one.deviceId)}::int[])
      as late (notification_id, push_device_id)
    where push_delivery.notification_id = late.notification_id
      and push_delivery.push_device_id = late.push_device_id`.execute(db)
}

/** Failed: the next attempt is at this time. */
export async function postponeDelivery(
  db: Db,
  { notificationId, deviceId }: DeliveryKey,
  atMs: number,
): Promise<void> {
  await db
    .updateTable('push_delivery')
    .set((on) => ({ attempts: on('attempts', '+', 1), next_attempt_at: new Date(atMs) }))
    .where('notification_id', '=', notificationId)
    .where('push_device_id', '=', deviceId)
    .execute()
}

/** Unix milliseconds of the next attempt of a service, past or future; undefined when nothing is queued. */
export async function nextAttemptMs(db: Db, service: PushServiceName): Promise<number | undefined> {
  const { at } = await db
    .selectFrom('push_delivery')
    .select((on) => on.fn.min('next_attempt_at').as('at'))
    .where('service', '=', service)
    .executeTakeFirstOrThrow()
  // Without rows the minimum is null.
  const first: Date | null = at
  return first?.getTime()
}

/** Deletes deliveries of notifications older than `deliverWithinMs`, also of services that are not set up. */
export async function deleteExpired(db: Db, nowMs: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from push_delivery where (notification_id, push_device_id) in (
      select q.notification_id, q.push_device_id from push_delivery q join notification n using (notification_id)
      where n.created_at <= ${new Date(nowMs - deliverWithinMs)} limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** How many are queued, by service. */
export async function countQueued(db: Db): Promise<ReadonlyMap<PushServiceName, number>> {
  const rows = await db
    .selectFrom('push_delivery')
    .select((on) => ['service', on.fn.countAll<number>().as('queued')])
    .groupBy('service')
    .execute()
  return new Map(rows.map((row) => [row.service, Number(row.queued)]))
}
