/** Skip marks of a file while they are edited: seconds. Pure. */
import type { consoleFilmMedia } from '#contract/console/film-media.ts'
import type { InputOf } from '#contract/form/endpoint.ts'
import type { PackagedFile } from './media-values.ts'

export const markKinds = ['intro', 'titles'] as const
export type MarkKind = (typeof markKinds)[number]

export interface MarkSpan {
  readonly begin: number
  readonly end: number
}

export type MarkDraft = Readonly<Record<MarkKind, MarkSpan | null>>

/** The shortest part that may be skipped. */
export const shortestSec = 1

export function draftOf({ intro, titles }: Pick<PackagedFile, 'intro' | 'titles'>): MarkDraft {
  const spanOf = (span: PackagedFile['intro']) =>
    span === null ? null : { begin: span.begin_ms / 1000, end: span.end_ms / 1000 }
  return { intro: spanOf(intro), titles: spanOf(titles) }
}

export function marksInput(
  draft: MarkDraft,
): Pick<InputOf<typeof consoleFilmMedia.saveMarks>, 'intro' | 'titles'> {
  const spanOf = (span: MarkSpan | null) =>
    span === null
      ? null
      : { begin_ms: Math.round(span.begin * 1000), end_ms: Math.floor(span.end * 1000 + 1e-6) }
  return { intro: spanOf(draft.intro), titles: spanOf(draft.titles) }
}

/** The part with one end moved to a moment; it stays within the file and at least a second long. */
export function withEdge(
  span: MarkSpan | null,
  edge: 'begin' | 'end',
  atSec: number,
  durationSec: number,
): MarkSpan {
  const now = span ?? { begin: 0, end: durationSec }
  return edge === 'begin'
    ? { begin: clamp(atSec, 0, now.end - shortestSec), end: now.end }
    : { begin: now.begin, end: clamp(atSec, now.begin + shortestSec, durationSec) }
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(Math.max(0, low), Math.min(value, high))
}

/** By how much a key moves an end, seconds; 0 for other keys. */
export function stepOfKey(key: string): number {
  const steps: Readonly<Record<string, number>> = {
    ...{ ArrowLeft: -0.1, ArrowDown: -0.1, ArrowRight: 0.1, ArrowUp: 0.1, PageDown: -5, PageUp: 5 },
    ...{ Home: -Infinity, End: Infinity },
  }
  return steps[key] ?? 0
}
