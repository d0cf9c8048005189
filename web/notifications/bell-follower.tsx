/** Mounted once in the shell for logged-in viewers: follows notifications and shows new ones. */
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { notifications, type Notification } from '#contract/site/notifications.ts'
import { readReminderHref } from '#contract/channels/reminders.ts'
import { pathOf } from '#contract/form/pages.ts'
import { useText } from '#web/session/text.ts'
import { Link, useLocation } from '#web/router/router.ts'
import { call, callQuietly } from '#web/session/requests/api.ts'
import { useReachable } from '#web/session/requests/connection.ts'
import { useViewerKey } from '#web/session/session.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'
import { bellStore, useBell } from './bell.ts'
import { browserPause, followBell, inOneTab } from './follow-bell.ts'
import styles from './bell-follower.module.css'
import { useOnChange } from '#web/state/use-on-change.ts'

const standsMs = 8000
/** Nearly no visit gets a command. */
const CommandRunner = lazyOrNothing(() =>
  import('./commands/command-runner.tsx').then((file) => file.CommandRunner),
)

/** Nor is anybody reminded on every visit. */
const ReminderNotice = lazyOrNothing(() =>
  import('./reminders/reminder-notice.tsx').then((file) => file.ReminderNotice),
)

export function BellFollower() {
  const viewer = useViewerKey()
  const reachable = useReachable()
  useOnChange([viewer], () => bellStore.followStorage())
  // After a reconnection, missed notifications are requested at once.
  useOnChange([viewer, reachable], () => {
    if (!reachable) return
    const stop = new AbortController()
    const following = {
      call: callQuietly,
      current: bellStore.get,
      tell: bellStore.tell,
      pause: browserPause,
    }
    void inOneTab(() => followBell(following, stop.signal), stop.signal)
    return () => stop.abort()
  })
  return (
    <>
      <JustCome key={viewer} />
      <Commands key={`commands ${viewer}`} />
    </>
  )
}

/** Stays once it is loaded: a message may be on the screen longer than its command is pending. */
function Commands() {
  const last = useBell()?.lastCommand ?? 0
  const [isLoaded, setIsLoaded] = useState(last > 0)
  if (last > 0 && !isLoaded) setIsLoaded(true)
  return isLoaded ? (
    <Suspense fallback={null}>
      <CommandRunner last={last} />
    </Suspense>
  ) : null
}

function JustCome() {
  const t = useText()
  const { notice, close } = useJustCome()
  const { pathname } = useLocation()
  const reminder = notice === null ? undefined : readReminderHref(notice.href)
  if (notice !== null && reminder !== undefined)
    return (
      <Suspense fallback={null}>
        <ReminderNotice key={notice.id} notice={notice} cid={reminder.cid} onClose={close} />
      </Suspense>
    )
  // On the page of notifications no pop-up is shown.
  const shown = notice !== null && !pathname.endsWith(pathOf('notifications')) ? notice : null
  return (
    <div className={styles.place} role="status">
      {shown !== null && (
        <div className={styles.card} key={shown.id}>
          <Link className={styles.link} to={pathOf('notification', { id: shown.id })} onClick={() => close()}>
            <span className={styles.label}>{t('notices.new')}</span>
            <span className={styles.title}>{shown.title}</span>
          </Link>
          <IconButton icon="close" label={t('dialog.close')} onClick={close} />
        </div>
      )}
    </div>
  )
}

/** The newest notification, if it arrived while the page was open and visible. */
function useJustCome() {
  const [notice, setNotice] = useState<Notification | null>(null)
  const close = useCallback(() => setNotice(null), [])
  const before = useRef<number | null>(bellStore.get()?.lastId ?? null)
  useEffect(() => {
    const abort = new AbortController()
    const show = async (lastId: number) => {
      const result = await call(notifications.list, { limit: 1 }, abort.signal)
      const newest = result.kind === 'ok' ? result.data.data[0] : undefined
      if (newest?.id === lastId && newest.is_read === 0 && !bellStore.isReadHere(lastId)) setNotice(newest)
    }
    const leave = bellStore.subscribe(() => {
      const lastId = bellStore.get()?.lastId ?? 0
      const isNew = before.current !== null && lastId > before.current
      before.current = lastId
      if (isNew && document.visibilityState === 'visible') void show(lastId)
    })
    return () => {
      leave()
      abort.abort()
    }
  }, [])
  useEffect(() => {
    // A reminder closes itself, later.
    if (notice === null || readReminderHref(notice.href) !== undefined) return
    const timer = setTimeout(close, standsMs)
    return () => clearTimeout(timer)
  }, [notice, close])
  return { notice, close }
}
