/** The switch of push messages on the page of notifications, in a browser that can receive them. */
import { useEffect } from 'react'
import { useNavigate } from '#web/router/router.ts'
import { PushSwitch } from './push-switch.tsx'
import { startWebPush } from './start-web-push.ts'
import { canSubscribe } from './web-push.ts'

export function WebPushSwitch() {
  const navigate = useNavigate()
  useEffect(() => {
    if (canSubscribe()) startWebPush((path) => void navigate(path))
  }, [navigate])
  return <PushSwitch isBrowser />
}
