import * as fc from 'fast-check'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '#contract/client.ts'
import { accounts as accountCalls } from '#contract/accounts.ts'
import { channels as channelCalls } from '#contract/channels.ts'
import { films as filmCalls } from '#contract/films.ts'
import { site as siteCalls } from '#contract/site.ts'
import { runFfmpeg } from '#media/ffmpeg/run.ts'
import { createEngine, findMediaBinaries } from '#media/media.ts'
import { accountRoutes, openAccounts } from '#server/accounts/accounts.ts'
import { billingRoutes, openBilling } from '#server/billing/billing.ts'
import type { PublishedTitle } from '#server/catalogue/catalogue.ts'
import { catalogueCalls, openCatalogue, publishTitles } from '#server/catalogue/catalogue.ts'
import { openEntitlement } from '#server/entitlement/entitlement.ts'
import { manualClock } from '#server/platform/clock.ts'
import { clientAddressReader } from '#server/platform/http/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { systemRandom } from '#server/platform/ids.ts'
import { silentLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { listPlace, openRegion, regionRoutes } from '#server/region/region.ts'
import type { PublishedChannel } from '#server/television/television.ts'
import {
  channelConfigs,
  openTelevision,
  publishChannels,
  publishGuide,
  televisionCalls,
} from '#server/television/television.ts'
import { createTestDatabase } from '#tests/kit/postgres.ts'
import { playbackRoutes } from './playback.ts'

const hour = 3_600_000
const startMs = Date.UTC(2026, 0, 15, 12, 20)
const clock = manualClock(startMs)
const secret = 'a ticket secret of the tests'
const password = 'right password'
const binaries = findMediaBinaries({})

const channel = (key: string, more: Partial<PublishedChannel> = {}): PublishedChannel => ({
  key,
  name: { ru: key, uz: key },
  logo: null,
  categoryId: 1,
  additionalCategories: [],
  isSocial: false,
  worldPlace: null,
  source: { kind: 'linear' },
  archiveDays: 7,
  guideShiftMin: 0,
  ...more,
})
const title = (key: string, more: Partial<PublishedTitle> = {}): PublishedTitle => ({
  key,
  isSeries: false,
  isKids: false,
  categoryId: 1,
  providerId: 1,
  name: { ru: key, uz: key, original: key },
  description: { ru: '', uz: '' },
  year: 2020,
  countries: ['UZ'],
  genres: [],
  credits: [],
  durationMin: 1,
  ageRating: '',
  ratingKp: null,
  ratingImdb: null,
  popularity: 0,
  freeMovie: false,
  premier: false,
  exclusive: false,
  newEpisodes: false,
  poster: null,
  backdrop: null,
  film: { assetId: 'short', durationMs: 2000 },
  seasons: [],
  ...more,
})

async function openWorld() {
  const dir = await mkdtemp(join(tmpdir(), 'ekran-playback-'))
  const database = await createTestDatabase()
  const { db } = database
  const source = join(dir, 'short.mp4')
  const input = '-f lavfi -i testsrc2=s=320x180:r=25:d=2 -f lavfi -i sine=d=2 -c:v libx264 -preset ultrafast'
  const args = ['-v', 'error', ...input.split(' '), source]
  expect((await runFfmpeg({ ffmpegPath: binaries.ffmpegPath, args, timeoutMs: 20_000 }).exit).code).toBe(0)
  const engine = createEngine({
    storeDir: join(dir, 'media'),
    ...binaries,
    clock: () => clock.nowMs(),
    ticketSecrets: [secret],
    log: silentLog,
  })
  const job = { assetId: 'short', sourcePath: source, encoderEffort: 'fast' as const }
  expect((await engine.packageAsset(job)).kind).not.toBe('refused')

  const given = [channel('paid'), channel('social', { isSocial: true }), channel('world', { worldPlace: 1 })]
  given.push(channel('silent', { source: { kind: 'none' } }), channel('other'))
  const [paid, social, world, silent, other] = (await publishChannels(db, given, startMs)).map(
    ({ cid }) => cid,
  )
  if (!paid || !social || !world || !silent || !other) throw new Error('no channels')
  const programmes = Array.from({ length: 24 * 10 }, (_, index) => {
    const beginMs = startMs - (startMs % hour) - 24 * 8 * hour + index * hour
    const words = { ru: 'Передача', uz: 'Koʻrsatuv' }
    return {
      beginMs,
      endMs: beginMs + hour,
      title: words,
      description: words,
      genreCode: null,
      ageRating: '',
      assetId: 'short',
    }
  })
  await publishGuide(db, new Map([paid, social, world].map((cid) => [cid, programmes])))
  const titles = [
    title('film', { trailer: { assetId: 'short', durationMs: 2000 } }),
    title('free', { freeMovie: true }),
    title('elsewhere', { providerId: 3 }),
    title('unmade', { film: { assetId: 'not-made-yet', durationMs: 0 } }),
  ]
  await publishTitles(db, titles, startMs)

  const television = await openTelevision(db, clock)
  const catalogue = await openCatalogue(db)
  await engine.setChannels(channelConfigs(television, () => [{ assetId: 'short', readyAtMs: 0 }]))
  const prefixesPath = join(dir, 'prefixes.txt')
  await writeFile(prefixesPath, '84.54.64.0/19\n')
  const region = await openRegion({
    place: listPlace(prefixesPath, dir),
    clock,
    log: silentLog,
    maxDays: 180,
  })
  const accounts = openAccounts({ db, clock, random: systemRandom, pepper: 'pepper', supportPhone: '1000' })
  const billing = openBilling({ db, clock })
  const isPlayable = (assetId: string) => engine.describeAsset(assetId) !== undefined
  const entitlement = openEntitlement({ billing, clock, isPlayable })
  const regionOf = (call: { readonly audience: string }) =>
    call.audience === 'outside' ? ('outside' as const) : ('inside' as const)

  await billing.putTariff({
    tariffId: 56,
    name: { en: 'Basic', ru: 'Базовый', uz: 'Asosiy' },
    priceTiyin: 2_900_000,
    providerId: 1,
    remoteTariffId: null,
    isBase: true,
    isRecommended: false,
    isOffered: true,
    position: 0,
    periods: [],
    channelIds: new Set([paid, social, world, silent]),
    providerIds: new Set([1]),
  })
  const person = async (abonement: string, state: 'active' | 'suspended' | null) => {
    const { accountId } = await accounts.upsertAccount({ abonement, phone: null, name: '', password })
    const paidUntilMs = startMs + 30 * 24 * hour
    if (state !== null) await billing.putSubscription({ accountId, tariffId: 56, state, paidUntilMs })
    return accountId
  }
  const ids = {
    subscribed: await person('111111', 'active'),
    unsubscribed: await person('222222', null),
    suspended: await person('333333', 'suspended'),
  }
  const server = createHttpServer({
    calls: [
      ...accountRoutes(accounts),
      ...regionRoutes(region),
      ...billingRoutes(billing, accounts),
      ...televisionCalls(television, {
        clock,
        region: regionOf,
        channelsOfTariff: (tariffId) => billing.channelsOfTariff(tariffId),
        channelAccess: (viewer, from) => entitlement.channelAccess(viewer, from),
        hasRecording: (cid, beginMs, endMs) => engine.hasRecording(String(cid), beginMs, endMs),
      }),
      ...catalogueCalls(catalogue, {
        shelf: { playable: (assetId) => engine.describeAsset(assetId) },
        titleAccess: (viewer, one) => entitlement.titleAccess(viewer, one),
      }),
      ...playbackRoutes({
        entitlement,
        television,
        catalogue,
        engine,
        clock,
        ticketSecret: secret,
        ticketSec: 600,
        mediaOrigin: '',
        region: regionOf,
      }),
    ],
    mounts: [{ prefix: '/p/', handle: (request, response) => engine.handle(request, response) }],
    identify: (token, bearer) => accounts.identify(token, bearer),
    audienceOf: (address) => region.audienceOf(address),
    clientAddress: clientAddressReader(['127.0.0.1']),
    checkAnswers: true,
    health: createHealth(),
    metrics: createMetrics(),
    random: systemRandom,
    clock,
    log: silentLog,
  })
  const origin = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
  const vid = (key: string) => catalogue.now().titleByKey(key)?.vid ?? 0
  const close = async () => {
    await server.close(500)
    await engine.close()
    region.close()
    await database.drop()
    await rm(dir, { recursive: true })
  }
  const programmeAt = (cid: number, atMs: number) =>
    television.now().guide.window(cid, atMs, atMs + 1)[0]?.pid ?? 0
  return {
    origin,
    cid: { paid, social, world, silent, other },
    vid,
    ids,
    billing,
    catalogue,
    programmeAt,
    close,
  }
}

let world: Awaited<ReturnType<typeof openWorld>>
const tokens: Record<string, string> = {}

/** A caller with this subscriber number's session (or none), from this address. */
const caller = (who: keyof typeof tokens | null, from = '84.54.64.5') =>
  createClient({
    origin: world.origin,
    token: () => (who === null ? null : (tokens[who] ?? null)),
    language: () => 'ru',
    fetch: (url, init) =>
      fetch(url, {
        method: init.method,
        headers: { ...init.headers, 'x-forwarded-for': from },
        ...(init.body === undefined ? {} : { body: init.body }),
      }),
  })
const get = (path: string) => fetch(world.origin + path).then((response) => response.status)
const refusedWith = (failure: string) => ({ kind: 'refused', failure })

beforeAll(async () => {
  world = await openWorld()
  for (const [who, abonement] of [
    ['subscribed', '111111'],
    ['unsubscribed', '222222'],
    ['suspended', '333333'],
  ] as const) {
    const answer = await caller(null)(accountCalls.login, { abonement, password, device_uid: who })
    if (answer.kind === 'answer') tokens[who] = answer.data.authkey
  }
}, 60_000)
afterAll(() => world.close())

describe('watching a channel', () => {
  const play = (who: string | null, cid: number, from?: string) =>
    caller(who, from)(channelCalls.url, { cid })

  it('[TV-08] [API-02] sends a guest to log in, an unsubscribed one to subscribe, and plays for a subscriber', async () => {
    const { paid } = world.cid
    expect(await play(null, paid)).toMatchObject(refusedWith('login_needed'))
    expect(await play('unsubscribed', paid)).toMatchObject(refusedWith('not_subscribed'))
    const suspended = await play('suspended', paid)
    expect(suspended).toMatchObject(refusedWith('account_suspended'))
    expect(suspended).toHaveProperty('message', expect.stringContaining('29000 сум'))
    const played = await play('subscribed', paid)
    if (played.kind !== 'answer') throw new Error(JSON.stringify(played))
    expect(played.data.expires_at).toBe(Math.floor(clock.nowMs() / 1000) + 600)
    expect(await get(played.data.url)).toBe(200)
  })

  it('plays a social channel while suspended, and the world list alone outside the network', async () => {
    expect(await play('suspended', world.cid.social)).toMatchObject({ kind: 'answer' })
    expect(await play('subscribed', world.cid.paid, '8.8.8.8')).toMatchObject(refusedWith('outside_region'))
    expect(await play('subscribed', world.cid.world, '8.8.8.8')).toMatchObject({ kind: 'answer' })
  })

  it('says which channel there is not, which is not on, and which is not in the tariff', async () => {
    expect(await play('subscribed', 999_999)).toMatchObject(refusedWith('channel_not_found'))
    expect(await play('subscribed', world.cid.silent)).toMatchObject(refusedWith('not_available_now'))
    expect(await play('subscribed', world.cid.other)).toMatchObject(refusedWith('not_subscribed'))
  })

  it('the list says of each channel what its address would', async () => {
    for (const who of ['subscribed', 'unsubscribed', 'suspended']) {
      const list = await caller(who)(channelCalls.list, {})
      if (list.kind !== 'answer') throw new Error(JSON.stringify(list))
      expect(list.data.channels.item).toHaveLength(5)
      for (const one of list.data.channels.item) {
        const played = await play(who, one.id)
        const mayWatch =
          played.kind === 'answer' || (played.kind === 'refused' && played.failure === 'not_available_now')
        expect([who, one.name, one.is_available]).toEqual([who, one.name, mayWatch ? 1 : 0])
      }
    }
  })

  it('[REGION-01] [REGION-02] says where the caller is, behind a proxy', async () => {
    expect(await caller(null)(siteCalls.ipCheck, {})).toMatchObject({ data: { is_tasix: 1 } })
    expect(await caller(null, '8.8.8.8')(siteCalls.ipCheck, {})).toMatchObject({ data: { is_tasix: 0 } })
    // What a client writes itself stands further left.
    expect(await caller(null, '84.54.64.5, 8.8.8.8')(siteCalls.ipCheck, {})).toMatchObject({
      data: { is_tasix: 0 },
    })
  })
})

describe('an address', () => {
  const film = async (who: string | null, more: { vid?: number; vfid?: number } = {}) =>
    caller(who)(filmCalls.url, { vid: world.vid('film'), ...more })
  const urlOf = async () => {
    const played = await film('subscribed')
    if (played.kind !== 'answer') throw new Error(JSON.stringify(played))
    return played.data
  }

  it('[PLAYER-07] is signed for one thing, for one session, and expires', async () => {
    const { url, dash_url } = await urlOf()
    expect(await get(url)).toBe(200)
    expect(await get(dash_url ?? '')).toBe(200)
    const [, , ticket = ''] = url.split('/')
    const live = `/p/${ticket}/live/${world.cid.paid}/master.m3u8`
    expect(await get(live)).toBe(403)
    const forged = url.replace(ticket, ticket.replace(/\.[^.]+\./, '.somebody-else.'))
    expect(await get(forged)).toBe(403)
    const again = await urlOf()
    expect(again.url.split('.')[1]).toBe(url.split('.')[1])
    clock.advanceMs(600_000)
    expect(await get(url)).toBe(403)
    expect(await get((await urlOf()).url)).toBe(200)
  })

  it('ends with the right to it', async () => {
    const paidUntilMs = clock.nowMs() + 60_500
    const accountId = world.ids.subscribed
    await world.billing.putSubscription({ accountId, tariffId: 56, state: 'active', paidUntilMs })
    expect((await urlOf()).expires_at).toBe(Math.floor(paidUntilMs / 1000))
    clock.setMs(paidUntilMs)
    expect(await film('subscribed')).toMatchObject(refusedWith('not_subscribed'))
    await world.billing.putSubscription({
      accountId,
      tariffId: 56,
      state: 'active',
      paidUntilMs: startMs + 900 * hour,
    })
  })

  it('of a film is given by its provider, a free one to anybody logged in, a trailer to everybody', async () => {
    expect(await film(null)).toMatchObject(refusedWith('login_needed'))
    expect(await film('unsubscribed')).toMatchObject(refusedWith('not_subscribed'))
    expect(await film('suspended')).toMatchObject(refusedWith('account_suspended'))
    expect(await film('unsubscribed', { vid: world.vid('free') })).toMatchObject({ data: { markers: [] } })
    expect(await film(null, { vid: world.vid('free') })).toMatchObject(refusedWith('login_needed'))
    expect(await film('subscribed', { vid: world.vid('elsewhere') })).toMatchObject(
      refusedWith('not_subscribed'),
    )
    expect(await film('subscribed', { vid: world.vid('unmade') })).toMatchObject(
      refusedWith('not_available_now'),
    )
    const files = world.catalogue.now().title(world.vid('film'))?.files ?? []
    const trailer = files.find((file) => file.kind === 'trailer')
    const seen = await film(null, { vfid: trailer?.vfid ?? 0 })
    if (seen.kind !== 'answer') throw new Error(JSON.stringify(seen))
    expect(await get(seen.data.url)).toBe(200)
    expect(seen.data.duration_sec).toBeCloseTo(2, 0)
  })

  it("is not given for another title's file", async () => {
    const foreign = world.catalogue.now().title(world.vid('elsewhere'))?.files[0]?.vfid ?? 0
    expect(foreign).toBeGreaterThan(0)
    expect(await film('subscribed', { vfid: foreign })).toMatchObject(refusedWith('title_not_found'))
  })

  it('has an access block on the page that says the same', async () => {
    const access = async (who: string | null, key: string) => {
      const call = who === null ? filmCalls.publicDetail : filmCalls.detail
      const detail = await caller(who)(call, { vid: world.vid(key) })
      return detail.kind === 'answer' ? detail.data.video.access : detail
    }
    expect(await access('subscribed', 'film')).toEqual({ state: 'watch', price: null })
    expect(await access('unsubscribed', 'film')).toEqual({ state: 'subscribe', price: 29_000 })
    expect(await access('suspended', 'film')).toEqual({ state: 'suspended', price: 29_000 })
    expect(await access(null, 'film')).toEqual({ state: 'login', price: 29_000 })
    expect(await access(null, 'free')).toEqual({ state: 'login', price: null })
    expect(await access('subscribed', 'unmade')).toEqual({ state: 'unavailable', price: null })
  })
})

describe('a programme of the archive', () => {
  const play = (pid: number, time?: number) =>
    caller('subscribed')(channelCalls.programmeUrl, {
      cid: world.cid.paid,
      pid,
      ...(time === undefined ? {} : { time }),
    })

  it('[GUIDE-03] [GUIDE-04] plays from its beginning when it has begun and is in the archive', async () => {
    const nowMs = clock.nowMs()
    const ago = (ms: number) => world.programmeAt(world.cid.paid, nowMs - ms)
    for (const ms of [0, 5 * hour, 6 * 24 * hour]) {
      const played = await play(ago(ms))
      if (played.kind !== 'answer') throw new Error(JSON.stringify(played))
      const beginSec = Math.floor((nowMs - ms) / hour) * 3600
      expect(played.data.url).toContain(`/archive/${world.cid.paid}/${beginSec}-${beginSec + 3600}/`)
      expect(await get(played.data.url)).toBe(200)
    }
    expect(await play(ago(7.5 * 24 * hour))).toMatchObject(refusedWith('not_recorded'))
    expect(await play(ago(-2 * hour))).toMatchObject(refusedWith('not_begun'))
    expect(await play(999_999)).toMatchObject(refusedWith('programme_not_found'))
    expect(await play(world.programmeAt(world.cid.world, nowMs))).toMatchObject(
      refusedWith('programme_not_found'),
    )
    expect(await play(999_999, Math.floor(nowMs / 1000) - 3600)).toMatchObject({ kind: 'answer' })
  })
})

describe('whatever is asked', () => {
  it('[API-07] is answered or refused in order, never with a server error', async () => {
    const { login, info, status } = accountCalls
    const { url, programmeUrl, list } = channelCalls
    const calls = [
      login,
      info,
      status,
      url,
      programmeUrl,
      list,
      filmCalls.url,
      filmCalls.detail,
      siteCalls.tariffs,
    ]
    const paths = calls.map((call) => call.path)
    const fields = [
      'cid',
      'pid',
      'vid',
      'vfid',
      'time',
      'redirect',
      'type',
      'abonement',
      'phone_number',
      'password',
    ]
    const common = ['device_uid', 'device_serial', 'authkey', 'lang', 'format', 'client_id', '__proto__']
    const numbers = fc.constantFrom(
      '0',
      '-1',
      '1',
      '2147483647',
      '2147483648',
      '1e9',
      'NaN',
      '0x10',
      '4102444800',
    )
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom("'", '%', '\ud800', '[]', '../'),
    )
    const query = fc.dictionary(fc.constantFrom(...fields, ...common), fc.oneof(numbers, texts), {
      maxKeys: 8,
    })
    const seen = new Set<number>()
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), query, fc.boolean(), async (path, asked, isPost) => {
        const who = {
          authorization: `Bearer ${tokens['subscribed'] ?? ''}`,
          'content-type': 'application/json',
        }
        const response = isPost
          ? await fetch(world.origin + path, { method: 'POST', headers: who, body: JSON.stringify(asked) })
          : await fetch(`${world.origin}${path}?${new URLSearchParams(asked).toString()}`, { headers: who })
        seen.add(response.status)
        expect(response.status, await response.text()).toBeLessThan(500)
      }),
      { numRuns: 250 },
    )
    expect([...seen]).toEqual(expect.arrayContaining([200, 400]))
  })
})
