/** What of a broadcast can be watched from the archive, and until when. */
import type { Engine } from '#media/media.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import {
  catchupDaysOf,
  catchupIdAt,
  isInCatchup,
  type LiveTelevision,
  type ProgrammeRecord,
} from '#server/television/television.ts'

/** A broadcast that can be watched. */
export interface Recorded {
  /** Without holes; a part is missing otherwise. */
  readonly isComplete: boolean
  /** When its beginning is deleted, unix milliseconds; null: it is protected from that. */
  readonly expiresMs: number | null
}

interface RecordedDeps {
  readonly engine: Pick<Engine, 'hasRecording' | 'protectedFragments' | 'recordedSpans'>
  readonly television: Pick<LiveTelevision, 'now'>
  readonly clock: Clock
}

const dayMs = 86_400_000
const toleranceMs = 60_000
/** What has less of it is not offered as a film. */
const minPart = 0.6
/** Recordings are looked up once in so long. */
const freshMs = 300_000
const maxCached = 20_000

/** Looks broadcasts up; undefined for one that is not over, or of which too little can be played. */
export function openRecorded(deps: RecordedDeps): (programme: ProgrammeRecord) => Recorded | undefined {
  const cached = new Map<number, { readonly atMs: number; readonly recorded: Recorded | undefined }>()
  return (programme) => {
    const nowMs = deps.clock.nowMs()
    if (programme.endMs > nowMs) return undefined
    const existing = cached.get(programme.pid)
    const isFresh = existing !== undefined && Math.abs(nowMs - existing.atMs) < freshMs
    const recorded = isFresh ? existing.recorded : lookUp(programme, deps, nowMs)
    if (!isFresh) {
      if (cached.size >= maxCached) cached.clear()
      cached.set(programme.pid, { atMs: nowMs, recorded })
    }
    const isOver = recorded?.expiresMs != null && recorded.expiresMs <= nowMs
    return isOver ? undefined : recorded
  }
}

function lookUp(programme: ProgrammeRecord, deps: RecordedDeps, nowMs: number): Recorded | undefined {
  const snapshot = deps.television.now()
  const channel = snapshot.channel(programme.cid)
  if (channel === undefined || !channel.isEnabled || channel.source.kind === 'none') return undefined
  const { beginMs, endMs } = programme
  const own = ownRecording(programme, deps, beginMs + channel.archiveDays * dayMs, nowMs)
  const hasId = catchupIdAt(snapshot, channel.cid, beginMs) !== undefined
  const byProvider: Recorded | undefined = isInCatchup(channel, beginMs, nowMs, hasId)
    ? { isComplete: true, expiresMs: beginMs + catchupDaysOf(channel) * dayMs }
    : undefined
  if (own === undefined || byProvider === undefined) return own ?? byProvider
  if (own.expiresMs === null || byProvider.expiresMs === null) return { ...own, isComplete: true }
  return { isComplete: true, expiresMs: Math.max(own.expiresMs, byProvider.expiresMs, endMs) }
}

function ownRecording(
  { cid, beginMs, endMs }: ProgrammeRecord,
  { engine }: RecordedDeps,
  deletedMs: number,
  nowMs: number,
): Recorded | undefined {
  const channelId = String(cid)
  if (!engine.hasRecording(channelId, beginMs, endMs)) return undefined
  const isProtected = engine
    .protectedFragments(channelId)
    .some((one) => one.beginMs <= beginMs + toleranceMs && one.endMs >= endMs - toleranceMs)
  if (!isProtected && deletedMs <= nowMs) return undefined
  const expiresMs = isProtected ? null : deletedMs
  const spans = engine.recordedSpans(channelId, beginMs, endMs, toleranceMs)
  // A channel of films has no holes.
  if (spans === undefined) return { isComplete: true, expiresMs }
  const covered = spans.reduce(
    (sum, one) => sum + Math.max(0, Math.min(one.endMs, endMs) - Math.max(one.beginMs, beginMs)),
    0,
  )
  if (covered < (endMs - beginMs) * minPart) return undefined
  const isComplete = spans.some(
    (one) => one.beginMs <= beginMs + toleranceMs && one.endMs >= endMs - toleranceMs,
  )
  return { isComplete, expiresMs }
}
