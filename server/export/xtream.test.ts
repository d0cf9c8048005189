/** What players of the Xtream API ask for, in their order, over real HTTP; played by ffmpeg. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { findMediaBinaries } from '#media/media.ts'
import { exportHandler } from '#server/api/export/serve-export.ts'
import { playbackDeps } from '#server/api/playback/playback-deps.ts'
import { type ExportAddresses, openExportAddresses, xtreamPrefixes } from './export.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { addressForLog, withoutSecrets } from '#server/platform/log/redact.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { insideAddress, openPlaybackWorld, type PlaybackWorld } from '#tests/kit/modules/playback-scenario.ts'

let world: PlaybackWorld
let origin: string
let addresses: ExportAddresses
let accountId: number
let secret: string
const user = '111111'

beforeAll(async () => {
  world = await openPlaybackWorld({ ticketSec: 300, streams: 2 })
  const audit = { record: async () => undefined }
  addresses = openExportAddresses({ ...world, db: world.database.db, random: systemRandom, audit })
  const handle = exportHandler({
    ...{ ...world, addresses, playback: playbackDeps(world.api(), 6 * 3600) },
    urlAt: () => undefined,
    serviceName: () => 'Zamin TV',
    clientAddress: clientAddressReader(['127.0.0.1']),
    regionOf: (address) => (world.region.isInside(address) ? 'inside' : 'outside'),
  })
  origin = await world.serve(['/export/', ...xtreamPrefixes].map((prefix) => ({ prefix, handle })))
  accountId = (await world.accounts.findByName(user))[0]?.accountId ?? 0
}, 120_000)
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.advanceMs(7 * 3_600_000)
  secret = (await addresses.renew(accountId, { actor: 'viewer' })).secret
})

function ask(path: string, init: RequestInit & { readonly from?: string } = {}) {
  const { from = insideAddress, headers, ...rest } = init
  return fetch(`${origin}${path}`, {
    ...{ redirect: 'manual', ...rest },
    headers: { 'x-forwarded-for': from, 'user-agent': 'TiviMate/5.1', ...headers },
  })
}

async function api<Data>(action = '', more = ''): Promise<Data> {
  const of = action === '' ? '' : `&action=${action}`
  const response = await ask(`/player_api.php?username=${user}&password=${secret}${of}${more}`)
  expect(response.status).toBe(200)
  return (await response.json()) as Data
}

interface Channel {
  readonly stream_id: number
  readonly category_id: string
  readonly tv_archive: number
  readonly epg_channel_id: string
}

describe('[OPEN-02] a player of the Xtream API', () => {
  it('logs in with the subscriber number and its own password, by GET or POST', async () => {
    const login = await api<{ user_info: Record<string, unknown>; server_info: Record<string, unknown> }>()
    expect(login.user_info).toMatchObject({
      ...{
        auth: 1,
        status: 'Active',
        username: user,
        max_connections: '2',
        allowed_output_formats: ['m3u8'],
      },
    })
    expect(login.server_info).toMatchObject({ timezone: 'Asia/Tashkent', server_protocol: 'http' })
    const posted = await ask('/player_api.php', {
      method: 'POST',
      body: new URLSearchParams({ username: user, password: secret, action: 'get_live_categories' }),
    })
    expect(((await posted.json()) as unknown[]).length).toBeGreaterThan(0)
  })

  it('is refused with another name, another password, and after the password was renewed', async () => {
    const wrong = { user_info: { auth: 0, status: 'Disabled' } }
    const login = async (name: string, password: string) =>
      (await ask(`/player_api.php?username=${name}&password=${password}`)).json()
    expect(await login('222222', secret)).toEqual(wrong)
    expect(await login(user, 'x'.repeat(22))).toEqual(wrong)
    expect(await login(user, 'right password')).toEqual(wrong)
    const former = secret
    await addresses.renew(accountId, { actor: 'viewer' })
    expect(await login(user, former)).toEqual(wrong)
    expect((await ask(`/live/${user}/${former}/1.m3u8`)).status).toBe(404)
  })

  it('lists what may be watched by categories, with the guide in base 64', async () => {
    const [categories, channels] = [
      await api<readonly { category_id: string }[]>('get_live_categories'),
      await api<readonly Channel[]>('get_live_streams'),
    ]
    const ids = new Set(categories.map((one) => one.category_id))
    expect(channels.length).toBeGreaterThan(0)
    expect(channels.every((one) => ids.has(one.category_id))).toBe(true)
    const one = channels.find((channel) => channel.tv_archive === 1) ?? channels[0]
    const own = await api<readonly Channel[]>('get_live_streams', `&category_id=${one?.category_id}`)
    expect(own.map((channel) => channel.stream_id)).toContain(one?.stream_id)
    expect(await api('get_live_streams', '&category_id=999')).toEqual([])
    const guide = await api<{ epg_listings: readonly { title: string; start: string }[] }>(
      'get_simple_data_table',
      `&stream_id=${one?.stream_id}`,
    )
    for (const { title, start } of guide.epg_listings) {
      expect(Buffer.from(title, 'base64').toString('utf8')).not.toBe('')
      expect(start).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    }
    expect(await api('get_short_epg', '&stream_id=999999')).toEqual({ epg_listings: [] })
    expect(await api('no_such_action')).toEqual([])
  })

  it('is told what is for adults, so that it asks for its PIN', async () => {
    const { db } = world.database
    const adultsOf = async (action: string) => {
      const all = await api<readonly { stream_id: number; is_adult: string }[]>(action)
      return all.filter((one) => one.is_adult === '1').map((one) => one.stream_id)
    }
    const before = await adultsOf('get_vod_streams')
    expect(await adultsOf('get_live_streams')).toEqual([])
    const [channel] = await api<readonly Channel[]>('get_live_streams')
    const films = await api<readonly { stream_id: number }[]>('get_vod_streams')
    const film = films.find((one) => !before.includes(one.stream_id))
    const [cid, vid] = [channel?.stream_id ?? 0, film?.stream_id ?? 0]
    const category = Number(channel?.category_id)
    const former = await db
      .selectFrom('channel_category')
      .select('name_ru')
      .where('id', '=', category)
      .executeTakeFirstOrThrow()
    const name = (to: string) =>
      db.updateTable('channel_category').set({ name_ru: to }).where('id', '=', category).execute()
    const rate = (rating: string) =>
      db.updateTable('title').set({ age_rating: rating }).where('id', '=', vid).execute()
    const load = async () => {
      await world.television.reloadChannels()
      await world.catalogue.reload()
    }
    await name('Для взрослых 18+')
    await rate('18+')
    await load()
    expect(await adultsOf('get_live_streams')).toContain(cid)
    const playlist = await (await ask(`/get.php?username=${user}&password=${secret}&type=m3u_plus`)).text()
    const marked = playlist.split('\n').filter((line) => line.includes(' censored="1" '))
    expect(marked.some((line) => line.includes(`tvg-id="${cid}"`))).toBe(true)
    expect((await adultsOf('get_vod_streams')).toSorted()).toEqual([...before, vid].toSorted())
    await name(former.name_ru)
    await rate('')
    await load()
  })

  it('lists films with what plays them', async () => {
    const films = await api<readonly { stream_id: number; container_extension: string }[]>('get_vod_streams')
    expect(films.length).toBeGreaterThan(0)
    const [film] = films
    const info = await api<{ movie_data: { stream_id: number } }>(
      'get_vod_info',
      `&vod_id=${film?.stream_id}`,
    )
    expect(info.movie_data.stream_id).toBe(film?.stream_id)
    expect(await api('get_vod_info', '&vod_id=999999')).toEqual({})
    expect(Array.isArray(await api('get_series'))).toBe(true)
    const played = await ask(`/movie/${user}/${secret}/${film?.stream_id}.${film?.container_extension}`)
    expect(played.status).toBe(302)
    expect(played.headers.get('location')).toMatch(/\/p\/[^/]+\/.*m3u8$/)
  })

  it('reads the playlist and the guide', async () => {
    const login = `username=${user}&password=${secret}`
    const playlist = await ask(`/get.php?${login}&type=m3u_plus&output=ts`)
    expect(await playlist.text()).toMatch(/^#EXTM3U/)
    const guide = await ask(`/xmltv.php?${login}`)
    expect(guide.headers.get('content-type')).toContain('xml')
    expect(await guide.text()).toMatch(/<tv[\s>]/)
    const plain = await ask(`/xmltv.php?${login}`, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(await plain.text()).toMatch(/<\/tv>\s*$/)
  })

  it('has addresses of live channels, which count as streams', async () => {
    const before = await world.streams.activeStreams(accountId)
    const live = await ask(`/live/${user}/${secret}/${world.cid.paid}.ts`)
    expect(live.status).toBe(302)
    const playlist = await fetch(live.headers.get('location') ?? '', {
      headers: { 'x-forwarded-for': insideAddress },
    })
    expect(await playlist.text()).toMatch(/^#EXTM3U/)
    expect((await world.streams.activeStreams(accountId)).length).toBe(before.length + 1)
  })

  it('plays the archive in ffmpeg', async () => {
    const day = new Date(world.clock.nowMs() + 5 * 3_600_000 - 3_600_000).toISOString()
    const start = `${day.slice(0, 10)}:${day.slice(11, 13)}-${day.slice(14, 16)}`
    const url = `${origin}/timeshift/${user}/${secret}/1/${start}/${world.cid.paid}.ts`
    const headers = `X-Forwarded-For: ${insideAddress}\r\n`
    const args = ['-v', 'error', '-xerror', '-headers', headers, '-i', url, '-t', '6', '-f', 'null', '-']
    const exit = await runFfmpeg({
      ffmpegPath: findMediaBinaries({}).ffmpegPath,
      args,
      protocols: ['http', 'tcp', 'crypto', 'file'],
      timeoutMs: 90_000,
    }).exit
    expect([exit.code, exit.lastLines]).toEqual([0, []])
  }, 120_000)

  it('cannot be guessed: wrong log-ins are limited by network, and a right one is not refused for them', async () => {
    const from = '84.54.64.99'
    const wrong = `/live/${user}/${'y'.repeat(22)}/1.m3u8`
    for (let tried = 0; tried < 60; tried += 1) await ask(wrong, { from })
    expect((await ask(wrong, { from })).status).toBe(429)
    const otherName = `/player_api.php?username=70999999&password=${secret}`
    expect((await ask(otherName, { from })).status).toBe(429)
    const login = `/player_api.php?username=${user}&password=${secret}`
    expect((await ask(login, { from })).status).toBe(200)
    expect((await ask(login)).status).toBe(200)
  })

  it('leaves no password in a log', () => {
    const path = `/timeshift/${user}/${secret}/60/2026-01-15:17-30/1.m3u8`
    for (const address of [path, path.replace('timeshift', 'live'), `/get.php?username=1&password=${secret}`])
      expect(addressForLog(address)).not.toContain(secret)
    expect(withoutSecrets(`error at ${path}`)).not.toContain(secret)
  })
})
