/** The switch of push messages on the page of notifications, in an app that can receive them. */
import { useState } from 'react'
import { useSession } from '#web/session/session.ts'
import { useStore } from '#web/state/create-store.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { useNoticeText } from './notice-text.ts'
import { pushState, turnPushOff, turnPushOn } from './push-registration.ts'
import styles from './push-switch.module.css'

export function PushSwitch() {
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
    } else await turnPushOn()
    setBusy(false)
  }
  return (
    <div className={styles.switch}>
      <p className={styles.text}>
        {t(state === 'on' ? 'pushOn' : state === 'blocked' ? 'pushBlocked' : 'pushOff')}
      </p>
      {state !== 'blocked' && (
        <Button disabled={busy} onClick={() => void turn()}>
          {t(state === 'on' ? 'pushTurnOff' : 'pushTurnOn')}
        </Button>
      )}
    </div>
  )
}
