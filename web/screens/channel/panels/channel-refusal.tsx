/** Loads the texts of a rejection only when the server rejects playback: viewers who may watch never need them. */
import { lazy, Suspense } from 'react'
import { usePlaybackValue } from '#web/player/playback/use-playback.ts'
import { withinLimit } from '#web/ui/lazy/lazy-limit.ts'
import type { ChannelRefusalProps } from './refusal-reason.tsx'

const RefusalReason = lazy(() =>
  withinLimit(import('./refusal-reason.tsx')).then((file) => ({ default: file.RefusalReason })),
)

export function ChannelRefusal(props: ChannelRefusalProps) {
  const problem = usePlaybackValue(props.playback, (state) => state.problem)
  if (problem?.kind !== 'refused') return null
  return (
    <Suspense fallback={null}>
      <RefusalReason {...props} refusal={problem} />
    </Suspense>
  )
}
