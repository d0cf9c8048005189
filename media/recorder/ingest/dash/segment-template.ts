/** The segments that a DASH SegmentTemplate describes. Pure. */
import { childrenOf, type XmlElement } from './xml-elements.ts'

/** All times in units of `timescale`, as in the manifest. */
export interface SegmentTemplate {
  readonly timescale: number
  readonly startNumber: number
  /** The time of the media at the start of the period. */
  readonly offset: number
  readonly media: string
  readonly initialization?: string | undefined
  /** Of each segment, where there is no timeline. */
  readonly duration?: number | undefined
  readonly timeline?: readonly TimelineEntry[] | undefined
}

/** `repeat`: how often it is repeated; negative: until the next entry, or for as long as the period goes on. */
interface TimelineEntry {
  readonly time: number
  readonly duration: number
  readonly repeat: number
}

/** `startS` is relative to the period. */
export interface DashSegment {
  readonly number: number
  readonly time: number
  readonly startS: number
  readonly durationS: number
}

const maxTimelineEntries = 100_000

/** The template of nested elements, the outermost first: what an inner one does not say is that of the outer. */
export function readTemplate(parts: readonly XmlElement[]): SegmentTemplate | undefined {
  const attribute = (name: string): string | undefined =>
    parts.findLast((part) => part.attributes[name] !== undefined)?.attributes[name]
  const media = attribute('media')
  if (media === undefined) return undefined
  const timeline = parts.flatMap((part) => childrenOf(part, 'SegmentTimeline')).at(-1)
  const duration = positive(attribute('duration'))
  const entries = timeline === undefined ? undefined : entriesOf(timeline)
  if (entries === undefined && duration === undefined) return undefined
  return {
    ...{ media, duration, initialization: attribute('initialization'), timeline: entries },
    timescale: positive(attribute('timescale')) ?? 1,
    startNumber: Number(attribute('startNumber') ?? 1) || 0,
    offset: Number(attribute('presentationTimeOffset') ?? 0) || 0,
  }
}

function positive(text: string | undefined): number | undefined {
  const value = Number(text)
  return value > 0 && Number.isFinite(value) ? value : undefined
}

function entriesOf(timeline: XmlElement): TimelineEntry[] {
  const entries: TimelineEntry[] = []
  let time = 0
  for (const { attributes } of childrenOf(timeline, 'S').slice(0, maxTimelineEntries)) {
    const duration = positive(attributes['d'])
    if (duration === undefined) continue
    time = Number(attributes['t'] ?? time) || 0
    const repeat = Math.trunc(Number(attributes['r'] ?? 0)) || 0
    entries.push({ time, duration, repeat })
    time += duration * (Math.max(0, repeat) + 1)
  }
  return entries
}

/**
 * The last `max` segments that are complete `nowS` seconds after the period began, the oldest first. `endS`: the end of
 * the period, where it has one.
 */
export function lastSegments(
  template: SegmentTemplate,
  nowS: number,
  endS: number | undefined,
  max: number,
): readonly DashSegment[] {
  const untilS = Math.min(nowS, endS ?? nowS)
  return template.timeline === undefined
    ? countedSegments(template, untilS, max)
    : listedSegments(template, template.timeline, untilS, max)
}

/**
 * Segments of equal length, which exist as time goes on. The last one is left out: the clock of the source may be a
 * little behind ours.
 */
function countedSegments(template: SegmentTemplate, untilS: number, max: number): DashSegment[] {
  const { timescale, startNumber, offset, duration = timescale } = template
  const seconds = duration / timescale
  const count = Math.max(0, Math.floor(untilS / seconds) - 1)
  const first = Math.max(0, count - max)
  return Array.from({ length: count - first }, (_, index) => {
    const position = first + index
    return {
      number: startNumber + position,
      time: offset + position * duration,
      startS: position * seconds,
      durationS: seconds,
    }
  })
}

function listedSegments(
  { timescale, startNumber, offset }: SegmentTemplate,
  timeline: readonly TimelineEntry[],
  untilS: number,
  max: number,
): DashSegment[] {
  const until = untilS * timescale + offset
  const segments: DashSegment[] = []
  let number = startNumber
  for (const [index, { time, duration, repeat }] of timeline.entries()) {
    const end = timeline[index + 1]?.time ?? until
    const count = repeat < 0 ? Math.max(0, Math.floor((end - time) / duration)) : repeat + 1
    // Only the last ones are of interest, and an entry may stand for any number.
    for (let at = Math.max(0, count - max); at < count; at++) {
      const begin = time + at * duration
      segments.push({
        number: number + at,
        time: begin,
        startS: (begin - offset) / timescale,
        durationS: duration / timescale,
      })
    }
    if (segments.length > 2 * max) segments.splice(0, segments.length - max)
    number += count
  }
  return segments.slice(-max)
}

/** An address of the template: `$Number%05d$`, `$Time$`, `$RepresentationID$`, `$Bandwidth$`, `$$`. */
export function fillTemplate(
  template: string,
  values: {
    readonly id: string
    readonly bandwidth: number
    readonly number?: number
    readonly time?: number
  },
): string {
  return template.replaceAll(
    /\$(?:(Number|Time|Bandwidth)(?:%0(\d{1,2})d)?|(RepresentationID))?\$/g,
    (whole, name: string | undefined, width: string | undefined, id: string | undefined) => {
      if (whole === '$$') return '$'
      if (id !== undefined) return values.id
      const value = { Number: values.number, Time: values.time, Bandwidth: values.bandwidth }[name ?? '']
      return String(value ?? 0).padStart(Number(width ?? 0), '0')
    },
  )
}
