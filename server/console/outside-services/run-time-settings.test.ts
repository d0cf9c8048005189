/** Changes of settings taken back with their secrets, push services and plain values, over real HTTP. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { consoleOutsideServices } from '#contract/console/outside-services.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { roleMay, roles } from '#contract/form/permissions.ts'
import { pushDeviceEndpoints } from '#server/api/accounts/push-devices.ts'
import { applySettings } from '#server/apply-settings.ts'
import { listEvents, openAudit } from '#server/audit/audit.ts'
import { changeEndpoints } from '#server/console/changes/change-endpoints.ts'
import { staffAdmission } from '#server/console/console.ts'
import { settingWorkers } from '#server/outside-services/outside-services.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { createLog, silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { openLiveSettings } from '#server/platform/settings/services/live-settings.ts'
import { serviceSeal } from '#server/platform/settings/services/stored-services.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { openPush } from '#server/push/push.ts'
import { testWebPush } from '#tests/kit/modules/web-push-keys.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { type PushServices, startPushServices } from '#tests/kit/emulators/push-services.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { staffFixture } from '#tests/kit/modules/staff-module.ts'
import { trySubject } from '#server/outside-services/outside-services.ts'
import { outsideServiceEndpoints } from './service-endpoints.ts'

const database = await createTestDatabase()
const { db } = database
const fixture = staffFixture(db)
const { staff, clock } = fixture
const audit = openAudit({ db, clock, log: silentLog, key: 'k'.repeat(43), flushAfterMs: 0 })
const secrets = { passwordPepper: 'p'.repeat(43) }
const seal = serviceSeal(secrets, systemRandom)
const environment = { EKRAN_CATCHUP_GB: '7', EKRAN_WEBHOOK_LOCAL: 'on' }
const read = readSettings(environment)
if (read.kind === 'refused') throw new Error(read.problems.join('\n'))
const lines: string[] = []
const log = createLog({ level: 'debug', form: 'json', clock: systemClock, write: (line) => lines.push(line) })
const live = await openLiveSettings({
  ...{ db, secrets, random: systemRandom, log, environment, settings: read.settings },
})
const { settings } = live
const push = await openPush({
  ...{
    db,
    jobDb: db,
    clock: systemClock,
    log,
    metrics: createMetrics(),
    webPush: testWebPush,
    isHidden: () => false,
    delivers: true,
  },
  ...{ jobs: { send: async () => null }, settings: { fcm: undefined, apns: undefined } },
})
const unused = new Proxy({}, { get: () => () => undefined }) as never
live.onChange((changed) =>
  applySettings(
    { settings, quiet: undefined, runs: new Set(['api']), log, jobs: unused },
    { push, messages: unused, cards: unused, merchants: unused, telegram: unused },
    changed,
  ),
)
const people = accountsFixture(db, { clock, audit })
const dataDir = await mkdtemp(join(tmpdir(), 'ekran-settings-'))
const server = createHttpServer({
  endpoints: [
    ...outsideServiceEndpoints({ db, clock, random: systemRandom, audit, seal, live, dataDir }),
    ...changeEndpoints({ db, clock, audit }),
    ...pushDeviceEndpoints({ push }),
  ],
  mounts: [],
  identify: (token, bearer) => people.accounts.identify(token, bearer),
  admitStaff: staffAdmission({ staff, clock, publicUrl: undefined }),
  ...{ clientAddress: clientAddressReader(['127.0.0.1']), audienceOf: () => 'inside' },
  ...{ checkResponses: true, health: createHealth(), metrics: createMetrics(), random: systemRandom },
  ...{ clock, log },
})
const tokens: Record<string, string> = {}
const bodies: string[] = []
let origin = ''
let services: PushServices

beforeAll(async () => {
  services = await startPushServices()
  origin = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
  for (const role of roles) tokens[role] = (await fixture.addMember(role)).token
}, 60_000)
afterAll(async () => {
  await server.close(500)
  await push.close()
  await services.stop()
  await audit.close()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

interface Answer {
  readonly data?: unknown
  readonly failure?: string
  readonly message?: string
  readonly fields?: readonly { readonly field: string }[]
}

async function request(path: string, body?: object, role = 'owner'): Promise<Answer> {
  const response = await fetch(`${origin}/api/console/v1${path}`, {
    headers: {
      'sec-fetch-site': 'same-origin',
      cookie: `ekran-staff=${tokens[role]}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'x-ekran-console': '1' }),
    },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await response.text()
  bodies.push(text)
  await live.reload()
  return JSON.parse(text) as Answer
}

type Listed = ResponseOf<typeof consoleOutsideServices.list>

async function shown(service: string) {
  const { data } = await request('/outside-services')
  const match = (data as Listed).services.find((one) => one.service === service)
  if (match === undefined) throw new Error(`no ${service}`)
  return match
}

async function save(service: string, texts: Readonly<Record<string, string>>) {
  const { version } = await shown(service)
  return request('/outside-services/save', { service, version, texts })
}

/** Saves, which must succeed; returns the number of the set of changes. */
async function saved(service: string, texts: Readonly<Record<string, string>>): Promise<number> {
  const answer = await save(service, texts)
  expect(answer.failure, answer.message).toBeUndefined()
  return (answer.data as { change_id: number }).change_id
}

async function removed(service: string): Promise<number> {
  const { version } = await shown(service)
  const { data } = await request('/outside-services/remove', { service, version })
  return (data as { change_id: number }).change_id
}

function undo(changeId: number, role = 'owner') {
  return request('/outside-services/undo', { change_id: changeId }, role)
}

const first = { merchant: '587f72c72cac0d162c722ae2', key: 'first-key-of-the-tests' }
const second = { merchant: '687f72c72cac0d162c722ae2', key: 'second-key-of-the-tests' }
const dayMs = 86_400_000

describe('a change of a service', () => {
  it('[STAFF-03] is taken back with its secret, which is not shown, and so is the undo', async () => {
    await saved('payme', first)
    const changeId = await saved('payme', second)
    expect(settings.EKRAN_PAYME).toMatchObject(second)
    const undone = await undo(changeId)
    expect(undone).toMatchObject({ data: { undone: 1, conflicts: [] } })
    expect(settings.EKRAN_PAYME).toMatchObject(first)
    expect(await undo(changeId)).toMatchObject({ failure: 'change_undone' })
    const again = await undo((undone.data as { change_id: number }).change_id)
    expect(again).toMatchObject({ data: { undone: 1, conflicts: [] } })
    expect(settings.EKRAN_PAYME).toMatchObject(second)
    const events = await db
      .selectFrom('security_event')
      .selectAll()
      .where('event', '=', 'outside_service_undone')
      .execute()
    expect(events).toHaveLength(2)
    expect(JSON.stringify(events)).toContain('"key_is":"returned"')
  })

  it('that set, changed only the secret of, or removed a service is taken back', async () => {
    const set = await saved('uzum', { login: 'uzum', password: 'uzum-password-one', service: '77' })
    const other = await saved('uzum', { login: 'uzum', password: 'uzum-password-two', service: '77' })
    expect(other).toBeGreaterThan(set)
    await undo(other)
    expect(settings.EKRAN_UZUM?.password).toBe('uzum-password-one')
    const gone = await removed('uzum')
    expect(settings.EKRAN_UZUM).toBeUndefined()
    const back = await undo(gone)
    expect(back).toMatchObject({ data: { undone: 1 } })
    expect(settings.EKRAN_UZUM).toMatchObject({ password: 'uzum-password-one', service: 77 })
  })

  it('stays as a whole when the service was changed since, and says by whom', async () => {
    const early = await saved('click', { service: '1', merchant: '2', secret: 'click-secret-one' })
    await saved('click', { service: '3', merchant: '2', secret: 'click-secret-two' })
    const { data } = await undo(early)
    const by = (await shown('click')).changed_by
    expect(data).toMatchObject({ change_id: null, undone: 0, conflicts: [{ label: 'click', now: by }] })
    expect(settings.EKRAN_CLICK).toMatchObject({ service: '3', secret: 'click-secret-two' })
  })

  it('is taken back once by two people at once', async () => {
    await saved('telegram', { address: 'https://one.example.uz' })
    const changeId = await saved('telegram', { address: 'https://two.example.uz' })
    const both = await Promise.all([undo(changeId), undo(changeId, 'administrator')])
    expect(both.map(({ failure }) => failure ?? 'undone').toSorted()).toEqual(['change_undone', 'undone'])
    expect(settings.EKRAN_TELEGRAM_API).toBe('https://one.example.uz')
  })

  it('that says nothing new makes no set of changes', async () => {
    expect(await saved('telegram', { address: 'https://one.example.uz' })).toBe(0)
  })

  it('cannot be taken back after seven days, and its former secret is deleted then', async () => {
    const changeId = await saved('payme', { ...first, key: 'third-key-of-the-tests' })
    const former = () =>
      db.selectFrom('outside_service_former').selectAll().where('change_id', '=', changeId).execute()
    const [worker] = settingWorkers({ db, clock })
    const forget = () => worker?.run({}, { log } as never)
    clock.advanceMs(7 * dayMs - 1000)
    await forget()
    expect(await former()).toHaveLength(1)
    clock.advanceMs(1000)
    await forget()
    expect(await former()).toEqual([])
    for (const role of roles) tokens[role] = (await fixture.addMember(role)).token
    expect(await undo(changeId)).toMatchObject({ failure: 'undo_too_late' })
    expect(settings.EKRAN_PAYME?.key).toBe('third-key-of-the-tests')
  })

  it('[STAFF-02] is seen by those who see the settings, and taken back by those who may act on them', async () => {
    const changeId = await saved('telegram', { address: 'https://three.example.uz' })
    for (const role of roles) {
      const mayAct = roleMay(role, { section: 'settings', level: 'act' })
      const { failure } = await undo(999_999, role)
      expect(failure, role).toBe(mayAct ? 'change_not_found' : 'staff_forbidden')
      if (!roleMay(role, { section: 'channels', level: 'view' })) continue
      const maySee = roleMay(role, { section: 'settings', level: 'view' })
      const list = await request('/changes', undefined, role)
      expect(JSON.stringify(list).includes('outside_service'), role).toBe(maySee)
      const one = await request(`/changes/one?change_id=${changeId}`, undefined, role)
      expect(one.failure, role).toBe(maySee ? undefined : 'change_not_found')
    }
    // The endpoint of other changes does not take it back.
    expect(await request('/changes/undo', { change_id: changeId })).toMatchObject({
      failure: 'change_not_found',
    })
  })
})

describe('a push service', () => {
  it('is tried on a subscriber’s phone with a key as typed, saved, and used at once', async () => {
    const account = await people.addAccount()
    const token = await people.enter(account, 'phone')
    const device = 'fcm-token:run-time'
    const register = () =>
      fetch(`${origin}/api/v1/push-devices`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          'x-ekran-device': 'phone',
        },
        body: JSON.stringify({ service: 'fcm', token: device }),
      }).then((response) => response.text())
    expect(await register()).toContain('"is_available":0')
    const { key, origin: address } = Object.fromEntries(new URLSearchParams(services.fcm))
    const file = await readFile(key ?? '', 'utf8')
    const typed = { account: file, origin: address ?? '' }
    const tried = (texts: object | null, to: string) =>
      request('/outside-services/test', { subject: 'fcm', texts, to })
    // An address that was only typed gets nobody's token.
    expect(await tried(typed, account.abonement)).toMatchObject({
      data: { is_ok: true, steps: [{ step: 'message', word: 'answers' }] },
    })
    expect((await services.received(device)).length).toBe(0)
    const closed = { settings: { ...settings, EKRAN_WEBHOOK_LOCAL: false }, environment }
    const deps = { ...{ db, clock, random: systemRandom, seal, dataDir }, live: closed }
    // Neither where messages are sent nor where the login is.
    const elsewhere = { account: file, origin: 'https://8.8.8.8' }
    for (const texts of [typed, elsewhere])
      expect(await trySubject(deps, { subject: 'fcm', texts, to: account.abonement })).toMatchObject({
        steps: [{ word: 'local_address' }],
      })
    const google = JSON.parse(file) as object
    for (const wrong of ['http://example.uz/token', 'http://192.168.1.1/token'])
      expect(
        await tried({ ...typed, account: JSON.stringify({ ...google, token_uri: wrong }) }, '1'),
      ).toMatchObject({ failure: 'setting_field', fields: [{ field: 'account' }] })
    for (const wrong of ['http://example.uz', 'https://[1', 'https://a:b:c'])
      expect(await tried({ ...typed, origin: wrong }, '1')).toMatchObject({
        fields: [{ field: 'origin' }],
      })
    expect(await tried(null, account.abonement)).toMatchObject({ failure: 'setting_not_set' })
    expect(await tried(typed, 'my phone')).toMatchObject({ failure: 'setting_test_target' })
    await services.fault('fcm', 'wrong_key', 1)
    expect(await tried(typed, account.abonement)).toMatchObject({
      data: { is_ok: false, steps: [{ word: 'login_refused' }] },
    })
    expect(await save('fcm', { ...typed, account: '{"type":"service_account"}' })).toMatchObject({
      failure: 'setting_field',
      fields: [{ field: 'account' }],
    })
    const changeId = await saved('fcm', typed)
    expect(settings.EKRAN_FCM).toMatchObject({ key: '', account: file.trim() })
    expect(await register()).toContain('"is_available":1')
    // As it is in use, its secret included.
    expect(await tried(null, account.abonement)).toMatchObject({
      data: { is_ok: true, steps: [{ word: 'done' }] },
    })
    expect((await services.received(device)).length).toBe(1)
    expect(await tried(null, '00000000')).toMatchObject({ failure: 'setting_test_no_device' })
    const filter = { event: 'outside_service_tested', accountId: account.accountId, limit: 10 }
    // The only one whose message went to the subscriber.
    expect(await listEvents(db, filter)).toHaveLength(1)
    await undo(changeId)
    expect(await register()).toContain('"is_available":0')
  })

  it('of Apple takes its key with the lines joined, as a field of one line has them', async () => {
    const texts = Object.fromEntries(new URLSearchParams(services.apns))
    const { key = '', key_id = '', team = '', topic = '', origin: address = '' } = texts
    const p8 = (await readFile(key, 'utf8')).replaceAll('\n', '')
    await saved('apns', { p8, key_id, team, topic, origin: address })
    expect(settings.EKRAN_APNS).toMatchObject({ keyId: key_id, topic, origin: address })
    expect(await save('apns', { p8: 'no key', key_id, team, topic, origin: address })).toMatchObject({
      fields: [{ field: 'p8' }],
    })
  })
})

describe('a plain setting', () => {
  it('is used at once, refused when it is none, and returns to its standard value', async () => {
    await saved('upload_size', { value: '250' })
    expect(settings.EKRAN_UPLOAD_GB).toBe(250)
    await saved('registration', { value: 'sms, captcha' })
    expect(settings.EKRAN_REGISTRATION).toEqual(['sms', 'captcha'])
    await saved('webhook_hosts', { value: 'billing.lan,10.0.0.5:8080' })
    expect(settings.EKRAN_WEBHOOK_HOSTS).toEqual(['billing.lan', '10.0.0.5:8080'])
    for (const [service, value] of [
      ['upload_size', '0'],
      ['archive_lead', '901'],
      ['registration', 'sms,post'],
      ['webhook_hosts', 'https://billing.lan/'],
    ] as const)
      expect(await save(service, { value }), value).toMatchObject({
        failure: 'setting_field',
        fields: [{ field: 'value' }],
      })
    const changeId = await removed('upload_size')
    expect(settings.EKRAN_UPLOAD_GB).toBe(100)
    await undo(changeId)
    expect(settings.EKRAN_UPLOAD_GB).toBe(250)
    expect(await shown('upload_size')).toMatchObject({
      unit: 'GB',
      fields: [{ default: '100', value: '250' }],
    })
  })

  it('of the environment wins', async () => {
    expect(await shown('catchup_space')).toMatchObject({ origin: 'environment' })
    expect(await save('catchup_space', { value: '9' })).toMatchObject({ failure: 'setting_in_environment' })
    expect(settings.EKRAN_CATCHUP_GB).toBe(7)
  })
})

it('[STAFF-03] [ACC-14] no secret, former or new, is in a response, a log, the audit or a table', async () => {
  const tables = await Promise.all([
    db.selectFrom('security_event').selectAll().execute(),
    db.selectFrom('outside_service').selectAll().execute(),
    db.selectFrom('outside_service_former').selectAll().execute(),
    db.selectFrom('change_entry').selectAll().execute(),
  ])
  const everything = JSON.stringify([bodies, lines, tables])
  for (const secret of [
    ...[first.key, second.key, 'third-key-of-the-tests', 'click-secret-one', 'click-secret-two'],
    ...['uzum-password-one', 'uzum-password-two', 'PRIVATE KEY'],
  ])
    expect(everything).not.toContain(secret)
})
