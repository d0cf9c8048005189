/** The shows that the viewer follows: their broadcasts, past and coming, with what is new (FOLLOW-02). */
import { useState } from 'react'
import { type FollowedShow, type ShowBroadcast, followed } from '#contract/search/followed-shows.ts'
import { pathOf } from '#contract/form/pages.ts'
import { recordings } from '#contract/channels/recordings.ts'
import { followMarks } from '#web/features/reminders/reminder-store.ts'
import { formatMoment } from '#web/i18n/format.ts'
import { Link } from '#web/router/router.ts'
import { forgetResponses } from '#web/session/requests/answers.ts'
import { call, callQuietly, useCall } from '#web/session/requests/api.ts'
import { useLanguage } from '#web/session/session.ts'
import { useOnChange } from '#web/state/use-on-change.ts'
import { ChannelLogo } from '#web/ui/cards/channel-logo.tsx'
import { usePartOfSeries } from '#web/ui/cards/part-of-series.ts'
import rows from '#web/ui/cards/row-card.module.css'
import { EmptyCard, RetryCard } from '#web/ui/cards/state-card.tsx'
import { LiveBadge } from '#web/ui/controls/badge.tsx'
import { Button, ButtonLink, IconButton } from '#web/ui/controls/button.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { classes } from '#web/ui/text/class-names.ts'
import { SavedSkeleton } from './saved-card.tsx'
import { useMyText } from './my-text.ts'
import styles from './shows-tab.module.css'

export function ShowsTab() {
  const t = useMyText()
  const state = useCall(followed.list, {})
  const [removed, setRemoved] = useState<ReadonlySet<number>>(new Set())
  // What is shown now is new no more the next time.
  useOnChange([state.kind], () => {
    if (state.kind === 'ok' && state.data.shows.some((show) => show.new_count > 0))
      void callQuietly(followed.seen, {}).then(() => forgetResponses(followed.list.path))
  })
  if (state.kind === 'loading') return <SavedSkeleton shape="sign" />
  if (state.kind !== 'ok')
    return <RetryCard onRetry={state.retry} message={state.kind === 'refused' ? state.message : undefined} />
  const shows = state.data.shows.filter(({ id }) => !removed.has(id))
  if (shows.length === 0)
    return (
      <EmptyCard title={t('empty.shows')} text={t('emptyText.shows')}>
        <ButtonLink to={pathOf('tv')}>{t('emptyAction.shows')}</ButtonLink>
      </EmptyCard>
    )
  const remove = async (show: FollowedShow) => {
    const result = await call(followed.remove, { id: show.id })
    if (result.kind !== 'ok') return showToast(result.kind === 'refused' ? result.message : t('removeFailed'))
    forgetResponses(followed.list.path)
    followMarks.removed([show.id])
    setRemoved((former) => new Set([...former, show.id]))
  }
  const follow = async (show: FollowedShow) => {
    if (show.similar === null) return
    const { cid, pid } = show.similar
    const result = await call(followed.add, { cid, pid, replaces: show.id })
    if (result.kind !== 'ok')
      return showToast(result.kind === 'refused' ? result.message : t('remindNotSaved'))
    forgetResponses(followed.list.path)
    followMarks.removed([show.id])
    followMarks.added(result.data.pids, result.data.id)
    state.retry()
  }
  return (
    <ul className={classes(rows.list, styles.shows)}>
      {shows.map((show) => (
        <li key={show.id} className={classes(rows.row, styles.show)}>
          <Head key={`${show.reminds} ${show.records}`} show={show} onRemove={() => void remove(show)} />
          {show.broadcasts.length > 0 && <Broadcasts show={show} />}
          {(show.broadcasts.length === 0 || show.similar !== null) && (
            <Missing show={show} onFollow={() => void follow(show)} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Head({ show, onRemove }: { readonly show: FollowedShow; readonly onRemove: () => void }) {
  const t = useMyText()
  const { id, title, channel_name: channel, new_count: fresh } = show
  const [reminds, setReminds] = useState(show.reminds === 1)
  const [records, setRecords] = useState(show.records === 1)
  const turnRecords = async (isOn: boolean) => {
    setRecords(isOn)
    const result = await call(followed.recording, { id, records: isOn ? 1 : 0 })
    if (result.kind === 'ok') return forgetResponses(recordings.list.path)
    setRecords(!isOn)
    showToast(result.kind === 'refused' ? result.message : t('remindNotSaved'))
  }
  const turn = async (isOn: boolean) => {
    setReminds(isOn)
    const result = await call(followed.settings, { id, reminds: isOn ? 1 : 0 })
    if (result.kind === 'ok') return
    setReminds(!isOn)
    showToast(result.kind === 'refused' ? result.message : t('remindNotSaved'))
  }
  return (
    <div className={styles.head}>
      <div className={styles.words}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.facts}>
          {channel === '' ? t('show.everywhere') : t('show.onChannel', { channel })}
          {fresh > 0 && <span className={styles.fresh}>{t('show.new', { count: fresh })}</span>}
        </p>
      </div>
      <div className={styles.switches}>
        <Switch
          isOn={reminds}
          label={t('show.reminds')}
          name={t('show.remindsOf', { title })}
          onSwitch={(isOn) => void turn(isOn)}
        />
        <Switch
          isOn={records}
          label={t('show.records')}
          name={t('show.recordsOf', { title })}
          onSwitch={(isOn) => void turnRecords(isOn)}
        />
      </div>
      <IconButton icon="trash" label={t('show.remove', { title })} onClick={onRemove} />
    </div>
  )
}

/** So many past and coming ones at first. */
const few = { past: 2, coming: 4 } as const

function Broadcasts({ show }: { readonly show: FollowedShow }) {
  const t = useMyText()
  const [isWhole, setIsWhole] = useState(false)
  const past = show.broadcasts.filter(({ state }) => state === 'past')
  const coming = show.broadcasts.filter(({ state }) => state !== 'past')
  const fresh = coming.findLastIndex((one) => one.is_new === 1) + 1
  const short = [...past.slice(-few.past), ...coming.slice(0, Math.max(few.coming, fresh))]
  const shown = isWhole ? show.broadcasts : short
  return (
    <>
      <ul className={styles.broadcasts}>
        {shown.map((one) => (
          <li key={one.pid}>
            <Broadcast broadcast={one} show={show} />
          </li>
        ))}
      </ul>
      {shown.length < show.broadcasts.length && (
        <Button variant="quiet" className={styles.more} onClick={() => setIsWhole(true)}>
          {t('show.all', { title: show.title })}
        </Button>
      )}
    </>
  )
}

function Broadcast({ broadcast, show }: { readonly broadcast: ShowBroadcast; readonly show: FollowedShow }) {
  const t = useMyText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const part = usePartOfSeries()(broadcast)
  const { href, title, logo, channel_name: channel, begin_time: begin, state, is_new: isNew } = broadcast
  const moment = formatMoment(begin, language, nowSec)
  const name = part || (title === show.title ? moment : title)
  // The channel of a show that is followed on one stands above.
  const facts = [name === moment ? '' : moment, show.channel_name === '' ? channel : '']
  return (
    <Link className={styles.broadcast} to={href}>
      <ChannelLogo className={styles.logo} name={channel} logo={logo} />
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.facts}>{facts.filter(Boolean).join(', ')}</span>
      </span>
      {isNew === 1 && <span className={styles.fresh}>{t('show.isNew')}</span>}
      {state === 'now' && <LiveBadge />}
      {state === 'past' && <span className={styles.facts}>{t('show.isPast')}</span>}
    </Link>
  )
}

/** The guide has it no more: words, and a way on where another one is similar. */
function Missing({ show, onFollow }: { readonly show: FollowedShow; readonly onFollow: () => void }) {
  const t = useMyText()
  const { similar } = show
  if (similar === null) return <p className={styles.facts}>{t('show.none')}</p>
  return (
    <div className={styles.missing}>
      <p className={styles.facts}>
        {t('show.similar', { title: similar.title, channel: similar.channel_name })}
      </p>
      <Button onClick={onFollow}>{t('show.followSimilar', { title: similar.title })}</Button>
    </div>
  )
}
