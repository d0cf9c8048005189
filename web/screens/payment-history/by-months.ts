import { tashkentOffsetMs } from '#contract/form/constants.ts'

export interface Month<Item> {
  /** `2026-11`, in Tashkent time. */
  readonly month: string
  readonly items: readonly Item[]
}

/** Entries, the newest first, grouped by month. */
export function byMonths<Item extends { readonly time: number }>(
  items: readonly Item[],
): readonly Month<Item>[] {
  const months: { month: string; items: Item[] }[] = []
  for (const item of items) {
    const month = new Date(item.time * 1000 + tashkentOffsetMs).toISOString().slice(0, 7)
    const last = months.at(-1)
    if (last?.month === month) last.items.push(item)
    else months.push({ month, items: [item] })
  }
  return months
}
