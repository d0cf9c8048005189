import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useRef, useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { streams } from '#contract/playback/streams.ts'
import type { Command } from '#player/core/zapping/key-commands.ts'
import type { AddressOutcome } from '#player/core/state/source.ts'
import { address, show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { playingFilm } from '#tests/kit/player/playing-film.ts'
import { settle } from '#tests/kit/player/simulated-player.ts'
import { ControlsRow } from './controls/controls-row.tsx'
import { ProblemCard } from './stage/problem-card.tsx'
import { SeekBar } from './controls/seek-bar.tsx'
import { SkipOffers } from './controls/skip-offers.tsx'
import { StillThereCard } from './stage/still-there-card.tsx'
import { usePlayerKeys } from './controls/use-player-keys.ts'

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
})

/** A film with two qualities, two languages and subtitles. */
const offered = {
  qualities: [
    { height: 1080, bitsPerSecond: 4_500_000 },
    { height: 480, bitsPerSecond: 1_200_000 },
  ],
  audioTracks: [
    { id: 'ru', language: 'ru', name: 'ru', active: true },
    { id: 'uz', language: 'uz', name: 'uz', active: false },
  ],
  textTracks: [{ id: 't', language: 'ru', name: '', active: false }],
}

const playing = (outcome?: AddressOutcome) => playingFilm(offered as never, outcome)

type Simulated = Awaited<ReturnType<typeof playing>>

function Controls({
  playback,
  onSkip = () => undefined,
}: {
  playback: Simulated['playback']
  onSkip?: (seconds: number) => void
}) {
  const [menuOpen, setMenuOpen] = useState(false)
  const elements = { frame: useRef(null), video: useRef(null), canvas: useRef(null), subtitles: useRef(null) }
  return (
    <ControlsRow
      playback={playback}
      elements={elements}
      onSkip={onSkip}
      onShortcuts={() => undefined}
      menuOpen={menuOpen}
      onMenu={setMenuOpen}
      middle={null}
    />
  )
}

async function obeyed() {
  await act(settle)
}

describe('[PLAYER-04] the buttons of the player', () => {
  it('pause and resume, and name the action of the next press', async () => {
    const { playback, engine } = await playing()
    const { user } = await show(<Controls playback={playback} />)
    await user.click(screen.getByRole('button', { name: /^Пауза/ }))
    await obeyed()
    expect(engine.facts.paused).toBe(true)
    await user.click(screen.getByRole('button', { name: /^Смотреть/ }))
    await obeyed()
    expect(engine.facts.paused).toBe(false)
  })

  it('offer to start again at the end', async () => {
    const { playback, engine } = await playing()
    await show(<Controls playback={playback} />)
    act(() => engine.report({ ended: true }))
    expect(await screen.findByRole('button', { name: /^Смотреть сначала/ })).toBeTruthy()
  })

  it('skip ten seconds either way', async () => {
    const { playback } = await playing()
    const onSkip = vi.fn()
    const { user } = await show(<Controls playback={playback} onSkip={onSkip} />)
    await user.click(screen.getByRole('button', { name: /^Назад на 10/ }))
    await user.click(screen.getByRole('button', { name: /^Вперёд на 10/ }))
    expect(onSkip.mock.calls).toEqual([[-10], [10]])
  })

  it('set the volume, and show zero while muted without losing the value', async () => {
    const { playback, engine } = await playing()
    const { user } = await show(<Controls playback={playback} />)
    const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Громкость' })
    fireEvent.change(slider, { target: { value: '40' } })
    expect(engine.facts.volume).toBeCloseTo(0.4)
    expect(slider.getAttribute('aria-valuetext')).toBe('Громкость 40\u00a0%')
    await user.click(screen.getByRole('button', { name: /^Выключить звук/ }))
    await obeyed()
    expect(slider.value).toBe('0')
    await user.click(screen.getByRole('button', { name: /^Включить звук/ }))
    await obeyed()
    expect(slider.value).toBe('40')
  })

  it('turn subtitles on and off, and are missing without subtitles', async () => {
    const { playback, engine } = await playing()
    const { user } = await show(<Controls playback={playback} />)
    const button = screen.getByRole('button', { name: /^Включить субтитры/ })
    await user.click(button)
    await obeyed()
    expect(button.getAttribute('aria-pressed')).toBe('true')
    act(() => engine.report({ textTracks: [] }))
    expect(screen.queryByRole('button', { name: /субтитры/ })).toBeNull()
  })
})

describe('[PLAYER-01] the menu of settings', () => {
  async function open() {
    const simulated = await playing()
    const page = await show(<Controls playback={simulated.playback} />)
    await page.user.click(screen.getByRole('button', { name: 'Настройки' }))
    // Its code is loaded when it is opened.
    await screen.findByRole('menu')
    return { ...simulated, ...page }
  }
  const entries = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent)

  it('lists the options, with the current choice', async () => {
    await open()
    expect(entries()).toEqual([
      'КачествоАвто',
      'ЗвукРусский',
      'СубтитрыВыключены',
      'Вид субтитровОбычный',
      'СкоростьОбычная',
      'Ровная громкостьВключена',
      'Экономия трафикаВыключена',
      'Продолжать в мини-плеереДа',
      'Статистика',
    ])
  })

  it('sets the quality and closes', async () => {
    const { user, engine } = await open()
    await user.click(screen.getByRole('menuitem', { name: /Качество/ }))
    expect(
      screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent?.replace(/\s/g, ' ')),
    ).toEqual(['Авто', '1080p4,5 Мбит/с', '480p1,2 Мбит/с'])
    await user.click(screen.getByRole('menuitemradio', { name: /480p/ }))
    await obeyed()
    expect(engine.facts.chosenHeight).toBe(480)
    expect(screen.queryByRole('menu')).toBeNull()
  })

  it('is navigated by keys, step by step back to its button', async () => {
    const { user } = await open()
    expect(document.activeElement?.textContent).toMatch(/^Качество/)
    await user.keyboard('{ArrowUp}')
    expect(document.activeElement?.textContent).toBe('Статистика')
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(document.activeElement?.getAttribute('aria-checked')).toBe('true')
    expect(document.activeElement?.textContent).toBe('Русский')
    await user.keyboard('{Escape}')
    expect(entries()).toHaveLength(9)
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('menu')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Настройки' }))
  })

  it('keeps its keys from the player', async () => {
    const heard = vi.fn()
    document.addEventListener('keydown', heard)
    const { user } = await open()
    await user.keyboard('k{ArrowDown}')
    document.removeEventListener('keydown', heard)
    expect(heard).not.toHaveBeenCalled()
  })

  it('stays open while subtitle styles are tried out', async () => {
    const { user, playback } = await open()
    await user.click(screen.getByRole('menuitem', { name: /Вид субтитров/ }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Жёлтый' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Крупный' }))
    expect(playback.choices.subtitleLook).toMatchObject({ colour: 'yellow', size: 'large' })
    expect(screen.getByRole('menu')).toBeTruthy()
  })
})

describe('[PLAYER-04] the timeline', () => {
  const line = { begin: 0, end: 100, position: 30, bufferedEnd: 50, reachableEnd: 80 }
  async function open(television = false) {
    const onSeek = vi.fn()
    await show(
      <SeekBar
        line={line}
        label="Перемотка"
        valueText={(value) => `${value} s`}
        positionText={(value) => `at ${Math.round(value)}`}
        onSeek={onSeek}
        onHold={() => undefined}
      />,
      { television },
    )
    const bar = screen.getByRole('slider')
    bar.getBoundingClientRect = () =>
      ({ left: 100, width: 200, top: 0, height: 10, right: 300, bottom: 10 }) as DOMRect
    bar.setPointerCapture = () => undefined
    return { bar, onSeek }
  }

  it('is moved by keys, never beyond what can be watched', async () => {
    const { bar, onSeek } = await open()
    for (const key of ['ArrowRight', 'ArrowLeft', 'PageUp', 'PageDown', 'Home', 'End'])
      fireEvent.keyDown(bar, { key })
    expect(onSeek.mock.calls.flat()).toEqual([35, 25, 80, 0, 0, 80])
  })

  it('leaves up and down to the remote control', async () => {
    const { bar, onSeek } = await open(true)
    fireEvent.keyDown(bar, { key: 'ArrowUp' })
    fireEvent.keyDown(bar, { key: 'ArrowDown' })
    expect(onSeek).not.toHaveBeenCalled()
    fireEvent.keyDown(bar, { key: 'ArrowRight' })
    expect(onSeek).toHaveBeenCalledWith(35)
  })

  it('seeks when it is released, and shows the position while it is dragged', async () => {
    const { bar, onSeek } = await open()
    fireEvent.pointerDown(bar, { button: 0, clientX: 150, pointerId: 1 })
    expect(bar.getAttribute('aria-valuenow')).toBe('25')
    fireEvent.pointerMove(bar, { clientX: 200, pointerId: 1 })
    expect(bar.getAttribute('aria-valuetext')).toBe('50 s')
    expect(onSeek).not.toHaveBeenCalled()
    fireEvent.pointerUp(bar, { pointerId: 1 })
    expect(onSeek.mock.calls).toEqual([[50]])
  })

  it('does not seek when the browser cancels the touch, or for another mouse button', async () => {
    const { bar, onSeek } = await open()
    fireEvent.pointerDown(bar, { button: 0, clientX: 150, pointerId: 1 })
    fireEvent.pointerCancel(bar, { pointerId: 1 })
    fireEvent.pointerDown(bar, { button: 2, clientX: 150, pointerId: 1 })
    fireEvent.pointerUp(bar, { pointerId: 1 })
    expect(onSeek).not.toHaveBeenCalled()
    expect(bar.getAttribute('aria-valuenow')).toBe('30')
  })
})

describe('[PLAYER-02] the skip offers', () => {
  const markers = [
    { kind: 'intro', begin_sec: 5, end_sec: 25 },
    { kind: 'credits', begin_sec: 90, end_sec: 100 },
  ] as const
  async function open(next?: { title: string; play: () => void }) {
    const simulated = await playing()
    const onFollow = vi.fn()
    simulated.engine.report({ hasPicture: true } as never)
    await show(
      <dialog open>
        <SkipOffers
          playback={simulated.playback}
          answer={{ markers } as never}
          next={next as never}
          onFollow={onFollow}
          controlsShown={false}
          covered={false}
        />
      </dialog>,
    )
    const goTo = (positionSec: number) =>
      act(async () => simulated.engine.report({ positionSec, hasPicture: true } as never))
    return { ...simulated, goTo, onFollow }
  }

  it('the intro: shown for eight seconds; a press skips to its end', async () => {
    const { goTo, engine } = await open()
    expect(screen.queryByRole('button')).toBeNull()
    await goTo(6)
    fireEvent.click(screen.getByRole('button', { name: 'Пропустить заставку' }))
    expect(engine.facts.positionSec).toBe(25)
    await goTo(20)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('the credits: the next episode starts in ten seconds, or at once', async () => {
    const play = vi.fn()
    const { goTo, onFollow } = await open({ title: 'Серия 3', play })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await goTo(91)
    expect(screen.getByText('Серия 3')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Смотреть сейчас' }))
    expect(play).toHaveBeenCalledTimes(1)
    for (let second = 0; second < 9; second++) act(() => void vi.advanceTimersByTime(1000))
    expect(onFollow).not.toHaveBeenCalled()
    act(() => void vi.advanceTimersByTime(1000))
    expect(onFollow).toHaveBeenCalledTimes(1)
  })

  it('the credits: no episode starts by itself for a viewer who watches them', async () => {
    const { goTo, onFollow, engine } = await open({ title: 'Серия 3', play: () => undefined })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await goTo(91)
    fireEvent.click(screen.getByRole('button', { name: 'Смотреть титры' }))
    expect(screen.queryByText('Серия 3')).toBeNull()
    act(() => void vi.advanceTimersByTime(60_000))
    expect(onFollow).not.toHaveBeenCalled()
    await act(async () => engine.report({ ended: true }))
    expect(screen.getByText('Серия 3')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Смотреть титры' })).toBeNull()
  })
})

describe('[PLAYER-06] why nothing plays', () => {
  async function refusedWith(failure: string, message: string, details?: unknown) {
    const simulated = await playing({ kind: 'refused', failure, message, details } as AddressOutcome)
    const page = await show(<ProblemCard playback={simulated.playback} />, { at: '/movie/7', as: viewer })
    // Its step is loaded with the rejection.
    await waitFor(() => expect(document.querySelector('[data-problem] > *')).not.toBeNull())
    return { ...simulated, ...page }
  }

  it.each([
    ['login_needed', 'Войдите, чтобы смотреть', 'Войти', '/login'],
    ['not_subscribed', 'Нужна подписка', 'Выбрать тариф', '/tariff'],
    ['outside_region', 'Доступно только в сети Узбекистана', 'К каналам', '/tv'],
  ])('%s shows the next step', async (failure, title, action, path) => {
    const { user } = await refusedWith(failure, 'words of the server')
    expect(screen.getByRole('group', { name: title })).toBeTruthy()
    await user.click(screen.getByRole('link', { name: action }))
    expect(address()).toBe(path)
  })

  it("a blocked account shows the server's message, with the contact", async () => {
    await refusedWith('account_blocked', 'Позвоните +998 71 200-00-14')
    expect(screen.getByText('Позвоните +998 71 200-00-14')).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  })

  it("another rejection shows the server's message and a retry button", async () => {
    const { user, engine, playback } = await refusedWith('something_went_wrong', 'Так не выйдет')
    expect(within(screen.getByRole('alert')).getByText('Так не выйдет')).toBeTruthy()
    const retry = vi.spyOn(playback, 'retry')
    await user.click(screen.getByRole('button', { name: 'Попробовать ещё раз' }))
    expect(retry).toHaveBeenCalledTimes(1)
    expect(engine.loads).toEqual([])
  })

  const stream = {
    stream_id: 's1',
    title: 'Летят журавли',
    kind: 'film',
    device_name: 'Телевизор',
    is_this_device: 0,
    started_at: 1_800_000_000,
  } as const

  it('[ACC-09] too many streams: shows what plays where and lets one be stopped', async () => {
    server.responds(streams.list, { streams: { item: [stream] } })
    server.responds(streams.stop, {})
    const { user, playback } = await refusedWith('too_many_streams', 'Смотрят на 3 экранах')
    expect(screen.getByText('Смотрят на 3 экранах')).toBeTruthy()
    const retry = vi.spyOn(playback, 'retry').mockImplementation(() => undefined)
    await user.click(await screen.findByRole('button', { name: /Летят журавли/ }))
    await waitFor(() => expect(retry).toHaveBeenCalledTimes(1))
    expect(server.requests(streams.stop)[0]?.input).toMatchObject({ stream_id: 's1' })
  })

  it('[ACC-09] a stream that ended by itself also frees its lease; a lost request shows a message', async () => {
    server.responds(streams.list, { streams: { item: [stream] } })
    server.isLost(streams.stop)
    const { user, playback } = await refusedWith('too_many_streams', 'Смотрят на 3 экранах')
    const retry = vi.spyOn(playback, 'retry').mockImplementation(() => undefined)
    const stop = await screen.findByRole('button', { name: /Летят журавли/ })
    await user.click(stop)
    await screen.findByRole('alert')
    expect(retry).not.toHaveBeenCalled()
    server.rejects(streams.stop, { failure: 'stream_not_found', message: '' })
    await user.click(stop)
    await waitFor(() => expect(retry).toHaveBeenCalledTimes(1))
  })
})

describe('"are you still there"', () => {
  it('has the focus on its confirm button, names the next title and can be closed', async () => {
    const [onYes, onNo] = [vi.fn(), vi.fn()]
    const { user } = await show(<StillThereCard next="Серия 4" onYes={onYes} onNo={onNo} />)
    expect(screen.getByText('Дальше: Серия 4')).toBeTruthy()
    await user.keyboard('{Enter}')
    expect(onYes).toHaveBeenCalledTimes(1)
    await user.click(screen.getByRole('button', { name: 'На сегодня хватит' }))
    expect(onNo).toHaveBeenCalledTimes(1)
  })
})

describe('[PLAYER-04] the keys of the player', () => {
  function Player({ mode, run }: { mode: 'film' | 'television'; run: (command: Command) => boolean }) {
    const frame = useRef<HTMLDivElement>(null)
    usePlayerKeys({ frame, mode, run })
    return (
      <>
        <div ref={frame} tabIndex={-1} data-testid="player">
          <button type="button">a button</button>
        </div>
        <input aria-label="field" />
      </>
    )
  }
  async function open(mode: 'film' | 'television', television = false) {
    const kinds: string[] = []
    const run = vi.fn((command: Command) => {
      kinds.push(command.kind)
      return true
    })
    const page = await show(<Player mode={mode} run={run} />, { television })
    return { ...page, kinds, run }
  }

  it('are matched by their position, whatever the layout of the keyboard', async () => {
    const { kinds } = await open('film')
    fireEvent.keyDown(document.body, { code: 'KeyK', key: 'л' })
    fireEvent.keyDown(document.body, { code: 'Space', key: ' ' })
    fireEvent.keyDown(document.body, { code: 'ArrowUp', key: 'ArrowUp' })
    fireEvent.keyDown(document.body, { code: 'KeyK', key: 'k', ctrlKey: true })
    expect(kinds).toEqual(['toggle_play', 'toggle_play', 'volume'])
  })

  it('are left to a text field and a focused button', async () => {
    const { user, kinds } = await open('film')
    await user.type(screen.getByRole('textbox'), 'k')
    screen.getByRole('button').focus()
    await user.keyboard(' {Enter}')
    expect(kinds).toEqual([])
    await user.keyboard('m')
    expect(kinds).toEqual(['toggle_mute'])
  })

  it('without an action keep their default behaviour', async () => {
    const { run } = await open('film')
    run.mockReturnValueOnce(false)
    expect(fireEvent.keyDown(document.body, { code: 'End', key: 'End' })).toBe(true)
    expect(fireEvent.keyDown(document.body, { code: 'End', key: 'End' })).toBe(false)
  })

  it('of a remote: OK is short, or opens the guide when it is held', async () => {
    const { kinds } = await open('television', true)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.keyDown(document.body, { code: 'Enter', key: 'Enter' })
    fireEvent.keyUp(document.body, { code: 'Enter', key: 'Enter' })
    expect(kinds).toEqual(['ok'])
    fireEvent.keyDown(document.body, { code: 'Enter', key: 'Enter' })
    act(() => void vi.advanceTimersByTime(600))
    fireEvent.keyUp(document.body, { code: 'Enter', key: 'Enter' })
    expect(kinds).toEqual(['ok', 'guide'])
  })

  it.each([
    [427, 'channel'],
    [428, 'channel'],
    [457, 'info'],
    [458, 'guide'],
    [403, 'toggle_favourite'],
    [10190, 'last_channel'],
  ])('of a remote have a code and no name: %d', async (keyCode, kind) => {
    const { kinds } = await open('television', true)
    fireEvent.keyDown(document.body, { keyCode, key: 'Unidentified', code: '' })
    expect(kinds).toEqual([kind])
  })

  it('of a remote: Back moves from a button of the player to the video first', async () => {
    const { kinds } = await open('television', true)
    const button = screen.getByRole('button')
    button.focus()
    expect(fireEvent.keyDown(button, { keyCode: 461 })).toBe(false)
    expect(document.activeElement).toBe(document.body)
    expect(kinds).toEqual([])
    // The next press closes what lies over the video, or is left to the page.
    fireEvent.keyDown(document.body, { keyCode: 461 })
    expect(kinds).toEqual(['back'])
  })
})
