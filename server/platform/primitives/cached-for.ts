/** Calls `make` at most once in `freshMs`; concurrent calls share it, and a failure is not cached. */
export function cachedFor<Made>(freshMs: number, make: (nowMs: number) => Promise<Made>) {
  let current: { readonly atMs: number; readonly made: Promise<Made> } | undefined
  return (nowMs: number): Promise<Made> => {
    if (current !== undefined && nowMs - current.atMs < freshMs) return current.made
    const entry = { atMs: nowMs, made: make(nowMs) }
    current = entry
    // The next request tries again instead of getting an old failure.
    entry.made.catch(() => current === entry && (current = undefined))
    return entry.made
  }
}
