/**
 * `PlayerEngine` over AVPlay, the player of Samsung's sets, which reads HLS itself and draws behind the page. The set
 * chooses the quality; its volume is the remote's; AVPlay has no rates between normal and double.
 */
import type {
  EngineEvent,
  LoadOutcome,
  LoadRequest,
  PlayerEngine,
  Preview,
} from '#player/core/playback/player-engine.ts'
import { emptyTimeline, type EngineSnapshot } from '#player/core/state/playback-state.ts'
import type { EngineStatistics } from '#player/core/state/statistics.ts'
import { withAccess } from '#player/core/state/ticket.ts'
import { playlistTimesAt, type PlaylistTimes } from '#player/engines/native-hls/check-address.ts'
import type { EngineElements } from '#player/engines/shaka/shaka-engine.ts'
import type { Avplay, AvplayListener } from './avplay-api.ts'
import { errorNameOf, faultOf } from './avplay-fault.ts'
import { AvplaySubtitles } from './avplay-subtitles.ts'
import { avplayTracksOf, avplayVideoOf } from './avplay-tracks.ts'
import { DisplayRect } from './display-rect.ts'
import { SeekQueue } from './seek-queue.ts'

/** Live playback starts this far behind the end of the playlist. */
const liveMarginSec = 6
const noTimes: PlaylistTimes = { beginMs: null, holes: [] }

/** `PlayerEngine` over AVPlay. */
export class AvplayEngine implements PlayerEngine {
  readonly #avplay: Avplay
  readonly #maxHeight: number | null
  readonly #elements: EngineElements
  readonly #display: DisplayRect
  readonly #subtitles: AvplaySubtitles
  readonly #seeks: SeekQueue
  readonly #listeners = new Set<(event: EngineEvent) => void>()
  #request: LoadRequest | null = null
  #url = ''
  #times = noTimes
  #turn = 0
  #isLoaded = false
  #wantsToPlay = false
  #isBuffering = false
  #hasEnded = false
  #hasPicture = false
  #isTextShown = false
  #stalls = 0
  /** The wall clock of position 0, unix ms. */
  #originMs: number | null = null

  /** Nothing higher than `maxHeight` is played; null for no limit. */
  constructor(avplay: Avplay, elements: EngineElements, maxHeight: number | null = null) {
    this.#avplay = avplay
    this.#maxHeight = maxHeight
    this.#elements = elements
    elements.canvas.hidden = true
    elements.video.hidden = true
    this.#display = new DisplayRect(avplay, elements.video)
    this.#subtitles = new AvplaySubtitles(elements.subtitles)
    this.#seeks = new SeekQueue(avplay, () => this.#tell({ kind: 'changed' }))
    document.addEventListener('visibilitychange', this.#onVisibility)
  }

  async load(request: LoadRequest): Promise<LoadOutcome> {
    const turn = this.#next()
    this.#request = request
    this.#stalls = 0
    this.#isTextShown = false
    // AVPlay does not report the wall clock: it is read from the playlist while AVPlay prepares.
    const pendingTimes = request.kind === 'film' ? Promise.resolve(noTimes) : playlistTimesAt(request.url)
    const failed = await this.#open(request.url)
    const times = await pendingTimes
    if (turn !== this.#turn) return { kind: 'interrupted' }
    if (failed !== null) return { kind: 'fault', fault: await faultOf(this.#url, failed) }
    this.#isLoaded = true
    this.#times = times
    this.#originMs = times.beginMs === null ? null : times.beginMs - this.#range()[0] * 1000
    this.#toStart(request)
    this.#chooseTracks(request)
    return { kind: 'loaded' }
  }

  abort(): void {
    if (this.#isLoaded) return
    this.#next()
    this.#close()
  }

  /** Opens the address with the newest ticket at the same position. */
  retry(): void {
    if (!this.#isLoaded || this.#request === null) return
    const [turn, url, isLive] = [this.#next(), this.#url, this.#request.kind === 'live']
    const positionSec = this.#positionSec()
    void this.#open(url).then(async (failed) => {
      if (turn !== this.#turn) return
      if (failed !== null) return this.#tell({ kind: 'fault', fault: await faultOf(this.#url, failed) })
      this.#isLoaded = true
      if (!isLive) this.seek(positionSec)
      if (this.#wantsToPlay) this.#attempt(() => this.#avplay.play())
    })
  }

  async unload(): Promise<void> {
    this.#next()
    this.#close()
  }

  snapshot(): EngineSnapshot {
    const none = {
      ...emptyTimeline,
      canChangeVolume: false,
      canChangeRate: false,
      ...{ volume: 1, muted: false, rate: 1, chosenHeight: null, paused: !this.#wantsToPlay },
    }
    if (!this.#isLoaded) return { ...none, positionSec: 0, buffering: true, ended: false }
    const [seekStartSec, seekEndSec] = this.#range()
    const durationSec = this.#durationSec()
    const { height } = avplayVideoOf(this.#avplay)
    return {
      ...none,
      positionSec: this.#positionSec(),
      durationSec,
      seekStartSec,
      seekEndSec,
      isGrowing: durationSec === null,
      originMs: this.#originMs,
      buffering: this.#isBuffering || !this.#hasPicture,
      ended: this.#hasEnded,
      playingHeight: height === 0 ? null : height,
      audioTracks: avplayTracksOf(this.#avplay, 'AUDIO', false),
      textTracks: avplayTracksOf(this.#avplay, 'TEXT', this.#isTextShown),
      holes: this.#times.holes,
    }
  }

  subscribe(listener: (event: EngineEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async play(): Promise<'started' | 'blocked'> {
    this.#wantsToPlay = true
    if (this.#isLoaded) {
      if (this.#hasEnded) this.seek(this.#range()[0])
      this.#hasEnded = false
      this.#attempt(() => this.#avplay.play())
    }
    this.#tell({ kind: 'changed' })
    return 'started'
  }

  pause(): void {
    this.#wantsToPlay = false
    if (this.#avplay.getState() === 'PLAYING') this.#attempt(() => this.#avplay.pause())
    this.#tell({ kind: 'changed' })
  }

  seek(positionSec: number): void {
    if (!this.#isLoaded) return
    this.#hasEnded = false
    this.#seeks.seek(positionSec * 1000)
  }

  goToLive(): void {
    this.seek(this.#range()[1] - liveMarginSec)
  }

  /** The remote changes the volume of the set; see `canChangeVolume`. */
  setVolume(_volume: number): void {}

  /** The set has one volume for everything. */
  setGain(_gainDb: number): void {}

  setMuted(_muted: boolean): void {}

  /** See `canChangeRate`. */
  setRate(_rate: number): void {}

  /** Only the set can choose. */
  setHeight(_height: number | null): void {}

  /** Data is saved on phones and computers. */
  setMaxBitsPerSecond(_limit: number | null): void {}

  setAudio(trackId: string): void {
    if (this.#isLoaded) this.#attempt(() => this.#avplay.setSelectTrack('AUDIO', Number(trackId)))
    this.#tell({ kind: 'changed' })
  }

  setText(trackId: string | null): void {
    if (!this.#isLoaded) return
    this.#isTextShown = trackId !== null
    this.#subtitles.clear()
    if (trackId !== null) this.#attempt(() => this.#avplay.setSelectTrack('TEXT', Number(trackId)))
    this.#attempt(() => this.#avplay.setSilentSubtitle(trackId === null))
    this.#tell({ kind: 'changed' })
  }

  /** Used the next time the address is opened. */
  setAccess(access: string): void {
    this.#url = withAccess(this.#url, access)
  }

  async previewAt(): Promise<Preview | null> {
    return null
  }

  bandwidthEstimate(): number | null {
    return null
  }

  statistics(): EngineStatistics | null {
    if (!this.#isLoaded) return null
    const { width, height, bitsPerSecond, codec } = avplayVideoOf(this.#avplay)
    const bandwidth = Number(this.#property('CURRENT_BANDWITH'))
    return {
      width,
      height,
      streamBitsPerSecond: bitsPerSecond,
      networkBitsPerSecond: bandwidth > 0 ? bandwidth : null,
      codecs: codec,
      decodedFrames: null,
      droppedFrames: null,
      downloadedBytes: null,
      stalls: this.#stalls,
      gaps: null,
    }
  }

  async destroy(): Promise<void> {
    this.#next()
    this.#listeners.clear()
    document.removeEventListener('visibilitychange', this.#onVisibility)
    this.#close()
    this.#display.remove()
    this.#elements.video.hidden = false
  }

  /** What comes for the current source is outdated. */
  #next(): number {
    this.#isLoaded = false
    this.#isBuffering = false
    this.#hasEnded = false
    this.#hasPicture = false
    this.#seeks.clear()
    this.#subtitles.clear()
    return (this.#turn += 1)
  }

  /** Null once AVPlay is ready, else the name of its error. The caller limits the time and ends it by `abort`. */
  #open(url: string): Promise<string | null> {
    this.#url = url
    this.#close()
    return new Promise((resolve) => {
      const failed = (error: unknown) => resolve(errorNameOf(error))
      try {
        this.#avplay.open(url)
        this.#avplay.setListener(this.#listenerOf(this.#turn))
        this.#display.reset()
        this.#avplay.setDisplayMethod('PLAYER_DISPLAY_MODE_LETTER_BOX')
        this.#limitHeight()
        this.#avplay.prepareAsync(() => resolve(null), failed)
      } catch (error) {
        failed(error)
      }
      this.#abandon = () => resolve('aborted')
    })
  }

  /** Ends the waiting of the current load. */
  #abandon: () => void = () => undefined

  #close(): void {
    this.#abandon()
    this.#abandon = () => undefined
    if (this.#avplay.getState() !== 'NONE') this.#attempt(() => this.#avplay.close())
  }

  #limitHeight(): void {
    const heights = [this.#request?.heightLimit, this.#maxHeight].filter((one) => typeof one === 'number')
    if (heights.length === 0) return
    const height = Math.min(...heights)
    const width = Math.ceil((height * 16) / 9)
    this.#attempt(() =>
      this.#avplay.setStreamingProperty('ADAPTIVE_INFO', `FIXED_MAX_RESOLUTION=${width}X${height}`),
    )
  }

  #listenerOf(turn: number): AvplayListener {
    const current =
      <Args extends readonly unknown[]>(run: (...args: Args) => void) =>
      (...args: Args) => {
        if (turn !== this.#turn) return
        run(...args)
        this.#tell({ kind: 'changed' })
      }
    return {
      onbufferingstart: current(() => {
        this.#isBuffering = true
        if (this.#hasPicture) this.#stalls += 1
      }),
      onbufferingcomplete: current(() => {
        this.#isBuffering = false
      }),
      oncurrentplaytime: current(() => this.#onTime()),
      onstreamcompleted: current(() => {
        this.#hasEnded = true
      }),
      onerror: current((name: string) => void this.#onError(turn, name)),
      onsubtitlechange: current((durationMs: number | string, text: string) =>
        this.#subtitles.show(this.#isTextShown ? text : '', Number(durationMs)),
      ),
    }
  }

  #onTime(): void {
    this.#display.update()
    this.#isBuffering = false
    if (this.#hasPicture || this.#avplay.getState() !== 'PLAYING') return
    this.#hasPicture = true
    this.#tell({ kind: 'first_picture' })
  }

  async #onError(turn: number, name: string): Promise<void> {
    if (!this.#isLoaded) return
    const fault = await faultOf(this.#url, name)
    if (turn === this.#turn) this.#tell({ kind: 'fault', fault })
  }

  #positionSec(): number {
    return (this.#seeks.targetMs ?? this.#number(() => this.#avplay.getCurrentTime())) / 1000
  }

  /** Null while the source grows. */
  #durationSec(): number | null {
    const ms = this.#number(() => this.#avplay.getDuration())
    return ms > 0 && this.#request?.kind !== 'live' ? ms / 1000 : null
  }

  #range(): readonly [number, number] {
    const durationSec = this.#durationSec()
    if (durationSec !== null) return [0, durationSec]
    const [start = Number.NaN, end = Number.NaN] = this.#property('GET_LIVE_DURATION').split('|').map(Number)
    if (Number.isFinite(start) && end > start) return [start / 1000, end / 1000]
    const now = this.#number(() => this.#avplay.getCurrentTime()) / 1000
    return [now, now]
  }

  #toStart({ startSec, startAtMs }: LoadRequest): void {
    if (startAtMs !== null && this.#originMs !== null) this.seek((startAtMs - this.#originMs) / 1000)
    else if (startSec !== null && startSec > 0) this.seek(startSec)
  }

  /** Selects the viewer's languages. */
  #chooseTracks({ preferences: { audioLanguage, textLanguage } }: LoadRequest): void {
    const sound = avplayTracksOf(this.#avplay, 'AUDIO', false).find(
      ({ language }) => language === audioLanguage,
    )
    if (sound !== undefined && !sound.active) this.setAudio(sound.id)
    const texts = avplayTracksOf(this.#avplay, 'TEXT', false)
    this.setText(texts.find(({ language }) => language === textLanguage)?.id ?? null)
  }

  /** A set takes the decoder from an app that is not in front. */
  #onVisibility = (): void => {
    if (this.#avplay.getState() === 'NONE') return
    this.#attempt(() => (document.hidden ? this.#avplay.suspend() : this.#avplay.restore()))
    this.#tell({ kind: 'changed' })
  }

  #property(name: 'GET_LIVE_DURATION' | 'CURRENT_BANDWITH'): string {
    try {
      return String(this.#avplay.getStreamingProperty(name))
    } catch {
      return ''
    }
  }

  #number(read: () => number): number {
    try {
      return Number(read()) || 0
    } catch {
      return 0
    }
  }

  /** What a state does not allow has no effect; the next report of AVPlay says where it stands. */
  #attempt(run: () => void): void {
    try {
      run()
    } catch {
      this.#tell({ kind: 'changed' })
    }
  }

  #tell(event: EngineEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}
