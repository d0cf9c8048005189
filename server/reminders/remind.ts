/** Notifies viewers of programmes that start soon. */
import { sql } from 'kysely'
import { reminderHrefOf } from '#contract/channels/reminders.ts'
import { writeNotifications } from '#server/notifications/notifications.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { TelevisionSnapshot } from '#server/television/television.ts'
import { defaultMinutes, programmeOf } from './reminder-rows.ts'
import { reminderWords } from './reminder-words.ts'
import type { ReminderTable } from './tables.ts'
import type { Selectable } from 'kysely'

const minuteMs = 60_000
/** The job runs each minute: half of that before the moment rather than up to a whole one after it. */
const earlyMs = minuteMs / 2
/** A device that comes online so long after the start is not told of it any more. */
const pushAfterMs = 5 * minuteMs
const rowsAtOnce = 500
const maxBatches = 10_000

/** The channels with a reminder that is due. */
export async function dueChannels(db: Db, nowMs: number): Promise<readonly number[]> {
  const { rows } = await sql<{ channel_id: number }>`
    select distinct r.channel_id from ${due(nowMs)}`.execute(db)
  return rows.map((row) => row.channel_id)
}

/** A reminder with the limit of its profile; null for the first one that nobody has changed. */
export interface DueReminder extends Selectable<ReminderTable> {
  readonly age_limit: number | null
  readonly above_limit: 'hide' | 'ask' | null
  readonly channel_ids: readonly number[] | null
}

interface RemindParts {
  readonly television: TelevisionSnapshot
  /** Whether its profile must not be told of the programme: the limit may be newer than the reminder. */
  isHidden(reminder: DueReminder): boolean
}

function due(nowMs: number) {
  const soon = new Date(nowMs + earlyMs)
  // The first comparison is the index's: nobody is reminded earlier than a quarter of an hour before.
  return sql`reminder r
    join account a on a.account_id = r.account_id
    left join profile p on p.account_id = r.account_id and p.profile_no = r.profile_no
    left join reminder_setting s on s.account_id = r.account_id and s.profile_no = r.profile_no
    where r.state = 'waiting' and r.begin_at <= ${new Date(nowMs + earlyMs + 15 * minuteMs)}
      and r.begin_at - make_interval(mins => coalesce(s.minutes_before, ${defaultMinutes})) <= ${soon}
      and r.end_at > ${new Date(nowMs)} and a.state = 'active'`
}

/**
 * Notifies of everything that its profile may see and that is due on channels that are shown, each reminder once: the notification and the mark are one
 * transaction, and rows that another process works on are left to it. Returns how many.
 */
export async function remindDue(
  db: Db,
  { television, isHidden }: RemindParts,
  nowMs: number,
  signal?: AbortSignal,
): Promise<number> {
  let total = 0
  let after = 0
  for (let batch = 0; batch < maxBatches; batch += 1) {
    if (signal?.aborted === true) break
    const rows = await db.transaction().execute(async (trx) => {
      const { rows: locked } = await sql<DueReminder>`
        select r.*, p.age_limit, p.above_limit, p.channel_ids from ${due(nowMs)} and r.reminder_id > ${after}
          and r.channel_id = any(${television.channels.map(({ cid }) => cid)}::integer[])
        order by r.reminder_id limit ${rowsAtOnce} for update of r skip locked`.execute(trx)
      await writeNotifications(
        trx,
        locked.filter((row) => !isHidden(row)).map((row) => noticeOf(row, television, nowMs)),
      )
      await trx
        .updateTable('reminder')
        .set({ state: 'reminded', reminded_at: new Date(nowMs) })
        .where('reminder_id', 'in', [0, ...locked.map((row) => row.reminder_id)])
        .execute()
      return locked
    })
    total += rows.length
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsAtOnce) break
    after = last.reminder_id
  }
  return total
}

function noticeOf(row: Selectable<ReminderTable>, television: TelevisionSnapshot, nowMs: number) {
  const { beginMs, title, pid } = programmeOf(row)
  const channel = television.channel(row.channel_id)?.name ?? { ru: '', uz: '' }
  const untilMs = beginMs - nowMs
  const minutes = untilMs < -minuteMs ? -1 : Math.max(0, Math.round(untilMs / minuteMs))
  return {
    accountId: row.account_id,
    profileNo: row.profile_no,
    ...reminderWords({ title, channel, beginMs }, minutes),
    href: reminderHrefOf(row.channel_id, pid ?? 0),
    createdAtMs: nowMs,
    pushUntilMs: Math.max(beginMs, nowMs) + pushAfterMs,
  }
}
