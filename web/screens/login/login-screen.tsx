/**
 * `/login`: login by number and password, registration, password recovery; each is a step of one card. A viewer who
 * is already logged in is sent to the page to return to (SHELL-05).
 */
import { lazy, Suspense, useState, type ComponentType } from 'react'
import { Link, Navigate, useLocation } from '#web/router/router.ts'
import { pathOf } from '#contract/form/pages.ts'
import { useServiceName } from '#web/session/service-name.ts'
import { isTelevision } from '#web/remote/television.ts'
import { UseCode } from './tv/use-code.tsx'
import { useSession } from '#web/session/session.ts'
import { useWayBack } from '#web/session/way-back.ts'
import { ServerLineMount } from '#web/shell/first-start/server-line-mount.tsx'
import { LanguageSwitch } from '#web/shell/header/language-switch.tsx'
import { Logo } from '#web/shell/header/logo.tsx'
import { withinLimit } from '#web/ui/lazy/lazy-limit.ts'
import { ConfirmLogin } from './steps/confirm-login.tsx'
import { ClosedAccount, FullAccount, Registered } from './steps/ends.tsx'
import { keep, useSaved } from './flow/stored-steps.ts'
import { LoginForm } from './steps/login-form.tsx'
import { useLoginText } from '#web/features/forms/login-text.ts'
import { Recover } from './steps/recover.tsx'
import { Register } from './steps/register.tsx'
import { useSteps } from './flow/steps.ts'
import type { TelegramLoginProps } from './steps/telegram-login.tsx'
import { useLogIn } from './flow/use-log-in.ts'
import styles from './flow/login-screen.module.css'

/** Loaded on televisions only. */
const TvLogin = lazy(() =>
  withinLimit(import('./tv/tv-login.tsx')).then((file) => ({ default: file.TvLogin })),
)

/** Below the form; without its code the form works alone. */
const TelegramLogin = lazy(() =>
  withinLimit(import('./steps/telegram-login.tsx')).then(
    (file): { default: ComponentType<TelegramLoginProps> } => ({ default: file.TelegramLogin }),
    () => ({ default: () => null }),
  ),
)

export function LoginScreen() {
  const t = useLoginText()
  const service = useServiceName()
  const { token } = useSession()
  const { registered } = useSaved()
  const wayBack = useWayBack()
  const { step, go } = useSteps()
  /** A code already shown is polled during the other steps too. */
  const [waits, setWaits] = useState(false)
  const [isNew, setNew] = useState(registered !== null)
  if (registered !== null && !isNew) setNew(true)
  if (token !== null && registered === null)
    // For a new subscriber the cabinet is still empty.
    return <Navigate to={isNew && wayBack === pathOf('cabinet') ? pathOf('home') : wayBack} replace />
  const byCode = step.name === 'login' && isTelevision() && token === null
  if (byCode && !waits) setWaits(true)
  return (
    <div className={styles.screen} data-step={step.name}>
      <div className={styles.bar} data-row="">
        <Link className={styles.home} to={pathOf('home')} aria-label={`${service}, ${t('backHome')}`}>
          <Logo />
        </Link>
        <LanguageSwitch />
      </div>
      {(waits || byCode) && token === null && (
        <Suspense fallback={null}>
          <TvLogin isShown={byCode} onUsePassword={() => go({ name: 'password' })} />
        </Suspense>
      )}
      {!byCode && <Card isIn={token !== null} />}
      <ServerLineMount />
    </div>
  )
}

/** The step of the address, unless a login has reached a final state. */
function Card({ isIn }: { readonly isIn: boolean }) {
  const login = useLogIn()
  const isWide = !isIn && login.state.kind === 'full'
  return (
    <div className={styles.card} data-wide={isWide ? '' : undefined}>
      {isIn ? <Registered /> : <Inside login={login} />}
    </div>
  )
}

function Inside({ login }: { readonly login: ReturnType<typeof useLogIn> }) {
  const t = useLoginText()
  const { step, go } = useSteps()
  const { state: came } = useLocation()
  const { state, busy, tell, logIn, release, startOver, goOn } = login
  if (state.kind === 'closed') return <ClosedAccount why={state.why} onOther={startOver} />
  if (state.kind === 'full')
    return <FullAccount full={state} busy={busy} onRelease={(id) => void release(id)} onOther={startOver} />
  if (step.name === 'register') return <Register at={step.at} />
  if (step.name === 'recover') return <Recover at={step.at} onSet={logIn} />
  if (step.name === 'confirm') {
    const onConfirmed = () => {
      keep({ sent: null })
      // On a television the first step shows a code.
      go({ name: isTelevision() ? 'password' : 'login' }, true)
      goOn()
    }
    return <ConfirmLogin at={step.at} onConfirmed={onConfirmed} />
  }
  const isEnded = (came as { ended?: unknown } | null)?.ended !== undefined
  return (
    <>
      {isEnded && <p className={styles.note}>{t('ended')}</p>}
      <LoginForm
        trouble={state.trouble}
        busy={busy}
        onTell={tell}
        onLogIn={(credentials) => void logIn(credentials)}
      />
      {!isTelevision() && (
        <Suspense fallback={null}>
          <TelegramLogin busy={busy} onResult={(result) => void logIn({ telegram: result })} />
        </Suspense>
      )}
      {isTelevision() && <UseCode onUse={() => go({ name: 'login' })} />}
    </>
  )
}
