/**
 * The positions of moments and channels in the guide, and the part near the screen. Pure; pixels and unix seconds.
 */
import { guideDaysAhead, guideDaysBack } from '#contract/form/constants.ts'
import { daySec, dayBegin } from '#web/features/channels/use-programmes.ts'

export interface GuideScale {
  readonly pxPerMin: number
  readonly rowPx: number
  /** A wide letter of a title. */
  readonly letterPx: number
  /** The height of the strip of hours. */
  readonly headPx: number
  /** The width of the column of channels. */
  readonly columnPx: number
  /** How many half hours are drawn beyond each side of the visible part: a remote goes on by whole programmes. */
  readonly stepsAhead: number
  /** Cells outside the visible part that are drawn in one frame. */
  readonly cellsAhead: number
}
export type ScaleName = 'desktop' | 'phone' | 'television'

export const scales: Readonly<Record<ScaleName, GuideScale>> = {
  desktop: { pxPerMin: 4, rowPx: 68, letterPx: 9, headPx: 40, columnPx: 256, stepsAhead: 1, cellsAhead: 2 },
  phone: { pxPerMin: 3, rowPx: 62, letterPx: 9, headPx: 36, columnPx: 92, stepsAhead: 1, cellsAhead: 2 },
  television: {
    pxPerMin: 7,
    rowPx: 112,
    letterPx: 18,
    headPx: 60,
    columnPx: 400,
    stepsAhead: 4,
    cellsAhead: 6,
  },
}

/** The range of the guide: from a midnight in Tashkent to another. */
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

/** Pixels from the left edge of the content, including the column of channels. */
export function xOf(scale: GuideScale, span: GuideSpan, sec: number): number {
  return scale.columnPx + widthOf(scale, sec - span.beginSec)
}

/** The moment at the left edge of the visible part, right of the column, at this scroll position. */
export function secAtLeft({ pxPerMin }: GuideScale, span: GuideSpan, scrollLeft: number): number {
  return span.beginSec + (scrollLeft / pxPerMin) * 60
}

/** The scroll position that puts this moment at the left edge; always within the content. */
export function scrollLeftFor(scale: GuideScale, span: GuideSpan, sec: number): number {
  const stored = Math.min(Math.max(sec, span.beginSec), span.endSec)
  return widthOf(scale, stored - span.beginSec)
}

/** The visible part: the viewport of the grid. */
export interface Seen {
  readonly scrollLeft: number
  readonly scrollTop: number
  readonly width: number
  readonly height: number
}

/** What is drawn: rows from `first` to `last` (exclusive), and a time range in whole steps. */
export interface GuideWindow {
  readonly first: number
  readonly last: number
  /** Rows that are really visible. */
  readonly seenFirst: number
  readonly seenLast: number
  readonly fromSec: number
  readonly toSec: number
  /** The left edge of the visible part, rounded down to a step, and its right edge, rounded up. */
  readonly edgeSec: number
  readonly seenToSec: number
}

/** Nothing changes while a scroll stays within one step. */
export const stepSec = 1800
const rowsAround = 2

function stepDown(sec: number) {
  return Math.floor(sec / stepSec) * stepSec
}

export function windowOf(seen: Seen, scale: GuideScale, span: GuideSpan, rowCount: number): GuideWindow {
  const leftSec = secAtLeft(scale, span, seen.scrollLeft)
  const seenSec = (Math.max(0, seen.width - scale.columnPx) / scale.pxPerMin) * 60
  const edgeSec = stepDown(leftSec)
  const seenToSec = stepDown(leftSec + seenSec) + stepSec
  const seenFirst = Math.min(Math.max(0, Math.floor(seen.scrollTop / scale.rowPx)), rowCount)
  const below = seen.scrollTop + Math.max(0, seen.height - scale.headPx)
  const seenLast = Math.max(seenFirst, Math.min(rowCount, Math.ceil(below / scale.rowPx)))
  return {
    first: Math.max(0, seenFirst - rowsAround),
    last: Math.min(rowCount, seenLast + rowsAround),
    seenFirst,
    seenLast,
    fromSec: Math.max(span.beginSec, edgeSec - scale.stepsAhead * stepSec),
    toSec: Math.min(span.endSec, seenToSec + scale.stepsAhead * stepSec),
    edgeSec,
    seenToSec: Math.min(span.endSec, seenToSec),
  }
}

/** The initial position: the current time at a fifth from the left, starting at half an hour. */
export function openingSec(nowSec: number): number {
  return stepDown(nowSec - stepSec / 2)
}

/** While the current time is visible the day is today, though the left edge may be on another side of midnight. */
const presentSec = 2 * stepSec

/** The visible day, as its midnight, when this moment is at the left edge. */
export function daySeen(leftSec: number, nowSec: number): number {
  const isPresent = leftSec <= nowSec && nowSec < leftSec + presentSec
  return dayBegin(isPresent ? nowSec : leftSec + stepSec)
}

/**
 * The same hour of the left edge on the day of that midnight; limited so that the next day does not become visible.
 */
export function sameHourOf(day: number, leftSec: number): number {
  return day + Math.min(leftSec - dayBegin(leftSec), daySec - presentSec)
}

/** The scroll position along one axis that makes [begin, end) visible within `size`, with the least movement. */
export function scrollToShow(scroll: number, size: number, begin: number, end: number): number {
  if (begin < scroll) return begin
  return end > scroll + size ? Math.min(begin, end - size) : scroll
}

/** Of an entry at least this much is shown. */
export const leadSec = 1800

/** Pixels of the scrolled content. */
interface EntryPlace {
  readonly left: number
  readonly width: number
  readonly begin: number
  readonly end: number
  /** The time that is looked at within the entry. */
  readonly place: number
  /** The least of an entry that must be visible. */
  readonly leadPx: number
}

/** The scroll position that shows an entry, or its beginning where it is longer than the screen. */
export function leftToShow({ left, width, begin, end, place, leadPx }: EntryPlace): number {
  if (begin >= left && end <= left + width) return left
  const covers = begin < left && end > left + leadPx
  if (covers && place >= left) return left
  return scrollToShow(left, width, begin, Math.min(end, begin + Math.max(leadPx, 0.6 * width)))
}
