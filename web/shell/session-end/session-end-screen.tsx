/** Why the session has ended and what can be done now, in place of the page where it ended (ACC-08, ACC-11). */
import { useEffect, useRef } from 'react'
import { useNavigate } from '#web/router/router.ts'
import { accounts } from '#contract/accounts/accounts.ts'
import { pathOf } from '#contract/form/pages.ts'
import { useServiceName } from '#web/session/service-name.ts'
import { isTelevision } from '#web/remote/television.ts'
import { useCall } from '#web/session/requests/api.ts'
import type { SessionEndNotice } from '#web/session/session-rules.ts'
import { session } from '#web/session/session.ts'
import { useHere } from '#web/session/way-back.ts'
import { useHead } from '#web/shell/page/page-head.ts'
import { Star } from '#web/shell/page/route-error.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { useSessionEndText } from './session-end-text.ts'
import styles from './session-end-screen.module.css'

interface SessionEndProps {
  readonly sessionEndNotice: SessionEndNotice
  /** True when the page behind it is private: a guest cannot stay there. */
  readonly isPrivate: boolean
  /** True when the login opens automatically in a moment. */
  readonly leadsToLogin: boolean
}

export function SessionEndScreen({ sessionEndNotice, isPrivate, leadsToLogin }: SessionEndProps) {
  const t = useSessionEndText()
  const service = useServiceName()
  const navigate = useNavigate()
  const from = useHere()
  const title = useRef<HTMLHeadingElement>(null)
  const actions = useRef<HTMLDivElement>(null)
  const { reason } = sessionEndNotice
  useHead({ title: `${t(reason)} · ${service}`, description: '' })
  useEffect(() => {
    // With a remote control something must be focusable.
    const button = isTelevision() ? actions.current?.querySelector('button') : null
    ;(button ?? title.current)?.focus()
  }, [])

  const goToLogin = () => {
    session.readSessionEndNotice()
    void navigate(pathOf('login'), { state: { from } })
  }
  const stay = () => {
    // Navigating away marks the message as read; marked earlier, the private page would ask the guest to log in.
    if (isPrivate) void navigate(pathOf('home')).then(() => session.readSessionEndNotice())
    else session.readSessionEndNotice()
  }
  return (
    <div className={styles.view} role="alert">
      <Star />
      <h1 className={styles.title} ref={title} tabIndex={-1}>
        {t(reason)}
      </h1>
      <p className={styles.text}>{t(`${reason}Text`)}</p>
      {reason !== 'ended' && <Support phone={sessionEndNotice.supportPhone} />}
      {leadsToLogin && <p className={styles.text}>{t('openingLogin')}</p>}
      {!leadsToLogin && (
        <div className={styles.actions} ref={actions}>
          <Button variant={reason === 'ended' ? 'primary' : 'secondary'} size="l" onClick={goToLogin}>
            {t(reason === 'ended' ? 'login' : 'otherAccount')}
          </Button>
          <Button variant="quiet" size="l" onClick={stay}>
            {t(isPrivate ? 'home' : 'guest')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The call centre's number as a link. */
function Support({ phone: existing }: { readonly phone: string }) {
  const t = useSessionEndText()
  const state = useCall(accounts.status, existing === '' ? {} : null)
  const phone = existing || (state.kind === 'ok' ? state.data.support_phone : '')
  if (phone === '') return null
  return (
    <p className={styles.support}>
      <span className={styles.label}>{t('support')}</span>
      <a
        className={styles.phone}
        href={`tel:${phone.replace(/[^\d+]/g, '')}`}
        aria-label={t('call', { phone })}
      >
        {phone}
      </a>
    </p>
  )
}
