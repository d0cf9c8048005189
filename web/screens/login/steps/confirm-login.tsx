/**
 * A login with the correct password while many networks are guessing it: a code sent to the account's phone
 * confirms the viewer, and the login continues automatically (ACC-14).
 */
import { Navigate, useLocation } from '#web/router/router.ts'
import { isTelevision } from '#web/remote/television.ts'
import { Head, StepLink } from '#web/screens/login/flow/card.tsx'
import { CodeStep } from './code-step.tsx'
import { PhoneStep } from './phone-step.tsx'
import { CodeHead } from './register.tsx'
import { useRegisterText } from '#web/features/forms/register-text.ts'
import { addressOf, type Step } from '#web/screens/login/flow/steps.ts'
import { useCodeFlow } from './use-code-flow.ts'
import styles from '#web/screens/login/flow/login-screen.module.css'

const phoneStep: Step = { name: 'confirm', at: 'phone' }

interface ConfirmLoginProps {
  readonly at: 'phone' | 'code'
  /** The code was correct: this network may log in now. */
  readonly onConfirmed: () => void
}

export function ConfirmLogin({ at, onConfirmed }: ConfirmLoginProps) {
  const t = useRegisterText()
  const { state } = useLocation()
  const flow = useCodeFlow('confirm')
  const { sent } = flow
  if (at === 'code') {
    if (sent === null) return <Navigate to={addressOf(phoneStep)} state={state} replace />
    return (
      <>
        <CodeHead sent={sent} back={phoneStep} />
        <CodeStep
          sent={sent}
          trouble={flow.trouble}
          busy={flow.busy}
          onTell={flow.tell}
          onCode={(typed) => void flow.show(typed).then((isRight) => isRight && onConfirmed())}
          onAgain={(way) => void flow.again(way)}
        />
      </>
    )
  }
  return (
    <>
      <Head title={t('confirmLoginTitle')} lead={t('confirmLoginLead')} />
      <PhoneStep
        withTerms={false}
        trouble={flow.trouble}
        busy={flow.busy}
        onTell={flow.tell}
        onPhone={(phone) => flow.begin(phone, 'sms')}
      />
      <p className={styles.other}>
        <StepLink to={{ name: isTelevision() ? 'password' : 'login' }}>{t('login')}</StepLink>
      </p>
    </>
  )
}
