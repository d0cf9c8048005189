/** Which channels a viewer watches on this device, and at which hours: from minutes watched, newer ones count more. */

/** What is stored of one channel. */
export interface ChannelHabit {
  readonly cid: number
  /** When it was watched last, unix seconds. */
  readonly atSec: number
  /** Minutes watched by the hour of the day, 24 numbers, as they weigh at `atSec`. */
  readonly minutes: readonly number[]
}

/** Channels that are stored: the ones watched last. */
export const maxHabits = 40
/** After so long a minute counts half. */
const halfLifeSec = 14 * 86_400
/** How much the minutes of the same hour, of the ones beside it and of those after count. */
const nearHours = [1, 0.6, 0.2] as const
/** Less than this is no habit: minutes. */
const minHabit = 20
/** Passing through while zapping is no watching: minutes. */
const minWatched = 2

/** Adds minutes of a channel. `hour`: of the viewer's day, 0 to 23. */
export function withWatched(
  habits: readonly ChannelHabit[],
  watched: { readonly cid: number; readonly atSec: number; readonly hour: number; readonly minutes: number },
): readonly ChannelHabit[] {
  const { cid, atSec, hour, minutes: added } = watched
  const before = habits.find((one) => one.cid === cid)
  const weight = before === undefined ? 0 : weightAfter(atSec - before.atSec)
  const minutes = Array.from(
    { length: 24 },
    (_, at) => rounded((before?.minutes[at] ?? 0) * weight) + (at === hour ? added : 0),
  )
  return [{ cid, atSec, minutes }, ...habits.filter((one) => one.cid !== cid)]
    .toSorted((one, other) => other.atSec - one.atSec)
    .slice(0, maxHabits)
}

/** The channels watched last, the latest first. */
export function recentChannels(habits: readonly ChannelHabit[]): readonly number[] {
  return habits
    .filter(({ minutes }) => sum(minutes) >= minWatched)
    .toSorted((one, other) => other.atSec - one.atSec)
    .map(({ cid }) => cid)
}

/** The channels usually watched at this hour, the most habitual first; none where there is no habit. */
export function habitualChannels(
  habits: readonly ChannelHabit[],
  now: { readonly atSec: number; readonly hour: number },
): readonly number[] {
  return habits
    .map(({ cid, atSec, minutes }) => ({
      cid,
      score: weightAfter(now.atSec - atSec) * sum(minutes.map((one, hour) => one * nearness(hour, now.hour))),
    }))
    .filter(({ score }) => score >= minHabit)
    .toSorted((one, other) => other.score - one.score)
    .map(({ cid }) => cid)
}

/** Midnight is beside 23 o'clock. */
function nearness(hour: number, now: number): number {
  const apart = Math.abs(hour - now)
  return nearHours[Math.min(apart, 24 - apart)] ?? 0
}

function weightAfter(sec: number): number {
  return 0.5 ** (Math.max(0, sec) / halfLifeSec)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

function rounded(minutes: number): number {
  return Math.round(minutes * 10) / 10
}

/** Validates stored habits; what is invalid is left out. */
export function parseHabits(stored: unknown): readonly ChannelHabit[] {
  if (!Array.isArray(stored)) return []
  return stored
    .filter((one: unknown): one is ChannelHabit => {
      const { cid, atSec, minutes } = (one ?? {}) as Partial<Record<keyof ChannelHabit, unknown>>
      return (
        typeof cid === 'number' &&
        typeof atSec === 'number' &&
        Array.isArray(minutes) &&
        minutes.length === 24 &&
        minutes.every((minute) => typeof minute === 'number' && minute >= 0)
      )
    })
    .slice(0, maxHabits)
}
