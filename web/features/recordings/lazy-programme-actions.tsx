/** What can be done with a programme, for pages that play video: its code is loaded after the player's. */
import { Suspense } from 'react'
import type { MarkedProgramme } from '#web/features/reminders/programme-marks.ts'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'

interface LaterProps {
  readonly programme: MarkedProgramme
  readonly records: boolean
}

const Actions = lazyOrNothing<LaterProps>(() =>
  import('./programme-actions.tsx').then((file) => file.ProgrammeActions),
)

/** `ProgrammeActions`, loaded later. */
export function LaterProgrammeActions(props: LaterProps) {
  return (
    <Suspense fallback={null}>
      <Actions {...props} />
    </Suspense>
  )
}
