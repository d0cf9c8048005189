import type { Accounts } from '#server/accounts/accounts.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import type { Log } from '#server/platform/log/log.ts'

/** What the module needs of accounts: the devices of an account, and at the end a session. */
type LettingIn = Pick<Accounts, 'beginSessionFor' | 'isBanned' | 'listDevices' | 'removeDevice'>

export interface TvLoginOptions {
  readonly db: Db
  readonly clock: Clock
  readonly random: RandomBytes
  readonly log: Log
  readonly accounts: LettingIn
  readonly audit: Pick<Audit, 'record'>
  /** How many requests may be pending at once, over all processes. Default 20,000. */
  readonly maxOpen?: number
}

/** The dependencies of this module's use cases. */
export type TvLoginDeps = Required<TvLoginOptions>
