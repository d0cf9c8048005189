import { Suspense } from 'react'
import { useSession } from '#web/session/session.ts'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'

/** Only who is logged in waits for notifications; a page whose code for it did not come goes on without. */
const BellFollower = lazyOrNothing(() =>
  import('#web/notifications/bell-follower.tsx').then((file) => file.BellFollower),
)

/** Where notifications are heard and a new one appears; stands once, in the shell. */
export function BellPlace() {
  const { token } = useSession()
  if (token === null) return null
  return (
    <Suspense fallback={null}>
      <BellFollower />
    </Suspense>
  )
}
