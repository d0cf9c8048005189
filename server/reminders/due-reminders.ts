/** Which reminders are due at a moment, and how they are worked through: each once, in however many processes. */
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { TelevisionSnapshot } from '#server/television/television.ts'
import { defaultMinutes } from './reminder-rows.ts'
import type { ReminderTable } from './tables.ts'

const minuteMs = 60_000
/** The job runs each minute: half of that before the moment rather than up to a whole one after it. */
const earlyMs = minuteMs / 2
/** A guide that is loaded in parts lacks a programme for a moment. */
const goneForMs = 3 * minuteMs
/** Rows of programmes that began earlier stay for days: nobody is told of those. */
const longestMs = 24 * 60 * minuteMs
/** A show that comes again so soon was not taken off the programme. */
const otherWithinMs = 12 * 60 * minuteMs
const rowsAtOnce = 500
const maxBatches = 10_000

/** A reminder with the limit of its profile; null for the first one that nobody has changed. */
export interface DueReminder extends Selectable<ReminderTable> {
  readonly age_limit: number | null
  readonly above_limit: 'hide' | 'ask' | null
  readonly channel_ids: readonly number[] | null
  /** When the profile was changed last. */
  readonly profile_changed_at: Date | null
}

/** What the notifications are made from. */
export interface NotifyParts {
  readonly television: TelevisionSnapshot
  /** Whether its profile must not be told of the programme: the limit may be newer than the reminder. */
  isHidden(reminder: DueReminder): boolean
}

/** Rows of `reminder r` that are due, for a `from`. */
type Due = RawBuilder<unknown>

function dueWhere(condition: RawBuilder<unknown>, nowMs: number): Due {
  const soon = new Date(nowMs + earlyMs)
  // The comparison with the begin is the index's: nobody is notified earlier than a quarter of an hour before.
  return sql`reminder r
    join account a on a.account_id = r.account_id
    left join profile p on p.account_id = r.account_id and p.profile_no = r.profile_no
    left join reminder_setting s on s.account_id = r.account_id and s.profile_no = r.profile_no
    where ${condition} and r.begin_at <= ${new Date(nowMs + earlyMs + 15 * minuteMs)}
      and r.begin_at - make_interval(mins => coalesce(s.minutes_before, ${defaultMinutes})) <= ${soon}
      and r.end_at > ${new Date(nowMs)} and a.state = 'active'`
}

/** Those whose viewers are reminded now. */
export function dueToRemind(nowMs: number): Due {
  return dueWhere(sql`r.state = 'waiting'`, nowMs)
}

/**
 * Those whose viewers would be reminded now, but the guide has the programme no more since before it would have begun. One
 * that came by itself is left out while another broadcast of its show is near.
 */
export function dueToNotifyGone(nowMs: number): Due {
  const condition = sql`r.state = 'gone' and r.gone_notified_at is null and r.gone_at < r.begin_at
    and r.gone_at <= ${new Date(nowMs - goneForMs)} and r.begin_at > ${new Date(nowMs - longestMs)} and not exists (
      select from reminder o where o.followed_programme_id = r.followed_programme_id and o.account_id = r.account_id
        and o.profile_no = r.profile_no and o.state in ('waiting', 'reminded') and o.end_at > r.gone_at
        and abs(extract(epoch from o.begin_at - r.begin_at)) <= ${otherWithinMs / 1000})`
  return dueWhere(condition, nowMs)
}

/** The channels with a reminder that is due. */
export async function dueChannels(db: Db, nowMs: number): Promise<readonly number[]> {
  const { rows } = await sql<{ channel_id: number }>`
    select r.channel_id from ${dueToRemind(nowMs)} union select r.channel_id from ${dueToNotifyGone(nowMs)}`.execute(
    db,
  )
  return rows.map((row) => row.channel_id)
}

interface Batches {
  readonly due: Due
  readonly television: Pick<TelevisionSnapshot, 'channels'>
  readonly signal: AbortSignal | undefined
  /** Notifies and marks, in one transaction; returns how many. */
  handle(trx: DbTransaction, rows: readonly DueReminder[]): Promise<number>
}

/**
 * Works through what is due on channels that are shown; rows that another process works on are left to it. Returns how
 * many were handled.
 */
export async function inBatches(db: Db, { due, television, signal, handle }: Batches): Promise<number> {
  const cids = television.channels.map(({ cid }) => cid)
  let total = 0
  let after = 0
  for (let batch = 0; batch < maxBatches; batch += 1) {
    if (signal?.aborted === true) break
    const { handled, rows } = await db.transaction().execute(async (trx) => {
      const { rows: locked } = await sql<DueReminder>`
        select r.*, p.age_limit, p.above_limit, p.channel_ids, p.updated_at as profile_changed_at
          from ${due} and r.reminder_id > ${after} and r.channel_id = any(${cids}::integer[])
        order by r.reminder_id limit ${rowsAtOnce} for update of r skip locked`.execute(trx)
      return { handled: await handle(trx, locked), rows: locked }
    })
    total += handled
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsAtOnce) break
    after = last.reminder_id
  }
  return total
}
