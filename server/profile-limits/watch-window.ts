/** Which times of a channel are above a limit. Pure; unix milliseconds. */
import type { Guide, ProgrammeRecord } from '#server/television/television.ts'
import type { AboveLimit, Judge } from './judge.ts'

export interface JudgedChannel {
  /** The whole guide. */
  readonly guide: Pick<Guide, 'window'>
  readonly cid: number
  readonly judge: Pick<Judge, 'gap' | 'programme'>
  /** Whether the PIN has opened a programme. */
  isOpened(pid: number): boolean
}

interface Piece {
  readonly beginMs: number
  readonly above: AboveLimit | undefined
}

/** So far behind the live edge a live address opens segments, with the length of one. */
const rewindMs = 130_000
/** Longer than a live address is valid without being asked for again. */
const aheadMs = 6 * 3_600_000
/** Guides leave seconds between programmes. */
const shortestGapMs = 120_000

/**
 * Until when a channel may be watched live, at most six hours; or why it may not now: by the programme that is on, and by
 * one that was on two minutes ago and can still be wound back to.
 */
export function liveEndMs(
  channel: JudgedChannel,
  nowMs: number,
):
  | { readonly kind: 'open'; readonly untilMs: number }
  | { readonly kind: 'above'; readonly above: AboveLimit } {
  const toMs = nowMs + aheadMs
  const closed = piecesOf(channel, nowMs - rewindMs, toMs).find(({ above }) => above !== undefined)
  if (closed?.above === undefined) return { kind: 'open', untilMs: toMs }
  if (closed.beginMs <= nowMs) return { kind: 'above', above: closed.above }
  return { kind: 'open', untilMs: closed.beginMs }
}

/** What a recording remembers of its programme. */
export type StoredFacts = Pick<ProgrammeRecord, 'ageRating' | 'title'> & { readonly pid: number | null }

/** A part of the past; `stored`: a programme that fills it and that the guide has no more. */
interface PastWindow {
  readonly beginMs: number
  readonly endMs: number
  readonly stored?: StoredFacts | undefined
}

/**
 * Why a part of the past may not be watched: any of its programmes is above the limit. Of a programme that was stored, its
 * own rating counts where the guide says nothing.
 */
export function pastAbove(
  channel: JudgedChannel,
  { beginMs, endMs, stored }: PastWindow,
): AboveLimit | undefined {
  const { cid, judge, isOpened } = channel
  const isOpen = stored?.pid != null && isOpened(stored.pid)
  const own =
    stored === undefined || isOpen ? undefined : judge.programme({ ...stored, cid, genreCode: null })
  if (own !== undefined) return own
  const judged = stored === undefined ? channel : { ...channel, judge: { ...judge, gap: () => undefined } }
  return piecesOf(judged, beginMs, Math.max(endMs, beginMs + 1)).find(({ above }) => above !== undefined)
    ?.above
}

/** The programmes of a time and the gaps between them, in order. */
function piecesOf(
  { guide, cid, judge, isOpened }: JudgedChannel,
  fromMs: number,
  toMs: number,
): readonly Piece[] {
  const pieces: Piece[] = []
  let coveredMs = fromMs
  for (const programme of guide.window(cid, fromMs, toMs)) {
    if (programme.beginMs - coveredMs > shortestGapMs)
      pieces.push({ beginMs: coveredMs, above: judge.gap(cid) })
    const above = isOpened(programme.pid) ? undefined : judge.programme(programme)
    pieces.push({ beginMs: programme.beginMs, above })
    coveredMs = Math.max(coveredMs, programme.endMs)
  }
  if (toMs - coveredMs > shortestGapMs || pieces.length === 0)
    pieces.push({ beginMs: coveredMs, above: judge.gap(cid) })
  return pieces
}
