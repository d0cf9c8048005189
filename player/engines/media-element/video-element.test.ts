import { afterEach, describe, expect, it, vi } from 'vitest'
import { needsNativeHls } from '#player/engines/choose-engine.ts'
import { bufferedEnd } from './buffered-end.ts'
import { FrozenFrame } from './frozen-frame.ts'

afterEach(() => void vi.unstubAllGlobals())

describe('the end of the buffer', () => {
  /** A video at this position with these buffered ranges. */
  function video(currentTime: number, ...ranges: readonly (readonly [number, number])[]) {
    const at = (index: number, side: 0 | 1) => ranges[index]?.[side] ?? Number.NaN
    const buffered = {
      length: ranges.length,
      start: (index: number) => at(index, 0),
      end: (index: number) => at(index, 1),
    }
    return { currentTime, buffered } as unknown as HTMLVideoElement
  }

  it('is that of the range around the position, whatever else is buffered', () => {
    expect(bufferedEnd(video(12, [0, 5], [10, 20], [30, 40]))).toBe(20)
  })

  it('includes a range that begins a moment later, as after a seek', () => {
    expect(bufferedEnd(video(9.9, [10, 20]))).toBe(20)
    expect(bufferedEnd(video(9.5, [10, 20]))).toBe(9.5)
  })

  it('is the position itself where nothing is buffered', () => {
    expect([bufferedEnd(video(7)), bufferedEnd(video(7, [0, 5]))]).toEqual([7, 7])
  })
})

describe('[TV-09] the last frame during a channel change', () => {
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

  it('covers the video in its own size until the next frame is shown', () => {
    const { frame, canvas } = build()
    expect(canvas.hidden).toBe(true)
    frame.hold()
    expect(canvas).toMatchObject({ hidden: false, width: 1280, height: 720 })
    frame.release()
    expect(canvas.hidden).toBe(true)
  })

  it('stays the last shown frame, however fast the viewer zaps', () => {
    const { frame, drawImage } = build()
    frame.hold()
    frame.hold()
    expect(drawImage).toHaveBeenCalledOnce()
  })

  it('is not drawn without a frame, or without a canvas context', () => {
    for (const options of [{ videoWidth: 0 }, { readyState: 1 }, { hasContext: false }]) {
      const { frame, canvas } = build(options)
      frame.hold()
      expect(canvas.hidden, JSON.stringify(options)).toBe(true)
    }
  })
})

describe('[TVSET-02] native HLS', () => {
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
