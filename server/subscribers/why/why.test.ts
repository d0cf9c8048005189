/**
 * The answer to "why can't they watch X?" in a table of made-up calls, over real HTTP on a real database: it is right, and
 * the real request for the address has the same outcome.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channels as channelCalls } from '#contract/channels/channels.ts'
import type { consoleSubscriberWhy } from '#contract/console/subscriber-why.ts'
import { films as filmCalls } from '#contract/films/films.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { playQuality } from '#contract/playback/play-quality.ts'
import { apps } from '#contract/site/apps.ts'
import { openAudit } from '#server/audit/audit.ts'
import { beginPause } from '#server/billing/billing.ts'
import { staffHolder } from '#server/streams/streams.ts'
import { appEndpoints } from '#server/api/apps/apps.ts'
import { playEndpoints } from '#server/api/plays/plays.ts'
import { staffAdmission } from '#server/console/console.ts'
import { subscriberWhyEndpoints } from '#server/console/subscribers/why/why-endpoints.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { openReleases } from '#server/releases/releases.ts'
import {
  callerOf,
  insideAddress,
  openPlaybackWorld,
  outsideAddress,
  type PlaybackWorld,
  worldStartMs,
} from '#tests/kit/modules/playback-scenario.ts'
import { staffFixture } from '#tests/kit/modules/staff-module.ts'
import { addWhyContent, removeGone, type WhyContent } from '#tests/kit/modules/why-scenario.ts'
import { type WhyCase, whyCases as otherCases } from './cases.ts'
import { profileCases } from './profile-cases.ts'
import type { Reason } from './reasons.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** What the viewer's request for the address is refused with, by answer; `played`: it is not. */
const outcomeOf: Readonly<Record<Exclude<Reason, 'app_old'>, string>> = {
  account_blocked: 'session_blocked',
  account_closed: 'session_deactivated',
  no_device: 'login_needed',
  device_removed: 'not_authorized',
  channel_hidden: 'channel_not_found',
  programme_missing: 'programme_not_found',
  title_elsewhere: 'title_outside_region',
  title_hidden: 'not_available_now',
  window_ahead: 'not_available_now',
  window_ended: 'not_available_now',
  no_file: 'not_available_now',
  profile_gone: 'profile_not_found',
  profile_age: 'above_age_closed',
  profile_channel: 'channel_not_chosen',
  profile_hours: 'watch_hours_over',
  profile_minutes: 'watch_minutes_over',
  outside_region: 'outside_region',
  not_subscribed: 'not_subscribed',
  paused: 'tariff_paused',
  suspended: 'account_suspended',
  programme_ahead: 'not_begun',
  blackout: 'blacked_out',
  channel_off: 'not_available_now',
  channel_without_source: 'not_available_now',
  channel_down: 'not_available_now',
  not_packaged: 'not_available_now',
  no_archive: 'not_recorded',
  archive_over: 'not_recorded',
  not_recorded: 'not_recorded',
  too_many_streams: 'too_many_streams',
  nothing: 'played',
}

const whyCases = [...otherCases, ...profileCases]

let world: PlaybackWorld
let content: WhyContent
let origin = ''
let staffOrigin = ''
let staffToken = ''
let passwordHash = ''
let nextNumber = 50_000_000
let audit: ReturnType<typeof openAudit>
const closers: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  world = await openPlaybackWorld()
  content = await addWhyContent(world)
  const { db } = world.database
  const { clock } = world
  const releases = openReleases({ db, clock })
  const none = { android: undefined, androidtv: undefined, ios: undefined, lg: undefined, samsung: undefined }
  const contacts = { apps: none } as unknown as Parameters<typeof appEndpoints>[0]['contacts']
  origin = await world.serve(
    [],
    [
      ...appEndpoints({ contacts, db, releases }),
      ...playEndpoints({ plays: { add: () => undefined }, db, clock }),
    ],
  )
  const fixture = staffFixture(db, { clock })
  staffToken = (await fixture.addMember('support')).token
  audit = openAudit({ db, clock, log: silentLog, key: 'k'.repeat(43), flushAfterMs: 0 })
  const server = createHttpServer({
    endpoints: subscriberWhyEndpoints({ ...world, db, releases }),
    mounts: [],
    ...{ identify: async () => undefined },
    admitStaff: staffAdmission({ staff: fixture.staff, clock, publicUrl: undefined }),
    ...{ clientAddress: clientAddressReader(['127.0.0.1']), audienceOf: () => 'inside' },
    ...{ checkResponses: true, health: createHealth(), metrics: createMetrics(), random: systemRandom },
    ...{ clock, log: silentLog },
  })
  staffOrigin = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
  closers.push(
    () => server.close(500),
    () => audit.close(),
  )
  passwordHash = (await db.selectFrom('account').select('password_hash').limit(1).executeTakeFirstOrThrow())
    .password_hash
}, 120_000)
afterAll(async () => {
  for (const close of closers) await close()
  await world?.close()
})

type Answer = ResponseOf<typeof consoleSubscriberWhy.answer>

async function askStaff<Data>(path: string) {
  const response = await fetch(`${staffOrigin}/api/console/v1${path}`, {
    headers: { 'x-ekran-console': '1', 'sec-fetch-site': 'same-origin', cookie: `ekran-staff=${staffToken}` },
  })
  const read = (await response.json()) as {
    readonly data: Data
    readonly failure?: string
    readonly message?: string
  }
  if (response.status >= 500) throw new Error(JSON.stringify(read))
  return read
}

/** The subscriptions of an account, by its state: of the tariff, and how many days are paid. */
const subscriptions = {
  basic: [{ tariffId: 56, state: 'active', days: 30 }],
  basic_and_kino: [
    { tariffId: 56, state: 'active', days: 30 },
    { tariffId: 57, state: 'active', days: 30 },
  ],
  none: [],
  suspended: [{ tariffId: 56, state: 'suspended', days: -5 }],
  paused: [{ tariffId: 56, state: 'active', days: 30, pauseDays: 10 }],
  kino_suspended: [
    { tariffId: 56, state: 'active', days: 30 },
    { tariffId: 57, state: 'suspended', days: -3 },
  ],
  expired: [{ tariffId: 56, state: 'active', days: -1, renews: false }],
  due: [{ tariffId: 56, state: 'active', days: -1 / 48 }],
  blocked: [{ tariffId: 56, state: 'active', days: 30 }],
  closed: [{ tariffId: 56, state: 'active', days: 30 }],
} as const

async function addAccount(name: string, kind: NonNullable<WhyCase['account']>): Promise<number> {
  const { db } = world.database
  const { account_id: accountId } = await db
    .insertInto('account')
    .values({
      ...{ abonement: String((nextNumber += 1)), phone: null, name, password_hash: passwordHash },
      created_at: new Date(worldStartMs - 90 * dayMs),
      password_changed_at: null,
    })
    .returning('account_id')
    .executeTakeFirstOrThrow()
  for (const one of subscriptions[kind]) {
    const paidUntilMs = worldStartMs + one.days * dayMs
    await world.billing.putSubscription({ accountId, tariffId: one.tariffId, state: one.state, paidUntilMs })
    if ('pauseDays' in one) {
      const rule = { by: 'staff', minDays: 1, maxDays: 60, isOnceAYear: true } as const
      const pause = { accountId, tariffId: one.tariffId, days: one.pauseDays, by: 'staff' } as const
      const reference = `test:${accountId}`
      const rules = new Map([[one.tariffId, { pause: rule }]])
      const begun = await db
        .transaction()
        .execute((trx) => beginPause(trx, { ...pause, reference }, rules, worldStartMs))
      if (begun.kind !== 'paused') throw new Error(begun.kind)
    }
    if ('renews' in one)
      await db
        .updateTable('subscription')
        .set({ auto_renew: false })
        .where('account_id', '=', accountId)
        .execute()
  }
  return accountId
}

async function addDevice(accountId: number, uid: string, kind: 'tv' | 'phone' | 'computer', address: string) {
  const device = { ...{ uid, kind, serial: '', model: `${kind} of ${uid}`, isBound: false } }
  const entered = await world.accounts.beginSessionFor(accountId, device, address)
  if (entered.kind !== 'logged_in') throw new Error(JSON.stringify(entered))
  return entered.token
}

function cidOf(key: string): number {
  const cid = content.cid[key as keyof typeof content.cid]
  if (cid === undefined) throw new Error(`no channel ${key}`)
  return cid
}

function vfidOf(key: string, place: string | undefined): number | undefined {
  if (place === undefined) return undefined
  const [season, number] = place.split('x').map(Number)
  const title = world.catalogue.now().wholeTitle(world.vid(key))
  const episodes = title?.seasons.find((one) => one.number === season)?.episodes
  return episodes?.find((one) => one.number === number)?.file.vfid
}

/** The item in the parameters of the console. */
function questionOf({ item }: WhyCase): string {
  if ('film' in item) {
    const vfid = vfidOf(item.film, item.episode)
    return `kind=title&id=${world.vid(item.film)}${vfid === undefined ? '' : `&vfid=${vfid}`}`
  }
  if ('live' in item) return `kind=channel&id=${cidOf(item.live)}`
  return `kind=channel&id=${cidOf(item.archive)}&at=${atSec(item.hoursAgo)}`
}

function atSec(hoursAgo: number): number {
  return Math.floor((worldStartMs - hoursAgo * hourMs) / 1000)
}

/** What the viewer's own request has as its outcome. */
async function playItem({ item }: WhyCase, token: string | null, from: string, streamId: string | undefined) {
  const call = callerOf(origin, token, from)
  const stream = { beats: 1, ...(streamId === undefined ? {} : { stream_id: streamId }) } as const
  const outcome =
    'live' in item
      ? await call(channelCalls.url, { cid: cidOf(item.live), ...stream })
      : 'film' in item
        ? await call(filmCalls.url, {
            ...{ vid: world.vid(item.film), ...stream },
            ...(item.episode === undefined ? {} : { vfid: vfidOf(item.film, item.episode) }),
          })
        : await call(channelCalls.programmeUrl, {
            ...{ cid: cidOf(item.archive), time: atSec(item.hoursAgo), ...stream },
            pid: world.programmeAt(cidOf(item.archive), atSec(item.hoursAgo) * 1000) || 2_000_000_000,
          })
  return outcome.kind === 'ok' ? 'played' : outcome.kind === 'refused' ? outcome.failure : outcome.kind
}

async function begin(token: string, channel: string, from: string): Promise<string> {
  const outcome = await callerOf(origin, token, from)(channelCalls.url, { cid: cidOf(channel), beats: 1 })
  if (outcome.kind !== 'ok') throw new Error(JSON.stringify(outcome))
  return outcome.data.stream_id
}

async function deviceIdOf(accountId: number, uid: string): Promise<number | undefined> {
  const row = await world.database.db
    .selectFrom('device')
    .select('device_id')
    .where('account_id', '=', accountId)
    .where('uid', '=', uid)
    .executeTakeFirst()
  return row?.device_id
}

/** The subscriber of a case, with everything that its devices did. */
async function arrange(one: WhyCase) {
  const { account = 'basic', device = {}, others = [], own, failed } = one
  const { kind = 'tv', from = 'inside', app, state } = device
  const address = from === 'inside' ? insideAddress : outsideAddress
  const accountId = await addAccount(one.name, account)
  for (const [at, channel] of others.entries())
    await begin(await addDevice(accountId, `other-${at}`, 'phone', insideAddress), channel, insideAddress)
  const token = state === 'never' ? null : await addDevice(accountId, 'own', kind, address)
  const call = callerOf(origin, token, address)
  const streamId = own === undefined || token === null ? undefined : await begin(token, own, address)
  if (app !== undefined) await call(apps.release, { platform: 'webos', version: app, model: 'OLED55' })
  if (failed !== undefined) await reportFailure(call, one, failed)
  const deviceId = await deviceIdOf(accountId, 'own')
  if (one.profile !== undefined) await putProfile(accountId, deviceId ?? 0, one.profile)
  if (state === 'removed') await world.accounts.removeDevice(accountId, deviceId ?? 0, { actor: 'viewer' })
  if (account === 'blocked' || account === 'closed') {
    const newState = account === 'blocked' ? 'blocked' : 'deactivated'
    await world.accounts.setState(accountId, newState, { actor: 'operator' })
    await audit.record({ event: `account_${newState}`, actor: 'operator', accountId })
  }
  return { accountId, token, address, streamId, deviceId }
}

/** Limits of the profiles of the cases; minutes from midnight in Tashkent, where it is 17:20. */
const limitsOf = {
  child: { is_child: true, age_limit: 6 },
  asks: { age_limit: 12, above_limit: 'ask' },
  chosen: {},
  night: { hours_from: 20 * 60, hours_to: 21 * 60 },
  watched: { minutes_per_day: 30 },
} as const

async function putProfile(accountId: number, deviceId: number, kind: NonNullable<WhyCase['profile']>) {
  const { db } = world.database
  const profileNo = 1
  if (kind !== 'removed') {
    const limits = limitsOf[kind]
    const now = new Date(worldStartMs)
    const channels = kind === 'chosen' ? { channel_ids: [cidOf('paid')] } : {}
    await db
      .insertInto('profile')
      .values({
        ...{ account_id: accountId, profile_no: profileNo, name: kind, name_key: kind, picture: 'cat' },
        ...{ colour: 'lapis', language: 'ru', created_at: now, updated_at: now, ...limits, ...channels },
      })
      .execute()
  }
  await db.updateTable('device').set({ profile_no: profileNo }).where('device_id', '=', deviceId).execute()
  if (kind === 'watched')
    await db
      .insertInto('profile_watching')
      .values({
        ...{ account_id: accountId, profile_no: profileNo, day: '2026-01-15', watched_ms: 31 * 60_000 },
        ...{ session_id: randomUUID(), last_at: new Date(worldStartMs - hourMs) },
      })
      .execute()
  world.accounts.sessionsChanged(String(accountId))
}

async function reportFailure(call: ReturnType<typeof callerOf>, { item }: WhyCase, failure: string) {
  const nothing = {
    start_ms: 600,
    abandoned: 0,
    played_ms: 0,
    stalls: 0,
    stalled_ms: 0,
    rated_ms: 0,
  } as const
  const film = 'film' in item ? world.catalogue.now().title(world.vid(item.film)) : undefined
  const id = 'live' in item ? cidOf(item.live) : (film?.files[0]?.vfid ?? 0)
  const figures = { ...nothing, bits_per_second: 0, height: 0, switches: 0, begun: 1 } as const
  const kind = 'live' in item ? 'live' : 'film'
  const plays = [{ ...figures, kind, id, failure }] as const
  const outcome = await call(playQuality.report, { device_kind: 'tv', plays: [...plays] })
  expect(outcome.kind).toBe('ok')
}

describe('[CARE-03] the table of made-up calls', () => {
  it('has sixty and more, with every reason', () => {
    expect(whyCases.length).toBeGreaterThanOrEqual(60)
    expect(new Set(whyCases.map(({ name }) => name)).size).toBe(whyCases.length)
    expect([...new Set(whyCases.map(({ reason }) => reason))].toSorted()).toEqual(
      [...Object.keys(outcomeOf), 'app_old'].toSorted(),
    )
  })
})

describe('[CARE-03] the answer is right, and playback agrees', () => {
  it.each(whyCases.map((one) => [one.name, one] as const))('%s', async (_, one) => {
    const { accountId, token, address, streamId, deviceId } = await arrange(one)
    const device = one.isAnyDevice === true || deviceId === undefined ? '' : `&device_id=${deviceId}`
    const { data } = await askStaff<Answer>(
      `/subscribers/why?account_id=${accountId}&${questionOf(one)}${device}`,
    )
    expect(data.reason).toBe(one.reason)
    expectFigures(data, one)
    if (one.reason === 'app_old') {
      const app = { platform: 'webos', version: one.device?.app ?? '', model: 'OLED55' } as const
      const release = await callerOf(origin, token, address)(apps.release, app)
      expect(release).toMatchObject({ data: { update: 'forced', minimumVersion: data.version } })
      return
    }
    const refused = one.refused ?? outcomeOf[one.reason]
    expect(await playItem(one, token, address, streamId)).toBe(refused)
  })
})

function expectFigures(data: Answer, one: WhyCase) {
  const failed = data.checks.filter(({ state }) => state === 'failed').map(({ check }) => check)
  const main = data.checks.find(({ reason }) => reason === one.reason)?.check
  expect(failed).toEqual(expect.arrayContaining([...(one.also ?? []), ...(main === undefined ? [] : [main])]))
  expect(failed).toHaveLength((one.also ?? []).length + (main === undefined ? 0 : 1))
  if (one.prices !== undefined) expect(data.tariffs.map(({ price }) => price)).toEqual(one.prices)
  if (one.missing !== undefined) expect(data.missing).toBe(one.missing)
  if (one.sinceDays !== undefined)
    expect(Math.abs(data.since * 1000 - worldStartMs - one.sinceDays * dayMs)).toBeLessThan(dayMs / 2)
  if (one.untilHours !== undefined) expect(data.until * 1000).toBe(worldStartMs + one.untilHours * hourMs)
  if (one.days !== undefined) expect(data.days).toBe(one.days)
  if (one.age !== undefined) expect(data.age).toBe(one.age)
  if (one.minutes !== undefined) expect(data.minutes).toBe(one.minutes)
  if (main === 'profile' && one.profile !== 'removed') expect(data.profile).toBe(one.profile)
  if (one.limit !== undefined) {
    expect(data.limit).toBe(one.limit)
    expect(data.streams).toHaveLength(one.limit)
  }
  expect(data.last_failure?.code).toBe(one.failed)
}

describe('[CARE-03] what is asked about', () => {
  let accountId = 0
  beforeAll(async () => {
    accountId = await addAccount('Asks', 'basic')
  })
  const failureOf = async (question: string) => {
    const { failure, message } = await askStaff<Answer>(
      `/subscribers/why?account_id=${accountId}&${question}`,
    )
    return [failure, message]
  }

  it('and is not there is answered in words', async () => {
    const gone = await removeGone(world)
    expect(await failureOf('kind=channel&id=999999')).toEqual(['why_item_unknown', expect.any(String)])
    expect(await failureOf('kind=title&id=999999')).toEqual(['why_item_unknown', expect.any(String)])
    expect(await failureOf(`kind=title&id=${world.vid('film')}&vfid=999999`)).toEqual([
      'why_item_unknown',
      expect.any(String),
    ])
    expect(await failureOf(`kind=title&id=${gone}`)).toEqual([
      'why_item_removed',
      expect.stringContaining('Фильм gone'),
    ])
    expect(await failureOf(`kind=channel&id=${cidOf('removed')}`)).toEqual([
      'why_item_removed',
      expect.stringContaining('removed'),
    ])
    expect(await failureOf(`kind=channel&id=${cidOf('merged')}`)).toEqual([
      'why_channel_merged',
      expect.stringMatching(/merged.*down/),
    ])
  })

  it('is never another subscriber’s device', async () => {
    const other = await addAccount('Other', 'basic')
    await addDevice(other, 'theirs', 'tv', insideAddress)
    const theirs = await deviceIdOf(other, 'theirs')
    const [failure] = await failureOf(`kind=channel&id=${cidOf('paid')}&device_id=${theirs ?? 0}`)
    expect(failure).toBe('why_device_unknown')
    const nobody = await askStaff(`/subscribers/why?account_id=999999&kind=channel&id=${cidOf('paid')}`)
    expect(nobody.failure).toBe('not_found')
  })

  it('is found by some letters in either alphabet, by a channel’s number, and among what no viewer sees', async () => {
    type Items = ResponseOf<typeof consoleSubscriberWhy.items>
    const find = async (q: string) => {
      const { data } = await askStaff<Items>(`/subscribers/why/items?q=${encodeURIComponent(q)}`)
      return data.items.map(({ kind, name }) => `${kind} ${name.ru}`)
    }
    expect(await find('спорт')).toContain('channel sport')
    expect(await find('Фильм hidden')).toEqual(['film Фильм hidden'])
    expect(await find('Film series')).toEqual(['series Фильм series'])
    expect(await find('')).toEqual([])
    const number = world.television.now().channel(cidOf('paid'))?.number ?? 0
    expect((await find(String(number)))[0]).toBe('channel paid')
  })

  it('has its devices, also those that were removed, and the episodes of a series', async () => {
    type Choices = ResponseOf<typeof consoleSubscriberWhy.choices>
    await addDevice(accountId, 'tv', 'tv', insideAddress)
    await addDevice(accountId, 'phone', 'phone', insideAddress)
    const phone = (await deviceIdOf(accountId, 'phone')) ?? 0
    await world.accounts.removeDevice(accountId, phone, { actor: 'viewer' })
    const { data } = await askStaff<Choices>(
      `/subscribers/why/choices?account_id=${accountId}&vid=${world.vid('series')}`,
    )
    expect(data.devices.map(({ kind, is_logged_in: isIn }) => [kind, isIn]).toSorted()).toEqual([
      ['phone', false],
      ['tv', true],
    ])
    expect(data.episodes.map(({ season, episode }) => `${season}x${episode}`)).toEqual([
      '1x1',
      '1x2',
      '2x1',
      '2x2',
    ])
  })
})

describe('[CARE-03] the remedy', () => {
  it('of too many streams stops one of them, and the device plays', async () => {
    const accountId = await addAccount('Stops', 'basic')
    for (const uid of ['one', 'two'])
      await begin(await addDevice(accountId, uid, 'phone', insideAddress), 'paid', insideAddress)
    const token = await addDevice(accountId, 'own', 'tv', insideAddress)
    const own = `account_id=${accountId}&device_id=${(await deviceIdOf(accountId, 'own')) ?? 0}`
    const path = `/subscribers/why?${own}&kind=channel&id=${cidOf('world')}`
    const { data } = await askStaff<Answer>(path)
    expect(data).toMatchObject({ reason: 'too_many_streams', remedy: 'stop_stream', limit: 2 })
    expect(data.streams.map(({ title }) => title.ru)).toEqual(['paid', 'paid'])
    const [stream] = data.streams
    expect(await world.streams.stop(accountId, stream?.stream_id ?? '', staffHolder)).toBe('stopped')
    expect((await askStaff<Answer>(path)).data.reason).toBe('nothing')
    const played = await callerOf(origin, token)(channelCalls.url, { cid: cidOf('world'), beats: 1 })
    expect(played.kind).toBe('ok')
  })

  it('of nothing changes nothing: no stream begins by asking', async () => {
    const accountId = await addAccount('Looks', 'basic')
    await addDevice(accountId, 'own', 'tv', insideAddress)
    for (const item of [`kind=channel&id=${cidOf('paid')}`, `kind=title&id=${world.vid('film')}`])
      expect((await askStaff<Answer>(`/subscribers/why?account_id=${accountId}&${item}`)).data.reason).toBe(
        'nothing',
      )
    expect(await world.streams.activeStreams(accountId)).toEqual([])
  })
})
