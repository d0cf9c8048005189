/** Alarms, rules and mutes of the database as values, and what an evaluation changed written back. */
import { type Kysely, sql, type Insertable } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import type { Alarm, AlarmChannel, RecentAlarm, Rule } from '#server/alarms/rules/alarm.ts'
import { type Situation, recentMs } from '#server/alarms/rules/evaluate.ts'
import './tables.ts'

/** More at once would be looked at by nobody; the rest follows with the next evaluation. */
const maxAlarms = 2000
const atOnce = 500

/** Everything that an evaluation needs besides the problems. */
export async function loadSituation(
  db: Kysely<Database>,
  nowMs: number,
): Promise<Omit<Situation, 'problems'>> {
  const [alarms, recent, rules, mutes] = await Promise.all([
    loadOpenAlarms(db),
    loadRecent(db, nowMs),
    loadRules(db),
    db
      .selectFrom('alarm_channel_mute')
      .select('channel_id')
      .where('muted_until', '>', new Date(nowMs))
      .execute(),
  ])
  return { alarms, recent, rules, mutedIds: new Set(mutes.map(({ channel_id: cid }) => cid)) }
}

export async function loadRules(db: Kysely<Database>): Promise<readonly Rule[]> {
  const rows = await db.selectFrom('alarm_rule').selectAll().orderBy('rule_id').execute()
  return rows.map((row) => ({
    ruleId: row.rule_id,
    name: row.name,
    kinds: row.kinds,
    minutes: row.minutes,
    quietFrom: row.quiet_from,
    quietUntil: row.quiet_until,
    isOn: row.is_on,
  }))
}

/** Open ones, and those whose end is still to be told. */
async function loadOpenAlarms(db: Kysely<Database>): Promise<readonly Alarm[]> {
  const rows = await db
    .selectFrom('alarm')
    .selectAll()
    .where((where) => where.or([where('ended_at', 'is', null), where('end_notified_at', 'is', null)]))
    .orderBy('alarm_id')
    .limit(maxAlarms)
    .execute()
  const ids = rows.map(({ alarm_id: id }) => id)
  const channels = await db
    .selectFrom('alarm_channel')
    .selectAll()
    .where('alarm_id', 'in', [0, ...ids])
    .orderBy('number')
    .execute()
  const channelsOf = Map.groupBy(channels, ({ alarm_id: id }) => id)
  return rows.map((row) => ({
    ...{ alarmId: row.alarm_id, ruleId: row.rule_id, ruleName: row.rule_name, family: row.family },
    ...{ host: row.host, kind: row.kind, beganMs: row.began_at.getTime(), raisedMs: row.raised_at.getTime() },
    calmSinceMs: row.calm_since?.getTime() ?? null,
    endedMs: row.ended_at?.getTime() ?? null,
    notifiedMs: row.notified_at?.getTime() ?? null,
    endNotifiedMs: row.end_notified_at?.getTime() ?? null,
    mutedUntilMs: row.muted_until?.getTime() ?? null,
    channels: new Map(
      (channelsOf.get(row.alarm_id) ?? []).map((one): [number, AlarmChannel] => [
        one.channel_id,
        {
          ...{ number: one.number, name: one.name, kind: one.kind, beganMs: one.began_at.getTime() },
          endedMs: one.ended_at?.getTime() ?? null,
        },
      ]),
    ),
  }))
}

async function loadRecent(db: Kysely<Database>, nowMs: number): Promise<readonly RecentAlarm[]> {
  const from = new Date(nowMs - recentMs)
  const rows = await db
    .selectFrom('alarm')
    .select(['rule_id', 'family', 'host', 'raised_at', 'ended_at'])
    .where((where) => where.or([where('raised_at', '>', from), where('ended_at', '>', from)]))
    .limit(maxAlarms)
    .execute()
  return rows.map((row) => ({
    ...{ ruleId: row.rule_id, family: row.family, host: row.host },
    raisedMs: row.raised_at.getTime(),
    endedMs: row.ended_at?.getTime() ?? null,
  }))
}

/** Writes an alarm and its channels; returns its number. */
export async function saveAlarm(tx: DbTransaction, alarm: Alarm): Promise<number> {
  const alarmId = alarm.alarmId ?? (await insertAlarm(tx, alarm))
  if (alarm.alarmId !== null)
    // A mute and an acknowledgement by the staff are not written: they may have changed meanwhile.
    await tx.updateTable('alarm').set(changingFields(alarm)).where('alarm_id', '=', alarmId).execute()
  const rows = [...alarm.channels].map(([cid, channel]): Insertable<Database['alarm_channel']> => ({
    ...{ alarm_id: alarmId, channel_id: cid, number: channel.number, name: channel.name.slice(0, 200) },
    ...{ kind: channel.kind, began_at: new Date(channel.beganMs), ended_at: dateOf(channel.endedMs) },
  }))
  for (let at = 0; at < rows.length; at += atOnce)
    await tx
      .insertInto('alarm_channel')
      .values(rows.slice(at, at + atOnce))
      .onConflict((conflict) =>
        conflict.columns(['alarm_id', 'channel_id']).doUpdateSet(({ ref }) => ({
          number: ref('excluded.number'),
          name: ref('excluded.name'),
          kind: ref('excluded.kind'),
          began_at: ref('excluded.began_at'),
          ended_at: ref('excluded.ended_at'),
        })),
      )
      .execute()
  return alarmId
}

async function insertAlarm(tx: DbTransaction, alarm: Alarm): Promise<number> {
  const { alarm_id: alarmId } = await tx
    .insertInto('alarm')
    .values({
      ...{ rule_id: alarm.ruleId, rule_name: alarm.ruleName, family: alarm.family, host: alarm.host },
      raised_at: new Date(alarm.raisedMs),
      ...changingFields(alarm),
    })
    .returning('alarm_id')
    .executeTakeFirstOrThrow()
  return alarmId
}

function changingFields(alarm: Alarm) {
  return {
    kind: alarm.kind,
    began_at: new Date(alarm.beganMs),
    calm_since: dateOf(alarm.calmSinceMs),
    ended_at: dateOf(alarm.endedMs),
    notified_at: dateOf(alarm.notifiedMs),
    end_notified_at: dateOf(alarm.endNotifiedMs),
  }
}

function dateOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms)
}

/** Whether this process evaluates now: one at a time, in all processes. Held until the transaction ends. */
export async function lockAlarms(tx: DbTransaction): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('ekran alarms')) as locked`.execute(tx)
  return rows[0]?.locked === true
}

/** Removes ended alarms, deliveries and mutes that are older than `beforeMs`. */
export async function deleteOldAlarms(db: Db, beforeMs: number): Promise<void> {
  const before = new Date(beforeMs)
  await db.deleteFrom('alarm').where('ended_at', '<', before).execute()
  await db.deleteFrom('alarm_delivery').where('created_at', '<', before).execute()
  await db.deleteFrom('alarm_channel_mute').where('muted_until', '<', before).execute()
}
