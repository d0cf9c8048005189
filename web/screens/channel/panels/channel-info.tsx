/** Below the video: a description of the current programme, and the next one. */
import { Suspense, useState } from 'react'
import type { Channel, Programme } from '#contract/channels/channels.ts'
import { pathOf } from '#contract/form/pages.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import { programmeAfter, programmeWatched } from '#player/core/zapping/programme-line.ts'
import { formatTime } from '#web/i18n/format.ts'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import { usePlaybackValue } from '#web/player/playback/use-playback.ts'
import { WatchOnTelevision } from '#web/remote-control/watch-on-television.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { ComplaintDialog } from '#web/features/complaints/lazy-complaint-dialog.ts'
import { LaterProgrammeActions } from '#web/features/recordings/lazy-programme-actions.tsx'
import { LaterReminderButton } from '#web/features/reminders/lazy-buttons.tsx'
import { onAir } from '#web/ui/cards/on-air.ts'
import { usePartOfSeries } from '#web/ui/cards/part-of-series.ts'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { RetryLine } from '#web/ui/cards/state-card.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { watchedPath } from '#web/screens/channel/viewing/watched-path.ts'
import styles from '#web/screens/channel/viewing/channel-page.module.css'

interface ChannelInfoProps {
  readonly channel: Channel | null
  readonly programmes: readonly Programme[]
  readonly playback: Playback | null
  /** The programme that was asked for, which is described until something plays; null on the live channel. */
  readonly requestedPid: number | null
  /** Set when the channel could not be loaded. */
  readonly onRetry: (() => void) | undefined
}

export function ChannelInfo({ channel, programmes, playback, requestedPid, onRetry }: ChannelInfoProps) {
  const t = usePlayerText()
  const nowSec = useNowSec()
  const partOf = usePartOfSeries()
  const atPid = usePlaybackValue(playback, ({ originMs, positionSec }) =>
    originMs === null
      ? null
      : (programmeWatched(programmes, originMs + positionSec * 1000, requestedPid)?.pid ?? null),
  )
  if (channel === null)
    return (
      <div className={styles.info}>
        {onRetry === undefined ? (
          <Skeleton className={styles.infoSkeleton} />
        ) : (
          <RetryLine onRetry={onRetry} />
        )}
      </div>
    )
  const watched = programmes.find(({ pid }) => pid === (atPid ?? requestedPid))
  const programme = watched ?? onAir(channel, nowSec)
  const next = programme === null ? null : (programmeAfter(programmes, programme.pid) ?? channel.next)
  const part = programme === null ? '' : partOf(programme)
  return (
    <div className={styles.info}>
      <div className={styles.about}>
        <h1 className={styles.heading}>{programme?.title ?? channel.name}</h1>
        {part !== '' && <p className={styles.part}>{part}</p>}
        {programme !== null && (
          <p className={styles.facts}>
            <span>{channel.name}</span>
            {programme.category !== '' && <span>{programme.category}</span>}
            {programme.age_rating !== '' && <span>{programme.age_rating}</span>}
          </p>
        )}
        {programme !== null && programme.description !== '' && (
          <p className={styles.description}>{programme.description}</p>
        )}
      </div>
      <div className={styles.actions}>
        {channel.is_radio === 0 && (
          <ButtonLink variant="quiet" icon="mosaic" to={`${pathOf('mosaic')}?add=${channel.id}`}>
            {t('channel.mosaic')}
          </ButtonLink>
        )}
        <Complain cid={channel.id} playback={playback} />
        {programme !== null && (
          // Loaded later, so last. What is on the air and was not asked for, nobody means to keep.
          <LaterProgrammeActions
            programme={programme}
            records={watched !== undefined && channel.has_archive === 1}
          />
        )}
        <OnTelevision cid={channel.id} {...{ programmes, playback, requestedPid }} />
      </div>
      {next !== null && (
        <div className={styles.next}>
          <p className={styles.nextLabel}>{t('channel.next')}</p>
          <p className={styles.nextTitle}>{next.title}</p>
          <p className={styles.nextTime}>{formatTime(next.begin_time)}</p>
          {next.begin_time > nowSec && <LaterReminderButton programme={next} className={styles.remind} />}
        </div>
      )}
    </div>
  )
}

interface OnTelevisionProps extends Pick<ChannelInfoProps, 'requestedPid'> {
  readonly cid: number
  readonly programmes: readonly Programme[]
  readonly playback: Playback | null
}

/** Opens the channel on a television at the moment that is watched here. */
function OnTelevision({ cid, programmes, playback, requestedPid }: OnTelevisionProps) {
  return (
    <WatchOnTelevision path={() => watchedPath(cid, playback, programmes, requestedPid)}>
      {({ label, press }) => (
        <Button variant="quiet" icon="tv" onClick={press}>
          {label}
        </Button>
      )}
    </WatchOnTelevision>
  )
}

interface ComplainProps {
  readonly cid: number
  readonly playback: Playback | null
}

/**
 * A report of a problem with the channel and the moment it belongs to: an archive is watched later than it was
 * broadcast.
 */
function Complain({ cid, playback }: ComplainProps) {
  const t = usePlayerText()
  const [open, setOpen] = useState(false)
  const moment = () => {
    const { originMs, positionSec } = playback?.state ?? { originMs: null, positionSec: 0 }
    return originMs === null ? null : originMs / 1000 + positionSec
  }
  return (
    <>
      <Button variant="quiet" icon="flag" onClick={() => setOpen(true)}>
        {t('channel.complain')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ComplaintDialog open about={{ cid, position: moment }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
