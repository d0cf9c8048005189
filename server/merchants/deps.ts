import type { TopUp } from '#server/billing/billing.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, DbTransaction } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'

/** Whom a payment is for. */
export interface Subscriber {
  readonly accountId: number
  readonly abonement: string
  readonly name: string
}

/** What the room needs of the others. */
export interface MerchantDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  /** Whose subscriber number is written so; nobody's when the account was closed. */
  subscriberOf(written: string): Promise<Subscriber | undefined>
  balanceTiyin(accountId: number): Promise<number>
  /** Adds to the deposit in this transaction; false when the reference was added before. */
  topUp(trx: DbTransaction, topUp: TopUp, nowMs: number): Promise<boolean>
  /** Takes it back in this transaction, unless the deposit holds less. */
  takeBack(trx: DbTransaction, topUp: TopUp, nowMs: number): Promise<'taken' | 'taken_before' | 'not_covered'>
}
