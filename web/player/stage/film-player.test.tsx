/** The whole player of films, from the address to the saved position; only the library below it is simulated. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { films, type FilmAddress } from '#contract/films/films.ts'
import { viewing } from '#contract/films/viewing.ts'
import { moments } from '#contract/films/moments.ts'
import type { EngineSnapshot } from '#player/core/state/playback-state.ts'
import { buildAddress } from '#tests/kit/dom/build-address.ts'
import { show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { openedEngines } from '#tests/kit/player/opened-engines.ts'
import { settle } from '#tests/kit/player/simulated-player.ts'
import type { NextEpisode } from '#web/player/playback/next-episode.ts'
import { endRetained } from '#web/player/playback/retained-playback.ts'
import { takeNag } from '#web/session/nags.ts'
import { FilmPlayer } from './film-player.tsx'

vi.mock('#player/engines/shaka/shaka-engine.ts', () => import('#tests/kit/player/opened-engines.ts'))

type Marker = FilmAddress['markers'][number]
const intro: Marker = { kind: 'intro', begin_sec: 5, end_sec: 25 }

let server: SimulatedServer
beforeEach(() => {
  openedEngines.length = 0
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 })
  server = simulateServer()
  server.respondsBy(films.url, ({ vfid }) => ({
    ...buildAddress(),
    duration_sec: 100,
    markers: Number(vfid) === 70 ? [intro] : [],
  }))
  server.responds(viewing.positionSet, {})
})

type Props = Parameters<typeof FilmPlayer>[0]
const film: Props = {
  vid: 7,
  vfid: 70,
  title: 'Летят журавли',
  picture: '',
  startSec: 0,
  counts: true,
  isEpisode: false,
  onClose: () => undefined,
}
let change: (own: Partial<Props>) => void

/** The player as its page shows it; `change` is what the page does later. */
function Player({ first }: { readonly first: Partial<Props> }) {
  const [own, setOwn] = useState(first)
  useEffect(() => {
    change = (later) => setOwn((existing) => ({ ...existing, ...later }))
  }, [])
  return <FilmPlayer {...film} {...own} />
}

/** The player of a film whose first frame is shown. */
async function open(own: Partial<Props> = {}) {
  const page = await show(<Player first={own} />, { at: '/movie/7', as: viewer })
  await waitFor(() => expect(openedEngines[0]?.loads).toHaveLength(1))
  const engine = openedEngines[0]
  if (engine === undefined) throw new Error('no engine was opened')
  const report = (facts: Partial<EngineSnapshot>) =>
    act(async () => {
      engine.report(facts)
      await settle()
    })
  await act(async () => {
    engine.tell({ kind: 'first_picture' })
    await settle()
  })
  await report({ durationSec: 100, positionSec: own.startSec ?? 0 })
  return { ...page, engine, report }
}

const press = (...codes: readonly string[]) =>
  act(async () => {
    for (const code of codes) fireEvent.keyDown(document.body, { code, key: code })
    await settle()
  })
const saved = () => server.requests(viewing.positionSet).map(({ input }) => input['position'])

describe('[PLAYER-01] a film over the whole window', () => {
  it('waits for its start position, and opens there', async () => {
    await show(<Player first={{ startSec: null }} />, { as: viewer })
    await act(settle)
    expect(openedEngines[0]?.loads).toEqual([])
    act(() => change({ startSec: 42 }))
    await waitFor(() => expect(openedEngines[0]?.loads).toMatchObject([{ kind: 'film', startSec: 42 }]))
  })

  it('has its title as name, shows the time, and keeps the page behind it from scrolling', async () => {
    const { report, unmount } = await open({ subtitle: 'Сезон 1, серия 2' })
    await report({ positionSec: 61, durationSec: 5400 })
    const player = screen.getByRole('dialog', { name: 'Летят журавли' })
    expect(within(player).getByText('Сезон 1, серия 2')).toBeTruthy()
    expect(within(player).getByText(/^1:01/).textContent).toBe('1:01 / 1:30:00')
    expect(document.documentElement.style.overflow).toBe('hidden')
    unmount()
    expect(document.documentElement.style.overflow).toBe('')
  })

  it('is closed by its button and by Esc, but not by the Esc that closes a dialog over it', async () => {
    const onClose = vi.fn()
    const { user } = await open({ onClose })
    fireEvent.keyDown(document.body, { key: '?', code: 'Slash' })
    const inner = await screen.findByRole('dialog', { name: 'Сочетания клавиш' })
    fireEvent(inner, new Event('cancel', { cancelable: true, bubbles: true }))
    expect(onClose).not.toHaveBeenCalled()
    fireEvent(
      screen.getByRole('dialog', { name: 'Летят журавли' }),
      new Event('cancel', { cancelable: true }),
    )
    expect(onClose).toHaveBeenCalledTimes(1)
    await user.click(screen.getByRole('button', { name: 'Закрыть плеер' }))
    expect(onClose).toHaveBeenCalledTimes(2)
  })

  it('downloaded to this device needs no address', async () => {
    const { engine } = await open({ source: savedSource('film:70') })
    expect(engine.loads).toMatchObject([{ url: savedAddress.url }])
    expect(server.requests(films.url)).toEqual([])
  })
})

const savedAddress = {
  kind: 'address',
  url: 'kept://device/film-70/1/master.m3u8',
  expiresAtMs: Number.POSITIVE_INFINITY,
  stream: null,
  master: null,
  isWarm: false,
  startAtMs: null,
} as const

/** A film or an episode downloaded to this device. */
function savedSource(key: string) {
  return { key, kind: 'film', startSec: 0, ask: async () => savedAddress } as const
}

describe('[PLAYER-04] the keys of a film', () => {
  it('seek to tenths of it and to its ends, and step by frames only while paused', async () => {
    const { engine } = await open()
    await press('Digit3')
    expect(engine.facts.positionSec).toBe(30)
    await press('Period')
    expect(engine.facts.positionSec).toBe(30)
    await press('KeyK', 'Period', 'Period')
    expect(engine.facts.positionSec).toBeCloseTo(30.08)
    await press('End')
    expect(engine.facts.positionSec).toBe(100)
    await press('Home')
    expect(engine.facts.positionSec).toBe(0)
  })

  it('add skips up, and the sum is shown over the film', async () => {
    const { engine, report } = await open()
    await report({ positionSec: 50 })
    await press('KeyL', 'KeyL', 'KeyL')
    expect(engine.facts.positionSec).toBe(80)
    expect(screen.getByText('+30')).toBeTruthy()
    await press('KeyJ')
    expect(engine.facts.positionSec).toBe(70)
    expect(screen.getByText('−10')).toBeTruthy()
  })

  it('raise the volume from zero when it is muted', async () => {
    const { engine } = await open()
    await press('ArrowDown', 'ArrowDown')
    expect(engine.facts.volume).toBeCloseTo(0.8)
    await press('KeyM', 'ArrowUp')
    expect(engine.facts).toMatchObject({ muted: false, volume: 0.1 })
  })

  it('[PLAYER-02] skip markers where they are, and do nothing elsewhere', async () => {
    const { engine, report } = await open()
    await report({ positionSec: 10 })
    await press('KeyS')
    expect(engine.facts.positionSec).toBe(25)
    await press('KeyS')
    expect(engine.facts.positionSec).toBe(25)
  })

  it('open the next episode where there is one', async () => {
    const play = vi.fn()
    await open({ next: { vfid: 3, title: 'Серия 3', play } })
    await press('KeyN')
    expect(play).toHaveBeenCalledTimes(1)
  })

  it('show the statistics for support, and hide them again', async () => {
    await open()
    await press('KeyI')
    expect(await screen.findByRole('region', { name: 'Статистика' })).toBeTruthy()
    await press('KeyI')
    expect(screen.queryByRole('region', { name: 'Статистика' })).toBeNull()
  })
})

describe('[PLAYER-03] the position in a film', () => {
  it('is saved on pause, on hide and on leave, each second once', async () => {
    const { report, unmount } = await open()
    await report({ positionSec: 12.4 })
    await press('KeyK')
    await waitFor(() => expect(saved()).toEqual([12]))
    fireEvent(window, new Event('pagehide'))
    await report({ positionSec: 33 })
    fireEvent(window, new Event('pagehide'))
    await waitFor(() => expect(saved()).toEqual([12, 33]))
    await report({ positionSec: 40 })
    unmount()
    await waitFor(() => expect(saved()).toEqual([12, 33, 40]))
  })

  it('is not saved before the first frame, when it is only the requested start', async () => {
    const page = await show(<Player first={{ startSec: 500 }} />, { as: viewer })
    await waitFor(() => expect(openedEngines[0]?.loads).toHaveLength(1))
    await act(async () => openedEngines[0]?.report({ positionSec: 500 }))
    page.unmount()
    expect(saved()).toEqual([])
  })

  it('in a trailer is not saved at all', async () => {
    const { report, unmount } = await open({ counts: false })
    await report({ positionSec: 12 })
    await press('KeyK')
    unmount()
    expect(saved()).toEqual([])
  })
})

describe('[PLAYER-02] the next episode', () => {
  /** Episodes that start one after another automatically, as many as `play` allows. */
  async function toTheEnd(play: () => void) {
    const next: NextEpisode = { vfid: 3, title: 'Серия 3', play }
    const shown = await open({ next, isEpisode: true })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const countDown = async () => {
      await shown.report({ positionSec: 100, ended: true })
      for (let second = 0; second < 10; second++) act(() => void vi.advanceTimersByTime(1000))
      await act(settle)
    }
    return { ...shown, countDown }
  }

  it('starts automatically three times, then the viewer is asked whether anybody is watching', async () => {
    const play = vi.fn()
    const { countDown } = await toTheEnd(play)
    for (const vfid of [71, 72, 73]) {
      await countDown()
      act(() => change({ vfid }))
      await waitFor(() => expect(openedEngines[0]?.loads.length).toBe(vfid - 69))
      await act(async () => {
        openedEngines[0]?.report({ positionSec: 0, ended: false })
        openedEngines[0]?.tell({ kind: 'first_picture' })
        await settle()
      })
    }
    expect(play).toHaveBeenCalledTimes(3)
    await countDown()
    expect(play).toHaveBeenCalledTimes(3)
    expect(screen.getByText('Вы ещё смотрите?')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Смотреть дальше' }))
    expect(play).toHaveBeenCalledTimes(4)
  })

  it('has no markers of the previous one', async () => {
    const { engine, report } = await open({ isEpisode: true })
    await report({ positionSec: 10 })
    expect(screen.getByRole('button', { name: 'Пропустить заставку' })).toBeTruthy()
    await act(async () => {
      change({ vfid: 71, source: savedSource('film:71') })
      await settle()
    })
    await act(async () => {
      engine.tell({ kind: 'first_picture' })
      await settle()
    })
    await report({ positionSec: 10 })
    expect(engine.loads).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Пропустить заставку' })).toBeNull()
  })
})

describe('[PLAYER-04] the lock screen and the media keys', () => {
  class Metadata {
    readonly facts: { readonly title: string; readonly artist: string }
    constructor(facts: Metadata['facts']) {
      this.facts = facts
    }
  }

  it('show the film and its part, play and skip, and are cleared when it is closed', async () => {
    const actions = new Map<string, (() => void) | null>()
    const mediaSession = {
      metadata: null as Metadata | null,
      playbackState: 'none',
      setActionHandler: (name: string, run: (() => void) | null) => void actions.set(name, run),
      setPositionState: () => undefined,
    }
    Object.defineProperty(navigator, 'mediaSession', { value: mediaSession, configurable: true })
    vi.stubGlobal('MediaMetadata', Metadata)
    const { engine, report, unmount } = await open({ subtitle: 'Серия 2' })
    expect(mediaSession.metadata?.facts).toMatchObject({ title: 'Летят журавли', artist: 'Серия 2' })
    await report({ positionSec: 50 })
    act(() => actions.get('seekforward')?.())
    expect(engine.facts.positionSec).toBe(60)
    expect(actions.get('nexttrack')).toBeNull()
    await act(async () => actions.get('pause')?.())
    expect(engine.facts.paused).toBe(true)
    expect(mediaSession.playbackState).toBe('paused')
    unmount()
    expect(mediaSession.metadata).toBeNull()
    expect(actions.get('play')).toBeNull()
    Reflect.deleteProperty(navigator, 'mediaSession')
  })
})

describe('[PLAYER-06] a film that lost its connection', () => {
  it('continues by itself when the device is online again', async () => {
    const { engine } = await open()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await act(async () => {
      engine.tell({
        kind: 'fault',
        fault: { failure: 'source_unreachable', httpStatus: null, engineCode: 1002 },
      })
      await settle()
    })
    expect(await screen.findByText('Нет подключения к интернету')).toBeTruthy()
    vi.restoreAllMocks()
    await act(async () => {
      fireEvent(window, new Event('online'))
      await settle()
    })
    await waitFor(() => expect(screen.queryByText('Нет подключения к интернету')).toBeNull())
    expect(engine.loads).toHaveLength(2)
  })

  it('requests its stream lease again when the browser shows a frozen page', async () => {
    const { engine } = await open()
    fireEvent(window, Object.assign(new Event('pageshow'), { persisted: false }))
    await act(settle)
    expect(engine.loads).toHaveLength(1)
    fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }))
    await waitFor(() => expect(engine.loads).toHaveLength(2))
  })
})

describe('[GUEST-01] a guest in the player', () => {
  const line = () => screen.queryByRole('link', { name: 'Войдите, чтобы не потерять место' })
  let playedSec = 0
  beforeEach(() => {
    playedSec = 0
    endRetained()
  })
  const playFor = async (report: (facts: Partial<EngineSnapshot>) => Promise<void>, sec: number) => {
    for (let second = 0; second < sec; second += 1) {
      playedSec += 1
      await report({ paused: false, positionSec: playedSec })
      await act(() => vi.advanceTimersByTimeAsync(1000))
    }
  }

  const useClock = () => {
    const toFake = ['Date', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const
    vi.useFakeTimers({ toFake: [...toFake], now: 1_800_000_000_000 })
  }

  async function openAsGuest() {
    const page = await show(<Player first={{}} />, { at: '/movie/7?watch=70' })
    await act(() => vi.waitFor(() => expect(openedEngines[0]?.loads).toHaveLength(1)))
    const engine = openedEngines[0]
    if (engine === undefined) throw new Error('no engine was opened')
    const report = (facts: Partial<EngineSnapshot>) =>
      act(async () => {
        engine.report(facts)
        await settle()
      })
    await act(async () => {
      engine.tell({ kind: 'first_picture' })
      await settle()
    })
    await report({ durationSec: 1000, positionSec: 0 })
    await act(() => vi.dynamicImportSettled())
    return { ...page, report }
  }

  it('is told after three minutes that a login keeps the place, until that is closed', async () => {
    localStorage.removeItem('ekran.guestLine')
    useClock()
    const { report, unmount } = await openAsGuest()
    await playFor(report, 170)
    expect(line()).toBeNull()
    await playFor(report, 15)
    expect(line()?.getAttribute('href')).toBe('/login')
    fireEvent.click(screen.getByRole('button', { name: 'Убрать' }))
    expect(line()).toBeNull()
    expect(localStorage.getItem('ekran.guestLine')).toBe('closed')
    expect(takeNag('update'), 'nothing follows at once').toBeNull()
    unmount()
    const again = await openAsGuest()
    await playFor(again.report, 600)
    expect(line(), 'what is closed stays closed').toBeNull()
    again.unmount()
  })

  it('[SHELL-03] is told nothing beside another line, nor in the first half minute of playing', async () => {
    localStorage.removeItem('ekran.guestLine')
    useClock()
    const endUpdate = takeNag('update')
    const { report, unmount } = await openAsGuest()
    await playFor(report, 300)
    expect(line()).toBeNull()
    await act(async () => endUpdate?.())
    expect(line()).not.toBeNull()
    expect(takeNag('promo'), 'it has the one place').toBeNull()
    await report({ paused: true })
    await playFor(report, 20)
    expect(line()).toBeNull()
    await playFor(report, 15)
    expect(line()).not.toBeNull()
    // A stall is no new beginning.
    await report({ buffering: true })
    await playFor(report, 1)
    await report({ buffering: false })
    expect(line()).not.toBeNull()
    unmount()
    expect(takeNag('promo')).not.toBeNull()
  })

  it('is told also while the offer of a language lies under the player', async () => {
    localStorage.removeItem('ekran.guestLine')
    useClock()
    expect(takeNag('language')).not.toBeNull()
    const { report, unmount } = await openAsGuest()
    await playFor(report, 190)
    expect(line()).not.toBeNull()
    unmount()
  })
})

describe('[GUEST-02] the moment of a film', () => {
  const login = { state: 'login', price: null } as const

  it('is shared with its second, by an address with a token', async () => {
    server.responds(moments.share, { token: 'f-7-1y-a-b-0', expires_at: 1_900_000_000 })
    const path = (token: string) => `/movie/7?watch=70&t=42&m=${token}`
    const { user } = await open({
      moment: (sec) => ({ input: { vid: 7, vfid: 70, sec }, path }),
      startSec: 42,
    })
    await user.click(screen.getByRole('button', { name: 'Поделиться этим моментом' }))
    expect(server.requests(moments.share)[0]?.input).toMatchObject({ vid: '7', vfid: '70', sec: '42' })
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Адрес страницы' })
    expect(field.value).toContain('/movie/7?watch=70&t=42&m=f-7-1y-a-b-0')
  })

  it('says in the dialog why it cannot be shared', async () => {
    server.rejects(moments.share, { failure: 'moment_closed', message: 'Отрывок отсюда не показывается' })
    const path = () => ''
    const { user } = await open({ moment: (sec) => ({ input: { vid: 7, vfid: 70, sec }, path }) })
    await user.click(screen.getByRole('button', { name: 'Поделиться этим моментом' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Отрывок отсюда не показывается')
  })

  it('plays a minute by a link, then says how to watch the whole; its position is not stored', async () => {
    server.responds(moments.url, { ...buildAddress(), stream_id: '', heartbeat_sec: 0 })
    const { report } = await open({ minute: { token: 'f-7-1y-a-b-0', access: login }, counts: false })
    expect(server.requests(moments.url)).toHaveLength(1)
    expect(server.requests(films.url)).toHaveLength(0)
    expect(screen.queryByText('Минута закончилась')).toBeNull()
    await report({ ended: true, positionSec: 60, durationSec: 60 })
    expect(screen.getByText('Минута закончилась')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Войти' }).getAttribute('href')).toBe('/login')
    expect(saved()).toEqual([])
  })

  it('shows the words of the server where the link does not play', async () => {
    server.rejects(moments.url, { failure: 'moment_over', message: 'Эта ссылка больше не действует' })
    await show(<Player first={{ minute: { token: 'f-7-1y-a-b-0', access: login } }} />, { at: '/movie/7' })
    expect(await screen.findByText('Эта ссылка больше не действует')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Войти' })).toBeTruthy()
  })
})
