/** Throws when something holds not that always must: a mistake in this program, never in its input. */
export function invariant(holds: boolean, words: string): asserts holds {
  if (!holds) throw new Error(`invariant broken: ${words}`)
}
