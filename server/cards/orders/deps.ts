import type { CardGateway } from '#server/cards/gateway/atmos-gateway.ts'
import type { Seal } from '#server/cards/gateway/seal.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Billing } from '#server/billing/billing.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'

/** What all files of the module work with. */
export interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly audit: Audit
  readonly seal: Seal
  /** Undefined while cards are not taken. */
  readonly gateway: () => CardGateway | undefined
  readonly billing: Pick<Billing, 'costOf' | 'findShortfalls' | 'moveMoney' | 'purchase'>
  /** How long to wait before each look at a payment whose answer was lost. */
  readonly checkPausesMs: readonly number[]
}

/** How a charge ended, as its caller must be told. */
export type ChargeOutcome =
  | 'paid'
  | 'wrong_code'
  | 'card_no_money'
  | 'card_refused'
  | 'card_gateway_down'
  | 'payment_uncertain'
