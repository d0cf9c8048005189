/** Controls of what plays on another screen: on a television of the account, or on one that is cast to. */
import { useEffect, useState } from 'react'
import type { RemoteCommand, TelevisionState } from '#contract/playback/remote-control.ts'
import { formatPosition, formatTime } from '#web/i18n/format.ts'
import { positionNow } from '#web/player/casting/casting.ts'
import { PlayerIcon, type PlayerIconName } from '#web/player/controls/player-icon.tsx'
import { trackName } from '#web/player/texts/language-name.ts'
import { nowMs } from '#web/session/server/server-clock.ts'
import { useLanguage } from '#web/session/session.ts'
import { Select } from '#web/ui/controls/select.tsx'
import { useElsewhereText } from './elsewhere-text.ts'
import styles from './playing-elsewhere.module.css'

export type PlayingElsewhere = NonNullable<TelevisionState['playing']>

interface ElsewhereProps {
  readonly playing: PlayingElsewhere
  /** When it was reported, unix seconds. */
  readonly reportedAt: number
  readonly send: (command: RemoteCommand) => unknown
}

const skipSec = 10
/** Closer to the present than this, a channel counts as live: what is seen is always a little behind. */
const liveSec = 45

/** The current position; renders again every second. */
export function usePositionElsewhere(playing: PlayingElsewhere, reportedAt: number): number {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return positionNow(playing, reportedAt)
}

/** `43:10 of 1:54:00`, a time of day on a channel, or that it is live or paused. */
export function PositionElsewhere({
  playing,
  at,
}: {
  readonly playing: PlayingElsewhere
  readonly at: number
}) {
  const t = useElsewhereText()
  const { duration_sec: length, is_paused: paused } = playing
  const where =
    playing.kind === 'film'
      ? length === null
        ? formatPosition(at)
        : t('position', { at: formatPosition(at), length: formatPosition(length) })
      : nowMs() / 1000 - at < liveSec
        ? t('live')
        : formatTime(at)
  return <p className={styles.position}>{paused === 1 ? `${t('paused')} · ${where}` : where}</p>
}

interface TransportProps extends ElsewhereProps {
  /** Ends the playback there; left out where another button does. */
  readonly onStop?: () => void
}

export function TransportElsewhere({ playing, reportedAt, send, onStop }: TransportProps) {
  const t = useElsewhereText()
  const skip = (sec: number) => {
    const target = Math.max(0, Math.round(positionNow(playing, reportedAt) + sec))
    send({ kind: 'seek', position_sec: target })
  }
  const isPaused = playing.is_paused === 1
  return (
    <div className={styles.transport}>
      <Control icon="back10" label={t('back10')} onPress={() => skip(-skipSec)} />
      <Control
        icon={isPaused ? 'play' : 'pause'}
        label={t(isPaused ? 'play' : 'pause')}
        isMain
        onPress={() => send({ kind: isPaused ? 'play' : 'pause' })}
      />
      <Control icon="forward10" label={t('forward10')} onPress={() => skip(skipSec)} />
      {onStop !== undefined && <Control icon="close" label={t('stop')} onPress={onStop} />}
    </div>
  )
}

interface ControlProps {
  readonly icon: PlayerIconName
  readonly label: string
  readonly isMain?: boolean
  readonly onPress: () => void
}

function Control({ icon, label, isMain = false, onPress }: ControlProps) {
  return (
    <button
      type="button"
      className={styles.control}
      data-main={isMain ? '' : undefined}
      // Otherwise the first field would take the focus and open the phone's keyboard.
      data-first={isMain ? '' : undefined}
      aria-label={label}
      title={label}
      onClick={onPress}
    >
      <PlayerIcon name={icon} size={isMain ? 32 : 28} />
    </button>
  )
}

/** Audio and subtitles, where there is a choice. */
export function TracksElsewhere({ playing, send }: Omit<ElsewhereProps, 'reportedAt'>) {
  const t = useElsewhereText()
  const language = useLanguage()
  const { audio, subtitles } = playing
  if (audio.length < 2 && subtitles.length === 0) return null
  const options = (tracks: typeof audio) =>
    tracks.map((track) => ({ value: track.id, name: trackName(track, language) }))
  const active = (tracks: typeof audio) => tracks.find((track) => track.is_active === 1)?.id ?? ''
  return (
    <div className={styles.tracks}>
      {audio.length > 1 && (
        <label className={styles.track}>
          <span>{t('audio')}</span>
          <Select
            label={t('audio')}
            value={active(audio)}
            options={options(audio)}
            onChange={(id) => send({ kind: 'audio', track_id: id })}
          />
        </label>
      )}
      {subtitles.length > 0 && (
        <label className={styles.track}>
          <span>{t('subtitles')}</span>
          <Select
            label={t('subtitles')}
            value={active(subtitles)}
            options={[{ value: '', name: t('subtitlesOff') }, ...options(subtitles)]}
            onChange={(id) => send({ kind: 'subtitles', track_id: id })}
          />
        </label>
      )}
    </div>
  )
}
