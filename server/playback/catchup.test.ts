import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { channels as channelCalls } from '#contract/channels/channels.ts'
import { blackoutDevices, blackoutHolds, territories } from '#contract/form/blackouts.ts'
import { playbackDeps } from '#server/api/playback/playback-deps.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { findMediaBinaries } from '#media/media.ts'
import { playProgramme } from './playback.ts'
import { removeBlackout, saveBlackout } from '#server/blackouts/blackouts.ts'
import {
  channelConfigs,
  editChannels,
  loadStaffChannel,
  publishChannels,
  publishGuide,
  type PublishedChannel,
} from '#server/television/television.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { lumaAt, startCatchupProvider, type CatchupProvider } from '#tests/kit/emulators/catchup-provider.ts'
import { readMedia, readMultivariant } from '#tests/kit/media/independent-hls.ts'
import {
  callerOf,
  openPlaybackWorld,
  tokenOf,
  worldStartMs,
  type PlaybackWorld,
} from '#tests/kit/modules/playback-scenario.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
let world: PlaybackWorld
let provider: CatchupProvider
let origin: string
let subscribed: string
let unsubscribed: string
let cids: Record<'stream' | 'list' | 'sliding' | 'short' | 'vod' | 'foreign' | 'listed', number>

/** A channel whose provider has two days; nothing is recorded of it. */
function catchupChannel(key: string, path: string, days = 2): PublishedChannel {
  return buildChannel(key, {
    source: { kind: 'recorded', sources: [{ url: `${provider.origin}${path}`, protocol: 'http-ts' }] },
    catchup: { kind: 'shift', days },
  })
}

/** Programmes of an hour each, over four days until two hours from now. */
function hourlyGuide(idOf: (beginMs: number) => string) {
  const lastMs = Math.floor(worldStartMs / hourMs) * hourMs + 2 * hourMs
  return Array.from({ length: 98 }, (_, place) => {
    const beginMs = lastMs - place * hourMs
    const title = { ru: `В ${place}`, uz: `V ${place}` }
    const more = { description: { ru: '', uz: '' }, genreCode: null, ageRating: '', assetId: null }
    // Every second programme has an id at the provider.
    const id = place % 2 === 0 ? { catchupId: idOf(beginMs) } : {}
    return { beginMs, endMs: beginMs + hourMs, title, ...more, ...id }
  }).toReversed()
}

async function openWorld(): Promise<void> {
  const { database, television, engine, billing } = world
  // A public channel whose list names an archive in the local network.
  const listed = buildChannel('listed', {
    source: { kind: 'recorded', sources: [{ url: 'http://tv.example.invalid/7.ts', protocol: 'http-ts' }] },
    catchup: { kind: 'default', source: `${provider.origin}/live/secret-word/11.ts?utc={utc}`, days: 2 },
  })
  const inputs = [
    catchupChannel('stream', '/live/user/secret-word/7.ts'),
    catchupChannel('list', '/list/secret-word/7.m3u8'),
    catchupChannel('sliding', '/sliding/secret-word/7.m3u8'),
    catchupChannel('short', '/live/user/secret-word/8.ts', 1),
    {
      ...catchupChannel('vod', '/live/user/secret-word/9.ts'),
      catchup: { kind: 'vod', source: `${provider.origin}/list/{catchup-id}.m3u8?utc={utc}&lutc={lutc}` },
    },
    { ...catchupChannel('foreign', '/live/user/secret-word/10.ts'), catchup: { kind: 'vod' } },
    listed,
  ]
  const published = await publishChannels(database.db, inputs, worldStartMs)
  const numbers = published.map(({ cid }) => cid)
  const [stream = 0, list = 0, sliding = 0, short = 0, vod = 0, foreign = 0, ofList = 0] = numbers
  cids = { stream, list, sliding, short, vod, foreign, listed: ofList }
  await publishGuide(
    database.db,
    new Map(Object.values(cids).map((cid) => [cid, hourlyGuide((beginMs) => `show-${beginMs / 1000}`)])),
  )
  // The guide of this one names whole addresses, into the local network.
  const address = (beginMs: number) =>
    `${provider.origin}/list/7.m3u8?utc=${beginMs / 1000}&lutc=${worldStartMs / 1000}`
  await publishGuide(database.db, new Map([[foreign, hourlyGuide(address)]]))
  await television.reloadChannels()
  await television.reloadGuide()
  const basic = (await billing.tariffs()).get(56)
  if (basic === undefined) throw new Error('no tariff')
  await billing.putTariff({ ...basic, channelIds: new Set([...basic.channelIds, ...Object.values(cids)]) })
  await engine.setChannels(channelConfigs(television, () => [{ assetId: 'short', readyAtMs: 0 }]))
}

beforeAll(async () => {
  provider = await startCatchupProvider()
  world = await openPlaybackWorld({ streams: 20, catchupConnections: 20 })
  origin = await world.serve()
  subscribed = await tokenOf(origin, '111111', 'one')
  unsubscribed = await tokenOf(origin, '222222', 'two')
  await openWorld()
}, 120_000)
beforeEach(() => provider.set('works'))
afterAll(async () => {
  await world.close()
  await provider.close()
})

async function viewerOf(token: string) {
  const identified = await world.accounts.identify(token, {
    deviceUid: undefined,
    clientAddress: '127.0.0.1',
  })
  if (identified.kind !== 'viewer') throw new Error(identified.kind)
  return identified.viewer
}

const byNobody = () => ({ by: undefined, nowMs: world.clock.nowMs() })

async function enterBlackout(fromMs: number, untilMs: number): Promise<number> {
  const content = { television: world.television.now(), catalogue: world.catalogue.now() }
  const what = { target: 'channel', cid: cids.stream, pid: null, vid: null } as const
  const whom = { territories, devices: blackoutDevices, holds: blackoutHolds }
  const fields = { ...what, fromMs, untilMs, ...whom, words: { ru: '', uz: '' }, note: '' }
  const saved = await saveBlackout(world.database.db, content, { id: null, version: 0, fields }, byNobody())
  if (saved.kind !== 'changed') throw new Error(JSON.stringify(saved))
  await world.blackouts.reload()
  return saved.id
}

async function endIt(id: number): Promise<void> {
  await removeBlackout(world.database.db, id, byNobody())
  await world.blackouts.reload()
}

/** The programme that was on this long ago. */
function programmeAgo(cid: number, agoMs: number) {
  const atMs = worldStartMs - agoMs
  const [programme] = world.television.now().guide.window(cid, atMs, atMs + 1)
  if (programme === undefined) throw new Error('no programme')
  return programme
}

async function play(cid: number, agoMs: number, token: string | null = subscribed) {
  const { pid } = programmeAgo(cid, agoMs)
  return callerOf(origin, token)(channelCalls.programmeUrl, { cid, pid })
}

/** The address of a granted programme. */
async function addressOf(cid: number, agoMs: number): Promise<string> {
  const played = await play(cid, agoMs)
  if (played.kind !== 'ok') throw new Error(JSON.stringify(played))
  return new URL(played.data.url, origin).href
}

/** As players do: what is not there yet is requested again. */
async function load(address: string | URL): Promise<Buffer> {
  for (let attempt = 0; ; attempt++) {
    const response = await fetch(address)
    const bytes = Buffer.from(await response.arrayBuffer())
    if (response.status === 200) return bytes
    if (response.status !== 503 || attempt > 4) throw new Error(`${response.status} ${bytes.toString()}`)
  }
}

async function loadText(address: string | URL): Promise<string> {
  return (await load(address)).toString()
}

/** A rendition of a programme: its playlist, and its segments in one file with the init segment. */
async function openVideo(master: string) {
  const variants = readMultivariant(await loadText(master))
  const address = new URL(variants.variants[0]?.uri ?? '', master)
  const playlist = readMedia(await loadText(address))
  const uri = playlist.segments[0]?.map?.uri
  const init = await load(new URL(uri ?? '', address))
  return {
    variants,
    playlist,
    segment: async (place: number) => {
      const segment = playlist.segments[place]
      if (segment === undefined) throw new Error(`no segment ${place}`)
      return Buffer.concat([init, await load(new URL(segment.uri, address))])
    },
  }
}

/** The brightness of each frame, decoded by ffmpeg, most frequent first. */
async function lumaOf(media: Buffer): Promise<number> {
  const { ffmpegPath } = findMediaBinaries({})
  const child = runFfmpeg({
    ffmpegPath,
    args: [
      '-loglevel',
      'error',
      '-i',
      'pipe:3',
      '-vf',
      'scale=1:1',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'gray',
      'pipe:1',
    ],
    inputs: [media],
    stdout: true,
  })
  const pieces: Uint8Array[] = []
  for await (const piece of child.stdout ?? []) pieces.push(piece as Uint8Array)
  const { code, lastLines } = await child.exit
  if (code !== 0) throw new Error(lastLines.join('\n'))
  const counts = Map.groupBy(Buffer.concat(pieces), (luma) => Math.round((luma * 219) / 2550) * 10 + 16)
  const [commonest] = [...counts].toSorted(([, one], [, other]) => other.length - one.length)
  if (commonest === undefined) throw new Error('no frames')
  return commonest[0]
}

describe('[CHAN-06] the archive of a channel’s provider', () => {
  it('plays a past programme of a transport stream, and any moment in it without reading up to there', async () => {
    const { beginMs } = programmeAgo(cids.stream, 5 * hourMs)
    const video = await openVideo(await addressOf(cids.stream, 5 * hourMs))
    expect(video.playlist).toMatchObject({ endlist: true, playlistType: 'VOD' })
    expect(video.playlist.segments).toHaveLength(600)
    const first = await lumaOf(await video.segment(0))
    expect(first).toBe(lumaAt(beginMs / 1000))
    expect(await lumaOf(await video.segment(1))).toBe(lumaAt(beginMs / 1000 + 6))
    const before = provider.requests.length
    expect(await lumaOf(await video.segment(400))).toBe(lumaAt(beginMs / 1000 + 2400))
    expect(provider.requests.slice(before).some((one) => one.includes(`utc=${beginMs / 1000 + 2400}`))).toBe(
      true,
    )
    expect(await lumaOf(await video.segment(401))).toBe(lumaAt(beginMs / 1000 + 2406))
  })

  it.each(['list', 'sliding'] as const)('plays a playlist (%s) with all its audio tracks', async (kind) => {
    const { beginMs } = programmeAgo(cids[kind], 4 * hourMs)
    const video = await openVideo(await addressOf(cids[kind], 4 * hourMs))
    const audio = video.variants.variants[0]?.audio ?? []
    expect(audio.map(({ language }) => language)).toEqual(['ru', 'uz'])
    expect(await lumaOf(await video.segment(2))).toBe(lumaAt(beginMs / 1000 + 12))
    expect(await lumaOf(await video.segment(100))).toBe(lumaAt(beginMs / 1000 + 600))
  })

  it('is read once for all viewers of a programme', async () => {
    const video = await openVideo(await addressOf(cids.stream, 7 * hourMs))
    await video.segment(0)
    const before = provider.requests.length
    const other = await openVideo(await addressOf(cids.stream, 7 * hourMs))
    expect(await other.segment(0)).toEqual(await video.segment(0))
    const { beginMs } = programmeAgo(cids.stream, 7 * hourMs)
    const repeated = provider.requests.slice(before).filter((one) => one.includes(`utc=${beginMs / 1000}`))
    expect(repeated).toEqual([])
  })

  it('never shows the provider’s address', async () => {
    const address = await addressOf(cids.list, 3 * hourMs)
    const master = await loadText(address)
    const playlist = await loadText(new URL('v.m3u8', address))
    expect(`${address}${master}${playlist}`).not.toMatch(/secret-word|utc=/)
    const { port } = new URL(provider.origin)
    expect(`${master}${playlist}`).not.toContain(port)
  })

  it('is listed exactly where the provider reaches', async () => {
    const call = callerOf(origin, subscribed)
    const listed = async (cid: number, agoMs: number) => {
      const { pid, beginMs, endMs } = programmeAgo(cid, agoMs)
      const window = { cid, time_from: beginMs / 1000, time_to: endMs / 1000 }
      const guide = await call(channelCalls.programmes, window)
      if (guide.kind !== 'ok') throw new Error(JSON.stringify(guide))
      return guide.data.programs.item.find((one) => one.pid === pid)?.url !== null
    }
    expect(await listed(cids.short, 3 * hourMs)).toBe(true)
    expect(await listed(cids.short, dayMs + 2 * hourMs)).toBe(false)
    expect(await listed(cids.stream, dayMs + 2 * hourMs)).toBe(true)
    expect(await play(cids.short, dayMs + 2 * hourMs)).toMatchObject({ failure: 'not_recorded' })
    expect(await play(cids.short, -hourMs)).toMatchObject({ failure: 'not_begun' })
  })

  it('is refused in a blackout, and plays without the closed part of a programme', async () => {
    const { beginMs, endMs } = programmeAgo(cids.stream, 20 * hourMs)
    const opened = await addressOf(cids.stream, 20 * hourMs)
    const whole = await enterBlackout(beginMs, endMs)
    expect(await play(cids.stream, 20 * hourMs)).toMatchObject({ failure: 'blacked_out' })
    expect((await fetch(new URL(`v/${beginMs}-1.m4s`, opened))).status).toBe(403)
    await endIt(whole)
    const part = await enterBlackout(beginMs + 60_000, beginMs + 120_000)
    const { playlist } = await openVideo(await addressOf(cids.stream, 20 * hourMs))
    const gaps = playlist.segments.flatMap(({ gap }, place) => (gap === true ? [place] : []))
    expect(gaps).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19])
    expect((await fetch(new URL(`v/${beginMs + 90_000}-1.m4s`, opened))).status).toBe(403)
    expect((await fetch(new URL(`v/${beginMs}-1.m4s`, opened))).status).toBe(200)
    await endIt(part)
  })

  it('is refused without the tariff, to a guest, and with the ticket of another channel', async () => {
    expect(await play(cids.stream, 5 * hourMs, unsubscribed)).toMatchObject({ failure: 'not_subscribed' })
    expect(await play(cids.stream, 5 * hourMs, null)).toMatchObject({ failure: 'login_needed' })
    const opened = await addressOf(cids.stream, 9 * hourMs)
    expect((await fetch(opened)).status).toBe(200)
    const [path = ''] = new URL(opened).pathname.split('/catchup/')
    const other = `${origin}${path}/catchup/${cids.list}/${opened.split('/').at(-2)}/master.m3u8`
    expect((await fetch(other)).status).toBe(403)
  })

  it.each([
    ['web_page', 10],
    ['forbidden', 11],
    ['silent', 12],
  ] as const)('says in words that the provider fails (%s)', async (mood, hours) => {
    provider.set(mood)
    const refused = await play(cids.list, hours * hourMs)
    expect(refused).toMatchObject({ kind: 'refused', failure: 'provider_failed' })
    expect(refused).toHaveProperty(
      'message',
      expect.stringContaining('Архив этого канала сейчас не отвечает'),
    )
  })

  it('is not used where our own recording has the programme, and gives way to a part of it when it fails', async () => {
    const kindOf = async (agoMs: number, recorded: number) => {
      const { pid, beginMs } = programmeAgo(cids.stream, agoMs)
      const engine = {
        ...world.engine,
        hasRecording: () => true,
        recordedSpans: () => [{ beginMs, endMs: beginMs + recorded * hourMs }],
      }
      const request = { cid: cids.stream, pid, timeSec: undefined }
      const caller = { viewer: viewerOf(subscribed), region: 'inside', language: 'ru' } as const
      const stream = { formerId: undefined, beats: false, warm: false }
      const deps = { ...playbackDeps(world.api()), engine }
      const played = await playProgramme(deps, { ...caller, viewer: await caller.viewer }, request, stream)
      return played.kind === 'signed' ? played.address.url.split('/')[3] : played.failure
    }
    expect(await kindOf(14 * hourMs, 1)).toBe('archive')
    expect(await kindOf(14 * hourMs, 0.5)).toBe('catchup')
    provider.set('forbidden')
    expect(await kindOf(15 * hourMs, 0.5)).toBe('archive')
  })

  it('is not read in the subscriber’s name by a member of staff who looks', async () => {
    const viewer = await viewerOf(subscribed)
    const readers: string[] = []
    const prepareCatchup: typeof world.engine.prepareCatchup = async (_window, reader) => {
      readers.push(reader)
      return { kind: 'ready' }
    }
    const client = { viewer, region: 'inside', language: 'ru' } as const
    const request = { cid: cids.stream, pid: programmeAgo(cids.stream, 16 * hourMs).pid, timeSec: undefined }
    const stream = { formerId: undefined, beats: false, warm: false }
    for (const looks of [{}, { looksUntilMs: world.clock.nowMs() + hourMs }]) {
      const deps = { ...playbackDeps(world.api()), engine: { ...world.engine, prepareCatchup }, ...looks }
      expect(await playProgramme(deps, client, request, stream)).toMatchObject({ kind: 'signed' })
    }
    expect(readers).toEqual([`account-${viewer.accountId}`, `view-${viewer.sessionId}`])
  })

  it('is requested by the programme’s own id, and never from an address of a guide in the local network', async () => {
    const even = programmeAgo(cids.vod, 6 * hourMs)
    const agoMs = even.catchupId === undefined ? 7 * hourMs : 6 * hourMs
    const { beginMs, catchupId = '' } = programmeAgo(cids.vod, agoMs)
    const video = await openVideo(await addressOf(cids.vod, agoMs))
    expect(await lumaOf(await video.segment(1))).toBe(lumaAt(beginMs / 1000 + 6))
    expect(provider.requests.some((one) => one.startsWith(`/list/${catchupId}.m3u8?`))).toBe(true)
    expect(await play(cids.vod, agoMs + hourMs)).toMatchObject({ failure: 'not_recorded' })
    const before = provider.requests.filter((one) => one.includes(`utc=${beginMs / 1000}`)).length
    expect(await play(cids.foreign, agoMs)).toMatchObject({ failure: 'provider_failed' })
    expect(provider.requests.filter((one) => one.includes(`utc=${beginMs / 1000}`)).length).toBe(before)
  })

  it('may be in the local network only where staff has written it, or where the channel itself is', async () => {
    const requested = () => provider.requests.filter((one) => one.includes('/11.ts')).length
    expect(await play(cids.listed, 6 * hourMs)).toMatchObject({ failure: 'provider_failed' })
    expect(requested()).toBe(0)
    const details = await loadStaffChannel(world.database.db, cids.listed)
    if (details?.catchup === undefined) throw new Error('no archive')
    const { version } = details.channel
    const edit = { cid: cids.listed, version, fields: { catchup: details.catchup.rule } }
    expect(await editChannels(world.database.db, [edit], byNobody())).toMatchObject({ kind: 'changed' })
    await world.television.reloadChannels()
    await world.engine.setChannels(channelConfigs(world.television, () => []))
    expect(await play(cids.listed, 6 * hourMs)).toMatchObject({ kind: 'ok' })
    expect(requested()).toBeGreaterThan(0)
  })
})
