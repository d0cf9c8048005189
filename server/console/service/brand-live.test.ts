/**
 * What leaves an installation whose brand has another name, by the real protocols to the emulators of what receives it:
 * none of it says the name that came with the product.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readOptions } from '#apps/package/app-options.ts'
import { tizenConfig } from '#apps/tizen/tizen-package.ts'
import { webosAppInfo } from '#apps/webos/webos-package.ts'
import { alarmSeal, saveTarget } from '#server/alarms/alarms.ts'
import { pushDeviceEndpoints } from '#server/api/accounts/push-devices.ts'
import { exportHandler } from '#server/api/export/serve-export.ts'
import { playbackDeps } from '#server/api/playback/playback-deps.ts'
import { chargeDue, notifyCharges, notifySuspended, openBilling } from '#server/billing/billing.ts'
import { openExportAddresses } from '#server/export/export.ts'
import { createUzumFiscal } from '#server/fiscal/fiscal.ts'
import { openMessages } from '#server/messages/messages.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { nameIn } from '#server/platform/http/site/site-look.ts'
import { publicUrlAt } from '#server/platform/http/site/site-origin.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { manualClock, systemClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { openPush } from '#server/push/push.ts'
import { weeklyWorkers } from '#server/reports/weekly/weekly-workers.ts'
import { saveWeekly } from '#server/reports/weekly/weekly-targets.ts'
import { changePhone, resetPassword } from '#server/subscribers/subscribers.ts'
import { keyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { startAlarmReceivers } from '#tests/kit/emulators/alarm-receivers.ts'
import { startFiscalService } from '#tests/kit/emulators/fiscal-service.ts'
import { startPushServices } from '#tests/kit/emulators/push-services.ts'
import { startSmsCentre } from '#tests/kit/emulators/sms-centre.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { openBrandSite, zaminBrand } from '#tests/kit/modules/brand-site.ts'
import { ask } from '#tests/kit/modules/call-endpoint.ts'
import { merchantEnv, merchantsFixture, merchantSettings } from '#tests/kit/modules/merchants-module.ts'
import { insideAddress, openPlaybackWorld } from '#tests/kit/modules/playback-scenario.ts'
import { registrationFixture } from '#tests/kit/modules/registration-module.ts'
import { testWebPush } from '#tests/kit/modules/web-push-keys.ts'

const brands = await openBrandSite()
const { db } = brands
/** The emulated services check times against the machine's clock. */
const clock = manualClock(Date.now())
const closing: (() => Promise<unknown>)[] = []
let brand = 0
beforeAll(async () => {
  brand = await brands.added({ ...zaminBrand, name_ru: 'Zamin TV' })
  // Messages that belong to no host are the main brand's.
  await db.updateTable('service_settings').set({ name_ru: 'Zamin TV', name_uz: 'Zamin TV' }).execute()
  await brands.reload()
})
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
  await brands.close()
}, 60_000)

const metrics = createMetrics()
const serviceName = () => nameIn(brands.looks.of(brand))
const phone = '+998901234567'
const byStaff = { staff: { staffId: 1, name: 'Камола' } }

/** Codes, a password by the staff, and a changed phone, through an SMS gateway. */
async function smsTexts(): Promise<readonly string[]> {
  const centre = await startSmsCentre()
  closing.push(centre.stop)
  const messages = openMessages({
    ...{
      smsRoutes: [centre.routes.eskiz],
      voiceRoute: undefined,
      clock: systemClock,
      log: silentLog,
      metrics,
    },
  })
  closing.push(messages.close)
  const { ask: register, accounts } = registrationFixture(db, clock, {
    ...{ messages: messages as never },
    serviceName: (language, serviceId) => brands.looks.of(serviceId).name[language],
    urlAt: (host) => publicUrlAt(host, 'https://tv.main.uz', brands.service.at),
  })
  const from = (last: number, language: 'ru' | 'uz' = 'uz') => ({
    ...{ clientAddress: `84.54.70.${last}`, serviceId: brand, host: 'zamin.uz', language },
  })
  await register('register', { mobile_phone_number: phone, send_sms: 1 }, from(1))
  const code = await centre.latestCode(phone)
  const person = { mobile_phone_number: phone, password: 'samanid-tile-46', terms: 1, device_uid: 'uid' }
  expect(await register('register', { ...person, code }, from(2))).toMatchObject({ state: 'done' })
  clock.advanceMs(86_400_000)
  const [newest] = await centre.messages({ phone })
  await register('resetPassword', { mobile_phone_number: phone }, from(3, 'ru'))
  await centre.latestCode(phone, { afterSeq: newest?.seq ?? 0 })
  const [account] = await accounts.findByName(phone)
  const deps = {
    ...{ db, clock, audit: brands.audit, withLock: keyedMutex(), log: silentLog, random: systemRandom },
    ...{ accounts, messages, streams: { stop: async () => 'stream_not_found' as const } },
  }
  const request = { accountId: account?.accountId ?? 0, reason: 'Просьба абонента', by: byStaff }
  const act = { ...request, giver: undefined }
  expect(await resetPassword(deps, { ...act, key: 'password-of-test' })).toMatchObject({ kind: 'acted' })
  const changed = await changePhone(deps, { ...act, key: 'phone-of-tests', phone: '+998907654321' })
  expect(changed).toMatchObject({ kind: 'acted' })
  await expect.poll(async () => (await centre.messages({ phone })).length).toBe(4)
  return (await centre.messages({ phone })).map(({ text }) => text)
}

/** The summary of a week, by a mail server and Telegram. */
async function mailsAndTelegram(): Promise<readonly string[]> {
  const receivers = await startAlarmReceivers()
  closing.push(receivers.stop)
  const read = readSettings({ EKRAN_MAIL: receivers.mail, EKRAN_TELEGRAM_API: receivers.telegram })
  if (read.kind === 'refused') throw new Error(read.problems.join())
  const seal = alarmSeal({ passwordPepper: 'p'.repeat(43) }, systemRandom)
  const tools = {
    ...{ db, clock, seal, jobs: { send: async () => null }, allowLocalWebhooks: true },
    ...{ publicUrl: 'https://zamin.uz', settings: read.settings },
    messages: { sendSms: async () => ({ kind: 'sent', via: 'smpp', id: '1' }) as const },
  }
  const send = weeklyWorkers(tools).find(({ kind }) => kind.name === 'reports.send-weekly')
  for (const kind of ['email', 'telegram'] as const)
    for (const language of ['ru', 'uz'] as const) {
      const to = { address: kind === 'email' ? `${language}@example.uz` : receivers.chat }
      const secret = kind === 'telegram' ? receivers.token : ''
      const saved = await saveTarget({ db, seal, settings: read.settings }, null, {
        kind,
        name: `${kind} ${language}`,
        ...to,
        secret,
        language,
      })
      if (saved.kind !== 'saved') throw new Error(saved.kind)
      await saveWeekly(db, { targetId: saved.targetId, isOn: true, thisWeek: '2026-11-23' })
      const job = { id: '1', attempt: 1, signal: AbortSignal.timeout(20_000), log: silentLog }
      await send?.run({ targetId: saved.targetId, week: '2026-11-30' }, job)
    }
  const arrived = [...(await receivers.received('email')), ...(await receivers.received('telegram'))]
  expect(arrived).toHaveLength(4)
  return arrived.map(({ text, headers }) => `${headers['subject'] ?? ''} ${text}`)
}

/** Reminders before and after a charge, to both push services, in both languages. */
async function pushTexts(): Promise<readonly string[]> {
  const services = await startPushServices()
  closing.push(services.stop)
  // The charge comes at this moment; the reminder came half a day before.
  const dayMs = 86_400_000
  const clock = manualClock(Date.now() - 30 * dayMs - 60_000)
  const push = await openPush({
    ...{ db, jobDb: db, clock, log: silentLog, metrics, jobs: { send: async () => null }, delivers: true },
    settings: { fcm: services.settings.EKRAN_FCM, apns: services.settings.EKRAN_APNS },
    webPush: testWebPush,
    isHidden: () => false,
  })
  closing.push(push.close)
  const people = accountsFixture(db, { clock })
  const billing = openBilling({ db, clock })
  await billing.putTariff(buildTariff(57, { isBase: true }))
  const tokens: string[] = []
  for (const language of ['ru', 'uz'] as const) {
    const account = await people.addAccount()
    const { accountId } = account
    await billing.moveMoney({
      ...({ reference: `pay:${accountId}`, kind: 'top_up', against: 'payments' } as const),
      ...{ accountId, amountTiyin: 2_500_000 },
    })
    await billing.purchase({ accountId, items: [{ tariffId: 57 }], replacesBase: false })
    const viewer = await people.viewer(await people.enter(account, 'phone'), 'phone')
    if (viewer === undefined) throw new Error('the session is not live')
    const fcm = `fcm-token:${language}`
    const apns = (language === 'ru' ? 'a' : 'b').repeat(64)
    for (const [service, token] of [
      ['fcm', fcm],
      ['apns', apns],
    ] as const) {
      await ask(
        pushDeviceEndpoints({ push }),
        'pushDevices.register',
        { service, token },
        { viewer, language },
      )
      tokens.push(token)
    }
  }
  const deliver = async () => {
    for (const service of ['fcm', 'apns'] as const) await push.deliver(service, AbortSignal.timeout(20_000))
  }
  const atTheEnd = Date.now()
  clock.setMs(atTheEnd - dayMs / 2)
  expect(await notifyCharges(db, clock.nowMs())).toBe(2)
  clock.setMs(atTheEnd)
  await chargeDue({ db, runAtMs: clock.nowMs(), share: { count: 1, index: 0 } })
  await notifySuspended(db, clock.nowMs())
  await deliver()
  const received = (await Promise.all(tokens.map((token) => services.received(token)))).flat()
  expect(received.length).toBeGreaterThanOrEqual(4)
  return received.map((one) => JSON.stringify(one))
}

/** What other players ask for, by the address of a subscriber. */
async function lists(): Promise<readonly string[]> {
  const world = await openPlaybackWorld({ ticketSec: 300, streams: 2 })
  closing.push(() => world.close())
  const audit = { record: async () => undefined }
  const addresses = openExportAddresses({ ...world, db: world.database.db, random: systemRandom, audit })
  const handle = exportHandler({
    ...{ ...world, addresses, playback: playbackDeps(world.api(), 6 * 3600), serviceName },
    ...{ urlAt: () => undefined, clientAddress: clientAddressReader(['127.0.0.1']) },
    regionOf: (address) => (world.region.isInside(address) ? 'inside' : 'outside'),
  })
  const origin = await world.serve(
    ['/export/', '/get.php', '/xmltv.php', '/player_api.php'].map((prefix) => ({ prefix, handle })),
  )
  const accountId = (await world.accounts.findByName('111111'))[0]?.accountId ?? 0
  const { secret } = await addresses.renew(accountId, { actor: 'viewer' })
  const login = `username=111111&password=${secret}`
  const paths = [`/get.php?${login}&type=m3u_plus`, `/xmltv.php?${login}`, `/player_api.php?${login}`]
  return Promise.all(
    paths.map(async (path) => {
      const response = await fetch(origin + path, { headers: { 'x-forwarded-for': insideAddress } })
      expect(response.status, path).toBe(200)
      return response.text()
    }),
  )
}

/** A fiscal receipt at the service, and what Payme shows to the payer. */
async function receipts(): Promise<readonly string[]> {
  const service = await startFiscalService()
  closing.push(service.stop)
  const fiscal = createUzumFiscal({ ...service.settings, title: `${serviceName()}: пополнение` })
  const uuid = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`
  const sale = { operationId: uuid(1), paymentId: uuid(2), amountTiyin: 4_900_000, happenedMs: Date.now() }
  expect(['registered', 'accepted']).toContain((await fiscal.registerSale(sale)).kind)
  const payme = `${merchantEnv.EKRAN_PAYME}&ikpu=10305008002000000&package=1514296`
  const merchants = await merchantsFixture(
    db,
    clock,
    merchantSettings({ ...merchantEnv, EKRAN_PAYME: payme }),
  )
  closing.push(merchants.close)
  const { abonement } = await merchants.addAccount()
  const checked = await fetch(`${merchants.url}/payme`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('Paycom:payme-key-of-the-tests').toString('base64')}` },
    body: JSON.stringify({
      ...{ id: 1, method: 'CheckPerformTransaction' },
      params: { amount: 4_900_000, account: { abonement } },
    }),
  })
  const answer = await checked.text()
  expect(answer).toContain('allow')
  return [...(await service.receipts()).map((one) => JSON.stringify(one)), answer]
}

/** The manifests of packages for televisions. */
async function packages(): Promise<readonly string[]> {
  const args = ['--name', serviceName(), '--vendor', serviceName(), '--id', 'uz.zamin.tv']
  const read = readOptions([...args, '--server', 'https://zamin.uz'], '1.0.0')
  if (read.kind !== 'ok') throw new Error(JSON.stringify(read))
  return [JSON.stringify(webosAppInfo(read.options)), tizenConfig(read.options)]
}

/** The page, its manifest, its share picture with what is written about it, by the host of the brand. */
async function site(): Promise<readonly string[]> {
  const page = await brands.send('/uz', 'zamin.uz')
  const named = [...page.text.matchAll(/(?:og:image" content|rel="(?:icon|manifest)"[^>]* href)="([^"]+)"/g)]
  const paths = named.map(([, address = '']) => address.replace(/^https?:\/\/[^/]+/, ''))
  const texts = [page.text]
  for (const path of [...paths, '/site-ru.webmanifest', '/site-uz.webmanifest', '/service.css'])
    texts.push((await brands.send(path, 'zamin.uz')).text)
  return texts
}

const builtIn = /\bEkran\b/
/** The part of an app's number after a dot, which a set reads and nobody sees. */
const unread = /\b[a-z][a-z\d]{9}\.Ekran\b/g

/** What leaves, and whether it says the name of the brand. */
const table: readonly (readonly [string, () => Promise<readonly string[]>, boolean])[] = [
  ['the site, its manifests and pictures', site, true],
  ['SMS with codes and passwords', smsTexts, true],
  ['mails and Telegram', mailsAndTelegram, false],
  ['push messages', pushTexts, false],
  ['lists and guides for other players', lists, true],
  ['receipts and payment pages', receipts, true],
  ['packages for televisions', packages, true],
]

describe('[BRAND-01] a brand of another name says the built-in one', () => {
  it.each(table)(
    'in none of %s',
    async (_, made, isNamed) => {
      const texts = await made()
      expect(texts.length).toBeGreaterThan(0)
      for (const text of texts) expect(text.replaceAll(unread, '')).not.toMatch(builtIn)
      if (isNamed) expect(texts.some((text) => text.includes('Zamin TV'))).toBe(true)
    },
    120_000,
  )
})
