/** The details of a programme, and its actions; only actions that are possible are offered. */
import { useState } from 'react'
import type { Channel, Programme } from '#contract/channels/channels.ts'
import { channels } from '#contract/channels/channels.ts'
import { matchPage, pathOf } from '#contract/form/pages.ts'
import { formatDuration, formatTime, formatWeekday } from '#web/i18n/format.ts'
import { useText } from '#web/session/text.ts'
import { Link, useLocation } from '#web/router/router.ts'
import { daySec, dayBegin } from '#web/features/channels/use-programmes.ts'
import { useCall } from '#web/session/requests/api.ts'
import { useLanguage, useSession } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { BlackoutNote } from '#web/features/blackouts/blackout-note.tsx'
import { FollowAction, ReminderAction } from '#web/features/reminders/reminder-button.tsx'
import { LaterRecordAction } from '#web/features/recordings/lazy-record-action.tsx'
import { ChannelHeart } from '#web/features/favourites/channel-heart.tsx'
import { ChannelLogo } from '#web/ui/cards/channel-logo.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { usePartOfSeries } from '#web/ui/cards/part-of-series.ts'
import { Progress } from '#web/ui/controls/progress.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { DaySheet } from './day-sheet.tsx'
import { useTvText } from './model/tv-text.ts'
import { cellTextOf, timesOf, type CellText } from './cell-words.ts'
import type { Piece } from './model/guide-store.ts'
import type { Chosen } from './guide-view.ts'
import styles from './programme-dialog.module.css'

interface ProgrammeDialogProps {
  readonly chosen: Chosen | null
  readonly onClose: () => void
}

export function ProgrammeDialog({ chosen, onClose }: ProgrammeDialogProps) {
  const t = useTvText()
  const [dayOf, setDayOf] = useState<Channel | null>(null)
  return (
    <>
      <Dialog
        open={chosen !== null}
        title={chosen?.piece.programme?.title ?? t('guideEmpty')}
        className={styles.dialog}
        onClose={onClose}
      >
        {chosen !== null && <Inside {...chosen} onDay={setDayOf} onClose={onClose} />}
      </Dialog>
      <DaySheet channel={dayOf} onClose={() => setDayOf(null)} />
    </>
  )
}

interface InsideProps extends Chosen {
  readonly onDay: (channel: Channel) => void
  readonly onClose: () => void
}

function Inside({ channel, piece, onDay, onClose }: InsideProps) {
  const t = useTvText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const prefix = matchPage(useLocation().pathname)?.language ?? null
  const look = cellTextOf(piece, nowSec)
  const age = piece.programme?.age_rating ?? ''
  return (
    <div className={styles.inside}>
      <p className={styles.when}>
        <span className={styles.times}>{timesOf(piece)}</span>
        <span>{formatWeekday(piece.beginSec, language, nowSec)}</span>
        {age !== '' && <span className={styles.age}>{age}</span>}
      </p>
      <State look={look} piece={piece} nowSec={nowSec} />
      <BlackoutNote subject={{ cid: channel.id, beginSec: piece.beginSec, endSec: piece.endSec }} />
      {piece.programme !== null && <Description channel={channel} piece={piece} />}
      <div className={styles.actions} ref={beginHere}>
        <Actions channel={channel} piece={piece} look={look} prefix={prefix} />
        {piece.programme !== null && look !== 'over' && channel.has_archive === 1 && (
          <LaterRecordAction
            programme={{ cid: channel.id, pid: piece.programme.pid, title: piece.programme.title }}
          />
        )}
        {piece.programme !== null && (
          <FollowAction
            programme={{ cid: channel.id, pid: piece.programme.pid, title: piece.programme.title }}
          />
        )}
        <Button
          variant="quiet"
          icon="list"
          onClick={() => {
            onClose()
            onDay(channel)
          }}
        >
          {t('daySheet')}
        </Button>
      </div>
      <div className={styles.channel}>
        <Link className={styles.channelLink} to={pathOf('channel', { id: channel.id }, prefix)}>
          <ChannelLogo className={styles.logo} name={channel.name} logo={channel.logo} />
          <span className={styles.number}>{channel.number}</span>
          <span>{channel.name}</span>
        </Link>
        <ChannelHeart channel={channel} />
      </div>
    </div>
  )
}

/** The focus starts on the first action, not on the close button before it. */
function beginHere(actions: HTMLElement | null) {
  return actions?.querySelector('a, button')?.setAttribute('autofocus', '')
}

interface StateProps {
  readonly look: CellText
  readonly piece: Piece
  readonly nowSec: number
}

/** The programme's state in a sentence. */
function State({ look, piece, nowSec }: StateProps) {
  const t = useTvText()
  const language = useLanguage()
  if (look === 'now' || look === 'nowOnly') {
    const part = (nowSec - piece.beginSec) / (piece.endSec - piece.beginSec)
    return (
      <div className={styles.live}>
        <p>{t('onNow', { time: formatDuration(piece.endSec - nowSec, language) })}</p>
        <Progress part={Math.min(1, Math.max(0, part))} />
      </div>
    )
  }
  if (look === 'ahead') {
    const isToday = dayBegin(piece.beginSec) === dayBegin(nowSec)
    const day = isToday ? '' : `${formatWeekday(piece.beginSec, language, nowSec)}, `
    return <p className={styles.note}>{t('begins', { moment: day + formatTime(piece.beginSec) })}</p>
  }
  if (look === 'archive') return <p className={styles.note}>{t('recorded')}</p>
  return look === 'over' ? <p className={styles.note}>{t('notRecorded')}</p> : null
}

/**
 * The grid's data has no descriptions; the list of the whole day has them, and the channel's page requests the same
 * one.
 */
function Description({ channel, piece }: Chosen) {
  const partOf = usePartOfSeries()
  const day = dayBegin(piece.beginSec)
  const state = useCall(channels.programmes, { cid: channel.id, time_from: day, time_to: day + daySec })
  if (state.kind === 'loading') return <Skeleton className={styles.waiting} />
  if (state.kind !== 'ok') return null
  const match: Programme | undefined = state.data.programs.item.find(
    ({ pid }) => pid === piece.programme?.pid,
  )
  if (match === undefined) return null
  const part = partOf(match)
  return (
    <>
      {part !== '' && <p className={styles.note}>{part}</p>}
      {match.category !== '' && <p className={styles.note}>{match.category}</p>}
      {match.description !== '' && <p className={styles.description}>{match.description}</p>}
    </>
  )
}

interface ActionsProps extends Chosen {
  readonly look: CellText
  readonly prefix: 'ru' | 'uz' | null
}

function Actions({ channel, piece, look, prefix }: ActionsProps) {
  const t = useTvText()
  const general = useText()
  const { token } = useSession()
  const pid = piece.programme?.pid
  const live = pathOf('channel', { id: channel.id }, prefix)
  const record = pid === undefined ? live : pathOf('tvArchive', { id: channel.id, archiId: pid }, prefix)
  const isLive = look === 'now' || look === 'nowOnly'
  if (look === 'ahead' && piece.programme !== null)
    return (
      <ReminderAction
        programme={{ cid: channel.id, pid: piece.programme.pid, title: piece.programme.title }}
      />
    )
  if (!isLive && look !== 'archive') return null
  if (token === null)
    return (
      <ButtonLink
        to={pathOf('login', {}, prefix)}
        variant="primary"
        icon="lock"
        state={{ from: isLive ? live : record }}
      >
        {t('loginToWatch')}
      </ButtonLink>
    )
  const isLocked = channel.is_available === 0
  const icon = isLocked ? 'lock' : 'play'
  return (
    <>
      <ButtonLink to={isLive ? live : record} variant="primary" icon={icon}>
        {isLive ? t('watch') : t('watchRecording')}
      </ButtonLink>
      {look === 'now' && (
        <ButtonLink to={record} icon={isLocked ? 'lock' : 'retry'}>
          {t('startOver')}
        </ButtonLink>
      )}
      {isLocked && <p className={styles.note}>{general('channel.locked')}</p>}
    </>
  )
}
