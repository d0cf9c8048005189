/** Rules of alarms and where they are sent, in the console. */
import type { consoleAlarms as endpoints } from '#contract/console/alarms.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { roleMay } from '#contract/form/permissions.ts'
import {
  deliver,
  listDeliveries,
  listRules,
  listTargets,
  queueTest,
  removeRule,
  removeTarget,
  saveRule,
  saveTarget,
  type SendingTools,
} from '#server/alarms/alarms.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { ConsoleHandlers } from '#server/console/admission/bind-console.ts'
import type { Messages } from '#server/messages/messages.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Seal } from '#server/platform/installation/seal.ts'
import {
  auditedRule,
  auditedTarget,
  presentDelivery,
  presentRule,
  presentTarget,
  ruleFieldsOf,
} from './present-alarms.ts'
import { recordAlarm } from './record-alarm.ts'

export interface AlarmSettingsDeps extends SendingTools {
  readonly db: Db
  readonly audit: Audit
  readonly seal: Seal
  readonly messages: Pick<Messages, 'sendSms' | 'canSend'>
}

export function ruleHandlers(
  deps: AlarmSettingsDeps,
): ConsoleHandlers<typeof endpoints, 'rules' | 'saveRule' | 'removeRule'> {
  const { db, settings, messages } = deps
  return {
    rules: async (_, { staff }) => {
      const [rules, targets, deliveries] = await Promise.all([
        listRules(db),
        listTargets(db),
        listDeliveries(db),
      ])
      const mayEdit = roleMay(staff.role, { section: 'health', level: 'edit' })
      return respond({
        rules: rules.map(presentRule),
        targets: targets.map((target) => presentTarget(target, mayEdit)),
        deliveries: deliveries.map(presentDelivery),
        can_send: { email: settings.EKRAN_MAIL !== undefined, sms: messages.canSend().sms },
      })
    },
    saveRule: async (input, call) => {
      const fields = ruleFieldsOf(input)
      const outcome = await saveRule(db, input.rule_id, fields)
      if (outcome.kind === 'full') return reject('alarm_settings_full', { values: { limit: outcome.max } })
      if (outcome.kind !== 'saved') return reject('alarm_setting_not_found')
      await recordAlarm(deps, call, 'alarm_rule_saved', {
        subject: `alarm rule ${outcome.ruleId}`,
        before: outcome.before === undefined ? undefined : auditedRule(outcome.before),
        after: auditedRule(fields),
      })
      return respond({ rule_id: outcome.ruleId })
    },
    removeRule: async ({ rule_id: ruleId }, call) => {
      const before = await removeRule(db, ruleId)
      if (before === undefined) return reject('alarm_setting_not_found')
      const subject = `alarm rule ${ruleId}`
      await recordAlarm(deps, call, 'alarm_rule_removed', { subject, before: auditedRule(before) })
      return respond({ rule_id: ruleId })
    },
  }
}

export function targetHandlers(
  deps: AlarmSettingsDeps,
): ConsoleHandlers<typeof endpoints, 'saveTarget' | 'removeTarget' | 'testTarget'> {
  const { db, clock } = deps
  return {
    saveTarget: async ({ target_id: targetId, ...fields }, call) => {
      const outcome = await saveTarget(deps, targetId, fields)
      if (outcome.kind === 'full') return reject('alarm_settings_full', { values: { limit: outcome.max } })
      if (outcome.kind === 'not_found') return reject('alarm_setting_not_found')
      if (outcome.kind === 'wrong')
        return reject(outcome.field === 'address' ? 'alarm_target_address' : 'alarm_target_secret')
      await recordAlarm(deps, call, 'alarm_target_saved', {
        subject: `alarm target ${outcome.targetId}`,
        before: outcome.before === undefined ? undefined : auditedTarget(outcome.before),
        after: auditedTarget(fields),
      })
      return respond({ target_id: outcome.targetId })
    },
    removeTarget: async ({ target_id: targetId }, call) => {
      const before = await removeTarget(db, targetId)
      if (before === undefined) return reject('alarm_setting_not_found')
      const subject = `alarm target ${targetId}`
      await recordAlarm(deps, call, 'alarm_target_removed', { subject, before: auditedTarget(before) })
      return respond({ target_id: targetId })
    },
    testTarget: async ({ target_id: targetId }, call) => {
      const deliveryId = await queueTest(db, targetId, clock.nowMs())
      if (deliveryId === undefined) return reject('alarm_setting_not_found')
      // One attempt, at once: the person waits for its outcome.
      const outcome = await deliver(deps, deliveryId, { isLast: true, signal: call.signal })
      await recordAlarm(deps, call, 'alarm_target_tested', { subject: `alarm target ${targetId}` })
      return respond({
        is_sent: outcome?.kind === 'sent',
        problem: outcome?.kind === 'failed' ? outcome.problem : '',
      })
    },
  }
}
