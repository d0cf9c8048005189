/** Rules of alarms by hand. */
import type { Db } from '#server/platform/database/database.ts'
import type { AlarmKind } from '#server/alarms/problems/kinds.ts'
import '#server/alarms/stored/tables.ts'

/** More would be looked at by nobody. */
export const maxRules = 50

export interface RuleFields {
  readonly name: string
  readonly kinds: readonly AlarmKind[]
  readonly minutes: number
  /** Minutes of the day in Tashkent; both null for none. */
  readonly quietFrom: number | null
  readonly quietUntil: number | null
  readonly targetIds: readonly number[]
  readonly isOn: boolean
}

export interface StaffRule extends RuleFields {
  readonly ruleId: number
}

export type RuleSaved =
  | { readonly kind: 'saved'; readonly ruleId: number; readonly before: StaffRule | undefined }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'target_not_found' }
  | { readonly kind: 'full'; readonly max: number }

export async function listRules(db: Db): Promise<readonly StaffRule[]> {
  const rows = await db.selectFrom('alarm_rule').selectAll().orderBy('rule_id').execute()
  return rows.map((row) => ({
    ...{ ruleId: row.rule_id, name: row.name, kinds: row.kinds, minutes: row.minutes, isOn: row.is_on },
    ...{ quietFrom: row.quiet_from, quietUntil: row.quiet_until, targetIds: row.target_ids },
  }))
}

/** `ruleId` null adds one. */
export async function saveRule(db: Db, ruleId: number | null, fields: RuleFields): Promise<RuleSaved> {
  return db.transaction().execute(async (tx) => {
    const all = await listRules(tx)
    const before = all.find((rule) => rule.ruleId === ruleId)
    if (ruleId !== null && before === undefined) return { kind: 'not_found' }
    if (ruleId === null && all.length >= maxRules) return { kind: 'full', max: maxRules }
    const targets = await tx.selectFrom('alarm_target').select('target_id').execute()
    const targetIds = [...new Set(fields.targetIds)]
    if (targetIds.some((id) => !targets.some((target) => target.target_id === id)))
      return { kind: 'target_not_found' }
    const values = {
      ...{
        name: fields.name,
        kinds: [...new Set(fields.kinds)],
        minutes: fields.minutes,
        is_on: fields.isOn,
      },
      ...{ quiet_from: fields.quietFrom, quiet_until: fields.quietUntil, target_ids: targetIds },
    }
    if (ruleId !== null) {
      await tx.updateTable('alarm_rule').set(values).where('rule_id', '=', ruleId).execute()
      return { kind: 'saved', ruleId, before }
    }
    const added = await tx
      .insertInto('alarm_rule')
      .values(values)
      .returning('rule_id')
      .executeTakeFirstOrThrow()
    return { kind: 'saved', ruleId: added.rule_id, before: undefined }
  })
}

/** Returns the removed rule; undefined without such a one. Its open alarms end in silence. */
export async function removeRule(db: Db, ruleId: number): Promise<StaffRule | undefined> {
  const before = (await listRules(db)).find((rule) => rule.ruleId === ruleId)
  await db.deleteFrom('alarm_rule').where('rule_id', '=', ruleId).execute()
  return before
}
