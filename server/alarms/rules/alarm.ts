/** An alarm as a value: what `evaluate` reads and returns. Times are unix milliseconds. */
import type { AlarmKind, Family } from '#server/alarms/problems/kinds.ts'
import type { QuietHours } from './quiet-hours.ts'

/** A problem that lasts at the moment. */
export interface CurrentProblem {
  /** 0: of the server itself. */
  readonly cid: number
  readonly number: number
  readonly name: string
  /** What it is grouped by. */
  readonly host: string
  readonly kind: AlarmKind
  readonly sinceMs: number
  /** From a report that is not renewed any more: nothing new is raised for it. */
  readonly isOutdated: boolean
}

export interface Rule extends QuietHours {
  readonly ruleId: number
  readonly name: string
  readonly kinds: readonly AlarmKind[]
  readonly minutes: number
  readonly isOn: boolean
}

export interface AlarmChannel {
  readonly number: number
  readonly name: string
  readonly kind: AlarmKind
  readonly beganMs: number
  /** Null while it lasts. */
  readonly endedMs: number | null
}

export interface Alarm {
  /** Null before it is stored. */
  readonly alarmId: number | null
  /** Null: its rule was removed. */
  readonly ruleId: number | null
  readonly ruleName: string
  readonly family: Family
  readonly host: string
  readonly kind: AlarmKind
  readonly beganMs: number
  readonly raisedMs: number
  readonly calmSinceMs: number | null
  readonly endedMs: number | null
  readonly notifiedMs: number | null
  /** When its end was told, or decided not to be. */
  readonly endNotifiedMs: number | null
  readonly mutedUntilMs: number | null
  readonly channels: ReadonlyMap<number, AlarmChannel>
}

/** An alarm of the last hours, open or ended. */
export type RecentAlarm = Pick<Alarm, 'ruleId' | 'family' | 'host' | 'raisedMs' | 'endedMs'>

/** The host of an alarm that takes what is over the limit of its rule, whatever its source. */
export const manyHosts = '*'

export interface Notice {
  readonly alarm: Alarm
  readonly event: 'raised' | 'ended'
}
