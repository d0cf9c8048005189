import { Suspense } from 'react'
import { isTelevision } from '#web/remote/television.ts'
import { isCastReceiver } from '#web/state/cast-app.ts'
import { useSession } from '#web/session/session.ts'
import { useSettled } from '#web/ui/scroll/near-screen.ts'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'

const OnTelevision = lazyOrNothing(() =>
  import('#web/remote-control/on-television.tsx').then((file) => file.OnTelevision),
)

/** Lets phones of the account control this television; used once, in the shell. */
export function RemoteMount() {
  const { token } = useSession()
  const isSettled = useSettled()
  // A Cast device has no remote control to answer a phone's question with; its sender controls it.
  if (token === null || !isSettled || !isTelevision() || isCastReceiver()) return null
  return (
    <Suspense fallback={null}>
      <OnTelevision />
    </Suspense>
  )
}
