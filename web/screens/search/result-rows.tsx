import { episodeNumbers } from '#web/features/films/episode-numbers.ts'
import type { ReactNode } from 'react'
import { Link } from '#web/router/router.ts'
import type { Channel } from '#contract/channels/channels.ts'
import { pathOf } from '#contract/form/pages.ts'
import type { EpisodeMatch, PersonMatch, ProgrammeMatch } from '#contract/search/search.ts'
import { formatMoment, formatTime } from '#web/i18n/format.ts'
import { useLanguage } from '#web/session/session.ts'
import { LiveBadge } from '#web/ui/controls/badge.tsx'
import { ChannelLogo } from '#web/ui/cards/channel-logo.tsx'
import { onAir } from '#web/ui/cards/on-air.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { Portrait } from '#web/ui/cards/portrait.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { LaterReminderButton } from '#web/features/reminders/lazy-buttons.tsx'
import { useOption } from './option.tsx'
import { useSearchText } from '#web/features/search/search-text.ts'
import styles from './result-rows.module.css'

interface RowProps {
  readonly id: string
  readonly to: string
  readonly picture: ReactNode
  readonly name: string
  readonly about: ReactNode
  readonly sign?: ReactNode
}

function Row({ id, to, picture, name, about, sign }: RowProps) {
  return (
    <Link className={styles.row} to={to} {...useOption(id)}>
      {picture}
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.about}>{about}</span>
      </span>
      {sign}
    </Link>
  )
}

export function ChannelRow({ channel }: { readonly channel: Channel }) {
  const programme = onAir(channel, useNowSec())
  return (
    <Row
      id={`found-channel-${channel.id}`}
      to={pathOf('channel', { id: channel.id })}
      picture={<ChannelLogo className={styles.logo} name={channel.name} logo={channel.logo} />}
      name={channel.name}
      about={programme?.title ?? ''}
      sign={programme === null ? null : <LiveBadge />}
    />
  )
}

export function ProgrammeRow({ programme }: { readonly programme: ProgrammeMatch }) {
  const t = useSearchText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { channel_name: channel, begin_time: begin, end_time: end, state } = programme
  const about =
    state === 'now'
      ? t('onAir', { channel, time: formatTime(end) })
      : t('airing', { channel, moment: formatMoment(begin, language, nowSec) })
  const row = (
    <Row
      id={`found-programme-${programme.pid}`}
      to={programme.href}
      picture={<ChannelLogo className={styles.logo} name={channel} logo={programme.logo} />}
      name={programme.title}
      about={about}
      sign={
        state === 'now' ? (
          <LiveBadge />
        ) : state === 'past' ? (
          <span className={styles.past}>{t('past')}</span>
        ) : null
      }
    />
  )
  if (state !== 'next') return row
  return (
    <div className={styles.withBell} role="presentation">
      {row}
      <LaterReminderButton programme={programme} className={styles.bell} />
    </div>
  )
}

export function EpisodeRow({ episode }: { readonly episode: EpisodeMatch }) {
  const t = useSearchText()
  const { season, series_name: series } = episode
  return (
    <Row
      id={`found-episode-${episode.vfid}`}
      to={`${pathOf('movie', { id: episode.vid })}?watch=${episode.vfid}`}
      picture={
        <span className={styles.still}>
          <Picture src={episode.still} alt="" sizes="140px" from={160} to={320} />
        </span>
      }
      name={episode.name}
      about={t('episode', { series, season, number: episodeNumbers(episode) })}
    />
  )
}

export function PersonTile({ person }: { readonly person: PersonMatch }) {
  return (
    <Link
      className={styles.person}
      to={pathOf('person', { provider: person.aid })}
      {...useOption(`found-person-${person.aid}`)}
    >
      <Portrait name={person.name} photo={person.photo} sizes="160px" />
      <span className={styles.name}>{person.name}</span>
      <span className={styles.about}>{person.known_for.join(', ')}</span>
    </Link>
  )
}
