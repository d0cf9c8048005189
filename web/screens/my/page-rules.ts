/** A list loaded page by page while its content changes. Pure. */

/**
 * The page that contains the items after the loaded ones; also correct when some of those were removed meanwhile.
 */
export function pageAfter(count: number, limit: number): number {
  return Math.floor(count / limit) + 1
}

/** Adds a page to the loaded items, without duplicates. */
export function joined<Item>(
  existing: readonly Item[],
  more: readonly Item[],
  idOf: (item: Item) => number,
): readonly Item[] {
  const ids = new Set(existing.map(idOf))
  return [...existing, ...more.filter((item) => !ids.has(idOf(item)))]
}

/**
 * Whether a refreshed list starts like the current one: then the current one may stay, with its scroll position.
 */
export function beginsAlike<Item>(
  shown: readonly Item[],
  fresh: readonly Item[],
  idOf: (item: Item) => number,
): boolean {
  return fresh.every((item, index) => shown[index] !== undefined && idOf(shown[index]) === idOf(item))
}
