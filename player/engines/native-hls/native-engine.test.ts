import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EngineEvent, LoadRequest } from '#player/core/playback/player-engine.ts'
import { defaultPreferences } from '#player/core/preferences/preferences.ts'
import { NativeEngine } from './native-engine.ts'

const address = 'https://tv.example/p/ticket/master.m3u8'

/** The parts of a video element that plays HLS by itself, as the HTML standard describes them. */
class SimulatedVideo extends EventTarget {
  isOnline = true
  /** Opened, and nothing came yet. */
  isSilent = false
  opened: string[] = []
  src = ''
  error: { readonly code: number } | null = null
  readyState = 0
  paused = true
  ended = false
  duration = Number.NaN
  videoHeight = 0
  videoWidth = 0
  volume = 1
  muted = false
  playbackRate = 1
  defaultPlaybackRate = 1
  disableRemotePlayback = false
  seekable = ranges()
  buffered = ranges()
  readonly textTracks = Object.assign(new EventTarget(), { length: 0 })
  #sec = 0

  get currentTime() {
    return this.#sec
  }
  set currentTime(sec: number) {
    this.#sec = sec
    this.dispatchEvent(new Event('seeking'))
  }
  hasAttribute() {
    return this.src !== ''
  }
  removeAttribute() {
    this.src = ''
  }
  load() {
    this.error = null
    this.readyState = 0
    this.paused = true
    this.duration = Number.NaN
    this.#sec = 0
    this.seekable = ranges()
    this.buffered = ranges()
    this.dispatchEvent(new Event('timeupdate'))
    if (this.src === '') return
    this.opened.push(this.src)
    if (!this.isSilent) queueMicrotask(() => (this.isOnline ? this.comes() : this.fails(2)))
  }
  comes(duration = this.src.includes('live') ? Number.POSITIVE_INFINITY : 600) {
    this.readyState = 4
    this.duration = duration
    this.seekable = ranges([0, Number.isFinite(duration) ? duration : 90])
    this.buffered = ranges([0, 30])
    if (!Number.isFinite(duration)) this.#sec = 84
    for (const name of ['loadedmetadata', 'loadeddata', 'playing']) this.dispatchEvent(new Event(name))
  }
  fails(code: number) {
    this.error = { code }
    this.dispatchEvent(new Event('error'))
  }
  async play() {
    this.paused = false
    this.dispatchEvent(new Event('play'))
  }
  pause() {
    this.paused = true
    this.dispatchEvent(new Event('pause'))
  }
}

function ranges(...all: readonly (readonly [number, number])[]) {
  const at = (index: number, side: 0 | 1) => all[index]?.[side] ?? Number.NaN
  return { length: all.length, start: (index: number) => at(index, 0), end: (index: number) => at(index, 1) }
}

let video: SimulatedVideo
let engine: NativeEngine
let events: EngineEvent[]
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('HTMLMediaElement', { HAVE_METADATA: 1, HAVE_CURRENT_DATA: 2, HAVE_FUTURE_DATA: 3 })
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => void run())
  vi.stubGlobal('location', { href: 'https://tv.example/movie/5' })
  vi.stubGlobal('fetch', async () => {
    if (!video.isOnline) throw new TypeError('the connection is lost')
    return new Response('#EXTM3U')
  })
  video = new SimulatedVideo()
  const canvas = { hidden: true, getContext: () => null }
  engine = new NativeEngine({ video, canvas } as unknown as ConstructorParameters<typeof NativeEngine>[0])
  events = []
  engine.subscribe((event) => events.push(event))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function opens(kind: LoadRequest['kind'], url = address) {
  const request = { url, kind, master: null, startSec: kind === 'live' ? null : 0, startAtMs: null }
  const loading = engine.load({ ...request, preferences: defaultPreferences, heightLimit: null })
  expect(await loading).toEqual({ kind: 'loaded' })
  await engine.play()
}

function faults() {
  return events.flatMap((event) => (event.kind === 'fault' ? [event.fault.failure] : []))
}

describe('[PLAYER-06] a lost connection under native HLS', () => {
  it('leaves the film where it stood through any number of retries, and continues there', async () => {
    await opens('film')
    video.currentTime = 42
    video.isOnline = false
    video.fails(2)
    await vi.advanceTimersByTimeAsync(10)
    expect(faults()).toEqual(['source_unreachable'])
    expect(engine.snapshot()).toMatchObject({ positionSec: 42, durationSec: 600, buffering: true })
    for (let count = 2; count <= 4; count += 1) {
      engine.retry()
      await vi.advanceTimersByTimeAsync(10)
      expect(faults()).toHaveLength(count)
      expect(engine.snapshot()).toMatchObject({ positionSec: 42, seekEndSec: 600, paused: false })
      // Nothing buffered before the error can be played any more.
      expect(engine.snapshot().bufferedEndSec).toBe(42)
    }
    video.isOnline = true
    engine.retry()
    await vi.advanceTimersByTimeAsync(10)
    expect(faults()).toHaveLength(4)
    expect([video.currentTime, video.paused]).toEqual([42, false])
    expect(engine.snapshot()).toMatchObject({ positionSec: 42, buffering: false })
  })

  it('joins live television at its edge again', async () => {
    await opens('live', 'https://tv.example/p/ticket/live/1/master.m3u8')
    video.currentTime = 20
    video.isOnline = false
    video.fails(2)
    await vi.advanceTimersByTimeAsync(10)
    video.isOnline = true
    engine.retry()
    await vi.advanceTimersByTimeAsync(10)
    expect(engine.snapshot()).toMatchObject({ positionSec: 84, isGrowing: true, paused: false })
  })

  it('starts nothing that the viewer has paused', async () => {
    await opens('film')
    video.currentTime = 42
    engine.pause()
    video.isOnline = false
    video.fails(2)
    await vi.advanceTimersByTimeAsync(10)
    engine.retry()
    await vi.advanceTimersByTimeAsync(10)
    video.isOnline = true
    engine.retry()
    await vi.advanceTimersByTimeAsync(10)
    expect(engine.snapshot()).toMatchObject({ positionSec: 42, paused: true })
  })

  it('takes a position that the viewer chooses meanwhile', async () => {
    await opens('film')
    video.isOnline = false
    video.fails(2)
    await vi.advanceTimersByTimeAsync(10)
    engine.seek(300)
    expect(engine.snapshot().positionSec).toBe(300)
    video.isOnline = true
    engine.retry()
    await vi.advanceTimersByTimeAsync(10)
    expect(engine.snapshot().positionSec).toBe(300)
  })

  it('leaves the position of a source that stays silent', async () => {
    await opens('film')
    video.currentTime = 42
    video.isSilent = true
    engine.retry()
    await vi.advanceTimersByTimeAsync(4000)
    expect(engine.snapshot()).toMatchObject({ positionSec: 42, buffering: true })
    video.comes()
    expect(engine.snapshot()).toMatchObject({ positionSec: 42, buffering: false })
  })

  it('is forgotten with the next source', async () => {
    await opens('film')
    video.currentTime = 42
    video.isOnline = false
    video.fails(2)
    await vi.advanceTimersByTimeAsync(10)
    video.isOnline = true
    await opens('film', 'https://tv.example/p/other/master.m3u8')
    expect(engine.snapshot().positionSec).toBe(0)
  })
})
