/** Alarms as the staff sees them. Times are unix milliseconds. */
import type { Db } from '#server/platform/database/database.ts'
import type { AlarmKind, Family } from '#server/alarms/problems/kinds.ts'
import type { DeliveryEvent, DeliveryState } from '#server/alarms/stored/tables.ts'

export interface ListedAlarm {
  readonly alarmId: number
  readonly rule: string
  readonly family: Family
  readonly kind: AlarmKind
  readonly host: string
  readonly beganMs: number
  readonly endedMs: number | null
  /** Nothing of it is there at the moment, but it may come back. */
  readonly isCalm: boolean
  readonly notifiedMs: number | null
  readonly acknowledged: { readonly atMs: number; readonly by: string } | null
  readonly mute: ListedMute | null
  readonly channelCount: number
  /** Some of its channels, by number. */
  readonly channelNames: readonly string[]
}

export interface ListedMute {
  readonly untilMs: number
  readonly by: string
  readonly reason: string
}

export interface AlarmDetails extends ListedAlarm {
  readonly channels: readonly {
    readonly cid: number
    readonly number: number
    readonly name: string
    readonly kind: AlarmKind
    readonly beganMs: number
    readonly endedMs: number | null
  }[]
  readonly notes: readonly { readonly by: string; readonly text: string; readonly atMs: number }[]
  readonly deliveries: readonly Delivery[]
}

export interface Delivery {
  readonly target: string
  readonly event: DeliveryEvent
  readonly state: DeliveryState
  readonly attempts: number
  readonly problem: string
  readonly createdMs: number
}

const namesOfEach = 3
const maxChannels = 1000
const maxNotes = 200

/** Open ones, or ended ones before `beforeId`; the newest first. */
export async function listAlarms(
  db: Db,
  {
    isOpen,
    beforeId,
    limit,
    nowMs,
  }: {
    readonly isOpen: boolean
    readonly beforeId?: number | undefined
    readonly limit: number
    readonly nowMs: number
  },
): Promise<readonly ListedAlarm[]> {
  let query = db
    .selectFrom('alarm')
    .selectAll()
    .where('ended_at', isOpen ? 'is' : 'is not', null)
  if (beforeId !== undefined) query = query.where('alarm_id', '<', beforeId)
  const rows = await query.orderBy('alarm_id', 'desc').limit(limit).execute()
  return describeAlarms(db, rows, nowMs)
}

type Row = Awaited<ReturnType<typeof selectAlarm>> & {}

function selectAlarm(db: Db, alarmId: number) {
  return db.selectFrom('alarm').selectAll().where('alarm_id', '=', alarmId).executeTakeFirst()
}

async function describeAlarms(db: Db, rows: readonly Row[], nowMs: number): Promise<readonly ListedAlarm[]> {
  const channels = await db
    .selectFrom('alarm_channel')
    .select(['alarm_id', 'number', 'name'])
    .where('alarm_id', 'in', [0, ...rows.map(({ alarm_id: id }) => id)])
    .where('channel_id', '<>', 0)
    .orderBy('number')
    .execute()
  const channelsOf = Map.groupBy(channels, ({ alarm_id: id }) => id)
  return rows.map((row) => {
    const own = channelsOf.get(row.alarm_id) ?? []
    const { muted_until: until, acknowledged_at: acknowledgedAt } = row
    return {
      ...{ alarmId: row.alarm_id, rule: row.rule_name, family: row.family, kind: row.kind, host: row.host },
      beganMs: row.began_at.getTime(),
      endedMs: row.ended_at?.getTime() ?? null,
      isCalm: row.calm_since !== null,
      notifiedMs: row.notified_at?.getTime() ?? null,
      acknowledged:
        acknowledgedAt === null ? null : { atMs: acknowledgedAt.getTime(), by: row.acknowledged_by },
      mute:
        until === null || until.getTime() <= nowMs
          ? null
          : { untilMs: until.getTime(), by: row.muted_by, reason: row.mute_reason },
      channelCount: own.length,
      channelNames: own.slice(0, namesOfEach).map(({ number, name }) => `${number} ${name}`),
    }
  })
}

/** One alarm with its channels, notes and messages. */
export async function loadAlarm(db: Db, alarmId: number, nowMs: number): Promise<AlarmDetails | undefined> {
  const row = await selectAlarm(db, alarmId)
  if (row === undefined) return undefined
  const [[listed], channels, notes, deliveries] = await Promise.all([
    describeAlarms(db, [row], nowMs),
    db
      .selectFrom('alarm_channel')
      .selectAll()
      .where('alarm_id', '=', alarmId)
      .orderBy('number')
      .limit(maxChannels)
      .execute(),
    db
      .selectFrom('alarm_note')
      .selectAll()
      .where('alarm_id', '=', alarmId)
      .orderBy('note_id', 'desc')
      .limit(maxNotes)
      .execute(),
    listDeliveries(db, alarmId),
  ])
  if (listed === undefined) return undefined
  return {
    ...listed,
    channels: channels.map((one) => ({
      ...{ cid: one.channel_id, number: one.number, name: one.name, kind: one.kind },
      beganMs: one.began_at.getTime(),
      endedMs: one.ended_at?.getTime() ?? null,
    })),
    notes: notes.map(({ staff_name: by, text, made_at: at }) => ({ by, text, atMs: at.getTime() })),
    deliveries,
  }
}

const maxDeliveries = 100

/** The messages of an alarm, or without one the newest of all. */
export async function listDeliveries(db: Db, alarmId?: number): Promise<readonly Delivery[]> {
  let query = db.selectFrom('alarm_delivery').selectAll()
  if (alarmId !== undefined) query = query.where('alarm_id', '=', alarmId)
  const rows = await query
    .orderBy('delivery_id', 'desc')
    .limit(alarmId === undefined ? 20 : maxDeliveries)
    .execute()
  return rows.map((row) => ({
    ...{ target: row.target_name, event: row.event, state: row.state, attempts: row.attempts },
    ...{ problem: row.problem, createdMs: row.created_at.getTime() },
  }))
}

/** What of the board is muted or in an open alarm, by channel. */
export interface ChannelAlarm {
  readonly alarmId: number | null
  readonly acknowledgedBy: string
  readonly mute: ListedMute | null
}

export async function alarmsOfChannels(db: Db, nowMs: number): Promise<ReadonlyMap<number, ChannelAlarm>> {
  const [open, mutes] = await Promise.all([
    db
      .selectFrom('alarm_channel')
      .innerJoin('alarm', 'alarm.alarm_id', 'alarm_channel.alarm_id')
      .select(['alarm_channel.channel_id', 'alarm.alarm_id', 'alarm.acknowledged_by'])
      .where('alarm.ended_at', 'is', null)
      .where('alarm_channel.ended_at', 'is', null)
      .orderBy('alarm.alarm_id')
      .execute(),
    db.selectFrom('alarm_channel_mute').selectAll().where('muted_until', '>', new Date(nowMs)).execute(),
  ])
  const result = new Map<number, ChannelAlarm>()
  for (const row of open)
    result.set(row.channel_id, { alarmId: row.alarm_id, acknowledgedBy: row.acknowledged_by, mute: null })
  for (const row of mutes)
    result.set(row.channel_id, {
      ...(result.get(row.channel_id) ?? { alarmId: null, acknowledgedBy: '' }),
      mute: { untilMs: row.muted_until.getTime(), by: row.muted_by, reason: row.reason },
    })
  return result
}
