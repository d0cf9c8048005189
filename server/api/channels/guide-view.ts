import type { Language } from '#contract/form/failures.ts'
import type { Uses } from '#server/api/context/api-context.ts'
import type { GuideView } from './present.ts'

/** The current guide in this language. */
export function guideView(
  { clock, engine }: Uses<{ clock: 'nowMs'; engine: 'hasRecording' }>,
  language: Language,
): GuideView {
  return {
    language,
    nowMs: clock.nowMs(),
    hasRecording: (cid, beginMs, endMs) => engine.hasRecording(String(cid), beginMs, endMs),
  }
}
