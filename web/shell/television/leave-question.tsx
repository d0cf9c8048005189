import { useRemoteText } from '#web/features/card-menu/remote-text.ts'
import { stay, useIsAskingToLeave } from '#web/remote/leaving.ts'
import { leaveApp } from '#web/remote/platform.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import styles from './card-menu.module.css'

/** Back on the home page. "Stay" has the focus: a viewer who pressed Back once too often presses OK. */
export function LeaveQuestion() {
  const t = useRemoteText()
  const leave = () => {
    stay()
    leaveApp()
  }
  return (
    <Dialog open={useIsAskingToLeave()} title={t('leave')} className={styles.dialog} onClose={stay}>
      <div className={styles.actions} data-row="">
        <Button size="l" onClick={leave}>
          {t('leaveYes')}
        </Button>
        <Button size="l" variant="primary" data-first="" onClick={stay}>
          {t('leaveNo')}
        </Button>
      </div>
    </Dialog>
  )
}
