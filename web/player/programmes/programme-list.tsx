/**
 * The days of the guide and the programmes of the chosen day. Programmes that have started and are recorded can be
 * played.
 */
import { useRef, useState } from 'react'
import { Link, useLocation } from '#web/router/router.ts'
import type { Programme } from '#contract/channels/channels.ts'
import { matchPage, pathOf } from '#contract/form/pages.ts'
import { isPlayable, shareOf } from '#player/core/zapping/programme-line.ts'
import { formatShortDay, formatTime, formatWeekday } from '#web/i18n/format.ts'
import { PlayerIcon } from '#web/player/controls/player-icon.tsx'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import { useLanguage } from '#web/session/session.ts'
import { LaterReminderButton } from '#web/features/reminders/lazy-buttons.tsx'
import { usePartOfSeries } from '#web/ui/cards/part-of-series.ts'
import { Progress } from '#web/ui/controls/progress.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { EmptyCard, RetryCard } from '#web/ui/cards/state-card.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { earlierCount } from './earlier-programmes.ts'
import { scrollIntoList } from './scroll-into-list.ts'
import { daySec, dayBegin, guideDays, useProgrammes } from '#web/features/channels/use-programmes.ts'
import styles from './side-panel.module.css'
import { useOnChange } from '#web/state/use-on-change.ts'

interface ProgrammeListProps {
  readonly cid: number
  /** The programme that plays, or null for live. */
  readonly playingPid: number | null
  /** Its start, unix seconds: its day is shown first; else today. */
  readonly playingSec?: number | undefined
}

export function ProgrammeList({ cid, playingPid, playingSec }: ProgrammeListProps) {
  const t = usePlayerText()
  const nowSec = useNowSec()
  const [chosen, setDay] = useState<number | null>(null)
  // Until the viewer chooses a day, the day being watched.
  const day = chosen ?? dayBegin(playingSec ?? nowSec)
  const { state, programmes } = useProgrammes(cid, day, day + daySec)
  const [unfolded, unfold] = useState<number | null>(null)
  // Hidden by the style sheet, and only where the page scrolls instead of the list.
  const earlier = unfolded === day ? 0 : earlierCount(programmes, playingPid, nowSec)
  const list = useRef<HTMLUListElement>(null)
  const ready = state.kind === 'ok'
  useOnChange([day, ready, playingPid], () => {
    if (!ready) return
    const rows = list.current
    scrollIntoList(
      rows?.querySelector('[aria-current="true"]') ?? rows?.querySelector('[data-on-now="true"]'),
    )
  })
  return (
    <>
      <DayStrip day={day} onDay={setDay} />
      {state.kind === 'loading' && (
        <div className={styles.list}>
          {Array.from({ length: 8 }, (_, index) => (
            <Skeleton key={index} className={styles.skeleton} />
          ))}
        </div>
      )}
      {(state.kind === 'unreachable' || state.kind === 'refused') && <RetryCard onRetry={state.retry} />}
      {ready && programmes.length === 0 && <EmptyCard title={t('channel.noProgrammes')} />}
      {earlier > 0 && (
        <button type="button" className={styles.showEarlier} onClick={() => unfold(day)}>
          {t('channel.earlier')}
        </button>
      )}
      <ul className={styles.list} ref={list}>
        {programmes.map((programme, place) => (
          <ProgrammeRow
            key={programme.pid}
            earlier={place < earlier}
            programme={programme}
            nowSec={nowSec}
            playing={programme.pid === playingPid}
          />
        ))}
      </ul>
    </>
  )
}

function DayStrip({ day, onDay }: { readonly day: number; readonly onDay: (day: number) => void }) {
  const t = usePlayerText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const today = dayBegin(nowSec)
  const strip = useRef<HTMLDivElement>(null)
  useOnChange([day], () => {
    const row = strip.current
    const chosen = row?.querySelector<HTMLElement>('[aria-pressed="true"]')
    if (row != null && chosen != null)
      row.scrollLeft = chosen.offsetLeft - row.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2
  })
  const nameOf = (begin: number) => {
    if (begin === today) return t('channel.today')
    return formatShortDay(begin + daySec / 2, language)
  }
  return (
    <div className={styles.days} role="group" aria-label={t('channel.days')} ref={strip}>
      {guideDays(nowSec).map((begin) => (
        <button
          key={begin}
          type="button"
          className={styles.day}
          aria-pressed={begin === day}
          aria-label={`${nameOf(begin)}, ${formatWeekday(begin + daySec / 2, language, nowSec)}`}
          onClick={() => onDay(begin)}
        >
          {nameOf(begin)}
        </button>
      ))}
    </div>
  )
}

interface ProgrammeRowProps {
  readonly programme: Programme
  /** A programme that may be collapsed. */
  readonly earlier: boolean
  readonly nowSec: number
  readonly playing: boolean
}

function ProgrammeRow({ programme, earlier, nowSec, playing }: ProgrammeRowProps) {
  const t = usePlayerText()
  const { pathname } = useLocation()
  const { cid, pid, begin_time, end_time, title } = programme
  const part = usePartOfSeries()(programme)
  const onNow = begin_time <= nowSec && nowSec < end_time
  const inside = (
    <>
      <span className={styles.time}>{formatTime(begin_time)}</span>
      <span className={styles.words}>
        <span className={styles.programme}>
          {title}
          {part !== '' && <span className={styles.part}>{part}</span>}
        </span>
        <RowNote playing={playing} onNow={onNow} over={end_time <= nowSec} url={programme.url} t={t} />
        {onNow && <Progress part={shareOf(programme, nowSec * 1000)} className={styles.progress} />}
      </span>
    </>
  )
  if (!isPlayable(programme, nowSec * 1000))
    return (
      <li className={styles.row} data-dim="true" data-on-now={onNow} data-earlier={earlier}>
        {inside}
        {begin_time > nowSec && (
          <LaterReminderButton programme={{ cid, pid, title }} className={styles.remind} />
        )}
      </li>
    )
  const to = pathOf('tvArchive', { id: cid, archiId: pid }, matchPage(pathname)?.language ?? null)
  return (
    <li data-on-now={onNow} data-earlier={earlier}>
      <Link to={to} className={styles.row} preventScrollReset aria-current={playing ? 'true' : undefined}>
        {inside}
        <span className={styles.play}>
          <PlayerIcon name={onNow ? 'startOver' : 'play'} size={18} />
        </span>
      </Link>
    </li>
  )
}

interface RowNoteProps {
  readonly playing: boolean
  readonly onNow: boolean
  readonly over: boolean
  readonly url: string | null
  readonly t: ReturnType<typeof usePlayerText>
}

function RowNote({ playing, onNow, over, url, t }: RowNoteProps) {
  if (playing) return <span className={styles.noteStrong}>{t('channel.playing')}</span>
  if (onNow) return <span className={styles.noteLive}>{t('channel.onNow')}</span>
  return over && url === null ? <span className={styles.note}>{t('channel.notRecorded')}</span> : null
}
