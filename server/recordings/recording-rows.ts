/** The rows of `recording`. */
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import type { ProfileKey } from '#server/platform/primitives/viewer.ts'
import type { StoredProgramme } from '#server/reminders/reminders.ts'
import type { ProgrammeRecord } from '#server/television/television.ts'
import type { RecordingFacts } from './rules.ts'
import type { RecordingTable } from './tables.ts'

/** A stored recording. Times are unix milliseconds. */
export interface RecordingRecord extends RecordingFacts, StoredProgramme {
  readonly accountId: number
  /** The profile that keeps it; one that was removed keeps its recordings. */
  readonly profileNo: number
  readonly cid: number
  readonly description: { readonly ru: string; readonly uz: string }
  readonly ageRating: string
  /** Where each profile stopped, seconds from the beginning, by the profile's number; without those that did not begin. */
  readonly positions: Readonly<Record<string, number>>
  readonly expiryNotifiedAtMs: number | null
}

/** So many recordings of an account; the hours of tariffs are the real limit. */
export const maxRecordings = 1000
/** A deleted recording can be taken back for so long, and its window is retained meanwhile. */
export const undoMs = 10 * 60_000

/** Serializes what changes the recordings of one account: its hours hold exactly. */
export async function lockAccount(trx: DbTransaction, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('recording'), ${accountId})`.execute(trx)
}

/** What a recording remembers of its programme. */
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
    description_ru: programme.description.ru,
    description_uz: programme.description.uz,
    age_rating: programme.ageRating,
  }
}

/** Reads a row. */
export function recordOf(row: Selectable<RecordingTable>): RecordingRecord {
  const subtitle = { ru: row.subtitle_ru, uz: row.subtitle_uz }
  return {
    id: row.recording_id,
    accountId: row.account_id,
    profileNo: row.profile_no,
    cid: row.channel_id,
    pid: row.programme_id,
    beginMs: row.begin_at.getTime(),
    endMs: row.end_at.getTime(),
    title: { ru: row.title_ru, uz: row.title_uz },
    ...(subtitle.ru === '' && subtitle.uz === '' ? {} : { subtitle }),
    ...(row.season === null ? {} : { season: row.season }),
    ...(row.episode === null ? {} : { episode: row.episode }),
    description: { ru: row.description_ru, uz: row.description_uz },
    ageRating: row.age_rating,
    state: row.state,
    recordedMs: row.recorded_ms,
    positions: row.positions,
    expiryNotifiedAtMs: row.expiry_notified_at?.getTime() ?? null,
  }
}

/** All that an account has and did not delete, the latest first. */
export async function recordingsOf(
  db: Db | DbTransaction,
  accountId: number,
): Promise<readonly RecordingRecord[]> {
  const rows = await db
    .selectFrom('recording')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', '<>', 'declined')
    .where('deleted_at', 'is', null)
    .orderBy('begin_at', 'desc')
    .orderBy('recording_id', 'desc')
    .limit(maxRecordings)
    .execute()
  return rows.map(recordOf)
}

/** Undefined for one of another account, and for a deleted one. */
export async function findRecording(
  db: Db,
  accountId: number,
  id: number,
): Promise<RecordingRecord | undefined> {
  const row = await db
    .selectFrom('recording')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('recording_id', '=', id)
    .where('state', '<>', 'declined')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row === undefined ? undefined : recordOf(row)
}

/** Inserts one, or brings back one of the same programme; the account is locked. */
export async function putRecording(
  trx: DbTransaction,
  { accountId, profileNo, programme, nowMs, followedId }: NewRecording,
): Promise<number> {
  const values = {
    ...columnsOf(programme),
    state: 'kept' as const,
    profile_no: profileNo,
    followed_programme_id: followedId ?? null,
  }
  const revived = await trx
    .updateTable('recording')
    .set({ ...values, deleted_at: null })
    .where('account_id', '=', accountId)
    .where('channel_id', '=', programme.cid)
    .where('programme_id', '=', programme.pid)
    .returning('recording_id')
    .executeTakeFirst()
  if (revived !== undefined) return revived.recording_id
  const inserted = await trx
    .insertInto('recording')
    .values({ account_id: accountId, ...values, created_at: new Date(nowMs) })
    .returning('recording_id')
    .executeTakeFirstOrThrow()
  return inserted.recording_id
}

interface NewRecording extends ProfileKey {
  readonly programme: ProgrammeRecord
  readonly nowMs: number
  readonly followedId?: number | undefined
}

/** The row of a programme of an account, deleted and declined ones too. */
export async function rowOfProgramme(
  trx: DbTransaction,
  accountId: number,
  { cid, pid }: Pick<ProgrammeRecord, 'cid' | 'pid'>,
) {
  return trx
    .selectFrom('recording')
    .select(['recording_id', 'state', 'deleted_at', 'followed_programme_id'])
    .where('account_id', '=', accountId)
    .where('channel_id', '=', cid)
    .where('programme_id', '=', pid)
    .executeTakeFirst()
}

/** Deleted, to be taken back for some minutes. The channel of it; undefined when there is none. */
export async function deleteRecording(
  db: Db,
  accountId: number,
  id: number,
  nowMs: number,
): Promise<number | undefined> {
  const row = await db
    .updateTable('recording')
    .set({ deleted_at: new Date(nowMs) })
    .where('account_id', '=', accountId)
    .where('recording_id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('channel_id')
    .executeTakeFirst()
  return row?.channel_id
}

/** Where a profile stopped; those of the other profiles stay. False when there is no such recording. */
export async function setPosition(
  db: Db,
  { accountId, profileNo }: ProfileKey,
  id: number,
  sec: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recording')
    .set({
      positions: sql<
        RecordingRecord['positions']
      >`positions || jsonb_build_object(${String(profileNo)}::text, ${sec}::integer)`,
    })
    .where('account_id', '=', accountId)
    .where('recording_id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes where a profile stopped, in the transaction that removes it; its recordings stay the account's. */
export async function forgetPositionsOf(
  trx: DbTransaction,
  { accountId, profileNo }: ProfileKey,
): Promise<void> {
  await trx
    .updateTable('recording')
    .set({ positions: sql<RecordingRecord['positions']>`positions - ${String(profileNo)}::text` })
    .where('account_id', '=', accountId)
    .execute()
}

/** Whether somebody has this programme already: another one who keeps it needs no more of the disk. */
export async function isStored(
  db: Db | DbTransaction,
  { cid, beginMs, endMs }: ProgrammeRecord,
): Promise<boolean> {
  const row = await db
    .selectFrom('recording')
    .select('recording_id')
    .where('channel_id', '=', cid)
    .where('begin_at', '=', new Date(beginMs))
    .where('end_at', '=', new Date(endMs))
    .where('state', '=', 'kept')
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Hours of programmes that are kept, each once however many keep it, milliseconds. */
export async function storedMs(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from sum(end_at - begin_at))::double precision as seconds from (
      select distinct channel_id, begin_at, end_at from recording
      where state = 'kept' and deleted_at is null and coalesce(recorded_ms, 1) > 0) as once`.execute(db)
  return Math.round((rows[0]?.seconds ?? 0) * 1000)
}
