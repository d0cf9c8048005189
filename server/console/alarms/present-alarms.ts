/** Alarms in the contract's shape, and back. Pure. */
import type { consoleAlarms } from '#contract/console/alarms.ts'
import type { ParsedOf, ResponseOf } from '#contract/form/endpoint.ts'
import type {
  AlarmDetails,
  Delivery,
  ListedAlarm,
  RuleFields,
  StaffRule,
  StaffTarget,
} from '#server/alarms/alarms.ts'

export function presentAlarm(alarm: ListedAlarm): ResponseOf<typeof consoleAlarms.list>['alarms'][number] {
  const { acknowledged, mute } = alarm
  return {
    ...{ alarm_id: alarm.alarmId, rule: alarm.rule, kind: alarm.kind, host: alarm.host },
    began_at: secOf(alarm.beganMs),
    ended_at: secOrNull(alarm.endedMs),
    is_calm: alarm.isCalm,
    notified_at: secOrNull(alarm.notifiedMs),
    acknowledged: acknowledged === null ? null : { at: secOf(acknowledged.atMs), by: acknowledged.by },
    mute: mute === null ? null : { until: secOf(mute.untilMs), by: mute.by, reason: mute.reason },
    channel_count: alarm.channelCount,
    channel_names: [...alarm.channelNames],
  }
}

export function presentDetails(alarm: AlarmDetails): ResponseOf<typeof consoleAlarms.one> {
  return {
    ...presentAlarm(alarm),
    channels: alarm.channels.map(({ cid, number, name, kind, beganMs, endedMs }) => ({
      ...{ cid, number, name, kind },
      began_at: secOf(beganMs),
      ended_at: secOrNull(endedMs),
    })),
    notes: alarm.notes.map(({ by, text, atMs }) => ({ by, text, at: secOf(atMs) })),
    deliveries: alarm.deliveries.map(presentDelivery),
  }
}

export function presentDelivery(
  delivery: Delivery,
): ResponseOf<typeof consoleAlarms.rules>['deliveries'][number] {
  const { target, event, state, attempts, problem, createdMs } = delivery
  return { target, event, state, attempts, problem, created_at: secOf(createdMs) }
}

export function presentRule(rule: StaffRule): ResponseOf<typeof consoleAlarms.rules>['rules'][number] {
  return {
    ...{ rule_id: rule.ruleId, name: rule.name, kinds: [...rule.kinds], minutes: rule.minutes },
    ...{ quiet_from: rule.quietFrom, quiet_until: rule.quietUntil, target_ids: [...rule.targetIds] },
    is_on: rule.isOn,
  }
}

/** `mayEdit`: others see of a webhook only its host, because its address can be a secret. */
export function presentTarget(
  { targetId, kind, name, address, language, hasSecret }: StaffTarget,
  mayEdit: boolean,
): ResponseOf<typeof consoleAlarms.rules>['targets'][number] {
  return {
    ...{ target_id: targetId, kind, name, language, has_secret: hasSecret },
    address: kind === 'webhook' && !mayEdit ? new URL(address).origin : address,
  }
}

export function ruleFieldsOf(input: ParsedOf<typeof consoleAlarms.saveRule>): RuleFields {
  // Half a period is none.
  const isQuiet = input.quiet_from !== null && input.quiet_until !== null
  return {
    ...{ name: input.name, kinds: input.kinds, minutes: input.minutes, isOn: input.is_on },
    quietFrom: isQuiet ? input.quiet_from : null,
    quietUntil: isQuiet ? input.quiet_until : null,
    targetIds: input.target_ids,
  }
}

/** A rule as the audit has it. */
export function auditedRule(rule: RuleFields): Readonly<Record<string, unknown>> {
  const { name, kinds, minutes, quietFrom, quietUntil, targetIds, isOn } = rule
  return {
    name,
    kinds,
    minutes,
    quiet_from: quietFrom,
    quiet_until: quietUntil,
    target_ids: targetIds,
    is_on: isOn,
  }
}

/** A target as the audit has it: without its secret, and of a webhook without the path. */
export function auditedTarget(
  target: Omit<StaffTarget, 'targetId' | 'hasSecret' | 'secretOrigin'>,
): Readonly<Record<string, unknown>> {
  const { kind, name, address, language } = target
  return { kind, name, address: kind === 'webhook' ? new URL(address).origin : address, language }
}

function secOf(ms: number): number {
  return Math.floor(ms / 1000)
}

function secOrNull(ms: number | null): number | null {
  return ms === null ? null : secOf(ms)
}
