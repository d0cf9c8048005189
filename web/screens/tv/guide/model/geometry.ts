/** Where moments and channels lie on the sheet of the guide, and what of it is near the screen. Pure; pixels and unix seconds. */
import { guideDaysAhead, guideDaysBack } from '#contract/form/constants.ts'
import { daySec, dayBegin } from '#web/features/channels/use-programmes.ts'

export interface GuideScale {
  readonly pxPerMin: number
  readonly rowPx: number
  /** A wide letter of a title. */
  readonly letterPx: number
  /** The strip of hours above. */
  readonly headPx: number
  /** The column of channels at the left. */
  readonly columnPx: number
}
export type ScaleName = 'desktop' | 'phone' | 'television'

export const scales: Readonly<Record<ScaleName, GuideScale>> = {
  desktop: { pxPerMin: 4, rowPx: 68, letterPx: 9, headPx: 40, columnPx: 232 },
  phone: { pxPerMin: 3, rowPx: 62, letterPx: 9, headPx: 36, columnPx: 92 },
  television: { pxPerMin: 7, rowPx: 112, letterPx: 18, headPx: 60, columnPx: 400 },
}

/** The days of the guide: from a midnight in Tashkent to another. */
export interface GuideSpan {
  readonly beginSec: number
  readonly endSec: number
}

export function guideSpan(nowSec: number): GuideSpan {
  const today = dayBegin(nowSec)
  return {
    beginSec: today - guideDaysBack * daySec,
    endSec: today + (guideDaysAhead + 1) * daySec,
  }
}

export function widthOf({ pxPerMin }: GuideScale, seconds: number): number {
  return (seconds / 60) * pxPerMin
}

/** Pixels from the left edge of the sheet, the column of channels included. */
export function xOf(scale: GuideScale, span: GuideSpan, sec: number): number {
  return scale.columnPx + widthOf(scale, sec - span.beginSec)
}

/** The moment at the left edge of what is seen beside the column, when the sheet is scrolled so far. */
export function secAtLeft({ pxPerMin }: GuideScale, span: GuideSpan, scrollLeft: number): number {
  return span.beginSec + (scrollLeft / pxPerMin) * 60
}

/** How far to scroll so that this moment stands at the left edge; never outside the sheet. */
export function scrollLeftFor(scale: GuideScale, span: GuideSpan, sec: number): number {
  const stored = Math.min(Math.max(sec, span.beginSec), span.endSec)
  return widthOf(scale, stored - span.beginSec)
}

/** What is seen: the scrolled box of the grid. */
export interface Seen {
  readonly scrollLeft: number
  readonly scrollTop: number
  readonly width: number
  readonly height: number
}

/** What should be drawn: rows `first` up to but not `last`, and a stretch of time in whole steps. */
export interface GuideWindow {
  readonly first: number
  readonly last: number
  /** Rows that are really seen. */
  readonly seenFirst: number
  readonly seenLast: number
  readonly fromSec: number
  readonly toSec: number
  /** The left edge of what is seen, rounded down to a step. */
  readonly edgeSec: number
}

/** Nothing is touched while a scroll stays within one step. */
export const stepSec = 1800
const rowsAround = 2

function stepDown(sec: number) {
  return Math.floor(sec / stepSec) * stepSec
}

export function windowOf(seen: Seen, scale: GuideScale, span: GuideSpan, rowCount: number): GuideWindow {
  const leftSec = secAtLeft(scale, span, seen.scrollLeft)
  const seenSec = (Math.max(0, seen.width - scale.columnPx) / scale.pxPerMin) * 60
  const edgeSec = stepDown(leftSec)
  const seenFirst = Math.min(Math.max(0, Math.floor(seen.scrollTop / scale.rowPx)), rowCount)
  const below = seen.scrollTop + Math.max(0, seen.height - scale.headPx)
  const seenLast = Math.max(seenFirst, Math.min(rowCount, Math.ceil(below / scale.rowPx)))
  return {
    first: Math.max(0, seenFirst - rowsAround),
    last: Math.min(rowCount, seenLast + rowsAround),
    seenFirst,
    seenLast,
    fromSec: Math.max(span.beginSec, edgeSec - stepSec),
    toSec: Math.min(span.endSec, stepDown(leftSec + seenSec) + 2 * stepSec),
    edgeSec,
  }
}

/** What the guide opens with: the present a fifth from the left, from a whole half hour. */
export function openingSec(nowSec: number): number {
  return stepDown(nowSec - stepSec / 2)
}

/** Whoever looks at the present looks at today, though the left edge may stand before or after a midnight. */
const presentSec = 2 * stepSec

/** The day that is seen, by its midnight, when this moment stands at the left edge. */
export function daySeen(leftSec: number, nowSec: number): number {
  const isPresent = leftSec <= nowSec && nowSec < leftSec + presentSec
  return dayBegin(isPresent ? nowSec : leftSec + stepSec)
}

/** The hour of the left edge on the day of that midnight; never so late that the next day would be seen. */
export function sameHourOf(day: number, leftSec: number): number {
  return day + Math.min(leftSec - dayBegin(leftSec), daySec - presentSec)
}

/** How far to scroll along one axis so that [begin, end) is seen within `size`; as little as possible. */
export function scrollToShow(scroll: number, size: number, begin: number, end: number): number {
  if (begin < scroll) return begin
  return end > scroll + size ? Math.min(begin, end - size) : scroll
}
