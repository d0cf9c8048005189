import type { Channel, Programme } from '#contract/channels/channels.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import { programmeAfter, programmeWatched } from '#player/core/zapping/programme-line.ts'
import { formatTime } from '#web/i18n/format.ts'
import { usePlaybackValue } from '#web/player/playback/use-playback.ts'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import { onAir } from '#web/ui/cards/on-air.ts'
import { usePartOfSeries } from '#web/ui/cards/part-of-series.ts'
import { useNowSec } from '#web/ui/text/use-now.ts'
import styles from './programme-card.module.css'

interface ProgrammeCardProps {
  readonly channel: Channel
  readonly programmes: readonly Programme[]
  readonly playback: Playback | null
  /** The programme that was asked for; null on the live channel. */
  readonly requestedPid: number | null
}

/** About the programme at the viewer's position, over the video; the key Info shows and hides it. */
export function ProgrammeCard({ channel, programmes, playback, requestedPid }: ProgrammeCardProps) {
  const t = usePlayerText()
  const nowSec = useNowSec()
  const partOf = usePartOfSeries()
  const atPid = usePlaybackValue(playback, ({ originMs, positionSec }) =>
    originMs === null
      ? null
      : (programmeWatched(programmes, originMs + positionSec * 1000, requestedPid)?.pid ?? null),
  )
  const programme = programmes.find(({ pid }) => pid === atPid) ?? onAir(channel, nowSec)
  if (programme === null)
    return (
      <section className={styles.card} role="status" data-info="">
        <p className={styles.facts}>{`${channel.number} ${channel.name}`}</p>
        <p className={styles.title}>{t('live.noGuide')}</p>
      </section>
    )
  const { begin_time, end_time, title, description } = programme
  const next = programmeAfter(programmes, programme.pid)
  const facts = [
    `${channel.number} ${channel.name}`,
    `${formatTime(begin_time)}–${formatTime(end_time)}`,
    programme.category,
    programme.age_rating,
  ]
  return (
    <section className={styles.card} role="status" data-info="">
      <p className={styles.facts}>{facts.filter(Boolean).join(' · ')}</p>
      <p className={styles.title}>{title}</p>
      <p className={styles.part}>{partOf(programme)}</p>
      <p className={styles.description}>{description === '' ? t('remote.noDescription') : description}</p>
      {next !== null && (
        <p className={styles.next}>
          {t('channel.next')}: {formatTime(next.begin_time)} {next.title}
        </p>
      )}
    </section>
  )
}
