/** The merchants module on a real database and its own port, with the clock passed in. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { paymentSystemMount } from '#server/api/billing/payment-systems.ts'
import { openBilling, type Billing } from '#server/billing/billing.ts'
import {
  openMerchants,
  type MerchantDeps,
  type Merchants,
  type MerchantSettings,
} from '#server/merchants/merchants.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { accountsFixture, type TestAccount } from './accounts-module.ts'

/** In the format of the product's settings; the keys belong to these tests only. */
export const merchantEnv = {
  EKRAN_PAYME: 'merchant=587f72c72cac0d162c722ae2&key=payme-key-of-the-tests',
  EKRAN_CLICK: 'service=4321&merchant=8765&secret=click-secret-of-the-tests',
  EKRAN_PAYNET: 'login=paynet&password=paynet-password-of-the-tests&merchant=ekran',
  EKRAN_UZUM: 'login=uzum&password=uzum-password-of-the-tests&service=101',
} as const

export function merchantSettings(env: Readonly<Record<string, string>> = merchantEnv): MerchantSettings {
  const read = readSettings(env)
  if (read.kind === 'refused') throw new Error(read.problems.join('\n'))
  const { EKRAN_PAYME: payme, EKRAN_CLICK: click, EKRAN_PAYNET: paynet, EKRAN_UZUM: uzum } = read.settings
  return { payme, click, paynet, uzum }
}

export interface MerchantsFixture {
  /** The address of the folder all systems call: `http://127.0.0.1:…/merchants`. */
  readonly url: string
  readonly billing: Billing
  readonly deps: MerchantDeps
  readonly module: Merchants
  addAccount(): Promise<TestAccount>
  balanceOf(account: TestAccount): Promise<number>
  close(): Promise<void>
}

export async function merchantsFixture(
  db: Db,
  clock: Clock,
  settings: MerchantSettings = merchantSettings(),
): Promise<MerchantsFixture> {
  const people = accountsFixture(db)
  const billing = openBilling({ db, clock })
  const deps: MerchantDeps = {
    db,
    clock,
    log: silentLog,
    accounts: people.accounts,
    billing,
    serviceName: () => 'Zamin TV',
  }
  const merchants = openMerchants(deps, settings)
  const mount = paymentSystemMount({
    merchants,
    log: silentLog,
    clientAddress: clientAddressReader(['127.0.0.1']),
  })
  const server = createServer((request, response) => {
    void mount.handle(request, response).then((answered) => answered || response.writeHead(404).end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/merchants`,
    billing,
    deps,
    module: merchants,
    addAccount: () => people.addAccount(),
    balanceOf: async ({ accountId }) => (await billing.accountStanding(accountId)).balanceTiyin,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
