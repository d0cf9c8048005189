/**
 * The interface between a channel's past and present and everything that serves it. Recorded and linear channels
 * both stand behind it, so that live and archive playlists are made by the same code. One wall-clock timeline
 * per channel: times are Unix milliseconds, decode times in the bytes are the same moment in ticks.
 */

/** What a master playlist says about one rendition over a window. Bit rates are measured, bits per second. */
export interface TimelineRendition {
  readonly id: string
  readonly kind: 'video' | 'audio'
  readonly codec: string
  readonly peakBitsPerSecond: number
  readonly averageBitsPerSecond: number
  readonly width?: number
  readonly height?: number
  readonly frameRate?: number
  /** ISO 639-1 where known, else `und`. */
  readonly language?: string
  readonly name?: string
  readonly channels?: number
}

/** One segment of one rendition, or a hole of the same length (`gap`). */
export interface SegmentRef {
  /** Names the segment in addresses; whole Unix milliseconds. */
  readonly beginMs: number
  readonly durationMs: number
  /** Names the init segment it needs. */
  readonly initKey: string
  /**
   * When the stretch of one codec configuration began that this segment belongs to. The same on every
   * rendition of the channel: where it changes, playlists write a discontinuity.
   */
  readonly periodMs: number
  readonly gap: boolean
}

/** A channel as the origin sees it. Windows overlap: a segment that reaches into the window is part of it. */
export interface Timeline {
  /** The end of what can be played now, Unix ms; undefined when there is nothing. */
  liveEdgeMs(): number | undefined
  /**
   * The earliest moment that may still be played. With `atMs` that of the stretch `atMs` lies in or before: a protected
   * fragment lies apart from the rest of the archive.
   */
  oldestMs(atMs?: number): number
  /** How long recordings are retained. */
  readonly depthMs: number
  renditions(fromMs: number, toMs: number): readonly TimelineRendition[]
  window(rendition: string, fromMs: number, toMs: number): readonly SegmentRef[]
  /** Differs when what is shown in a window does, where that changes without time passing. */
  revision?(fromMs: number, toMs: number): string
  /** Anything playable in the window. */
  hasAnything(fromMs: number, toMs: number): boolean
  /** The bytes of `count` adjacent segments from the one named `beginMs`; undefined when they are not there. */
  segmentBytes(rendition: string, beginMs: number, count: number): Promise<Buffer | undefined>
  /** `within` (Unix ms): a channel of films serves the init segments of that window only. */
  initBytes(
    rendition: string,
    initKey: string,
    within: { readonly fromMs: number; readonly toMs: number },
  ): Promise<Buffer | undefined>
}
