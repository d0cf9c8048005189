/** The switch of push messages on the page of notifications, where they can be received. */
import { useState } from 'react'
import { useSession } from '#web/session/session.ts'
import { useStore } from '#web/state/create-store.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { useNoticeText } from './notice-text.ts'
import { pushState, turnPushOff, turnPushOn } from './push-registration.ts'
import styles from './push-switch.module.css'

const wordsOf = {
  app: { on: 'pushOn', blocked: 'pushBlocked', off: 'pushOff' },
  browser: { on: 'webPushOn', blocked: 'webPushBlocked', off: 'webPushOff' },
} as const

interface PushSwitchProps {
  /** The site in a browser, not an app. */
  readonly isBrowser?: boolean
}

export function PushSwitch({ isBrowser = false }: PushSwitchProps) {
  const t = useNoticeText()
  const state = useStore(pushState)
  const isGuest = useSession().token === null
  const [busy, setBusy] = useState(false)
  if (state === 'unavailable' || isGuest) return null
  const turn = async () => {
    setBusy(true)
    if (state === 'on') {
      const isDone = await turnPushOff()
      if (!isDone) showToast(t('pushFailed'))
    } else if (!(await turnPushOn())) showToast(t('pushNotOn'))
    setBusy(false)
  }
  return (
    <div className={styles.switch}>
      <p className={styles.text}>{t(wordsOf[isBrowser ? 'browser' : 'app'][state])}</p>
      {state !== 'blocked' && (
        <Button disabled={busy} onClick={() => void turn()}>
          {t(state === 'on' ? 'pushTurnOff' : 'pushTurnOn')}
        </Button>
      )}
    </div>
  )
}
