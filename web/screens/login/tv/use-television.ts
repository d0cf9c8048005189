import { useEffect, useRef, useState } from 'react'
import { tvLogin } from '#contract/accounts/tv-login.ts'
import { siteOrigin } from '#web/state/site-address.ts'
import { session } from '#web/session/session.ts'
import { thisDevice } from '#web/session/this-device.ts'
import { callAsDevice } from '#web/session/requests/call-as-device.ts'
import { TelevisionFlow, type TelevisionState } from './television-flow.ts'
import { steadyMs } from './use-seconds-left.ts'

/**
 * Runs the waiting of a television while the component is mounted; a login changes the session and with it the
 * screen.
 */
export function useTelevision(): { readonly state: TelevisionState; readonly again: () => void } {
  const [state, setState] = useState<TelevisionState>({ kind: 'asking' })
  const flow = useRef<TelevisionFlow | null>(null)
  useEffect(() => {
    // One device number for all codes of this wait, so that a repeated login after a lost response does not take a
    // second place.
    const device = thisDevice()
    const deviceUid = device.device_uid
    const abort = new AbortController()
    const call = callAsDevice(deviceUid)
    const running = new TelevisionFlow({
      begin: () => call(tvLogin.begin, device, abort.signal),
      poll: (deviceCode) => call(tvLogin.poll, { device_code: deviceCode }, abort.signal),
      later: (run, delayMs) => {
        const timer = setTimeout(run, delayMs)
        return () => clearTimeout(timer)
      },
      nowMs: steadyMs,
      origin: siteOrigin(),
      tell: setState,
      enter: ({ token, abonement }) => session.signIn({ token, abonement, deviceUid }),
    })
    flow.current = running
    return () => {
      running.stop()
      abort.abort()
    }
  }, [])
  return { state, again: () => flow.current?.again() }
}
