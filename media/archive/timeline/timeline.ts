/**
 * The interface between a channel's content and everything that serves it. Recorded and linear channels both
 * implement it, so that live and archive playlists are made by the same code. One wall-clock timeline per channel:
 * times are Unix milliseconds, decode times in the bytes are the same moment in ticks.
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
  /** ISO 639-1 if known, else `und`. */
  readonly language?: string
  readonly name?: string
  readonly channels?: number
}

/** One segment of one rendition, or a hole of the same length (`gap`). */
export interface SegmentRef {
  /** The name of the segment in URLs; whole Unix milliseconds. */
  readonly beginMs: number
  readonly durationMs: number
  /** The name of the init segment it needs. */
  readonly initKey: string
  /**
   * Start of the period with one codec configuration that this segment belongs to. The same on every rendition
   * of the channel: playlists write a discontinuity where it changes.
   */
  readonly periodMs: number
  readonly gap: boolean
}

/** A channel as the origin sees it. A segment that partly overlaps a window is part of it. */
export interface Timeline {
  /** The end of what can be played now, Unix ms; undefined when there is nothing. */
  liveEdgeMs(): number | undefined
  /**
   * The earliest time that can be played. With `atMs`: the earliest of the range that contains or follows `atMs`,
   * since a protected fragment is separate from the rest of the archive.
   */
  oldestMs(atMs?: number): number
  /** How long recordings are retained. */
  readonly depthMs: number
  renditions(fromMs: number, toMs: number): readonly TimelineRendition[]
  /** False while a channel is recorded without video. */
  hasVideoNow?(): boolean
  window(rendition: string, fromMs: number, toMs: number): readonly SegmentRef[]
  /** Changes when the content of a window changes without time passing (a new schedule). */
  revision?(fromMs: number, toMs: number): string
  /** True when something in the window can be played. */
  hasAnything(fromMs: number, toMs: number): boolean
  /** The bytes of `count` adjacent segments from the one named `beginMs`; undefined when they do not exist. */
  segmentBytes(rendition: string, beginMs: number, count: number): Promise<Buffer | undefined>
  /** `within` (Unix ms): a channel of films serves the init segments of that window only. */
  initBytes(
    rendition: string,
    initKey: string,
    within: { readonly fromMs: number; readonly toMs: number },
  ): Promise<Buffer | undefined>
}
