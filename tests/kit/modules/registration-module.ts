/** The registration module over real accounts and billing, with a recorder instead of the gateways. */
import { openAccounts, type Accounts } from '#server/accounts/accounts.ts'
import type { SecurityEvent } from '#server/audit/audit.ts'
import { openBilling } from '#server/billing/billing.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics, type Metrics } from '#server/platform/metrics.ts'
import {
  openRegistration,
  type Registration,
  type RegistrationOptions,
} from '#server/registration/registration.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { createEndpointLimits } from '#server/platform/http/endpoints/endpoint-limits.ts'
import { registrationEndpoints } from '#server/api/accounts/registration.ts'
import { ask, type TestCaller } from './call-endpoint.ts'
import { recordMessages, type MessageRecorder } from './message-recorder.ts'
import { solveCaptcha } from './solve-captcha.ts'

export interface RegistrationFixture {
  readonly registration: Registration
  readonly routes: readonly BoundEndpoint[]
  readonly accounts: Accounts
  readonly messages: MessageRecorder
  readonly events: SecurityEvent[]
  readonly metrics: Metrics
  ask(name: string, fields?: Record<string, unknown>, caller?: TestCaller): Promise<Record<string, unknown>>
  /** A solved challenge. */
  captcha(clientAddress?: string): Promise<string>
}

export function registrationFixture(
  db: Db,
  clock: Clock,
  changed: Partial<RegistrationOptions> & { readonly captchasPerNetwork?: number } = {},
): RegistrationFixture {
  const messages = recordMessages()
  const events: SecurityEvent[] = []
  const metrics = createMetrics()
  const audit = { record: async (event: SecurityEvent) => void events.push(event) }
  const billing = openBilling({ db, clock })
  const accounts = openAccounts({
    db,
    clock,
    random: systemRandom,
    pepper: 'a pepper of the tests',
    supportPhone: '1000',
  })
  const fixture = openRegistration({
    db,
    clock,
    random: systemRandom,
    log: silentLog,
    metrics,
    accounts,
    audit,
    messages,
    billing,
    rules: { ways: ['sms', 'call', 'captcha'], clientIds: ['1', '7'], activationPeriods: [10, 30] },
    codesPerHour: 1000,
    secret: 'a pepper of the tests, long enough to be one',
    urlAt: () => 'https://tv.example.uz',
    serviceName: () => 'Ekran',
    ...changed,
  })
  const routes = registrationEndpoints(
    { registration: fixture },
    createEndpointLimits({ captcha: changed.captchasPerNetwork ?? 10_000 }),
  )
  const request = (name: string, fields: Record<string, unknown> = {}, caller: TestCaller = {}) =>
    ask(routes, `registration.${name}`, fields, caller)
  return {
    registration: fixture,
    routes,
    accounts,
    messages,
    events,
    metrics,
    ask: request,
    captcha: async (clientAddress = '127.0.0.1') => {
      const challenge = await request('captcha', {}, { clientAddress })
      return solveCaptcha(challenge as unknown as Parameters<typeof solveCaptcha>[0])
    },
  }
}
