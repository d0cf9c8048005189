import { tashkentOffsetMs } from '#contract/form/constants.ts'

interface Dated {
  /** Unix seconds. */
  readonly created_at: number
}

export interface Day<Item> {
  /** Days since 1970, in Tashkent. */
  readonly day: number
  readonly daysAgo: number
  readonly items: readonly Item[]
}

function dayOf(atSec: number) {
  return Math.floor((atSec * 1000 + tashkentOffsetMs) / 86_400_000)
}

/** Items grouped by day, in the order of the items. */
export function byDays<Item extends Dated>(items: readonly Item[], nowSec: number): readonly Day<Item>[] {
  const today = dayOf(nowSec)
  const days = new Map<number, Item[]>()
  for (const item of items) {
    const day = dayOf(item.created_at)
    days.set(day, [...(days.get(day) ?? []), item])
  }
  return [...days].map(([day, ofDay]) => ({ day, daysAgo: today - day, items: ofDay }))
}
