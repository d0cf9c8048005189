import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { idleState, type PlaybackState } from '#player/core/state/playback-state.ts'
import { bindMediaSession, updateMediaSession } from './media-session.ts'

type Handler = ((details: { seekTime?: number }) => void) | null

/** The system's media controls; `unsupported`: actions that this browser does not know. */
class MediaControls {
  metadata: object | null = null
  playbackState = 'none'
  position: object | undefined = undefined
  readonly handlers = new Map<string, Handler>()
  unsupported: readonly string[] = []

  setActionHandler(action: string, run: Handler): void {
    if (this.unsupported.includes(action)) throw new TypeError(`${action} is no action`)
    if (run === null) this.handlers.delete(action)
    else this.handlers.set(action, run)
  }

  setPositionState(position?: object): void {
    this.position = position
  }

  press(action: string, details = {}): void {
    this.handlers.get(action)?.(details)
  }
}

let controls = new MediaControls()
beforeEach(() => {
  controls = new MediaControls()
  vi.stubGlobal('navigator', { mediaSession: controls })
  vi.stubGlobal('MediaMetadata', function MediaMetadata(this: object, facts: object) {
    Object.assign(this, facts)
  })
})
afterEach(() => void vi.unstubAllGlobals())

const facts = { title: 'Белый пароход', subtitle: 'Ekran', picture: '/images/poster/7/none/480.webp' }

function buildActions() {
  return { play: vi.fn(), pause: vi.fn(), skip: vi.fn() }
}

/** A film of two hours at this position. */
function filmAt(positionSec: number, more: Partial<PlaybackState> = {}): PlaybackState {
  const film = { status: 'playing', kind: 'film', durationSec: 7200, hasPicture: true } as const
  return { ...idleState, ...film, positionSec, ...more }
}

/** A playback whose state is changed from outside. */
function buildPlayback(first: PlaybackState) {
  const listeners = new Set<(state: PlaybackState) => void>()
  const playback = {
    state: first,
    seek: vi.fn(),
    subscribe(run: (state: PlaybackState) => void) {
      listeners.add(run)
      return () => listeners.delete(run)
    },
    show(state: PlaybackState) {
      playback.state = state
      for (const run of listeners) run(state)
    },
  }
  return playback
}

describe('[PLAYER-04] media keys and the lock screen', () => {
  it('show what plays, and nothing afterwards', () => {
    const unbind = bindMediaSession(facts, buildActions())
    expect(controls.metadata).toEqual({
      title: 'Белый пароход',
      artist: 'Ekran',
      artwork: [{ src: '/images/poster/7/none/480.webp' }],
    })
    unbind()
    expect([controls.metadata, controls.handlers.size]).toEqual([null, 0])
  })

  it('show no broken image without an image', () => {
    bindMediaSession({ ...facts, picture: '' }, buildActions())
    expect(controls.metadata).toMatchObject({ artwork: [] })
  })

  it('play, pause and skip ten seconds in both directions', () => {
    const actions = buildActions()
    bindMediaSession(facts, actions)
    for (const action of ['play', 'pause', 'seekbackward', 'seekforward']) controls.press(action)
    expect([actions.play, actions.pause].map((run) => run.mock.calls.length)).toEqual([1, 1])
    expect(actions.skip.mock.calls).toEqual([[-10], [10]])
  })

  it('offer the next and the previous item only if they exist', () => {
    bindMediaSession(facts, buildActions())
    expect([controls.handlers.has('nexttrack'), controls.handlers.has('previoustrack')]).toEqual([
      false,
      false,
    ])
    const next = vi.fn()
    bindMediaSession(facts, { ...buildActions(), next })
    controls.press('nexttrack')
    expect(next).toHaveBeenCalledOnce()
  })

  it('work as far as possible in a browser without some or all of the actions', () => {
    controls.unsupported = ['seekbackward', 'seekto']
    const actions = buildActions()
    bindMediaSession(facts, actions)
    controls.press('seekforward')
    expect(actions.skip).toHaveBeenCalledWith(10)
    vi.stubGlobal('navigator', {})
    expect(() => bindMediaSession(facts, actions)()).not.toThrow()
    expect(() => updateMediaSession(buildPlayback(filmAt(0)))()).not.toThrow()
  })
})

describe('[PLAYER-04] the timeline on the lock screen', () => {
  it('shows whether it plays, also while it waits for data', () => {
    const playback = buildPlayback(filmAt(10))
    updateMediaSession(playback)
    const shown = (['playing', 'buffering', 'paused', 'idle'] as const).map((status) => {
      playback.show(filmAt(10, { status }))
      return controls.playbackState
    })
    expect(shown).toEqual(['playing', 'playing', 'paused', 'none'])
  })

  it('shows the position, and seeks to where it is touched', () => {
    const playback = buildPlayback(filmAt(600))
    updateMediaSession(playback)
    playback.show(filmAt(600))
    expect(controls.position).toMatchObject({ duration: 7200, position: 600, playbackRate: 1 })
    controls.press('seekto', { seekTime: 1800 })
    controls.press('seekto')
    expect(playback.seek.mock.calls).toEqual([[1800]])
  })

  it('is removed with the playback', () => {
    const playback = buildPlayback(filmAt(600))
    const stop = updateMediaSession(playback)
    playback.show(filmAt(600))
    stop()
    expect([controls.playbackState, controls.position, controls.handlers.size]).toEqual([
      'none',
      undefined,
      0,
    ])
    playback.show(filmAt(900))
    expect(controls.position).toBeUndefined()
  })

  it('is left out in a browser that has media keys but no timeline', () => {
    const playback = buildPlayback(filmAt(600))
    vi.spyOn(controls, 'setPositionState').mockImplementation(() => {
      throw new TypeError('not here')
    })
    updateMediaSession(playback)
    expect(() => playback.show(filmAt(600))).not.toThrow()
    expect(controls.playbackState).toBe('playing')
  })
})
