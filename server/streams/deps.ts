import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import type { InTurn } from '#server/platform/concurrency/in-turn.ts'

/** What the use cases of this module work with. */
export interface StreamDeps {
  readonly db: Db
  readonly clock: Clock
  readonly random: RandomBytes
  readonly inTurn: InTurn
  /** How much an account may watch at once. */
  limitOf(accountId: number): Promise<number>
}
