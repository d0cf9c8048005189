import { useId } from 'react'
import type { RecordedBroadcast } from '#contract/films/broadcast-titles.ts'
import { formatMoment } from '#web/i18n/format.ts'
import { Link } from '#web/router/router.ts'
import { useLanguage } from '#web/session/session.ts'
import { ChannelLogo } from '#web/ui/cards/channel-logo.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { useRecordedText } from './recorded-text.ts'
import styles from './recorded.module.css'
import { useTimeLeft } from './use-time-left.ts'

interface RecordedListProps {
  readonly title: string
  readonly broadcasts: readonly RecordedBroadcast[]
}

/** Broadcasts that can be watched from the archive: channel, time, how long they stay. */
export function RecordedList({ title, broadcasts }: RecordedListProps) {
  const id = useId()
  return (
    <section className={styles.block} aria-labelledby={id}>
      <h2 className={styles.title} id={id}>
        {title}
      </h2>
      <ul className={styles.rows}>
        {broadcasts.map((broadcast) => (
          <li key={broadcast.pid}>
            <BroadcastRow broadcast={broadcast} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function BroadcastRow({ broadcast }: { readonly broadcast: RecordedBroadcast }) {
  const t = useRecordedText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const left = useTimeLeft(broadcast.expires_at)
  const { channel_name: channel, season, episode, sub_title: subTitle } = broadcast
  const number =
    episode === null ? '' : season === null ? t('episode', { episode }) : t('season', { season, episode })
  const moment = formatMoment(broadcast.begin_time, language, nowSec)
  const name = [number, subTitle].filter(Boolean).join('. ')
  const notes = [
    ...(name === '' ? [] : [t('broadcast', { channel, moment })]),
    ...(broadcast.is_complete === 1 ? [] : [t('partly')]),
    ...(broadcast.is_available === 1 ? [] : [t('withTariff')]),
  ]
  return (
    <Link className={styles.row} to={broadcast.href} data-broadcast={broadcast.pid}>
      <ChannelLogo className={styles.logo} name={channel} logo={broadcast.logo} />
      <span className={styles.words}>
        <span className={styles.name}>{name || t('broadcast', { channel, moment })}</span>
        {notes.length > 0 && <span className={styles.about}>{notes.join(' · ')}</span>}
      </span>
      {left !== '' && <span className={styles.badge}>{left}</span>}
    </Link>
  )
}

const maxOfFilm = 3

/** On the page of a film of the catalogue: its best broadcasts. */
export function RecordedOfFilm({ broadcasts }: Pick<RecordedListProps, 'broadcasts'>) {
  const t = useRecordedText()
  return <RecordedList title={t('watchRecorded')} broadcasts={broadcasts.slice(0, maxOfFilm)} />
}
