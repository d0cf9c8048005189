/** Randomness that is the same in every run. */

/** Pseudo-random numbers, the same for the same seed (mulberry32). */
export interface Dice {
  /** 0 to 1. */
  next(): number
  /** A whole number below `count`. */
  below(count: number): number
  pick<T>(list: readonly T[]): T
}

export function createDice(seed: number): Dice {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    next,
    below,
    pick: (list) => {
      const picked = list[below(list.length)]
      if (picked === undefined) throw new Error('nothing to pick from')
      return picked
    },
  }
}
