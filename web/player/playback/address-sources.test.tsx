import { beforeEach, describe, expect, it, vi } from 'vitest'
import { channels } from '#contract/channels/channels.ts'
import { films, type FilmAddress } from '#contract/films/films.ts'
import { viewing } from '#contract/films/viewing.ts'
import { buildAddress } from '#tests/kit/dom/build-address.ts'
import { viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { noteServerTime } from '#web/session/server/server-clock.ts'
import { session } from '#web/session/session.ts'
import { liveSource, programmeSource } from './address-sources.ts'
import { filmSource } from './film-source.ts'
import { keepLeft } from './released-lease.ts'
import { maySpendData, takeWarm, warmUp } from './warm-channels.ts'
import { takeWarmFilm, warmFilm, warmStartSecOf } from './warm-film.ts'

const nowMs = 1_800_000_000_000
const master = '#EXTM3U\n#EXT-X-VERSION:6\n'
const never = new AbortController().signal
let playlist: () => Response

let server: SimulatedServer
beforeEach(async () => {
  server = simulateServer()
  await warmUp([], never)
  const ofEndpoints = globalThis.fetch
  playlist = () => new Response(master)
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) =>
    url.includes('.m3u8') ? playlist() : ofEndpoints(url, init),
  )
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs })
  session.signIn(viewer)
  server.respondsBy(channels.url, ({ cid }) => buildAddress({ url: `/live/${String(cid)}.m3u8` }))
  server.responds(channels.programmeUrl, buildAddress())
  server.responds(films.url, { ...buildAddress(), duration_sec: 6000, markers: [] })
})

const requested = (endpoint: typeof channels.url | typeof channels.programmeUrl | typeof films.url) =>
  server.requests(endpoint).map(({ input }) => input)

describe('[TV-08] the address of a channel', () => {
  it('is absolute, and contains the stream lease with its heartbeat interval', async () => {
    const outcome = await liveSource(5).ask(null)
    expect(outcome).toMatchObject({
      kind: 'address',
      url: new URL('/live/5.m3u8', location.href).href,
      expiresAtMs: nowMs + 3_600_000,
      stream: { id: 'b0123456789', heartbeatMs: 30_000 },
      isWarm: false,
    })
  })

  it("expires by the device's clock, which may be hours off", async () => {
    noteServerTime(nowMs + 7_200_000)
    const outcome = await liveSource(5).ask(null)
    noteServerTime(nowMs)
    expect(outcome).toMatchObject({ expiresAtMs: nowMs + 3_600_000 - 7_200_000 })
  })

  it('[ACC-09] is requested with the lease this player already holds', async () => {
    await liveSource(5).ask('b555')
    expect(requested(channels.url)).toMatchObject([{ stream_id: 'b555' }])
    expect(requested(channels.url)[0]).not.toHaveProperty('left')
  })

  it('[ACC-09] is requested with the lease the previous page released, once', async () => {
    keepLeft('b0777777777')
    await liveSource(5).ask(null)
    await liveSource(5).ask(null)
    const [first, second] = requested(channels.url)
    expect(first).toMatchObject({ stream_id: 'b0777777777' })
    expect(first).toHaveProperty('left')
    expect(second).not.toHaveProperty('stream_id')
  })

  it("that is rejected returns the server's message and details", async () => {
    const tariffs = { tariffs: { item: [{ tariff_id: 2, name: 'Премиум', price: 30_000 }] } }
    server.rejects(channels.url, { failure: 'not_subscribed', message: 'Нужна подписка', data: tariffs })
    expect(await liveSource(5).ask(null)).toEqual({
      kind: 'refused',
      failure: 'not_subscribed',
      message: 'Нужна подписка',
      details: tariffs,
    })
  })

  it('[PLAYER-06] is unreachable, with the status, when the server only answers with errors', async () => {
    vi.stubGlobal('fetch', async () => new Response('<h1>Internal Server Error</h1>', { status: 500 }))
    expect(await liveSource(5).ask(null)).toEqual({ kind: 'unreachable', httpStatus: 500 })
    vi.stubGlobal('fetch', async () => new Response('{}', { status: 502 }))
    expect(await liveSource(5).ask(null)).toEqual({ kind: 'unreachable', httpStatus: 502 })
  })

  it('is unreachable without a connection', async () => {
    server.isLost(channels.url)
    expect(await liveSource(5).ask(null)).toEqual({ kind: 'unreachable' })
  })
})

describe('[GUIDE-04] the address of a programme', () => {
  const source = (own: Partial<Parameters<typeof programmeSource>[0]>) =>
    programmeSource({ cid: 5, pid: 44, offsetSec: 0, atSec: null, beginSec: () => null, ...own })

  it('from its beginning sets no start moment: the playlist contains it', async () => {
    expect(source({}).startSec).toBeNull()
    expect(await source({}).ask(null)).toMatchObject({ kind: 'address', startAtMs: null })
  })

  it("from an offset starts that long after the programme's start in the guide", async () => {
    const from = source({ offsetSec: 90, beginSec: () => 1_799_990_000 })
    expect(from.startSec).toBe(90)
    expect(await from.ask(null)).toMatchObject({ startAtMs: 1_799_990_090_000 })
  })

  it('by a link to a moment starts at that moment, whatever the guide says by now', async () => {
    const from = source({ atSec: 1_799_991_234, beginSec: () => 1_799_990_000 })
    expect(await from.ask(null)).toMatchObject({ startAtMs: 1_799_991_234_000 })
  })

  it('that is rejected has no start moment', async () => {
    server.rejects(channels.programmeUrl, { failure: 'not_recorded', message: 'Записи нет' })
    const outcome = await source({ atSec: 1_799_991_234 }).ask(null)
    expect(outcome).toMatchObject({ kind: 'refused', failure: 'not_recorded' })
    expect(outcome).not.toHaveProperty('startAtMs')
  })
})

describe('[TV-09] a channel that is likely to be opened next', () => {
  it('starts with its prefetched address and playlist', async () => {
    await warmUp([5], never)
    expect(requested(channels.url)).toHaveLength(1)
    const outcome = await liveSource(5).ask(null)
    expect(outcome).toMatchObject({ kind: 'address', isWarm: true, master })
    expect(requested(channels.url)).toHaveLength(1)
  })

  it('requests a new address for another start: each one is used once', async () => {
    await warmUp([5], never)
    const source = liveSource(5)
    await source.ask(null)
    // The pointer may be on the channel that plays again.
    await warmUp([5], never)
    expect(await source.ask('b0123456789')).toMatchObject({ isWarm: false })
    expect(requested(channels.url).at(-1)).toMatchObject({ stream_id: 'b0123456789' })
  })

  it('is requested only once, and dropped when others are more likely', async () => {
    await warmUp([5, 6], never)
    await warmUp([6, 7], never)
    expect(requested(channels.url).map(({ cid }) => Number(cid))).toEqual([5, 6, 7])
    expect(await takeWarm(5)).toBeNull()
    expect(await takeWarm(6)).not.toBeNull()
  })

  it('[PLAYER-07] is dropped after a change of the viewer', async () => {
    await warmUp([5], never)
    session.signIn({ token: 'token-2', abonement: '2000077', deviceUid: 'device-2' })
    expect(await takeWarm(5)).toBeNull()
  })

  it('is not used when its address is about to expire', async () => {
    await warmUp([5], never)
    vi.setSystemTime(nowMs + 3_595_000)
    expect(await takeWarm(5)).toBeNull()
  })

  it('that was rejected is not requested again for a minute', async () => {
    server.rejects(channels.url, { failure: 'not_subscribed', message: '' })
    await warmUp([5], never)
    await warmUp([5], never)
    expect(requested(channels.url)).toHaveLength(1)
    vi.setSystemTime(nowMs + 61_000)
    await warmUp([5], never)
    expect(requested(channels.url)).toHaveLength(2)
  })

  it.each([
    ['is another page', () => new Response('<html>')],
    ['does not exist', () => new Response('', { status: 404 })],
    ['is endless', () => new Response(master + '#'.repeat(70_000))],
    ['fails to load', () => Promise.reject(new TypeError('Failed to fetch')) as never],
  ])('starts without a playlist that %s', async (_, response) => {
    playlist = response
    await warmUp([5], never)
    expect(await takeWarm(5)).toMatchObject({ kind: 'address', isWarm: true, master: null })
  })

  it('stops the prefetch when the viewer has moved on', async () => {
    const abort = new AbortController()
    abort.abort()
    await warmUp([5], abort.signal)
    expect(requested(channels.url)).toEqual([])
  })

  it.each([
    [{ saveData: true }, false],
    [{ effectiveType: 'slow-2g' }, false],
    [{ effectiveType: '4g' }, true],
    [undefined, true],
  ])('[PLAYER-06] is prefetched on a network like %j: %s', (network, isAllowed) => {
    vi.stubGlobal('MediaSource', { isTypeSupported: () => true })
    Object.defineProperty(navigator, 'connection', { value: network, configurable: true })
    expect(maySpendData()).toBe(isAllowed)
    Reflect.deleteProperty(navigator, 'connection')
  })
})

describe('[PLAYER-03] a film whose button has the pointer or focus', () => {
  beforeEach(() => {
    vi.stubGlobal('MediaSource', { isTypeSupported: () => true })
    const item = [{ asset_id: 70, position: 900, is_finished: 0, watched_at: 1_799_999_000 }] as const
    server.responds(viewing.positions, { positions: { item } })
  })

  function source(onResponse: (answer: FilmAddress) => void = () => undefined) {
    return filmSource({ vid: 7, vfid: 70, startSec: 0, isEpisode: false, onResponse })
  }

  it('starts with what was requested before the press', async () => {
    warmFilm(7, 70)
    expect(await warmStartSecOf(7, 70, never)).toBe(900)
    const onResponse = vi.fn()
    const outcome = await source(onResponse).ask(null)
    expect(outcome).toMatchObject({ kind: 'address', isWarm: true, master })
    expect(onResponse).toHaveBeenCalledWith(expect.objectContaining({ duration_sec: 6000 }))
    expect(requested(films.url)).toHaveLength(1)
    expect(server.requests(viewing.positions)).toHaveLength(1)
  })

  it('is requested once, however often the pointer passes the button', async () => {
    warmFilm(7, 70)
    warmFilm(7, 70)
    await takeWarmFilm(70)
    expect(requested(films.url)).toHaveLength(1)
  })

  it('requests the position again when the press comes late', async () => {
    warmFilm(7, 70)
    await warmStartSecOf(7, 70, never)
    vi.setSystemTime(nowMs + 5000)
    await warmStartSecOf(7, 70, never)
    expect(server.requests(viewing.positions)).toHaveLength(2)
    await takeWarmFilm(70)
  })

  it('is not used for the film of another button', async () => {
    warmFilm(7, 70)
    expect(await takeWarmFilm(71)).toBeNull()
  })

  it('[CAT-12] sends no request for a guest', async () => {
    session.signOut()
    warmFilm(7, 70)
    expect(await takeWarmFilm(70)).toBeNull()
    expect(requested(films.url)).toEqual([])
  })

  it('[PLAYER-01] of a series stores its languages for the series', () => {
    const request = { vid: 7, vfid: 101, startSec: 0, onResponse: () => undefined }
    expect(filmSource({ ...request, isEpisode: true }).series).toBe(7)
    expect(filmSource({ ...request, isEpisode: false }).series).toBeUndefined()
  })
})
