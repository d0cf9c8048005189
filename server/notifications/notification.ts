import { type AliasableExpression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Words } from '#server/catalogue/catalogue.ts'
import { announceChange } from './changes.ts'
import { queueDeliveries } from '#server/push/push.ts'
import { queueTelegram } from '#server/telegram/telegram.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import type { ProfileKey } from '#server/platform/primitives/viewer.ts'
import type { NotificationTable } from './tables.ts'

/** A notification to store. */
export interface NewNotification {
  /** The recipient; null: all subscribers. */
  readonly accountId: number | null
  /** The profile that it is for; absent: every viewer of the account besides children. */
  readonly profileNo?: number
  readonly title: Words
  /** Plain text; a blank line begins a paragraph. */
  readonly body: Words
  /** The path of the site it links to. */
  readonly href?: string
  /** The tariff whose renewal it announces: where there are buttons, they pay for it and end it. */
  readonly renewsTariffId?: number
  /** False: it does not go to the Telegram of the account. */
  readonly toTelegram?: boolean
  /** Until when it is worth a push message, unix milliseconds; absent: for a day. */
  readonly pushUntilMs?: number
  /** Unix milliseconds. */
  readonly createdAtMs: number
}

/** A notification as its reader sees it. */
export interface NotificationRecord {
  readonly notificationId: number
  readonly title: Words
  readonly body: Words
  /** The path of the site it links to, or empty. */
  readonly href: string
  readonly isRead: boolean
  readonly createdAtMs: number
}

/**
 * Stores a notification and returns its id. Waiting clients are notified, in every process; one for a single account is
 * queued for its devices as well.
 */
export async function writeNotification(db: Db, params: NewNotification): Promise<number> {
  const [id] = await writeNotifications(db, [params])
  invariant(id !== undefined, 'a stored notification has an id')
  return id
}

/**
 * Stores many at once, each for its own subscriber, and returns their ids; in a transaction clients are notified at its
 * commit.
 */
export async function writeNotifications(
  db: Db,
  values: readonly NewNotification[],
): Promise<readonly number[]> {
  if (values.length === 0) return []
  // With the deliveries to devices: none may be lost between the two.
  return db.isTransaction ? writeAll(db, values) : db.transaction().execute((trx) => writeAll(trx, values))
}

async function writeAll(db: Db, values: readonly NewNotification[]): Promise<readonly number[]> {
  const rows = values.map((one) => ({
    account_id: one.accountId,
    profile_no: one.profileNo ?? null,
    title_ru: one.title.ru,
    title_uz: one.title.uz,
    body_ru: one.body.ru,
    body_uz: one.body.uz,
    href: one.href ?? '',
    renews_tariff_id: one.renewsTariffId ?? null,
    push_until: one.pushUntilMs === undefined ? null : new Date(one.pushUntilMs),
    created_at: new Date(one.createdAtMs),
  }))
  const stored = await db
    .insertInto('notification')
    .values(rows)
    .returning(['notification_id', 'account_id'])
    .execute()
  const ofOne = stored.filter((one) => one.account_id !== null).map((one) => one.notification_id)
  await queueDeliveries(db, ofOne)
  // Rows are returned in the order of their values.
  const notThere = new Set(stored.filter((_, at) => values[at]?.toTelegram === false))
  const ofTelegram = stored.filter((one) => one.account_id !== null && !notThere.has(one))
  await queueTelegram(
    db,
    ofTelegram.map((one) => one.notification_id),
  )
  for (const accountId of new Set(values.map((one) => one.accountId))) await announceChange(db, accountId)
  return stored.map((one) => one.notification_id)
}

/** Whether any notification exists. */
export async function hasNotifications(db: Db): Promise<boolean> {
  const row = await db.selectFrom('notification').select('notification_id').limit(1).executeTakeFirst()
  return row !== undefined
}

/** A reader: everything up to `readTo` counts as read. Null: a guest, who sees those for all. */
export type Reader = (ProfileReader & { readonly readTo: number }) | null

/** Whose notifications are read; a child does not get those about the account. */
export interface ProfileReader extends ProfileKey {
  readonly isChild: boolean
}

type Row = Selectable<NotificationTable> & { readonly is_marked: SqlBool }

/** A page of a reader's notifications, newest first, and the total. */
export async function findNotifications(
  db: Db,
  reader: Reader,
  request: { readonly page: number; readonly limit: number },
): Promise<{ readonly notifications: readonly NotificationRecord[]; readonly total: number }> {
  const [rows, { total }] = await Promise.all([
    visible(db, reader)
      .selectAll('notification')
      .select((on) => isMarked(on, reader).as('is_marked'))
      .orderBy('notification_id', 'desc')
      .limit(request.limit)
      .offset((request.page - 1) * request.limit)
      .execute(),
    visible(db, reader)
      .select((on) => on.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { notifications: rows.map((row) => recordOf(row, reader)), total }
}

/** One notification that a reader may see. */
export async function findNotification(
  db: Db,
  reader: Reader,
  notificationId: number,
): Promise<NotificationRecord | undefined> {
  const row = await visible(db, reader)
    .selectAll('notification')
    .select((on) => isMarked(on, reader).as('is_marked'))
    .where('notification_id', '=', notificationId)
    .executeTakeFirst()
  return row === undefined ? undefined : recordOf(row, reader)
}

function visible(db: Db, reader: Reader) {
  return db
    .selectFrom('notification')
    .where((on) =>
      reader === null
        ? on('account_id', 'is', null)
        : on.or([
            on('account_id', 'is', null),
            on.and([on('account_id', '=', reader.accountId), isForProfile(on, reader)]),
          ]),
    )
}

function isForProfile(on: ExpressionBuilder<Database, 'notification'>, reader: ProfileReader) {
  const isOwn = on('profile_no', '=', reader.profileNo)
  return reader.isChild ? isOwn : on.or([on('profile_no', 'is', null), isOwn])
}

function isMarked(
  on: ExpressionBuilder<Database, 'notification'>,
  reader: Reader,
): AliasableExpression<SqlBool> {
  if (reader === null) return on.lit(true)
  return on.exists(
    on
      .selectFrom('notification_read')
      .select('notification_read.account_id')
      .whereRef('notification_read.notification_id', '=', 'notification.notification_id')
      .where('notification_read.account_id', '=', reader.accountId)
      .where('notification_read.profile_no', '=', reader.profileNo),
  )
}

function recordOf(row: Row, reader: Reader): NotificationRecord {
  return {
    notificationId: row.notification_id,
    title: { ru: row.title_ru, uz: row.title_uz },
    body: { ru: row.body_ru, uz: row.body_uz },
    href: row.href,
    isRead: Boolean(row.is_marked) || (reader !== null && row.notification_id <= reader.readTo),
    createdAtMs: row.created_at.getTime(),
  }
}

/** The profile that a notification is for, or the first one. */
const ofProfile = sql<number>`coalesce(notification.profile_no, 0)`

/** The notifications to one account alone that were sent by then, the newest first; at most `limit`. */
export async function notificationsTo(
  db: Db,
  {
    accountId,
    untilMs,
    limit,
  }: { readonly accountId: number; readonly untilMs: number; readonly limit: number },
): Promise<readonly NotificationRecord[]> {
  const rows = await db
    .selectFrom('notification')
    .leftJoin('notification_read', (join) =>
      join
        .onRef('notification_read.notification_id', '=', 'notification.notification_id')
        .onRef('notification_read.account_id', '=', 'notification.account_id')
        .on('notification_read.profile_no', '=', ofProfile),
    )
    .leftJoin('notification_reader', (join) =>
      join
        .onRef('notification_reader.account_id', '=', 'notification.account_id')
        .on('notification_reader.profile_no', '=', ofProfile),
    )
    .selectAll('notification')
    .select(['notification_read.read_at', 'notification_reader.read_to'])
    .where('notification.account_id', '=', accountId)
    .where('notification.created_at', '<=', new Date(untilMs))
    .orderBy('notification.created_at', 'desc')
    .orderBy('notification.notification_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    notificationId: row.notification_id,
    title: { ru: row.title_ru, uz: row.title_uz },
    body: { ru: row.body_ru, uz: row.body_uz },
    href: row.href,
    isRead: row.read_at !== null || row.notification_id <= (row.read_to ?? 0),
    createdAtMs: row.created_at.getTime(),
  }))
}

/** Deletes what was for a profile alone and what it has read, in the transaction that removes it. */
export async function forgetNotificationsOf(
  trx: DbTransaction,
  { accountId, profileNo }: ProfileKey,
): Promise<void> {
  for (const table of ['notification', 'notification_read', 'notification_reader'] as const)
    await sql`delete from ${sql.table(table)}
      where account_id = ${accountId} and profile_no = ${profileNo}`.execute(trx)
}
