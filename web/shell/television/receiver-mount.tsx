import { Suspense } from 'react'
import { isCastReceiver } from '#web/state/cast-app.ts'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'

const CastReceiver = lazyOrNothing(() =>
  import('#web/cast-receiver/cast-receiver.tsx').then((file) => file.CastReceiver),
)

/** The receiver of Google Cast; only the page that a Cast device opens loads its code. Used once, in the shell. */
export function ReceiverMount() {
  if (!isCastReceiver()) return null
  return (
    <Suspense fallback={null}>
      <CastReceiver />
    </Suspense>
  )
}
