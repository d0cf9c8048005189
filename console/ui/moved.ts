/** Orders of ids after something was moved. Pure. */

/** `moved` before or after `target`, in their own order. */
export function movedTo(
  ids: readonly number[],
  moved: readonly number[],
  target: number,
  isBefore: boolean,
): readonly number[] {
  const others = ids.filter((id) => !moved.includes(id))
  const place = others.indexOf(target)
  return place < 0 ? ids : others.toSpliced(isBefore ? place : place + 1, 0, ...moved)
}

/** `id` one place further up (-1) or down (1). */
export function movedBy(ids: readonly number[], id: number, by: -1 | 1): readonly number[] {
  const target = ids[ids.indexOf(id) + by]
  return target === undefined ? ids : movedTo(ids, [id], target, by < 0)
}

/**
 * All ids after those that are shown were put into the order `shown`: those between them stay behind the one that they
 * followed.
 */
export function orderOfAll(all: readonly number[], shown: readonly number[]): readonly number[] {
  const isShown = new Set(shown)
  const followers = new Map<number, number[]>()
  let leader = 0
  for (const id of all) {
    if (isShown.has(id)) leader = id
    else followers.set(leader, [...(followers.get(leader) ?? []), id])
  }
  return [...(followers.get(0) ?? []), ...shown.flatMap((id) => [id, ...(followers.get(id) ?? [])])]
}
