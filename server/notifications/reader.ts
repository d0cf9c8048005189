import { sql } from 'kysely'
import { tellNotificationsChanged } from './changes.ts'
import type { Db } from '#server/platform/database/database.ts'

/** The state of the notification bell. */
export interface BellState {
  /** The newest notification for the account, 0 for none. */
  readonly lastId: number
  readonly unreadCount: number
}

/**
 * Up to which notification an account has read. At the first request everything from before the account's creation
 * counts as read: no new subscriber starts with half a year of old news.
 */
export async function readToOf(
  db: Db,
  accountId: number,
  createdAt: (accountId: number) => Promise<Date>,
): Promise<number> {
  const existing = await findReadTo(db, accountId)
  if (existing !== undefined) return existing
  const since = await createdAt(accountId)
  await db
    .insertInto('notification_reader')
    .columns(['account_id', 'read_to'])
    .expression((from) =>
      from
        .selectFrom('notification')
        .where('account_id', 'is', null)
        .where('created_at', '<', since)
        .select((on) => [
          on.val(accountId).as('account_id'),
          on.fn.coalesce(on.fn.max('notification_id'), sql<number>`0`).as('read_to'),
        ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await findReadTo(db, accountId)) ?? 0
}

async function findReadTo(db: Db, accountId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('notification_reader')
    .select('read_to')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.read_to
}

/** The states of many readers in one statement; without accounts that never requested their notifications. */
export async function findBellStates(
  db: Db,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, BellState>> {
  const { rows } = await sql<{ account_id: number; last_id: number; unread: number }>`
    select r.account_id,
      greatest(
        coalesce((select max(notification_id) from notification where account_id is null), 0),
        coalesce((select max(notification_id) from notification where account_id = r.account_id), 0)
      ) as last_id,
      (select count(*)::int from notification n
        where (n.account_id is null or n.account_id = r.account_id) and n.notification_id > r.read_to
          and not exists (select from notification_read m
            where m.notification_id = n.notification_id and m.account_id = r.account_id)
      ) as unread
    from notification_reader r
    where r.account_id = any(${[...accountIds]}::int[])`.execute(db)
  return new Map(
    rows.map((row) => [row.account_id, { lastId: row.last_id, unreadCount: row.unread }] as const),
  )
}

/** Marks one as read; a second time changes nothing and sends no notification. */
export async function markRead(
  db: Db,
  accountId: number,
  notificationId: number,
  nowMs: number,
): Promise<void> {
  const written = await db
    .insertInto('notification_read')
    .values({ notification_id: notificationId, account_id: accountId, read_at: new Date(nowMs) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (Number(written.numInsertedOrUpdatedRows) > 0) await tellNotificationsChanged(db, accountId)
}

/** Marks everything up to `upTo` as read, and no later one. */
export async function markAllRead(db: Db, accountId: number, upTo: number): Promise<void> {
  const { newest } = await db
    .selectFrom('notification')
    .select((on) => on.fn.coalesce(on.fn.max('notification_id'), sql<number>`0`).as('newest'))
    .where('notification_id', '<=', upTo)
    .executeTakeFirstOrThrow()
  await db.transaction().execute(async (trx) => {
    const moved = await trx
      .updateTable('notification_reader')
      .set({ read_to: newest })
      .where('account_id', '=', accountId)
      .where('read_to', '<', newest)
      .executeTakeFirst()
    if (Number(moved.numUpdatedRows) === 0) return
    // One row now replaces these single marks.
    await trx
      .deleteFrom('notification_read')
      .where('account_id', '=', accountId)
      .where('notification_id', '<=', newest)
      .execute()
    await tellNotificationsChanged(trx, accountId)
  })
}
