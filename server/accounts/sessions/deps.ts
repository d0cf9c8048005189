import type { Passwords } from '#server/accounts/passwords/password.ts'
import type { RecentSessions } from './recent-sessions.ts'
import type { SecurityEvent } from '#server/audit/audit.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { KeyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import type { RateLimit } from '#server/platform/limits/rate-limit.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'

/** Where security events go. Calls of viewers do not wait for it. */
export interface EventRecord {
  record(event: SecurityEvent): Promise<void>
}

/** What the use cases of this module work with. */
export interface ModuleDeps {
  readonly db: Db
  readonly clock: Clock
  readonly random: RandomBytes
  readonly passwords: Passwords
  readonly recent: RecentSessions
  /** Logins of one account take their places one after another. */
  readonly withLock: KeyedMutex
  readonly audit: EventRecord
  readonly limits: AccountLimits
  /** Mixed into what is made of secrets; kept outside the database. */
  readonly pepper: string
}

export interface AccountLimits {
  /** Of one account from one network: a stranger's guesses do not keep its owner out. */
  readonly perAccount: RateLimit
  /**
   * Of one account from everywhere: many networks together do not guess for ever. Beyond it the right password still
   * opens the door to a network where the account has been, or where a code to its phone was shown, so that strangers
   * cannot keep its owner out.
   */
  readonly perAccountInAll: RateLimit
  readonly perAddress: RateLimit
  /** Guesses at the password by whoever has a session, from one network … */
  readonly perChange: RateLimit
  /** … and from everywhere: a stolen session with many networks does not guess for ever. */
  readonly perChangeInAll: RateLimit
  /** One line an hour for a token that is used from elsewhere, however often it is. */
  readonly perStrangeDevice: RateLimit
}
