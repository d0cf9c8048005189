/** `/notifications`: all notifications by day, with the unread ones marked (NOTIF-01). */
import { Suspense, useEffect, useRef, useState } from 'react'
import { notifications, type Notification } from '#contract/site/notifications.ts'
import { pathOf } from '#contract/form/pages.ts'
import { isPackaged } from '#web/features/releases/app-platform.ts'
import { bellStore, useBell } from '#web/notifications/bell.ts'
import { ListEnd } from '#web/notifications/list-end.tsx'
import { useNoticeText } from '#web/notifications/notice-text.ts'
import { useParts } from '#web/notifications/use-parts.ts'
import { isTelevision } from '#web/remote/television.ts'
import { Link } from '#web/router/router.ts'
import { call } from '#web/session/requests/api.ts'
import { useSession } from '#web/session/session.ts'
import { useHere } from '#web/session/way-back.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { EmptyCard, RetryCard } from '#web/ui/cards/state-card.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'
import { NotificationDays } from './notification-days.tsx'
import styles from './notifications-screen.module.css'
import { useLatest } from '#web/state/use-latest.ts'

const WebPushSwitch = lazyOrNothing(() =>
  import('#web/notifications/web-push-switch.tsx').then((file) => file.WebPushSwitch),
)

/** Only apps for phones have it. */
const PushSwitch = lazyOrNothing(() =>
  import('#web/notifications/push-switch.tsx').then((file) => file.PushSwitch),
)

const OffersSwitch = lazyOrNothing(() =>
  import('#web/notifications/offers-switch.tsx').then((file) => file.OffersSwitch),
)

const onAPage = 20
const places = ['1', '2', '3', '4', '5']

export function NotificationsScreen() {
  const t = useNoticeText()
  const { token } = useSession()
  const { first, items, start, next, isLoading, failed, more } = useParts(notifications.list, onAPage)
  const retry = first.kind === 'loading' ? null : first.retry
  const unread = useNewsOfTheBell(retry, first.kind === 'ok' ? first.data.unread_count : null)
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <h1 className={styles.title}>{t('notifications')}</h1>
        {unread > 0 && items[0] !== undefined && <ReadAll newest={items[0]} onDone={() => retry?.()} />}
      </div>
      {token === null && <Guest />}
      {token !== null && !isTelevision() && (
        <Suspense fallback={null}>{isPackaged() ? <PushSwitch /> : <WebPushSwitch />}</Suspense>
      )}
      {(first.kind === 'refused' || first.kind === 'unreachable') && <RetryCard onRetry={first.retry} />}
      {first.kind === 'ok' && items.length === 0 && <EmptyCard title={t('none')} text={t('noneHint')} />}
      {start > 1 && (
        <Link className={styles.newer} to={start === 2 ? '?' : `?page=${start - 1}`}>
          {t('newer')}
        </Link>
      )}
      <NotificationDays items={items} />
      {(first.kind === 'loading' || isLoading) &&
        places.map((place) => <Skeleton key={place} className={styles.waiting} />)}
      {items.length > 0 && (
        <ListEnd next={next} isLoading={isLoading} failed={failed} more={more} word={t('more')} />
      )}
      {token !== null && first.kind === 'ok' && (
        <Suspense fallback={null}>
          <OffersSwitch />
        </Suspense>
      )}
    </div>
  )
}

/** The number of unread ones. A notification received by the bell while the list is open is added to the list. */
function useNewsOfTheBell(retry: (() => void) | null, counted: number | null): number {
  const bell = useBell()
  const latest = useLatest(retry)
  const seen = useRef(bell)
  useEffect(() => {
    if (seen.current !== null && bell !== null) latest.current?.()
    seen.current = bell
  }, [bell, latest])
  return bell?.unread ?? counted ?? 0
}

/** Marks as read up to the newest one shown: one that arrived meanwhile stays unread. */
function ReadAll({ newest, onDone }: { readonly newest: Notification; readonly onDone: () => void }) {
  const t = useNoticeText()
  const [busy, setBusy] = useState(false)
  const readAll = async () => {
    setBusy(true)
    const result = await call(notifications.readAll, { up_to: newest.id })
    setBusy(false)
    if (result.kind !== 'ok') return showToast(t('readFailed'))
    bellStore.read({ upTo: newest.id }, result.data.unread_count)
    showToast(t('readDone'))
    onDone()
  }
  return (
    <Button icon="check" disabled={busy} onClick={() => void readAll()}>
      {t('readAll')}
    </Button>
  )
}

function Guest() {
  const t = useNoticeText()
  const from = useHere()
  return (
    <div className={styles.guest}>
      <p>{t('guest')}</p>
      <ButtonLink to={pathOf('login')} state={{ from }}>
        {t('login')}
      </ButtonLink>
    </div>
  )
}
