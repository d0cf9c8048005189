import { useState } from 'react'
import { devices } from '#contract/accounts/devices.ts'
import { call } from '#web/session/requests/api.ts'
import { useLogOut } from '#web/session/requests/use-log-out.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { useCabinetText } from './cabinet-text.ts'
import styles from './cabinet-screen.module.css'

/** Logging out on this device (ACC-07) and on all others. */
export function Leaving() {
  const t = useCabinetText()
  const { busy, leave } = useLogOut()
  const [request, setRequest] = useState(false)
  const leaveHere = async () => {
    const problem = await leave(t('noConnection'))
    if (problem !== null) showToast(problem)
  }
  const leaveOthers = async () => {
    const result = await call(devices.removeOthers, {})
    setRequest(false)
    if (result.kind === 'unreachable') showToast(t('noConnection'))
    else if (result.kind === 'refused') showToast(result.message)
    else {
      const { removed: count } = result.data
      showToast(count === 0 ? t('noOthers') : t('othersRemoved', { count }))
    }
  }
  return (
    <section className={styles.card}>
      <h2 className={styles.label}>{t('leaving')}</h2>
      <div className={styles.actions}>
        <Button icon="logout" disabled={busy} onClick={() => void leaveHere()}>
          {t('logout')}
        </Button>
        <Button onClick={() => setRequest(true)}>{t('others')}</Button>
      </div>
      <ConfirmDialog
        open={request}
        title={t('askOthers')}
        text={t('askOthersText')}
        action={t('others')}
        cancel={t('cancel')}
        onConfirm={leaveOthers}
        onClose={() => setRequest(false)}
      />
    </section>
  )
}
