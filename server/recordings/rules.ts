/** What a recording is at a moment, and whether there are hours for another one. Pure. */
import { recordingPaddingMs } from '#media/media.ts'

const dayMs = 86_400_000

/** Times are unix milliseconds. */
export interface RecordingFacts {
  readonly beginMs: number
  readonly endMs: number
  readonly state: 'kept' | 'gone' | 'declined'
  /** Null until the programme has ended and was measured. */
  readonly recordedMs: number | null
}

/**
 * `waiting`: not on the air yet. `recording`: on the air. `ready`: all of it. `partial`: the source failed for a part.
 * `failed`: nothing was recorded. `gone`: the guide lost the programme before it was on the air.
 */
export type RecordingState = 'waiting' | 'recording' | 'ready' | 'partial' | 'failed' | 'gone'

/** Whether programmes of a channel can be kept beyond its archive: it has one, which is recorded here. */
export function mayKeepOf(channel: {
  readonly source: { readonly kind: string }
  readonly archiveDays: number
}): boolean {
  return channel.source.kind === 'recorded' && channel.archiveDays > 0
}

/** Less than this share of a programme is a part of it: shorter holes are those of every source. */
const wholeShare = 0.98

export function stateOf(
  { beginMs, endMs, state, recordedMs }: RecordingFacts,
  nowMs: number,
): RecordingState {
  if (state === 'gone') return 'gone'
  if (nowMs < beginMs) return 'waiting'
  if (nowMs < endMs) return 'recording'
  if (recordedMs === 0) return 'failed'
  return recordedMs !== null && recordedMs < (endMs - beginMs) * wholeShare ? 'partial' : 'ready'
}

/** What a recording takes of the hours: its programme, without padding; nothing where nothing was or will be recorded. */
export function countedMs({ beginMs, endMs, state, recordedMs }: RecordingFacts): number {
  return state !== 'kept' || recordedMs === 0 ? 0 : endMs - beginMs
}

/** Of all recordings of an account. */
export function usedMsOf(recordings: readonly RecordingFacts[]): number {
  return recordings.reduce((sum, one) => sum + countedMs(one), 0)
}

/** What the archive retains for a programme: the padding that its playback serves, too. */
export function windowOf({ beginMs, endMs }: Pick<RecordingFacts, 'beginMs' | 'endMs'>) {
  return { beginMs: beginMs - recordingPaddingMs, endMs: endMs + recordingPaddingMs }
}

/** Viewers are told so long before a recording expires. */
export const expiryNoticeMs = 7 * dayMs

/**
 * When a recording is deleted because of its age, unix milliseconds. Never sooner than a week after its viewer was told,
 * whatever the setting becomes.
 */
export function expiresAtMs(endMs: number, days: number, notifiedAtMs: number | null, nowMs: number): number {
  const byAgeMs = endMs + days * dayMs
  return Math.max(byAgeMs, (notifiedAtMs ?? nowMs) + expiryNoticeMs)
}

/** How much of [beginMs, endMs) these spans have. */
export function coveredMs(
  spans: readonly { readonly beginMs: number; readonly endMs: number }[],
  { beginMs, endMs }: { readonly beginMs: number; readonly endMs: number },
): number {
  const sum = spans.reduce(
    (all, span) => all + Math.max(0, Math.min(span.endMs, endMs) - Math.max(span.beginMs, beginMs)),
    0,
  )
  return Math.min(endMs - beginMs, Math.round(sum))
}
