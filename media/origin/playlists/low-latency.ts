/**
 * Playlists with parts. Complete segments come from the Timeline, the newest ones and the incomplete one from the
 * parts; both share one numbering, so that a player which ignores parts reads the same numbers.
 */
import { coverHole, gapStepMs, holeToleranceMs } from '#media/archive/timeline/holes.ts'
import type { SegmentRef, Timeline } from '#media/archive/timeline/timeline.ts'
import {
  targetDurationOf,
  writeMediaPlaylist,
  type MediaSegment,
  type OpenSegment,
  type PartialSegment,
  type RenditionReport,
} from '#media/playlists/hls.ts'
import { lineOf, liveWindow, toMedia } from './channel-playlists.ts'
import type { LiveNumbering } from './live-numbering.ts'
import type { BufferedSegment, LiveParts } from './live-parts.ts'

/** Parts are listed for the complete segments of three target durations, and for the incomplete one. */
const listedWithParts = 4
const aheadMs = 60_000
/** Three of each: browser players were measured with this (RFC 8216bis asks for two parts and three segments). */
const holdBack = 3
const skipUntilTargets = 6

/** The state of a rendition. */
interface Edge {
  /** Complete segments of the window, holes as gaps. Never empty. */
  readonly segments: readonly SegmentRef[]
  readonly open: BufferedSegment | undefined
  readonly mediaSequence: number
  readonly discontinuitySequence: number
}

export interface LowLatencyOptions {
  readonly timeline: Timeline
  readonly numbering: LiveNumbering
  readonly parts: LiveParts
}

export class LowLatencyChannel {
  readonly parts: LiveParts
  readonly #options: LowLatencyOptions
  #edges = new Map<string, Edge | undefined>()
  #edgesAt = ''

  constructor(options: LowLatencyOptions) {
    this.#options = options
    this.parts = options.parts
  }

  /** False when the newest data is older than the parts: a recording that ended, or a process that only reads. */
  isLive(rendition: string): boolean {
    return this.parts.nextId(rendition) !== undefined
  }

  /** Changes whenever a playlist of the channel does. */
  get stamp(): string {
    return `${this.parts.version} ${this.#options.timeline.liveEdgeMs()}`
  }

  /** The number of the last complete segment; undefined when there is none. */
  lastSequence(rendition: string, nowMs: number): number | undefined {
    const edge = this.#edge(rendition, nowMs)
    return edge && edge.mediaSequence + edge.segments.length - 1
  }

  /**
   * Whether segment `sequence` is complete, or its part number `part` exists (RFC 8216bis 6.2.5.2). A part after the
   * last one of a complete segment is the first one of the next.
   */
  has(rendition: string, nowMs: number, sequence: number, part: number | undefined): boolean {
    const edge = this.#edge(rendition, nowMs)
    if (edge === undefined) return false
    const last = edge.mediaSequence + edge.segments.length - 1
    const startedParts = edge.open?.parts.length ?? 0
    if (part === undefined) return sequence <= last
    if (sequence < last) return true
    if (sequence === last) return part < this.#partsOf(rendition, edge.segments.at(-1)) || startedParts > 0
    return sequence === last + 1 && part < startedParts
  }

  /** Undefined when there is nothing to play. `skip` leaves out what the player already has (delta update). */
  playlist(rendition: string, nowMs: number, skip: boolean): string | undefined {
    const { numbering, parts } = this.#options
    const edge = this.#edge(rendition, nowMs)
    const nextId = parts.nextId(rendition)
    if (edge === undefined || nextId === undefined) return undefined
    const list = this.#segments(rendition, edge)
    const target = numbering.target(Math.max(2, targetDurationOf(list)))
    const canSkipUntilSec = skipUntilTargets * target
    const skipped = skip ? skippable(list, edge.open, canSkipUntilSec) : 0
    const open = edge.open && openSegment(rendition, edge.open, edge.segments.at(-1))
    return writeMediaPlaylist({
      targetDurationSec: target,
      mediaSequence: edge.mediaSequence,
      discontinuitySequence: edge.discontinuitySequence,
      ended: false,
      segments: list.slice(skipped),
      lowLatency: {
        partTargetSec: parts.partTargetSec(rendition),
        // One value for all renditions, so that video and audio start at the same position.
        partHoldBackSec: holdBack * Math.max(...parts.renditions.map((id) => parts.partTargetSec(id))),
        holdBackSec: target * holdBack,
        canSkipUntilSec,
        ...(skipped > 0 ? { skippedSegments: skipped } : {}),
        ...(open === undefined ? {} : { open }),
        preloadHintUri: partUri(rendition, nextId),
        reports: this.#reports(rendition, nowMs),
      },
    })
  }

  #segments(rendition: string, edge: Edge): MediaSegment[] {
    const buffered = new Map(this.parts.segments(rendition).map((one) => [one.beginMs, one]))
    return edge.segments.map((segment, position) => {
      const isNew = position >= edge.segments.length - listedWithParts
      const parts = isNew && !segment.gap ? partsOf(rendition, buffered.get(segment.beginMs)) : []
      const media = toMedia(rendition, segment, 1, edge.segments[position - 1])
      return parts.length === 0 ? media : { ...media, parts }
    })
  }

  #partsOf(rendition: string, segment: SegmentRef | undefined): number {
    const buffered = this.parts.segments(rendition).find((one) => one.beginMs === segment?.beginMs)
    return buffered?.parts.length ?? 0
  }

  #reports(own: string, nowMs: number): RenditionReport[] {
    return this.parts.renditions.flatMap((rendition) => {
      const edge = rendition === own ? undefined : this.#edge(rendition, nowMs)
      if (edge === undefined) return []
      const startedParts = edge.open?.parts.length ?? 0
      const last = edge.mediaSequence + edge.segments.length - 1
      const lastPart = startedParts > 0 ? startedParts : this.#partsOf(rendition, edge.segments.at(-1))
      return {
        uri: `${rendition}.m3u8`,
        lastMediaSequence: startedParts > 0 ? last + 1 : last,
        ...(lastPart > 0 ? { lastPart: lastPart - 1 } : {}),
      }
    })
  }

  /** Calculated once for each state of the channel, for any number of requests. */
  #edge(rendition: string, nowMs: number): Edge | undefined {
    const { timeline } = this.#options
    const window = liveWindow(timeline, nowMs)
    const at = `${this.stamp} ${window === undefined}`
    if (at !== this.#edgesAt) {
      this.#edges = new Map()
      this.#edgesAt = at
    }
    if (!this.#edges.has(rendition))
      this.#edges.set(rendition, window && this.#work(rendition, window.fromMs, nowMs))
    return this.#edges.get(rendition)
  }

  #work(rendition: string, fromMs: number, nowMs: number): Edge | undefined {
    const { timeline, numbering, parts } = this.#options
    const edgeMs = timeline.liveEdgeMs() ?? nowMs
    const whole = timeline
      .window(rendition, fromMs, Math.max(nowMs, edgeMs) + aheadMs)
      .filter((one) => one.beginMs >= fromMs)
    const { segments, open } = continueWith(whole, parts.segments(rendition))
    if (segments.length === 0) return undefined
    return { segments, open, ...numbering.number(lineOf(rendition), segments) }
  }
}

/** The archive's segments, then those that exist only as parts: not written yet, or incomplete. */
function continueWith(
  whole: readonly SegmentRef[],
  buffered: readonly BufferedSegment[],
): { segments: readonly SegmentRef[]; open: BufferedSegment | undefined } {
  const segments = [...whole]
  let open: BufferedSegment | undefined
  for (const [position, one] of buffered.entries()) {
    const before = segments.at(-1)
    const endMs = before && before.beginMs + before.durationMs
    if (endMs !== undefined && one.beginMs < endMs - 1) continue
    if (before !== undefined) segments.push(...holeBetween(before, one.beginMs))
    if (position === buffered.length - 1) open = one
    else segments.push(refOf(one))
  }
  return { segments, open }
}

/** The same gaps as the archive will have for the hole once the segment after it is written. */
function holeBetween(before: SegmentRef, beginMs: number): SegmentRef[] {
  const fromMs = before.beginMs + before.durationMs
  const out: SegmentRef[] = []
  if (beginMs - fromMs <= holeToleranceMs) return out
  const names = { initKey: before.initKey, periodMs: before.periodMs }
  coverHole(out, fromMs, beginMs, { fromMs, toMs: beginMs, stepMs: gapStepMs }, names)
  return out
}

function refOf(buffered: BufferedSegment): SegmentRef {
  const { beginMs, initKey, periodMs, parts } = buffered
  return {
    beginMs,
    initKey,
    periodMs,
    durationMs: Math.round(parts.at(-1)?.endMs ?? beginMs) - beginMs,
    gap: false,
  }
}

function partUri(rendition: string, id: number): string {
  return `${rendition}/p${id}.m4s`
}

function partsOf(rendition: string, buffered: BufferedSegment | undefined): PartialSegment[] {
  return (buffered?.parts ?? []).map((part) => ({
    uri: partUri(rendition, part.id),
    durationSec: (part.endMs - part.beginMs) / 1000,
    ...(part.independent ? { independent: true } : {}),
  }))
}

function openSegment(
  rendition: string,
  buffered: BufferedSegment,
  before: SegmentRef | undefined,
): OpenSegment {
  const { map, programDateTimeMs, discontinuity } = toMedia(rendition, refOf(buffered), 1, before)
  return {
    ...(map === undefined ? {} : { map }),
    ...(programDateTimeMs === undefined ? {} : { programDateTimeMs }),
    ...(discontinuity === true ? { discontinuity } : {}),
    parts: partsOf(rendition, buffered),
  }
}

/** The number of segments completely before the skip boundary, counted from the end of the playlist. */
function skippable(
  list: readonly MediaSegment[],
  open: BufferedSegment | undefined,
  untilSec: number,
): number {
  let left = untilSec
  for (const part of open?.parts ?? []) left -= (part.endMs - part.beginMs) / 1000
  let at = list.length
  while (at > 0 && left > 0) left -= list[--at]?.durationSec ?? 0
  return at
}
