import { act, fireEvent, screen, within } from '@testing-library/react'
import { useRef, useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { FilmAddress } from '#contract/films/films.ts'
import type { Preview } from '#player/core/playback/player-engine.ts'
import { show, words } from '#tests/kit/dom/show.tsx'
import { simulateServer } from '#tests/kit/dom/simulated-server.ts'
import { playingFilm } from '#tests/kit/player/playing-film.ts'
import { settle } from '#tests/kit/player/simulated-player.ts'
import type { NextEpisode } from '#web/player/playback/next-episode.ts'
import { FilmControls } from './film-controls.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { useControlsShown } from './use-controls-shown.ts'

beforeEach(() => {
  simulateServer()
})
const nothing = () => undefined

interface ControlsProps {
  readonly playback: Awaited<ReturnType<typeof playingFilm>>['playback'] | null
  readonly response?: FilmAddress | null
  readonly next?: NextEpisode
  readonly subtitle?: string
  readonly onClose?: () => void
}

function Controls({ playback, response = null, next, subtitle, onClose = nothing }: ControlsProps) {
  const elements = { frame: useRef(null), video: useRef(null), canvas: useRef(null), subtitles: useRef(null) }
  const [menuOpen, setMenuOpen] = useState(false)
  return (
    <FilmControls
      playback={playback}
      elements={elements}
      shown
      title="Ёлка"
      subtitle={subtitle}
      response={response}
      next={next}
      onFollow={nothing}
      menuOpen={menuOpen}
      onMenu={setMenuOpen}
      skipping={false}
      onHold={nothing}
      onSkip={nothing}
      onShortcuts={nothing}
      onClose={onClose}
    />
  )
}

async function open(own: Omit<ControlsProps, 'playback'> = {}, durationSec = 6000) {
  const simulated = await playingFilm({ durationSec, positionSec: 65, seekEndSec: durationSec })
  const page = await show(<Controls playback={simulated.playback} {...own} />)
  return { ...page, ...simulated }
}
const timeline = () => screen.getByRole('slider', { name: 'Перемотка' })

describe('[PLAYER-04] the controls over a film', () => {
  it('show the title, and which episode', async () => {
    await open({ subtitle: 'Сезон 1, серия 2' })
    expect(words()).toContain('ЁлкаСезон 1, серия 2')
  })

  it('are closed by their button', async () => {
    const onClose = vi.fn()
    const { user } = await open({ onClose })
    await user.click(screen.getByRole('button', { name: /^Закрыть плеер/ }))
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it('are only the title and the exit while the player is loading', async () => {
    await show(<Controls playback={null} />)
    expect(screen.getAllByRole('button')).toHaveLength(1)
    expect(screen.queryByRole('slider')).toBeNull()
  })

  it('show the position and the length of the film, with hours where it has them', async () => {
    const { engine } = await open()
    expect(words()).toContain('1:05 / 1:40:00')
    await act(async () => engine.report({ positionSec: 3725 }))
    expect(words()).toContain('1:02:05 / 1:40:00')
    expect(timeline().getAttribute('aria-valuetext')).toBe('1:02:05 из 1:40:00')
  })

  it('seek to a position on the timeline', async () => {
    const { engine } = await open()
    fireEvent.keyDown(timeline(), { key: 'Home' })
    await act(settle)
    expect(engine.facts.positionSec).toBe(0)
  })

  it('show the length from the server until the film has reported its own', async () => {
    const simulated = await playingFilm({ durationSec: null, seekEndSec: 0, positionSec: 0 })
    const response = { duration_sec: 6000, markers: [] } as unknown as FilmAddress
    await show(<Controls playback={simulated.playback} response={response} />)
    expect(timeline().getAttribute('aria-valuemax')).toBe('6000')
  })

  it('open the next episode, where there is one', async () => {
    const play = vi.fn()
    const { user } = await open({ next: { vfid: 3, title: 'Серия 3', play } as NextEpisode })
    await user.click(screen.getByRole('button', { name: /^Следующая серия/ }))
    expect(play).toHaveBeenCalledTimes(1)
  })

  it('have no next episode for a single film', async () => {
    await open()
    expect(screen.queryByRole('button', { name: /^Следующая серия/ })).toBeNull()
  })
})

describe('[PLAYER-05] the thumbnail over the timeline', () => {
  const picture = (url: string): Preview =>
    ({ url, width: 336, height: 190, left: 336, top: 0, sheetWidth: 3360, sheetHeight: 1900 }) as Preview
  async function openAt() {
    const page = await open()
    const bar = timeline()
    bar.getBoundingClientRect = () => ({ left: 0, width: 1000, top: 0, height: 10 }) as DOMRect
    bar.setPointerCapture = nothing
    const hover = (clientX: number) =>
      act(async () => void fireEvent.pointerMove(bar, { clientX, pointerType: 'mouse' }))
    return { ...page, bar, hover }
  }
  const shownPicture = () => document.querySelector<HTMLElement>('[style*="background-image"]')

  it('shows the second under the pointer, cut out of its sprite sheet', async () => {
    const { engine, hover } = await openAt()
    const previewAt = vi
      .spyOn(engine, 'previewAt')
      .mockImplementation(async () => picture('/sheet.webp') as never)
    await hover(500)
    expect(previewAt).toHaveBeenLastCalledWith(3000)
    expect(words()).toContain('50:00')
    expect(shownPicture()?.style.backgroundImage).toContain('/sheet.webp')
    expect(shownPicture()?.style.backgroundPosition).toBe('-168px 0px')
  })

  it('is missing where the film has none, but its time is still shown', async () => {
    const { hover } = await openAt()
    await hover(250)
    expect(words()).toContain('25:00')
    expect(shownPicture()).toBeNull()
  })

  it('that loads late does not replace a later one', async () => {
    const { engine, hover } = await openAt()
    const waiting: ((picture: Preview) => void)[] = []
    vi.spyOn(engine, 'previewAt').mockImplementation(
      () => new Promise<Preview>((resolve) => waiting.push(resolve)) as never,
    )
    await hover(100)
    await hover(900)
    await act(async () => waiting.at(-1)?.(picture('/later.webp')))
    await act(async () => waiting[0]?.(picture('/earlier.webp')))
    expect(shownPicture()?.style.backgroundImage).toContain('/later.webp')
  })
})

describe('[PLAYER-04] the list of keyboard shortcuts', () => {
  const open = (mode: 'film' | 'television') =>
    show(<ShortcutsDialog open mode={mode} onClose={nothing} />).then(() =>
      within(screen.getByRole('dialog', { name: 'Сочетания клавиш' })),
    )
  const keysOf = (action: string) =>
    [...(screen.getByText(action).previousElementSibling?.children ?? [])].map((key) => key.textContent)

  it('of a film has the seek keys, and none for channels', async () => {
    const dialog = await open('film')
    expect(keysOf('Пауза и просмотр')).toEqual(['Пробел', 'K'])
    expect(keysOf('По кадру на паузе')).toEqual([',', '.'])
    expect(dialog.queryByText('Соседний канал')).toBeNull()
  })

  it('of television has the channel keys, and none for episodes', async () => {
    const dialog = await open('television')
    expect(keysOf('Соседний канал')).toEqual(['↑', '↓', 'PageUp', 'PageDown'])
    expect(dialog.queryByText('Следующая серия')).toBeNull()
  })
})

describe('[PLAYER-04] hiding the controls', () => {
  function Frame({ mayHide }: { readonly mayHide: boolean }) {
    const frame = useRef<HTMLDivElement>(null)
    const { shown } = useControlsShown(frame, mayHide)
    return (
      <div ref={frame} data-testid="frame">
        <div data-controls="">
          <button type="button">a button</button>
        </div>
        <output>{shown ? 'shown' : 'hidden'}</output>
      </div>
    )
  }
  const state = () => screen.getByRole('status').textContent
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
  async function openFrame(isPlaying: boolean) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    function Page() {
      const [mayHide, setMayHide] = useState(isPlaying)
      return (
        <>
          <Frame mayHide={mayHide} />
          <button type="button" onClick={() => setMayHide(!mayHide)}>
            toggle
          </button>
        </>
      )
    }
    await show(<Page />)
    return screen.getByTestId('frame')
  }
  const toggle = () => fireEvent.click(screen.getByRole('button', { name: 'toggle' }))

  it('happens after three seconds of playback', async () => {
    await openFrame(true)
    pass(2900)
    expect(state()).toBe('shown')
    pass(100)
    expect(state()).toBe('hidden')
  })

  it('starts again with the mouse, and waits three seconds again', async () => {
    const frame = await openFrame(true)
    pass(3000)
    fireEvent.pointerMove(frame, { pointerType: 'mouse' })
    expect(state()).toBe('shown')
    pass(2000)
    fireEvent.pointerMove(frame, { pointerType: 'mouse' })
    pass(2000)
    expect(state()).toBe('shown')
    pass(1000)
    expect(state()).toBe('hidden')
  })

  it('is not undone by a moving finger, which taps to show them', async () => {
    const frame = await openFrame(true)
    pass(3000)
    fireEvent.pointerMove(frame, { pointerType: 'touch' })
    expect(state()).toBe('hidden')
  })

  it('happens soon after the mouse has left the film', async () => {
    const frame = await openFrame(true)
    fireEvent.mouseLeave(frame)
    pass(600)
    expect(state()).toBe('hidden')
  })

  it('does not happen while the film is paused, nor in the three seconds of playback after that', async () => {
    await openFrame(false)
    pass(60_000)
    expect(state()).toBe('shown')
    toggle()
    pass(2900)
    expect(state()).toBe('shown')
    pass(100)
    expect(state()).toBe('hidden')
    toggle()
    expect(state()).toBe('shown')
  })

  it('does not happen while the keyboard focus is in them', async () => {
    const frame = await openFrame(true)
    const button = within(frame).getByRole('button')
    vi.spyOn(button, 'matches').mockReturnValue(true)
    act(() => button.focus())
    pass(10_000)
    expect(state()).toBe('shown')
    act(() => button.blur())
    fireEvent.pointerMove(frame, { pointerType: 'mouse' })
    pass(3000)
    expect(state()).toBe('hidden')
  })
})
