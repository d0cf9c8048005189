/** Mounted in the shell of the page that a Cast device opens: starts the receiver, and waits with a screen of its own. */
import { useServiceName } from '#web/session/service-name.ts'
import { useState } from 'react'
import { useLocation, useNavigate } from '#web/router/router.ts'
import { useLatest } from '#web/state/use-latest.ts'
import { useOnChange } from '#web/state/use-on-change.ts'
import { useCastText } from '#web/player/casting/cast-text.ts'
import { isCastDevice } from './google-receiver.ts'
import { startReceiver } from './start-receiver.ts'
import styles from './cast-receiver.module.css'

export function CastReceiver() {
  const t = useCastText()
  const navigate = useNavigate()
  const location = useLocation()
  const [isDevice] = useState(() => isCastDevice(navigator.userAgent))
  const latest = useLatest({ location, navigate })
  const [waitingPath] = useState(location.pathname)
  useOnChange([], () => {
    if (!isDevice) return
    const go = (path: string) => void latest.current.navigate(path, { replace: true })
    startReceiver({ place: () => latest.current.location, go, rest: () => go(waitingPath) }).catch(
      (error: unknown) => console.error(error),
    )
  })
  const service = useServiceName()
  if (location.pathname !== waitingPath) return null
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{service}</h1>
      <p className={styles.lead}>{t(isDevice ? 'waitingTitle' : 'notACast')}</p>
      {isDevice && <p className={styles.text}>{t('waitingText')}</p>}
    </div>
  )
}
