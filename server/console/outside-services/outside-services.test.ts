/** Outside services over real HTTP on a real database: set, taken into use at once, tried at the emulators. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { consoleOutsideServices } from '#contract/console/outside-services.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { roleMay, roles } from '#contract/form/permissions.ts'
import { applySettings } from '#server/apply-settings.ts'
import { openAudit } from '#server/audit/audit.ts'
import { openBilling } from '#server/billing/billing.ts'
import { openCards } from '#server/cards/cards.ts'
import { staffAdmission } from '#server/console/console.ts'
import { openMerchants } from '#server/merchants/merchants.ts'
import { openMessages } from '#server/messages/messages.ts'
import { trySubject } from '#server/outside-services/outside-services.ts'
import type { PartName } from '#server/platform/app-context.ts'
import { listenToDatabase } from '#server/platform/database/notifications.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { createLog, silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { openLiveSettings } from '#server/platform/settings/services/live-settings.ts'
import { servicesChangedChannel, serviceSeal } from '#server/platform/settings/services/stored-services.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { startAlarmReceivers } from '#tests/kit/emulators/alarm-receivers.ts'
import { startCardGateway } from '#tests/kit/emulators/card-gateway.ts'
import { startFiscalService } from '#tests/kit/emulators/fiscal-service.ts'
import { startSmsCentre } from '#tests/kit/emulators/sms-centre.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { staffFixture } from '#tests/kit/modules/staff-module.ts'
import { waitFor } from '#tests/kit/wait/wait-for.ts'
import { outsideServiceEndpoints } from './service-endpoints.ts'

const database = await createTestDatabase()
const { db } = database
const fixture = staffFixture(db)
const { staff, clock } = fixture
const audit = openAudit({ db, clock, log: silentLog, key: 'k'.repeat(43), flushAfterMs: 0 })
const secrets = { passwordPepper: 'p'.repeat(43) }
const seal = serviceSeal(secrets, systemRandom)
const environment = {
  EKRAN_CLICK: 'service=4321&merchant=8765&secret=click-secret-of-the-tests',
  // The emulators are on this machine.
  EKRAN_WEBHOOK_LOCAL: 'on',
}
const read = readSettings(environment)
if (read.kind === 'refused') throw new Error(read.problems.join('\n'))
const { settings } = read
const lines: string[] = []
const log = createLog({ level: 'debug', form: 'json', clock: systemClock, write: (line) => lines.push(line) })
const options = { db, secrets, random: systemRandom, log, settings, environment }
/** That of the process whose console is used, and that of another process. */
const live = await openLiveSettings(options)
const other = await openLiveSettings(options)
const people = accountsFixture(db, { clock, audit })
const billing = openBilling({ db, clock })
const modules = {
  push: { use: async () => undefined } as never,
  telegram: { use: () => undefined } as never,
  messages: openMessages({
    ...{ smsRoutes: [], voiceRoute: undefined, clock: systemClock, log: silentLog, metrics: createMetrics() },
  }),
  cards: openCards({
    ...{ db, clock, random: systemRandom, log: silentLog, audit, billing, secret: 's'.repeat(43) },
    gateway: undefined,
  }),
  merchants: openMerchants(
    { db, clock, log: silentLog, accounts: people.accounts, billing, serviceName: () => 'Zamin TV' },
    { click: settings.EKRAN_CLICK },
  ),
}
const runs: ReadonlySet<PartName> = new Set(['api'])
other.onChange((changed) =>
  applySettings(
    {
      settings: other.settings,
      quiet: undefined,
      runs,
      log: silentLog,
      jobs: { send: async () => null } as never,
    },
    modules,
    changed,
  ),
)
const listening = await listenToDatabase({
  location: database.location,
  log: silentLog,
  on: { [servicesChangedChannel]: () => void other.reload() },
  onMissed: () => undefined,
})
const dataDir = await mkdtemp(join(tmpdir(), 'ekran-services-'))
const server = createHttpServer({
  endpoints: outsideServiceEndpoints({ db, clock, random: systemRandom, audit, seal, live, dataDir }),
  mounts: [],
  ...{ identify: async () => undefined, admitStaff: staffAdmission({ staff, clock, publicUrl: undefined }) },
  ...{ clientAddress: clientAddressReader(['127.0.0.1']), audienceOf: () => 'inside' },
  ...{ checkResponses: true, health: createHealth(), metrics: createMetrics(), random: systemRandom },
  ...{ clock, log },
})
const tokens: Record<string, string> = {}
const bodies: string[] = []
let origin = ''
let [centre, gateway, fiscal, receivers] = [
  ...[undefined, undefined],
  ...[undefined, undefined],
] as unknown as [
  Awaited<ReturnType<typeof startSmsCentre>>,
  Awaited<ReturnType<typeof startCardGateway>>,
  Awaited<ReturnType<typeof startFiscalService>>,
  Awaited<ReturnType<typeof startAlarmReceivers>>,
]

beforeAll(async () => {
  ;[centre, gateway, fiscal, receivers] = await Promise.all([
    ...[startSmsCentre(), startCardGateway()],
    ...[startFiscalService(), startAlarmReceivers()],
  ] as const)
  origin = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
  for (const role of roles) tokens[role] = (await fixture.addMember(role)).token
}, 60_000)
afterAll(async () => {
  await Promise.all([centre.stop(), gateway.stop(), fiscal.stop(), receivers.stop()])
  await server.close(500)
  await listening.close()
  await modules.messages.close()
  await audit.close()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

interface Answer {
  readonly data?: unknown
  readonly failure?: string
  readonly message?: string
  readonly fields?: readonly { readonly field: string; readonly message: string }[]
}

async function request(path: string, body?: object, role = 'owner'): Promise<Answer> {
  const response = await fetch(`${origin}/api/console/v1/outside-services${path}`, {
    headers: {
      'sec-fetch-site': 'same-origin',
      cookie: `ekran-staff=${tokens[role]}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'x-ekran-console': '1' }),
    },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await response.text()
  bodies.push(text)
  return JSON.parse(text) as Answer
}

type Listed = ResponseOf<typeof consoleOutsideServices.list>

async function shown(service: string) {
  const { data } = await request('')
  const match = (data as Listed).services.find((one) => one.service === service)
  if (match === undefined) throw new Error(`no ${service}`)
  return match
}

async function save(service: string, texts: Readonly<Record<string, string>>, role = 'owner') {
  return request('/save', { service, version: (await shown(service)).version, texts }, role)
}

async function test(subject: string, texts: Readonly<Record<string, string>> | null, to = '') {
  return request('/test', { subject, texts, to })
}

/** The fields of a gateway's address. */
function fieldsOf(address: string, names: { readonly user: string; readonly password: string }) {
  const url = new URL(address)
  return {
    ...{ scheme: url.protocol.slice(0, -1), host: url.hostname, port: url.port },
    [names.user]: decodeURIComponent(url.username),
    [names.password]: decodeURIComponent(url.password),
    ...Object.fromEntries(url.searchParams),
  }
}

const login = { user: 'user', password: 'password' }
const phone = '+998 90 123-45-67'
const done = (step: string, word = 'done') => ({ step, is_ok: true, word, detail: '' })

describe('an SMS gateway', () => {
  it('is tried as typed before it is saved: the message arrives, and nothing is stored', async () => {
    const typed = fieldsOf(centre.routes.eskiz, login)
    expect(await test('sms', typed, phone)).toMatchObject({
      data: { is_ok: true, steps: [done('message')] },
    })
    expect((await centre.messages({ phone: '998901234567' })).length).toBeGreaterThan(0)
    expect(await shown('sms')).toMatchObject({ origin: 'none', version: 0 })
    expect(await test('sms', { ...typed, password: 'wrong-password-typed' }, phone)).toMatchObject({
      data: { is_ok: false, steps: [{ word: 'login_refused' }] },
    })
    expect(await test('sms', { ...typed, port: '9' }, phone)).toMatchObject({
      data: { is_ok: false, steps: [{ word: 'no_connection' }] },
    })
    expect(await test('sms', typed, '12')).toMatchObject({
      failure: 'setting_test_target',
      fields: [{ field: 'to' }],
    })
  })

  it('is used by another running process at once, with the spare one behind it, and survives a restart', async () => {
    expect(modules.messages.canSend().sms).toBe(false)
    expect(await save('sms', fieldsOf(centre.routes.eskiz, login))).toMatchObject({ data: {} })
    await waitFor(() => modules.messages.canSend().sms, 5000)
    const sent = await modules.messages.sendSms({ phone: '+998907654321', text: 'after the change' })
    expect(sent).toMatchObject({ kind: 'sent', via: 'eskiz' })
    await save('sms_spare', fieldsOf(centre.routes.playmobile, login))
    await waitFor(() => other.settings.EKRAN_SMS_ROUTES.length === 2, 5000)
    expect((await openLiveSettings(options)).settings.EKRAN_SMS_ROUTES).toEqual(
      other.settings.EKRAN_SMS_ROUTES,
    )
    expect(await test('sms', null, phone)).toMatchObject({ data: { is_ok: true } })
  })

  it('has secrets that stay when they are left empty, but not for another address', async () => {
    const { password: _, ...rest } = fieldsOf(centre.routes.eskiz, login) as Record<string, string>
    expect(await save('sms', { ...rest, from: 'EKRANTV' })).toMatchObject({ data: {} })
    expect(await test('sms', { ...rest, password: '' }, phone)).toMatchObject({ data: { is_ok: true } })
    const elsewhere = { ...rest, host: 'sms.attacker.example' }
    const again = { failure: 'setting_secret_again', fields: [{ field: 'password' }] }
    expect(await test('sms', elsewhere, phone)).toMatchObject(again)
    expect(await save('sms', elsewhere)).toMatchObject(again)
  })

  it('is off everywhere once it is removed', async () => {
    for (const service of ['sms', 'sms_spare'])
      expect(await request('/remove', { service, version: (await shown(service)).version })).toMatchObject({
        data: {},
      })
    await waitFor(() => !modules.messages.canSend().sms, 5000)
    expect(await shown('sms')).toMatchObject({ origin: 'none', changed_by: expect.any(String) })
    expect(await request('/remove', { service: 'sms', version: 9 })).toMatchObject({
      failure: 'setting_not_set',
    })
  })
})

describe('payment systems and the card gateway', () => {
  const payme = { merchant: '587f72c72cac0d162c722ae2', key: 'payme-key-typed-in-tests' }

  it('take payments from the moment they are saved', async () => {
    expect(modules.merchants.settings.payme).toBeUndefined()
    const page = receivers.webhook
    expect(await test('payme', { ...payme, checkout: page })).toMatchObject({
      data: { is_ok: true, steps: [{ step: 'page', word: 'answers' }] },
    })
    await save('payme', payme)
    await waitFor(() => modules.merchants.settings.payme !== undefined, 5000)
    expect(modules.merchants.settings.payme).toMatchObject(payme)
    // What the environment has stays beside it.
    expect([...modules.merchants.connections.keys()].toSorted()).toEqual(['click', 'payme'])
  })

  it('are refused with the name of the wrong field', async () => {
    expect(await save('payme', { ...payme, merchant: '12' })).toMatchObject({
      failure: 'setting_field',
      fields: [{ field: 'merchant' }],
    })
    expect(await save('uzum', { login: 'uzum', password: 'uzum-password-typed' })).toMatchObject({
      failure: 'setting_missing',
      fields: [{ field: 'service' }],
    })
    expect(await save('payme', { ...payme, networks: '10.0.0.0/99' })).toMatchObject({
      failure: 'setting_field',
      fields: [{ field: 'networks' }],
    })
    expect(await save('payme', { ...payme, colour: 'red' })).toMatchObject({ failure: 'setting_field' })
  })

  it('the card gateway is asked with the login as typed, then used', async () => {
    const typed = fieldsOf(gateway.atmos, { user: 'consumer_key', password: 'consumer_secret' })
    expect(await test('cards', typed)).toMatchObject({
      data: { is_ok: true, steps: [done('login', 'answers')] },
    })
    expect(await test('cards', { ...typed, consumer_secret: 'not-the-secret' })).toMatchObject({
      data: { is_ok: false, steps: [{ word: 'login_refused' }] },
    })
    expect(modules.cards.isOn).toBe(false)
    await save('cards', typed)
    await waitFor(() => modules.cards.isOn, 5000)
  })
})

describe('the other services', () => {
  it('the fiscal service is asked, and receipts are on from then on', async () => {
    const typed = Object.fromEntries(new URLSearchParams(fiscal.value))
    expect(await test('fiscal', typed)).toMatchObject({ data: { is_ok: true } })
    expect(await test('fiscal', { ...typed, key: 'some-other-key' })).toMatchObject({
      data: { is_ok: false, steps: [{ word: 'login_refused', detail: 'wrong_key' }] },
    })
    await save('fiscal', typed)
    await waitFor(() => other.settings.EKRAN_FISCAL !== undefined, 5000)
    expect(other.settings.EKRAN_FISCAL).toEqual(fiscal.settings)
  })

  it('mail sends a message, and says what the server answered', async () => {
    const typed = fieldsOf(receivers.mail, login)
    expect(await test('mail', typed, 'duty@example.uz')).toMatchObject({ data: { is_ok: true } })
    expect(await receivers.received('email')).toHaveLength(1)
    await receivers.fault('email', 550, 1)
    expect(await test('mail', typed, 'duty@example.uz')).toMatchObject({
      data: { is_ok: false, steps: [{ word: 'refused', detail: 'status_550' }] },
    })
    await save('mail', typed)
    await waitFor(() => other.settings.EKRAN_MAIL !== undefined, 5000)
  })

  it('[STAFF-02] a test reaches no page inside, unless that is allowed, and the audit has the host', async () => {
    const closed = { settings: { ...live.settings, EKRAN_WEBHOOK_LOCAL: false }, environment }
    const deps = { db, clock, random: systemRandom, seal, live: closed, dataDir }
    const wordFor = async (subject: 'telegram' | 'payme', texts: Record<string, string>) => {
      const outcome = await trySubject(deps, { subject, texts, to: '' })
      return outcome.kind === 'tried' ? outcome.steps.map(({ word, detail }) => `${word} ${detail}`) : outcome
    }
    const local = ['local_address local_address']
    for (const address of [receivers.telegram, 'https://169.254.169.254/', 'https://localhost:9/'])
      expect(await wordFor('telegram', { address }), address).toEqual(local)
    const checkout = `${receivers.telegram}/{merchant}`
    const payme = { merchant: '1'.repeat(24), key: 'key-of-the-tests', checkout }
    const outcome = await wordFor('payme', payme)
    expect(outcome).toEqual(local)
    expect(await test('telegram', { address: receivers.telegram })).toMatchObject({ data: { is_ok: true } })
    const events = await db
      .selectFrom('security_event')
      .selectAll()
      .where('event', '=', 'outside_service_tested')
      .execute()
    expect(JSON.stringify(events)).toContain(`"host":"${new URL(receivers.telegram).host}"`)
  })

  it('a token of a bot is not sent without TLS to another machine', async () => {
    expect(await test('telegram', { address: 'http://bots.example.uz' })).toMatchObject({
      failure: 'setting_field',
    })
  })

  it('Telegram is asked at its address', async () => {
    expect(await test('telegram', { address: receivers.telegram })).toMatchObject({ data: { is_ok: true } })
    expect(await test('telegram', { address: 'http://127.0.0.1:9' })).toMatchObject({
      data: { is_ok: false, steps: [{ step: 'page', word: 'no_connection' }] },
    })
    await save('telegram', { address: receivers.telegram })
    await waitFor(() => other.settings.EKRAN_TELEGRAM_API === receivers.telegram, 5000)
  })

  it('the store of media is written, read and emptied again', async () => {
    expect(await test('store', null)).toMatchObject({
      data: { is_ok: true, steps: [done('write'), done('read'), done('delete')] },
    })
    expect(await readdir(join(dataDir, 'media'))).toEqual([])
    await rm(join(dataDir, 'media'), { recursive: true })
    await writeFile(join(dataDir, 'media'), 'a file where the folder should be')
    expect(await test('store', null)).toMatchObject({
      data: { is_ok: false, steps: [{ step: 'write', word: 'not_possible', detail: 'EEXIST' }] },
    })
  })
})

describe('the environment', () => {
  it('wins: shown as such without values, not changed here, and tried as it is', async () => {
    const click = await shown('click')
    expect(click).toMatchObject({ origin: 'environment', variable: 'EKRAN_CLICK' })
    expect(click.fields.every(({ value, has_secret: has }) => value === '' && !has)).toBe(true)
    const refusal = await save('click', { service: '1', merchant: '2', secret: 'another-secret' })
    expect(refusal).toMatchObject({ failure: 'setting_in_environment' })
    expect(refusal.message).toContain('EKRAN_CLICK')
    expect(await test('click', { service: '1' })).toMatchObject({ failure: 'setting_in_environment' })
    const { data } = await request('')
    const { others } = data as Listed
    expect(others.find(({ name }) => name === 'EKRAN_PORT')).toMatchObject({
      value: '8080',
      origin: 'default',
    })
    expect(others.find(({ name }) => name === 'DATABASE_URL')).toMatchObject({ value: '', is_secret: true })
    expect(others.some(({ name }) => name === 'EKRAN_CLICK')).toBe(false)
  })

  it('wins over a stored service from the next start on', async () => {
    const env = {
      ...environment,
      EKRAN_PAYME: 'merchant=000072c72cac0d162c722ae2&key=key-of-the-environment',
    }
    const readAgain = readSettings(env)
    if (readAgain.kind === 'refused') throw new Error('it is read')
    const again = await openLiveSettings({ ...options, settings: readAgain.settings, environment: env })
    expect(again.settings.EKRAN_PAYME?.key).toBe('key-of-the-environment')
  })
})

describe('safety', () => {
  it('[STAFF-02] a role has what its rights say, on every endpoint', async () => {
    for (const role of roles) {
      const may = (level: 'view' | 'act') => roleMay(role, { section: 'settings', level })
      const calls = [
        [await request('', undefined, role), may('view')],
        [await request('/save', { service: 'voice', version: 99, texts: {} }, role), may('act')],
        [await request('/remove', { service: 'voice', version: 99 }, role), may('act')],
        [await request('/test', { subject: 'voice', texts: null, to: '' }, role), may('act')],
      ] as const
      for (const [{ failure }, isAllowed] of calls) expect(failure !== 'staff_forbidden').toBe(isAllowed)
    }
  })

  it('a newer change is not overwritten', async () => {
    const { version } = await shown('telegram')
    const body = { service: 'telegram', texts: { address: 'https://api.telegram.org' } }
    expect(await request('/save', { ...body, version: version - 1 })).toMatchObject({
      failure: 'changed_since',
    })
    const both = await Promise.all([1, 2].map(() => request('/save', { ...body, version })))
    expect(both.map(({ failure }) => failure ?? 'saved').toSorted()).toEqual(['changed_since', 'saved'])
  })

  it('secrets sealed by another key are a clear error, and the service is off', async () => {
    const elsewhere = await openLiveSettings({ ...options, secrets: { passwordPepper: 'q'.repeat(43) } })
    expect(elsewhere.settings.EKRAN_PAYME).toBeUndefined()
    expect(elsewhere.settings.EKRAN_TELEGRAM_API).toBe('https://api.telegram.org')
    expect(lines.some((line) => line.includes('settings.service_sealed') && line.includes('payme'))).toBe(
      true,
    )
    await db
      .updateTable('outside_service')
      .set({ secrets: '{"key":"AAAA"}' })
      .where('service', '=', 'payme')
      .execute()
    expect(await shown('payme')).toMatchObject({ origin: 'sealed' })
    const broken = { failure: 'setting_secret_sealed', fields: [{ field: 'key' }] }
    expect(await test('payme', null)).toMatchObject(broken)
    expect(await save('payme', { merchant: '587f72c72cac0d162c722ae2' })).toMatchObject(broken)
    expect(
      await save('payme', { merchant: '587f72c72cac0d162c722ae2', key: 'entered-once-more' }),
    ).toMatchObject({ data: {} })
    expect(await shown('payme')).toMatchObject({ origin: 'stored' })
  })

  it('[STAFF-03] [ACC-14] no secret is in a response, a log, the audit or the table', async () => {
    const events = await db.selectFrom('security_event').selectAll().execute()
    const rows = await db.selectFrom('outside_service').selectAll().execute()
    const everything = JSON.stringify([bodies, lines, events, rows])
    const typed = [
      ...['payme-key-typed-in-tests', 'wrong-password-typed', 'not-the-secret', 'entered-once-more'],
      ...['uzum-password-typed', 'click-secret-of-the-tests', fiscal.settings.key],
    ]
    for (const secret of typed) {
      expect(secret.length).toBeGreaterThan(5)
      expect(everything).not.toContain(secret)
    }
    const saved = events.filter(({ event }) => event === 'outside_service_saved')
    expect(JSON.stringify(saved)).toContain('"password_is":"set"')
    expect(JSON.stringify(saved)).toContain('"key_is":"replaced"')
    const removed = events.filter(({ event }) => event === 'outside_service_removed')
    expect(JSON.stringify(removed)).toContain('"password_is":"removed"')
    expect(JSON.stringify(events)).not.toContain('901234567')
  })
})
