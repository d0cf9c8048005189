/**
 * Samsung's `webapis` as a set gives it to a page, written from its documentation: product information, the screen
 * saver, and AVPlay over a video element. The states and the errors of AVPlay are those of its table of states.
 * https://developer.samsung.com/smarttv/develop/api-references/samsung-product-api-references/avplay-api.html
 */

export const simulatedModel = 'SIM-2020'

/** Runs in pages of Chromium 69 and later, as a script of its own: it may use nothing from outside. */
export function simulateWebapis(model: string): void {
  type Done = () => void
  type Failed = (error: { readonly name: string }) => void
  type Listener = Readonly<Record<string, ((value?: unknown) => void) | undefined>>
  let state = 'NONE'
  let video: HTMLVideoElement | null = null
  let listener: Listener = {}
  const calls: string[] = []

  const tell = (name: string, value?: unknown) => {
    const run = listener[name]
    if (run !== undefined) run(value)
  }

  const inState = (name: string, ...states: readonly string[]): HTMLVideoElement => {
    calls.push(name)
    if (states.indexOf(state) >= 0 && video !== null) return video
    throw Object.assign(new Error(name + ' while ' + state), { name: 'InvalidStateError' })
  }
  const close = () => {
    if (video !== null) video.remove()
    video = null
    state = 'NONE'
  }
  const open = (url: string) => {
    close()
    video = document.createElement('video')
    // A set's player knows no origins; Chromium reads ranges of another one only by CORS.
    video.crossOrigin = 'anonymous'
    video.src = url
    video.setAttribute('data-avplay', '')
    video.style.position = 'fixed'
    video.addEventListener('timeupdate', () => {
      if (state === 'PLAYING' && video !== null)
        tell('oncurrentplaytime', Math.round(video.currentTime * 1000))
    })
    video.addEventListener('waiting', () => tell('onbufferingstart'))
    video.addEventListener('playing', () => tell('onbufferingcomplete'))
    video.addEventListener('ended', () => tell('onstreamcompleted'))
    video.addEventListener('error', () => tell('onerror', 'PLAYER_ERROR_CONNECTION_FAILED'))
    // The video is seen through the hole that this element makes; a browser draws a missing plugin there.
    const hole = document.querySelector<HTMLElement>('object[type="application/avplayer"]')
    if (hole === null || hole.parentElement === null) throw new Error('no object of AVPlay in the page')
    hole.style.visibility = 'hidden'
    hole.parentElement.insertBefore(video, hole)
    state = 'IDLE'
  }
  const prepareAsync = (onReady: Done, onError: Failed) => {
    const one = inState('prepareAsync', 'IDLE')
    const failed = () => onError({ name: 'PLAYER_ERROR_CONNECTION_FAILED' })
    one.addEventListener('error', failed)
    one.addEventListener(
      'loadedmetadata',
      () => {
        one.removeEventListener('error', failed)
        state = 'READY'
        onReady()
      },
      { once: true },
    )
    one.load()
  }
  const seekTo = (ms: number, onDone: Done) => {
    const one = inState('seekTo', 'IDLE', 'READY', 'PLAYING', 'PAUSED')
    one.addEventListener('seeked', () => onDone(), { once: true })
    one.currentTime = ms / 1000
  }
  const setDisplayRect = (left: number, top: number, width: number, height: number) => {
    const one = inState('setDisplayRect', 'IDLE', 'READY', 'PLAYING', 'PAUSED')
    const scale = innerWidth / 1920
    const pixels = (value: number) => value * scale + 'px'
    one.style.left = pixels(left)
    one.style.top = pixels(top)
    one.style.width = pixels(width)
    one.style.height = pixels(height)
  }
  const tracks = () => {
    const one = inState('getTotalTrackInfo', 'READY', 'PLAYING', 'PAUSED')
    const size = JSON.stringify({ Width: String(one.videoWidth), Height: String(one.videoHeight) })
    return [
      { index: 0, type: 'VIDEO', extra_info: size },
      { index: 1, type: 'AUDIO', extra_info: '{"language":"ru"}' },
    ]
  }
  const liveDuration = () => {
    const { seekable } = inState('getStreamingProperty', 'READY', 'PLAYING', 'PAUSED')
    if (seekable.length === 0) return '0|0'
    return [seekable.start(0), seekable.end(seekable.length - 1)]
      .map((seconds) => Math.round(seconds * 1000))
      .join('|')
  }
  const avplay = {
    open,
    close: () => {
      calls.push('close')
      close()
    },
    prepareAsync,
    play: () => {
      const one = inState('play', 'READY', 'PLAYING', 'PAUSED')
      state = 'PLAYING'
      void one.play()
    },
    pause: () => {
      inState('pause', 'PLAYING').pause()
      state = 'PAUSED'
    },
    stop: () => {
      inState('stop', 'READY', 'PLAYING', 'PAUSED').pause()
      state = 'IDLE'
    },
    suspend: () => inState('suspend', 'READY', 'PLAYING', 'PAUSED').pause(),
    restore: () => {
      const one = inState('restore', 'READY', 'PLAYING', 'PAUSED')
      if (state === 'PLAYING') void one.play()
    },
    seekTo,
    getState: () => state,
    getCurrentTime: () =>
      Math.round(inState('getCurrentTime', 'READY', 'PLAYING', 'PAUSED').currentTime * 1000),
    getDuration: () => {
      const { duration } = inState('getDuration', 'READY', 'PLAYING', 'PAUSED')
      return isFinite(duration) ? Math.round(duration * 1000) : 0
    },
    getTotalTrackInfo: tracks,
    getCurrentStreamInfo: tracks,
    setSelectTrack: () => void inState('setSelectTrack', 'READY', 'PLAYING', 'PAUSED'),
    setSilentSubtitle: () => void inState('setSilentSubtitle', 'IDLE', 'READY', 'PLAYING', 'PAUSED'),
    setDisplayRect,
    setDisplayMethod: () => void inState('setDisplayMethod', 'IDLE', 'READY', 'PLAYING', 'PAUSED'),
    setListener: (own: Listener) => {
      inState('setListener', 'IDLE')
      listener = own
    },
    setStreamingProperty: () => void inState('setStreamingProperty', 'IDLE'),
    getStreamingProperty: (name: string) => (name === 'GET_LIVE_DURATION' ? liveDuration() : '0'),
  }
  Object.assign(window, {
    avplayCalls: calls,
    webapis: {
      avplay,
      productinfo: { getModel: () => model, getRealModel: () => model, getFirmware: () => '2020.1' },
      appcommon: {
        AppCommonScreenSaverState: { SCREEN_SAVER_OFF: 0, SCREEN_SAVER_ON: 1 },
        setScreenSaver: (value: number) => void calls.push('setScreenSaver ' + value),
      },
    },
  })
}

/** The script as a file of the package: `$WEBAPIS/webapis/webapis.js`. */
export function simulatedWebapisScript(): string {
  return `(${simulateWebapis.toString()})(${JSON.stringify(simulatedModel)})\n`
}
