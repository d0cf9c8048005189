/** Password recovery: phone, code, a new password, then a login (ACC-03). */
import { useState } from 'react'
import { Navigate, useLocation } from '#web/router/router.ts'
import { Head, StepLink } from '#web/screens/login/flow/card.tsx'
import { CodeStep } from './code-step.tsx'
import { setPassword as setNewPassword } from '#web/screens/login/flow/code-calls.ts'
import { PasswordStep } from './password-step.tsx'
import { PhoneStep } from './phone-step.tsx'
import { CodeHead } from './register.tsx'
import { useRegisterText } from '#web/features/forms/register-text.ts'
import { addressOf, useSteps, type Step } from '#web/screens/login/flow/steps.ts'
import { isCodeTrouble, useCodeFlow } from './use-code-flow.ts'
import type { Credentials } from '#web/screens/login/flow/use-log-in.ts'
import styles from '#web/screens/login/flow/login-screen.module.css'

type At = 'phone' | 'code' | 'password'
const phoneStep: Step = { name: 'recover', at: 'phone' }
const codeStep: Step = { name: 'recover', at: 'code' }

interface RecoverProps {
  readonly at: At
  /** The new password is set: a normal login follows. */
  readonly onSet: (credentials: Credentials) => Promise<unknown>
}

export function Recover({ at, onSet }: RecoverProps) {
  const t = useRegisterText()
  const { go } = useSteps()
  const { state } = useLocation()
  const flow = useCodeFlow('recover')
  const [password, setPassword] = useState('')
  const { sent, code } = flow
  const to = (step: Step) => <Navigate to={addressOf(step)} state={state} replace />

  const finish = async (phone: string, shown: string) => {
    const result = await flow.doing('finishing', async () => {
      const set = await setNewPassword(phone, shown, password)
      if (set.kind === 'ok') await onSet({ who: { kind: 'phone', phone }, password })
      return set
    })
    if (result.kind === 'ok') return
    const trouble = flow.troubleOf(result)
    flow.tell(trouble)
    if (!isCodeTrouble(trouble)) return
    flow.setCode(null)
    go(codeStep)
  }
  if (at === 'code') {
    if (sent === null) return to(phoneStep)
    return (
      <>
        <CodeHead sent={sent} back={phoneStep} />
        <CodeStep
          sent={sent}
          trouble={flow.trouble}
          busy={flow.busy}
          onTell={flow.tell}
          onCode={(typed) =>
            void flow.show(typed).then((isRight) => isRight && go({ name: 'recover', at: 'password' }))
          }
          onAgain={(way) => void flow.again(way)}
        />
      </>
    )
  }
  if (at === 'password') {
    if (sent === null || code === null) return to(sent === null ? phoneStep : codeStep)
    return (
      <>
        <Head title={t('passwordTitle')} lead={t('passwordLead')} />
        <PasswordStep
          purpose="recover"
          phone={sent.phone}
          password={password}
          trouble={flow.trouble}
          busy={flow.busy}
          onPassword={setPassword}
          onTell={flow.tell}
          onFinish={() => void finish(sent.phone, code)}
        />
      </>
    )
  }
  return (
    <>
      <Head title={t('recoverTitle')} lead={t('recoverLead')} />
      <PhoneStep
        withTerms={false}
        trouble={flow.trouble}
        busy={flow.busy}
        onTell={flow.tell}
        onPhone={(phone) => flow.begin(phone, 'sms')}
      />
      <p className={styles.other}>
        {t('remembered')} <StepLink to={{ name: 'login' }}>{t('login')}</StepLink>
      </p>
    </>
  )
}
