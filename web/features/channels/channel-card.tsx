import { Link } from '#web/router/router.ts'
import type { Channel } from '#contract/channels/channels.ts'
import { pathOf } from '#contract/form/pages.ts'
import { formatDuration, formatTime } from '#web/i18n/format.ts'
import { useText } from '#web/session/text.ts'
import { useLanguage, useSession } from '#web/session/session.ts'
import { FreeBadge, LiveBadge, RadioBadge } from '#web/ui/controls/badge.tsx'
import { IconButton } from '#web/ui/controls/button.tsx'
import { ChannelHeart } from '#web/features/favourites/channel-heart.tsx'
import { useTelevisionCard } from '#web/features/card-menu/television-card.ts'
import { LaterStill } from '#web/features/stills/later-still.tsx'
import { ChannelLogo } from '#web/ui/cards/channel-logo.tsx'
import { Icon } from '#web/ui/controls/icon.tsx'
import { onAir, progressOf } from '#web/ui/cards/on-air.ts'
import { Progress } from '#web/ui/controls/progress.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import { useNowSec } from '#web/ui/text/use-now.ts'
import styles from './channel-card.module.css'

interface ChannelCardProps {
  readonly channel: Channel
  /** For a guest every channel is locked, so the lock is not shown. */
  readonly showLock?: boolean
  /** Shows a heart, for a list in which favourites are chosen. */
  readonly withHeart?: boolean
  /** Shows a button with this name that opens the days of the guide. */
  readonly dayName?: string
  readonly onDay?: () => void
}

/** A channel in a list: its logo, the current programme with its remaining time, the next programme. */
export function ChannelCard({
  channel,
  showLock = false,
  withHeart = false,
  dayName,
  onDay,
}: ChannelCardProps) {
  if (!withHeart) return <Card channel={channel} showLock={showLock} />
  return (
    <span className={styles.withHeart}>
      <Card channel={channel} showLock={showLock} />
      <ChannelHeart className={styles.heart} channel={channel} />
      {dayName !== undefined && (
        <IconButton icon="list" size={22} label={dayName} className={styles.day} onClick={onDay} />
      )}
    </span>
  )
}

/** What a guest may watch is free; a viewer's own channels are paid for. */
function Free({ channel }: { readonly channel: Channel }) {
  const isGuest = useSession().token === null
  return isGuest && channel.is_available === 1 ? <FreeBadge /> : null
}

function Card({ channel, showLock }: { readonly channel: Channel; readonly showLock: boolean }) {
  const t = useText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const remote = useTelevisionCard({ kind: 'channel', channel })
  const programme = onAir(channel, nowSec)
  const isClosed = channel.is_closed === 1 && programme === null
  const progress = programme === null ? null : progressOf(programme, nowSec)
  const next = channel.next !== null && channel.next.pid !== programme?.pid ? channel.next : null
  return (
    <Link
      className={classes(styles.card, isClosed && styles.closed)}
      to={pathOf('channel', { id: channel.id })}
      {...remote}
    >
      <span className={styles.plate}>
        <LaterStill channel={channel} size="row" />
        <ChannelLogo className={styles.logo} name={channel.name} logo={channel.logo} />
        <span className={styles.freeRow}>
          <Free channel={channel} />
        </span>
      </span>
      <span className={styles.body}>
        <span className={styles.head}>
          <span className={styles.number}>{channel.number}</span>
          <span className={styles.name}>{channel.name}</span>
          {channel.is_radio === 1 && <RadioBadge />}
          {showLock && channel.is_available === 0 && (
            <span className={styles.lock} title={t('channel.locked')}>
              <Icon name="lock" size={16} />
              <span className="spoken">{t('channel.locked')}</span>
            </span>
          )}
        </span>
        <span className={styles.programme}>
          {programme?.title ?? t(isClosed ? 'channel.notForProfile' : 'channel.noGuide')}
        </span>
        {progress !== null && (
          <span className={styles.progress}>
            <Progress part={progress.part} />
            <span className={styles.left}>
              {t('channel.left', { time: formatDuration(progress.leftSec, language) })}
            </span>
          </span>
        )}
        {next !== null && (
          <span className={styles.next}>
            <span className={styles.time}>{formatTime(next.begin_time)}</span> {next.title}
          </span>
        )}
      </span>
    </Link>
  )
}

export function ChannelSkeleton() {
  return <Skeleton className={styles.skeleton} />
}

/** A channel in a rail: a wide card with the current programme. */
export function LiveTile({ channel }: { readonly channel: Channel }) {
  const t = useText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const remote = useTelevisionCard({ kind: 'channel', channel })
  const programme = onAir(channel, nowSec)
  const isClosed = channel.is_closed === 1 && programme === null
  const progress = programme === null ? null : progressOf(programme, nowSec)
  return (
    <Link
      className={classes(styles.tile, isClosed && styles.closed)}
      to={pathOf('channel', { id: channel.id })}
      {...remote}
    >
      <span className={styles.screen}>
        <LaterStill channel={channel} />
        <ChannelLogo className={styles.tileLogo} name={channel.name} logo={channel.logo} />
        <span className={styles.live}>
          <LiveBadge />
        </span>
        <span className={styles.free}>
          <Free channel={channel} />
        </span>
        {progress !== null && <Progress className={styles.edge} part={progress.part} />}
      </span>
      <span className={styles.tileTitle}>{programme?.title ?? channel.name}</span>
      <span className={styles.tileMeta}>
        {programme !== null && <span className={styles.tileChannel}>{channel.name}</span>}
        {isClosed && <span className={styles.tileChannel}>{t('channel.notForProfile')}</span>}
        {progress !== null && (
          <span className={styles.tileLeft}>
            {t('channel.left', { time: formatDuration(progress.leftSec, language) })}
          </span>
        )}
      </span>
    </Link>
  )
}
