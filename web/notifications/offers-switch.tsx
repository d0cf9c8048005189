/** The viewer's choice of news and offers, on the page of notifications (MSG-01). */
import { useState } from 'react'
import { messagePreferences } from '#contract/site/message-preferences.ts'
import { ru } from '#web/i18n/ru/service/message-preferences.ts'
import { uz } from '#web/i18n/uz/service/message-preferences.ts'
import { call, useCall } from '#web/session/requests/api.ts'
import { createTextHook } from '#web/session/text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import styles from './push-switch.module.css'

const useOffersText = createTextHook(ru, uz)

/** Shown once the present choice is known to the page. */
export function OffersSwitch() {
  const t = useOffersText()
  const stored = useCall(messagePreferences.show, {})
  const [saved, setSaved] = useState<boolean>()
  const [busy, setBusy] = useState(false)
  if (stored.kind !== 'ok') return null
  const isOn = saved ?? stored.data.offers === 1
  const turn = async () => {
    setBusy(true)
    const result = await call(messagePreferences.save, { offers: isOn ? 0 : 1 })
    setBusy(false)
    if (result.kind === 'ok') setSaved(result.data.offers === 1)
    else showToast(t('failed'))
  }
  return (
    <div className={styles.switch}>
      <p className={styles.text} aria-live="polite">
        {t(isOn ? 'on' : 'off')}
      </p>
      <Button disabled={busy} onClick={() => void turn()}>
        {t(isOn ? 'turnOff' : 'turnOn')}
      </Button>
    </div>
  )
}
