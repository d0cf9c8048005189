/** Like a client that gets "too busy": retries. For tests with more parallel requests than connections. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isOverload } from '#server/platform/database/database.ts'

/** Far more than a busy machine needs. */
const maxTries = 60

/** Repeats what was rejected for overload; nothing of it was executed then. */
export async function steady<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isOverload(error) || tries === maxTries) throw error
      await sleep(50)
    }
  }
}
