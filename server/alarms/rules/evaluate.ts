/**
 * Which alarms there are after a look at all problems, and what is told of them. Pure.
 *
 * Problems of one family and one host that begin within five minutes are one alarm. One that pauses is the same alarm:
 * it ends when nothing of it was there for five minutes, and for longer each time it comes back.
 */
import { familyOf, type Family, worstOf } from '#server/alarms/problems/kinds.ts'
import {
  type Alarm,
  type AlarmChannel,
  type CurrentProblem,
  manyHosts,
  type Notice,
  type RecentAlarm,
  type Rule,
} from './alarm.ts'
import { isQuiet } from './quiet-hours.ts'

const minuteMs = 60_000
/** What begins within this time of the first problem belongs to the same alarm. */
const windowMs = 5 * minuteMs
const calmMs = 5 * minuteMs
const longestCalmMs = 60 * minuteMs
/** How far back ended alarms lengthen the calm, and raised ones count for the limit. */
export const recentMs = 6 * 60 * minuteMs
/** Of one rule; what is over it becomes one alarm of each family. */
export const alarmsPerHour = 20

export interface Situation {
  /** Those that are open, and ended ones whose end is still to be told. */
  readonly alarms: readonly Alarm[]
  readonly recent: readonly RecentAlarm[]
  readonly problems: readonly CurrentProblem[]
  readonly rules: readonly Rule[]
  /** Channels that are muted. */
  readonly mutedIds: ReadonlySet<number>
}

export interface Evaluated {
  /** The alarms of the situation as they are now, then new ones. */
  readonly alarms: readonly Alarm[]
  readonly notices: readonly Notice[]
}

export function evaluate(situation: Situation, nowMs: number): Evaluated {
  const { alarms, recent, rules } = situation
  const active = rules.filter(({ isOn }) => isOn)
  const orphans = alarms.filter(({ ruleId }) => !active.some((rule) => rule.ruleId === ruleId))
  const results: Evaluated[] = [
    // Nobody is there to be told.
    { alarms: orphans.map((alarm) => abandoned(alarm, nowMs)), notices: [] },
    ...active.map((rule) => {
      const own = alarms.filter(({ ruleId }) => ruleId === rule.ruleId)
      const ownRecent = recent.filter(({ ruleId }) => ruleId === rule.ruleId)
      return evaluateRule(rule, { ...situation, alarms: own, recent: ownRecent }, nowMs)
    }),
  ]
  return {
    alarms: results.flatMap((result) => result.alarms),
    notices: results.flatMap((result) => result.notices),
  }
}

function abandoned(alarm: Alarm, nowMs: number): Alarm {
  return { ...alarm, endedMs: alarm.endedMs ?? nowMs, endNotifiedMs: alarm.endNotifiedMs ?? nowMs }
}

function evaluateRule(rule: Rule, situation: Omit<Situation, 'rules'>, nowMs: number): Evaluated {
  const { alarms, recent, problems, mutedIds } = situation
  const open = alarms.filter(({ endedMs }) => endedMs === null)
  const renewed = open.map((alarm) => renew(alarm, problems, nowMs))
  const all = raise(rule, { ...situation, alarms: renewed }, nowMs)
  const settled = [
    ...alarms.filter(({ endedMs }) => endedMs !== null),
    ...all.map((alarm) => end(alarm, recent, nowMs)),
  ]
  const notified = settled.map((alarm) => notify(rule, alarm, mutedIds, nowMs))
  return {
    alarms: notified.map(({ alarm }) => alarm),
    notices: notified.flatMap(({ alarm, event }) => (event === undefined ? [] : [{ alarm, event }])),
  }
}

/** The channels of an open alarm as they are now. Any problem of its family on one of them is its problem. */
function renew(alarm: Alarm, problems: readonly CurrentProblem[], nowMs: number): Alarm {
  const lasting = new Map<number, CurrentProblem>()
  for (const problem of problems) {
    if (familyOf(problem.kind) !== alarm.family || !alarm.channels.has(problem.cid)) continue
    const other = lasting.get(problem.cid)
    if (other === undefined || worstOf([problem.kind, other.kind]) === problem.kind)
      lasting.set(problem.cid, problem)
  }
  const channels = new Map(
    [...alarm.channels].map(([cid, channel]): [number, AlarmChannel] => {
      const problem = lasting.get(cid)
      if (problem === undefined) return [cid, { ...channel, endedMs: channel.endedMs ?? nowMs }]
      const kind = worstOf([channel.kind, problem.kind]) ?? channel.kind
      return [cid, { ...channel, name: problem.name, number: problem.number, kind, endedMs: null }]
    }),
  )
  return withChannels(alarm, channels)
}

function withChannels(alarm: Alarm, channels: ReadonlyMap<number, AlarmChannel>): Alarm {
  const all = [...channels.values()]
  return {
    ...alarm,
    channels,
    kind: worstOf(all.map(({ kind }) => kind)) ?? alarm.kind,
    beganMs: Math.min(alarm.beganMs, ...all.map(({ beganMs }) => beganMs)),
  }
}

/** The alarms, and those of problems that no alarm has yet and that have lasted long enough. */
function raise(
  rule: Rule,
  { alarms, recent, problems, mutedIds }: Omit<Situation, 'rules'>,
  nowMs: number,
): readonly Alarm[] {
  let all = [...alarms]
  let raisedLately = recent.filter(({ raisedMs }) => raisedMs > nowMs - 60 * minuteMs).length
  for (const group of groupsOf(uncovered(rule, alarms, problems, mutedIds))) {
    const due = group.filter(({ sinceMs }) => nowMs - sinceMs >= rule.minutes * minuteMs)
    const [first] = due
    if (first === undefined) continue
    const family = familyOf(first.kind)
    const joined = all.find(
      (alarm) => alarm.family === family && alarm.host === first.host && nowMs - alarm.raisedMs <= windowMs,
    )
    if (joined !== undefined) {
      all = all.map((alarm) => (alarm === joined ? withProblems(joined, due) : alarm))
      continue
    }
    const isOver = raisedLately >= alarmsPerHour
    const many = isOver ? all.find((alarm) => alarm.family === family && alarm.host === manyHosts) : undefined
    if (many !== undefined) {
      all = all.map((alarm) => (alarm === many ? withProblems(many, due) : alarm))
      continue
    }
    // What began with it will most likely last as long.
    const together = group.filter(({ sinceMs }) => sinceMs <= first.sinceMs + windowMs)
    all.push(newAlarm(rule, { family, host: isOver ? manyHosts : first.host }, together, nowMs))
    raisedLately += 1
  }
  return all
}

function uncovered(
  { kinds }: Rule,
  alarms: readonly Alarm[],
  problems: readonly CurrentProblem[],
  mutedIds: ReadonlySet<number>,
): readonly CurrentProblem[] {
  const covered = new Set(
    alarms.flatMap(({ family, channels }) => [...channels.keys()].map((cid) => `${family} ${cid}`)),
  )
  return problems.filter(
    ({ kind, cid, isOutdated }) =>
      kinds.includes(kind) && !mutedIds.has(cid) && !isOutdated && !covered.has(`${familyOf(kind)} ${cid}`),
  )
}

/** By family and host, each oldest first. */
function groupsOf(problems: readonly CurrentProblem[]): readonly (readonly CurrentProblem[])[] {
  const groups = Map.groupBy(
    problems.toSorted((one, other) => one.sinceMs - other.sinceMs || one.cid - other.cid),
    ({ kind, host }) => `${familyOf(kind)} ${host}`,
  )
  return [...groups.values()]
}

function newAlarm(
  rule: Rule,
  { family, host }: { readonly family: Family; readonly host: string },
  problems: readonly CurrentProblem[],
  nowMs: number,
): Alarm {
  const [first] = problems
  const empty: Alarm = {
    ...{ alarmId: null, ruleId: rule.ruleId, ruleName: rule.name, family, host },
    kind: first?.kind ?? 'no_signal',
    beganMs: first?.sinceMs ?? nowMs,
    raisedMs: nowMs,
    ...{ calmSinceMs: null, endedMs: null, notifiedMs: null, endNotifiedMs: null, mutedUntilMs: null },
    channels: new Map(),
  }
  return withProblems(empty, problems)
}

function withProblems(alarm: Alarm, problems: readonly CurrentProblem[]): Alarm {
  const channels = new Map(alarm.channels)
  for (const { cid, number, name, kind, sinceMs } of problems) {
    const before = channels.get(cid)
    channels.set(cid, {
      ...{ number, name, endedMs: null },
      kind: worstOf([kind, ...(before === undefined ? [] : [before.kind])]) ?? kind,
      beganMs: Math.min(sinceMs, before?.beganMs ?? sinceMs),
    })
  }
  return withChannels(alarm, channels)
}

/** An alarm without a problem that lasts is calm, and after a while ended, at the moment when the last one ended. */
function end(alarm: Alarm, recent: readonly RecentAlarm[], nowMs: number): Alarm {
  const ends = [...alarm.channels.values()].map(({ endedMs }) => endedMs)
  if (ends.includes(null)) return { ...alarm, calmSinceMs: null }
  const calmSinceMs = Math.max(...ends.map((endedMs) => endedMs ?? 0))
  const isOver = nowMs - calmSinceMs >= requiredCalm(alarm, recent, nowMs)
  return { ...alarm, calmSinceMs, endedMs: isOver ? calmSinceMs : null }
}

function requiredCalm({ family, host }: Alarm, recent: readonly RecentAlarm[], nowMs: number): number {
  const earlier = recent.filter(
    (one) =>
      one.family === family && one.host === host && one.endedMs !== null && one.endedMs > nowMs - recentMs,
  )
  return Math.min(longestCalmMs, calmMs * 2 ** Math.min(10, earlier.length))
}

/** Whether something of an alarm is to be told now. Quiet hours and mutes hold a beginning back. */
function notify(
  rule: Rule,
  alarm: Alarm,
  mutedIds: ReadonlySet<number>,
  nowMs: number,
): { readonly alarm: Alarm; readonly event?: Notice['event'] } {
  const lasting = [...alarm.channels].filter(([, { endedMs }]) => endedMs === null)
  const concerned = lasting.length > 0 ? lasting : [...alarm.channels]
  const isMuted =
    (alarm.mutedUntilMs !== null && alarm.mutedUntilMs > nowMs) ||
    concerned.every(([cid]) => mutedIds.has(cid))
  if (alarm.endedMs === null) {
    if (alarm.notifiedMs !== null || isMuted || isQuiet(rule, nowMs) || alarm.calmSinceMs !== null)
      return { alarm }
    return { alarm: { ...alarm, notifiedMs: nowMs }, event: 'raised' }
  }
  if (alarm.endNotifiedMs !== null) return { alarm }
  // Who was not told of the beginning is not told of the end.
  if (alarm.notifiedMs === null || isMuted) return { alarm: { ...alarm, endNotifiedMs: nowMs } }
  if (isQuiet(rule, nowMs)) return { alarm }
  return { alarm: { ...alarm, endNotifiedMs: nowMs }, event: 'ended' }
}
