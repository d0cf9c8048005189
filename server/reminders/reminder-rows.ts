/** The rows of `reminder` and `reminder_setting`. */
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import type { ProfileKey } from '#server/platform/primitives/viewer.ts'
import type { ProgrammeRecord } from '#server/television/television.ts'
import type { StoredProgramme } from './place-reminders.ts'
import type { ReminderTable } from './tables.ts'

/** A stored reminder. */
export interface ReminderRecord extends StoredProgramme, ProfileKey {
  readonly cid: number
  readonly state: ReminderTable['state']
}

/** Minutes before the start; the first is chosen by nobody who has chosen none. */
export const defaultMinutes = 5
/** So many programmes that have not ended; more is refused. */
export const maxReminders = 200
/** For so long an ended one stands in the list, as its archive link: as far as archives reach. */
export const endedStayMs = 15 * 86_400_000

export type AddOutcome =
  | { readonly kind: 'added' | 'already'; readonly reminderId: number }
  | { readonly kind: 'full' }

/** Adds one; serialized per profile, so that the limit holds exactly. */
export function addReminder(
  db: Db,
  { key, programme, nowMs, followedId }: AddRequest & { readonly key: ProfileKey },
): Promise<AddOutcome> {
  return db.transaction().execute(async (trx) => {
    const { accountId, profileNo } = key
    await lockReminders(trx, accountId)
    const rows = await trx
      .selectFrom('reminder')
      .select(['channel_id', 'programme_id', 'reminder_id', 'state', 'end_at'])
      .where('account_id', '=', accountId)
      .where('profile_no', '=', profileNo)
      .where((or) =>
        or.or([
          or('end_at', '>', new Date(nowMs)),
          or.and([or('channel_id', '=', programme.cid), or('programme_id', '=', programme.pid)]),
        ]),
      )
      .execute()
    const there = rows.find((row) => row.channel_id === programme.cid && row.programme_id === programme.pid)
    if (there !== undefined && there.end_at.getTime() <= nowMs) {
      // It ended, and the guide has it later now.
      await trx
        .updateTable('reminder')
        .set({ ...columnsOf(programme), state: 'waiting', reminded_at: null, gone_notified_at: null })
        .where('reminder_id', '=', there.reminder_id)
        .execute()
      return { kind: 'added', reminderId: there.reminder_id }
    }
    if (there?.state === 'declined' && followedId === undefined) await wantAgain(trx, there.reminder_id)
    if (there !== undefined) return { kind: 'already', reminderId: there.reminder_id }
    if (rows.filter(({ state }) => state !== 'declined').length >= maxReminders) return { kind: 'full' }
    const { reminder_id: reminderId } = await trx
      .insertInto('reminder')
      .values({
        ...{ account_id: accountId, profile_no: profileNo },
        state: 'waiting',
        followed_programme_id: followedId ?? null,
        created_at: new Date(nowMs),
        ...columnsOf(programme),
      })
      .returning('reminder_id')
      .executeTakeFirstOrThrow()
    return { kind: 'added', reminderId }
  })
}

interface AddRequest {
  readonly programme: ProgrammeRecord
  readonly nowMs: number
  /** The show for which it comes by itself; undefined: the viewer adds it. */
  readonly followedId?: number | undefined
}

async function wantAgain(trx: DbTransaction, reminderId: number): Promise<void> {
  await trx
    .updateTable('reminder')
    .set({ state: 'waiting', followed_programme_id: null })
    .where('reminder_id', '=', reminderId)
    .execute()
}

async function lockReminders(trx: DbTransaction, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('reminder'), ${accountId})`.execute(trx)
}

/** What a reminder remembers of its programme. */
export function columnsOf(programme: ProgrammeRecord) {
  return {
    channel_id: programme.cid,
    programme_id: programme.pid,
    begin_at: new Date(programme.beginMs),
    end_at: new Date(programme.endMs),
    title_ru: programme.title.ru,
    title_uz: programme.title.uz,
    subtitle_ru: programme.subtitle?.ru ?? '',
    subtitle_uz: programme.subtitle?.uz ?? '',
    season: programme.season ?? null,
    episode: programme.episode ?? null,
  }
}

/** All of a profile that stand in its list: the coming ones first to last, then the ended ones. */
export async function remindersOf(
  db: Db,
  { accountId, profileNo }: ProfileKey,
  nowMs: number,
): Promise<readonly ReminderRecord[]> {
  const rows = await db
    .selectFrom('reminder')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('profile_no', '=', profileNo)
    .where('state', '<>', 'declined')
    .where('end_at', '>', new Date(nowMs - endedStayMs))
    .orderBy(sql`end_at <= ${new Date(nowMs)}`)
    .orderBy('begin_at')
    .orderBy('reminder_id')
    .limit(maxListed)
    .execute()
  return rows.map(recordOf)
}
/** The limit of coming ones, and ended ones of two weeks. */
const maxListed = 1000

/** One that came by itself is remembered as declined, so that it does not come again. */
export async function removeReminder(
  db: Db,
  { accountId, profileNo }: ProfileKey,
  reminderId: number,
): Promise<void> {
  const declined = await db
    .updateTable('reminder')
    .set({ state: 'declined' })
    .where('account_id', '=', accountId)
    .where('profile_no', '=', profileNo)
    .where('reminder_id', '=', reminderId)
    .where('followed_programme_id', 'is not', null)
    .where('programme_id', 'is not', null)
    .executeTakeFirst()
  if (declined.numUpdatedRows > 0n) return
  await db
    .deleteFrom('reminder')
    .where('account_id', '=', accountId)
    .where('profile_no', '=', profileNo)
    .where('reminder_id', '=', reminderId)
    .execute()
}

export async function minutesBeforeOf(db: Db, { accountId, profileNo }: ProfileKey): Promise<number> {
  const row = await db
    .selectFrom('reminder_setting')
    .select('minutes_before')
    .where('account_id', '=', accountId)
    .where('profile_no', '=', profileNo)
    .executeTakeFirst()
  return row?.minutes_before ?? defaultMinutes
}

export async function setMinutesBefore(
  db: Db,
  { accountId, profileNo }: ProfileKey,
  minutes: number,
): Promise<void> {
  await db
    .insertInto('reminder_setting')
    .values({ account_id: accountId, profile_no: profileNo, minutes_before: minutes })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'profile_no']).doUpdateSet({ minutes_before: minutes }),
    )
    .execute()
}

/** Those that came by themselves for a show, and did not come yet. */
export async function forgetRemindersOf(db: Db, followedId: number): Promise<void> {
  await db
    .deleteFrom('reminder')
    .where('followed_programme_id', '=', followedId)
    .where('state', 'in', ['waiting', 'gone', 'declined'])
    .execute()
}

/** Deletes what a profile is reminded of, in the transaction that removes it. */
export async function forgetRemindersOfProfile(
  trx: DbTransaction,
  { accountId, profileNo }: ProfileKey,
): Promise<void> {
  for (const table of ['reminder', 'reminder_setting'] as const)
    await trx
      .deleteFrom(table)
      .where('account_id', '=', accountId)
      .where('profile_no', '=', profileNo)
      .execute()
}

/** Reads a row. */
export function recordOf(row: Selectable<ReminderTable>): ReminderRecord {
  const { account_id: accountId, profile_no: profileNo, channel_id: cid, state } = row
  return { ...programmeOf(row), accountId, profileNo, cid, state }
}

type ProgrammeColumns = Omit<
  Selectable<ReminderTable>,
  | ('account_id' | 'created_at' | 'followed_programme_id' | 'profile_no')
  | ('gone_at' | 'gone_notified_at' | 'reminded_at' | 'state')
>

/** The programme as it was stored. */
export function programmeOf(row: ProgrammeColumns): StoredProgramme {
  const subtitle = { ru: row.subtitle_ru, uz: row.subtitle_uz }
  return {
    id: row.reminder_id,
    pid: row.programme_id,
    beginMs: row.begin_at.getTime(),
    endMs: row.end_at.getTime(),
    title: { ru: row.title_ru, uz: row.title_uz },
    ...(subtitle.ru === '' && subtitle.uz === '' ? {} : { subtitle }),
    ...(row.season === null ? {} : { season: row.season }),
    ...(row.episode === null ? {} : { episode: row.episode }),
  }
}

/** Channels with a reminder that is not over. */
export async function remindedChannels(db: Kysely<Database>, nowMs: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('reminder')
    .select('channel_id')
    .distinct()
    .where('end_at', '>', new Date(nowMs))
    .execute()
  return rows.map((row) => row.channel_id)
}
