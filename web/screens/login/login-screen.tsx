/** `/login`: a number and a password (ACC-01). A viewer who is logged in goes where he was going (SHELL-05). */
import { lazy, useState } from 'react'
import { Link, Navigate } from 'react-router'
import { pathOf } from '#contract/pages.ts'
import { useText } from '#web/i18n/text.ts'
import { isTelevision } from '#web/remote/television.ts'
import { UseCode } from '#web/screens/tv-login/use-code.tsx'
import { useSession } from '#web/session/session.ts'
import { useWayBack } from '#web/session/way-back.ts'
import { LanguageSwitch } from '#web/shell/language-switch.tsx'
import { withinLimit } from '#web/shell/lazy-limit.ts'
import { Logo } from '#web/shell/logo.tsx'
import { useAccountText } from './account-text.ts'
import { LoginForm } from './login-form.tsx'
import styles from './login-screen.module.css'

/** Only a television fetches what draws its code. */
const TvLogin = lazy(() =>
  withinLimit(import('#web/screens/tv-login/tv-login.tsx').then((file) => ({ default: file.TvLogin }))),
)

export function LoginScreen() {
  const t = useAccountText()
  const base = useText()
  const { token } = useSession()
  const wayBack = useWayBack()
  // A remote control types badly: a television is let in from a phone, and by a password if somebody wants to.
  const [byCode, setByCode] = useState(isTelevision)
  if (token !== null) return <Navigate to={wayBack} replace />
  return (
    <div className={styles.screen}>
      <div className={styles.bar}>
        <Link className={styles.home} to={pathOf('home')} aria-label={`${base('brand.name')}, ${t('back')}`}>
          <Logo />
        </Link>
        <LanguageSwitch />
      </div>
      {byCode ? (
        <TvLogin onUsePassword={() => setByCode(false)} />
      ) : (
        <div className={styles.card}>
          <h1 className={styles.title}>{t('login')}</h1>
          <p className={styles.lead}>{t('loginLead')}</p>
          <LoginForm />
          {isTelevision() && <UseCode onUse={() => setByCode(true)} />}
        </div>
      )}
    </div>
  )
}
