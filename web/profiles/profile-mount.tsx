/** What the shell needs of profiles: follows the one of this device, and asks for a PIN where something needs it. */
import { Suspense, useState } from 'react'
import { isTelevision } from '#web/remote/television.ts'
import { usePinRequest } from '#web/session/pin-needed.ts'
import { useSession } from '#web/session/session.ts'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'
import { useSettled } from '#web/ui/scroll/near-screen.ts'

const PinDialog = lazyOrNothing(() => import('./pin-dialog.tsx').then((file) => file.PinDialog))
const ProfileFollower = lazyOrNothing(() =>
  import('./profile-follower.tsx').then((file) => file.ProfileFollower),
)

export function ProfileMount() {
  const { token } = useSession()
  const isSettled = useSettled()
  const request = usePinRequest()
  const [wasShown, setWasShown] = useState(false)
  if (request !== null && !wasShown) setWasShown(true)
  return (
    <Suspense fallback={null}>
      {token !== null && (isSettled || isTelevision()) && <ProfileFollower />}
      {wasShown && <PinDialog />}
    </Suspense>
  )
}
