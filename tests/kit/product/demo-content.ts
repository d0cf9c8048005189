/** Ids of real content in the demo, found by requests, and a valid input of every endpoint made of them. */
import type { InputOf } from '#contract/form/endpoint.ts'
import { api } from '#contract/api.ts'
import { createClient } from '#contract/client.ts'
import { demoAccounts } from '#db/demo/accounts.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import { requestWhenFree } from './retry-when-busy.ts'
import { origin } from './request.ts'

export interface TestContent {
  readonly cid: number
  /** A programme of `cid` that is recorded. */
  readonly pid: number
  /** A programme that has not begun. */
  readonly coming: { readonly cid: number; readonly pid: number }
  readonly nowSec: number
  /** A film that can be played. */
  readonly vid: number
  readonly vfid: number
  /** An actor in it; 0, which is no person, when none is named. */
  readonly aid: number
  readonly seasonId: number
  /** 0, which is no id, where there is none. */
  readonly collectionId: number
  readonly newsId: number
  /** A film in the archive of a channel. */
  readonly recordedId: number
  /** For all clients. */
  readonly notificationId: number
  /** That of the session. */
  readonly deviceId: number
}

/** Endpoints that start or end sessions: called with a separate session, or the other requests would lose theirs. */
export const endsSessions: ReadonlySet<string> = new Set([
  'accounts.login',
  'accounts.logout',
  'devices.removeOthers',
  'sessions.customerLogout',
])

const daySec = 86_400

/** The data of a response, or an error that says how the request was rejected. */
export async function call<E extends Parameters<ReturnType<typeof createClient>>[0]>(
  endpoint: E,
  input: InputOf<E>,
  token: string | null = null,
) {
  const client = createClient({
    origin: origin(),
    token: () => token,
    language: () => 'ru',
    fetch: (url, { method, headers, body }) =>
      requestWhenFree(() => fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })),
  })
  const result = await client(endpoint, input)
  if (result.kind !== 'ok') throw new Error(`${endpoint.path}: ${JSON.stringify(result)}`)
  return result.data
}

/** `token`: a subscriber's. */
export async function findContent(token: string): Promise<TestContent> {
  const nowSec = Math.floor(Date.now() / 1000)
  const { cid, pid } = await findProgramme(token, nowSec)
  const { vid, vfid, aid } = await findFilm(token)
  const coming = await findComing(token)
  const series = (await call(api.films.publicList, { kind: 'serials' })).videos.item[0]
  invariant(series !== undefined, 'the demo has no series')
  const { seasons } = (await call(api.films.publicDetail, { vid: series.vid })).video
  const collectionId = (await call(api.site.collections, {}))[0]?.id ?? 0
  const newsId = (await call(api.site.news, {})).data[0]?.id ?? 0
  const notificationId = (await call(api.notifications.list, {})).data[0]?.id ?? 0
  const recordedId = await findRecorded()
  const seasonId = seasons[0]?.season_id
  invariant(seasonId !== undefined, 'the first series has no season')
  const deviceId = (await call(api.devices.list, {}, token)).devices.item[0]?.device_id ?? 0
  const watched = { cid, pid, coming, nowSec, recordedId, vid, vfid, aid, seasonId }
  return { ...watched, collectionId, newsId, notificationId, deviceId }
}

/** A programme that has just ended may still get its last seconds. */
const settledSec = 900

async function findProgramme(token: string, nowSec: number) {
  for (const channel of (await call(api.channels.list, {}, token)).channels.item) {
    if (channel.is_available === 0 || channel.has_archive === 0) continue
    const window = { cid: channel.id, time_from: nowSec - daySec, time_to: nowSec }
    const match = (await call(api.channels.programmes, window)).programs.item.findLast(
      (programme) => programme.url !== null && programme.end_time < nowSec - settledSec,
    )
    if (match !== undefined) return { cid: channel.id, pid: match.pid }
  }
  throw new Error('no programme of the demo is recorded')
}

async function findComing(token: string) {
  for (const { id, next } of (await call(api.channels.list, {}, token)).channels.item)
    if (next !== null) return { cid: id, pid: next.pid }
  throw new Error('no programme of the demo is coming')
}

async function findFilm(token: string) {
  for (const { vid } of (await call(api.films.list, { kind: 'films', limit: 60 }, token)).videos.item) {
    const { video } = await call(api.films.detail, { vid }, token)
    const file = video.files.find((one) => one.kind === 'film' && one.is_ready === 1)
    if (file !== undefined && video.access.state === 'watch')
      return { vid, vfid: file.vfid, aid: video.actors[0]?.aid ?? 0 }
  }
  throw new Error('no film of the demo can be played')
}

/** A valid input of every endpoint, by its name. */
export function goodInputs(
  testContent: TestContent,
): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const account = demoAccounts()[0]
  invariant(account !== undefined, 'the demo has no account')
  const password = { password: account.password, device_uid: 'contract', device_model: 'a test' }
  return {
    ...contentInputs(testContent),
    'accounts.login': { phone_number: account.phone, ...password },
    'accounts.logout': {},
    'accounts.status': {},
    'accounts.info': {},
    'devices.list': {},
    'devices.rename': { device_id: testContent.deviceId, name: 'Зал' },
    'devices.remove': { device_id: 2_000_000_000 },
    'devices.removeOthers': {},
    ...registrationInputs(account.phone ?? ''),
    ...viewingInputs(testContent),
    ...moneyInputs(),
    ...cardInputs,
    ...appInputs,
    ...pushInputs,
    ...profileInputs,
    // Wrong on purpose: a correct one would end the sessions of all other users of this account.
    'sessions.passwordChange': { old_password: 'none of ours', new_password: 'samanid-tile-41' },
    'sessions.customerLogin': {},
    'sessions.customerLogout': {},
    ...remoteInputs,
    'supportView.open': { code: 'a'.repeat(43), device_uid: 'contract-tab-of-the-staff' },
    'supportView.state': {},
    'supportView.end': { token: `sv.${'a'.repeat(43)}`, device_uid: 'contract-tab-of-the-staff' },
    'tvLogin.begin': { device_uid: 'contract-tv', device_model: 'a test', device_kind: 'tv' },
    'tvLogin.poll': { device_code: 'a code nobody was given' },
    'tvLogin.look': { user_code: '0000-0000' },
    'tvLogin.decide': { user_code: '0000-0000', allow: 0 },
  }
}

function registrationInputs(phone: string) {
  return {
    'registration.settings': {},
    'registration.checkPhone': { phone },
    'registration.captcha': {},
    // Without a proof of identity: the response says where the captcha is.
    'registration.register': { device_uid: 'contract', terms: 1 },
    // A code that was never sent is rejected; without one, these would send messages.
    'registration.rereg': { phone: '+998 99 999-99-98' },
    'registration.resetPassword': {
      mobile_phone_number: '+998 99 999-99-98',
      code: '000000',
      new_password: 'samanid-tile-42',
    },
    'registration.confirmLogin': { mobile_phone_number: '+998 99 999-99-98', code: '000000' },
    'registration.confirmPhone': { mobile_phone_number: phone, code: '000000', password: 'samanid-tile-42' },
  }
}

/** The endpoints about money; none charges anything, because other tests use the accounts too. */
function moneyInputs() {
  return {
    'subscriptions.tariffs': {},
    'subscriptions.list': { tariff_id: 58 },
    'subscriptions.cost': { tariff_id: 63 },
    // One that is never sold, one that no account has, and a code that does not exist.
    'subscriptions.subscribe': { tariff_id: 100 },
    'subscriptions.unsubscribe': { tariff_id: 100 },
    'subscriptions.autoRenew': { tariff_id: 100, auto_renew: 1 },
    'pauses.offer': { tariff_id: 100 },
    'pauses.begin': { tariff_id: 100, days: 7 },
    'pauses.end': { tariff_id: 100 },
    'changes.undo': {},
    'changes.renewal': { token: 'none-of-ours' },
    'changes.setRenewal': { token: 'none-of-ours', renews: 0 },
    'promotions.check': { code: 'NONE-OF-OURS' },
    'promotions.activate': { code: 'NONE-OF-OURS' },
    'promotions.offers': {},
    'promotions.take': { kind: 'one_sum' },
    'paymentsHistory.list': {},
    'paymentsHistory.cheque': { id: 2_000_000_000 },
  }
}

/** Orders and cards of no account: a code or a charge would have effects on other tests. */
const cardInputs = {
  'cards.cards': {},
  'cards.order': { id: 2_000_000_000 },
  'cards.makeOrder': { amount: 1000 },
  'cards.initOrder': { id: 2_000_000_000, card_number: '8600 4907 4431 3347', card_expiry: '10/24' },
  'cards.confirmOrder': { id: 2_000_000_000, card_bind_transaction_id: 1, sms_code: '111111' },
  'cards.fillBalance': { card_id: 2_000_000_000, amount: 1000 },
  'cards.activateTariff': { id: 2_000_000_000, card_id: 2_000_000_000 },
  'cards.setMainCard': { id: 2_000_000_000 },
  'cards.setAutoPay': { id: 2_000_000_000, auto_pay: 1 },
  'cards.deleteCard': { id: 2_000_000_000 },
  'cards.sync': {},
}

/** What packaged apps request and report. */
const appInputs = {
  'apps.release': { platform: 'webos', version: '1.4.0', model: 'OLED55C9', firmware: '05.40.20' },
  'smartHub.preview': { lang: 'uz' },
  'apps.report': { platform: 'webos', version: '1.4.0', kind: 'stall', message: 'P7', page: '/tv' },
}

const profileFields = {
  ...{ name: 'Contract', picture: 'owl', colour: 'lapis', language: 'ru', is_child: 1, age_limit: 6 },
  ...{ above_limit: 'hide', channels: [], hours_from: 0, hours_to: 0, minutes_per_day: 0 },
}

/** Of profiles that no account has; a child's one needs a PIN, and none is set. */
const profileInputs = {
  ...{ 'profiles.list': {}, 'profiles.choose': { no: 0 }, 'profiles.create': profileFields },
  'profiles.update': { no: 999, version: 1, ...profileFields },
  'profiles.remove': { no: 999 },
  'profiles.prove': { pin: '0000' },
  'profiles.open': { kind: 'title', id: 1, pin: '0000' },
  'profiles.setPin': { no: 999, pin: '0000' },
  'profiles.purchases': { on_purchases: 0 },
}

/** A token of no device. */
const pushInputs = {
  'pushDevices.register': { service: 'apns', token: '00'.repeat(32) },
  'pushDevices.remove': { token: '00'.repeat(32) },
}

/** The endpoints about a viewer's actions; each leaves the data unchanged, because other tests use the account. */
function viewingInputs({ cid, vid, vfid }: TestContent) {
  return {
    'blackouts.list': {},
    'recommendations.interesting': { limit: 12 },
    'viewing.favourites': {},
    'viewing.settingsSet': { vid, is_favorited: 0 },
    'viewing.ratingSet': { vid, rating: 0 },
    'viewing.rating': { vid },
    'viewing.settingsSave': { unfavorite_channel: cid },
    'viewing.positionSet': { content_id: vid, asset_id: vfid, position: 1 },
    'viewing.positions': { content_id: vid },
    'viewing.viewing': {},
    'viewing.hide': { vid },
    'viewing.viewed': {},
    // A title that does not exist: the history of this account is used by other tests too.
    'viewing.forget': { vids: '2000000000' },
  }
}

/** A television that this account does not have; its own device is not being watched. */
const remoteInputs = {
  'commands.take': { page: 'contract-page' },
  'commands.done': { id: 2_000_000_000 },
  'remoteControl.commands': { is_start: 1 },
  'remoteControl.report': { is_on: 0, state: null },
  'remoteControl.decide': { controller: 2_000_000_000, allow: 0 },
  'home.rails': { platform: 'web' },
  'remoteControl.televisions': {},
  'remoteControl.send': { tv: 2_000_000_000, command: { kind: 'pause' }, sequence: 1 },
  'remoteControl.consents': {},
  'remoteControl.revoke': { tv: 2_000_000_000, controller: 2_000_000_001 },
}

function momentInputs({ vid, vfid }: TestContent) {
  const token = 'f-1-1-1-1-00000000000000000000000000000000'
  return { 'moments.share': { vid, vfid, sec: 30 }, 'moments.url': { token } }
}

const telegramInputs = {
  ...{ 'telegram.show': {}, 'telegram.begin': {}, 'telegram.unlink': {}, 'telegram.loginPage': {} },
  ...{ 'telegram.choose': { notices: 1 }, 'telegram.logIn': { result: 'e30', device_uid: 'telegram' } },
}

/** The catalogue endpoints. */
function contentInputs(
  testContent: TestContent,
): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const { cid, pid, vid, nowSec } = testContent
  return {
    ...{ 'channels.list': {}, 'channels.worldList': {} },
    'channels.publicList': {},
    'channels.detail': { cid },
    'channels.categories': {},
    'channels.publicCategories': {},
    'channels.url': { cid, redirect: 0 },
    'channels.programmes': { cid, time_from: nowSec - daySec, time_to: nowSec + daySec },
    'channels.programmeUrl': { cid, pid, time: nowSec - daySec },
    'complaints.problems': {},
    'complaints.complain': { type: 1, vid, vfid: testContent.vfid, position: 60, device: 'browser' },
    'information.page': { slug: 'about' },
    'cinemas.list': { limit: 5 },
    'films.list': {},
    'films.publicList': { page: 1, limit: 12, order: '-year' },
    'films.detail': { vid },
    'films.publicDetail': { vid },
    'films.actor': { aid: testContent.aid },
    'films.episodes': { season_id: testContent.seasonId },
    'films.url': { vid, vfid: testContent.vfid, redirect: 0 },
    'downloads.options': { vid, vfid: testContent.vfid },
    'downloads.begin': { vid, vfid: testContent.vfid },
    'downloads.renew': { held: `${testContent.vfid}:0` },
    'downloads.remove': { vfid: testContent.vfid },
    ...momentInputs(testContent),
    'stills.newest': { cids: String(cid) },
    'guide.tile': { from: nowSec - (nowSec % 21_600), cids: String(cid) },
    'otherPlayers.state': {},
    'otherPlayers.renew': {},
    'otherPlayers.off': {},
    'payments.payByLink': { amount: 3_000_000 },
    'playQuality.report': { device_kind: 'tv', plays: [playFigures(cid)] },
    'streams.list': {},
    'streams.heartbeat': { stream_id: 'a-stream-of-nobody' },
    'streams.stop': { stream_id: 'a-stream-of-nobody' },
    'search.all': { query: 'a', limit: 5 },
    'search.related': { vid },
    ...{ 'site.ipCheck': {}, 'blackouts.list': {} },
    ...{ 'serviceStatus.state': {}, 'site.about': {} },
    'site.title': { path: `/movie/${vid}` },
    'site.banners': {},
    'site.collections': { device: 'browser', limit: 12 },
    'site.collection': { id: testContent.collectionId },
    ...{ 'site.genres': {}, 'site.providers': {} },
    'site.selections': {},
    ...{ 'site.tariffs': {}, 'site.tariffList': {} },
    'site.news': { page: 1 },
    'site.newsDetail': { id: testContent.newsId },
    'notifications.list': { page: 1 },
    'notifications.one': { id: testContent.notificationId },
    ...{ 'notifications.readAll': { up_to: 1 }, 'notifications.wait': {} },
    ...{ ...reminderInputs(testContent), ...telegramInputs },
    ...{ 'accountCity.show': {}, 'accountCity.save': { city_id: 241 } },
    ...{ 'messagePreferences.show': {}, 'messagePreferences.save': { offers: 1 } },
  }
}

const recordedTries = 180

/** The guide is compared with the catalogue in the first seconds. */
async function findRecorded(): Promise<number> {
  for (let attempt = 0; attempt < recordedTries; attempt += 1) {
    const [first] = (await call(api.broadcastTitles.list, { limit: 1 })).titles
    if (first !== undefined) return first.id
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('no film of the demo can be watched from the archive')
}

function reminderInputs({ coming, recordedId, vid }: TestContent) {
  return {
    ...{ 'broadcastTitles.list': {}, 'broadcastTitles.detail': { id: recordedId } },
    'broadcastTitles.ofFilm': { vid },
    'pushDevices.webKey': {},
    ...{ 'followed.list': {}, 'followed.add': coming, 'followed.remove': { id: 1 }, 'followed.seen': {} },
    'followed.settings': { id: 1, reminds: 0 },
    ...{ 'followed.recording': { id: 1, records: 0 }, 'recordings.list': {}, 'recordings.add': coming },
    ...{ 'recordings.remove': { id: 1 }, 'recordings.restore': { id: 1 }, 'recordings.url': { id: 1 } },
    'recordings.position': { id: 1, position: 60 },
    'reminders.list': {},
    'reminders.add': coming,
    'reminders.remove': { id: 1 },
    'reminders.settings': { minutes_before: 15 },
  }
}

function playFigures(cid: number) {
  return {
    kind: 'live',
    id: cid,
    begun: 1,
    start_ms: 400,
    abandoned: 0,
    played_ms: 60_000,
    stalls: 0,
    stalled_ms: 0,
    rated_ms: 60_000,
    bits_per_second: 2_000_000,
    height: 720,
    switches: 1,
  }
}
