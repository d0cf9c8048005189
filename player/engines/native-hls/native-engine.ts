/**
 * `PlayerEngine` over a video element that plays HLS itself. The browser chooses the quality and reports little:
 * there are no heights to choose, no thumbnails and no network statistics.
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
import { diagnoseAddress, playlistTimesAt, type PlaylistTimes } from './check-address.ts'
import { limitedAddress } from './limited-address.ts'
import { bufferedEnd } from '#player/engines/media-element/buffered-end.ts'
import { LevelledVolume } from '#player/engines/media-element/levelled-volume.ts'
import { FrozenFrame } from '#player/engines/media-element/frozen-frame.ts'
import {
  chooseAudio,
  chooseText,
  onTracks,
  nativeAudioTracksOf,
  nativeTextTracksOf,
} from './native-tracks.ts'
import type { EngineElements } from '#player/engines/shaka/shaka-engine.ts'

const events = [
  ...['timeupdate', 'play', 'pause', 'playing', 'waiting', 'seeking', 'seeked', 'ended', 'volumechange'],
  ...['ratechange', 'durationchange', 'progress'],
]
/** Some browsers fetch nothing before the viewer's press: then the load does not wait. */
const metadataLimitMs = 3_000
/** Live playback starts this far behind the end of the playlist. */
const liveMarginSec = 6
const earliestClockMs = 1_000_000_000_000
const noTimes: PlaylistTimes = { beginMs: null, holes: [] }

/** `PlayerEngine` over a video element that reads HLS by itself. */
export class NativeEngine implements PlayerEngine {
  readonly #video: HTMLVideoElement
  readonly #frozenFrame: FrozenFrame
  readonly #volume: LevelledVolume
  readonly #listeners = new Set<(event: EngineEvent) => void>()
  readonly #off: (() => void)[] = []
  #request: LoadRequest | null = null
  #url = ''
  #times = noTimes
  #turn = 0
  #isLoaded = false
  #hasChosenTracks = false
  #stalls = 0
  #maxBitsPerSecond: number | null = null
  /** Ends the waiting of the current load. */
  #settle: (came: 'metadata' | 'error' | 'given up') => void = () => undefined
  #startSec: number | null = null
  /** What was shown when the connection broke; reported until the address is open again. */
  #interrupted: EngineSnapshot | null = null

  constructor({ video, canvas }: Pick<EngineElements, 'video' | 'canvas'>) {
    this.#video = video
    this.#frozenFrame = new FrozenFrame(video, canvas)
    // What the browser reads by itself may be of another origin.
    this.#volume = new LevelledVolume(video, false)
    // Another screen can read the address itself.
    video.disableRemotePlayback = false
    for (const name of events) this.#on(name, () => this.#tell({ kind: 'changed' }))
    this.#on('loadedmetadata', () => this.#onMetadata())
    this.#on('loadeddata', () => this.#firstPicture())
    this.#on('waiting', () => (this.#stalls += 1))
    this.#on('error', () => void this.#onError())
    this.#off.push(onTracks(video, () => this.#onTracks()))
  }

  async load(request: LoadRequest): Promise<LoadOutcome> {
    const turn = this.#next()
    this.#frozenFrame.hold()
    this.#request = request
    this.#interrupted = null
    this.#times = noTimes
    this.#hasChosenTracks = false
    this.#stalls = 0
    this.#maxBitsPerSecond = request.maxBitsPerSecond ?? null
    // The wall clock is looked up while the browser is starting.
    const pendingTimes = request.kind === 'archive' ? playlistTimesAt(request.url) : Promise.resolve(noTimes)
    const came = await this.#open(request.url, request.startAtMs === null ? request.startSec : null)
    const times = await pendingTimes
    if (turn !== this.#turn || came === 'given up') return { kind: 'interrupted' }
    this.#times = times
    if (came === 'error') return { kind: 'fault', fault: await diagnoseAddress(this.#url, this.#errorCode()) }
    this.#isLoaded = true
    this.#setRateFor(request)
    const originMs = this.#originMs()
    if (request.startAtMs !== null && originMs !== null)
      this.#startSec = (request.startAtMs - originMs) / 1000
    this.#toStart()
    return { kind: 'loaded' }
  }

  abort(): void {
    this.#next()
    if (!this.#isLoaded) this.#empty()
  }

  /** Reloads the address with the newest ticket at the same position, live television at its edge; also repeatedly. */
  retry(): void {
    if (!this.#isLoaded && this.#interrupted === null) return
    const { paused } = this.#video
    void this.#reopen(this.#interrupt())
    if (!paused) void this.play()
  }

  async unload(): Promise<void> {
    this.#next()
    this.#interrupted = null
    this.#isLoaded = false
    this.#frozenFrame.release()
    this.#empty()
  }

  snapshot(): EngineSnapshot {
    const video = this.#video
    const sound = { volume: this.#volume.volume, muted: video.muted, rate: video.playbackRate }
    const none = { ...emptyTimeline, ...sound, chosenHeight: null, paused: video.paused }
    if (this.#interrupted !== null) {
      const { paused } = video
      return { ...this.#interrupted, ...sound, paused, buffering: true, ended: false }
    }
    if (!this.#isLoaded) return { ...none, positionSec: 0, buffering: true, ended: false }
    const [seekStartSec, seekEndSec] = this.#range()
    const isGrowing = !Number.isFinite(video.duration)
    return {
      ...none,
      positionSec: video.currentTime,
      durationSec: isGrowing ? null : video.duration,
      seekStartSec,
      seekEndSec,
      bufferedEndSec: bufferedEnd(video),
      isGrowing,
      originMs: this.#originMs(),
      buffering: video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA && !video.ended,
      ended: video.ended,
      playingHeight: video.videoHeight === 0 ? null : video.videoHeight,
      audioTracks: nativeAudioTracksOf(video),
      textTracks: nativeTextTracksOf(video),
      holes: this.#times.holes,
    }
  }

  subscribe(listener: (event: EngineEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async play(): Promise<'started' | 'blocked'> {
    try {
      await this.#video.play()
      return 'started'
    } catch (error) {
      return error instanceof DOMException && error.name === 'NotAllowedError' ? 'blocked' : 'started'
    }
  }

  pause(): void {
    this.#video.pause()
  }

  seek(positionSec: number): void {
    if (this.#interrupted !== null) {
      this.#interrupted = { ...this.#interrupted, positionSec, bufferedEndSec: positionSec }
      if (this.#startSec !== null) this.#startSec = positionSec
    } else if (this.#isLoaded) this.#video.currentTime = positionSec
  }

  goToLive(): void {
    if (this.#isLoaded && this.#interrupted === null)
      this.#video.currentTime = Math.max(0, this.#range()[1] - liveMarginSec)
  }

  setVolume(volume: number): void {
    this.#volume.setVolume(volume)
  }

  setGain(gainDb: number): void {
    this.#volume.setGain(gainDb)
  }

  setMuted(muted: boolean): void {
    this.#video.muted = muted
  }

  setRate(rate: number): void {
    this.#video.defaultPlaybackRate = rate
    this.#video.playbackRate = rate
  }

  /** Only the browser can choose. */
  setHeight(_height: number | null): void {}

  /** The playlist is chosen with the address: what plays is opened again at its position. */
  setMaxBitsPerSecond(limit: number | null): void {
    this.#maxBitsPerSecond = limit
    this.retry()
  }

  setAudio(trackId: string): void {
    if (this.#isLoaded) chooseAudio(this.#video, trackId)
  }

  setText(trackId: string | null): void {
    if (this.#isLoaded) chooseText(this.#video, trackId)
  }

  /** Used the next time the address is loaded. */
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
    const { videoWidth: width, videoHeight: height } = this.#video
    const { totalVideoFrames = null, droppedVideoFrames = null } =
      this.#video.getVideoPlaybackQuality?.() ?? {}
    return {
      width,
      height,
      streamBitsPerSecond: null,
      networkBitsPerSecond: null,
      codecs: '',
      decodedFrames: totalVideoFrames,
      droppedFrames: droppedVideoFrames,
      downloadedBytes: null,
      stalls: this.#stalls,
      gaps: null,
    }
  }

  async destroy(): Promise<void> {
    this.#next()
    this.#isLoaded = false
    for (const off of this.#off) off()
    this.#listeners.clear()
    this.#empty()
  }

  /** The current load is outdated. */
  #next(): number {
    this.#settle('given up')
    return (this.#turn += 1)
  }

  async #open(
    url: string,
    startSec: number | null,
  ): Promise<'metadata' | 'error' | 'given up' | 'nothing yet'> {
    this.#isLoaded = false
    this.#url = url
    this.#startSec = startSec
    const came = new Promise<'metadata' | 'error' | 'given up' | 'nothing yet'>((resolve) => {
      this.#settle = resolve
      setTimeout(() => resolve('nothing yet'), metadataLimitMs)
    })
    const limit = this.#maxBitsPerSecond
    if (limit === null) this.#start(url)
    else {
      const turn = this.#turn
      void limitedAddress(url, limit).then((limited) => turn === this.#turn && this.#start(limited))
    }
    const outcome = await came
    this.#settle = () => undefined
    if (outcome === 'metadata' || outcome === 'nothing yet') this.#isLoaded = true
    return outcome
  }

  #start(address: string): void {
    this.#video.src = address
    this.#video.load()
  }

  /** The state at the first of several failures; nothing buffered can be played any more. */
  #interrupt(): EngineSnapshot {
    const shown = this.#interrupted ?? this.snapshot()
    this.#interrupted = { ...shown, bufferedEndSec: shown.positionSec }
    return this.#interrupted
  }

  async #reopen({ positionSec }: EngineSnapshot): Promise<void> {
    const turn = this.#next()
    const came = await this.#open(this.#url, this.#request?.kind === 'live' ? null : positionSec)
    if (came === 'error') await this.#reportFault(turn)
  }

  async #reportFault(turn: number): Promise<void> {
    const fault = await diagnoseAddress(this.#url, this.#errorCode())
    if (turn === this.#turn) this.#tell({ kind: 'fault', fault })
  }

  #empty(): void {
    this.#video.removeAttribute('src')
    this.#video.load()
  }

  #onMetadata(): void {
    this.#settle('metadata')
    this.#interrupted = null
    this.#onTracks()
    this.#toStart()
  }

  /** Seeks to the start position once that is possible. */
  #toStart(): void {
    if (this.#startSec === null || this.#video.readyState < HTMLMediaElement.HAVE_METADATA) return
    const startSec = this.#startSec
    this.#startSec = null
    if (Math.abs(this.#video.currentTime - startSec) > 0.5) this.#video.currentTime = Math.max(0, startSec)
  }

  /** Selects the viewer's languages once the tracks are there; later changes are the viewer's own. */
  #onTracks(): void {
    const { audioLanguage, textLanguage } = this.#request?.preferences ?? {}
    const [sounds, texts] = [nativeAudioTracksOf(this.#video), nativeTextTracksOf(this.#video)]
    if (!this.#hasChosenTracks && sounds.length + texts.length > 0) {
      const sound = sounds.find(({ language }) => language === audioLanguage)
      if (sound !== undefined && !sound.active) chooseAudio(this.#video, sound.id)
      chooseText(this.#video, texts.find(({ language }) => language === textLanguage)?.id ?? null)
      this.#hasChosenTracks = this.#video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
    }
    this.#tell({ kind: 'changed' })
  }

  async #onError(): Promise<void> {
    if (this.#video.error === null || !this.#video.hasAttribute('src')) return
    if (!this.#isLoaded) return this.#settle('error')
    this.#interrupt()
    this.#tell({ kind: 'changed' })
    await this.#reportFault(this.#turn)
  }

  #errorCode(): number {
    return this.#video.error?.code ?? 0
  }

  #range(): readonly [number, number] {
    const { seekable, duration, currentTime } = this.#video
    if (seekable.length > 0) return [seekable.start(0), seekable.end(seekable.length - 1)]
    return Number.isFinite(duration)
      ? [0, duration]
      : [currentTime, Math.max(currentTime, bufferedEnd(this.#video))]
  }

  /** The wall clock of position 0: the browser's, else that of a recording's playlist. */
  #originMs(): number | null {
    const video = this.#video as HTMLVideoElement & { getStartDate?: () => Date }
    const pendingTimes = video.getStartDate?.().getTime() ?? Number.NaN
    return pendingTimes > earliestClockMs ? pendingTimes : this.#times.beginMs
  }

  #setRateFor({ kind, preferences, gainDb = 0 }: LoadRequest): void {
    this.setRate(kind === 'film' ? preferences.rate : 1)
    this.setGain(gainDb)
    this.setVolume(preferences.volume)
    this.setMuted(preferences.muted)
  }

  #firstPicture(): void {
    const turn = this.#turn
    requestAnimationFrame(() => {
      if (turn !== this.#turn) return
      this.#frozenFrame.release()
      this.#tell({ kind: 'first_picture' })
    })
  }

  #on(name: string, run: () => void): void {
    this.#video.addEventListener(name, run)
    this.#off.push(() => this.#video.removeEventListener(name, run))
  }

  #tell(event: EngineEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}
