import { consoleOwn } from '#contract/console/own.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatAgo, formatMoment } from '#console/i18n/format.ts'
import { isCancelled } from '#console/session/call-error.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useAct, useCall } from '#console/session/queries.ts'
import { Button } from '#console/ui/button.tsx'
import { Badge, Failed, Section, Skeleton } from '#console/ui/page.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useProfileText } from './profile-text.ts'
import styles from './profile.module.css'

type Session = ResponseOf<typeof consoleOwn.sessions>['sessions'][number]

function onFailed(error: Error): void {
  if (!isCancelled(error)) showToast(error.message, { isProblem: true })
}

/** Where the console is open with this login, and an end to it. */
export function SessionsSection() {
  const t = useProfileText()
  const { data, error, refetch } = useCall(consoleOwn.sessions, {})
  const endOthers = useAct(consoleOwn.endOtherSessions, {
    changes: [consoleOwn.sessions],
    onDone: ({ ended_sessions: count }) => showToast(t('sessionsEnded', { count })),
    onFailed,
  })
  return (
    <Section
      title={t('sessions')}
      text={t('sessionsText')}
      acts={
        data !== undefined && data.sessions.length > 1 ? (
          <Button look="danger" isPending={endOthers.isPending} onPress={() => endOthers.mutate({})}>
            {t('sessionsEndOthers')}
          </Button>
        ) : undefined
      }
    >
      {data !== undefined ? (
        <ul className={styles['rows']}>
          {data.sessions.map((session) => (
            <SessionRow key={session.session_id} session={session} />
          ))}
        </ul>
      ) : error !== null ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={2} />
      )}
    </Section>
  )
}

function SessionRow({ session }: { readonly session: Session }) {
  const t = useProfileText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const end = useAct(consoleOwn.endSession, {
    changes: [consoleOwn.sessions],
    onDone: () => showToast(t('sessionEnded')),
    onFailed,
  })
  const device = session.device === '' ? t('unknownDevice') : session.device
  return (
    <li>
      <div>
        <h3>
          {device} {session.is_current ? <Badge tone="own">{t('sessionCurrent')}</Badge> : null}
        </h3>
        <p className={styles['small']}>
          {session.address} ·{' '}
          {t('sessionSince', { moment: formatMoment(session.created_at, language, nowSec) })} ·{' '}
          {t('sessionSeen', { moment: formatAgo(session.last_seen_at, language, nowSec) })}
        </p>
      </div>
      {session.is_current ? null : (
        <Button
          aria-label={t('sessionEndNamed', { device })}
          isPending={end.isPending}
          onPress={() => end.mutate({ session_id: session.session_id })}
        >
          {t('sessionEnd')}
        </Button>
      )}
    </li>
  )
}
