/** The account's phone number, and the dialog that adds or changes it. */
import { useState } from 'react'
import { codeLength } from '#contract/form/constants.ts'
import { formatPosition } from '#web/i18n/format.ts'
import { codeOf } from '#web/features/forms/code-field.tsx'
import { MaskedField, PasswordField, TextField } from '#web/features/forms/fields.tsx'
import { isMobile, maskPhone, readPhone, typePhone, type Written } from '#web/features/forms/phone-mask.ts'
import { useWebOtp } from '#web/features/forms/use-web-otp.ts'
import { useSecondsLeft } from '#web/features/forms/wait.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { useCabinetText } from './cabinet-text.ts'
import { usePhoneConfirmation } from './use-phone-confirmation.ts'
import styles from './cabinet-screen.module.css'
import { Form } from '#web/features/forms/form.tsx'

interface PhoneLineProps {
  /** As the server formats it, or ''. */
  readonly phone: string
  readonly onDone: () => void
}

export function PhoneLine({ phone, onDone }: PhoneLineProps) {
  const t = useCabinetText()
  const [open, setOpen] = useState(false)
  const done = () => {
    setOpen(false)
    showToast(t('phoneDone'))
    onDone()
  }
  return (
    <>
      {phone === '' ? (
        <p className={styles.text}>
          {t('noPhone')}. {t('noPhoneText')}
        </p>
      ) : (
        <p className={styles.number}>{written(phone)}</p>
      )}
      <Button
        variant={phone === '' ? 'secondary' : 'quiet'}
        className={phone === '' ? undefined : styles.flush}
        onClick={() => setOpen(true)}
      >
        {t(phone === '' ? 'confirmPhone' : 'changePhone')}
      </Button>
      <Dialog open={open} title={t('phoneTitle')} onClose={() => setOpen(false)}>
        <PhoneSteps onDone={done} />
      </Dialog>
    </>
  )
}

function PhoneSteps({ onDone }: { readonly onDone: () => void }) {
  const flow = usePhoneConfirmation(onDone)
  const { sentTo } = flow.step
  return sentTo === null ? <PhoneForm flow={flow} /> : <CodeForm flow={flow} phone={sentTo} />
}

interface StepProps {
  readonly flow: ReturnType<typeof usePhoneConfirmation>
}

function PhoneForm({ flow: { step, send, tell } }: StepProps) {
  const t = useCabinetText()
  const [written, setWritten] = useState<Written>({ text: '', caret: 0 })
  const submit = () => {
    const digits = readPhone(written.text)?.digits ?? ''
    if (!isMobile(digits)) return tell({ fields: { phone: t('badPhone') } })
    void send(`+998${digits}`, 'sms')
  }
  return (
    <Form className={styles.form} isBusy={step.busy !== null} onSubmit={submit}>
      <p className={styles.text}>{t('phoneLead')}</p>
      <MaskedField
        name="phone"
        label={t('phone')}
        written={written}
        problem={step.trouble.fields.phone}
        inputMode="tel"
        autoComplete="tel"
        placeholder="+998 XX XXX-XX-XX"
        onWrite={(next) => setWritten((former) => typePhone(former.text, next))}
      />
      <FormTrouble flow={{ step }} />
      <Button type="submit" variant="primary" wide disabled={step.busy !== null}>
        {step.busy === 'solving' ? t('solving') : step.busy === null ? t('sendCode') : t('sending')}
      </Button>
    </Form>
  )
}

function CodeForm({ flow, phone }: StepProps & { readonly phone: string }) {
  const t = useCabinetText()
  const { step, send, check, tell, startOver } = flow
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  useWebOtp((value) => setCode(codeOf(value)))
  const left = useSecondsLeft(step.resend)
  const shown = phone.replace(/^\+998(..)(...)(..)(..)$/, '+998 $1 $2-$3-$4')
  const submit = () => {
    if (code.length !== codeLength) return tell({ fields: { code: t('needCode') } })
    if (password === '') return tell({ fields: { password: t('needPassword') } })
    void check(phone, code, password)
  }
  return (
    <Form className={styles.form} isBusy={step.busy !== null} onSubmit={submit}>
      <p className={styles.text} role="status">
        {t(step.way === 'call' ? 'callSent' : 'smsSent', { phone: shown })}
      </p>
      <TextField
        name="code"
        label={t('code')}
        value={code}
        problem={step.trouble.fields.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        onChange={(text) => setCode(codeOf(text))}
      />
      <PasswordField
        name="password"
        label={t('ownPassword')}
        value={password}
        problem={step.trouble.fields.password}
        autoComplete="current-password"
        onChange={setPassword}
      />
      <FormTrouble flow={flow} />
      <Button type="submit" variant="primary" wide disabled={step.busy !== null}>
        {step.busy === 'checking' ? t('checking') : t('check')}
      </Button>
      {left > 0 ? (
        <p className={styles.meta}>{t('againIn', { time: formatPosition(left) })}</p>
      ) : (
        <Button variant="quiet" disabled={step.busy !== null} onClick={() => void send(phone, 'sms')}>
          {t('again')}
        </Button>
      )}
      {left === 0 && step.canCall && (
        <Button variant="quiet" disabled={step.busy !== null} onClick={() => void send(phone, 'call')}>
          {t('byCall')}
        </Button>
      )}
      <Button variant="quiet" onClick={startOver}>
        {t('otherPhone')}
      </Button>
    </Form>
  )
}

/** A problem that belongs to no field, with a countdown where there is one. */
function FormTrouble({ flow: { step } }: { readonly flow: Pick<StepProps['flow'], 'step'> }) {
  const t = useCabinetText()
  const { form, wait } = step.trouble
  const left = useSecondsLeft(wait?.wait ?? null)
  const words = left > 0 ? t('tryIn', { time: formatPosition(left) }) : form
  return words === undefined ? null : (
    <p className={styles.problem} role="alert">
      {words}
    </p>
  )
}

/** `+998 90 123-45-67`; a number of another country is left unchanged. */
function written(phone: string): string {
  const digits = readPhone(phone)?.digits ?? ''
  return digits === '' ? phone : maskPhone(digits)
}
