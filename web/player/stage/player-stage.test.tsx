import { act, fireEvent, screen } from '@testing-library/react'
import { useRef } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Playback } from '#player/core/playback/playback.ts'
import type { EngineSnapshot } from '#player/core/state/playback-state.ts'
import { show, words } from '#tests/kit/dom/show.tsx'
import { simulateServer } from '#tests/kit/dom/simulated-server.ts'
import { playingFilm } from '#tests/kit/player/playing-film.ts'
import { settle, simulatedAddress, simulatedPlayback } from '#tests/kit/player/simulated-player.ts'
import { PlayerStage } from './player-stage.tsx'
import { useTransport } from './use-transport.ts'

const onDoubleClick = vi.fn()
const onTap = vi.fn()
const onSwipeUp = vi.fn()
beforeEach(() => {
  simulateServer()
  vi.clearAllMocks()
})

interface StageProps {
  readonly playback: Playback
  readonly hasOwnEnd?: boolean
}

function Stage({ playback, hasOwnEnd = false }: StageProps) {
  const elements = { frame: useRef(null), video: useRef(null), canvas: useRef(null), subtitles: useRef(null) }
  const { skip, skippedSec, flush } = useTransport({
    playback,
    elements,
    position: () => playback.state.positionSec,
    seek: (positionSec) => playback.seek(positionSec),
  })
  const taps = {
    onClick: () => playback.togglePlay(),
    onDoubleClick,
    onTap,
    onSide: (side: -1 | 1) => skip(side * 10),
    onLongPress: flush,
    onSwipeUp,
  }
  return (
    <PlayerStage
      elements={elements}
      playback={playback}
      controlsShown={false}
      taps={taps}
      skippedSec={skippedSec}
      hasOwnEnd={hasOwnEnd}
    >
      {null}
    </PlayerStage>
  )
}

async function open(facts: Partial<EngineSnapshot> = {}, own: Omit<StageProps, 'playback'> = {}) {
  const simulated = await playingFilm(facts)
  const page = await show(<Stage playback={simulated.playback} {...own} />)
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  })
  await pass(1000)
  const surface = document.querySelector<HTMLElement>('[data-swipes]') as HTMLElement
  surface.getBoundingClientRect = () => ({ left: 0, width: 1000, top: 0, height: 500 }) as DOMRect
  return { ...page, ...simulated, surface }
}

const pass = (ms: number) =>
  act(async () => {
    vi.advanceTimersByTime(ms)
    await settle()
  })
function press(surface: HTMLElement, pointerType: 'mouse' | 'touch', clientX = 500, upBy = 0) {
  const pointer = { pointerType, button: 0, isPrimary: true, pointerId: 1, clientX }
  fireEvent.pointerDown(surface, { ...pointer, clientY: 400 })
  fireEvent.pointerUp(surface, { ...pointer, clientY: 400 - upBy })
}

describe('[PLAYER-04] a mouse over the film', () => {
  it('pauses it with a click, once it is clear that no second click follows', async () => {
    const { surface, engine } = await open()
    press(surface, 'mouse')
    await pass(200)
    expect(engine.facts.paused).toBe(false)
    await pass(100)
    expect(engine.facts.paused).toBe(true)
  })

  it('toggles full screen with a double click, and the film plays on', async () => {
    const { surface, engine } = await open()
    press(surface, 'mouse')
    await pass(150)
    press(surface, 'mouse')
    await pass(1000)
    expect(onDoubleClick).toHaveBeenCalledTimes(1)
    expect(engine.facts.paused).toBe(false)
  })

  it('does nothing with its other buttons', async () => {
    const { surface, engine } = await open()
    const pointer = { pointerType: 'mouse', button: 2, isPrimary: true, pointerId: 1 }
    fireEvent.pointerDown(surface, pointer)
    fireEvent.pointerUp(surface, pointer)
    await pass(1000)
    expect(engine.facts.paused).toBe(false)
  })
})

describe('[PLAYER-04] a finger over the film', () => {
  it('shows the controls with a tap and leaves the film as it is', async () => {
    const { surface, engine } = await open()
    press(surface, 'touch')
    await pass(300)
    expect(onTap).toHaveBeenCalledTimes(1)
    expect(engine.facts.paused).toBe(false)
  })

  it('skips ten seconds with two taps at a side, and further with each additional tap', async () => {
    const { surface, engine } = await open({ positionSec: 40 })
    press(surface, 'touch', 900)
    press(surface, 'touch', 900)
    expect(engine.facts.positionSec).toBe(50)
    expect(words()).toContain('+10')
    press(surface, 'touch', 900)
    expect(engine.facts.positionSec).toBe(60)
    expect(words()).toContain('+20')
    await pass(2000)
    expect(words()).not.toContain('+20')
    expect(onTap).not.toHaveBeenCalled()
  })

  it('skips back at the left side', async () => {
    const { surface, engine } = await open({ positionSec: 40 })
    press(surface, 'touch', 100)
    press(surface, 'touch', 100)
    expect(engine.facts.positionSec).toBe(30)
    expect(words()).toContain('−10')
  })

  it('does not skip with taps at two sides, or in the middle', async () => {
    const { surface, engine } = await open({ positionSec: 40 })
    press(surface, 'touch', 100)
    press(surface, 'touch', 900)
    await pass(1000)
    press(surface, 'touch', 500)
    press(surface, 'touch', 500)
    await pass(1000)
    expect(engine.facts.positionSec).toBe(40)
  })

  it('plays at double speed while it is held, and at normal speed when it is lifted', async () => {
    const { surface, engine } = await open()
    const pointer = { pointerType: 'touch', button: 0, isPrimary: true, pointerId: 1 }
    fireEvent.pointerDown(surface, pointer)
    await pass(600)
    expect(engine.facts.rate).toBe(2)
    fireEvent.pointerUp(surface, pointer)
    expect(engine.facts.rate).toBe(1)
    await pass(1000)
    expect(onTap).not.toHaveBeenCalled()
  })

  it('plays no faster when a second finger zooms the page', async () => {
    const { surface, engine } = await open()
    fireEvent.pointerDown(surface, { pointerType: 'touch', isPrimary: true, pointerId: 1 })
    fireEvent.pointerDown(surface, { pointerType: 'touch', isPrimary: false, pointerId: 2 })
    await pass(1000)
    expect(engine.facts.rate).toBe(1)
  })

  it('plays at normal speed again when the browser cancels the touch', async () => {
    const { surface, engine } = await open()
    fireEvent.pointerDown(surface, { pointerType: 'touch', isPrimary: true, pointerId: 1 })
    await pass(600)
    fireEvent.pointerCancel(surface, { pointerType: 'touch', pointerId: 1 })
    expect(engine.facts.rate).toBe(1)
  })

  it('swiped upwards opens what is below on the page, and is not a tap', async () => {
    const { surface } = await open()
    press(surface, 'touch', 500, 120)
    await pass(1000)
    expect(onSwipeUp).toHaveBeenCalledTimes(1)
    expect(onTap).not.toHaveBeenCalled()
  })
})

describe('[PLAYER-06] the layer over the film', () => {
  const waiting = () => screen.queryByText('Загружается')

  it('is a loading indicator, only after a noticeable wait', async () => {
    const { engine } = await open()
    await act(async () => engine.report({ buffering: true }))
    await pass(300)
    expect(waiting()).toBeNull()
    await pass(100)
    expect(waiting()).toBeTruthy()
    await act(async () => engine.report({ buffering: false }))
    expect(waiting()).toBeNull()
  })

  it('is a replay button at the end', async () => {
    const { engine } = await open()
    await act(async () => engine.report({ ended: true, positionSec: 100 }))
    fireEvent.click(screen.getByRole('button', { name: 'Смотреть сначала' }))
    await pass(0)
    expect(engine.facts.positionSec).toBe(0)
  })

  it('is no replay button where the next episode follows', async () => {
    const { engine } = await open({}, { hasOwnEnd: true })
    await act(async () => engine.report({ ended: true, positionSec: 100 }))
    expect(screen.queryByRole('button', { name: 'Смотреть сначала' })).toBeNull()
  })

  it('is a play button where the browser blocks autoplay', async () => {
    const simulated = simulatedPlayback()
    const play = vi.spyOn(simulated.engine, 'play').mockResolvedValue('blocked')
    simulated.engine.facts = { ...simulated.engine.facts, paused: true }
    await show(<Stage playback={simulated.playback} />)
    await act(async () => {
      simulated.playback.open({
        key: 'film:1',
        kind: 'film',
        startSec: 0,
        ask: async () => simulatedAddress('/film.m3u8', simulated.time.now() + 3_600_000),
      })
      await settle()
    })
    const before = play.mock.calls.length
    fireEvent.click(screen.getByRole('button', { name: 'Смотреть' }))
    expect(play.mock.calls.length).toBe(before + 1)
  })
})

describe('the statistics over the film', () => {
  const panel = () => screen.queryByRole('region', { name: 'Статистика' })
  const line = (name: string) => screen.getByText(name).nextElementSibling?.textContent

  async function openPanel(television = false) {
    const simulated = await playingFilm({ positionSec: 30, bufferedEndSec: 42.5 })
    const page = await show(<Stage playback={simulated.playback} />, { television })
    expect(panel()).toBeNull()
    act(() => simulated.playback.choices.toggleStatistics())
    // Its code is loaded when it is opened.
    await screen.findByRole('region', { name: 'Статистика' })
    return { ...simulated, ...page }
  }

  it('show what plays and how much is buffered, updated every second', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { engine } = await openPanel()
    expect(line('Что идёт')).toBe('film:1')
    expect(line('Запас')).toBe('12,5 s')
    await act(async () => engine.report({ positionSec: 40 }))
    await pass(1000)
    expect(line('Запас')).toBe('2,5 s')
  })

  it('are copied for support with the time and the browser, without the ticket in the address', async () => {
    const { user } = await openPanel()
    await user.click(screen.getByRole('button', { name: 'Скопировать для поддержки' }))
    expect(await screen.findByText('Скопировано')).toBeTruthy()
    const report = await navigator.clipboard.readText()
    expect(report).toContain('Запас: 12,5 s')
    expect(report).toContain(navigator.userAgent)
    expect(report).toMatch(/^\d{4}-\d\d-\d\dT/m)
    expect(report).not.toContain('ticket')
  })

  it('are closed by their button', async () => {
    const { user } = await openPanel()
    await user.click(screen.getByRole('button', { name: /^Закрыть статистику/ }))
    expect(panel()).toBeNull()
  })

  it('are text only on a television, which cannot copy them', async () => {
    await openPanel(true)
    expect(panel()).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Скопировать для поддержки' })).toBeNull()
  })
})
