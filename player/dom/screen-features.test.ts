import { afterEach, describe, expect, it, vi } from 'vitest'
import { canFullscreen, isFullscreen, onFullscreenChange, toggleFullscreen } from './fullscreen.ts'
import {
  canPictureInPicture,
  onPictureInPictureChange,
  togglePictureInPicture,
} from './picture-in-picture.ts'
import { browserWakeLock } from './wake-lock.ts'

afterEach(() => void vi.unstubAllGlobals())

/** A minimal document with the features that the tests need. */
function showDocument(more: object): EventTarget {
  const document = Object.assign(new EventTarget(), { fullscreenElement: null }, more)
  vi.stubGlobal('document', document)
  return document
}

/** An element that enters and leaves full screen as browsers do. */
function buildFrame(document: EventTarget) {
  const show = (element: object | null) => {
    Object.assign(document, { fullscreenElement: element })
    document.dispatchEvent(new Event('fullscreenchange'))
  }
  const frame = { requestFullscreen: vi.fn(async (_options: object) => show(frame)) }
  Object.assign(document, { exitFullscreen: vi.fn(async () => show(null)) })
  return frame as unknown as HTMLElement & typeof frame
}

const plainVideo = {} as HTMLVideoElement

describe('full screen', () => {
  it('is entered and left by the same press, and listeners are notified of both', async () => {
    const document = showDocument({ fullscreenEnabled: true })
    const frame = buildFrame(document)
    const changes: boolean[] = []
    const stop = onFullscreenChange((on) => changes.push(on))
    await toggleFullscreen(frame, plainVideo)
    expect(isFullscreen()).toBe(true)
    // The phone's own buttons would cover the video.
    expect(frame.requestFullscreen).toHaveBeenCalledWith({ navigationUI: 'hide' })
    await toggleFullscreen(frame, plainVideo)
    expect(isFullscreen()).toBe(false)
    stop()
    await toggleFullscreen(frame, plainVideo)
    expect(changes).toEqual([true, false])
  })

  it('is the video’s own on a phone that allows it for videos only', async () => {
    const frame = buildFrame(showDocument({ fullscreenEnabled: false }))
    const video = { webkitEnterFullscreen: vi.fn() } as unknown as HTMLVideoElement
    expect([canFullscreen(video), canFullscreen(plainVideo), canFullscreen(null)]).toEqual([
      true,
      false,
      false,
    ])
    await toggleFullscreen(frame, video)
    expect(video).toHaveProperty('webkitEnterFullscreen.mock.calls.length', 1)
    expect(frame.requestFullscreen).not.toHaveBeenCalled()
  })

  it('is offered wherever a page may use it, before there is a video', () => {
    showDocument({ fullscreenEnabled: true })
    expect(canFullscreen(null)).toBe(true)
  })

  it('that the browser refuses changes nothing', async () => {
    const frame = buildFrame(showDocument({ fullscreenEnabled: true }))
    frame.requestFullscreen.mockRejectedValueOnce(new TypeError('a press is required'))
    await expect(toggleFullscreen(frame, plainVideo)).resolves.toBeUndefined()
    expect(isFullscreen()).toBe(false)
  })
})

describe('picture-in-picture', () => {
  /** A video that enters and leaves picture-in-picture. */
  function buildVideo(document: object) {
    const video: HTMLVideoElement = Object.assign(new EventTarget(), {
      requestPictureInPicture: vi.fn(async () => {
        Object.assign(document, { pictureInPictureElement: video })
        video.dispatchEvent(new Event('enterpictureinpicture'))
      }),
    }) as unknown as HTMLVideoElement
    Object.assign(document, {
      pictureInPictureElement: null,
      exitPictureInPicture: async () => {
        Object.assign(document, { pictureInPictureElement: null })
        video.dispatchEvent(new Event('leavepictureinpicture'))
      },
    })
    return video
  }

  it('is offered only where the browser has it and the page may use it', () => {
    for (const [pictureInPictureEnabled, expected] of [
      [true, true],
      [false, false],
      [undefined, false],
    ] as const) {
      showDocument({ pictureInPictureEnabled })
      expect(canPictureInPicture()).toBe(expected)
    }
  })

  it('is entered and left by the same press, and reported until the listener is removed', async () => {
    const video = buildVideo(showDocument({}))
    const changes: boolean[] = []
    const stop = onPictureInPictureChange(video, (on) => changes.push(on))
    await togglePictureInPicture(video)
    await togglePictureInPicture(video)
    stop()
    await togglePictureInPicture(video)
    expect(changes).toEqual([true, false])
  })

  it('replaces another video in the small window', async () => {
    const document = showDocument({})
    const video = buildVideo(document)
    Object.assign(document, { pictureInPictureElement: plainVideo })
    await togglePictureInPicture(video)
    expect(document).toHaveProperty('pictureInPictureElement', video)
  })

  it('that the browser refuses causes no error', async () => {
    const video = buildVideo(showDocument({}))
    vi.spyOn(video, 'requestPictureInPicture').mockRejectedValue(new DOMException('no video yet'))
    await expect(togglePictureInPicture(video)).resolves.toBeUndefined()
  })
})

describe('keeping the screen on', () => {
  /** The browser's locks: what was requested, and which locks are still active. */
  function showLocks(document: object) {
    const locks = { requested: 0, active: 0 }
    const request = async () => {
      locks.requested += 1
      locks.active += 1
      const lock = Object.assign(new EventTarget(), {
        released: false,
        release: async () => {
          if (!lock.released) locks.active -= 1
          lock.released = true
        },
      })
      return lock
    }
    vi.stubGlobal('navigator', { wakeLock: { request } })
    Object.assign(document, { visibilityState: 'visible' })
    return locks
  }

  const settled = () => new Promise((resolve) => setImmediate(resolve))

  it('lasts during playback, and no longer', async () => {
    const locks = showLocks(showDocument({}))
    const screen = browserWakeLock()
    screen.want(true)
    await settled()
    expect(locks.active).toBe(1)
    screen.want(false)
    await settled()
    expect(locks).toEqual({ requested: 1, active: 0 })
  })

  it('is not requested by a hidden page, and is when the viewer comes back', async () => {
    const document = showDocument({})
    const locks = showLocks(document)
    const screen = browserWakeLock()
    Object.assign(document, { visibilityState: 'hidden' })
    screen.want(true)
    await settled()
    expect(locks.active).toBe(0)
    Object.assign(document, { visibilityState: 'visible' })
    document.dispatchEvent(new Event('visibilitychange'))
    await settled()
    expect(locks.active).toBe(1)
    screen.end()
    await settled()
    document.dispatchEvent(new Event('visibilitychange'))
    await settled()
    expect(locks).toEqual({ requested: 1, active: 0 })
  })

  it('does nothing on a television without such locks', () => {
    showDocument({})
    vi.stubGlobal('navigator', {})
    const screen = browserWakeLock()
    expect(() => {
      screen.want(true)
      screen.end()
    }).not.toThrow()
  })
})
