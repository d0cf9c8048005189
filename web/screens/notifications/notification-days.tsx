import { Fragment } from 'react'
import type { Notification } from '#contract/site/notifications.ts'
import { pathOf } from '#contract/form/pages.ts'
import { formatTime, formatWeekday } from '#web/i18n/format.ts'
import { bellStore, useBell } from '#web/notifications/bell.ts'
import { useNoticeText } from '#web/notifications/notice-text.ts'
import { Link } from '#web/router/router.ts'
import { useLanguage } from '#web/session/session.ts'
import { classes } from '#web/ui/text/class-names.ts'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { byDays } from './by-days.ts'
import { isRenewal } from './renewal-link.ts'
import styles from './notifications-screen.module.css'

/** Notifications grouped by the day they arrived. */
export function NotificationDays({ items }: { readonly items: readonly Notification[] }) {
  const t = useNoticeText()
  const language = useLanguage()
  const nowSec = useNowSec()
  // The read state is shared with the bell.
  useBell()
  return (
    <div className={styles.days}>
      {byDays(items, nowSec).map(({ day, daysAgo, items: ofDay }) => (
        <Fragment key={day}>
          <h2 className={styles.day}>
            {daysAgo === 0
              ? t('today')
              : daysAgo === 1
                ? t('yesterday')
                : formatWeekday(ofDay[0]?.created_at ?? 0, language, nowSec)}
          </h2>
          <ul className={styles.list}>
            {ofDay.map((item) => (
              <li key={item.id}>
                <Row item={item} />
                {isRenewal(item) && <ButtonLink to={item.href}>{t('cancelRenewal')}</ButtonLink>}
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </div>
  )
}

function Row({ item }: { readonly item: Notification }) {
  const t = useNoticeText()
  const isNew = item.is_read === 0 && !bellStore.isReadHere(item.id)
  return (
    <Link
      className={classes(styles.row, isNew && styles.unread)}
      to={pathOf('notification', { id: item.id })}
      data-unread={isNew ? '' : undefined}
    >
      <span className={styles.dot} aria-hidden="true" />
      <span className={styles.words}>
        {isNew && <span className="spoken">{t('unread')}: </span>}
        <span className={styles.name}>{item.title}</span>
        <span className={styles.body}>{item.body}</span>
      </span>
      <time className={styles.time} dateTime={new Date(item.created_at * 1000).toISOString()}>
        {formatTime(item.created_at)}
      </time>
    </Link>
  )
}
