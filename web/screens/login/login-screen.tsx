/** `/login`: a number and a password (ACC-01). A viewer who is logged in goes where he was going (SHELL-05). */
import { Link, Navigate, useLocation } from 'react-router'
import { pathOf } from '#contract/pages.ts'
import { useText } from '#web/i18n/text.ts'
import { useSession } from '#web/session/session.ts'
import { LanguageSwitch } from '#web/shell/language-switch.tsx'
import { Logo } from '#web/shell/logo.tsx'
import { useAccountText } from './account-text.ts'
import { LoginForm } from './login-form.tsx'
import styles from './login-screen.module.css'

/** A page of this site, or the cabinet: a state can be forged by nobody, but a bug should not lead out of the site. */
function wayBack(state: unknown): string {
  const from = (state as { from?: unknown } | null)?.from
  return typeof from === 'string' && /^\/(?!\/)/.test(from) ? from : pathOf('cabinet')
}

export function LoginScreen() {
  const t = useAccountText()
  const base = useText()
  const { token } = useSession()
  const { state } = useLocation()
  if (token !== null) return <Navigate to={wayBack(state)} replace />
  return (
    <div className={styles.screen}>
      <div className={styles.bar}>
        <Link className={styles.home} to={pathOf('home')} aria-label={`${base('brand.name')}, ${t('back')}`}>
          <Logo />
        </Link>
        <LanguageSwitch />
      </div>
      <div className={styles.card}>
        <h1 className={styles.title}>{t('login')}</h1>
        <p className={styles.lead}>{t('loginLead')}</p>
        <LoginForm />
      </div>
    </div>
  )
}
