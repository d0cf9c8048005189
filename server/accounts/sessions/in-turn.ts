/** Does works of the same key one after another; those of different keys do not wait for each other. */
export type InTurn = <Result>(key: number, work: () => Promise<Result>) => Promise<Result>

/**
 * Logins of one account wait for its lock. Here they wait without holding a connection to the database meanwhile, or
 * a household's ten logins at once would leave none for anybody else.
 */
export function worksInTurn(): InTurn {
  const last = new Map<number, Promise<unknown>>()
  return async (key, work) => {
    const before = last.get(key)
    // Whether the one before went well is its caller's business.
    const mine = before === undefined ? work() : before.then(work, work)
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}
