/** As a caller does that is told the service is busy: asks again. For tests with more at once than connections. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isOverload } from '#server/platform/database/database.ts'

/** Far more than a busy machine needs. */
const maxTries = 60

/** Repeats what was refused because everything was busy; nothing of it was done then. */
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
