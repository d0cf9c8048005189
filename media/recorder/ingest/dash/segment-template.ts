/** The segments that a DASH SegmentTemplate describes. Pure. */
import { childrenOf, type XmlElement } from './xml-elements.ts'

/** All times in units of `timescale`, as in the manifest: those since 1970 are larger than a number can be exactly. */
export interface SegmentTemplate {
  readonly timescale: number
  readonly startNumber: number
  /** The time of the media at the start of the period. */
  readonly offset: bigint
  readonly media: string
  readonly initialization?: string | undefined
  /** Of each segment, where there is no timeline. */
  readonly duration?: number | undefined
  readonly timeline?: readonly TimelineEntry[] | undefined
}

/** `repeat`: how often it is repeated; negative: until the next entry, or for as long as the period goes on. */
interface TimelineEntry {
  readonly time: bigint
  readonly duration: number
  readonly repeat: number
}

/** `startS` is relative to the period. */
export interface DashSegment {
  readonly number: number
  readonly time: bigint
  readonly startS: number
  readonly durationS: number
}

/** Longer templates and addresses are none of a real packager. */
const maxAddress = 2000
/** Renditions of a set share their timeline: it is read once. */
const timelines = new WeakMap<XmlElement, readonly TimelineEntry[]>()

/** The template of nested elements, the outermost first: what an inner one does not say is that of the outer. */
export function readTemplate(parts: readonly XmlElement[]): SegmentTemplate | undefined {
  const attribute = (name: string): string | undefined =>
    parts.findLast((part) => part.attributes[name] !== undefined)?.attributes[name]
  const media = attribute('media')
  if (media === undefined || media.length > maxAddress) return undefined
  const timeline = parts.flatMap((part) => childrenOf(part, 'SegmentTimeline')).at(-1)
  const duration = positive(attribute('duration'))
  const entries = timeline === undefined ? undefined : entriesOf(timeline)
  if (entries === undefined && duration === undefined) return undefined
  return {
    ...{ media, duration, initialization: attribute('initialization'), timeline: entries },
    timescale: positive(attribute('timescale')) ?? 1,
    startNumber: Number(attribute('startNumber') ?? 1) || 0,
    offset: wholeOf(attribute('presentationTimeOffset')) ?? 0n,
  }
}

function positive(text: string | undefined): number | undefined {
  const value = Number(text)
  return value > 0 && Number.isFinite(value) ? value : undefined
}

/** A whole number of up to 64 bits. */
function wholeOf(text: string | undefined): bigint | undefined {
  return /^\d{1,19}$/.test(text ?? '') ? BigInt(text ?? 0) : undefined
}

function entriesOf(timeline: XmlElement): readonly TimelineEntry[] {
  const before = timelines.get(timeline)
  if (before !== undefined) return before
  const entries: TimelineEntry[] = []
  let time = 0n
  for (const { attributes } of childrenOf(timeline, 'S')) {
    const duration = Math.round(positive(attributes['d']) ?? 0)
    if (duration === 0) continue
    time = wholeOf(attributes['t']) ?? time
    const repeat = Math.trunc(Number(attributes['r'] ?? 0)) || 0
    entries.push({ time, duration, repeat })
    time += BigInt(duration) * BigInt(Math.max(0, repeat) + 1)
  }
  timelines.set(timeline, entries)
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
      time: offset + BigInt(Math.round(position * duration)),
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
  const until = BigInt(Math.max(0, Math.floor(untilS * timescale))) + offset
  const segments: DashSegment[] = []
  let number = startNumber
  for (const [index, { time, duration, repeat }] of timeline.entries()) {
    const end = timeline[index + 1]?.time ?? until
    const open = Math.max(0, Math.floor(Number(end - time) / duration))
    const count = repeat < 0 ? open : repeat + 1
    // Only the last ones are of interest, and an entry may stand for any number.
    for (let at = Math.max(0, count - max); at < count; at++) {
      const begin = time + BigInt(at) * BigInt(duration)
      segments.push({
        number: number + at,
        time: begin,
        startS: Number(begin - offset) / timescale,
        durationS: duration / timescale,
      })
    }
    if (segments.length > 2 * max) segments.splice(0, segments.length - max)
    number += count
  }
  return segments.slice(-max)
}

/**
 * An address of the template: `$Number%05d$`, `$Time$`, `$RepresentationID$`, `$Bandwidth$`, `$$`. '' when it becomes
 * longer than an address can be.
 */
export function fillTemplate(
  template: string,
  values: {
    readonly id: string
    readonly bandwidth: number
    readonly number?: number
    readonly time?: bigint
  },
): string {
  if (template.split('$').length * (values.id.length + 20) + template.length > 20 * maxAddress) return ''
  const filled = template.replaceAll(
    /\$(?:(Number|Time|Bandwidth)(?:%0(\d{1,2})d)?|(RepresentationID))?\$/g,
    (whole, name: string | undefined, width: string | undefined, id: string | undefined) => {
      if (whole === '$$') return '$'
      if (id !== undefined) return values.id
      const value = { Number: values.number, Time: values.time, Bandwidth: values.bandwidth }[name ?? '']
      return String(value ?? 0).padStart(Number(width ?? 0), '0')
    },
  )
  return filled.length > maxAddress ? '' : filled
}
