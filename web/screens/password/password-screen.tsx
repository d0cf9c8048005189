/**
 * `/password`: the old password, the new one twice, with its rules while it is typed (ACC-03). A guest is sent to
 * the recovery.
 */
import { useState } from 'react'
import { Navigate } from '#web/router/router.ts'
import { pathOf } from '#contract/form/pages.ts'
import { session, useSession } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/controls/icon.tsx'
import { PasswordForm } from './password-form.tsx'
import { usePasswordText } from './password-text.ts'
import { SubPage, SubPageTitle } from '#web/ui/page/sub-page.tsx'
import styles from './password-screen.module.css'

const recovery = `${pathOf('login')}?step=recover`

export function PasswordScreen() {
  const t = usePasswordText()
  const { token } = useSession()
  const [endedSessions, setEndedSessions] = useState<number | null>(null)
  if (token === null) return <Navigate to={recovery} replace />
  return (
    <SubPage back={{ to: pathOf('cabinet'), name: t('back') }} className={styles.screen} roomyOnTv>
      {endedSessions === null ? (
        <>
          <SubPageTitle>{t('title')}</SubPageTitle>
          <p className={styles.lead}>{t('lead')}</p>
          <PasswordForm abonement={session.get().abonement ?? ''} onDone={setEndedSessions} />
        </>
      ) : (
        <div className={styles.done} role="status">
          <Icon name="check" size={48} className={styles.check} />
          <SubPageTitle>{t('done')}</SubPageTitle>
          <p className={styles.lead}>
            {endedSessions === 0 ? t('doneNone') : t('doneOthers', { count: endedSessions })}
          </p>
          <ButtonLink to={pathOf('cabinet')} variant="primary" size="l">
            {t('toCabinet')}
          </ButtonLink>
        </div>
      )}
    </SubPage>
  )
}
