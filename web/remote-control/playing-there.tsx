/** What plays on the television, with its controls. */
import { useEffect, useState } from 'react'
import type { Television, TelevisionState } from '#contract/playback/remote-control.ts'
import { formatPosition, formatTime } from '#web/i18n/format.ts'
import { PlayerIcon, type PlayerIconName } from '#web/player/controls/player-icon.tsx'
import { trackName } from '#web/player/texts/language-name.ts'
import { nowMs } from '#web/session/server-clock.ts'
import { useLanguage } from '#web/session/session.ts'
import { Progress } from '#web/ui/controls/progress.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { useRemoteText } from './remote-text.ts'
import { useSending } from './use-sending.ts'
import styles from './playing-there.module.css'

type Playing = NonNullable<TelevisionState['playing']>

const skipSec = 10
/** Closer to the present than this, a channel counts as live: what is seen is always a little behind. */
const liveSec = 45

export function PlayingThere({ tv }: { readonly tv: Television }) {
  const t = useRemoteText()
  const playing = tv.state?.playing ?? null
  if (playing === null)
    return (
      <div className={styles.card}>
        <p className={styles.title}>{t('nothing')}</p>
        <p className={styles.subtitle}>{t('nothingText')}</p>
      </div>
    )
  return (
    <section className={styles.card} aria-label={t('playing')}>
      <p className={styles.title}>{playing.title}</p>
      {playing.subtitle !== '' && <p className={styles.subtitle}>{playing.subtitle}</p>}
      <Position playing={playing} reportedAt={tv.reported_at} />
      <Transport tv={tv} playing={playing} />
      <Tracks tv={tv.device_id} playing={playing} />
    </section>
  )
}

/** The current position: playback has advanced since the report. */
function positionNow({ position_sec: sec, duration_sec: length, is_paused: paused }: Playing, at: number) {
  const passed = paused === 1 ? 0 : Math.max(0, nowMs() / 1000 - at)
  return Math.min(sec + passed, length ?? Number.POSITIVE_INFINITY)
}

function Position({ playing, reportedAt }: { readonly playing: Playing; readonly reportedAt: number }) {
  const t = useRemoteText()
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  const at = positionNow(playing, reportedAt)
  const { duration_sec: length, is_paused: paused } = playing
  const where =
    playing.kind === 'film'
      ? length === null
        ? formatPosition(at)
        : t('position', { at: formatPosition(at), length: formatPosition(length) })
      : nowMs() / 1000 - at < liveSec
        ? t('live')
        : formatTime(at)
  return (
    <>
      {length !== null && length > 0 && <Progress part={at / length} />}
      <p className={styles.position}>{paused === 1 ? `${t('paused')} · ${where}` : where}</p>
    </>
  )
}

interface TransportProps {
  readonly tv: Television
  readonly playing: Playing
}

function Transport({ tv, playing }: TransportProps) {
  const t = useRemoteText()
  const send = useSending(tv.device_id)
  const skip = (sec: number) => {
    const target = Math.max(0, Math.round(positionNow(playing, tv.reported_at) + sec))
    void send({ kind: 'seek', position_sec: target })
  }
  const isPaused = playing.is_paused === 1
  return (
    <div className={styles.transport}>
      <Control icon="back10" label={t('back10')} onPress={() => skip(-skipSec)} />
      <Control
        icon={isPaused ? 'play' : 'pause'}
        label={t(isPaused ? 'play' : 'pause')}
        isMain
        onPress={() => void send({ kind: isPaused ? 'play' : 'pause' })}
      />
      <Control icon="forward10" label={t('forward10')} onPress={() => skip(skipSec)} />
      <Control icon="close" label={t('stop')} onPress={() => void send({ kind: 'stop' })} />
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
function Tracks({ tv, playing }: { readonly tv: number; readonly playing: Playing }) {
  const t = useRemoteText()
  const language = useLanguage()
  const send = useSending(tv)
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
            onChange={(id) => void send({ kind: 'audio', track_id: id })}
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
            onChange={(id) => void send({ kind: 'subtitles', track_id: id })}
          />
        </label>
      )}
    </div>
  )
}
