import { useState } from 'react'
import { remoteControl, type Controller } from '#contract/playback/remote-control.ts'
import { deviceName } from '#web/features/devices/device-rules.ts'
import { useDeviceText } from '#web/features/devices/device-text.ts'
import { call } from '#web/session/requests/api.ts'
import { useOnChange } from '#web/state/use-on-change.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { useRemoteText } from './remote-text.ts'
import styles from './consent-question.module.css'

interface ConsentQuestionProps {
  /** The devices that wait for a decision. */
  readonly controllers: readonly Controller[]
  /** Called when the question appears and when it has gone. */
  readonly onShown: (isShown: boolean) => void
}

/** A server of an earlier version sends no time: there, a repeated request is the same question. */
function questionOf({ device_id: id, requested_at: requestedAt }: Controller): string {
  return `${id} ${requestedAt}`
}

/**
 * The question a television shows when a device wants to control it for the first time. A question closed without a
 * decision expires within a minute; the device may then request again.
 */
export function ConsentQuestion({ controllers, onShown }: ConsentQuestionProps) {
  const t = useRemoteText()
  const deviceText = useDeviceText()
  const [closed, setClosed] = useState<readonly string[]>([])
  const controller = controllers.find((one) => !closed.includes(questionOf(one)))
  // A device that requests again is shown again.
  const current = closed.filter((question) => controllers.some((one) => questionOf(one) === question))
  if (current.length !== closed.length) setClosed(current)
  const isShown = controller !== undefined
  useOnChange([isShown], () => onShown(isShown))
  const close = () => {
    if (controller !== undefined) setClosed([...closed, questionOf(controller)])
  }
  const name = controller === undefined ? '' : deviceName(controller, deviceText)
  const decide = async (allow: 0 | 1) => {
    if (controller === undefined) return
    close()
    const result = await call(remoteControl.decide, { controller: controller.device_id, allow })
    if (result.kind === 'ok') showToast(allow === 1 ? t('allowed', { name }) : t('denied'))
    else showToast(result.kind === 'refused' ? result.message : t('noConnection'))
  }
  return (
    <Dialog open={isShown} title={t('consentTitle')} className={styles.dialog} onClose={close}>
      {controller !== undefined && (
        <>
          <p className={styles.question}>{t(`consent_${controller.kind}`, { name })}</p>
          <p className={styles.text}>{t('consentText')}</p>
          <div className={styles.actions}>
            <Button variant="primary" size="l" data-first="" onClick={() => void decide(1)}>
              {t('allow')}
            </Button>
            <Button size="l" onClick={() => void decide(0)}>
              {t('deny')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
