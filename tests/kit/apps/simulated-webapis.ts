/**
 * Samsung's `webapis` as a set provides it to a page, written from its documentation: product information, the screen
 * saver, and AVPlay over a video element with the states and errors of its table of states. The classes and functions
 * run in pages of Chromium 68 and later, as a script of their own: they use nothing from outside and no newer syntax.
 * https://developer.samsung.com/smarttv/develop/api-references/samsung-product-api-references/avplay-api.html
 */

export const simulatedModel = 'SIM-2020'

type Done = () => void
type Failed = (error: { readonly name: string }) => void
type Listener = Readonly<Record<string, ((value?: unknown) => void) | undefined>>

class SimulatedAvplay {
  declare calls: string[]
  declare state: string
  declare video: HTMLVideoElement | null
  declare listener: Listener

  constructor(calls: string[]) {
    this.calls = calls
    this.state = 'NONE'
    this.video = null
    this.listener = {}
  }

  tell(name: string, value?: unknown) {
    const run = this.listener[name]
    if (run !== undefined) run(value)
  }

  /** The video element, or the error of a method that the current state does not allow. */
  inState(name: string, ...states: readonly string[]): HTMLVideoElement {
    this.calls.push(name)
    if (states.indexOf(this.state) >= 0 && this.video !== null) return this.video
    throw Object.assign(new Error(`${name} while ${this.state}`), { name: 'InvalidStateError' })
  }

  loaded(name: string) {
    return this.inState(name, 'READY', 'PLAYING', 'PAUSED')
  }

  opened(name: string) {
    return this.inState(name, 'IDLE', 'READY', 'PLAYING', 'PAUSED')
  }

  open(url: string) {
    this.close()
    // The video is visible through the hole that this element makes; a browser draws a missing plugin there.
    const hole = document.querySelector<HTMLElement>('object[type="application/avplayer"]')
    if (hole === null || hole.parentElement === null) throw new Error('no object of AVPlay in the page')
    hole.style.visibility = 'hidden'
    const video = document.createElement('video')
    // A set's player has no origin; Chromium reads ranges of another one only with CORS.
    video.crossOrigin = 'anonymous'
    video.src = url
    video.setAttribute('data-avplay', '')
    video.style.position = 'fixed'
    hole.parentElement.insertBefore(video, hole)
    this.video = video
    this.state = 'IDLE'
    this.report(video)
  }

  report(video: HTMLVideoElement) {
    video.addEventListener('timeupdate', () => {
      if (this.state === 'PLAYING') this.tell('oncurrentplaytime', Math.round(video.currentTime * 1000))
    })
    video.addEventListener('waiting', () => this.tell('onbufferingstart'))
    video.addEventListener('playing', () => this.tell('onbufferingcomplete'))
    video.addEventListener('ended', () => this.tell('onstreamcompleted'))
    video.addEventListener('error', () => this.tell('onerror', 'PLAYER_ERROR_CONNECTION_FAILED'))
  }

  close() {
    this.calls.push('close')
    if (this.video !== null) this.video.remove()
    this.video = null
    this.state = 'NONE'
  }

  prepareAsync(onReady: Done, onError: Failed) {
    const video = this.inState('prepareAsync', 'IDLE')
    const failed = () => onError({ name: 'PLAYER_ERROR_CONNECTION_FAILED' })
    const ready = () => {
      video.removeEventListener('error', failed)
      this.state = 'READY'
      onReady()
    }
    video.addEventListener('error', failed)
    video.addEventListener('loadedmetadata', ready, { once: true })
    video.load()
  }

  play() {
    void this.loaded('play').play()
    this.state = 'PLAYING'
  }

  pause() {
    this.inState('pause', 'PLAYING').pause()
    this.state = 'PAUSED'
  }

  stop() {
    this.loaded('stop').pause()
    this.state = 'IDLE'
  }

  suspend() {
    this.loaded('suspend').pause()
  }

  restore() {
    const video = this.loaded('restore')
    if (this.state === 'PLAYING') void video.play()
  }

  seekTo(ms: number, onDone: Done) {
    const video = this.opened('seekTo')
    video.addEventListener('seeked', () => onDone(), { once: true })
    video.currentTime = ms / 1000
  }

  getState() {
    return this.state
  }

  getCurrentTime() {
    return Math.round(this.loaded('getCurrentTime').currentTime * 1000)
  }

  getDuration() {
    const { duration } = this.loaded('getDuration')
    return isFinite(duration) ? Math.round(duration * 1000) : 0
  }

  getTotalTrackInfo() {
    const { videoWidth, videoHeight } = this.loaded('getTotalTrackInfo')
    const size = JSON.stringify({ Width: String(videoWidth), Height: String(videoHeight) })
    return [
      { index: 0, type: 'VIDEO', extra_info: size },
      { index: 1, type: 'AUDIO', extra_info: '{"language":"ru"}' },
    ]
  }

  getCurrentStreamInfo() {
    return this.getTotalTrackInfo()
  }

  setSelectTrack() {
    this.loaded('setSelectTrack')
  }

  setSilentSubtitle() {
    this.opened('setSilentSubtitle')
  }

  setDisplayMethod() {
    this.opened('setDisplayMethod')
  }

  setStreamingProperty() {
    this.inState('setStreamingProperty', 'IDLE')
  }

  setListener(listener: Listener) {
    this.inState('setListener', 'IDLE')
    this.listener = listener
  }

  setDisplayRect(left: number, top: number, width: number, height: number) {
    const { style } = this.opened('setDisplayRect')
    const pixels = (value: number) => `${(value * innerWidth) / 1920}px`
    style.left = pixels(left)
    style.top = pixels(top)
    style.width = pixels(width)
    style.height = pixels(height)
  }

  getStreamingProperty(name: string) {
    if (name !== 'GET_LIVE_DURATION') return '0'
    const { seekable } = this.loaded('getStreamingProperty')
    if (seekable.length === 0) return '0|0'
    const range = [seekable.start(0), seekable.end(seekable.length - 1)]
    return range.map((seconds) => Math.round(seconds * 1000)).join('|')
  }
}

function provideWebapis(Avplay: typeof SimulatedAvplay, model: string): void {
  const calls: string[] = []
  Object.assign(window, {
    avplayCalls: calls,
    webapis: {
      avplay: new Avplay(calls),
      productinfo: { getModel: () => model, getRealModel: () => model, getFirmware: () => '2020.1' },
      appcommon: {
        AppCommonScreenSaverState: { SCREEN_SAVER_OFF: 0, SCREEN_SAVER_ON: 1 },
        setScreenSaver: (state: number) => void calls.push(`setScreenSaver ${state}`),
      },
    },
  })
}

/** The script as a file of the package: `$WEBAPIS/webapis/webapis.js`. */
export function simulatedWebapisScript(): string {
  return `(${provideWebapis.toString()})(${SimulatedAvplay.toString()}, ${JSON.stringify(simulatedModel)})\n`
}
