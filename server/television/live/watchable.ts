/** Which programmes can be played from the archive now. */
import { isInCatchup } from '#server/television/channels/catchup.ts'
import type { ProgrammeRecord } from '#server/television/channels/channel.ts'
import { catchupIdAt } from './catchup-id.ts'
import type { TelevisionSnapshot } from './live-television.ts'

/** What can be played of the past at one moment. */
export interface RecordingView {
  readonly nowMs: number
  /**
   * Whether anything between two moments (unix milliseconds) can be played: within the archive's depth, or protected, or
   * from the channel's provider when a programme begins at the first of them.
   */
  hasRecording(cid: number, beginMs: number, endMs: number): boolean
}

/** Whether anything of a channel between two moments (unix milliseconds) is recorded. */
export interface Recordings {
  hasRecording(channelId: string, beginMs: number, endMs: number): boolean
}

/** The recordings of the engine, and what providers of channels have. */
export function recordingView(
  television: TelevisionSnapshot,
  engine: Recordings,
  nowMs: number,
): RecordingView {
  return {
    nowMs,
    hasRecording: (cid, beginMs, endMs) =>
      engine.hasRecording(String(cid), beginMs, endMs) || hasCatchup(television, cid, beginMs, nowMs),
  }
}

/** Whether the provider of a channel plays the programme that begins then. */
function hasCatchup(snapshot: TelevisionSnapshot, cid: number, beginMs: number, nowMs: number): boolean {
  const channel = snapshot.channel(cid)
  if (channel?.catchup === undefined) return false
  return isInCatchup(channel, beginMs, nowMs, catchupIdAt(snapshot, cid, beginMs) !== undefined)
}

/** Started, and a part of it can be played: within the channel's archive, or protected from deletion (GUIDE-03). */
export function isWatchable(
  programme: Pick<ProgrammeRecord, 'beginMs' | 'cid' | 'endMs'>,
  view: RecordingView,
): boolean {
  if (programme.beginMs > view.nowMs) return false
  return view.hasRecording(programme.cid, programme.beginMs, Math.min(programme.endMs, view.nowMs))
}
