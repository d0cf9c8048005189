/** The line about the next programme, shortly before the end. */
import type { Programme } from '#contract/channels/channels.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import { programmeAfter, programmeAt } from '#player/core/zapping/programme-line.ts'
import { formatTime } from '#web/i18n/format.ts'
import { usePlaybackValue } from '#web/player/playback/use-playback.ts'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import styles from './next-up.module.css'

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
