import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LevelledVolume } from './levelled-volume.ts'

/** Web Audio of a page: `allowed` says whether it may run. */
let allowed: boolean
let contexts: SimulatedContext[]
let connections: number

class SimulatedContext extends EventTarget {
  state = 'suspended'
  readonly currentTime = 0
  readonly destination = {}
  readonly boosts: number[] = []
  constructor() {
    super()
    contexts.push(this)
  }
  resume = async () => {
    // One that is not allowed never settles in a browser.
    if (!allowed) return new Promise<never>(() => undefined)
    this.state = 'running'
    return undefined
  }
  createGain = () => {
    const gain = { setTargetAtTime: (value: number) => void this.boosts.push(value) }
    return { gain, connect: (next: unknown) => next }
  }
  createMediaElementSource = () => {
    connections += 1
    return { connect: (next: unknown) => next }
  }
}

function video(more: object = {}) {
  const element = { volume: 1, muted: false, paused: false, currentSrc: 'blob:http://here/1', ...more }
  return element as unknown as HTMLVideoElement
}

/** An element of a device that leaves the volume to its buttons. */
function fixedVideo(): HTMLVideoElement {
  return Object.defineProperty(video(), 'volume', { get: () => 1, set() {} })
}

/** After everything that was started has settled, with the time limit of a resume. */
async function settled(): Promise<void> {
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(1000)
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  ;[allowed, contexts, connections] = [true, [], 0]
  vi.stubGlobal('AudioContext', SimulatedContext)
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } })
  vi.stubGlobal('document', { createElement: () => video(), addEventListener: () => undefined })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('[ALIVE-05] the volume of a video', () => {
  it('is the viewer’s to the page, and changed by the gain on the element, also while it changes', () => {
    const element = video()
    const levelled = new LevelledVolume(element, false)
    levelled.setVolume(0.8)
    levelled.setGain(-6)
    expect(levelled.volume).toBe(0.8)
    expect(element.volume).toBeCloseTo(0.8 * 0.501, 3)
    levelled.setVolume(0.4)
    expect(levelled.volume).toBe(0.4)
    expect(element.volume).toBeCloseTo(0.4 * 0.501, 3)
    levelled.setGain(0)
    expect(element.volume).toBeCloseTo(0.4, 6)
  })

  it('never leaves its range, whatever the gain', () => {
    const gains = fc.oneof(fc.double({ min: -40, max: 40, noNaN: true }), fc.constant(Number.NaN))
    fc.assert(
      fc.property(gains, fc.double({ min: 0, max: 1, noNaN: true }), (gain, volume) => {
        const element = video()
        const levelled = new LevelledVolume(element, false)
        levelled.setGain(gain)
        levelled.setVolume(volume)
        expect(element.volume).toBeGreaterThanOrEqual(0)
        expect(element.volume).toBeLessThanOrEqual(1)
        expect(levelled.volume).toBe(volume)
      }),
    )
  })

  it('is the device’s where its own buttons change it', () => {
    const element = video()
    const levelled = new LevelledVolume(element, false)
    levelled.setGain(-6)
    element.volume = 0.25
    expect(levelled.volume).toBe(0.25)
    const fixed = new LevelledVolume(fixedVideo(), true)
    fixed.setVolume(0.5)
    fixed.setGain(6)
    expect(fixed.volume).toBe(1)
  })
})

describe('[ALIVE-05] a video that is louder than its source', () => {
  it('goes through Web Audio only for what its own volume cannot do', async () => {
    const element = video()
    const levelled = new LevelledVolume(element, true)
    levelled.setVolume(0.5)
    levelled.setGain(5)
    await settled()
    expect(element.volume).toBeCloseTo(0.889, 3)
    expect(contexts).toHaveLength(0)
    levelled.setVolume(1)
    await settled()
    expect(connections).toBe(1)
    expect(contexts[0]?.boosts.at(-1)).toBeCloseTo(1.778, 3)
    expect([element.volume, levelled.volume]).toEqual([1, 1])
    // The next channel is louder: it stays connected, and its own volume does the rest.
    levelled.setGain(-6)
    expect(contexts[0]?.boosts.at(-1)).toBe(1)
    expect(element.volume).toBeCloseTo(0.501, 3)
    levelled.setGain(5)
    await settled()
    expect(connections).toBe(1)
  })

  it('is not connected while Web Audio may not run, and is when playback starts after a press', async () => {
    allowed = false
    const element = video()
    const levelled = new LevelledVolume(element, true)
    levelled.setGain(5)
    await settled()
    expect(connections).toBe(0)
    allowed = true
    levelled.resume()
    await settled()
    expect(connections).toBe(1)
    expect(contexts).toHaveLength(1)
  })

  const hindrances: readonly (readonly [string, object, () => void])[] = [
    [
      'before any press',
      {},
      () => void vi.stubGlobal('navigator', { userActivation: { hasBeenActive: false } }),
    ],
    ['without Web Audio', {}, () => void vi.stubGlobal('AudioContext', undefined)],
    ['of another origin', { currentSrc: 'https://elsewhere/film.m3u8' }, () => undefined],
    ['on a remote screen', { remote: { state: 'connected' } }, () => undefined],
    ['while it is muted', { muted: true }, () => undefined],
    ['while it does not play', { paused: true }, () => undefined],
  ]
  it.each(hindrances)('stays as it is %s', async (_, more, prepare) => {
    prepare()
    const element = video(more)
    const levelled = new LevelledVolume(element, true)
    levelled.setGain(5)
    await settled()
    expect([connections, element.volume, levelled.volume]).toEqual([0, 1, 1])
  })
})
