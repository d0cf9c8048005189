import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import type { KeyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'

/** The dependencies of this module's use cases. */
export interface StreamDeps {
  readonly db: Db
  readonly clock: Clock
  readonly random: RandomBytes
  readonly withLock: KeyedMutex
  /** How many streams an account may watch at once. */
  limitOf(accountId: number): Promise<number>
}
