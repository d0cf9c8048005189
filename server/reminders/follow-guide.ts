/** After the guide changed: reminders move with their programmes. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { ProgrammeRecord, TelevisionSnapshot } from '#server/television/television.ts'
import { placeReminders } from './place-reminders.ts'
import { columnsOf, programmeOf } from './reminder-rows.ts'

export interface Followed {
  readonly moved: number
  readonly gone: number
}

interface Group {
  /** The reminders of one programme, as they are stored. */
  readonly ids: readonly number[]
  readonly stored: ReturnType<typeof programmeOf>
}

/**
 * Stores where the programmes of reminders on a channel are in this guide: one that moved takes its reminders along, one
 * that is gone leaves them without a programme, and one that came back gets them again. Each change is one statement; it
 * may be interrupted anywhere and repeated.
 */
export async function followGuide(
  db: Db,
  television: TelevisionSnapshot,
  cid: number,
  nowMs: number,
): Promise<Followed> {
  // A hidden channel is shown again perhaps: its reminders wait.
  if (television.channel(cid) === undefined) return { moved: 0, gone: 0 }
  const groups = await loadGroups(db, cid, nowMs)
  const placed = placeReminders(
    television,
    cid,
    groups.map(({ stored }) => stored),
    nowMs,
  )
  const changes: Change[] = []
  const back: Change[] = []
  const gone: number[] = []
  for (const { ids, stored } of groups) {
    const programme = placed.get(stored.id)
    if (programme === undefined) {
      if (stored.pid !== null) gone.push(...ids)
    } else if (stored.pid === null) back.push(changeOf(ids, programme))
    else if (isOther(stored, programme)) changes.push(changeOf(ids, programme))
  }
  await leave(db, gone, nowMs)
  const moved = (await move(db, changes, nowMs)) + (await bring(db, back, nowMs))
  return { moved, gone: gone.length }
}

async function loadGroups(db: Db, cid: number, nowMs: number): Promise<readonly Group[]> {
  const columns = [
    ...(['channel_id', 'programme_id', 'begin_at', 'end_at', 'title_ru', 'title_uz'] as const),
    ...(['subtitle_ru', 'subtitle_uz', 'season', 'episode'] as const),
  ] as const
  const rows = await db
    .selectFrom('reminder')
    .select(columns)
    .select((on) => [
      on.fn.max('reminder_id').as('reminder_id'),
      sql<number[]>`array_agg(reminder_id)`.as('ids'),
    ])
    .where('channel_id', '=', cid)
    .where('end_at', '>', new Date(nowMs))
    .groupBy(columns)
    .execute()
  return rows.map((row) => ({ ids: row.ids, stored: programmeOf(row) }))
}

type Change = ReturnType<typeof changeOf>

function changeOf(ids: readonly number[], programme: ProgrammeRecord) {
  const { channel_id: _cid, ...columns } = columnsOf(programme)
  return { ids, ...columns }
}

function isOther(stored: Group['stored'], programme: ProgrammeRecord): boolean {
  const names = (one: Omit<Group['stored'], 'id' | 'pid'>) =>
    [
      one.title.ru,
      one.title.uz,
      one.subtitle?.ru ?? '',
      one.subtitle?.uz ?? '',
      one.season,
      one.episode,
    ].join('\n')
  return (
    stored.pid !== programme.pid ||
    stored.beginMs !== programme.beginMs ||
    stored.endMs !== programme.endMs ||
    names(stored) !== names(programme)
  )
}

const fields = sql`ids integer[], programme_id integer, begin_at timestamptz, end_at timestamptz, title_ru text,
  title_uz text, subtitle_ru text, subtitle_uz text, season integer, episode integer`
const assigned = sql`programme_id = c.programme_id, begin_at = c.begin_at, end_at = c.end_at, title_ru = c.title_ru,
  title_uz = c.title_uz, subtitle_ru = c.subtitle_ru, subtitle_uz = c.subtitle_uz, season = c.season, episode = c.episode`

/** A programme that moved so much later, and begins so much later than now, is one to be reminded of again. */
const laterMin = 5

/** The row of `reminder r` moves to the programme `c`, which begins enough later. */
function isLater(nowMs: number) {
  const soon = new Date(nowMs + laterMin * 60_000)
  return sql`(c.begin_at > r.begin_at + make_interval(mins => ${laterMin}) and c.begin_at > ${soon})`
}

async function leave(db: Db, ids: readonly number[], nowMs: number): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from reminder where reminder_id = any(${[...ids]}::integer[]) and state = 'declined'`.execute(
    db,
  )
  await sql`update reminder set state = 'gone', programme_id = null, gone_at = ${new Date(nowMs)}
    where reminder_id = any(${[...ids]}::integer[])`.execute(db)
}

/**
 * All at once: two programmes that exchanged their places pass each other. A reminder stays as it is where its profile
 * already has one of the programme, an ended one too. One that has come already waits again for a programme that moved later.
 */
async function move(db: Db, changes: readonly Change[], nowMs: number): Promise<number> {
  if (changes.length === 0) return 0
  const again = sql`r.state = 'reminded' and ${isLater(nowMs)}`
  const { numAffectedRows } = await sql`
    update reminder r set ${assigned}, state = case when ${again} then 'waiting' else r.state end,
      reminded_at = case when ${again} then null else r.reminded_at end,
      gone_notified_at = case when ${isLater(nowMs)} then null else r.gone_notified_at end
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c(${fields})
    where r.reminder_id = any(c.ids) and r.state <> 'gone' and not exists (
      select from reminder o where o.account_id = r.account_id and o.profile_no = r.profile_no and o.channel_id = r.channel_id
        and o.programme_id = c.programme_id and o.reminder_id <> r.reminder_id
        and o.reminder_id <> all(${changes.flatMap(({ ids }) => ids)}::integer[]))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * One whose profile has a reminder of the programme again stays as it is. It waits unless it has come already: it comes
 * again where its viewer was told since that the programme is gone, or where that comes later now.
 */
async function bring(db: Db, changes: readonly Change[], nowMs: number): Promise<number> {
  const later = isLater(nowMs)
  let brought = 0
  for (const change of changes) {
    const { numAffectedRows } = await sql`
      update reminder r set ${assigned}, gone_at = null,
        gone_notified_at = case when ${later} then null else r.gone_notified_at end,
        reminded_at = case when ${later} then null else r.reminded_at end,
        state = case when r.reminded_at is null or r.gone_notified_at > r.reminded_at or ${later}
          then 'waiting' else 'reminded' end
      from jsonb_to_recordset(${JSON.stringify([change])}::jsonb) as c(${fields})
      where r.reminder_id in (
          select min(one.reminder_id) from reminder one
          where one.reminder_id = any(c.ids) and one.state = 'gone' group by one.account_id, one.profile_no)
        and not exists (
          select from reminder o where o.account_id = r.account_id and o.profile_no = r.profile_no and o.channel_id = r.channel_id
            and o.programme_id = c.programme_id)`.execute(db)
    brought += Number(numAffectedRows ?? 0)
  }
  return brought
}
