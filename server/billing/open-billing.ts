import type { Movement } from './ledger.ts'
import { balanceTiyin, lockLedgerAccount, moveMoney } from './ledger.ts'
import type { GivenSubscription } from './put-subscription.ts'
import { putSubscription } from './put-subscription.ts'
import type { SubscriptionRecord, TariffRecord } from './rules.ts'
import { missingTiyin, streamsAtOnce } from './rules.ts'
import { findSubscriptions } from './subscription.ts'
import { openTariffBook } from './tariff-book.ts'
import { writeTariff, writeTariffContent } from './tariff.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, DbTransaction } from '#server/platform/database.ts'

/** What an account has: its money and what it pays for. */
export interface Standing {
  readonly balanceTiyin: number
  /** What must be paid in before suspended subscriptions go on. */
  readonly missingTiyin: number
  readonly subscriptions: readonly SubscriptionRecord[]
}

/** The room, opened. */
export interface Billing {
  /** All tariffs by id, with what each opens; at most 10 s old. */
  tariffs(): Promise<ReadonlyMap<number, TariffRecord>>
  /** The channels a tariff opens, or undefined when there is no such tariff. */
  channelsOfTariff(tariffId: number): Promise<ReadonlySet<number> | undefined>
  standingOf(accountId: number): Promise<Standing>
  /** How much an account may watch at once. */
  streamsAtOnce(accountId: number): Promise<number>
  subscriptionsOf(accountId: number): Promise<readonly SubscriptionRecord[]>
  /** Makes the tariff with this id, and what it opens, be as given. Every cid and provider must exist. */
  putTariff(tariff: TariffRecord): Promise<void>
  /** Makes an account's subscription be as given, without charging anything. */
  putSubscription(given: GivenSubscription): Promise<void>
  /** Opens the ledger account of a new subscriber, in the transaction that makes the subscriber. */
  openAccount(trx: DbTransaction, accountId: number): Promise<void>
  /** Moves money once for each reference; false when that reference has been moved before. */
  moveMoney(movement: Movement): Promise<boolean>
}

export function openBilling(options: { readonly db: Db; readonly clock: Clock }): Billing {
  const { db, clock } = options
  const book = openTariffBook(db, clock)
  return {
    tariffs: () => book.read(),
    channelsOfTariff: async (tariffId) => (await book.read()).get(tariffId)?.channelIds,
    standingOf: async (accountId) => {
      const [subscriptions, balance] = await Promise.all([
        findSubscriptions(db, accountId),
        balanceTiyin(db, accountId),
      ])
      return { subscriptions, balanceTiyin: balance, missingTiyin: missingTiyin(subscriptions, balance) }
    },
    streamsAtOnce: async (accountId) => {
      const [subscriptions, tariffs] = await Promise.all([findSubscriptions(db, accountId), book.read()])
      return streamsAtOnce(subscriptions, tariffs, clock.nowMs())
    },
    subscriptionsOf: (accountId) => findSubscriptions(db, accountId),
    putTariff: async (tariff) => {
      await db.transaction().execute(async (trx) => {
        await writeTariff(trx, tariff)
        await writeTariffContent(trx, tariff)
      })
      book.forget()
    },
    putSubscription: (given) => putSubscription(options, given),
    openAccount: async (trx, accountId) => void (await lockLedgerAccount(trx, accountId)),
    moveMoney: (movement) => db.transaction().execute((trx) => moveMoney(trx, movement, clock.nowMs())),
  }
}
