/** Joins the merchants module to the accounts and the ledger it needs. */
import { normalAbonement } from '#server/accounts/accounts.ts'
import { takeBackTopUp, topUpDeposit } from '#server/billing/billing.ts'
import type { AppContext } from './app-context.ts'
import {
  merchantMount,
  merchantRoutes,
  openMerchants,
  type MerchantDeps,
  type MerchantSettings,
} from '#server/merchants/merchants.ts'
import type { Modules } from './create-modules.ts'
import type { BoundCall } from '#server/platform/http/bind-contract.ts'
import { clientAddressReader } from '#server/platform/http/client-address.ts'
import type { Mount } from '#server/platform/http/server.ts'

type Needed = Pick<Modules, 'accounts' | 'billing'>

function needsOf({ database, clock, log }: AppContext, { accounts, billing }: Needed): MerchantDeps {
  return {
    db: database.db,
    clock,
    log,
    subscriberOf: async (written) => {
      const abonement = normalAbonement(written)
      if (abonement === undefined) return undefined
      const found = (await accounts.findByName(abonement)).find((one) => one.abonement === abonement)
      return found === undefined || found.state === 'deactivated' ? undefined : found
    },
    balanceTiyin: async (accountId) => (await billing.standingOf(accountId)).balanceTiyin,
    topUp: topUpDeposit,
    takeBack: takeBackTopUp,
  }
}

export interface MerchantParts {
  readonly mount: Mount
  readonly calls: readonly BoundCall[]
  /** Takes payments of these systems from now on, where the settings name none: the demo's. */
  use(systems: MerchantSettings, publicUrl?: string): void
}

/** The payment systems that are configured, where they call, and the viewers' call for their links. */
export function merchantParts(context: AppContext, modules: Needed): MerchantParts {
  const { settings, log } = context
  const deps = needsOf(context, modules)
  const open = (systems: MerchantSettings) => {
    const merchants = openMerchants(deps, systems)
    const mount = merchantMount({
      desks: merchants.desks,
      log: log.with({ part: 'merchants' }),
      clientAddress: clientAddressReader(settings.EKRAN_TRUSTED_PROXIES),
    })
    return { merchants, mount }
  }
  let now = open({
    payme: settings.EKRAN_PAYME,
    click: settings.EKRAN_CLICK,
    paynet: settings.EKRAN_PAYNET,
    uzum: settings.EKRAN_UZUM,
  })
  let publicUrl = settings.EKRAN_PUBLIC_URL
  const calls = merchantRoutes({
    get merchants() {
      return now.merchants
    },
    abonementOf: async (accountId) => (await modules.accounts.accountOf(accountId))?.abonement,
    get publicUrl() {
      return publicUrl
    },
  })
  return {
    mount: {
      prefix: now.mount.prefix,
      handle: (request, response) => now.mount.handle(request, response),
    },
    calls,
    use: (systems, url) => {
      now = open(systems)
      publicUrl ??= url
    },
  }
}
