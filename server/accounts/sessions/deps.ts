import type { Passwords } from '#server/accounts/passwords/password.ts'
import type { RecentSessions } from './recent-sessions.ts'
import type { SecurityEvent } from '#server/audit/audit.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { KeyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import type { RateLimit } from '#server/platform/limits/rate-limit.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'

/** Receives security events. Viewers' requests do not wait for it. */
export interface EventRecord {
  record(event: SecurityEvent): Promise<void>
  /** Writes an event in the caller's transaction, as its last statement. */
  recordIn(trx: DbTransaction, event: SecurityEvent): Promise<void>
}

/** The dependencies of this module's use cases. */
export interface ModuleDeps {
  readonly db: Db
  readonly clock: Clock
  readonly random: RandomBytes
  readonly passwords: Passwords
  readonly recent: RecentSessions
  /** Logins of one account are serialized. */
  readonly withLock: KeyedMutex
  readonly audit: EventRecord
  readonly limits: AccountLimits
  /** Part of what is derived from secrets; stored outside the database. */
  readonly pepper: string
}

export interface AccountLimits {
  /** For one account from one network: a stranger's guesses do not lock its owner out. */
  readonly perAccount: RateLimit
  /**
   * For one account from all networks: many networks together cannot guess for ever. Above the limit the right
   * password is still accepted from a network where the account was used, or where a code sent to its phone was
   * entered, so that strangers cannot lock the owner out.
   */
  readonly perAccountInAll: RateLimit
  readonly perAddress: RateLimit
  /** Password guesses by the holder of a session, from one network … */
  readonly perChange: RateLimit
  /** … and from all networks: a stolen session used from many networks cannot guess for ever. */
  readonly perChangeInAll: RateLimit
  /** One log line an hour for a token that is used from another device, however often it is used. */
  readonly perStrangeDevice: RateLimit
}
