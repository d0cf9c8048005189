/** The address for other players in the console, over real HTTP. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { consolePlayers } from '#contract/console/subscriber-players.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { listEvents, openAudit } from '#server/audit/audit.ts'
import { staffAdmission } from '#server/console/console.ts'
import { openExportAddresses } from '#server/export/export.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { staffFixture } from '#tests/kit/modules/staff-module.ts'
import { subscriberPlayerEndpoints } from './player-endpoints.ts'

const database = await createTestDatabase()
const { db } = database
const fixture = staffFixture(db)
const { staff, clock } = fixture
const audit = openAudit({ db, clock, log: silentLog, key: 'k'.repeat(43), flushAfterMs: 0 })
const { accounts, addAccount } = accountsFixture(db, { clock, audit })
const stopped: { readonly accountId: number; readonly ofPlayers: boolean; readonly ofDevices: boolean }[] = []
const addresses = openExportAddresses({
  ...{ db, clock, random: systemRandom, accounts, audit },
  streams: {
    stopHolders: async (accountId, isHolder) => {
      stopped.push({ accountId, ofPlayers: isHolder('x:1'), ofDevices: isHolder('d:1') })
    },
  },
})
const server = createHttpServer({
  endpoints: subscriberPlayerEndpoints({
    exportAddresses: addresses,
    entitlement: { allowsOtherPlayers: async () => true },
  }),
  mounts: [],
  ...{ identify: async () => undefined, admitStaff: staffAdmission({ staff, clock, publicUrl: undefined }) },
  ...{ clientAddress: clientAddressReader(['127.0.0.1']), audienceOf: () => 'inside' },
  ...{ checkResponses: true, health: createHealth(), metrics: createMetrics(), random: systemRandom },
  ...{ clock, log: silentLog },
})
const tokens: Record<string, string> = {}
let origin = ''
beforeAll(async () => {
  origin = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
  for (const role of ['support', 'finance'] as const) tokens[role] = (await fixture.addMember(role)).token
})
afterAll(async () => {
  await server.close(500)
  await audit.close()
  await database.drop()
})

async function call<Data>(path: string, role: string, body?: object) {
  const response = await fetch(`${origin}/api/console/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...{ 'sec-fetch-site': 'same-origin', cookie: `ekran-staff=${tokens[role]}`, 'x-ekran-console': '1' },
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return (await response.json()) as { readonly data: Data; readonly failure?: string }
}

it('[CARE-04] is shown without its secret, and one in strange hands is revoked with a reason', async () => {
  const { accountId } = await addAccount({})
  const show = () =>
    call<ResponseOf<typeof consolePlayers.show>>(`/subscribers/players?account_id=${accountId}`, 'finance')
  const revoke = (role: string, reason = 'Адрес у соседа') =>
    call<ResponseOf<typeof consolePlayers.revoke>>('/subscribers/players/revoke', role, {
      ...{ account_id: accountId, reason },
    })
  expect((await show()).data).toEqual({ made_at: 0, is_allowed: true })
  expect((await revoke('support')).data).toEqual({ was_there: false })
  const { secret } = await addresses.renew(accountId, { actor: 'viewer' })
  const shown = await show()
  expect(shown.data).toEqual({ made_at: Math.floor(clock.nowMs() / 1000), is_allowed: true })
  expect(JSON.stringify(shown)).not.toContain(secret)
  expect((await revoke('finance')).failure).toBe('staff_forbidden')
  expect((await revoke('support', '')).failure).toBe('invalid_input')
  expect(await addresses.accountOf(secret)).toBe(accountId)
  stopped.length = 0
  expect((await revoke('support')).data).toEqual({ was_there: true })
  expect(await addresses.accountOf(secret)).toBeUndefined()
  expect(stopped).toEqual([{ accountId, ofPlayers: true, ofDevices: false }])
  const [event] = await listEvents(db, { accountId, event: 'other_players_address_taken_back', limit: 5 })
  expect(event).toMatchObject({
    actor: 'staff',
    change: { after: { is_on: false, reason: 'Адрес у соседа' } },
  })
})

it('[CARE-04] an address that a block suspends is shown, and once revoked it does not work after the block either', async () => {
  const { accountId } = await addAccount({})
  const { secret } = await addresses.renew(accountId, { actor: 'viewer' })
  await db.updateTable('account').set({ state: 'blocked' }).where('account_id', '=', accountId).execute()
  expect(await addresses.accountOf(secret)).toBeUndefined()
  const shown = await call<ResponseOf<typeof consolePlayers.show>>(
    `/subscribers/players?account_id=${accountId}`,
    'support',
  )
  expect(shown.data.made_at).toBeGreaterThan(0)
  const body = { account_id: accountId, reason: 'Адрес у соседа' }
  expect((await call('/subscribers/players/revoke', 'support', body)).data).toEqual({ was_there: true })
  await db.updateTable('account').set({ state: 'active' }).where('account_id', '=', accountId).execute()
  expect(await addresses.accountOf(secret)).toBeUndefined()
})
