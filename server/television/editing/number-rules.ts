/** The numbers of channels after edits by hand. Pure. */

export interface NumberedChannel {
  readonly cid: number
  readonly number: number
}

export type DealtNumbers =
  | { readonly kind: 'dealt'; readonly numbers: ReadonlyMap<number, number> }
  /** Two channels want this number. */
  | { readonly kind: 'twice'; readonly number: number }

/**
 * Gives channels the numbers they want. A channel that has such a number and wants none gets one that became free, the
 * lowest first; when none did, the next above all. Returns only what changes.
 */
export function dealNumbers(
  channels: readonly NumberedChannel[],
  requested: ReadonlyMap<number, number>,
): DealtNumbers {
  const owners = new Map<number, number>()
  for (const [cid, number] of requested) {
    if (owners.has(number)) return { kind: 'twice', number }
    owners.set(number, cid)
  }
  const numbers = new Map(requested)
  const free = channels
    .filter(({ cid, number }) => requested.has(cid) && !owners.has(number))
    .map(({ number }) => number)
    .toSorted((a, b) => a - b)
  let next = Math.max(0, ...channels.map(({ number }) => number), ...requested.values()) + 1
  for (const { cid, number } of channels.toSorted((a, b) => a.number - b.number)) {
    if (requested.has(cid) || !owners.has(number)) continue
    numbers.set(cid, free.shift() ?? next++)
  }
  const before = new Map(channels.map(({ cid, number }) => [cid, number]))
  return {
    kind: 'dealt',
    numbers: new Map([...numbers].filter(([cid, number]) => before.get(cid) !== number)),
  }
}

/**
 * Moves channels, in the order given, in front of another one or to the end (null). The numbers that exist are assigned again over the new order. Returns only what changes.
 */
export function moveInOrder(
  channels: readonly NumberedChannel[],
  cids: readonly number[],
  beforeCid: number | null,
): ReadonlyMap<number, number> {
  const ordered = channels.toSorted((a, b) => a.number - b.number)
  const moving = new Set(cids)
  const byCid = new Map(ordered.map((channel) => [channel.cid, channel]))
  // A target that moves too stands for the next channel that stays.
  const from = beforeCid === null ? ordered.length : ordered.findIndex(({ cid }) => cid === beforeCid)
  const target = ordered.slice(from).find(({ cid }) => !moving.has(cid))
  const rest = ordered.filter(({ cid }) => !moving.has(cid))
  const at = target === undefined ? rest.length : rest.indexOf(target)
  const moved = [...moving].flatMap((cid) => byCid.get(cid) ?? [])
  const order = rest.toSpliced(at, 0, ...moved)
  return new Map(
    order.flatMap(({ cid, number }, index) => {
      const dealt = ordered[index]?.number
      return dealt === undefined || dealt === number ? [] : [[cid, dealt] as const]
    }),
  )
}
