/** What the staff does about alarms: each returns false when there is no such alarm. */
import type { Db } from '#server/platform/database/database.ts'

/** The author of an act: '' at the command line. */
export interface AlarmAuthor {
  readonly name: string
  readonly nowMs: number
}

export interface MuteRequest {
  readonly minutes: number
  readonly reason: string
}

/** Somebody takes care of it. The first one stays. */
export async function acknowledgeAlarm(
  db: Db,
  alarmId: number,
  { name, nowMs }: AlarmAuthor,
): Promise<boolean> {
  const row = await db
    .updateTable('alarm')
    .set(({ fn, val, eb }) => ({
      acknowledged_by: eb
        .case()
        .when('acknowledged_at', 'is', null)
        .then(val(name))
        .else(eb.ref('acknowledged_by'))
        .end(),
      acknowledged_at: fn.coalesce('acknowledged_at', val(new Date(nowMs))),
    }))
    .where('alarm_id', '=', alarmId)
    .executeTakeFirst()
  return row.numUpdatedRows > 0n
}

/** No message of it is sent until then; its end in that time is not told either. */
export async function muteAlarm(
  db: Db,
  alarmId: number,
  { minutes, reason }: MuteRequest,
  { name, nowMs }: AlarmAuthor,
): Promise<boolean> {
  const row = await db
    .updateTable('alarm')
    .set({ muted_until: new Date(nowMs + minutes * 60_000), muted_by: name, mute_reason: reason })
    .where('alarm_id', '=', alarmId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row.numUpdatedRows > 0n
}

export async function unmuteAlarm(db: Db, alarmId: number): Promise<boolean> {
  const row = await db
    .updateTable('alarm')
    .set({ muted_until: null, muted_by: '', mute_reason: '' })
    .where('alarm_id', '=', alarmId)
    .executeTakeFirst()
  return row.numUpdatedRows > 0n
}

export async function addAlarmNote(
  db: Db,
  alarmId: number,
  text: string,
  { name, nowMs }: AlarmAuthor,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const alarm = await tx
      .selectFrom('alarm')
      .select('alarm_id')
      .where('alarm_id', '=', alarmId)
      .forKeyShare()
      .executeTakeFirst()
    if (alarm === undefined) return false
    await tx
      .insertInto('alarm_note')
      .values({ alarm_id: alarmId, staff_name: name, text, made_at: new Date(nowMs) })
      .execute()
    return true
  })
}

/** Nothing is raised for a channel until then. The caller knows that the channel exists. */
export async function muteChannel(
  db: Db,
  cid: number,
  { minutes, reason }: MuteRequest,
  { name, nowMs }: AlarmAuthor,
): Promise<void> {
  const values = {
    ...{ muted_until: new Date(nowMs + minutes * 60_000), muted_by: name, reason },
    made_at: new Date(nowMs),
  }
  await db
    .insertInto('alarm_channel_mute')
    .values({ channel_id: cid, ...values })
    .onConflict((conflict) => conflict.column('channel_id').doUpdateSet(values))
    .execute()
}

export async function unmuteChannel(db: Db, cid: number): Promise<void> {
  await db.deleteFrom('alarm_channel_mute').where('channel_id', '=', cid).execute()
}
