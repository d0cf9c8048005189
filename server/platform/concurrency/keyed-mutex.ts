/** Does works of the same key one after another; those of different keys do not wait for each other. */
export type KeyedMutex = <Result>(key: number | string, work: () => Promise<Result>) => Promise<Result>

/**
 * For works that wait for one lock of the database, as the logins of one account do: here they wait without holding a
 * connection meanwhile, or a burst of them would leave none for anybody else.
 */
export function keyedMutex(): KeyedMutex {
  const last = new Map<number | string, Promise<unknown>>()
  return async (key, work) => {
    const before = last.get(key)
    // A failure of the previous task is its own caller's.
    const mine = before === undefined ? work() : before.then(work, work)
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}
