/**
 * The part of Samsung's AVPlay that is used.
 * https://developer.samsung.com/smarttv/develop/api-references/samsung-product-api-references/avplay-api.html
 */

export type AvplayState = 'NONE' | 'IDLE' | 'READY' | 'PLAYING' | 'PAUSED'

export interface AvplayTrack {
  readonly index: number
  readonly type: 'VIDEO' | 'AUDIO' | 'TEXT'
  /** JSON; its fields depend on the type and, in part, on the set. */
  readonly extra_info: string
}

export interface AvplayListener {
  onbufferingstart?(): void
  onbufferingcomplete?(): void
  oncurrentplaytime?(ms: number): void
  onstreamcompleted?(): void
  /** `PLAYER_ERROR_CONNECTION_FAILED` and the like. */
  onerror?(name: string): void
  onsubtitlechange?(durationMs: number | string, text: string): void
}

/** Every method throws when the player is in a state that does not allow it. Times are ms. */
export interface Avplay {
  open(url: string): void
  close(): void
  prepareAsync(onReady: () => void, onError: (error: unknown) => void): void
  play(): void
  pause(): void
  stop(): void
  suspend(): void
  restore(): void
  seekTo(ms: number, onDone: () => void, onError: (error: unknown) => void): void
  getState(): AvplayState
  getCurrentTime(): number
  /** 0 while a source is live. */
  getDuration(): number
  getTotalTrackInfo(): readonly AvplayTrack[]
  getCurrentStreamInfo(): readonly AvplayTrack[]
  setSelectTrack(type: 'AUDIO' | 'TEXT', index: number): void
  setSilentSubtitle(isSilent: boolean): void
  /** Pixels of a screen of 1920 × 1080, whatever size the page has. */
  setDisplayRect(left: number, top: number, width: number, height: number): void
  setDisplayMethod(mode: 'PLAYER_DISPLAY_MODE_LETTER_BOX'): void
  setListener(listener: AvplayListener): void
  setStreamingProperty(name: 'ADAPTIVE_INFO', value: string): void
  /** `GET_LIVE_DURATION`: `<start>|<end>` of what can be sought, ms. `CURRENT_BANDWITH`: bits per second. */
  getStreamingProperty(name: 'GET_LIVE_DURATION' | 'CURRENT_BANDWITH'): string
}

/** The set's player; null in browsers and on other sets. */
export function findAvplay(scope: object = globalThis): Avplay | null {
  return (scope as { readonly webapis?: { readonly avplay?: Avplay } }).webapis?.avplay ?? null
}
