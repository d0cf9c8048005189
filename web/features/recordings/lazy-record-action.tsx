/** The action for pages that are small at first: its code is loaded after theirs. */
import { Suspense } from 'react'
import type { MarkedProgramme } from '#web/features/reminders/programme-marks.ts'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'

interface LaterProps {
  readonly programme: MarkedProgramme
}

const Action = lazyOrNothing<LaterProps>(() =>
  import('./record-action.tsx').then((file) => file.RecordAction),
)

/** `RecordAction`, loaded later. */
export function LaterRecordAction(props: LaterProps) {
  return (
    <Suspense fallback={null}>
      <Action {...props} />
    </Suspense>
  )
}
