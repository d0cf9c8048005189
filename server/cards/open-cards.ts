import { openAtmosGateway, type CardGateway } from './gateway/atmos-gateway.ts'
import type { Deps } from './orders/deps.ts'
import { expireOrders } from './orders/order.ts'
import { renewalLinks } from '#server/billing/billing.ts'
import { createSeal } from '#server/platform/installation/seal.ts'
import { settleRefunds } from './orders/refund.ts'
import { settleDue } from './orders/settle.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { readGatewayAddress } from '#server/platform/settings/gateway-address.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import type { Log } from '#server/platform/log/log.ts'

/** The module, created. */
export interface Cards {
  readonly deps: Deps
  /** Whether cards are accepted now. */
  readonly isOn: boolean
  /** Uses the gateway at this address from now on, in the format of `EKRAN_CARD_GATEWAY`; undefined: no cards. */
  useGateway(address: string | undefined): void
  /** Requests the status of interrupted payments and refunds, and closes abandoned orders. */
  settle(signal: AbortSignal): Promise<{ readonly settled: number; readonly expired: number }>
}

export interface CardsOptions {
  readonly db: Db
  readonly clock: Clock
  readonly random: RandomBytes
  readonly log: Log
  readonly audit: Audit
  /** The installation's own secret, from which the key of the card tokens is derived. */
  readonly secret: string
  /** The value of the setting, already validated. */
  readonly gateway: string | undefined
  readonly billing: Deps['billing']
  /** Timeouts of the gateway and pauses between status requests; for tests. */
  readonly limitMs?: Parameters<typeof openAtmosGateway>[2]
  readonly lookPausesMs?: readonly number[]
}

const defaultLookPausesMs = [300, 1000, 2000]
const orderLifeMs = 3_600_000

export function openCards(options: CardsOptions): Cards {
  const { db, clock, log, audit, billing } = options
  const open = (address: string | undefined): CardGateway | undefined => {
    if (address === undefined) return undefined
    const read = readGatewayAddress(address, ['atmos'])
    invariant(read.kind === 'read', 'the address of the card gateway was checked with the settings')
    return openAtmosGateway(read.address, clock, options.limitMs)
  }
  let gateway = open(options.gateway)
  const deps: Deps = {
    db,
    clock,
    log: log.with({ part: 'cards' }),
    audit,
    seal: createSeal(options.secret, 'card tokens', options.random),
    gateway: () => gateway,
    renewalHref: renewalLinks(options.secret).hrefOf,
    billing,
    checkPausesMs: options.lookPausesMs ?? defaultLookPausesMs,
  }
  return {
    deps,
    get isOn() {
      return gateway !== undefined
    },
    useGateway: (address) => {
      gateway = open(address)
    },
    settle: async (signal) => ({
      settled: (await settleDue(deps, signal)) + (await settleRefunds(deps, signal)),
      expired: await expireOrders(db, clock.nowMs(), orderLifeMs),
    }),
  }
}
