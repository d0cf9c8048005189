import type { TitleRecord } from './titles/title.ts'

type Window = Pick<TitleRecord, 'availability'>

/** Whether a title is listed and can be watched at a moment. The window's end is exclusive. */
export function isAvailable({ availability }: Window, nowMs: number): boolean {
  if (availability === undefined) return true
  const { fromMs, untilMs, isHidden } = availability
  return !isHidden && (fromMs ?? nowMs) <= nowMs && nowMs < (untilMs ?? Number.POSITIVE_INFINITY)
}

/** The next moment after `nowMs` at which a title's window starts or ends; undefined when none does. */
export function nextChangeMs(titles: Iterable<Window>, nowMs: number): number | undefined {
  let next = Number.POSITIVE_INFINITY
  for (const { availability } of titles) {
    if (availability === undefined || availability.isHidden) continue
    for (const moment of [availability.fromMs, availability.untilMs])
      if (moment !== null && moment > nowMs && moment < next) next = moment
  }
  return next === Number.POSITIVE_INFINITY ? undefined : next
}
