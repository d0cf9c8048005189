import type { Account } from '#server/accounts/accounts.ts'
import type { Billing } from '#server/billing/billing.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'

/** The subscriber a payment is for. */
export type Subscriber = Pick<Account, 'accountId' | 'abonement' | 'name'>

/** `formerId`: the account with the typed number, which was merged into the subscriber's. */
export type Payer = Subscriber & { readonly formerId?: number }

export interface MerchantDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly accounts: {
    findByName(abonement: string): Promise<readonly (Subscriber & Pick<Account, 'state'>)[]>
  }
  readonly billing: Pick<Billing, 'accountStanding'>
  /** The name of the service. */
  readonly serviceName: () => string
}
