import { act, fireEvent, screen } from '@testing-library/react'
import { useRef } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { show } from '#tests/kit/dom/show.tsx'
import { useControlsShown } from './use-controls-shown.ts'
import { useTaps } from './use-taps.ts'

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

describe('[PLAYER-04] clicks and touches on the video', () => {
  let done: string[]
  beforeEach(() => {
    done = []
  })

  function Surface({ swipes }: { readonly swipes: boolean }) {
    const note = (what: string) => () => void done.push(what)
    const taps = useTaps({
      onClick: note('click'),
      onDoubleClick: note('double click'),
      onTap: note('tap'),
      onSide: (side) => done.push(`side ${side}`),
      onLongPress: (isPressed) => done.push(isPressed ? 'fast' : 'usual speed'),
      ...(swipes ? { onSwipeUp: note('swipe up') } : {}),
    })
    return <div data-testid="video" {...taps} />
  }

  /** A video 100 wide. */
  async function open(swipes = true) {
    await show(<Surface swipes={swipes} />)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    pass(1000)
    const video = screen.getByTestId('video')
    video.getBoundingClientRect = () => ({ left: 0, top: 0, width: 100, height: 100 }) as DOMRect
    const at = (pointerType: string, more: object) => ({ pointerType, isPrimary: true, button: 0, ...more })
    return {
      video,
      click: () => {
        fireEvent.pointerDown(video, at('mouse', {}))
        fireEvent.pointerUp(video, at('mouse', {}))
      },
      touch: (clientX: number, more: object = {}) => {
        fireEvent.pointerDown(video, at('touch', { clientX, clientY: 80, ...more }))
        fireEvent.pointerUp(video, at('touch', { clientX, clientY: 80, ...more }))
      },
    }
  }

  it('of a mouse pause it, when no second click follows', async () => {
    const { click } = await open()
    click()
    expect(done).toEqual([])
    pass(300)
    expect(done).toEqual(['click'])
  })

  it('of a mouse twice toggle full screen and do not pause it; a third click counts as a first one', async () => {
    const { click } = await open()
    click()
    click()
    expect(done).toEqual(['double click'])
    click()
    pass(300)
    expect(done).toEqual(['double click', 'click'])
  })

  it('of a finger show the controls', async () => {
    const { touch } = await open()
    touch(50)
    pass(300)
    expect(done).toEqual(['tap'])
  })

  it('of a finger twice at a side skip, and each further tap skips more', async () => {
    const { touch } = await open()
    touch(10)
    touch(10)
    touch(20)
    expect(done).toEqual(['side -1', 'side -1'])
    pass(1000)
    touch(90)
    touch(90)
    expect(done.slice(2)).toEqual(['side 1'])
  })

  it('of a finger at two sides, or twice in the middle, do not skip', async () => {
    const { touch } = await open()
    touch(10)
    touch(90)
    pass(1000)
    touch(50)
    touch(50)
    pass(1000)
    expect(done).toEqual(['tap', 'tap'])
  })

  it('that are long play at double speed until they end, and are not a tap', async () => {
    const { video } = await open()
    fireEvent.pointerDown(video, { pointerType: 'touch', isPrimary: true })
    pass(600)
    expect(done).toEqual(['fast'])
    fireEvent.pointerUp(video, { pointerType: 'touch', isPrimary: true, button: 0 })
    pass(600)
    expect(done).toEqual(['fast', 'usual speed'])
  })

  it('of a second finger, which zooms, end the double speed', async () => {
    const { video } = await open()
    fireEvent.pointerDown(video, { pointerType: 'touch', isPrimary: true })
    pass(600)
    fireEvent.pointerDown(video, { pointerType: 'touch', isPrimary: false })
    expect(done).toEqual(['fast', 'usual speed'])
  })

  it('taken over by the browser, which scrolls, do nothing', async () => {
    const { video } = await open()
    fireEvent.pointerDown(video, { pointerType: 'touch', isPrimary: true })
    fireEvent.pointerCancel(video)
    pass(2000)
    expect(done).toEqual([])
  })

  it('that swipe up belong to the page', async () => {
    const { video } = await open()
    const finger = { pointerType: 'touch', isPrimary: true, button: 0 }
    fireEvent.pointerDown(video, { ...finger, clientX: 50, clientY: 80 })
    fireEvent.pointerUp(video, { ...finger, clientX: 55, clientY: 20 })
    pass(1000)
    expect(done).toEqual(['swipe up'])
    fireEvent.pointerDown(video, { ...finger, clientX: 10, clientY: 80 })
    fireEvent.pointerUp(video, { ...finger, clientX: 90, clientY: 20 })
    pass(1000)
    expect(done).toEqual(['swipe up', 'tap'])
  })

  it('of another mouse button are left to the browser', async () => {
    const { video } = await open()
    fireEvent.pointerDown(video, { pointerType: 'mouse', isPrimary: true, button: 2 })
    fireEvent.pointerUp(video, { pointerType: 'mouse', isPrimary: true, button: 2 })
    pass(1000)
    expect(done).toEqual([])
  })
})

describe('[PLAYER-04] the controls over the video', () => {
  function Player({ mayHide }: { readonly mayHide: boolean }) {
    const frame = useRef<HTMLDivElement>(null)
    const { shown, hide } = useControlsShown(frame, mayHide)
    return (
      <div ref={frame} data-testid="player" data-shown={shown}>
        <div data-controls>
          <button type="button">pause</button>
        </div>
        <button type="button" onClick={hide}>
          the video
        </button>
      </div>
    )
  }
  async function open(mayHide = true) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await show(<Player mayHide={mayHide} />)
    const player = screen.getByTestId('player')
    return { player, isShown: () => player.getAttribute('data-shown') === 'true' }
  }

  it('hide after three seconds, and appear with the mouse', async () => {
    const { player, isShown } = await open()
    pass(2900)
    expect(isShown()).toBe(true)
    pass(200)
    expect(isShown()).toBe(false)
    fireEvent.pointerMove(player, { pointerType: 'mouse' })
    expect(isShown()).toBe(true)
  })

  it('stay while playback is paused or a menu is open', async () => {
    const { isShown } = await open(false)
    pass(60_000)
    expect(isShown()).toBe(true)
  })

  it('hide sooner when the mouse leaves the player', async () => {
    const { player, isShown } = await open()
    fireEvent.mouseLeave(player)
    pass(700)
    expect(isShown()).toBe(false)
  })

  it('do not appear for a moving finger: it scrolls', async () => {
    const { player, isShown } = await open()
    pass(3100)
    fireEvent.pointerMove(player, { pointerType: 'touch' })
    expect(isShown()).toBe(false)
  })

  it('hide at a tap beside them', async () => {
    const { isShown } = await open()
    fireEvent.click(screen.getByRole('button', { name: 'the video' }))
    expect(isShown()).toBe(false)
  })

  it('stay while the keyboard focus is in them', async () => {
    const { isShown } = await open()
    fireEvent.keyDown(document.body, { key: 'Tab' })
    const button = screen.getByRole('button', { name: 'pause' })
    act(() => button.focus())
    vi.spyOn(button, 'matches').mockReturnValue(true)
    pass(10_000)
    expect(isShown()).toBe(true)
  })

  it('[TVSET-01] stay for the keyboard in engines that do not support :focus-visible', async () => {
    const { player, isShown } = await open()
    const button = screen.getByRole('button', { name: 'pause' })
    vi.spyOn(button, 'matches').mockImplementation(() => {
      throw new SyntaxError('not a valid selector')
    })
    act(() => button.focus())
    fireEvent.keyDown(button, { key: 'Tab' })
    pass(10_000)
    expect(isShown()).toBe(true)
    fireEvent.mouseDown(button)
    fireEvent.pointerMove(player, { pointerType: 'mouse' })
    pass(3100)
    expect(isShown()).toBe(false)
  })
})
