/** A channel's timeline day by day; pure. Times are unix seconds, days those of Tashkent. */
import { type consoleTimeline, timelineDays } from '#contract/console/timeline.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { dayOf, startOfDay } from '#console/i18n/format.ts'

export type Timeline = ResponseOf<typeof consoleTimeline.channel>
export type Programme = Timeline['programmes'][number]

export interface Span {
  readonly begin: number
  readonly end: number
}

/** A day of the timeline: `2026-11-28`, and its first and last second. */
export interface TimelineDay extends Span {
  readonly day: string
}

/** What is in a day, in order. */
export type Entry =
  | { readonly kind: 'gap'; readonly span: Span }
  | {
      readonly kind: 'programme'
      readonly programme: Programme
      /** Seconds of it that another one takes. */
      readonly overlapSec: number
      /** Seconds of it that the archive should have and has not. */
      readonly missingSec: number
    }

/** What the dialog is about: a programme, or a new one in a time. */
export type Dialogued =
  | { readonly kind: 'programme'; readonly programme: Programme }
  | { readonly kind: 'new'; readonly begin: number; readonly end: number }

const daySec = 86_400
const daysBack = 7

/** A week back, today and a week ahead. */
export function timelineDaysAt(nowSec: number): readonly TimelineDay[] {
  const today = startOfDay(dayOf(nowSec)) ?? 0
  return Array.from({ length: timelineDays }, (_, index) => {
    const begin = today + (index - daysBack) * daySec
    return { day: dayOf(begin), begin, end: begin + daySec }
  })
}

/** The part of one span that is in another one; undefined when they do not meet. */
export function clipped(span: Span, within: Span): Span | undefined {
  const [begin, end] = [Math.max(span.begin, within.begin), Math.min(span.end, within.end)]
  return end > begin ? { begin, end } : undefined
}

/** The programmes and gaps of a day in order. What runs over midnight is in both days. */
export function entriesOf(timeline: Timeline, day: Span): readonly Entry[] {
  const holes = timeline.archive?.holes ?? []
  const programmes = timeline.programmes
    .filter((programme) => clipped(programme, day) !== undefined)
    .map((programme): Entry => ({
      kind: 'programme',
      programme,
      overlapSec: overlapOf(programme),
      missingSec: programme.shown === null ? 0 : totalOf(holes, programme.shown),
    }))
  const gaps = timeline.gaps.flatMap((gap): Entry[] => {
    const span = clipped(gap, day)
    return span === undefined ? [] : [{ kind: 'gap', span }]
  })
  return [...programmes, ...gaps].toSorted((a, b) => beginOf(a) - beginOf(b))
}

function beginOf(entry: Entry): number {
  return entry.kind === 'gap' ? entry.span.begin : entry.programme.begin
}

function overlapOf({ begin, end, shown, state }: Programme): number {
  if (state === 'covered') return end - begin
  return shown === null ? 0 : end - begin - (shown.end - shown.begin)
}

/** Seconds of spans within another one. */
export function totalOf(spans: readonly Span[], within: Span): number {
  return spans.reduce((sum, span) => {
    const part = clipped(span, within)
    return part === undefined ? sum : sum + part.end - part.begin
  }, 0)
}

/** What of a day somebody should look at; a day without any programme has nothing to repair. */
export function troubleOf(
  timeline: Timeline,
  day: Span,
): { readonly gaps: number; readonly overlaps: number; readonly isEmpty: boolean } {
  const entries = entriesOf(timeline, day)
  const programmes = entries.filter((entry) => entry.kind === 'programme')
  const isEmpty = programmes.length === 0
  return {
    isEmpty,
    gaps: isEmpty ? 0 : entries.length - programmes.length,
    overlaps: programmes.filter(({ overlapSec }) => overlapSec > 0).length,
  }
}
