import * as z from 'zod/mini'
import { checkPayments } from './check-payments.ts'
import { createClick } from './click.ts'
import type { Adapter } from './exchange.ts'
import type { Desk } from './mount.ts'
import type { MerchantDeps } from './deps.ts'
import { createPayme } from './payme.ts'
import { createPaynet } from './paynet.ts'
import type { Provider } from './rules.ts'
import { letGoExpired, openTill } from './till.ts'
import { createUzum } from './uzum.ts'
import type { JobWorker } from '#server/platform/jobs.ts'
import { jobKind, jobWorker } from '#server/platform/jobs.ts'
import type {
  ClickSettings,
  PaymeSettings,
  PaynetSettings,
  UzumSettings,
} from '#server/platform/merchant-settings.ts'

/** The systems that are connected; what is undefined is off. */
export interface MerchantSettings {
  readonly payme?: PaymeSettings | undefined
  readonly click?: ClickSettings | undefined
  readonly paynet?: PaynetSettings | undefined
  readonly uzum?: UzumSettings | undefined
}

/** The module, created. */
export interface Merchants {
  readonly settings: MerchantSettings
  /** The protocols of the connected systems, for `merchantMount`. */
  readonly desks: ReadonlyMap<Provider, Desk>
}

export function openMerchants(deps: MerchantDeps, settings: MerchantSettings): Merchants {
  const { payme, click, paynet, uzum } = settings
  const desks = new Map<Provider, Desk>()
  const add = (provider: Provider, adapter: Adapter, networks: readonly string[]) =>
    desks.set(provider, { adapter, networks })
  if (payme !== undefined) add('payme', createPayme(openTill(deps, 'payme'), payme), payme.networks)
  if (click !== undefined) add('click', createClick(openTill(deps, 'click'), click), click.networks)
  if (paynet !== undefined) add('paynet', createPaynet(openTill(deps, 'paynet'), paynet), paynet.networks)
  if (uzum !== undefined) add('uzum', createUzum(openTill(deps, 'uzum'), uzum), uzum.networks)
  return { settings, desks }
}

const letGo = jobKind({ name: 'merchants.let-go-expired', data: z.object({}), cron: '*/15 * * * *' })

const check = jobKind({ name: 'merchants.check', data: z.object({}), cron: '46 3 * * *', limitSec: 3600 })

/** Payments that were begun and never made are let go after their time; at night all are compared with the ledger. */
export function merchantWorkers(deps: Pick<MerchantDeps, 'db' | 'clock'>): readonly JobWorker[] {
  return [
    jobWorker(letGo, async (_data, job) => {
      const count = await letGoExpired(deps, job.signal)
      if (count > 0) job.log.info('merchants.expired_payments_cancelled', { count })
    }),
    jobWorker(check, async (_data, { log }) => {
      const wrong = await checkPayments(deps.db)
      if (wrong === undefined) log.info('merchants.reconciled')
      else log.error('merchants.reconciliation_failed', { what: wrong })
    }),
  ]
}
