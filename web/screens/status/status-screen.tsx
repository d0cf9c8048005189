/** `/status`: which channels are off the air, which works are planned or going on, and what went wrong lately. */
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { pathOf } from '#contract/form/pages.ts'
import { serviceStatus } from '#contract/site/service-status.ts'
import { site } from '#contract/site/site.ts'
import { isTelevision } from '#web/remote/television.ts'
import { formatMoment } from '#web/i18n/format.ts'
import { Link } from '#web/router/router.ts'
import { useCall } from '#web/session/requests/api.ts'
import { useLanguage } from '#web/session/session.ts'
import { ArticleSkeleton } from '#web/ui/cards/article-skeleton.tsx'
import { ChannelLogo } from '#web/ui/cards/channel-logo.tsx'
import { RetryCard } from '#web/ui/cards/state-card.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { useStatusText } from './status-text.ts'
import styles from './status-screen.module.css'

type Status = ResponseOf<typeof serviceStatus.state>
type Notice = Status['notices'][number]

const everyMs = 30_000

export function StatusScreen() {
  const state = useCall(serviceStatus.state, {}, { everyMs })
  if (state.kind === 'loading') return <ArticleSkeleton />
  if (state.kind !== 'ok')
    return (
      <div className={styles.screen}>
        <RetryCard onRetry={state.retry} />
      </div>
    )
  return <ServiceStatus status={state.data} />
}

function useMoment() {
  const language = useLanguage()
  const nowSec = useNowSec()
  return (sec: number) => formatMoment(sec, language, nowSec)
}

const groups = [
  { name: 'going', state: 'on' },
  { name: 'planned', state: 'planned' },
  { name: 'past', state: 'ended' },
] as const

function ServiceStatus({ status }: { readonly status: Status }) {
  const t = useStatusText()
  const moment = useMoment()
  const { state, notices } = status
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{t('title')}</h1>
      <p className={styles.state} data-state={state} role="status">
        {t(`state.${state}`)}
      </p>
      <Channels status={status} />
      {notices.length === 0 && state === 'good' && <p className={styles.quiet}>{t('quiet')}</p>}
      {groups.map((group) => {
        const shown = notices.filter((notice) => notice.state === group.state)
        // What comes first is read first.
        if (group.state === 'planned') shown.reverse()
        return (
          shown.length > 0 && (
            <section key={group.name} className={styles.group}>
              <h2>{t(group.name)}</h2>
              {shown.map((notice) => (
                <NoticeCard key={notice.id} notice={notice} />
              ))}
            </section>
          )
        )
      })}
      <Help />
      {status.checked_at !== null && (
        <p className={styles.quiet}>{t('checked', { moment: moment(status.checked_at) })}</p>
      )}
    </div>
  )
}

function Channels({ status: { state, channels, down } }: { readonly status: Status }) {
  const t = useStatusText()
  const moment = useMoment()
  if (down.length === 0)
    return channels > 0 && state !== 'unknown' ? (
      <p className={styles.all}>{t('allShown', { count: channels })}</p>
    ) : null
  return (
    <section className={styles.group}>
      <h2>{t('downTitle', { count: down.length, all: channels })}</h2>
      <ul className={styles.channels}>
        {down.map(({ cid, number, name, logo, since }) => (
          <li key={cid}>
            <Link className={styles.channel} to={pathOf('channel', { id: cid })}>
              <ChannelLogo className={styles.logo} name={name} logo={logo} />
              <span>
                <span className={styles.name}>
                  {number} {name}
                </span>
                {since !== null && (
                  <span className={styles.since}>{t('since', { moment: moment(since) })}</span>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function NoticeCard({ notice }: { readonly notice: Notice }) {
  const t = useStatusText()
  const moment = useMoment()
  const { kind, title, text, begins_at: begins, ends_at: ends } = notice
  const stop = isTelevision() ? { 'data-stop': '', tabIndex: 0 } : {}
  return (
    <article className={styles.notice} data-kind={kind} {...stop}>
      <p className={styles.kind}>{t(kind)}</p>
      <h3>{title}</h3>
      <p className={styles.period}>
        {t(notice.state === 'on' ? 'since' : 'from', { moment: moment(begins) })}
        {', '}
        {ends === null ? t('noEnd') : t('until', { moment: moment(ends) })}
      </p>
      {text !== '' && <p className={styles.text}>{text}</p>}
    </article>
  )
}

function Help() {
  const t = useStatusText()
  const about = useCall(site.about, {})
  if (about.kind !== 'ok' || about.data.support_phone === '') return null
  return <p className={styles.quiet}>{t('hint', { phone: about.data.support_phone })}</p>
}
