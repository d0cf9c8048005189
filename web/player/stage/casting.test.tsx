import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tvLogin } from '#contract/accounts/tv-login.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import { show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer } from '#tests/kit/dom/simulated-server.ts'
import { playingFilm } from '#tests/kit/player/playing-film.ts'
import { settle } from '#tests/kit/player/simulated-player.ts'
import { ControlsRow } from '#web/player/controls/controls-row.tsx'
import { PlayerStage } from './player-stage.tsx'
import { casting, noCasting, runCastCommand, type CastTarget } from '#web/player/casting/casting.ts'
import { prepareCasting } from '#web/player/casting/prepare-casting.ts'
import type { CastLoad, Playing } from '#web/player/casting/cast-messages.ts'
import { startCasting } from '#web/player/casting/start-casting.ts'
import { useCasting, type CastReturn } from '#web/player/casting/use-casting.ts'

const controls = { choose: vi.fn(), load: vi.fn(), send: vi.fn(), end: vi.fn() }
const onReturn = vi.fn((_from: CastReturn | null) => undefined)

beforeEach(() => {
  vi.clearAllMocks()
  document.head.innerHTML = ''
  act(() => casting.set({ ...noCasting, controls }))
})
afterEach(() => {
  act(() => casting.set(noCasting))
  vi.unstubAllGlobals()
})

const playingThere: Playing = {
  kind: 'film',
  id: 7,
  title: 'Абдуллажон',
  subtitle: '',
  position_sec: 61,
  duration_sec: 5400,
  is_paused: 1,
  audio: [],
  subtitles: [],
}

function television(more: Partial<CastTarget> = {}) {
  const target: CastTarget = {
    screen: 'Гостиная',
    isReady: true,
    place: '/movie/7?watch=12',
    playing: playingThere,
    reportedAt: 0,
    problem: '',
    ...more,
  }
  return act(async () => {
    casting.set({ ...casting.get(), hasDevices: true, target })
    await settle()
  })
}

const noTelevision = () =>
  act(async () => {
    casting.set({ ...casting.get(), target: null })
    await settle()
  })

function Player({ playback, vfid }: { readonly playback: Playback; readonly vfid: number }) {
  const elements = { frame: useRef(null), video: useRef(null), canvas: useRef(null), subtitles: useRef(null) }
  const nothing = () => undefined
  const isCast = useCasting({
    playback,
    key: `film:${vfid}`,
    load: () => ({
      path: `/movie/7?watch=${vfid}`,
      resume: { vid: 7, vfid, sec: Math.floor(playback.state.positionSec) },
    }),
    onReturn,
  })
  const taps = {
    onClick: nothing,
    onDoubleClick: nothing,
    onTap: nothing,
    onSide: nothing,
    onLongPress: nothing,
  }
  return (
    <PlayerStage elements={elements} playback={playback} controlsShown taps={taps} skippedSec={0}>
      <output>{isCast ? 'there' : 'here'}</output>
      <ControlsRow
        playback={playback}
        elements={elements}
        onSkip={nothing}
        onShortcuts={nothing}
        menuOpen={false}
        onMenu={nothing}
        middle={null}
      />
    </PlayerStage>
  )
}

async function open(vfid = 12, as: typeof viewer | null = viewer) {
  simulateServer()
  const { playback, engine } = await playingFilm({ positionSec: 42 })
  const page = await show(<Player playback={playback} vfid={vfid} />, as === null ? {} : { as })
  return { page, playback, engine, where: () => page.container.querySelector('output')?.textContent }
}

const button = () => screen.queryByRole('button', { name: 'Показать на телевизоре' })

describe('casting, in the player', () => {
  it('has no button without a device, for a guest, and where the framework has not loaded', async () => {
    const { page } = await open()
    expect(button()).toBeNull()
    act(() => casting.set({ ...noCasting, hasDevices: true }))
    expect(button()).toBeNull()
    act(() => casting.set({ hasDevices: true, target: null, controls }))
    fireEvent.click(button() ?? document.body)
    expect(controls.choose).toHaveBeenCalledOnce()
    page.unmount()
    await open(12, null)
    expect(button()).toBeNull()
  })

  it('plays on here until the television is ready, then there, from the same position', async () => {
    const { playback, where } = await open()
    await television({ isReady: false, place: '', playing: null })
    expect([where(), playback.state.status]).toEqual(['here', 'playing'])
    await television({ place: '/cast', playing: null })
    expect([where(), playback.state.status]).toEqual(['there', 'idle'])
    expect(controls.load).toHaveBeenCalledExactlyOnceWith({
      path: '/movie/7?watch=12',
      resume: { vid: 7, vfid: 12, sec: 42 },
    })
  })

  it('does not start the film again that the television plays already', async () => {
    const { where } = await open()
    await television()
    expect(where()).toBe('there')
    expect(controls.load).not.toHaveBeenCalled()
  })

  it('sends what is opened next', async () => {
    await television({ place: '/cast', playing: null })
    simulateServer()
    const { playback } = await playingFilm()
    function Changing() {
      const [vfid, setVfid] = useState(12)
      return (
        <>
          <Player playback={playback} vfid={vfid} />
          <button type="button" onClick={() => setVfid(13)}>
            next
          </button>
        </>
      )
    }
    const { user } = await show(<Changing />, { as: viewer })
    await user.click(screen.getByRole('button', { name: 'next' }))
    const paths = controls.load.mock.calls.map(([load]) => (load as CastLoad).path)
    expect(paths).toEqual(['/movie/7?watch=12', '/movie/7?watch=13'])
  })

  it('shows what plays there, with its position and its controls', async () => {
    await open()
    await television()
    await screen.findByText('Воспроизводится: Гостиная')
    screen.getByText('На паузе · 1:01 из 1:30:00')
    const there = within(screen.getByRole('region', { name: 'Воспроизводится: Гостиная' }))
    fireEvent.click(there.getByRole('button', { name: 'Продолжить' }))
    fireEvent.click(there.getByRole('button', { name: /^Вперёд на 10/ }))
    expect(controls.send.mock.calls).toEqual([[{ kind: 'play' }], [{ kind: 'seek', position_sec: 71 }]])
    fireEvent.keyDown(screen.getByRole('slider', { name: 'Перемотка на телевизоре' }), { key: 'PageUp' })
    expect(controls.send).toHaveBeenLastCalledWith({ kind: 'seek', position_sec: 121 })
    fireEvent.click(screen.getByRole('button', { name: 'Остановить показ на телевизоре' }))
    expect(controls.end).toHaveBeenCalledOnce()
  })

  it('says why nothing plays there', async () => {
    await open()
    await television({ playing: null, problem: 'Все экраны вашего тарифа заняты' })
    await screen.findByText('Все экраны вашего тарифа заняты')
  })

  it('returns here with the position of the television', async () => {
    const { where } = await open()
    await television()
    await noTelevision()
    expect(where()).toBe('here')
    expect(onReturn).toHaveBeenCalledExactlyOnceWith({ place: '/movie/7?watch=12', positionSec: 61 })
    await television({ place: '/cast', playing: null })
    await noTelevision()
    expect(onReturn).toHaveBeenLastCalledWith(null)
  })

  it('passes the player’s keys on to the television', async () => {
    expect(runCastCommand({ kind: 'toggle_play' })).toBe(false)
    await television()
    expect(runCastCommand({ kind: 'toggle_play' })).toBe(true)
    expect(runCastCommand({ kind: 'skip', seconds: -10 })).toBe(true)
    expect(runCastCommand({ kind: 'toggle_mute' })).toBe(false)
    expect(controls.send.mock.calls).toEqual([[{ kind: 'play' }], [{ kind: 'seek', position_sec: 51 }]])
  })
})

describe('Google’s script', () => {
  const scripts = () => [...document.querySelectorAll('script')].map(({ src }) => src)

  it('is not loaded where the operator has not turned casting on', async () => {
    prepareCasting()
    await settle()
    expect(scripts()).toEqual([])
  })

  it('is not loaded by a browser without Cast', async () => {
    await startCasting('0A1B2C3D')
    expect(scripts()).toEqual([])
  })

  it('is loaded once by a browser with Cast; the code of the television is confirmed with the server', async () => {
    vi.stubGlobal('chrome', {})
    vi.stubGlobal('PresentationRequest', () => undefined)
    const listeners = new Map<string, (event: object) => void>()
    const context = {
      setOptions: vi.fn(),
      getCastState: () => 'NOT_CONNECTED',
      addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    }
    vi.stubGlobal('cast', { framework: { CastContext: { getInstance: () => context } } })
    await open()
    const server = simulateServer()
    server.responds(tvLogin.decide, {})
    const appended = vi.spyOn(document.head, 'append').mockImplementation((node) => {
      const script = node as HTMLScriptElement
      expect(script.src).toBe('https://www.gstatic.com/cv/js/sender/v1/cast_sender.js?loadCastFramework=1')
      queueMicrotask(() => {
        const scope = globalThis as { __onGCastApiAvailable?: (isAvailable: boolean) => void }
        scope.__onGCastApiAvailable?.(true)
        script.dispatchEvent(new Event('load'))
      })
    })
    document.head.innerHTML = '<meta name="cast-app" content="0A1B2C3D">'
    prepareCasting()
    prepareCasting()
    await waitFor(() => expect(context.setOptions).toHaveBeenCalledOnce())
    expect(appended).toHaveBeenCalledOnce()
    appended.mockRestore()

    let hear: (namespace: string, message: string) => void = () => undefined
    const session = {
      addMessageListener: (_: string, listener: typeof hear) => (hear = listener),
      sendMessage: vi.fn(async () => undefined),
      getCastDevice: () => ({ friendlyName: 'Гостиная' }),
    }
    await act(async () =>
      listeners.get('sessionstatechanged')?.({ sessionState: 'SESSION_STARTED', session }),
    )
    await act(async () => hear('urn:x-cast:uz.ekran', JSON.stringify({ kind: 'code', code: '1234-5678' })))
    await waitFor(() =>
      expect(session.sendMessage).toHaveBeenLastCalledWith('urn:x-cast:uz.ekran', { kind: 'approved' }),
    )
    const [request] = server.requests(tvLogin.decide)
    expect(request?.input).toMatchObject({ user_code: '1234-5678', allow: 1 })
    expect(JSON.stringify(session.sendMessage.mock.calls)).not.toContain(viewer.token)
  })
})
