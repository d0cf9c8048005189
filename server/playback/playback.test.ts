import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accounts as accountCalls } from '#contract/accounts/accounts.ts'
import { channels as channelCalls } from '#contract/channels/channels.ts'
import { films as filmCalls } from '#contract/films/films.ts'
import { site as siteCalls } from '#contract/site/site.ts'
import { playbackEndpoints } from '#server/api/playback/playback.ts'
import { ask } from '#tests/kit/modules/call-endpoint.ts'
import {
  callerOf,
  openPlaybackWorld,
  tokenOf,
  worldStartMs,
  type PlaybackWorld,
} from '#tests/kit/modules/playback-scenario.ts'

const hourMs = 3_600_000
let world: PlaybackWorld
let origin: string
const tokens: Record<string, string> = {}

/** A client with this subscriber number's session (or none), from this address. */
function caller(who: keyof typeof tokens | null, from?: string) {
  return callerOf(origin, who === null ? null : (tokens[who] ?? null), from)
}

function get(path: string) {
  return fetch(origin + path).then((response) => response.status)
}

function refusedWith(failure: string) {
  return { kind: 'refused', failure }
}

beforeAll(async () => {
  world = await openPlaybackWorld()
  origin = await world.serve()
  tokens['subscribed'] = await tokenOf(origin, '111111', 'one')
  tokens['unsubscribed'] = await tokenOf(origin, '222222', 'two')
  tokens['suspended'] = await tokenOf(origin, '333333', 'three')
}, 120_000)
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
    expect(suspended).toHaveProperty('message', expect.stringContaining('29\u00A0000\u00A0сум'))
    expect(suspended).toHaveProperty('details', { missing: 29_000 })
    const played = await play('subscribed', paid)
    if (played.kind !== 'ok') throw new Error(JSON.stringify(played))
    expect(played.data.expires_at).toBe(Math.floor(world.clock.nowMs() / 1000) + 600)
    expect(await get(played.data.url)).toBe(200)
  })

  it('[TV-08] [FILM-07] names the tariffs that open an unsubscribed channel, the cheapest first, and none that is not on offer', async () => {
    const { billing, cid } = world
    const basic = (await billing.tariffs()).get(56)
    if (basic === undefined) throw new Error('no tariff')
    const cheaper = {
      ...basic,
      tariffId: 57,
      name: { en: 'Small', ru: 'Малый', uz: 'Kichik' },
      priceTiyin: 1_000_000,
      channelIds: new Set([cid.paid]),
      providerIds: new Set<number>(),
    }
    await billing.putTariff(cheaper)
    await billing.putTariff({ ...cheaper, tariffId: 58, priceTiyin: 1, isOffered: false })
    const small = { tariff_id: 57, name: 'Малый', price: 10_000 }
    const base = { tariff_id: 56, name: 'Базовый', price: 29_000 }
    const named = (...item: object[]) => ({
      kind: 'refused',
      failure: 'not_subscribed',
      details: { tariffs: { item } },
    })
    expect(await play('unsubscribed', cid.paid)).toMatchObject(named(small, base))
    expect(await play('unsubscribed', cid.social)).toMatchObject(named(base))
    expect(await play('unsubscribed', cid.other)).toMatchObject(named())
    const film = await caller('unsubscribed')(filmCalls.url, { vid: world.vid('film') })
    expect(film).toMatchObject(named(base))
  })

  it('plays a social channel while suspended, and only the world list outside the network', async () => {
    expect(await play('suspended', world.cid.social)).toMatchObject({ kind: 'ok' })
    expect(await play('subscribed', world.cid.paid, '8.8.8.8')).toMatchObject(refusedWith('outside_region'))
    expect(await play('subscribed', world.cid.world, '8.8.8.8')).toMatchObject({ kind: 'ok' })
  })

  it('refuses an unknown channel, one that is off the air, and one outside the tariff, each with its reason', async () => {
    expect(await play('subscribed', 999_999)).toMatchObject(refusedWith('channel_not_found'))
    expect(await play('subscribed', world.cid.silent)).toMatchObject(refusedWith('not_available_now'))
    expect(await play('subscribed', world.cid.other)).toMatchObject(refusedWith('not_subscribed'))
  })

  it('reports for each channel in the list the same access as its address request', async () => {
    for (const who of ['subscribed', 'unsubscribed', 'suspended']) {
      const list = await caller(who)(channelCalls.list, {})
      if (list.kind !== 'ok') throw new Error(JSON.stringify(list))
      expect(list.data.channels.item).toHaveLength(6)
      for (const one of list.data.channels.item) {
        const played = await play(who, one.id)
        const mayWatch =
          played.kind === 'ok' || (played.kind === 'refused' && played.failure === 'not_available_now')
        expect([who, one.name, one.is_available]).toEqual([who, one.name, mayWatch ? 1 : 0])
      }
    }
  })

  it('[REGION-01] [REGION-02] reports the network of the client behind a proxy', async () => {
    expect(await caller(null)(siteCalls.ipCheck, {})).toMatchObject({ data: { is_tasix: 1 } })
    expect(await caller(null, '8.8.8.8')(siteCalls.ipCheck, {})).toMatchObject({ data: { is_tasix: 0 } })
    // Values the client writes itself stand further left.
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
    if (played.kind !== 'ok') throw new Error(JSON.stringify(played))
    return played.data
  }

  it('[PLAYER-07] is signed for one item and one session, and expires', async () => {
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
    world.clock.advanceMs(600_000)
    expect(await get(url)).toBe(403)
    expect(await get((await urlOf()).url)).toBe(200)
  })

  it('ends with the right to it', async () => {
    const paidUntilMs = world.clock.nowMs() + 60_500
    const accountId = (await world.accounts.findByName('111111'))[0]?.accountId ?? 0
    const options = { accountId, tariffId: 56, state: 'active', paidUntilMs } as const
    await world.billing.putSubscription({ ...options, autoRenew: false })
    expect((await urlOf()).expires_at).toBe(Math.floor(paidUntilMs / 1000))
    world.clock.setMs(paidUntilMs)
    expect(await film('subscribed')).toMatchObject(refusedWith('not_subscribed'))
    // A subscription that is due and about to be charged continues.
    await world.billing.putSubscription(options)
    expect(await film('subscribed')).not.toMatchObject(refusedWith('not_subscribed'))
    await world.billing.putSubscription({
      accountId,
      tariffId: 56,
      state: 'active',
      paidUntilMs: worldStartMs + 900 * hourMs,
    })
  })

  it('of a film is open by its provider’s subscription, a free one for every logged-in viewer, a trailer for every client', async () => {
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
    if (seen.kind !== 'ok') throw new Error(JSON.stringify(seen))
    expect(await get(seen.data.url)).toBe(200)
    expect(seen.data.duration_sec).toBeCloseTo(2, 0)
  })

  it('[PLAYER-02] has the marks of a film with it, and none of a trailer', async () => {
    const marks = [{ kind: 'intro', beginMs: 500, endMs: 1500 }] as const
    await world.engine.setMarkers('short', marks)
    const files = world.catalogue.now().title(world.vid('film'))?.files ?? []
    const marksOf = async (kind: 'film' | 'trailer') => {
      const played = await film('subscribed', { vfid: files.find((file) => file.kind === kind)?.vfid ?? 0 })
      return played.kind === 'ok' ? played.data.markers : played
    }
    expect(await marksOf('film')).toEqual([{ kind: 'intro', begin_sec: 0.5, end_sec: 1.5 }])
    expect(await marksOf('trailer')).toEqual([])
    await world.engine.setMarkers('short', [])
  })

  it("is not issued for another title's file", async () => {
    const foreign = world.catalogue.now().title(world.vid('elsewhere'))?.files[0]?.vfid ?? 0
    expect(foreign).toBeGreaterThan(0)
    expect(await film('subscribed', { vfid: foreign })).toMatchObject(refusedWith('title_not_found'))
  })

  it('has an access block on the page with the same verdict', async () => {
    const access = async (who: string | null, key: string) => {
      const call = who === null ? filmCalls.publicDetail : filmCalls.detail
      const detail = await caller(who)(call, { vid: world.vid(key) })
      return detail.kind === 'ok' ? detail.data.video.access : detail
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

  it('[GUIDE-03] [GUIDE-04] plays from its beginning when it has started and is in the archive', async () => {
    const nowMs = world.clock.nowMs()
    const ago = (ms: number) => world.programmeAt(world.cid.paid, nowMs - ms)
    for (const ms of [0, 5 * hourMs, 6 * 24 * hourMs]) {
      const played = await play(ago(ms))
      if (played.kind !== 'ok') throw new Error(JSON.stringify(played))
      const beginSec = Math.floor((nowMs - ms) / hourMs) * 3600
      expect(played.data.url).toContain(`/archive/${world.cid.paid}/${beginSec}-${beginSec + 3600}/`)
      expect(await get(played.data.url)).toBe(200)
    }
    expect(await play(ago(7.5 * 24 * hourMs))).toMatchObject(refusedWith('not_recorded'))
    expect(await play(ago(-2 * hourMs))).toMatchObject(refusedWith('not_begun'))
    expect(await play(999_999)).toMatchObject(refusedWith('programme_not_found'))
    expect(await play(world.programmeAt(world.cid.world, nowMs))).toMatchObject(
      refusedWith('programme_not_found'),
    )
    expect(await play(999_999, Math.floor(nowMs / 1000) - 3600)).toMatchObject({ kind: 'ok' })
  })

  it('[GUIDE-03] plays a protected one that is older than the archive', async () => {
    const cid = world.cid.paid
    const beginMs = Math.floor((world.clock.nowMs() - 7.5 * 24 * hourMs) / hourMs) * hourMs
    const isStored = (id: string, fromMs: number, toMs: number) =>
      id === String(cid) && fromMs < beginMs + hourMs && toMs > beginMs
    const calls = playbackEndpoints({
      ...world.api(),
      engine: { ...world.engine, describeAsset: () => undefined, hasRecording: isStored },
    })
    const bearer = { deviceUid: undefined, clientAddress: '127.0.0.1' }
    const existing = await world.accounts.identify(tokens['subscribed'] ?? '', bearer)
    if (existing.kind !== 'viewer') throw new Error(existing.kind)
    const played = (atMs: number) =>
      ask(calls, 'channels.programmeUrl', { cid, pid: world.programmeAt(cid, atMs) }, existing)
    expect(await played(beginMs)).toHaveProperty(
      'url',
      expect.stringContaining(`/archive/${cid}/${beginMs / 1000}-${(beginMs + hourMs) / 1000}/`),
    )
    expect(await played(beginMs + hourMs)).toEqual({ refused: 'not_recorded' })
  })
})

describe('[ALIVE-05] the loudness of what plays', () => {
  it('is in the address of a channel, of its past and of a film; no gain where nothing was measured', async () => {
    const cid = world.cid.paid
    const loudness = {
      integratedLufs: -16.5,
      truePeakDb: -1,
      isSampled: true,
      measuredAtMs: worldStartMs,
    } as const
    const measured = new Set([String(cid)])
    const calls = playbackEndpoints({
      ...world.api(),
      engine: {
        ...world.engine,
        hasRecording: () => true,
        channelLoudness: (id) => (measured.has(id) ? loudness : undefined),
      },
    })
    const bearer = { deviceUid: undefined, clientAddress: '127.0.0.1' }
    const viewer = await world.accounts.identify(tokens['subscribed'] ?? '', bearer)
    if (viewer.kind !== 'viewer') throw new Error(viewer.kind)
    const pid = world.programmeAt(cid, world.clock.nowMs() - 24 * hourMs)
    expect(await ask(calls, 'channels.url', { cid }, viewer)).toHaveProperty('gain_db', -6.5)
    expect(await ask(calls, 'channels.programmeUrl', { cid, pid }, viewer)).toHaveProperty('gain_db', -6.5)
    measured.clear()
    expect(await ask(calls, 'channels.url', { cid }, viewer)).toHaveProperty('gain_db', 0)
    // Its tone was brought to the target when it was packaged.
    const film = await ask(calls, 'films.url', { vid: world.vid('film') }, viewer)
    expect(Math.abs(Number((film as { gain_db?: number }).gain_db))).toBeLessThanOrEqual(1)
  })
})

describe('any input', () => {
  it('[API-07] gets a response or a regular error, never a server error', async () => {
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
      fc.asyncProperty(fc.constantFrom(...paths), query, fc.boolean(), async (path, request, isPost) => {
        const who = {
          authorization: `Bearer ${tokens['subscribed'] ?? ''}`,
          'content-type': 'application/json',
        }
        const response = isPost
          ? await fetch(origin + path, { method: 'POST', headers: who, body: JSON.stringify(request) })
          : await fetch(`${origin}${path}?${new URLSearchParams(request).toString()}`, { headers: who })
        seen.add(response.status)
        expect(response.status, await response.text()).toBeLessThan(500)
      }),
      { numRuns: 250 },
    )
    expect([...seen]).toEqual(expect.arrayContaining([200, 400]))
  })
})
