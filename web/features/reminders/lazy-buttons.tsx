/** The buttons of programmes for pages that play video: their code is loaded after the player's. */
import { Suspense } from 'react'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'
import type { MarkedProgramme } from './programme-marks.ts'

interface LaterProps {
  readonly programme: MarkedProgramme
  readonly className?: string | undefined
}

const Reminder = lazyOrNothing<LaterProps>(() =>
  import('./reminder-button.tsx').then((file) => file.ReminderButton),
)

/** `ReminderButton`, loaded later. */
export function LaterReminderButton(props: LaterProps) {
  return (
    <Suspense fallback={null}>
      <Reminder {...props} />
    </Suspense>
  )
}
