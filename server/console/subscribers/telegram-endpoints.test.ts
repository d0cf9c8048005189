/** The Telegram of a subscriber in the console, over real HTTP. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { consoleTelegram } from '#contract/console/subscriber-telegram.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { listEvents, openAudit } from '#server/audit/audit.ts'
import { staffAdmission } from '#server/console/console.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { openTelegram } from '#server/telegram/telegram.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { staffFixture } from '#tests/kit/modules/staff-module.ts'
import { subscriberTelegramEndpoints } from './telegram-endpoints.ts'

const database = await createTestDatabase()
const { db } = database
const fixture = staffFixture(db)
const { staff, clock } = fixture
const audit = openAudit({ db, clock, log: silentLog, key: 'k'.repeat(43), flushAfterMs: 0 })
const people = accountsFixture(db, { clock, audit })
const telegram = openTelegram({
  ...{ db, jobDb: db, clock, random: systemRandom, log: silentLog, settings: undefined, sends: false },
  ...{ jobs: { send: async () => null }, site: () => undefined },
})
const server = createHttpServer({
  endpoints: subscriberTelegramEndpoints({ audit, telegram }),
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
  for (const role of ['support', 'analyst'] as const) tokens[role] = (await fixture.addMember(role)).token
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

it('[TG-01] is shown on the card and ended by support, with an entry in the audit', async () => {
  const { accountId } = await people.addAccount({})
  const show = () =>
    call<ResponseOf<typeof consoleTelegram.show>>(`/subscribers/telegram?account_id=${accountId}`, 'support')
  expect((await show()).data).toMatchObject({ is_linked: false, name: '' })
  await telegram.link({ accountId, person: { userId: 71, name: 'Dilnoza', language: 'uz' } })
  expect((await show()).data).toMatchObject({ is_linked: true, name: 'Dilnoza', notices: true, codes: false })
  const unlink = (role: string) => call('/subscribers/telegram/unlink', role, { account_id: accountId })
  expect((await unlink('analyst')).failure).toBe('staff_forbidden')
  expect(await telegram.linkOf(accountId)).toBeDefined()
  expect((await unlink('support')).failure).toBeUndefined()
  expect(await telegram.linkOf(accountId)).toBeUndefined()
  expect((await unlink('support')).failure).toBe('telegram_not_linked')
  const events = await listEvents(db, { accountId, limit: 10 } as Parameters<typeof listEvents>[1])
  expect(JSON.stringify(events)).toContain('telegram_unlinked')
})
