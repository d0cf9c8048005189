/** A violated invariant of the program: always a bug, never an outcome a viewer can cause. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError'
}

/** Throws `InvariantError` unless `condition` holds. Guards what must never be wrong: money, archive, wiring. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantError(message)
}
