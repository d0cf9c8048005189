import { afterEach, describe, expect, it, vi } from 'vitest'
import { chooseRemoteScreen, followRemotePlayback, type RemotePlaybackState } from './remote-playback.ts'
import { settle } from '#tests/kit/player/simulated-player.ts'

afterEach(() => void vi.unstubAllGlobals())

/** What Safari's video element adds; the observer of its attribute is called by hand. */
function buildSafariVideo() {
  const observers: (() => void)[] = []
  class Observer {
    readonly #run: () => void
    constructor(run: () => void) {
      this.#run = run
    }
    observe = () => void observers.push(this.#run)
    disconnect = () => void observers.splice(observers.indexOf(this.#run), 1)
  }
  vi.stubGlobal('MutationObserver', Observer)
  const video = Object.assign(new EventTarget(), {
    disableRemotePlayback: false,
    webkitCurrentPlaybackTargetIsWireless: false,
    webkitShowPlaybackTargetPicker: vi.fn(),
  })
  return {
    video: video as typeof video & HTMLVideoElement,
    finds: (availability: string) =>
      video.dispatchEvent(
        Object.assign(new Event('webkitplaybacktargetavailabilitychanged'), { availability }),
      ),
    uses: (isInUse: boolean) => {
      video.webkitCurrentPlaybackTargetIsWireless = isInUse
      video.dispatchEvent(new Event('webkitcurrentplaybacktargetiswirelesschanged'))
    },
    allows: (isAllowed: boolean) => {
      video.disableRemotePlayback = !isAllowed
      for (const run of observers) run()
    },
    observers,
  }
}

class Remote extends EventTarget {
  state: RemotePlayback['state'] = 'disconnected'
  readonly callbacks = new Map<number, (isAvailable: boolean) => void>()
  readonly prompt = vi.fn(async () => undefined)
  #lastId = 0
  readonly watchAvailability = vi.fn(async (callback: (isAvailable: boolean) => void) => {
    this.callbacks.set(++this.#lastId, callback)
    return this.#lastId
  })
  readonly cancelWatchAvailability = vi.fn(async (id: number) => void this.callbacks.delete(id))
  becomes(state: RemotePlayback['state'], event: string) {
    this.state = state
    this.dispatchEvent(new Event(event))
  }
}

function buildVideo() {
  const remote = new Remote()
  return { remote, video: { remote } as unknown as HTMLVideoElement }
}

function follow(video: HTMLVideoElement) {
  const states: RemotePlaybackState[] = []
  const stop = followRemotePlayback(video, (state) => states.push(state))
  return { last: () => states.at(-1), states, stop }
}

const none = { isAvailable: false, connection: 'none' }
const available = { isAvailable: true, connection: 'none' }
const connected = { isAvailable: true, connection: 'connected' }

describe('AirPlay', () => {
  it('is offered while there is a screen, and stays offered while one is in use', () => {
    const { video, finds, uses } = buildSafariVideo()
    const { last, states, stop } = follow(video)
    expect(last()).toEqual(none)
    finds('available')
    expect(last()).toEqual(available)
    uses(true)
    finds('not-available')
    expect(last()).toEqual(connected)
    uses(false)
    expect(last()).toEqual(none)
    const before = states.length
    stop()
    finds('available')
    expect(states).toHaveLength(before)
  })

  it('is not offered for a source that no other screen can read, until the element allows it', () => {
    const { video, finds, allows, observers } = buildSafariVideo()
    video.disableRemotePlayback = true
    const { last, stop } = follow(video)
    finds('available')
    expect(last()).toEqual(none)
    allows(true)
    expect(last()).toEqual(available)
    stop()
    expect(observers).toEqual([])
  })

  it('opens Safari’s own list of screens', async () => {
    const { video } = buildSafariVideo()
    await chooseRemoteScreen(video)
    expect(video.webkitShowPlaybackTargetPicker).toHaveBeenCalledOnce()
  })
})

describe('the Remote Playback API', () => {
  it('is offered while there is a screen, and reports connecting, connected and disconnected', async () => {
    const { video, remote } = buildVideo()
    const { last } = follow(video)
    await settle()
    expect(last()).toEqual(none)
    remote.callbacks.get(1)?.(true)
    expect(last()).toEqual(available)
    remote.becomes('connecting', 'connecting')
    expect(last()).toEqual({ isAvailable: true, connection: 'connecting' })
    remote.becomes('connected', 'connect')
    expect(last()).toEqual(connected)
    remote.becomes('disconnected', 'disconnect')
    remote.callbacks.get(1)?.(false)
    expect(last()).toEqual(none)
  })

  it('is not offered where the source is no address, and a closed list changes nothing', async () => {
    const { video, remote } = buildVideo()
    remote.watchAvailability.mockRejectedValueOnce(new DOMException('disabled', 'InvalidStateError'))
    remote.prompt.mockRejectedValueOnce(new DOMException('closed', 'NotAllowedError'))
    const { last } = follow(video)
    await settle()
    await chooseRemoteScreen(video)
    expect(last()).toEqual(none)
  })

  it('stops looking for screens, also when the end comes before the browser has begun', async () => {
    const { video, remote } = buildVideo()
    const { stop, states } = follow(video)
    const before = states.length
    stop()
    await settle()
    expect(remote.callbacks.size).toBe(0)
    remote.becomes('connected', 'connect')
    expect(states).toHaveLength(before)
  })

  it('is not there in a browser without it', () => {
    const { states } = follow({} as HTMLVideoElement)
    expect(states).toEqual([])
  })
})
