/** `PlayerEngine` over shaka-player and one video element. */
import { nearestHeight } from '#player/core/preferences/preferences.ts'
import { ownFault } from '#player/core/state/playback-failure.ts'
import type {
  EngineEvent,
  LoadOutcome,
  LoadRequest,
  PlayerEngine,
  Preview,
} from '#player/core/playback/player-engine.ts'
import { emptyTimeline, type EngineSnapshot } from '#player/core/state/playback-state.ts'
import type { EngineStatistics } from '#player/core/state/statistics.ts'
import { accessOf, withAccess } from '#player/core/state/ticket.ts'
import { bufferedEnd } from '#player/engines/media-element/buffered-end.ts'
import { fitDuration } from './fit-duration.ts'
import { LevelledVolume } from '#player/engines/media-element/levelled-volume.ts'
import { FrozenFrame } from '#player/engines/media-element/frozen-frame.ts'
import { SavedThumbnails } from '#player/dom/downloads/saved-thumbnails.ts'
import { PlaylistHoles, withAbsoluteUris } from '#player/engines/media-element/playlist-text.ts'
import { renewScreenAddress } from '#player/engines/media-element/screen-address.ts'
import { loadShaka, type Shaka, type ShakaPlayer } from './load-shaka.ts'
import { faultOf, isInterruption } from './shaka-fault.ts'
import { noLimits, preferredTextOf, retriesFor, settingsFor, type EngineLimits } from './shaka-settings.ts'
import { statisticsOf } from './shaka-statistics.ts'
import { audioById, audioTracksOf, qualitiesOf, textTracksOf, videoOfHeight } from './shaka-tracks.ts'

/** The elements the engine draws into; they belong to it until `destroy`. */
export interface EngineElements {
  readonly video: HTMLVideoElement
  /** A canvas over the video that shows the last frame while the next source loads. */
  readonly canvas: HTMLCanvasElement
  /** The container of the subtitles. */
  readonly subtitles: HTMLElement
}

const playlistType = 'application/x-mpegurl'
/** A smaller value is not a wall clock but a mere position. */
const earliestClockMs = 1_000_000_000_000

const mediaEvents = [
  'timeupdate',
  'play',
  'pause',
  'playing',
  'waiting',
  'seeking',
  'seeked',
  'ended',
  'volumechange',
  'ratechange',
  'durationchange',
  'progress',
]
const shakaEvents = [
  'buffering',
  'adaptation',
  'trackschanged',
  'textchanged',
  'variantchanged',
  'manifestupdated',
]

/** `PlayerEngine` over shaka-player and one video element. */
export class ShakaEngine implements PlayerEngine {
  readonly #elements: EngineElements
  readonly #limits: EngineLimits
  readonly #frozenFrame: FrozenFrame
  readonly #volume: LevelledVolume
  readonly #listeners = new Set<(event: EngineEvent) => void>()
  readonly #off: (() => void)[] = []
  readonly #holes = new PlaylistHoles()
  readonly #sheet = new SavedThumbnails()
  #player: ShakaPlayer | null = null
  #access: string | null = null
  #url = ''
  /** Increases with every load and abort, so that an older load notices that it is outdated. */
  #turn = 0
  #isLoaded = false
  #chosenHeight: number | null = null
  #isDestroyed = false

  constructor(elements: EngineElements, limits: EngineLimits = noLimits) {
    this.#elements = elements
    this.#limits = limits
    this.#frozenFrame = new FrozenFrame(elements.video, elements.canvas)
    this.#volume = new LevelledVolume(elements.video, limits.amplifies === true)
    for (const name of mediaEvents) this.#on(elements.video, name, () => this.#tell({ kind: 'changed' }))
    this.#on(elements.video, 'loadeddata', () => this.#firstPicture())
    this.#on(elements.video, 'playing', () => this.#volume.resume())
  }

  async load(request: LoadRequest): Promise<LoadOutcome> {
    const turn = ++this.#turn
    this.#frozenFrame.hold()
    this.#isLoaded = false
    let shaka: Shaka
    try {
      shaka = await loadShaka()
    } catch {
      return { kind: 'fault', fault: ownFault('player_missing') }
    }
    if (turn !== this.#turn) return { kind: 'interrupted' }
    if (!shaka.Player.isBrowserSupported()) return { kind: 'fault', fault: ownFault('cannot_decode') }
    try {
      const player = await this.#playerOf(shaka)
      this.#access = accessOf(request.url)
      this.#url = request.url
      player.configure(settingsFor(request, this.#limits))
      this.#setRateFor(request)
      this.#holes.clear()
      await player.load(...wholeAddress(request))
      if (turn !== this.#turn) return { kind: 'interrupted' }
      this.#isLoaded = true
      // A prefetched playlist was loaded as a text, which no other screen can read.
      renewScreenAddress(this.#elements.video, request.url)
      this.#applyHeight(request)
      this.#applyText(request)
      return { kind: 'loaded' }
    } catch (error) {
      if (turn !== this.#turn || isInterruption(error)) return { kind: 'interrupted' }
      return { kind: 'fault', fault: faultOf(error) ?? ownFault('stream_broken') }
    }
  }

  abort(): void {
    this.#turn += 1
    if (!this.#isLoaded) void this.#player?.unload().catch(() => undefined)
  }

  retry(): void {
    this.#player?.retryStreaming(0.1)
  }

  async unload(): Promise<void> {
    this.#turn += 1
    this.#isLoaded = false
    this.#frozenFrame.release()
    await this.#player?.unload().catch(() => undefined)
  }

  snapshot(): EngineSnapshot {
    const { video } = this.#elements
    const player = this.#isLoaded ? this.#player : null
    const sound = { volume: this.#volume.volume, muted: video.muted, rate: video.playbackRate }
    const chosenHeight = this.#chosenHeight
    if (player === null)
      return {
        ...emptyTimeline,
        ...sound,
        chosenHeight,
        positionSec: 0,
        paused: video.paused,
        buffering: true,
        ended: false,
      }
    const range = player.seekRange()
    const isGrowing = player.isDynamic()
    return {
      ...emptyTimeline,
      ...sound,
      positionSec: video.currentTime,
      durationSec: isGrowing || !Number.isFinite(video.duration) ? null : video.duration,
      seekStartSec: range.start,
      seekEndSec: range.end,
      bufferedEndSec: bufferedEnd(video),
      isGrowing,
      originMs: originOf(player, video),
      paused: video.paused,
      buffering: player.isBuffering(),
      ended: video.ended,
      qualities: qualitiesOf(player, this.#limits.maxHeight),
      chosenHeight,
      playingHeight: player.getVideoTracks().find(({ active }) => active)?.height ?? null,
      audioTracks: audioTracksOf(player),
      textTracks: textTracksOf(player),
      holes: this.#holes.list,
    }
  }

  subscribe(listener: (event: EngineEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async play(): Promise<'started' | 'blocked'> {
    try {
      await this.#elements.video.play()
      return 'started'
    } catch (error) {
      // Anything else is a pause or another load in between, which has its own event.
      return error instanceof DOMException && error.name === 'NotAllowedError' ? 'blocked' : 'started'
    }
  }

  pause(): void {
    this.#elements.video.pause()
  }

  seek(positionSec: number): void {
    if (this.#isLoaded) this.#elements.video.currentTime = positionSec
  }

  goToLive(): void {
    if (this.#isLoaded) this.#player?.goToLive()
  }

  setVolume(volume: number): void {
    this.#volume.setVolume(volume)
  }

  setGain(gainDb: number): void {
    this.#volume.setGain(gainDb)
  }

  setMuted(muted: boolean): void {
    this.#elements.video.muted = muted
  }

  setRate(rate: number): void {
    this.#elements.video.defaultPlaybackRate = rate
    this.#elements.video.playbackRate = rate
  }

  setHeight(height: number | null): void {
    this.#chosenHeight = height
    const player = this.#player
    if (player === null || !this.#isLoaded) return
    if (height === null) {
      player.configure({ abr: { enabled: true } })
      return
    }
    const offered = qualitiesOf(player, this.#limits.maxHeight).map((quality) => quality.height)
    const nearest = nearestHeight(offered, height)
    const track = nearest === null ? null : videoOfHeight(player, nearest)
    if (track === null) return
    player.configure({ abr: { enabled: false } })
    if (!track.active) player.selectVideoTrack(track, true, 2)
  }

  setMaxBitsPerSecond(limit: number | null): void {
    this.#player?.configure({ abr: { restrictions: { maxBandwidth: limit ?? Number.POSITIVE_INFINITY } } })
  }

  setAudio(trackId: string): void {
    const player = this.#isLoaded ? this.#player : null
    const track = player === null ? null : audioById(player, trackId)
    if (player !== null && track !== null) player.selectAudioTrack(track)
  }

  setText(trackId: string | null): void {
    const player = this.#isLoaded ? this.#player : null
    player?.selectTextTrack(player.getTextTracks().find(({ id }) => String(id) === trackId) ?? null)
  }

  setAccess(access: string, hasOther = false): void {
    this.#access = access
    this.#player?.configure(retriesFor(hasOther))
    if (this.#isLoaded) renewScreenAddress(this.#elements.video, withAccess(this.#url, access))
  }

  async previewAt(positionSec: number): Promise<Preview | null> {
    const player = this.#isLoaded && this.#limits.previews ? this.#player : null
    const track = player?.getImageTracks()[0]
    if (player === null || track === undefined) return null
    const thumbnail = await player.getThumbnails(track.id, positionSec).catch(() => null)
    const url = thumbnail?.uris[0]
    if (thumbnail === null || url === undefined || thumbnail.width <= 0) return null
    return {
      url: this.#access === null ? await this.#sheet.addressOf(url) : withAccess(url, this.#access),
      sheetWidth: thumbnail.imageWidth,
      sheetHeight: thumbnail.imageHeight,
      left: thumbnail.positionX,
      top: thumbnail.positionY,
      width: thumbnail.width,
      height: thumbnail.height,
    }
  }

  bandwidthEstimate(): number | null {
    const estimate = this.#isLoaded ? this.#player?.getStats().estimatedBandwidth : undefined
    return estimate !== undefined && Number.isFinite(estimate) && estimate > 0 ? Math.round(estimate) : null
  }

  statistics(): EngineStatistics | null {
    return this.#isLoaded && this.#player !== null ? statisticsOf(this.#player, this.#elements.video) : null
  }

  async destroy(): Promise<void> {
    this.#isDestroyed = true
    this.#turn += 1
    this.#isLoaded = false
    for (const off of this.#off) off()
    this.#listeners.clear()
    this.#sheet.release()
    await this.#player?.destroy().catch(() => undefined)
    this.#player = null
  }

  async #playerOf(shaka: Shaka): Promise<ShakaPlayer> {
    if (this.#player !== null) return this.#player
    const player: ShakaPlayer = new shaka.Player(null, this.#elements.subtitles)
    this.#player = player
    for (const name of shakaEvents) player.addEventListener(name, () => this.#tell({ kind: 'changed' }))
    player.addEventListener('error', (event: Event) => this.#onError(event))
    player.addEventListener('streaming', () => chooseSomeText(player))
    player.addEventListener('segmentappended', () => fitDuration(player))
    player.getNetworkingEngine()?.registerRequestFilter((_, request) => {
      const access = this.#access
      if (access !== null) request.uris = request.uris.map((uri) => withAccess(uri, access))
    })
    player.getNetworkingEngine()?.registerResponseFilter((kind, response) => {
      if (kind === shaka.net.NetworkingEngine.RequestType.MANIFEST) this.#holes.read(response.data)
    })
    await player.attach(this.#elements.video)
    if (this.#isDestroyed) await player.destroy()
    return player
  }

  #setRateFor({ kind, preferences, gainDb = 0 }: LoadRequest): void {
    this.setRate(kind === 'film' ? preferences.rate : 1)
    this.setGain(gainDb)
    this.setVolume(preferences.volume)
    this.setMuted(preferences.muted)
  }

  #applyHeight({ preferences, heightLimit }: LoadRequest): void {
    const height = heightLimit === null ? preferences.height : null
    // Automatic quality adapts from the first frame on.
    if (height === null) this.#chosenHeight = null
    else this.setHeight(height)
  }

  /** Subtitles are off unless the viewer chose them; a preferred language alone must not turn them on. */
  #applyText({ preferences }: LoadRequest): void {
    const player = this.#player
    if (player === null) return
    const preferred = textTracksOf(player).find(({ language }) => language === preferences.textLanguage)
    this.setText(preferred?.id ?? null)
  }

  #onError(event: Event): void {
    if (!this.#isLoaded || !('detail' in event)) return
    const fault = faultOf(event.detail)
    if (fault !== null) this.#tell({ kind: 'fault', fault })
  }

  #firstPicture(): void {
    const turn = this.#turn
    // One frame later the first frame is really on the screen.
    requestAnimationFrame(() => {
      if (turn !== this.#turn) return
      this.#frozenFrame.release()
      if (this.#chosenHeight === null) this.#player?.configure({ abr: { enabled: true } })
      this.#tell({ kind: 'first_picture' })
    })
  }

  #on(target: EventTarget, name: string, run: () => void): void {
    target.addEventListener(name, run)
    this.#off.push(() => target.removeEventListener(name, run))
  }

  #tell(event: EngineEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}

/** What the library loads: the address or its prefetched text, and the start position. */
function wholeAddress({
  url,
  master,
  startSec,
  startAtMs,
}: LoadRequest): [string, number | Date | null, string?] {
  const start = startAtMs === null ? startSec : new Date(startAtMs)
  if (master === null) return [url, start]
  const text = encodeURIComponent(withAbsoluteUris(master, url))
  return [`data:${playlistType},${text}`, start, playlistType]
}

/**
 * The library finds out from video segments where subtitles belong, and only while a subtitle track is selected:
 * turned on when all video segments are buffered already, in a pause or in the last minute, it would wait for the
 * next one for ever. So a track is always selected at the start; `#applyText` deselects it before anything of it
 * is fetched.
 */
function chooseSomeText(player: ShakaPlayer): void {
  const { preferredText } = player.getConfiguration()
  const languages = player.getTextTracks().map((track) => track.language)
  const preferred = languages.find((one) => preferredText.some(({ language }) => language === one))
  const language = preferred ?? languages[0]
  if (language !== undefined) player.configure({ preferredText: [preferredTextOf(language)] })
}

function originOf(player: ShakaPlayer, video: HTMLVideoElement): number | null {
  const playheadMs = player.getPlayheadTimeAsDate()?.getTime() ?? 0
  return playheadMs > earliestClockMs ? playheadMs - video.currentTime * 1000 : null
}
