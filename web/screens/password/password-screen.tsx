/** `/password`: the old one, a new one twice, its rules while it is typed (ACC-03). A guest is led to the recovery. */
import { useState } from 'react'
import { Link, Navigate } from '#web/router/router.ts'
import { pathOf } from '#contract/form/pages.ts'
import { session, useSession } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/controls/icon.tsx'
import { PasswordForm } from './password-form.tsx'
import { usePasswordText } from './password-text.ts'
import styles from './password-screen.module.css'

const recovery = `${pathOf('login')}?step=recover`

export function PasswordScreen() {
  const t = usePasswordText()
  const { token } = useSession()
  const [endedSessions, setEndedSessions] = useState<number | null>(null)
  if (token === null) return <Navigate to={recovery} replace />
  return (
    <div className={styles.screen}>
      <Link className={styles.back} to={pathOf('cabinet')}>
        <Icon name="left" size={20} />
        {t('back')}
      </Link>
      {endedSessions === null ? (
        <>
          <h1 className={styles.title}>{t('title')}</h1>
          <p className={styles.lead}>{t('lead')}</p>
          <PasswordForm abonement={session.get().abonement ?? ''} onDone={setEndedSessions} />
        </>
      ) : (
        <div className={styles.done} role="status">
          <Icon name="check" size={48} className={styles.check} />
          <h1 className={styles.title}>{t('done')}</h1>
          <p className={styles.lead}>
            {endedSessions === 0 ? t('doneNone') : t('doneOthers', { count: endedSessions })}
          </p>
          <ButtonLink to={pathOf('cabinet')} variant="primary" size="l">
            {t('toCabinet')}
          </ButtonLink>
        </div>
      )}
    </div>
  )
}
