/** The output for other players, parsed by our own importers, and played by ffmpeg. */
import { otherPlayerEndpoints } from '#server/api/export/other-players.ts'
import { exportHandler } from '#server/api/export/serve-export.ts'
import { playbackDeps } from '#server/api/playback/playback-deps.ts'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { otherPlayers as calls } from '#contract/playback/other-players.ts'
import { channels as channelCalls } from '#contract/channels/channels.ts'
import { goingStreams, streams as streamCalls } from '#contract/playback/streams.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { findMediaBinaries } from '#media/media.ts'
import { openExportAddresses, type ExportAddresses } from '#server/export/export.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { withoutSecrets } from '#server/platform/log/redact.ts'
import {
  callerOf,
  insideAddress,
  openPlaybackWorld,
  outsideAddress,
  tokenOf,
  type PlaybackWorld,
} from '#tests/kit/modules/playback-scenario.ts'
import { parsePlaylist } from './m3u/parse-playlist.ts'
import { programmeOf } from './xmltv/guide-of-xmltv.ts'
import type { XmltvChannel, XmltvProgramme } from './source/guide-sink.ts'
import { readGuide } from './xmltv/read-xmltv.ts'
import { readZone } from './source/zone.ts'

let world: PlaybackWorld
let origin: string
let addresses: ExportAddresses
let accountId: number
let secret: string
beforeAll(async () => {
  world = await openPlaybackWorld({ ticketSec: 300, streams: 2 })
  const audit = { record: async () => undefined }
  addresses = openExportAddresses({ ...world, db: world.database.db, random: systemRandom, audit })
  const handle = exportHandler({
    serviceName: () => 'Zamin TV',
    ...world,
    addresses,
    playback: playbackDeps(world.api(), 6 * 3600),
    urlAt: () => undefined,
    clientAddress: clientAddressReader(['127.0.0.1']),
    regionOf: (address) => (world.region.isInside(address) ? 'inside' : 'outside'),
  })
  origin = await world.serve(
    [{ prefix: '/export/', handle }],
    otherPlayerEndpoints({ ...world, exportAddresses: addresses }),
  )
  accountId = (await world.accounts.findByName('111111'))[0]?.accountId ?? 0
}, 120_000)
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.advanceMs(7 * 3_600_000)
  secret = (await addresses.renew(accountId, { actor: 'viewer' })).secret
})

function ask(path: string, more: { from?: string; agent?: string; method?: string; secret?: string } = {}) {
  return fetch(`${origin}/export/${more.secret ?? secret}/${path}`, {
    method: more.method ?? 'GET',
    redirect: 'manual',
    headers: { 'x-forwarded-for': more.from ?? insideAddress, 'user-agent': more.agent ?? 'Kodi/21' },
  })
}

async function playlist(from?: string) {
  const read = parsePlaylist(await (await ask('playlist.m3u8', from === undefined ? {} : { from })).text())
  if (read.kind !== 'playlist') throw new Error(read.why)
  expect(read.problems).toEqual([])
  return read
}

/** The redirect target of a player; '' when it is refused. */
async function ledTo(path: string, more: Parameters<typeof ask>[1] = {}) {
  return (await ask(path, more)).headers.get('location') ?? ''
}

async function status(url: string, from = insideAddress) {
  return (await fetch(url, { headers: { 'x-forwarded-for': from } })).status
}

function nowSec() {
  return Math.floor(world.clock.nowMs() / 1000)
}

describe('the playlist', () => {
  it('contains what the subscriber may watch, its guide and its archive, as our own parser reads them', async () => {
    const { header, entries } = await playlist()
    const base = `${origin}/export/${secret}`
    expect(Object.fromEntries(header)).toEqual({
      'url-tvg': `${base}/guide.xml.gz`,
      'x-tvg-url': `${base}/guide.xml.gz`,
    })
    expect(entries.map((one) => one.name)).toEqual(['paid', 'social', 'world'])
    const { paid } = world.cid
    expect(entries[0]?.url).toBe(`${base}/channel/${paid}.m3u8`)
    expect(Object.fromEntries(entries[0]?.attributes ?? [])).toMatchObject({
      'tvg-id': String(paid),
      'tvg-name': 'paid',
      'tvg-chno': '1',
      catchup: 'default',
      'catchup-source': `${base}/channel/${paid}/archive-{utc}-{duration}.m3u8`,
      'catchup-days': '7',
    })
    expect(entries[0]?.attributes.get('tvg-logo')).toMatch(new RegExp(`^${origin}/images/logo/`))
    expect(entries[0]?.groups).toHaveLength(1)
  })

  it('[TV-07] contains only the world list outside the network', async () => {
    expect((await playlist(outsideAddress)).entries.map((one) => one.name)).toEqual(['world'])
  })

  it('is refused with a reason, in both languages, without a paid tariff', async () => {
    const other = (await world.accounts.findByName('222222'))[0]?.accountId ?? 0
    const theirs = (await addresses.renew(other, { actor: 'viewer' })).secret
    const refused = await ask('playlist.m3u8', { secret: theirs })
    expect(refused.status).toBe(402)
    expect(refused.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await refused.text()).toBe('Нужна подписка\nObuna kerak\n')
    expect(await (await ask('playlist.m3u8?lang=uz', { secret: theirs })).text()).toBe('Obuna kerak\n')
  })
})

describe('the guide', () => {
  it('is XMLTV in the order of its DTD, with the guide’s data', async () => {
    const response = await ask('guide.xml.gz')
    const bytes = Buffer.from(await response.arrayBuffer())
    const text = gunzipSync(bytes).toString()
    for (const [, inside = ''] of text.matchAll(/<programme [^>]*>(.*)<\/programme>/g))
      expect([...inside.matchAll(/<([a-z-]+)[ >]/g)].map((match) => match[1]).join(' ')).toMatch(
        /^title( title)?( desc)*( category)*( rating value)?$/,
      )
    const channels: XmltvChannel[] = []
    const programmes: XmltvProgramme[] = []
    await readGuide(
      (async function* () {
        yield bytes
      })(),
      {
        channel: (one) => void channels.push(one),
        programme: (one) => void programmes.push(one),
        pause: async () => undefined,
      },
    )
    expect(channels.map(({ id, names }) => [Number(id), names])).toEqual([
      [world.cid.paid, ['paid']],
      [world.cid.social, ['social']],
      [world.cid.world, ['world']],
    ])
    const zone = readZone('UTC')
    if (zone === undefined) throw new Error('no zone')
    const read = programmes
      .filter((one) => one.channel === String(world.cid.paid))
      .map((one) => programmeOf(one, { zone, shiftMin: 0 }))
    const listed = world.television.now().guide.all(world.cid.paid)
    expect(read).toHaveLength(listed.length)
    expect(read).toMatchObject(listed.map(({ beginMs, endMs, title }) => ({ beginMs, endMs, title })))
  })
})

describe('a channel', () => {
  it('redirects to a signed live address', async () => {
    const { paid, other } = world.cid
    const live = await ledTo(`channel/${paid}.m3u8`)
    expect(live).toMatch(new RegExp(`^${origin}/p/[^/]+/live/${paid}/master.m3u8$`))
    expect([await status(live), await status(live, outsideAddress)]).toEqual([200, 403])
    expect(await ledTo(`channel/${paid}/index.m3u8`)).toContain('/live/')
    expect((await ask(`channel/${other}.m3u8`)).status).toBe(402)
    expect((await ask('channel/999999.m3u8')).status).toBe(404)
    expect((await ask(`channel/${paid}.m3u8`, { from: outsideAddress })).status).toBe(451)
    // A HEAD request is not counted as watching.
    world.clock.advanceMs(120_000)
    expect((await ask(`channel/${paid}.m3u8`, { method: 'HEAD' })).status).toBe(200)
    expect(await world.streams.activeStreams(accountId)).toEqual([])
  })

  it('may be played by a page of another host: CORS headers on its redirect, the target and its refusals', async () => {
    const { paid, other } = world.cid
    const url = await ledTo(`channel/${paid}.m3u8`)
    const responses = await Promise.all([
      ask(`channel/${paid}.m3u8`),
      ask(`channel/${paid}.m3u8`, { method: 'HEAD' }),
      ask(`channel/${paid}.m3u8`, { method: 'OPTIONS' }),
      ask(`channel/${other}.m3u8`),
      ask('playlist.m3u8'),
      ask('guide.xml.gz', { method: 'HEAD' }),
      fetch(url, { headers: { 'x-forwarded-for': insideAddress } }),
      fetch(url, { method: 'OPTIONS', headers: { 'x-forwarded-for': insideAddress } }),
    ])
    expect(responses.map((one) => one.headers.get('access-control-allow-origin'))).toEqual(
      responses.map(() => '*'),
    )
    expect(responses.map((one) => one.status)).toEqual([302, 200, 204, 402, 200, 200, 200, 204])
    const [, , preflight] = responses
    expect(preflight?.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS')
    expect(preflight?.headers.get('access-control-allow-headers')).toContain('range')
  })

  it('[ACC-09] plays for six hours from one address, and not a minute longer', async () => {
    const { paid } = world.cid
    const live = await ledTo(`channel/${paid}.m3u8`)
    const start = nowSec() - 3600
    const past = await ledTo(`channel/${paid}/archive-${start}-1800.m3u8`)
    expect([await status(live), await status(past)]).toEqual([200, 200])
    for (let minutes = 20; minutes < 360; minutes += 20) {
      world.clock.advanceMs(20 * 60_000)
      expect([minutes, await status(past)]).toEqual([minutes, 200])
    }
    world.clock.advanceMs(19 * 60_000)
    expect(await status(past)).toBe(200)
    world.clock.advanceMs(2 * 60_000)
    expect([await status(live), await status(past)]).toEqual([403, 403])
    expect(await status(await ledTo(`channel/${paid}.m3u8`))).toBe(200)
  })

  it('redirects into its archive in every URL scheme, within the stored range', async () => {
    const { paid } = world.cid
    const start = nowSec() - 7200
    const windows: Record<string, string> = {
      [`channel/${paid}/archive-${start}-1800.m3u8`]: `${start}-${start + 1800}`,
      [`channel/${paid}/index-${start}-1800.m3u8`]: `${start}-${start + 1800}`,
      [`channel/${paid}/video-${start}-1800.m3u8`]: `${start}-${start + 1800}`,
      [`channel/${paid}/archive-${start}-now.m3u8`]: `${start}-now`,
      [`channel/${paid}/timeshift_abs-${start}.m3u8`]: `${start}-now`,
      [`channel/${paid}/video-timeshift_abs-${start}.m3u8`]: `${start}-now`,
      [`channel/${paid}/timeshift_rel-7200.m3u8`]: `${start}-now`,
      [`channel/${paid}.m3u8?utc=${start}&lutc=${nowSec()}`]: `${start}-now`,
      // No programme is longer than a day.
      [`channel/${paid}/archive-${start}-999999.m3u8`]: `${start}-${start + 86_400}`,
      // Older than the archive: from its start.
      [`channel/${paid}/archive-${nowSec() - 8 * 86_400}-90000.m3u8`]: `${nowSec() - 7 * 86_400}-${nowSec() - 8 * 86_400 + 90_000}`,
    }
    for (const [path, window] of Object.entries(windows)) {
      const url = await ledTo(path)
      expect(url, path).toContain(`/archive/${paid}/${window}/master.m3u8`)
      expect(await status(url), path).toBe(200)
    }
    expect((await ask(`channel/${paid}/archive-${nowSec() + 60}-60.m3u8`)).status).toBe(409)
    expect((await ask(`channel/${paid}/archive-${nowSec() - 9 * 86_400}-60.m3u8`)).status).toBe(409)
    for (const wrong of ['archive-1-1', 'archive-x-1', `archive-${start}`, 'timeshift_abs-', 'nothing'])
      expect((await ask(`channel/${paid}/${wrong}.m3u8`)).status, wrong).toBe(404)
  })

  it('plays in ffmpeg from the playlist’s catch-up address', async () => {
    const { entries } = await playlist()
    const source = entries[0]?.attributes.get('catchup-source') ?? ''
    const url = source.replace('{utc}', String(nowSec() - 3600)).replace('{duration}', '12')
    const args = ['-v', 'error', '-xerror', '-i', url, '-map', '0:v:0', '-map', '0:a:0', '-f', 'null', '-']
    const exit = await runFfmpeg({
      ffmpegPath: findMediaBinaries({}).ffmpegPath,
      args,
      protocols: ['http', 'tcp', 'crypto', 'file'],
      timeoutMs: 90_000,
    }).exit
    expect([exit.code, exit.lastLines]).toEqual([0, []])
  }, 120_000)
})

describe('another player', () => {
  it('[ACC-09] is one of the concurrent streams, and can be stopped from a device', async () => {
    const { paid } = world.cid
    const tv = await tokenOf(origin, '111111', 'tv')
    const phone = await tokenOf(origin, '111111', 'phone')
    const url = await ledTo(`channel/${paid}.m3u8`)
    world.clock.advanceMs(1000)
    await callerOf(origin, tv)(channelCalls.url, { cid: paid, beats: 1 })
    const refused = await callerOf(origin, phone)(channelCalls.url, { cid: paid, beats: 1 })
    const choice = goingStreams(refused.kind === 'refused' ? refused.details : undefined)
    expect(choice).toMatchObject([{ device_name: 'Другой плеер' }, { device_name: 'tv' }])
    expect((await ask(`channel/${paid}.m3u8`, { agent: 'VLC' })).status).toBe(409)
    // Zapping in it adds no streams.
    expect(await ledTo(`channel/${world.cid.world}.m3u8`)).not.toBe('')
    expect(await world.streams.activeStreams(accountId)).toHaveLength(2)
    const again = await ledTo(`channel/${paid}.m3u8`)
    for (let index = 0; index < 3; index += 1) {
      world.clock.advanceMs(30_000)
      expect(await status(again)).toBe(200)
      await world.streams.flush()
    }
    const going = await world.streams.activeStreams(accountId)
    expect(going).toMatchObject([{ item: `live:${paid}` }])
    await callerOf(origin, phone)(streamCalls.stop, { stream_id: going[0]?.streamId ?? '' })
    await expect.poll(() => status(again), { timeout: 20_000 }).toBe(403)
    expect(await status(url)).toBe(403)
  })
})

describe('the export address', () => {
  it('exists only after it was requested, and stops working after it is renewed or revoked', async () => {
    const token = await tokenOf(origin, '111111', 'tv')
    const caller = callerOf(origin, token)
    const strangers = callerOf(origin, await tokenOf(origin, '333333', 'tv'))
    expect(await strangers(calls.state, {})).toMatchObject({ data: { is_on: 0, created_at: 0 } })
    const watched = await ledTo(`channel/${world.cid.paid}.m3u8`)
    const made = await caller(calls.renew, {})
    if (made.kind !== 'ok') throw new Error(JSON.stringify(made))
    expect(made.data.url).toMatch(/^\/export\/[\w-]{22}\/playlist\.m3u8\?lang=ru$/)
    expect((await fetch(origin + made.data.url)).status).toBe(200)
    expect(await caller(calls.state, {})).toMatchObject({ data: { is_on: 1, created_at: nowSec() } })
    expect((await ask('playlist.m3u8')).status).toBe(404)
    await expect.poll(() => status(watched), { timeout: 20_000 }).toBe(403)
    await caller(calls.off, {})
    expect((await fetch(origin + made.data.url)).status).toBe(404)
    expect(await caller(calls.state, {})).toMatchObject({ data: { is_on: 0 } })
  })

  it('opens only what tariffs open to other players, and says so where none does', async () => {
    const caller = callerOf(origin, await tokenOf(origin, '111111', 'tv'))
    const base = (await world.billing.tariffs()).get(56)
    if (base === undefined) throw new Error('no tariff 56')
    await world.billing.putTariff({ ...base, otherPlayers: false })
    const refused = await ask('playlist.m3u8?lang=ru')
    expect(refused.status).toBe(402)
    expect(await refused.text()).toContain('только в наших приложениях')
    expect((await ask(`channel/${world.cid.paid}.m3u8`)).status).toBe(402)
    expect(await caller(calls.state, {})).toMatchObject({ data: { is_allowed: 0 } })
    expect(await caller(calls.renew, {})).toMatchObject({ failure: 'other_players_not_allowed' })
    const { social } = world.cid
    const more = { tariffId: 57, isBase: false, channelIds: new Set([social]), otherPlayers: true }
    await world.billing.putTariff({ ...base, ...more })
    const paidUntilMs = world.clock.nowMs() + 86_400_000
    await world.billing.putSubscription({ accountId, tariffId: 57, state: 'active', paidUntilMs })
    expect((await playlist()).entries.map((one) => one.name)).toEqual(['social'])
    expect(await caller(calls.state, {})).toMatchObject({ data: { is_allowed: 1 } })
    await world.billing.putTariff(base)
    expect((await playlist()).entries.map((one) => one.name)).toEqual(['paid', 'social', 'world'])
  })

  it('is invalid after the password was changed or the account was closed', async () => {
    await world.accounts.setState(accountId, 'blocked')
    expect((await ask('playlist.m3u8')).status).toBe(404)
    await world.accounts.setState(accountId, 'active')
    expect((await ask('playlist.m3u8')).status).toBe(200)
    world.clock.advanceMs(1000)
    await world.accounts.setPassword(accountId, 'right password')
    expect((await ask('playlist.m3u8')).status).toBe(404)
  })

  it('is stored as a hash, sent to no other site, hidden in logs, and cannot be guessed', async () => {
    const { rows } = await world.database.pool.query('select * from export_address')
    expect(JSON.stringify(rows)).not.toContain(secret)
    const response = await ask('playlist.m3u8')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(withoutSecrets(`GET /export/${secret}/playlist.m3u8`)).toBe('GET /export/[hidden]/playlist.m3u8')
    const from = '84.54.66.66'
    const wrong = 'x'.repeat(22)
    const guessed = new Set<number>()
    for (let index = 0; index < 61; index += 1)
      guessed.add((await ask('playlist.m3u8', { secret: wrong, from })).status)
    expect([...guessed]).toEqual([404, 429])
    // Others behind the same address are not shut out: their secret is right.
    expect((await ask('playlist.m3u8', { from })).status).toBe(200)
    expect((await ask('playlist.m3u8', { secret: wrong, from })).status).toBe(429)
  })
})
