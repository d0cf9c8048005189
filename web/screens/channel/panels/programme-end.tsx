/**
 * The next programme: a line shortly before the end; at the end, where no programme follows automatically, the
 * choices.
 */
import type { Programme } from '#contract/channels/channels.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import { isPlayable, programmeAfter, programmeAt } from '#player/core/zapping/programme-line.ts'
import { formatTime } from '#web/i18n/format.ts'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import { usePlaybackValue } from '#web/player/playback/use-playback.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { nowMs } from '#web/session/server/server-clock.ts'
import { BesideIt } from '#web/screens/channel/viewing/beside-it.tsx'
import type { BoundViewing } from '#web/screens/channel/viewing/use-viewing.ts'
import styles from './programme-end.module.css'

/** The line is shown for this many seconds before the end. */
const beforeEndSec = 60

interface NextUpProps {
  readonly playback: Playback | null
  readonly programmes: readonly Programme[]
}

/** Announces the next programme without covering the video. */
export function NextUp({ playback, programmes }: NextUpProps) {
  const t = usePlayerText()
  const endingPid = usePlaybackValue(playback, ({ originMs, positionSec, status }) => {
    if (originMs === null || (status !== 'playing' && status !== 'buffering')) return null
    const atMs = originMs + positionSec * 1000
    const programme = programmeAt(programmes, atMs)
    if (programme === null) return null
    // A short programme would show the line from its very beginning.
    const isShort = programme.end_time - programme.begin_time < 5 * beforeEndSec
    return !isShort && programme.end_time - atMs / 1000 <= beforeEndSec ? programme.pid : null
  })
  const next = endingPid === null ? null : programmeAfter(programmes, endingPid)
  if (next === null) return null
  return (
    <p className={styles.next} role="status">
      <span className={styles.label}>{t('channel.next')}</span>
      <span className={styles.time}>{formatTime(next.begin_time)}</span>
      <span className={styles.title}>{next.title}</span>
    </p>
  )
}

interface EndCardProps {
  readonly playback: Playback
  readonly viewing: BoundViewing
  readonly programmes: readonly Programme[]
  readonly onProgramme: (pid: number) => void
}

/**
 * The recording is over and the next one does not start automatically: the viewer turned that off, or there is
 * none.
 */
export function EndCard({ playback, viewing, programmes, onProgramme }: EndCardProps) {
  const t = usePlayerText()
  const pid = viewing.viewing.kind === 'programme' ? viewing.viewing.pid : null
  const programme = programmes.find((one) => one.pid === pid)
  const next = pid === null ? null : programmeAfter(programmes, pid)
  const follows = next !== null && isPlayable(next, nowMs()) ? next : null
  // It is about to start automatically.
  if (follows !== null && playback.choices.goesOn) return null
  return (
    <div className={styles.end} data-problem="">
      <p className={styles.over}>{t('end.title')}</p>
      {follows === null ? (
        <p className={styles.text}>
          {next === null ? t('end.nothing') : t('end.notRecorded', { title: next.title })}
        </p>
      ) : (
        <p className={styles.text}>
          {t('end.next', { time: formatTime(follows.begin_time), title: follows.title })}
        </p>
      )}
      <div className={styles.buttons}>
        {follows !== null && (
          <Button variant="primary" icon="play" onClick={() => onProgramme(follows.pid)}>
            {t('end.watchNext')}
          </Button>
        )}
        <Button onClick={viewing.goLive}>{t('channel.toLive')}</Button>
        <Button icon="retry" onClick={() => playback.togglePlay()}>
          {t('live.startOver')}
        </Button>
      </div>
      {follows === null && programme !== undefined && (
        <BesideIt programmes={programmes} programme={programme} />
      )}
    </div>
  )
}
