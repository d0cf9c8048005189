/** Skippable parts of a file as fields of a change. Pure. */
import type { Fields, Json } from '#server/changes/changes.ts'

export const markKinds = ['intro', 'titles'] as const
export type MarkKind = (typeof markKinds)[number]

export interface MarkSpan {
  readonly beginMs: number
  readonly endMs: number
}

/** A skippable part; null for none. */
export type Marks = Readonly<Record<MarkKind, MarkSpan | null>>

/** `1:15.500`, from milliseconds. */
export function writeMarkTime(ms: number): string {
  const [hours, minutes] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60]
  const seconds = ((ms % 60_000) / 1000).toFixed(3).padStart(6, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`
}

/** `0:10.000 – 1:15.500`; null for no part. */
export function writeSpan(span: MarkSpan | null): string | null {
  return span === null ? null : `${writeMarkTime(span.beginMs)} – ${writeMarkTime(span.endMs)}`
}

/** Back to the part; null for what is none. */
export function readSpan(value: Json | undefined): MarkSpan | null {
  const times = typeof value === 'string' ? value.split(' – ') : []
  const [beginMs, endMs] = times.map((text) =>
    Math.round(text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000),
  )
  return beginMs === undefined || endMs === undefined || !(endMs > beginMs) ? null : { beginMs, endMs }
}

/** The parts in the fields of a state. */
export function marksOfFields(fields: Fields): Marks {
  return { intro: readSpan(fields['intro']), titles: readSpan(fields['titles']) }
}

/** Why these marks cannot be: one ends before it begins, ends after the file, or both lie over each other. */
export function marksProblem(
  { intro, titles }: Marks,
  durationMs: number,
): 'empty' | 'outside' | 'overlap' | undefined {
  const spans = [intro, titles].filter((span) => span !== null)
  if (spans.some(({ beginMs, endMs }) => endMs - beginMs < 1000)) return 'empty'
  if (spans.some(({ beginMs, endMs }) => beginMs < 0 || endMs > durationMs)) return 'outside'
  const isApart = intro === null || titles === null || intro.endMs <= titles.beginMs
  return isApart ? undefined : 'overlap'
}
