import * as z from 'zod/mini'
import { checkPayments } from './payments/check-payments.ts'
import { createClick } from './providers/click.ts'
import type { Adapter } from './providers/exchange.ts'
import type { MerchantDeps } from './payments/deps.ts'
import { createClickReverser } from './reversals/click-reverser.ts'
import type { Reverser } from './reversals/reverser.ts'
import { settleReversals } from './reversals/settle-reversals.ts'
import { createPayme } from './providers/payme.ts'
import { createPaynet } from './providers/paynet.ts'
import type { Provider } from './payments/rules.ts'
import { cancelExpiredReservations, openTill } from './payments/till.ts'
import { createUzum } from './providers/uzum.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import type {
  ClickSettings,
  PaymeSettings,
  PaynetSettings,
  UzumSettings,
} from '#server/platform/settings/merchant-settings.ts'

/** The connected systems; undefined ones are off. */
export interface MerchantSettings {
  readonly payme?: PaymeSettings | undefined
  readonly click?: ClickSettings | undefined
  readonly paynet?: PaynetSettings | undefined
  readonly uzum?: UzumSettings | undefined
}

/** The connection to one payment system. */
export interface ProviderConnection {
  readonly adapter: Adapter
  /** The networks it calls from; empty: any. */
  readonly networks: readonly string[]
}

/** The module, created. */
export interface Merchants {
  /** The systems that are connected now. */
  readonly settings: MerchantSettings
  readonly connections: ReadonlyMap<Provider, ProviderConnection>
  /** The public address; without it the payer is not returned from a payment system's page. */
  readonly publicUrl: string | undefined
  /** Accepts payments of these systems from now on; `publicUrl` where none is set yet. */
  use(settings: MerchantSettings, publicUrl?: string): void
  /** What asks a system to pay a payment back; undefined for one whose protocol has no reversal, or that is off. */
  reverserOf(provider: Provider): Reverser | undefined
}

/** `publicUrl`: the public address. */
export function openMerchants(deps: MerchantDeps, settings: MerchantSettings, publicUrl?: string): Merchants {
  let current = { settings, connections: connect(deps, settings), publicUrl }
  return {
    reverserOf: (provider) =>
      provider === 'click' && current.settings.click !== undefined
        ? createClickReverser(current.settings.click, deps.clock)
        : undefined,
    get settings() {
      return current.settings
    },
    get connections() {
      return current.connections
    },
    get publicUrl() {
      return current.publicUrl
    },
    use: (next, url) => {
      const returnUrl = current.publicUrl ?? url
      current = { settings: next, connections: connect(deps, next), publicUrl: returnUrl }
    },
  }
}

function connect(
  deps: MerchantDeps,
  { payme, click, paynet, uzum }: MerchantSettings,
): ReadonlyMap<Provider, ProviderConnection> {
  const connections = new Map<Provider, ProviderConnection>()
  const add = (provider: Provider, adapter: Adapter, networks: readonly string[]) =>
    connections.set(provider, { adapter, networks })
  if (payme !== undefined)
    add('payme', createPayme(openTill(deps, 'payme'), payme, deps.serviceName), payme.networks)
  if (click !== undefined) add('click', createClick(openTill(deps, 'click'), click), click.networks)
  if (paynet !== undefined) add('paynet', createPaynet(openTill(deps, 'paynet'), paynet), paynet.networks)
  if (uzum !== undefined) add('uzum', createUzum(openTill(deps, 'uzum'), uzum), uzum.networks)
  return connections
}

const cancelExpired = jobKind({ name: 'merchants.let-go-expired', data: z.object({}), cron: '*/15 * * * *' })

const check = jobKind({ name: 'merchants.check', data: z.object({}), cron: '46 3 * * *', limitSec: 3600 })

/** Each minute: what a payment system was asked to pay back, and did not answer. */
const settleRefunds = jobKind({
  name: 'merchants.settle-reversals',
  data: z.object({}),
  cron: '* * * * *',
  oneWaits: true,
  tries: 1,
})

/** Expired reservations are cancelled; reversals are settled; at night all payments are compared with the ledger. */
export function merchantWorkers(
  deps: Pick<MerchantDeps, 'db' | 'clock'> & Pick<Merchants, 'reverserOf'>,
): readonly JobWorker[] {
  return [
    jobWorker(settleRefunds, async (_data, { signal, log }) => {
      const ended = await settleReversals({ ...deps, log }, signal)
      if (ended > 0) log.info('merchants.reversals_settled', { ended })
    }),
    jobWorker(cancelExpired, async (_data, job) => {
      const count = await cancelExpiredReservations(deps, job.signal)
      if (count > 0) job.log.info('merchants.expired_payments_cancelled', { count })
    }),
    jobWorker(check, async (_data, { log }) => {
      const wrong = await checkPayments(deps.db)
      if (wrong === undefined) log.info('merchants.reconciled')
      else log.error('merchants.reconciliation_failed', { what: wrong })
    }),
  ]
}
