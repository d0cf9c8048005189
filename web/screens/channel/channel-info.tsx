/** Below the picture: what is being watched in words, and what comes next. */
import type { Channel, Programme } from '#contract/channels.ts'
import type { Playback } from '#player/core/playback.ts'
import { programmeAfter, programmeAt } from '#player/core/programme-line.ts'
import { formatTime } from '#web/i18n/format.ts'
import { usePlayerText } from '#web/player/player-text.ts'
import { usePlaybackValue } from '#web/player/use-playback.ts'
import { onAir } from '#web/ui/on-air.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useNowSec } from '#web/ui/use-now.ts'
import styles from './channel-page.module.css'

interface ChannelInfoProps {
  readonly channel: Channel | null
  readonly programmes: readonly Programme[]
  readonly playback: Playback | null
}

export function ChannelInfo({ channel, programmes, playback }: ChannelInfoProps) {
  const t = usePlayerText()
  const nowSec = useNowSec()
  const atPid = usePlaybackValue(playback, ({ originMs, positionSec }) =>
    originMs === null ? null : (programmeAt(programmes, originMs + positionSec * 1000)?.pid ?? null),
  )
  if (channel === null)
    return (
      <div className={styles.info}>
        <Skeleton className={styles.infoSkeleton} />
      </div>
    )
  const programme = programmes.find(({ pid }) => pid === atPid) ?? onAir(channel, nowSec)
  const next = programme === null ? null : (programmeAfter(programmes, programme.pid) ?? channel.next)
  return (
    <div className={styles.info}>
      <div className={styles.about}>
        <h1 className={styles.heading}>{programme?.title ?? channel.name}</h1>
        <p className={styles.facts}>
          <span>{channel.name}</span>
          {programme !== null && programme.category !== '' && <span>{programme.category}</span>}
          {programme !== null && programme.age_rating !== '' && <span>{programme.age_rating}</span>}
        </p>
        {programme !== null && programme.description !== '' && (
          <p className={styles.description}>{programme.description}</p>
        )}
      </div>
      {next !== null && (
        <div className={styles.next}>
          <p className={styles.nextLabel}>{t('channel.next')}</p>
          <p className={styles.nextTitle}>{next.title}</p>
          <p className={styles.nextTime}>{formatTime(next.begin_time)}</p>
        </div>
      )}
    </div>
  )
}
