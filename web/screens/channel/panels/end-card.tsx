/** At the end of a recording where no programme follows automatically: the choices. */
import type { Programme } from '#contract/channels/channels.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import { isPlayable, programmeAfter } from '#player/core/zapping/programme-line.ts'
import { formatTime } from '#web/i18n/format.ts'
import { usePlayerCardText } from '#web/player/texts/player-card-text.ts'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import { BesideIt } from '#web/screens/channel/viewing/beside-it.tsx'
import type { BoundViewing } from '#web/screens/channel/viewing/use-viewing.ts'
import { nowMs } from '#web/session/server/server-clock.ts'
import { Button } from '#web/ui/controls/button.tsx'
import styles from './end-card.module.css'

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
  const t = usePlayerCardText()
  const common = usePlayerText()
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
        <Button onClick={viewing.goLive}>{common('channel.toLive')}</Button>
        <Button icon="retry" onClick={() => playback.togglePlay()}>
          {common('live.startOver')}
        </Button>
      </div>
      {follows === null && programme !== undefined && (
        <BesideIt programmes={programmes} programme={programme} />
      )}
    </div>
  )
}
