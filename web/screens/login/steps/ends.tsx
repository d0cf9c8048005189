/** The final states of a login, and what can be done instead. */
import { useState } from 'react'
import { accounts } from '#contract/accounts/accounts.ts'
import { deviceLimit } from '#contract/form/constants.ts'
import { groupDigits } from '#contract/form/money.ts'
import { useCall } from '#web/session/requests/api.ts'
import { useSession } from '#web/session/session.ts'
import { DeviceChooser } from '#web/features/devices/device-chooser.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { End, StepLink } from '#web/screens/login/flow/card.tsx'
import { shownPhone } from './code-step.tsx'
import { copyText } from '#web/ui/controls/copy-text.ts'
import { FormTrouble } from '#web/screens/login/flow/form-trouble.tsx'
import { forgetSteps, useSaved } from '#web/screens/login/flow/stored-steps.ts'
import { useLoginText } from '#web/features/forms/login-text.ts'
import { useRegisterText } from '#web/features/forms/register-text.ts'
import { addressOf } from '#web/screens/login/flow/steps.ts'
import type { LogInState } from '#web/screens/login/flow/use-log-in.ts'
import styles from '#web/screens/login/flow/login-screen.module.css'

/** The call centre's number as a link. */
function Support() {
  const t = useLoginText()
  const status = useCall(accounts.status, {})
  const phone = status.kind === 'ok' ? status.data.support_phone : ''
  if (phone === '') return <div className={styles.support} />
  return (
    <a
      className={styles.support}
      href={`tel:${phone.replace(/[^\d+]/g, '')}`}
      aria-label={t('call', { phone })}
    >
      {phone}
    </a>
  )
}

interface ClosedAccountProps {
  readonly why: 'blocked' | 'deactivated'
  readonly onOther: () => void
}

/** A blocked or deactivated account (ACC-11). */
export function ClosedAccount({ why, onOther }: ClosedAccountProps) {
  const t = useLoginText()
  return (
    <End icon="lock" title={t(why)} text={t(`${why}Text`)}>
      <Support />
      <Button size="l" wide data-first="" onClick={onOther}>
        {t('otherAccount')}
      </Button>
    </End>
  )
}

interface FullAccountProps {
  readonly full: Extract<LogInState, { kind: 'full' }>
  readonly busy: boolean
  readonly onRelease: (deviceId: number) => void
  readonly onOther: () => void
}

/** Five devices are logged in: one of them has to be removed (ACC-09). */
export function FullAccount({ full, busy, onRelease, onOther }: FullAccountProps) {
  const t = useLoginText()
  return (
    <End icon="tv" title={t('full')} text={t('fullText', { limit: deviceLimit })}>
      <div className={styles.devices} data-first="">
        <FormTrouble trouble={full.trouble} />
        <DeviceChooser devices={full.devices} busy={busy} onChoose={onRelease} />
      </div>
      <Button variant="quiet" wide onClick={onOther}>
        {t('otherAccount')}
      </Button>
    </End>
  )
}

/** The phone already has an account; shown only to a person who entered its code. */
export function Taken({ phone, onOther }: { readonly phone: string; readonly onOther: () => void }) {
  const t = useRegisterText()
  return (
    <End icon="user" title={t('takenTitle')} text={t('takenText', { phone: shownPhone(phone) })}>
      <ButtonLink to={addressOf({ name: 'login' })} variant="primary" size="l" wide>
        {t('login')}
      </ButtonLink>
      <ButtonLink to={addressOf({ name: 'recover', at: 'phone' })} size="l" wide>
        {t('recover')}
      </ButtonLink>
      <Button variant="quiet" wide onClick={onOther}>
        {t('changePhone')}
      </Button>
    </End>
  )
}

/** Registration is closed at present. */
export function Closed() {
  const t = useRegisterText()
  return (
    <End icon="clock" title={t('closedTitle')} text={t('closedText')}>
      <Support />
      <StepLink to={{ name: 'login' }}>{t('login')}</StepLink>
    </End>
  )
}

/**
 * The account exists; the screen continues once the viewer has read its number, because without a confirmed phone
 * that number is the only login.
 */
export function Registered() {
  const t = useRegisterText()
  const { abonement } = useSession()
  const { registered } = useSaved()
  const [copied, setCopied] = useState(false)
  const number = abonement ?? ''
  return (
    <End icon="check" title={t('doneTitle')}>
      <p className={styles.number}>
        <span className={styles.numberLabel}>{t('abonement')}</span>
        <strong className={styles.digits}>{groupDigits(number)}</strong>
        <Button
          variant="quiet"
          {...(copied ? { icon: 'check' } : {})}
          onClick={() => void copyText(number).then(setCopied)}
        >
          {t(copied ? 'copied' : 'copy')}
        </Button>
      </p>
      <span className="spoken" role="status">
        {copied ? t('copied') : ''}
      </span>
      <p className={styles.endText}>{t(registered === 'captcha' ? 'doneNumberText' : 'doneText')}</p>
      <Button variant="primary" size="l" wide data-first="" onClick={forgetSteps}>
        {t('start')}
      </Button>
    </End>
  )
}
