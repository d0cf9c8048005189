/** A number in [0, 1), the next of a repeatable series. */
export type Random = () => number

/** A 32-bit FNV-1a hash: the same text gives the same seed on every machine. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** The mulberry32 generator. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export function between(r: Random, low: number, high: number): number {
  return low + (high - low) * r()
}

export function whole(r: Random, low: number, high: number): number {
  return Math.floor(between(r, low, high + 1))
}

export function pick<T>(r: Random, list: readonly T[]): T {
  const chosen = list[Math.floor(r() * list.length)]
  if (chosen === undefined) throw new Error('nothing to pick from')
  return chosen
}
