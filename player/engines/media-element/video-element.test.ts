import { afterEach, describe, expect, it, vi } from 'vitest'
import { needsNativeHls } from '#player/engines/choose-engine.ts'
import { bufferedEnd } from './buffered-end.ts'
import { FrozenFrame } from './frozen-frame.ts'

afterEach(() => void vi.unstubAllGlobals())

describe('the end of what is loaded', () => {
  /** A video at this place with these stretches loaded. */
  function video(currentTime: number, ...ranges: readonly (readonly [number, number])[]) {
    const at = (index: number, side: 0 | 1) => ranges[index]?.[side] ?? Number.NaN
    const buffered = {
      length: ranges.length,
      start: (index: number) => at(index, 0),
      end: (index: number) => at(index, 1),
    }
    return { currentTime, buffered } as unknown as HTMLVideoElement
  }

  it('is that of the stretch around the place, whatever is loaded elsewhere', () => {
    expect(bufferedEnd(video(12, [0, 5], [10, 20], [30, 40]))).toBe(20)
  })

  it('counts a stretch that begins a moment later, as after a jump', () => {
    expect(bufferedEnd(video(9.9, [10, 20]))).toBe(20)
    expect(bufferedEnd(video(9.5, [10, 20]))).toBe(9.5)
  })

  it('is the place itself where nothing is loaded', () => {
    expect([bufferedEnd(video(7)), bufferedEnd(video(7, [0, 5]))]).toEqual([7, 7])
  })
})

describe('[TV-09] the last picture while a channel changes', () => {
  function build({ videoWidth = 1280, readyState = 4, hasContext = true } = {}) {
    vi.stubGlobal('HTMLMediaElement', { HAVE_CURRENT_DATA: 2 })
    const drawImage = vi.fn()
    const canvas = {
      hidden: false,
      width: 0,
      height: 0,
      getContext: () => (hasContext ? { drawImage } : null),
    }
    const video = { videoWidth, videoHeight: 720, readyState }
    const frame = new FrozenFrame(
      video as unknown as HTMLVideoElement,
      canvas as unknown as HTMLCanvasElement,
    )
    return { frame, canvas, drawImage }
  }

  it('lies over the video in its own size until the next one is there', () => {
    const { frame, canvas } = build()
    expect(canvas.hidden).toBe(true)
    frame.hold()
    expect(canvas).toMatchObject({ hidden: false, width: 1280, height: 720 })
    frame.release()
    expect(canvas.hidden).toBe(true)
  })

  it('stays the one that was seen last, however fast one zaps', () => {
    const { frame, drawImage } = build()
    frame.hold()
    frame.hold()
    expect(drawImage).toHaveBeenCalledOnce()
  })

  it('is not drawn where there is no picture yet, or nothing to draw with', () => {
    for (const options of [{ videoWidth: 0 }, { readyState: 1 }, { hasContext: false }]) {
      const { frame, canvas } = build(options)
      frame.hold()
      expect(canvas.hidden, JSON.stringify(options)).toBe(true)
    }
  })
})

describe('[TVSET-02] the browser’s own HLS', () => {
  function show(canPlayType: string, scope: object = {}) {
    vi.stubGlobal('MediaSource', undefined)
    vi.stubGlobal('ManagedMediaSource', undefined)
    for (const [name, value] of Object.entries(scope)) vi.stubGlobal(name, value)
    vi.stubGlobal('document', { createElement: () => ({ canPlayType: () => canPlayType }) })
  }

  it('is used where a page cannot add segments and the browser plays playlists', () => {
    show('maybe')
    expect(needsNativeHls()).toBe(true)
  })

  it('is not used where the page can add segments itself, or the browser plays no playlists', () => {
    for (const name of ['MediaSource', 'ManagedMediaSource']) {
      show('maybe', { [name]: () => undefined })
      expect(needsNativeHls(), name).toBe(false)
    }
    show('')
    expect(needsNativeHls()).toBe(false)
  })
})
