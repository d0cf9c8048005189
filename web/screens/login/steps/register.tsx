/** Registration: phone and terms, code, password (ACC-02); or a captcha challenge instead of the code. */
import { useState } from 'react'
import { Navigate, useLocation } from '#web/router/router.ts'
import { registration } from '#contract/accounts/registration.ts'
import { useCall } from '#web/session/requests/api.ts'
import { session } from '#web/session/session.ts'
import { thisDevice } from '#web/session/this-device.ts'
import { forgetDealer } from '#web/session/utm.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Head, StepLink } from '#web/screens/login/flow/card.tsx'
import { CodeStep, shownPhone } from './code-step.tsx'
import { registerByCode, registerUnseen } from '#web/screens/login/flow/code-calls.ts'
import { Closed, Taken } from './ends.tsx'
import { keep, useSaved, type AnyWay } from '#web/screens/login/flow/stored-steps.ts'
import { PasswordStep } from './password-step.tsx'
import { PhoneStep } from './phone-step.tsx'
import { useRegisterText } from '#web/features/forms/register-text.ts'
import { addressOf, useSteps, type Step } from '#web/screens/login/flow/steps.ts'
import { noTrouble } from '#web/features/forms/trouble.ts'
import { isCodeTrouble, useCodeFlow } from './use-code-flow.ts'
import { phoneOf } from '#web/screens/login/flow/who.ts'
import styles from '#web/screens/login/flow/login-screen.module.css'

export type RegisterAt = Extract<Step, { name: 'register' }>['at']
const phoneStep: Step = { name: 'register', at: 'phone' }
const codeStep: Step = { name: 'register', at: 'code' }

/** The server's settings, or defaults until they load. */
function useWays(): {
  readonly isOpen: boolean
  readonly ways: readonly AnyWay[]
  readonly isLoaded: boolean
} {
  const settings = useCall(registration.settings, {})
  if (settings.kind !== 'ok') return { isOpen: true, ways: ['sms'], isLoaded: settings.kind !== 'loading' }
  return { isOpen: settings.data.is_open === 1, ways: settings.data.ways.item, isLoaded: true }
}

export function Register({ at }: { readonly at: RegisterAt }) {
  const flow = useCodeFlow('register')
  const { isOpen } = useWays()
  const { failure } = flow.trouble
  const [password, setPassword] = useState('')
  const { state } = useLocation()
  if (!isOpen || failure === 'registration_off') return <Closed />
  if (failure === 'phone_registered')
    return <Taken phone={flow.sent?.phone ?? ''} onOther={() => flow.tell(noTrouble)} />
  const to = (step: Step) => <Navigate to={addressOf(step)} state={state} replace />
  if (at === 'code') return flow.sent === null ? to(phoneStep) : <Code flow={flow} />
  if (at === 'password') {
    if (flow.code === null) return to(flow.sent === null ? phoneStep : codeStep)
    return <Password flow={flow} password={password} onPassword={setPassword} />
  }
  if (at === 'unseen') return <Password flow={flow} password={password} onPassword={setPassword} isUnseen />
  return <Phone flow={flow} />
}

type Flow = ReturnType<typeof useCodeFlow>

function Phone({ flow }: { readonly flow: Flow }) {
  const t = useRegisterText()
  const { ways, isLoaded } = useWays()
  const { go } = useSteps()
  const { terms, phone } = useSaved()
  const first = ways.find((way) => way !== 'captcha')
  const goUnseen = () => {
    if (!terms) return flow.tell({ fields: { terms: t('needTerms') } })
    flow.tell(noTrouble)
    go({ name: 'register', at: 'unseen' })
  }
  const isDealer = flow.trouble.failure === 'wrong_dealer'
  return (
    <>
      <Head title={t('title')} lead={t('lead')} />
      <PhoneStep
        withTerms
        trouble={isDealer ? { ...flow.trouble, form: t('dealerWrong') } : flow.trouble}
        busy={flow.busy}
        onTell={flow.tell}
        onPhone={(params) => (first === undefined ? goUnseen() : flow.begin(params, first))}
        remedy={
          isDealer && (
            <Button
              variant="quiet"
              onClick={() => {
                forgetDealer()
                flow.tell(noTrouble)
                const meant = phoneOf(phone)
                if (meant !== null && first !== undefined) flow.begin(meant, first)
              }}
            >
              {t('withoutDealer')}
            </Button>
          )
        }
      >
        {/* Its space is reserved while the settings load. */}
        {!isLoaded && <div className={styles.awaited} />}
        {ways.includes('captcha') && (
          <Button variant="quiet" wide disabled={flow.busy !== null} onClick={goUnseen}>
            {t('withoutSms')}
          </Button>
        )}
      </PhoneStep>
      <p className={styles.other}>
        {t('haveAccount')} <StepLink to={{ name: 'login' }}>{t('login')}</StepLink>
      </p>
    </>
  )
}

function Code({ flow }: { readonly flow: Flow }) {
  const t = useRegisterText()
  const { go } = useSteps()
  if (flow.sent === null) return null
  const { sent } = flow
  return (
    <>
      <CodeHead sent={sent} back={phoneStep} />
      <CodeStep
        sent={sent}
        trouble={flow.trouble}
        busy={flow.busy}
        onTell={flow.tell}
        onCode={(code) =>
          void flow.show(code).then((isRight) => isRight && go({ name: 'register', at: 'password' }))
        }
        onAgain={(way) => void flow.again(way)}
      />
      {sent.ways.includes('captcha') && (
        <p className={styles.other}>
          <StepLink to={{ name: 'register', at: 'unseen' }}>{t('withoutSms')}</StepLink>
        </p>
      )}
    </>
  )
}

/** Says what is being waited for, with a link back to the number. */
export function CodeHead({ sent, back }: { readonly sent: NonNullable<Flow['sent']>; readonly back: Step }) {
  const t = useRegisterText()
  const phone = shownPhone(sent.phone)
  const key =
    sent.state === 'call_pending'
      ? 'callPending'
      : sent.state === 'call_sent'
        ? 'callSent'
        : sent.byTelegram === true
          ? 'telegramSent'
          : 'smsSent'
  return (
    <Head
      title={t('codeTitle')}
      lead={
        <>
          <span role="status">{t(key, { phone })}</span> <StepLink to={back}>{t('changePhone')}</StepLink>
        </>
      }
    />
  )
}

interface PasswordProps {
  readonly flow: Flow
  readonly password: string
  readonly onPassword: (password: string) => void
  readonly isUnseen?: boolean
}

function Password({ flow, password, onPassword, isUnseen = false }: PasswordProps) {
  const t = useRegisterText()
  const { go } = useSteps()
  const { name, phone: typed } = useSaved()
  const phone = isUnseen ? phoneOf(typed) : (flow.sent?.phone ?? null)
  const finish = async () => {
    const account = { name, password, device: thisDevice() }
    const { code } = flow
    const result = await flow.doing('finishing', () =>
      isUnseen || phone === null || code === null
        ? registerUnseen(phone, account, flow.asking())
        : registerByCode(phone, code, account),
    )
    if (result.kind === 'ok' && result.data.authkey !== null) {
      keep({ registered: isUnseen ? 'captcha' : 'phone', sent: null, phone: '', name: '', terms: false })
      session.signIn({
        token: result.data.authkey,
        abonement: result.data.abonement ?? '',
        deviceUid: account.device.device_uid,
      })
      return
    }
    if (result.kind === 'ok') return flow.tell({ fields: {}, form: t('unsolved') })
    const trouble = flow.troubleOf(result)
    flow.tell(trouble)
    if (!isUnseen && isCodeTrouble(trouble)) {
      flow.setCode(null)
      go(codeStep)
    } else if (trouble.fields.terms !== undefined || trouble.fields.phone !== undefined) go(phoneStep)
  }
  return (
    <>
      <Head title={t('passwordTitle')} lead={t('passwordLead')} />
      <PasswordStep
        purpose="register"
        phone={phone}
        password={password}
        trouble={flow.trouble}
        busy={flow.busy}
        onPassword={onPassword}
        onTell={flow.tell}
        onFinish={() => void finish()}
      />
    </>
  )
}
