/** When a backup and a drill are due, and whether they are overdue. Pure; times are unix milliseconds. */
import { tashkentOffsetMs } from '#contract/form/constants.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** A day, and time to make it. */
const backupPatienceMs = dayMs + 3 * 60 * minuteMs
const drillPatienceMs = 8 * dayMs

export interface Schedule {
  readonly isOn: boolean
  /** Of the day in Tashkent. */
  readonly minuteOfDay: number
  readonly isDrillOn: boolean
  /** 1 is Monday. */
  readonly drillWeekday: number
  readonly drillMinute: number
  /** Since when the schedule is as it is. */
  readonly sinceMs: number
}

/** The moment of `minuteOfDay` in Tashkent that passed last. */
export function lastDaily(minuteOfDay: number, nowMs: number): number {
  const midnight = Math.floor((nowMs + tashkentOffsetMs) / dayMs) * dayMs - tashkentOffsetMs
  const today = midnight + minuteOfDay * minuteMs
  return today <= nowMs ? today : today - dayMs
}

/** The same on this day of the week. */
export function lastWeekly(weekday: number, minuteOfDay: number, nowMs: number): number {
  let moment = lastDaily(minuteOfDay, nowMs)
  // The epoch was a Thursday.
  while (((Math.floor((moment + tashkentOffsetMs) / dayMs) + 3) % 7) + 1 !== weekday) moment -= dayMs
  return moment
}

/** Whether one is to be started; `startedMs`: when the schedule started the last one, 0 for never. */
export function isBackupDue(schedule: Schedule, startedMs: number, nowMs: number): boolean {
  const { isOn, minuteOfDay, sinceMs } = schedule
  return isOn && lastDaily(minuteOfDay, nowMs) > Math.max(startedMs, sinceMs)
}

export function isDrillDue(schedule: Schedule, startedMs: number, nowMs: number): boolean {
  const { isOn, isDrillOn, drillWeekday, drillMinute, sinceMs } = schedule
  return isOn && isDrillOn && lastWeekly(drillWeekday, drillMinute, nowMs) > Math.max(startedMs, sinceMs)
}

/** When the next scheduled backup begins; undefined without a schedule. */
export function nextBackup({ isOn, minuteOfDay }: Schedule, nowMs: number): number | undefined {
  return isOn ? lastDaily(minuteOfDay, nowMs) + dayMs : undefined
}

export function nextDrill(schedule: Schedule, nowMs: number): number | undefined {
  const { isOn, isDrillOn, drillWeekday, drillMinute } = schedule
  return isOn && isDrillOn ? lastWeekly(drillWeekday, drillMinute, nowMs) + 7 * dayMs : undefined
}

/** Since when there should have been a new one; undefined while all is well. `doneMs`: the last that succeeded. */
export function backupOverdueSince({ isOn, sinceMs }: Schedule, doneMs: number, nowMs: number) {
  const dueMs = Math.max(doneMs, sinceMs) + backupPatienceMs
  return isOn && dueMs <= nowMs ? dueMs : undefined
}

export function drillOverdueSince({ isOn, isDrillOn, sinceMs }: Schedule, passedMs: number, nowMs: number) {
  const dueMs = Math.max(passedMs, sinceMs) + drillPatienceMs
  return isOn && isDrillOn && dueMs <= nowMs ? dueMs : undefined
}
