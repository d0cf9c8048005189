/** The number, the password, and the links to registration and recovery. */
import { useState } from 'react'
import { formatPosition } from '#web/i18n/format.ts'
import { useLocation } from '#web/router/router.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Head, StepLink } from '#web/screens/login/flow/card.tsx'
import { MaskedField, PasswordField, useFieldFocus } from '#web/features/forms/fields.tsx'
import { FormTrouble, useRest } from '#web/screens/login/flow/form-trouble.tsx'
import { keep, useSaved } from '#web/screens/login/flow/stored-steps.ts'
import { useLoginText } from '#web/features/forms/login-text.ts'
import { nothingTyped, typeWho } from '#web/features/forms/phone-mask.ts'
import { addressOf } from '#web/screens/login/flow/steps.ts'
import { noTrouble, type FieldName, type Trouble } from '#web/features/forms/trouble.ts'
import type { Credentials } from '#web/screens/login/flow/use-log-in.ts'
import { whoIs } from '#web/screens/login/flow/who.ts'
import styles from '#web/screens/login/flow/login-screen.module.css'
import { Form } from '#web/features/forms/form.tsx'

interface LoginFormProps {
  readonly trouble: Trouble
  readonly busy: boolean
  readonly onTell: (trouble: Trouble) => void
  readonly onLogIn: (credentials: Credentials) => void
}

export function LoginForm({ trouble, busy, onTell, onLogIn }: LoginFormProps) {
  const t = useLoginText()
  const { phone } = useSaved()
  const { state } = useLocation()
  const [who, setWho] = useState(() => typeWho(nothingTyped, { text: phone, caret: phone.length }))
  const [password, setPassword] = useState('')
  const form = useFieldFocus(trouble)
  const rest = useRest(trouble)
  const correct = (name: FieldName) => trouble.fields[name] !== undefined && onTell(noTrouble)

  const submit = () => {
    const meant = whoIs(who.text)
    const fields = {
      ...(meant.kind === 'empty' ? { who: t('needWho') } : {}),
      ...(meant.kind === 'bad-phone' ? { who: t('badPhone') } : {}),
      ...(password === '' ? { password: t('needPassword') } : {}),
    }
    if (meant.kind === 'empty' || meant.kind === 'bad-phone' || password === '') return onTell({ fields })
    onLogIn({ who: meant, password })
  }
  return (
    <>
      <Head title={t('title')} lead={t('lead')} />
      <Form ref={form} className={styles.form} isBusy={busy || rest > 0} onSubmit={submit}>
        <MaskedField
          name="who"
          label={t('who')}
          written={who}
          problem={trouble.fields.who}
          autoComplete="username"
          inputMode="tel"
          maxLength={40}
          onWrite={(written) => {
            const typed = typeWho(who, written)
            setWho(typed)
            // A typed phone is passed on to registration and recovery.
            keep({ phone: typed.text.startsWith('+') ? typed.text : '' })
            correct('who')
          }}
        />
        <PasswordField
          name="password"
          label={t('password')}
          value={password}
          problem={trouble.fields.password}
          autoComplete="current-password"
          onChange={(text) => {
            setPassword(text)
            correct('password')
          }}
        />
        <StepLink to={{ name: 'recover', at: 'phone' }} className={styles.forgot}>
          {t('forgot')}
        </StepLink>
        <FormTrouble trouble={trouble}>
          {trouble.failure === 'login_code_needed' && (
            <ButtonLink to={addressOf({ name: 'confirm', at: 'phone' })} state={state} wide>
              {t('confirmByCode')}
            </ButtonLink>
          )}
        </FormTrouble>
        <Button type="submit" data-first="" variant="primary" size="l" wide disabled={busy || rest > 0}>
          {rest > 0 ? t('enterIn', { time: formatPosition(rest) }) : t(busy ? 'entering' : 'enter')}
        </Button>
      </Form>
      <p className={styles.other}>
        {t('newHere')} <StepLink to={{ name: 'register', at: 'phone' }}>{t('register')}</StepLink>
      </p>
    </>
  )
}
