/** Formats a cinema's showing times and addresses. Pure. */
import { tashkentOffsetMs } from '#contract/form/constants.ts'

interface Times {
  /** Unix seconds. */
  readonly times: readonly number[]
}

export interface DayOfTimes extends Times {
  /** Days since 1970 in Tashkent. */
  readonly day: number
}

/** The day of a moment, in Tashkent time. */
export function dayOf(atSec: number): number {
  return Math.floor((atSec * 1000 + tashkentOffsetMs) / 86_400_000)
}

/** The days with showings still to start, each with its showings, both in order. */
export function timesByDay(showings: readonly Times[], nowSec: number): readonly DayOfTimes[] {
  const days = new Map<number, number[]>()
  for (const time of showings.flatMap(({ times }) => times).sort((a, b) => a - b)) {
    if (time <= nowSec) continue
    const own = days.get(dayOf(time))
    if (own === undefined) days.set(dayOf(time), [time])
    else own.push(time)
  }
  return [...days].map(([day, times]) => ({ day, times }))
}

/** The films shown on a day, with their remaining times. */
export function onDay<Shown extends Times>(
  showings: readonly Shown[],
  day: number,
  nowSec: number,
): readonly Shown[] {
  return showings
    .map((showing) => ({
      ...showing,
      times: showing.times.filter((time) => time > nowSec && dayOf(time) === day).sort((a, b) => a - b),
    }))
    .filter(({ times }) => times.length > 0)
}

/** A site's address and its name; null for anything that is not a web address, because the data is external. */
export function siteAddress(text: string): { readonly href: string; readonly host: string } | null {
  if (!/^https?:\/\/[^\s]+$/i.test(text)) return null
  try {
    const url = new URL(text)
    return { href: url.href, host: url.host.replace(/^www\./, '') }
  } catch {
    return null
  }
}

/** The number for a `tel:` link: digits after a plus. */
export function telephoneAddress(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`
}
