/** One look at the alarms: what changed is written, with the messages to be sent, in one transaction. */
import type { CurrentProblem, Alarm } from '#server/alarms/rules/alarm.ts'
import { evaluate } from '#server/alarms/rules/evaluate.ts'
import { loadSituation, lockAlarms, saveAlarm } from '#server/alarms/stored/situation.ts'
import { queueDeliveries } from '#server/alarms/delivery/delivery-queue.ts'
import type { Db } from '#server/platform/database/database.ts'

export interface LookResult {
  readonly raised: number
  readonly ended: number
}

/** Undefined: another process looks just now. */
export async function evaluateAlarms(
  db: Db,
  problems: readonly CurrentProblem[],
  nowMs: number,
): Promise<LookResult | undefined> {
  return db.transaction().execute(async (tx) => {
    if (!(await lockAlarms(tx))) return undefined
    const situation = await loadSituation(tx, nowMs)
    const { alarms, notices } = evaluate({ ...situation, problems }, nowMs)
    const before = new Map(situation.alarms.map((alarm) => [alarm.alarmId, fingerprint(alarm)]))
    const ids = new Map<Alarm, number>()
    for (const alarm of alarms)
      if (alarm.alarmId === null || before.get(alarm.alarmId) !== fingerprint(alarm))
        ids.set(alarm, await saveAlarm(tx, alarm))
    for (const { alarm, event } of notices) {
      const alarmId = ids.get(alarm)
      if (alarmId !== undefined) await queueDeliveries(tx, { alarmId, ruleId: alarm.ruleId, event, nowMs })
    }
    const count = (event: 'raised' | 'ended') => notices.filter((notice) => notice.event === event).length
    return { raised: count('raised'), ended: count('ended') }
  })
}

function fingerprint({ channels, ...facts }: Alarm): string {
  return JSON.stringify([facts, [...channels]])
}
