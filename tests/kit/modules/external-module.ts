/** The API for other programs and the staff's pages of it, over real HTTP on a real database. */
import { apiScopes, externalRoot, type ApiScope } from '#contract/form/api-scopes.ts'
import { consoleRoot } from '#contract/console/console-endpoint.ts'
import { makeApiKey, openApiKeys } from '#server/api-keys/api-keys.ts'
import { openAudit } from '#server/audit/audit.ts'
import { openBilling } from '#server/billing/billing.ts'
import { apiKeyEndpoints } from '#server/console/integrations/key-endpoints.ts'
import { staffAdmission } from '#server/console/console.ts'
import { externalEndpoints } from '#server/external-api/external-api.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { createLog, silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import type { TestDatabase } from '#tests/kit/database/postgres.ts'
import { accountsFixture } from './accounts-module.ts'
import { recordMessages } from './message-recorder.ts'
import { staffFixture, type StaffFixture, type TestMember } from './staff-module.ts'

export interface Answer<Data = Record<string, unknown>> {
  readonly status: number
  readonly data: Data
  readonly failure?: string
  readonly message?: string
  readonly retryAfter: string | null
}

interface Sent {
  readonly key?: string
  readonly body?: object
  readonly idempotencyKey?: string
  readonly from?: string
}

type Further = (deps: {
  readonly clock: StaffFixture['clock']
  readonly audit: ReturnType<typeof openAudit>
}) => readonly BoundEndpoint[]

/** The modules and their server, started. `lines`: everything that the server logs. */
async function start({ db }: TestDatabase, further: Further) {
  const fixture = staffFixture(db)
  const { staff, clock } = fixture
  const lines: string[] = []
  const log = createLog({ level: 'debug', form: 'json', clock, write: (line) => void lines.push(line) })
  const audit = openAudit({ db, clock, log: silentLog, key: 'k'.repeat(43), flushAfterMs: 0 })
  const { accounts } = accountsFixture(db, { clock, audit })
  const billing = openBilling({ db, clock })
  const apiKeys = openApiKeys({ db, clock, audit })
  const secrets = { passwordPepper: 'p'.repeat(43) }
  const messages = recordMessages()
  const deps = { db, clock, audit, log, messages, accounts, billing, secrets, random: systemRandom }
  const server = createHttpServer({
    endpoints: [...externalEndpoints(deps), ...apiKeyEndpoints(deps), ...further({ clock, audit })],
    mounts: [],
    identify: async () => undefined,
    admitStaff: staffAdmission({ staff, clock, publicUrl: undefined }),
    admitKey: (request) => apiKeys.admit(request),
    clientAddress: clientAddressReader(['127.0.0.1']),
    audienceOf: () => 'inside',
    ...{ checkResponses: true, health: createHealth(), metrics: createMetrics(), random: systemRandom },
    ...{ clock, log },
  })
  const origin = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
  return { accounts, billing, clock, audit, messages, fixture, origin, lines, server }
}

async function exchange<Data>(
  address: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body: object | undefined,
): Promise<Answer<Data>> {
  const response = await fetch(address, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const read = (await response.json()) as Omit<Answer<Data>, 'status' | 'retryAfter'>
  return { ...read, status: response.status, retryAfter: response.headers.get('retry-after') }
}

/** `further`: endpoints of the console besides those of keys. */
export async function externalFixture(database: TestDatabase, further: Further = () => []) {
  const { db } = database
  const { server, ...parts } = await start(database, further)
  const { clock, fixture, origin, audit } = parts
  const administrator = await fixture.addMember('administrator')
  return {
    ...{ db, ...parts },
    /** A key with these scopes, made without the console. */
    keyFor: async (scopes: readonly ApiScope[] = apiScopes, more: object = {}) => {
      const fields = { name: 'Billing', scopes, networks: [], perMinute: 6000, expiresMs: null, ...more }
      const made = await makeApiKey({ db, random: systemRandom }, fields, {
        by: 'a test',
        nowMs: clock.nowMs(),
        record: async () => undefined,
      })
      if (made.kind !== 'made') throw new Error('no key was made')
      return made
    },
    /** A request of another program; a POST when it has a body. */
    send: <Data = Record<string, unknown>>(
      path: string,
      { key, body, idempotencyKey, from = '203.0.113.7' }: Sent,
    ) =>
      exchange<Data>(
        origin + externalRoot + path,
        body === undefined ? 'GET' : 'POST',
        {
          'x-forwarded-for': from,
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        body,
      ),
    /** A request of the console by a member of the staff. */
    console: async <Data = Record<string, unknown>>(
      path: string,
      body?: object,
      { staffId }: Pick<TestMember, 'staffId'> = administrator,
    ) =>
      exchange<Data>(
        origin + consoleRoot + path,
        body === undefined ? 'GET' : 'POST',
        {
          'x-ekran-console': '1',
          'sec-fetch-site': 'same-origin',
          cookie: `ekran-staff=${await fixture.openSession(staffId)}`,
        },
        body,
      ),
    close: async () => {
      await server.close(500)
      await audit.close()
    },
  }
}
