import { Suspense } from 'react'
import { useSession } from '#web/session/session.ts'
import { useSettled } from '#web/ui/scroll/near-screen.ts'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'

/** Only logged-in viewers have notifications; if the code cannot be loaded, the page works without it. */
const BellFollower = lazyOrNothing(() =>
  import('#web/notifications/bell-follower.tsx').then((file) => file.BellFollower),
)

/** Follows notifications and shows new ones; used once, in the shell. */
export function BellMount() {
  const { token } = useSession()
  const isSettled = useSettled()
  if (token === null || !isSettled) return null
  return (
    <Suspense fallback={null}>
      <BellFollower />
    </Suspense>
  )
}
