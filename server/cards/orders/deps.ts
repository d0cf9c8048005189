import type { CardGateway } from '#server/cards/gateway/atmos-gateway.ts'
import type { Seal } from '#server/platform/installation/seal.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Billing, RenewalLinks } from '#server/billing/billing.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'

/** The dependencies of all files of the module. */
export interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly audit: Audit
  readonly seal: Seal
  /** Undefined while cards are not accepted. */
  readonly gateway: () => CardGateway | undefined
  readonly billing: Pick<Billing, 'costOf' | 'findShortfalls' | 'moveMoney' | 'purchase'>
  /** The path with which a subscriber cancels a renewal. */
  readonly renewalHref: RenewalLinks['hrefOf']
  /** The delay before each status request of a payment whose response was lost. */
  readonly checkPausesMs: readonly number[]
}

/** The result of a charge for its caller. */
export type ChargeOutcome =
  | 'paid'
  | 'wrong_code'
  | 'card_no_money'
  | 'card_refused'
  | 'card_gateway_down'
  | 'payment_uncertain'
