/** Throws when something holds not that always must: a mistake in this program, never in its input. */
export const invariant: (holds: boolean, words: string) => asserts holds = (holds, words) => {
  if (!holds) throw new Error(`invariant broken: ${words}`)
}
