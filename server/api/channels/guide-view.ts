import type { Language } from '#contract/form/failures.ts'
import type { Uses } from '#server/api/context/api-context.ts'
import { recordingView } from '#server/television/television.ts'
import type { GuideView } from './present.ts'

/** The current guide in this language. */
export function guideView(
  { clock, engine, television }: Uses<{ clock: 'nowMs'; engine: 'hasRecording'; television: 'now' }>,
  language: Language,
): GuideView {
  return { ...recordingView(television.now(), engine, clock.nowMs()), language }
}
