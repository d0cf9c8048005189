/** The console's payments over real HTTP, with the payment systems' own addresses and a card gateway beside them. */
import type { Role } from '#contract/form/permissions.ts'
import { openAudit } from '#server/audit/audit.ts'
import { lockWallet, moveStanding, openBilling } from '#server/billing/billing.ts'
import { staffAdmission } from '#server/console/console.ts'
import { type PaymentDeps, paymentEndpoints } from '#server/console/payments/payment-endpoints.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer, type Mount } from '#server/platform/http/server.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import type { Db } from '#server/platform/database/database.ts'
import { openCardsWorld } from './cards-module.ts'
import { merchantEnv, merchantsFixture, merchantSettings } from './merchants-module.ts'
import { staffFixture } from './staff-module.ts'

/** What a request returns: its data, or the name of its failure with its sentence. */
export interface Answer<Data = Record<string, unknown>> {
  readonly data: Data
  readonly failure?: string
  readonly message?: string
}

type More = (deps: PaymentDeps & { readonly admitStaff: ReturnType<typeof staffAdmission> }) => {
  readonly endpoints?: readonly BoundEndpoint[]
  readonly mounts?: readonly Mount[]
}

const roles: Readonly<Record<string, Role>> = {
  ...{ finance: 'finance', finance2: 'finance', owner: 'owner', owner2: 'owner' },
  ...{ support: 'support', analyst: 'analyst' },
}

export type PaymentsConsole = Awaited<ReturnType<typeof openPaymentsConsole>>

/**
 * Opens everything; `more` adds endpoints, `click` is the setting of Click. Members: `finance`, `finance2`, `owner`,
 * `owner2`, `support`, `analyst`.
 */
export async function openPaymentsConsole(
  db: Db,
  atmos: string | undefined,
  more: More = () => ({}),
  click: (nowMs: () => number) => Promise<string> = async () => merchantEnv.EKRAN_CLICK,
) {
  const fixture = staffFixture(db)
  const { staff, clock } = fixture
  const audit = openAudit({ db, clock, log: silentLog, key: 'k'.repeat(43), flushAfterMs: 0 })
  const cardsWorld = openCardsWorld({ db, clock, log: silentLog, atmos })
  const env = { ...merchantEnv, EKRAN_CLICK: await click(() => clock.nowMs()) }
  const merchants = await merchantsFixture(db, clock, merchantSettings(env))
  const billing = openBilling({ db, clock })
  const admitStaff = staffAdmission({ staff, clock, publicUrl: undefined })
  const deps = {
    ...{ db, clock, audit, billing, cards: cardsWorld.cards },
    ...{ merchants: merchants.module, log: silentLog },
  }
  const added = more({ ...deps, admitStaff })
  const server = serverOf(deps, admitStaff, added)
  const origin = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
  const tokens: Record<string, string> = {}
  const logIn = async () => {
    for (const [key, role] of Object.entries(roles)) tokens[key] = (await fixture.addMember(role)).token
  }
  await logIn()
  const headersOf = (member: string) => ({
    ...{ 'x-ekran-console': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    cookie: `ekran-staff=${tokens[member]}`,
  })
  return {
    ...{ db, clock, billing, audit, cardsWorld, merchants, origin, headersOf },
    /** A day later; other members have the same roles, because sessions have ended. */
    nextDay: async () => {
      clock.advanceMs(86_400_000)
      await logIn()
    },
    read: async <Data = Record<string, unknown>>(path: string, member = 'finance') => {
      const response = await fetch(`${origin}/api/console/v1${path}`, { headers: headersOf(member) })
      return (await response.json()) as Answer<Data>
    },
    act: async <Data = Record<string, unknown>>(path: string, body: object, member = 'finance') => {
      const response = await fetch(`${origin}/api/console/v1${path}`, {
        ...{ method: 'POST', headers: headersOf(member), body: JSON.stringify(body) },
      })
      return (await response.json()) as Answer<Data>
    },
    payme: paymeCaller(merchants.url),
    /** What merging two subscribers does to their money and numbers. */
    mergeInto: (fromId: number, toId: number) => mergeInto(db, { fromId, toId }, clock.nowMs()),
    close: async () => {
      await server.close(500)
      await audit.close()
      await merchants.close()
    },
  }
}

function serverOf(deps: PaymentDeps, admitStaff: ReturnType<typeof staffAdmission>, added: ReturnType<More>) {
  return createHttpServer({
    endpoints: [...paymentEndpoints(deps), ...(added.endpoints ?? [])],
    mounts: added.mounts ?? [],
    ...{ identify: async () => undefined, admitStaff },
    ...{ clientAddress: clientAddressReader(['127.0.0.1']), audienceOf: () => 'inside' },
    ...{ checkResponses: true, health: createHealth(), metrics: createMetrics(), random: systemRandom },
    ...{ clock: deps.clock, log: silentLog },
  })
}

function mergeInto(db: Db, pair: { readonly fromId: number; readonly toId: number }, nowMs: number) {
  const { fromId, toId } = pair
  return db.transaction().execute(async (trx) => {
    await lockWallet(trx, toId)
    await moveStanding(trx, { fromId, toId, reference: `merge:${fromId}:${toId}` }, nowMs)
    await trx
      .updateTable('account')
      .set({ state: 'deactivated', merged_into: toId })
      .where('account_id', '=', fromId)
      .execute()
  })
}

/** A payment by Payme that is in the ledger; returns the subscriber and the payment's number. */
export async function paidByPayme(world: PaymentsConsole, amountTiyin: number) {
  const account = await world.merchants.addAccount()
  const id = await payByPayme(world, account.abonement, amountTiyin)
  const { provider_tx_id: number } = await world.db
    .selectFrom('provider_tx')
    .select('provider_tx_id')
    .where('external_id', '=', id)
    .executeTakeFirstOrThrow()
  return { account, id, number }
}

let paid = 0

/** Payme's requests of one payment; returns its number. */
export async function payByPayme(world: PaymentsConsole, abonement: string, amount: number): Promise<string> {
  paid += 1
  const id = paid.toString(16).padStart(24, 'a')
  const opening = { id, time: world.clock.nowMs(), amount, account: { abonement } }
  await world.payme('CreateTransaction', opening)
  const performed = await world.payme('PerformTransaction', { id })
  if (typeof performed === 'number') throw new Error(`Payme got ${performed}`)
  return id
}

/** Sends requests of Payme; each returns its result, or the code of its error. */
function paymeCaller(url: string) {
  let calls = 0
  return async (method: string, params: object) => {
    calls += 1
    const response = await fetch(`${url}/payme`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from('Paycom:payme-key-of-the-tests').toString('base64')}`,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: calls, method, params }),
    })
    const body = (await response.json()) as { result?: Record<string, unknown>; error?: { code: number } }
    return body.result ?? body.error?.code ?? 0
  }
}
