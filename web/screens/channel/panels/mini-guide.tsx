/**
 * The guide over the video: up and down change the channel, left and right the programme; OK watches live, starts
 * over or opens the recording; Back closes it. Playback continues behind it (TV-09).
 */
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { Channel, Programme } from '#contract/channels/channels.ts'
import { guideDaysAhead, guideDaysBack } from '#contract/form/constants.ts'
import { shareOf } from '#player/core/zapping/programme-line.ts'
import { formatTime, formatWeekday } from '#web/i18n/format.ts'
import { PlayerButton } from '#web/player/controls/player-button.tsx'
import { usePlayerMenuText } from '#web/player/texts/player-menu-text.ts'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import { actionOf } from '#web/remote/keys.ts'
import { useLanguage } from '#web/session/session.ts'
import { LaterStill } from '#web/features/stills/later-still.tsx'
import { useReminder } from '#web/features/reminders/use-reminder.ts'
import { useReminderText } from '#web/features/reminders/reminder-text.ts'
import { ChannelLogo } from '#web/ui/cards/channel-logo.tsx'
import { Icon } from '#web/ui/controls/icon.tsx'
import { onAir } from '#web/ui/cards/on-air.ts'
import { Progress } from '#web/ui/controls/progress.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import {
  actOf,
  channelsAround,
  channelStep,
  programmeBeside,
  programmeOf,
  type GuideAct,
} from '#web/screens/channel/viewing/guide-cursor.ts'
import { daySec, dayBegin, useProgrammes } from '#web/features/channels/use-programmes.ts'
import styles from './mini-guide.module.css'
import { useOnChange } from '#web/state/use-on-change.ts'

interface MiniGuideProps {
  readonly line: readonly Channel[]
  /** The channel that is playing. */
  readonly cid: number
  readonly isLive: boolean
  readonly onAct: (act: GuideAct, channel: Channel, programme: Programme | null) => void
  readonly onClose: () => void
}

const reach = 2

export function MiniGuide({ line, cid, isLive, onAct, onClose }: MiniGuideProps) {
  const t = usePlayerMenuText()
  const noGuide = usePlayerText()('live.noGuide')
  const nowSec = useNowSec()
  const [cursor, setCursor] = useState({ cid, pid: null as number | null })
  const { programmes, widen } = useGuideOf(cursor.cid)
  const words = useReminderText()
  const card = useRef<HTMLButtonElement>(null)
  // The chosen row moves among the others; it must keep the focus while it does.
  useOnChange([cursor.cid], () => card.current?.focus())
  const channel = line.find(({ id }) => id === cursor.cid)
  const programme = channel === undefined ? null : programmeOf(channel, programmes, cursor.pid, nowSec)
  const isComing = programme !== null && programme.begin_time > nowSec
  const reminder = useReminder(isComing ? programme : null)
  if (channel === undefined) return null
  const act = actOf({ programme, isPresent: cursor.cid === cid, isLive, nowSec })
  const actName = act === 'future' ? words(reminder.isOn ? 'remove' : 'add') : t(`guide.${act}`)
  const step = (count: number) => setCursor(channelStep(line, cursor, count))
  const beside = (way: 1 | -1) => {
    const other = programmeBeside(programmes, programme, way, nowSec)
    if (other === null) return widen()
    setCursor({ cid: cursor.cid, pid: other.pid })
  }
  const key = keysOf({
    ArrowUp: () => step(-1),
    ArrowDown: () => step(1),
    PageUp: () => step(-reach - 1),
    PageDown: () => step(reach + 1),
    ArrowLeft: () => beside(-1),
    ArrowRight: () => beside(1),
    KeyG: onClose,
    Escape: onClose,
    Backspace: onClose,
  })
  return (
    <section
      className={styles.guide}
      aria-label={t('guide.title')}
      data-controls
      data-layer=""
      onKeyDown={key}
    >
      <ul className={styles.rows}>
        {channelsAround(line, cursor.cid, reach).map((one) =>
          one.id === cursor.cid ? (
            <li key="chosen" className={styles.chosen} aria-current="true">
              <Name channel={one} />
              <PlayerButton icon="back" label={t('guide.earlier')} onClick={() => beside(-1)} />
              <button
                ref={card}
                type="button"
                className={styles.card}
                data-act={act}
                onClick={() => (act === 'future' ? reminder.toggle() : onAct(act, channel, programme))}
              >
                <ProgrammeWords programme={programme} nowSec={nowSec} />
                <span className={styles.act}>{actName}</span>
              </button>
              <PlayerButton icon="forward" label={t('guide.later')} onClick={() => beside(1)} />
            </li>
          ) : (
            <li key={one.id}>
              <button
                type="button"
                tabIndex={-1}
                className={styles.other}
                onClick={() => setCursor({ cid: one.id, pid: null })}
              >
                <Name channel={one} />
                <span className={styles.title}>{onAir(one, nowSec)?.title ?? noGuide}</span>
              </button>
            </li>
          ),
        )}
      </ul>
      <PlayerButton icon="close" label={t('guide.close')} className={styles.close} onClick={onClose} />
      <p className="spoken" role="status">
        {`${channel.number} ${channel.name}. ${programme === null ? noGuide : `${formatTime(programme.begin_time)} ${programme.title}`}. ${act === 'future' ? `${t('guide.future')}. ${actName}` : actName}`}
      </p>
    </section>
  )
}

function Name({ channel }: { readonly channel: Channel }) {
  return (
    <span className={styles.name}>
      <span className={styles.number}>{channel.number}</span>
      <span className={styles.plate}>
        <LaterStill channel={channel} size="row" />
        <ChannelLogo name={channel.name} logo={channel.logo} className={styles.logo} />
      </span>
      <span className={styles.channel}>
        {channel.name}
        {channel.is_available === 0 && <Icon name="lock" size={14} className={styles.lock} />}
      </span>
    </span>
  )
}

function ProgrammeWords({
  programme,
  nowSec,
}: {
  readonly programme: Programme | null
  readonly nowSec: number
}) {
  const t = usePlayerText()
  const language = useLanguage()
  if (programme === null) return <span className={styles.title}>{t('live.noGuide')}</span>
  const { begin_time, end_time, title } = programme
  const onNow = begin_time <= nowSec && nowSec < end_time
  const otherDay = dayBegin(begin_time) !== dayBegin(nowSec)
  return (
    <>
      <span className={styles.time}>
        {otherDay && `${formatWeekday(begin_time, language, nowSec)}, `}
        {formatTime(begin_time)}–{formatTime(end_time)}
      </span>
      <span className={styles.title}>{title}</span>
      {onNow && <Progress part={shareOf(programme, nowSec * 1000)} className={styles.progress} />}
    </>
  )
}

/** Held keys pass many channels: the guide is requested only for the one where the viewer stops. */
const settledMs = 250

/** The guide of a channel around today; `widen` requests all of its days. */
function useGuideOf(cid: number) {
  const today = dayBegin(useNowSec())
  const [settled, setSettled] = useState(cid)
  const [wide, setWide] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setSettled, settledMs, cid)
    return () => clearTimeout(timer)
  }, [cid])
  const back = wide ? guideDaysBack : 1
  const ahead = wide ? guideDaysAhead : 1
  const guide = useProgrammes(settled, today - back * daySec, today + (ahead + 1) * daySec)
  return { programmes: settled === cid ? guide.programmes : [], widen: () => setWide(true) }
}

/** The keys of a remote control that send a code, by the keys of a keyboard that do the same. */
const keyOfAction: Readonly<Record<string, string>> = {
  back: 'Backspace',
  guide: 'KeyG',
  channelUp: 'PageUp',
  channelDown: 'PageDown',
}

/** Keys of the mini-guide; all other keys, in particular digits, are left to the player. */
function keysOf(actions: Readonly<Record<string, () => void>>) {
  return (event: KeyboardEvent) => {
    const named = keyOfAction[actionOf(event)?.kind ?? '']
    const name = named ?? (event.key === 'Backspace' || event.code === '' ? event.key : event.code)
    const action = actions[name]
    if (action === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    action()
  }
}
