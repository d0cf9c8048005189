import { beforeEach, describe, expect, it, vi } from 'vitest'
import { channels } from '#contract/channels/channels.ts'
import { films, type FilmAddress } from '#contract/films/films.ts'
import { viewing } from '#contract/films/viewing.ts'
import type { PlaybackSource } from '#player/core/state/source.ts'
import { viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { session } from '#web/session/session.ts'
import { liveSource, programmeSource } from './address-sources.ts'
import { filmSource } from './film-source.ts'
import { keepLeft } from './released-lease.ts'
import { maySpendData, takeWarm, warmUp } from './warm-channels.ts'
import { takeWarmFilm, warmFilm, warmStartSecOf } from './warm-film.ts'

const nowSec = 1_800_000_000
const master = '#EXTM3U\n#EXT-X-INDEPENDENT-SEGMENTS\n'
const never = new AbortController().signal

let server: SimulatedServer
/** The playlists that the player requested itself, and their content. */
let playlist: () => Response
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowSec * 1000 })
  server = simulateServer()
  playlist = () => new Response(master)
  const simulated = fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) =>
    url.includes('.m3u8') ? playlist() : simulated(url, init),
  )
  server.respondsBy(channels.url, ({ cid }) => address(`/live/${String(cid)}.m3u8?t=a`))
  server.respondsBy(channels.programmeUrl, ({ pid }) => address(`/archive/${String(pid)}.m3u8?t=a`))
  server.respondsBy(films.url, ({ vfid }) => filmAddress(`/film/${String(vfid)}.m3u8?t=a`))
  server.responds(viewing.positions, { positions: { item: [] }, next_vfid: null })
  session.signIn(viewer)
  await warmUp([], never)
  await takeWarmFilm(0)
})

function address(url: string, lifeSec = 600) {
  return { url, dash_url: null, expires_at: nowSec + lifeSec, stream_id: 's-1', heartbeat_sec: 30 }
}
function filmAddress(url: string): FilmAddress {
  const intro = { kind: 'intro', begin_sec: 5, end_sec: 25 } as const
  return { ...address(url), duration_sec: 6000, markers: [intro] }
}
function open(source: PlaybackSource, streamId: string | null = null) {
  return source.ask(streamId)
}
const film = (onResponse: (response: FilmAddress) => void = () => undefined) =>
  filmSource({ vid: 7, vfid: 70, startSec: 0, isEpisode: false, onResponse })
const programme = (own: Partial<Parameters<typeof programmeSource>[0]> = {}) =>
  programmeSource({ cid: 5, pid: 9, offsetSec: 0, atSec: null, beginSec: () => nowSec, ...own })

describe('[TV-08] the address of a channel', () => {
  it('is absolute, and contains what keeps its stream lease alive', async () => {
    expect(await open(liveSource(5))).toMatchObject({
      kind: 'address',
      url: 'http://localhost:3000/live/5.m3u8?t=a',
      expiresAtMs: (nowSec + 600) * 1000,
      stream: { id: 's-1', heartbeatMs: 30_000 },
    })
  })

  it('continues with the lease of the stream that is playing', async () => {
    await open(liveSource(5), 's-0')
    expect(server.requests(channels.url)[0]?.input).toMatchObject({ cid: '5', stream_id: 's-0' })
  })

  it('[ACC-09] reuses the lease the previous page released, instead of a second one', async () => {
    keepLeft('b0123456789')
    await open(liveSource(5))
    await open(liveSource(6))
    const [first, second] = server.requests(channels.url).map(({ input }) => input)
    expect(first).toMatchObject({ stream_id: 'b0123456789', left: '1' })
    expect(second).not.toHaveProperty('stream_id')
  })

  it("that is rejected shows the server's message", async () => {
    const data = { tariffs: { item: [{ tariff_id: 3, name: 'Всё', price: 30_000 }] } }
    server.rejects(channels.url, { failure: 'not_subscribed', message: 'Нужна подписка', data })
    expect(await open(liveSource(5))).toEqual({
      kind: 'refused',
      failure: 'not_subscribed',
      message: 'Нужна подписка',
      details: data,
    })
  })

  it('[LOAD-01] is requested again later when the server is overloaded: that is no refusal', async () => {
    server.rejects(channels.url, { failure: 'busy', message: 'Сервис перегружен', retryAfterSec: 6 })
    expect(await liveSource(5).ask(null)).toEqual({
      kind: 'unreachable',
      httpStatus: 503,
      retryAfterMs: 6000,
    })
  })

  it('is unreachable without a connection', async () => {
    server.isLost(channels.url)
    expect(await open(liveSource(5))).toEqual({ kind: 'unreachable' })
  })
})

describe('[GUIDE-04] the address of a programme', () => {
  it('plays from its beginning by the guide', async () => {
    const source = programme()
    expect(source.startSec).toBeNull()
    expect(await open(source)).toMatchObject({ kind: 'address', startAtMs: nowSec * 1000 })
  })

  it('starts that many seconds after the beginning', async () => {
    const source = programme({ offsetSec: 90 })
    expect(source.startSec).toBe(90)
    expect(await open(source)).toMatchObject({ startAtMs: (nowSec + 90) * 1000 })
  })

  it('starts at the exact moment of a link, also when the guide has not loaded', async () => {
    const source = programme({ offsetSec: 90, atSec: nowSec + 42, beginSec: () => null })
    expect(await open(source)).toMatchObject({ startAtMs: (nowSec + 42) * 1000 })
  })

  it('that was not recorded is rejected', async () => {
    server.rejects(channels.programmeUrl, { failure: 'not_recorded', message: 'Записи нет' })
    expect(await open(programme())).toMatchObject({ kind: 'refused', failure: 'not_recorded' })
  })
})

describe('[TV-09] a channel that is likely to be opened next', () => {
  it('is prefetched with its playlist, and requested once', async () => {
    await warmUp([5], never)
    expect(server.requests(channels.url)[0]?.input).toMatchObject({ cid: '5', warm: '1' })
    expect(await open(liveSource(5))).toMatchObject({ isWarm: true, master })
    expect(server.requests(channels.url)).toHaveLength(1)
  })

  it('is requested again when the player asks a second time', async () => {
    await warmUp([5], never)
    const source = liveSource(5)
    await open(source)
    expect(await open(source)).toMatchObject({ isWarm: false })
    expect(server.requests(channels.url)).toHaveLength(2)
  })

  it('is dropped when others have become more likely', async () => {
    await warmUp([5], never)
    await warmUp([6], never)
    expect(await takeWarm(5)).toBeNull()
    expect(await takeWarm(6)).toMatchObject({ isWarm: true })
  })

  it('is not requested again while its address is valid', async () => {
    await warmUp([5], never)
    await warmUp([5, 6], never)
    expect(server.requests(channels.url).map(({ input }) => input['cid'])).toEqual(['5', '6'])
  })

  it('whose address is about to expire is requested when it is opened', async () => {
    await warmUp([5], never)
    vi.setSystemTime((nowSec + 595) * 1000)
    expect(await takeWarm(5)).toBeNull()
  })

  it('that was rejected is not requested again for a minute', async () => {
    server.rejects(channels.url, { failure: 'not_subscribed', message: '' })
    await warmUp([5], never)
    await warmUp([5], never)
    expect(server.requests(channels.url)).toHaveLength(1)
    vi.setSystemTime((nowSec + 61) * 1000)
    await warmUp([5], never)
    expect(server.requests(channels.url)).toHaveLength(2)
  })

  it('[PLAYER-07] is dropped when another viewer logs in', async () => {
    await warmUp([5], never)
    session.signIn({ token: 'token-2', abonement: '2000077', deviceUid: 'device-2' })
    expect(await takeWarm(5)).toBeNull()
  })

  it('plays without its playlist when that failed to load, or is not a playlist', async () => {
    playlist = () => new Response('<html>', { status: 200 })
    await warmUp([5], never)
    expect(await takeWarm(5)).toMatchObject({ isWarm: true, master: null })
    playlist = () => {
      throw new TypeError('Failed to fetch')
    }
    await warmUp([6], never)
    expect(await takeWarm(6)).toMatchObject({ isWarm: true, master: null })
  })

  it('is not requested once the viewer has moved on', async () => {
    const gone = new AbortController()
    gone.abort()
    await warmUp([5, 6], gone.signal)
    expect(server.requests(channels.url)).toEqual([])
  })
})

describe('[TV-09] what is not prefetched', () => {
  const network = (connection: object) => vi.stubGlobal('navigator', { connection })

  it.each([
    [{ saveData: true, effectiveType: '4g' }, false],
    [{ saveData: false, effectiveType: '2g' }, false],
    [{ effectiveType: 'slow-2g' }, false],
    [{ effectiveType: '3g' }, true],
    [{}, true],
  ])('on a network %o: allowed is %s', (connection, may) => {
    vi.stubGlobal('MediaSource', vi.fn())
    network(connection)
    expect(maySpendData()).toBe(may)
  })

  it('nothing is prefetched where the browser plays the playlist itself', () => {
    vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('maybe')
    vi.stubGlobal('MediaSource', undefined)
    vi.stubGlobal('ManagedMediaSource', undefined)
    expect(maySpendData()).toBe(false)
    vi.stubGlobal('ManagedMediaSource', vi.fn())
    expect(maySpendData()).toBe(true)
    vi.restoreAllMocks()
  })
})

describe('a film whose button has the pointer or focus', () => {
  beforeEach(() => vi.stubGlobal('MediaSource', vi.fn()))

  it('is requested before the press, with the markers of its timeline', async () => {
    warmFilm(7, 70)
    const onResponse = vi.fn()
    expect(await open(film(onResponse))).toMatchObject({ isWarm: true, master })
    expect(onResponse.mock.calls[0]?.[0]).toMatchObject({ markers: [{ kind: 'intro' }] })
    expect(server.requests(films.url)).toHaveLength(1)
  })

  it('is requested at the press when another button had the pointer', async () => {
    warmFilm(7, 71)
    expect(await open(film())).toMatchObject({ isWarm: false })
  })

  it('is requested once, however often the pointer returns to it', async () => {
    warmFilm(7, 70)
    warmFilm(7, 70)
    expect(server.requests(films.url)).toHaveLength(1)
    vi.setSystemTime((nowSec + 31) * 1000)
    warmFilm(7, 70)
    expect(server.requests(films.url)).toHaveLength(2)
  })

  it('is not requested for a guest, who cannot watch', async () => {
    session.signOut()
    warmFilm(7, 70)
    expect(server.requests(films.url)).toEqual([])
  })

  it('starts at the saved position, which is requested again after five seconds', async () => {
    warmFilm(7, 70)
    await warmStartSecOf(7, 70, never)
    expect(server.requests(viewing.positions)).toHaveLength(1)
    vi.setSystemTime((nowSec + 5) * 1000)
    const item = [
      { asset_id: 70, position: 900, duration: 6000, is_finished: 0 as const, watched_at: nowSec },
    ]
    server.responds(viewing.positions, { positions: { item }, next_vfid: null })
    expect(await warmStartSecOf(7, 70, never)).toBe(900)
  })

  it('that was rejected is requested by the press, which shows the reason', async () => {
    server.rejects(films.url, { failure: 'not_subscribed', message: 'Нужна подписка' })
    warmFilm(7, 70)
    expect(await open(film())).toMatchObject({ kind: 'refused', message: 'Нужна подписка' })
  })
})

describe('[PLAYER-01] the address of a film', () => {
  it('of an episode belongs to its series, whose languages are stored', () => {
    const request = { vid: 7, vfid: 70, startSec: 12, onResponse: () => undefined }
    expect(filmSource({ ...request, isEpisode: true })).toMatchObject({ series: 7, startSec: 12 })
    expect(filmSource({ ...request, isEpisode: false })).not.toHaveProperty('series')
  })
})
