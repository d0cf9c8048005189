/** The words about a lost connection in an app: where only the secure connection fails, they say why and what to do. */
import { useEffect, useState, type ReactNode } from 'react'
import { formatDate } from '#web/i18n/format.ts'
import { respondsWithoutTls } from '#web/session/server/plain-probe.ts'
import { nowMs } from '#web/session/server/server-clock.ts'
import { useLanguage } from '#web/session/session.ts'
import { isClockWrong } from '#web/state/device-clock.ts'
import { serverOrigin } from '#web/state/site-address.ts'
import { useFirstStartText } from './first-start-text.ts'

const dayMs = 86_400_000

interface InsecureNoticeProps {
  readonly hint: string | undefined
  /** The words while nothing more is known. */
  readonly children: ReactNode
}

interface SecureFault {
  readonly deviceMs: number
  /** The clock is wrong for certain: by the package, or by what the server said before. */
  readonly isClockWrong: boolean
}

const lookEveryMs = 15_000
/** A short outage needs no hint; where a package may not look, it is all that can be said about the certificate. */
const looksBeforeHint = 2

function faultNow(): SecureFault {
  const deviceMs = Date.now()
  return { deviceMs, isClockWrong: isClockWrong(deviceMs) || Math.abs(nowMs() - deviceMs) > dayMs }
}

export function InsecureNotice({ hint, children }: InsecureNoticeProps) {
  const t = useFirstStartText()
  const language = useLanguage()
  // A clock before the package was made needs no further sign; a package may be forbidden to look for one.
  const [fault, setFault] = useState(() => (isClockWrong(Date.now()) ? faultNow() : null))
  const [looks, setLooks] = useState(0)
  useEffect(() => {
    if (fault !== null) return
    let isGone = false
    const look = () => {
      setLooks((count) => count + 1)
      if (navigator.onLine)
        void respondsWithoutTls(serverOrigin()).then((responds) => {
          if (responds && !isGone) setFault(faultNow())
        })
    }
    look()
    // A set that was just switched on may have no network yet.
    const timer = setInterval(look, lookEveryMs)
    return () => {
      isGone = true
      clearInterval(timer)
    }
  }, [fault])
  if (fault === null)
    return (
      <>
        {children}
        {looks > looksBeforeHint && <span className={hint}> {t('unsafe')}</span>}
      </>
    )
  const date = formatDate(fault.deviceMs / 1000, language, 0)
  return (
    <>
      <strong>{t('insecureTitle')}</strong>
      <span className={hint}> {t(fault.isClockWrong ? 'clockHint' : 'insecureHint', { date })}</span>
    </>
  )
}
