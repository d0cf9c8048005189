/** Messages that are to be sent, and what became of them. */
import type { Kysely } from 'kysely'
import type { DbTransaction } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import '#server/alarms/stored/tables.ts'

/** A message older than this is news for nobody. */
const longestMs = 3_600_000
const atOnce = 200

/** Queues the message for each target of the rule; the end of an alarm for those that were told of its beginning. */
export async function queueDeliveries(
  tx: DbTransaction,
  {
    alarmId,
    ruleId,
    event,
    nowMs,
  }: {
    readonly alarmId: number
    readonly ruleId: number | null
    readonly event: 'raised' | 'ended'
    readonly nowMs: number
  },
): Promise<void> {
  const targets =
    event === 'raised'
      ? await tx
          .selectFrom('alarm_target')
          .innerJoin('alarm_rule', (join) =>
            join.on((on) => on('alarm_target.target_id', '=', on.fn.any('alarm_rule.target_ids'))),
          )
          .select(['alarm_target.target_id', 'alarm_target.name'])
          .where('alarm_rule.rule_id', '=', ruleId)
          .execute()
      : await tx
          .selectFrom('alarm_target')
          .innerJoin('alarm_delivery', 'alarm_delivery.target_id', 'alarm_target.target_id')
          .select(['alarm_target.target_id', 'alarm_target.name'])
          .where('alarm_delivery.alarm_id', '=', alarmId)
          .where('alarm_delivery.event', '=', 'raised')
          .execute()
  if (targets.length === 0) return
  await tx
    .insertInto('alarm_delivery')
    .values(
      targets.map(({ target_id: targetId, name }) => ({
        ...{ alarm_id: alarmId, target_id: targetId, target_name: name, event },
        ...{ created_at: new Date(nowMs), settled_at: null },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Queues a test message; undefined without such a target. */
export async function queueTest(
  db: Kysely<Database>,
  targetId: number,
  nowMs: number,
): Promise<number | undefined> {
  const target = await db
    .selectFrom('alarm_target')
    .select('name')
    .where('target_id', '=', targetId)
    .executeTakeFirst()
  if (target === undefined) return undefined
  const { delivery_id: deliveryId } = await db
    .insertInto('alarm_delivery')
    .values({
      ...{ alarm_id: null, target_id: targetId, target_name: target.name, event: 'test' },
      ...{ created_at: new Date(nowMs), settled_at: null },
    })
    .returning('delivery_id')
    .executeTakeFirstOrThrow()
  return deliveryId
}

/** Those that wait for an attempt. What waits too long is given up. */
export async function waitingDeliveries(db: Kysely<Database>, nowMs: number): Promise<readonly number[]> {
  await db
    .updateTable('alarm_delivery')
    .set({ state: 'failed', settled_at: new Date(nowMs), problem: 'not delivered within an hour' })
    .where('state', '=', 'waiting')
    .where('created_at', '<', new Date(nowMs - longestMs))
    .execute()
  const rows = await db
    .selectFrom('alarm_delivery')
    .select('delivery_id')
    .where('state', '=', 'waiting')
    .orderBy('delivery_id')
    .limit(atOnce)
    .execute()
  return rows.map(({ delivery_id: id }) => id)
}
