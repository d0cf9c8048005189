import { useEffect, useRef, useState } from 'react'
import { tvLogin } from '#contract/tv-login.ts'
import { newDeviceUid, session } from '#web/session/session.ts'
import { callAsDevice } from './call-as-device.ts'
import { TelevisionFlow, type TelevisionState } from './television-flow.ts'
import { steadyMs } from './use-seconds-left.ts'

const MODEL_LENGTH = 200

/** A television's wait to be let in, while the component stands; a login changes the session and so the screen. */
export function useTelevision(): { readonly state: TelevisionState; readonly again: () => void } {
  const [state, setState] = useState<TelevisionState>({ kind: 'asking' })
  const flow = useRef<TelevisionFlow | null>(null)
  useEffect(() => {
    // One number for all codes of this wait: a place that was taken for a lost answer is taken again, not twice.
    const deviceUid = newDeviceUid()
    const abort = new AbortController()
    const call = callAsDevice(deviceUid)
    const running = new TelevisionFlow({
      begin: () =>
        call(
          tvLogin.begin,
          {
            device_uid: deviceUid,
            device_model: navigator.userAgent.slice(0, MODEL_LENGTH),
            device_kind: 'tv',
            device: 'browser',
          },
          abort.signal,
        ),
      poll: (deviceCode) => call(tvLogin.poll, { device_code: deviceCode }, abort.signal),
      later: (run, delayMs) => {
        const timer = setTimeout(run, delayMs)
        return () => clearTimeout(timer)
      },
      nowMs: steadyMs,
      origin: location.origin,
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
