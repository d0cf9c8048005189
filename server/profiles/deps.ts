import type { Accounts, Passwords } from '#server/accounts/accounts.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { KeyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import type { ProfileKey } from '#server/platform/primitives/viewer.ts'

/** Deletes what a module has of a profile, in the transaction that removes it. */
export type ForgetProfile = (trx: DbTransaction, key: ProfileKey) => Promise<void>

export interface ProfilesOptions {
  readonly db: Db
  readonly clock: Clock
  readonly random: RandomBytes
  /** Part of every hash; stored outside the database. */
  readonly pepper: string
  readonly audit: Pick<Audit, 'record' | 'recordIn'>
  readonly accounts: Pick<Accounts, 'checkOwnPassword' | 'sessionsChanged'>
  /** Of every module that has something of a profile. */
  readonly forgets: readonly ForgetProfile[]
  /** Minutes watched today by the profiles of an account; without it nothing was watched. */
  readonly watchedMinutes?: (accountId: number) => Promise<ReadonlyMap<number, number>>
}

/** What the module's use cases need. */
export interface ProfileDeps extends Omit<ProfilesOptions, 'pepper' | 'random'> {
  readonly passwords: Passwords
  /** Changes and tries of one account wait for each other without holding a connection. */
  readonly withLock: KeyedMutex
}
