/** Which items of a draft are chosen, without knowing all of them; pure. */

export interface Selection {
  /** What holds for an item that is not in `flipped`. */
  readonly base: 'all' | 'none'
  /** New and changed items that are the other way round. */
  readonly flipped: ReadonlySet<number>
  /** Items that are gone and are hidden. */
  readonly gone: ReadonlySet<number>
}

export const everything: Selection = { base: 'all', flipped: new Set(), gone: new Set() }
export const nothing: Selection = { base: 'none', flipped: new Set(), gone: new Set() }

function toggled(items: ReadonlySet<number>, item: number): ReadonlySet<number> {
  const next = new Set(items)
  if (!next.delete(item)) next.add(item)
  return next
}

export function isChosen({ base, flipped, gone }: Selection, item: number, isGone: boolean): boolean {
  return isGone ? gone.has(item) : flipped.has(item) !== (base === 'all')
}

export function toggle(selection: Selection, item: number, isGone: boolean): Selection {
  return isGone
    ? { ...selection, gone: toggled(selection.gone, item) }
    : { ...selection, flipped: toggled(selection.flipped, item) }
}

/** How many items are chosen of so many new and changed ones. */
export function countChosen({ base, flipped, gone }: Selection, listed: number): number {
  return (base === 'all' ? listed - flipped.size : flipped.size) + gone.size
}

/** The selection as the endpoint takes it. */
export function takenOf({ base, flipped, gone }: Selection) {
  const take =
    base === 'none' ? ('only' as const) : flipped.size === 0 ? ('all' as const) : ('except' as const)
  return { take, items: [...flipped], gone: [...gone] }
}
