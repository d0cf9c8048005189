/** The console over real HTTP: who may do what, where a request must come from, and what a browser gets. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consoleApi } from '#contract/console/console-api.ts'
import { consoleEndpoint, type ConsoleEndpoint } from '#contract/console/console-endpoint.ts'
import { endpoint, respond } from '#contract/form/endpoint.ts'
import { failures } from '#contract/form/failures.ts'
import { roleMay, roles, type Role } from '#contract/form/permissions.ts'
import { alarmSeal } from '#server/alarms/alarms.ts'
import { checkChain, openAudit } from '#server/audit/audit.ts'
import { openCards } from '#server/cards/cards.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { bindEndpoint, unboundEndpoints } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { createLog, silentLog } from '#server/platform/log/log.ts'
import { serviceSeal } from '#server/platform/settings/services/stored-services.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { openTelevision } from '#server/television/television.ts'
import { openService } from '#server/site/site.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import {
  codeAt,
  operatorPassword,
  staffFixture,
  staffPassword,
  type TestMember,
} from '#tests/kit/modules/staff-module.ts'
import { recordMessages } from '#tests/kit/modules/message-recorder.ts'
import { openAccounts } from '#server/accounts/accounts.ts'
import { openEntitlement } from '#server/entitlement/entitlement.ts'
import { openReleases } from '#server/releases/releases.ts'
import { openBilling } from '#server/billing/billing.ts'
import { consoleEndpoints, staffAdmission } from './console.ts'

const database = await createTestDatabase()
const lines: string[] = []
const fixture = staffFixture(database.db, { audit: (event) => audit.record(event) })
const { staff, clock } = fixture
const audit = openAudit({ db: database.db, clock, log: silentLog, key: 'k'.repeat(43), flushAfterMs: 0 })
const heads = {
  film: () => undefined,
  person: () => undefined,
  channel: () => undefined,
  collection: () => undefined,
}
const pictures = {
  append: async () => ({ kind: 'refused', reason: 'no picture' }) as const,
  freeBytes: async () => 1e12,
  has: async () => false,
  store: async () => ({ kind: 'refused', reason: 'no picture' }) as const,
}
const read = readSettings({})
if (read.kind === 'refused') throw new Error(read.problems.join())
const defaultSettings = read.settings
const deps = {
  ...{ staff, clock, audit, heads, pictures },
  ...{ db: database.db, log: silentLog, publicUrl: undefined },
  reads: <Result>(read: (db: typeof database.db) => Promise<Result>) => read(database.db),
  dataDir: join(tmpdir(), 'ekran-no-such-folder'),
  jobs: { send: async () => null, retry: async () => undefined },
  location: database.location,
  isQuiet: false,
  uploads: { list: async () => [], maxBytes: 1 },
  filmsFolder: '/nowhere',
  watchWaits: false,
  random: systemRandom,
  settings: {
    ...{ EKRAN_SUPPORT_PHONE: '1000', EKRAN_COMPANY: 'Ekran', EKRAN_PUBLIC_URL: undefined },
    ...{ EKRAN_SUPPORT_TELEGRAM: undefined, EKRAN_SUPPORT_EMAIL: undefined, EKRAN_SUPPORT_HOURS: undefined },
    ...{
      EKRAN_OFFICE_ADDRESS: undefined,
      EKRAN_ENCRYPT: false,
      EKRAN_S3_REGION: 'us-east-1',
      EKRAN_S3_PATH_STYLE: true,
      EKRAN_FISCAL: undefined,
      EKRAN_BROADCAST_TITLES: true,
      EKRAN_BROADCAST_TITLE_SCORE: 75,
    },
  },
  secrets: { ticketSecrets: ['t'.repeat(43)], passwordPepper: 'p'.repeat(43) },
  billing: openBilling({ db: database.db, clock }),
  catalogue: await openCatalogue(database.db),
  television: await openTelevision(database.db, clock),
  engine: {
    channelLoudness: () => undefined,
    describeAsset: () => undefined,
    takeFrame: async () => undefined,
    stills: { take: async () => undefined },
    recordedSpans: () => undefined,
    hasRecording: () => false,
    examineSource: async () => ({ kind: 'failed', words: 'it does not answer' }) as const,
    previewSource: async () => ({ kind: 'failed', words: 'it does not answer' }) as const,
    readPreview: () => undefined,
    examineRecording: async () => ({ kind: 'failed', words: 'this channel is not recorded' }) as const,
  },
  contacts: {
    ...{ company: 'Ekran', phone: '+998712000000', telegram: undefined, email: undefined },
    ...{ address: undefined, hours: undefined, site: undefined },
    apps: { android: undefined, lg: undefined, samsung: undefined },
  },
  findStores: async () => {
    const none = { url: undefined, note: { ru: '', uz: '' } }
    return { android: none, androidtv: none, ios: none, lg: none, samsung: none }
  },
  accounts: openAccounts({
    ...{ db: database.db, clock, random: systemRandom, pepper: 'p'.repeat(43), supportPhone: '1000' },
  }),
  streams: {
    activeStreams: async () => [],
    check: async () => ({ kind: 'free', former: undefined }) as const,
    stop: async () => 'stream_not_found' as const,
  },
  blackouts: {
    ofChannel: () => ({ all: undefined, times: [] }),
    ofTitle: () => ({ now: undefined, nextMs: null }),
  },
  releases: openReleases({ db: database.db, clock }),
  profileLimits: { watchable: async () => ({ kind: 'within', untilMs: null, leftMs: null }) as const },
  entitlement: openEntitlement({
    ...{ billing: openBilling({ db: database.db, clock }), clock, isPlayable: () => false },
  }),
  messages: recordMessages(),
  region: { audienceOf: () => 'inside' as const },
  merchants: { reverserOf: () => undefined },
  cards: openCards({
    ...{ db: database.db, clock, random: systemRandom, log: silentLog, audit, secret: 's'.repeat(43) },
    ...{ gateway: undefined, billing: openBilling({ db: database.db, clock }) },
  }),
  service: await openService(database.db),
  recordings: {
    days: 180,
    list: async () => ({ recordings: [], usedMs: 0, grantedMs: 0 }),
  },
  exportAddresses: { storedMs: async () => undefined, revoke: async () => false },
  telegram: {
    linkOf: async () => undefined,
    unlink: async () => undefined,
    sayUnlinked: async () => false,
  },
  supportViews: {
    begin: async () => ({ kind: 'not_found' }) as const,
    end: async () => false,
    list: async () => [],
  },
  home: { hasItems: () => true, preview: async () => [] },
  outsideServices: {
    live: { settings: defaultSettings, environment: {} },
    seal: serviceSeal({ passwordPepper: 'p'.repeat(43) }, systemRandom),
  },
  webhooks: { insideHosts: () => [], seal: alarmSeal({ passwordPepper: 'p'.repeat(43) }, systemRandom) },
  alarms: {
    ...{ clock, allowLocalWebhooks: false, publicUrl: '' },
    settings: { EKRAN_MAIL: undefined, EKRAN_TELEGRAM_API: 'http://127.0.0.1:9' },
    seal: alarmSeal({ passwordPepper: 'p'.repeat(43) }, systemRandom),
    messages: {
      sendSms: async () => ({ kind: 'failed', reason: 'no_gateway' }) as const,
      canSend: () => ({ sms: false, call: false }),
    },
  },
}
const endpoints = consoleEndpoints(deps)
const server = createHttpServer({
  endpoints,
  mounts: [],
  identify: async () => undefined,
  admitStaff: staffAdmission(deps),
  audienceOf: () => 'inside',
  clientAddress: clientAddressReader(['127.0.0.1']),
  checkResponses: true,
  health: createHealth(),
  metrics: createMetrics(),
  random: systemRandom,
  clock,
  log: createLog({ level: 'debug', form: 'json', write: (line) => lines.push(line) }),
})
const members = new Map<Role, TestMember>()
let origin = ''
beforeAll(async () => {
  origin = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
})
afterAll(async () => {
  await server.close(500)
  await audit.close()
  await database.drop()
})

interface Sent {
  readonly token?: string | undefined
  readonly body?: object
  /** Instead of those of the console's own page. */
  readonly headers?: Record<string, string>
}

const ownPage = { 'x-ekran-console': '1', 'sec-fetch-site': 'same-origin' }

async function send({ method, path }: Pick<ConsoleEndpoint, 'method' | 'path'>, sent: Sent = {}, query = '') {
  const response = await fetch(origin + path + query, {
    method,
    headers: {
      ...(method === 'POST'
        ? { 'content-type': 'application/json', ...(sent.headers ?? ownPage) }
        : sent.headers),
      ...(sent.token === undefined ? {} : { cookie: `theme=dark; ekran-staff=${sent.token}` }),
    },
    ...(method === 'POST' ? { body: JSON.stringify(sent.body ?? {}) } : {}),
  })
  const answer = (await response.json()) as { failure?: string; data?: Record<string, unknown> }
  const { failure, data } = answer
  return { status: response.status, failure, data, cookie: response.headers.get('set-cookie'), response }
}

/** The token in the cookie of a response. */
function tokenOf({ cookie }: { readonly cookie: string | null }): string {
  return /^ekran-staff=([\w-]{43});/.exec(cookie ?? '')?.[1] ?? ''
}

async function memberOf(role: Role): Promise<TestMember> {
  const existing = members.get(role)
  if (existing !== undefined) return existing
  const added = await fixture.addMember(role)
  members.set(role, added)
  return added
}

const every = Object.entries(consoleApi).flatMap(([subject, calls]) =>
  Object.entries(calls as Record<string, ConsoleEndpoint>).map(
    ([name, declared]) => [`${subject}.${name}`, declared] as const,
  ),
)
const gate = new Set([
  ...['not_authorized', 'staff_forbidden', 'second_factor_needed', 'enrolment_needed', 'step_up_needed'],
  'cross_site_request',
])

/** The verdict of the gate: a failure of its own, or `open` for whatever the endpoint itself says. */
async function verdictFor(declared: ConsoleEndpoint, token: string | undefined): Promise<string> {
  const { failure, status } = await send(declared, { token })
  if (failure !== undefined && gate.has(failure)) {
    expect(status).toBe(403)
    return failure
  }
  expect(status, failure).toBeLessThan(500)
  return 'open'
}

describe('[STAFF-01] the first owner over HTTP', () => {
  const { setUp, session, logIn, proveTotp, logOut } = consoleApi.consoleEntry
  const owner = { login: 'Owner@Ekran.uz', name: 'The Owner', password: staffPassword, language: 'ru' }

  it('sets the console up, enrols an app, logs in with both factors and out, in a cookie for this site only', async () => {
    expect((await send(session)).data).toMatchObject({ set_up_needed: true, stage: null, staff: null })
    const created = await send(setUp, { body: { operator_password: operatorPassword, ...owner } })
    expect(created.data).toEqual({ stage: 'enrolment', factors: [] })
    expect(created.cookie).toMatch(
      /^ekran-staff=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    const { beginTotp, confirmTotp } = consoleApi.consoleOwn
    const begun = await send(beginTotp, { token: tokenOf(created) })
    const secret = String(begun.data?.['secret'])
    const code = codeAt(secret, clock.nowMs())
    const enrolled = await send(confirmTotp, { token: tokenOf(created), body: { code } })
    expect(enrolled.data?.['recovery_codes']).toHaveLength(10)
    expect((await send(session, { token: tokenOf(created) })).data).toMatchObject({ stage: null })
    const shown = await send(session, { token: tokenOf(enrolled) })
    expect(shown.data).toMatchObject({ stage: 'full', staff: { login: 'owner@ekran.uz', role: 'owner' } })
    expect(shown.data?.['permissions']).toContain('staff.act')

    clock.advanceMs(30_000)
    const proven = await send(logIn, { body: { login: 'owner@ekran.uz', password: staffPassword } })
    expect(proven.data).toEqual({ stage: 'second_factor', factors: ['totp', 'recovery_code'] })
    const next = codeAt(secret, clock.nowMs())
    const spaced = `${next.slice(0, 3)} ${next.slice(3)}`
    const entered = await send(proveTotp, { token: tokenOf(proven), body: { code: spaced } })
    expect(entered.data).toMatchObject({ stage: 'full' })
    const out = await send(logOut, { token: tokenOf(entered) })
    expect(out.cookie).toMatch(/^ekran-staff=; Max-Age=0; /)
    expect((await send(session, { token: tokenOf(entered) })).data).toMatchObject({ stage: null })
    const again = await send(setUp, {
      body: { operator_password: operatorPassword, ...owner, login: 'second' },
    })
    expect(again.failure).toBe('console_set_up')
  })

  it('has its cookie only over https, and bound to this host, behind a proxy with https', async () => {
    const headers = { ...ownPage, 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' }
    const { cookie } = await send(logOut, { headers })
    expect(cookie).toBe('__Host-ekran-staff=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure')
  })

  it('leaves no password, code or token in a log line', () => {
    const text = lines.join('\n')
    expect(text).toContain('consoleEntry.setUp')
    for (const secret of [staffPassword, operatorPassword]) expect(text).not.toContain(secret)
    expect(text).not.toMatch(/[\w-]{43}/)
  })
})

describe('[STAFF-02] every endpoint of the console', () => {
  it('has a handler and is under /api/console/', () => {
    expect(unboundEndpoints(consoleApi, endpoints)).toEqual([])
    expect(every.length).toBeGreaterThan(30)
    for (const [name, { path }] of every) expect(path, name).toMatch(/^\/api\/console\/v1\//)
  })

  it('that has a limit of requests can say so', () => {
    for (const [name, { rateLimits, failures: declared }] of every)
      for (const { failure = 'too_many_requests' } of rateLimits) expect(declared, name).toContain(failure)
  })

  it.each(roles)('is open to the role %s as declared, and closed otherwise', async (role) => {
    const { staffId } = await memberOf(role)
    for (const [name, declared] of every) {
      const { permission } = declared
      const expected =
        permission === 'second_factor'
          ? 'not_authorized'
          : typeof permission === 'object' && !roleMay(role, permission)
            ? 'staff_forbidden'
            : 'open'
      expect(await verdictFor(declared, await fixture.openSession(staffId)), name).toBe(expected)
    }
  })

  it.each([
    ['consoleChanges', 'list', { section: 'channels', before_change: 2_147_483_648 }],
    ['consoleOwn', 'removeView', { view_id: 2_147_483_648 }],
    ['consoleDealers', 'subscribers', { dealer_id: 1, after_ms: 1, after_id: 2_147_483_648 }],
    ['consoleDealers', 'endRule', { rule_id: 2_147_483_648, to: '2026-12-31' }],
    ['consoleDealers', 'payout', { payout_id: 2_147_483_648, step: 'approve' }],
  ] as const)('%s.%s says that a number beyond all rows is wrong', async (subject, name, values) => {
    const token = await fixture.openSession((await memberOf('owner')).staffId)
    const declared = (consoleApi[subject] as unknown as Record<string, ConsoleEndpoint>)[name]
    if (declared === undefined) throw new Error(`${subject} has no ${name}`)
    const query = new URLSearchParams(Object.entries(values).map(([field, value]) => [field, String(value)]))
    const sent =
      declared.method === 'GET'
        ? await send(declared, { token }, `?${query}`)
        : await send(declared, { token, body: values })
    expect([sent.status, sent.failure]).toEqual([400, 'invalid_input'])
  })

  it('says of a subscriber who does not exist that there is no PIN to remove', async () => {
    const token = await fixture.openSession((await memberOf('support')).staffId)
    const body = { account_id: 2_000_000_000, reason: 'Forgot it' }
    const { failure } = await send(consoleApi.consoleProfiles.removePins, { token, body })
    expect(failure).toBe('not_found')
  })

  it('that is a dangerous act is closed to everybody who has not proven who they are', async () => {
    const { staffId } = await memberOf('owner')
    const dangerous = every.filter(([, { stepUp }]) => stepUp)
    expect(dangerous.length).toBeGreaterThan(8)
    for (const [name, declared] of dangerous) {
      const token = await fixture.openSession(staffId, 'full', false)
      expect(await verdictFor(declared, token), name).toBe('step_up_needed')
    }
  })

  it('is closed without a session, with a wrong one, and before the second factor', async () => {
    const { staffId } = await memberOf('owner')
    const half = await fixture.openSession(staffId, 'second_factor')
    const unenrolled = await fixture.openSession(staffId, 'enrolment')
    for (const [name, declared] of every) {
      const { permission } = declared
      if (permission === 'anyone') continue
      expect(await verdictFor(declared, undefined), name).toBe('not_authorized')
      expect(await verdictFor(declared, 'x'.repeat(43)), name).toBe('not_authorized')
      if (permission !== 'second_factor')
        expect(await verdictFor(declared, half), name).toBe('second_factor_needed')
      if (typeof permission === 'object' || permission === 'own')
        expect(await verdictFor(declared, unenrolled), name).toBe('enrolment_needed')
    }
  })

  it('that changes the staff or shows the audit is open to owners and administrators only', async () => {
    const closed = every.filter(
      ([, { permission }]) =>
        typeof permission === 'object' && ['staff', 'audit'].includes(permission.section),
    )
    expect(closed.length).toBeGreaterThan(8)
    for (const [name, declared] of closed)
      for (const role of roles) {
        const { staffId } = await memberOf(role)
        const verdict = await verdictFor(declared, await fixture.openSession(staffId))
        expect(verdict, `${name} ${role}`).toBe(
          role === 'owner' || role === 'administrator' ? 'open' : 'staff_forbidden',
        )
      }
  })

  it('without a permission does not start, nor one elsewhere with a permission, nor a change by GET', () => {
    const free = endpoint({
      path: '/api/console/v1/free',
      envelope: 'data',
      summary: 'A mistake',
      input: z.object({}),
      output: z.object({}),
    })
    const handler = () => respond({})
    expect(() => bindEndpoint('free', free, handler)).toThrow('declares a permission')
    const elsewhere = { ...free, path: '/api/v1/free', permission: 'own' } as const
    expect(() => bindEndpoint('elsewhere', elsewhere, handler)).toThrow('declares a permission')
    const byLink = { ...free, changes: true, permission: 'own' } as const
    expect(() => bindEndpoint('byLink', byLink, handler)).toThrow('POST')
    const reader = consoleEndpoint({
      method: 'POST',
      path: '/reader',
      permission: { section: 'films', level: 'view' },
      summary: 'A mistake',
      input: z.object({}),
      output: z.object({}),
    })
    expect(() => bindEndpoint('reader', reader, handler)).toThrow('edit or act')
  })

  it('is closed when the application has no rules for the console', async () => {
    const bare = createHttpServer({
      endpoints,
      mounts: [],
      identify: async () => undefined,
      audienceOf: () => 'inside',
      clientAddress: clientAddressReader([]),
      checkResponses: true,
      health: createHealth(),
      metrics: createMetrics(),
      random: systemRandom,
      clock,
      log: silentLog,
    })
    const { statusCode, body } = await bare.app.inject({
      method: 'GET',
      url: consoleApi.consoleEntry.session.path,
    })
    await bare.close(100)
    expect([statusCode, body]).toEqual([403, expect.stringContaining('not_authorized')])
  })
})

describe('[STAFF-01] a request of another site', () => {
  it.each([
    ['without the console’s header', { 'sec-fetch-site': 'same-origin' }],
    ['of another site', { 'x-ekran-console': '1', 'sec-fetch-site': 'cross-site' }],
    ['of another host of the domain', { 'x-ekran-console': '1', 'sec-fetch-site': 'same-site' }],
    ['of another origin', { 'x-ekran-console': '1', origin: 'https://evil.example' }],
    ['of a page without an origin', { 'x-ekran-console': '1', origin: 'null' }],
  ])('%s changes nothing', async (_name, headers) => {
    const { staffId } = await memberOf('owner')
    const token = await fixture.openSession(staffId)
    for (const [name, declared] of every) {
      if (declared.method !== 'POST') continue
      expect((await send(declared, { token, headers })).failure, name).toBe('cross_site_request')
    }
    expect(await staff.identify(token, '')).toBeDefined()
  })

  it('may not ask for the header either: the browser’s preflight does not allow it', async () => {
    const { status, headers } = await fetch(origin + consoleApi.consoleStaff.block.path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-ekran-console',
      },
    })
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-headers')).not.toContain('x-ekran-console')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('may not read a response either, accepted or refused', async () => {
    const [accepted, refused] = [
      await send(consoleApi.consoleEntry.session),
      await send(consoleApi.consoleStaff.list),
    ]
    expect([accepted.status, refused.status]).toEqual([200, 403])
    for (const { response } of [accepted, refused]) {
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
      expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(response.headers.get('cache-control')).toBe('private, no-store')
    }
  })

  it('is told apart from an older browser of our own page, which sends its origin', async () => {
    const { staffId } = await memberOf('owner')
    const token = await fixture.openSession(staffId)
    const headers = { 'x-ekran-console': '1', origin }
    const profile = { name: 'Renamed Owner', language: 'uz' }
    const changed = await send(consoleApi.consoleOwn.changeProfile, { token, headers, body: profile })
    expect(changed.failure).toBeUndefined()
    expect(await staff.identify(token, '')).toMatchObject(profile)
  })
})

describe('[STAFF-03] the audit of the staff', () => {
  it('names who did what, with before and after, filtered and in pages, in a chain that is whole', async () => {
    const [owner, target] = [await memberOf('owner'), await fixture.addMember('support')]
    const token = await fixture.openSession(owner.staffId)
    const { changeRole, list } = consoleApi.consoleStaff
    for (const role of ['finance', 'analyst', 'finance'])
      expect((await send(changeRole, { token, body: { staff_id: target.staffId, role } })).data).toEqual({})
    const read = async (query: string) => {
      const { data } = await send(consoleApi.consoleAudit.list, { token }, query)
      return data as { events: Record<string, unknown>[]; has_more: boolean }
    }
    const subject = encodeURIComponent(`staff ${target.staffId}`)
    const changes = `?section=staff&subject=${subject}&event=staff_role_changed`
    const first = await read(`${changes}&limit=2`)
    const { name } = await fixture.member(token)
    expect(first.has_more).toBe(true)
    expect(first.events[0]).toMatchObject({
      event: 'staff_role_changed',
      actor: 'staff',
      staff_id: owner.staffId,
      staff_name: name,
      before: { role: 'analyst' },
      after: { role: 'finance' },
    })
    const second = await read(`${changes}&limit=2&before_event=${String(first.events[1]?.['event_id'])}`)
    expect(second.events.map(({ before, after }) => [before, after])).toEqual([
      [{ role: 'support' }, { role: 'finance' }],
    ])
    expect(second.has_more).toBe(false)
    expect((await read(`?staff_id=${target.staffId}&section=films`)).events).toEqual([])
    const beforeAll = Math.floor(clock.nowMs() / 1000) - 7 * 86_400
    expect((await read(`?section=staff&to=${beforeAll}`)).events).toEqual([])
    const listed = (await send(list, { token })).data as { staff: Record<string, unknown>[] }
    expect(listed.staff.find((member) => member['staff_id'] === target.staffId)).toMatchObject({
      role: 'finance',
      last_changed_by: name,
      last_changed_at: Math.floor(clock.nowMs() / 1000),
    })
    expect(await checkChain(database.db, { key: 'k'.repeat(43) })).toMatchObject({ kind: 'whole' })
  })

  it('has no link of an invitation, no password and no code', async () => {
    const token = await fixture.openSession((await memberOf('owner')).staffId)
    const body = { login: 'to-be-audited', name: 'To Be Audited', role: 'support' }
    const made = await send(consoleApi.consoleStaff.invite, { token, body })
    const link = String(made.data?.['link'])
    expect(link).toMatch(/^\/console\/invitation#[\w-]{43}$/)
    const rows = await database.db.selectFrom('security_event').selectAll().execute()
    expect(rows.some(({ event }) => event === 'staff_invited')).toBe(true)
    expect(JSON.stringify(rows)).not.toContain(link.slice(-43))
    expect(JSON.stringify(rows)).not.toContain(staffPassword)
  })
})

describe('the failures of the console', () => {
  it('have numbers from 200 on, each its own', () => {
    const numbers = Object.values(failures).map(({ number }) => number)
    expect(new Set(numbers).size).toBe(numbers.length)
  })
})
