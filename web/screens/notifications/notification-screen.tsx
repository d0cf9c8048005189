/** `/notifications/{id}`: one notification; opening it marks it as read, once (NOTIF-01). */
import { useEffect } from 'react'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { notifications } from '#contract/site/notifications.ts'
import { pathOf } from '#contract/form/pages.ts'
import { formatMoment } from '#web/i18n/format.ts'
import { bellStore } from '#web/notifications/bell.ts'
import { useNoticeText } from '#web/notifications/notice-text.ts'
import { paragraphsOf } from '#web/notifications/paragraphs.ts'
import { Link, useParams } from '#web/router/router.ts'
import { useCall } from '#web/session/requests/api.ts'
import { useServiceName } from '#web/session/service-name.ts'
import { useLanguage, useSession } from '#web/session/session.ts'
import { useHead } from '#web/shell/page/page-head.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { EmptyCard, RetryCard } from '#web/ui/cards/state-card.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { isRenewal } from './renewal-link.ts'
import styles from './notifications-screen.module.css'

export function NotificationScreen() {
  const t = useNoticeText()
  const id = Number(useParams()['id'])
  const state = useCall(notifications.one, { id })
  return (
    <div className={styles.screen}>
      <Link className={styles.back} to={pathOf('notifications')}>
        ← {t('back')}
      </Link>
      {state.kind === 'loading' && <Skeleton className={styles.waitingOne} />}
      {state.kind === 'refused' && state.failure === 'not_found' && (
        <EmptyCard title={t('gone')} text={t('goneHint')} />
      )}
      {(state.kind === 'unreachable' || (state.kind === 'refused' && state.failure !== 'not_found')) && (
        <RetryCard onRetry={state.retry} />
      )}
      {state.kind === 'ok' && <Opened notification={state.data} />}
    </div>
  )
}

function Opened({ notification }: { readonly notification: ResponseOf<typeof notifications.one> }) {
  const t = useNoticeText()
  const service = useServiceName()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { token } = useSession()
  const { id, title, body, href, created_at: createdAt, unread_count: unread } = notification
  useHead({ title: `${title} · ${service}`, description: '' })
  useEffect(() => {
    // A cached response does not change the number of unread ones.
    if (token !== null && !bellStore.isReadHere(id)) bellStore.read({ id }, unread)
  }, [token, id, unread])
  return (
    <article className={styles.article}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.moment}>{formatMoment(createdAt, language, nowSec)}</p>
      <div className={styles.text}>
        {paragraphsOf(body).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      {href !== '' && (
        <ButtonLink variant="primary" to={href}>
          {t(isRenewal(notification) ? 'cancelRenewal' : 'open')}
        </ButtonLink>
      )}
    </article>
  )
}
