/** Throws when a condition that must always hold does not: a bug in this program, never in its input. */
export function invariant(holds: boolean, words: string): asserts holds {
  if (!holds) throw new Error(`invariant broken: ${words}`)
}
