/** Who gets the summary of the week. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Day } from '#server/reports/days/days.ts'

export interface WeeklyTarget {
  readonly targetId: number
  readonly name: string
  readonly kind: 'telegram' | 'email'
  readonly language: 'ru' | 'uz' | 'en'
  readonly isOn: boolean
}

/** The targets of alarms that take a text. */
export async function listWeekly(db: Db): Promise<readonly WeeklyTarget[]> {
  const { rows } = await sql<WeeklyTarget>`
    select target_id as "targetId", name, kind, language, report_weekly.target_id is not null as "isOn"
    from alarm_target left join report_weekly using (target_id)
    where kind in ('telegram', 'email') order by name, target_id limit 200`.execute(db)
  return rows
}

/** Sends the summary to a target from the next Monday on, or no more; returns the target, or undefined without it. */
export async function saveWeekly(
  db: Db,
  { targetId, isOn, thisWeek }: Pick<WeeklyTarget, 'targetId' | 'isOn'> & { readonly thisWeek: Day },
): Promise<WeeklyTarget | undefined> {
  const target = (await listWeekly(db)).find((one) => one.targetId === targetId)
  if (target === undefined) return undefined
  await (
    isOn
      ? sql`insert into report_weekly (target_id, sent_week)
          select target_id, ${thisWeek}::date from alarm_target where target_id = ${targetId}
          on conflict do nothing`
      : sql`delete from report_weekly where target_id = ${targetId}`
  ).execute(db)
  return target
}

/** Those that did not get the summary of the week that ended before this Monday. */
export async function waitingForWeek(db: Db, week: Day): Promise<readonly number[]> {
  const { rows } = await sql<{ target: number }>`
    select target_id as target from report_weekly
    where sent_week is null or sent_week < ${week}::date order by target_id limit 200`.execute(db)
  return rows.map(({ target }) => target)
}

/** The language of a target that waits for the summary; undefined for any other. */
export async function languageOfWaiting(
  db: Db,
  targetId: number,
  week: Day,
): Promise<WeeklyTarget['language'] | undefined> {
  const { rows } = await sql<Pick<WeeklyTarget, 'language'>>`
    select language from report_weekly join alarm_target using (target_id)
    where target_id = ${targetId} and (sent_week is null or sent_week < ${week}::date)`.execute(db)
  return rows[0]?.language
}

export async function noteSent(db: Db, targetId: number, week: Day): Promise<void> {
  await sql`update report_weekly set sent_week = ${week}::date where target_id = ${targetId}`.execute(db)
}
