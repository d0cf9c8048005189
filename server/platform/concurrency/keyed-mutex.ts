/** Runs tasks with the same key one after another; tasks with different keys do not wait for each other. */
export type KeyedMutex = <Result>(key: number | string, work: () => Promise<Result>) => Promise<Result>

/**
 * For tasks that wait for one database lock, like the logins of one account: here they wait without holding a
 * connection, or a burst of them would leave none for others.
 */
export function keyedMutex(): KeyedMutex {
  const last = new Map<number | string, Promise<unknown>>()
  return async (key, work) => {
    const before = last.get(key)
    // An error of the previous task goes to its own caller.
    const mine = before === undefined ? work() : before.then(work, work)
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}
