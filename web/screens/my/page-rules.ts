/** A list that comes page by page while it changes underneath. */

/** Which page holds what comes after the items that are here: right also when some of them were removed meanwhile. */
export function pageAfter(count: number, limit: number): number {
  return Math.floor(count / limit) + 1
}

/** Adds a page to what is here; nothing stands twice. */
export function joined<Item>(
  existing: readonly Item[],
  more: readonly Item[],
  idOf: (item: Item) => number,
): readonly Item[] {
  const ids = new Set(existing.map(idOf))
  return [...existing, ...more.filter((item) => !ids.has(idOf(item)))]
}

/** Whether a list asked for anew begins as the one that is shown: then that may stay, scrolled as it is. */
export function beginsAlike<Item>(
  shown: readonly Item[],
  fresh: readonly Item[],
  idOf: (item: Item) => number,
): boolean {
  return fresh.every((item, index) => shown[index] !== undefined && idOf(shown[index]) === idOf(item))
}
