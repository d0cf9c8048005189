import type { Language } from '#contract/form/failures.ts'
import type { Uses } from '#server/api/context/api-context.ts'
import { catchupIdAt, isInCatchup, type TelevisionSnapshot } from '#server/television/television.ts'
import type { GuideView } from './present.ts'

/** The current guide in this language. */
export function guideView(
  { clock, engine, television }: Uses<{ clock: 'nowMs'; engine: 'hasRecording'; television: 'now' }>,
  language: Language,
): GuideView {
  const nowMs = clock.nowMs()
  return {
    language,
    nowMs,
    hasRecording: (cid, beginMs, endMs) =>
      engine.hasRecording(String(cid), beginMs, endMs) || hasCatchup(television.now(), cid, beginMs, nowMs),
  }
}

/** Whether the provider of a channel plays the programme that begins then. */
function hasCatchup(snapshot: TelevisionSnapshot, cid: number, beginMs: number, nowMs: number): boolean {
  const channel = snapshot.channel(cid)
  if (channel?.catchup === undefined) return false
  return isInCatchup(channel, beginMs, nowMs, catchupIdAt(snapshot, cid, beginMs) !== undefined)
}
