/** After the guide changed: recordings of programmes that are not over move with them. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { placeReminders } from '#server/reminders/reminders.ts'
import type { ProgrammeRecord, TelevisionSnapshot } from '#server/television/television.ts'
import { columnsOf, recordOf, type RecordingRecord } from './recording-rows.ts'
import { type RetainingEngine, retainChannel } from './retain-windows.ts'

/** Channels with a recording of a programme that is not over. */
export async function channelsToFollow(db: Db, nowMs: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('recording')
    .select('channel_id')
    .distinct()
    .where('end_at', '>', new Date(nowMs))
    .execute()
  return rows.map((row) => row.channel_id)
}

/**
 * Stores where the programmes of a channel's recordings are in this guide: one that moved takes its recordings along, one
 * that the guide lost before it was on the air leaves them without a programme, and one that came back gets them again. One
 * that is on the air, or was, stays. May be interrupted anywhere and repeated. Returns how many rows changed.
 */
export async function followGuide(
  db: Db,
  engine: RetainingEngine,
  television: TelevisionSnapshot,
  cid: number,
  nowMs: number,
): Promise<number> {
  // A hidden channel is shown again perhaps: its recordings wait.
  if (television.channel(cid) === undefined) return 0
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('recording')
      .selectAll()
      .where('channel_id', '=', cid)
      .where('end_at', '>', new Date(nowMs))
      .where('deleted_at', 'is', null)
      .orderBy('recording_id')
      .forUpdate()
      .execute()
    const stored = rows.map(recordOf)
    // Many have the same programme: it is looked for once.
    const firsts = new Map(stored.map((one) => [keyOf(one), one]))
    const placed = placeReminders(television, cid, [...firsts.values()], nowMs)
    const changes: object[] = []
    const gone: number[] = []
    for (const one of stored) {
      const programme = placed.get(firsts.get(keyOf(one))?.id ?? 0)
      if (programme === undefined) {
        if (one.pid !== null && one.beginMs > nowMs) gone.push(one.id)
      } else if (isOther(one, programme)) changes.push(changeOf(one, programme))
    }
    if (changes.length + gone.length === 0) return 0
    await sql`delete from recording where recording_id = any(${gone}::integer[]) and state = 'declined'`.execute(
      trx,
    )
    await sql`update recording set state = 'gone', programme_id = null
      where recording_id = any(${gone}::integer[])`.execute(trx)
    await move(trx, changes)
    await retainChannel(trx, engine, cid, nowMs)
    return changes.length + gone.length
  })
}

function keyOf({ pid, beginMs, endMs, title, subtitle, season, episode }: RecordingRecord): string {
  return JSON.stringify([pid, beginMs, endMs, title, subtitle, season, episode])
}

function isOther(stored: RecordingRecord, programme: ProgrammeRecord): boolean {
  const { pid, beginMs, endMs, title, subtitle } = programme
  return (
    stored.pid !== pid ||
    stored.beginMs !== beginMs ||
    stored.endMs !== endMs ||
    stored.title.ru !== title.ru ||
    stored.title.uz !== title.uz ||
    (stored.subtitle?.ru ?? '') !== (subtitle?.ru ?? '') ||
    (stored.subtitle?.uz ?? '') !== (subtitle?.uz ?? '')
  )
}

function changeOf({ id, state }: RecordingRecord, programme: ProgrammeRecord): object {
  return { id, ...columnsOf(programme), state: state === 'gone' ? 'kept' : state }
}

/** All at once: two programmes that exchanged their places pass each other. One whose account has another row of it stays. */
async function move(trx: Db, changes: readonly object[]): Promise<void> {
  if (changes.length === 0) return
  await sql`
    update recording r set programme_id = c.programme_id, begin_at = c.begin_at, end_at = c.end_at,
      title_ru = c.title_ru, title_uz = c.title_uz, subtitle_ru = c.subtitle_ru, subtitle_uz = c.subtitle_uz,
      season = c.season, episode = c.episode, description_ru = c.description_ru, description_uz = c.description_uz,
      age_rating = c.age_rating, state = c.state, recorded_ms = null
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c(id integer, programme_id integer,
      begin_at timestamptz, end_at timestamptz, title_ru text, title_uz text, subtitle_ru text, subtitle_uz text,
      season integer, episode integer, description_ru text, description_uz text, age_rating text, state text)
    where r.recording_id = c.id and not exists (
      select from recording o where o.account_id = r.account_id and o.channel_id = r.channel_id
        and o.programme_id = c.programme_id and o.recording_id <> r.recording_id
        and o.recording_id not in (
          select (one->>'id')::integer from jsonb_array_elements(${JSON.stringify(changes)}::jsonb) one))`.execute(
    trx,
  )
}
