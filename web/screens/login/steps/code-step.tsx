/**
 * Entering the code that was sent: typed, pasted or read from the message; another one can be requested after the
 * countdown.
 */
import { useState } from 'react'
import { codeLength } from '#contract/form/constants.ts'
import { formatPosition } from '#web/i18n/format.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CodeField, codeOf } from '#web/features/forms/code-field.tsx'
import { useFieldFocus } from '#web/features/forms/fields.tsx'
import { FormTrouble, useRest } from '#web/screens/login/flow/form-trouble.tsx'
import type { CodeWay, Sent } from '#web/screens/login/flow/stored-steps.ts'
import { maskPhone } from '#web/features/forms/phone-mask.ts'
import { BusyWords, type Busy } from './phone-step.tsx'
import { useRegisterText } from '#web/features/forms/register-text.ts'
import { noTrouble, type Trouble } from '#web/features/forms/trouble.ts'
import { useSecondsLeft } from '#web/features/forms/wait.ts'
import { useWebOtp } from '#web/features/forms/use-web-otp.ts'
import styles from '#web/screens/login/flow/login-screen.module.css'
import { Form } from '#web/features/forms/form.tsx'

interface CodeStepProps {
  readonly sent: Sent
  readonly trouble: Trouble
  readonly busy: Busy
  readonly onTell: (trouble: Trouble) => void
  readonly onCode: (code: string) => void
  readonly onAgain: (way: CodeWay) => void
}

/** `+998 90 123-45-67` without line breaks. */
export function shownPhone(phone: string) {
  return maskPhone(phone.slice('+998'.length)).replaceAll(' ', '\u00a0').replaceAll('-', '\u2011')
}

export function CodeStep({ sent, trouble, busy, onTell, onCode, onAgain }: CodeStepProps) {
  const t = useRegisterText()
  const [code, setCode] = useState('')
  const form = useFieldFocus(trouble)
  const rest = useRest(trouble)
  const take = (typed: string) => {
    setCode(typed)
    if (trouble.fields.code !== undefined && typed !== '') onTell(noTrouble)
    if (typed.length === codeLength && busy === null && rest === 0) onCode(typed)
  }
  useWebOtp((value) => take(codeOf(value)))
  // A wrong code is cleared, to be typed again.
  const [seen, setSeen] = useState(trouble)
  if (seen !== trouble) {
    setSeen(trouble)
    if (trouble.fields.code !== undefined && code.length === codeLength) setCode('')
  }
  const submit = () => {
    if (code.length === codeLength) onCode(code)
    else onTell({ fields: { code: t('shortCode') } })
  }
  return (
    <Form ref={form} className={styles.form} isBusy={busy !== null || rest > 0} onSubmit={submit}>
      <CodeField
        label={t('code')}
        code={code}
        problem={trouble.fields.code}
        disabled={busy === 'checking'}
        onCode={take}
      />
      <FormTrouble trouble={trouble} />
      <Button
        type="submit"
        data-first=""
        variant="primary"
        size="l"
        wide
        disabled={busy !== null || rest > 0}
      >
        {busy === null || busy === 'finishing' ? t('confirm') : t(busy)}
      </Button>
      <BusyWords busy={busy} />
      <OtherCode sent={sent} busy={busy} onAgain={onAgain} />
    </Form>
  )
}

type OtherCodeProps = Pick<CodeStepProps, 'sent' | 'busy' | 'onAgain'>

/** Requests another code by each available way; during the countdown a line of the same height takes its place. */
function OtherCode({ sent, busy, onAgain }: OtherCodeProps) {
  const t = useRegisterText()
  const left = useSecondsLeft(sent.resend)
  const ways = sent.ways.filter((way) => way !== 'captcha')
  if (left > 0)
    return (
      <p className={styles.resend} role="timer">
        {t('resendIn', { time: formatPosition(left) })}
      </p>
    )
  if (ways.length === 0) return <p className={styles.resend}>{t('noMoreCodes')}</p>
  return (
    <div className={styles.resend} data-row="">
      {ways.map((way) => (
        <Button key={way} variant="quiet" disabled={busy !== null} onClick={() => onAgain(way)}>
          {t(way === 'sms' ? 'resendSms' : 'resendCall')}
        </Button>
      ))}
    </div>
  )
}
