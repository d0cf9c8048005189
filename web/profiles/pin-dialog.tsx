/** The dialog that something needs a PIN for; mounted by the shell. */
import { useState, type FormEvent } from 'react'
import { pinForm } from '#contract/accounts/profiles.ts'
import { usePinRequest, type PinPurpose, type PinRequest } from '#web/session/pin-needed.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { PinField } from './pin-field.tsx'
import { useProfilesText } from './profiles-text.ts'
import styles from './pin-dialog.module.css'

const purposes = {
  purchase: 'purchase',
  manage: 'managePin',
  account: 'accountPin',
  enter: 'enter',
  open: 'openPin',
} as const satisfies Record<PinPurpose, string>

export function PinDialog() {
  const t = useProfilesText()
  const request = usePinRequest()
  return (
    <Dialog
      open={request !== null}
      title={t('pinTitle')}
      className={styles.dialog}
      onClose={() => request?.end(false)}
    >
      {request !== null && <PinForm request={request} />}
    </Dialog>
  )
}

function PinForm({ request }: { readonly request: PinRequest }) {
  const t = useProfilesText()
  const [pin, setPin] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!pinForm.test(pin)) return setProblem(t('needDigits'))
    setBusy(true)
    const answer = await request.send(pin)
    setBusy(false)
    if (answer?.kind === 'accepted') return request.end(true)
    setPin('')
    setProblem(answer?.message ?? t('failed'))
  }
  return (
    <form className={styles.form} onSubmit={(event) => void send(event)}>
      <p className={styles.text}>{t(purposes[request.purpose])}</p>
      <PinField
        label={t('pinField')}
        pin={pin}
        problem={problem}
        disabled={busy}
        onPin={(next) => {
          setProblem(undefined)
          setPin(next)
        }}
      />
      <Button type="submit" variant="primary" wide disabled={busy}>
        {t('confirm')}
      </Button>
      <p className={styles.meta}>{t('forgot')}</p>
    </form>
  )
}
