import { sql } from 'kysely'
import { announceChange } from './changes.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { ProfileKey } from '#server/platform/primitives/viewer.ts'
import type { ProfileReader } from './notification.ts'

/** The state of the notification bell. */
export interface BellState {
  /** The newest notification for the account, 0 for none. */
  readonly lastId: number
  readonly unreadCount: number
  /** The newest command to a device of the account (`server/commands`); 0 or undefined for none. */
  readonly lastCommand?: number | undefined
}

/**
 * Up to which notification a profile has read. At the first request of an account everything from before its creation
 * counts as read, and at that of a later profile everything so far: nobody starts with half a year of old news.
 */
export async function readToOf(
  db: Db,
  key: ProfileKey,
  createdAt: (accountId: number) => Promise<Date>,
): Promise<number> {
  const existing = await findReadTo(db, key)
  if (existing !== undefined) return existing
  const since = key.profileNo === 0 ? await createdAt(key.accountId) : undefined
  const before = since === undefined ? sql`true` : sql`account_id is null and created_at < ${since}`
  await sql`
    insert into notification_reader (account_id, profile_no, read_to)
    select ${key.accountId}::integer, ${key.profileNo}::smallint, coalesce(max(notification_id), 0)
    from notification where ${before}
    on conflict do nothing`.execute(db)
  return (await findReadTo(db, key)) ?? 0
}

async function findReadTo(db: Db, { accountId, profileNo }: ProfileKey): Promise<number | undefined> {
  const row = await db
    .selectFrom('notification_reader')
    .select('read_to')
    .where('account_id', '=', accountId)
    .where('profile_no', '=', profileNo)
    .executeTakeFirst()
  return row?.read_to
}

/** Names a reader in a map of states. */
export function readerName({ accountId, profileNo }: ProfileKey): string {
  return `${accountId}/${profileNo}`
}

/** The states of many readers in one statement, by their names; without those that never requested their notifications. */
export async function findBellStates(
  db: Db,
  readers: readonly ProfileReader[],
): Promise<ReadonlyMap<string, BellState>> {
  const mine = sql`(n.account_id = r.account_id
    and (n.profile_no = r.profile_no or (n.profile_no is null and not asked.is_child)))`
  const { rows } = await sql<{ account_id: number; profile_no: number; last_id: number; unread: number }>`
    select r.account_id, r.profile_no,
      greatest(
        coalesce((select max(notification_id) from notification where account_id is null), 0),
        coalesce((select max(n.notification_id) from notification n where ${mine}), 0)
      ) as last_id,
      (select count(*)::int from notification n
        where (n.account_id is null or ${mine}) and n.notification_id > r.read_to
          and not exists (select from notification_read m where m.notification_id = n.notification_id
            and m.account_id = r.account_id and m.profile_no = r.profile_no)
      ) as unread
    from notification_reader r
    join unnest(${readers.map((one) => one.accountId)}::int[], ${readers.map((one) => one.profileNo)}::smallint[],
      ${readers.map((one) => one.isChild)}::boolean[]) as asked(account_id, profile_no, is_child)
      on asked.account_id = r.account_id and asked.profile_no = r.profile_no`.execute(db)
  return new Map(
    rows.map((row) => [
      readerName({ accountId: row.account_id, profileNo: row.profile_no }),
      { lastId: row.last_id, unreadCount: row.unread },
    ]),
  )
}

/** Marks one as read; a second time changes nothing and sends no notification. */
export async function markRead(
  db: Db,
  { accountId, profileNo }: ProfileKey,
  notificationId: number,
  nowMs: number,
): Promise<void> {
  const written = await db
    .insertInto('notification_read')
    .values({
      ...{ notification_id: notificationId, account_id: accountId, profile_no: profileNo },
      read_at: new Date(nowMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (Number(written.numInsertedOrUpdatedRows) > 0) await announceChange(db, accountId)
}

/** Marks everything up to `upTo` as read, and no later one. */
export async function markAllRead(db: Db, { accountId, profileNo }: ProfileKey, upTo: number): Promise<void> {
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
      .where('profile_no', '=', profileNo)
      .where('read_to', '<', newest)
      .executeTakeFirst()
    if (Number(moved.numUpdatedRows) === 0) return
    // One row now replaces these single marks.
    await trx
      .deleteFrom('notification_read')
      .where('account_id', '=', accountId)
      .where('profile_no', '=', profileNo)
      .where('notification_id', '<=', newest)
      .execute()
    await announceChange(trx, accountId)
  })
}
