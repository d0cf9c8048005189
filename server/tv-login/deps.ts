import type { Accounts } from '#server/accounts/accounts.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import type { Log } from '#server/platform/log/log.ts'

/** What the module needs of accounts: how many devices an account has, and at the end a session. */
type LettingIn = Pick<Accounts, 'beginSessionFor' | 'listDevices' | 'removeDevice'>

export interface TvLoginOptions {
  readonly db: Db
  readonly clock: Clock
  readonly random: RandomBytes
  readonly log: Log
  readonly accounts: LettingIn
  readonly audit: Pick<Audit, 'record'>
  /** How many requests may stand open at once, over all processes. Default 20,000. */
  readonly maxOpen?: number
}

/** What the use cases of this module work with. */
export type TvLoginDeps = Required<TvLoginOptions>
