/** What plays on the television, with its controls. */
import type { Television } from '#contract/playback/remote-control.ts'
import {
  PositionElsewhere,
  TracksElsewhere,
  TransportElsewhere,
  usePositionElsewhere,
  type PlayingElsewhere,
} from '#web/player/elsewhere/playing-elsewhere.tsx'
import { Progress } from '#web/ui/controls/progress.tsx'
import { useRemoteText } from './remote-text.ts'
import { useSending } from './use-sending.ts'
import styles from './playing-there.module.css'

export function PlayingThere({ tv }: { readonly tv: Television }) {
  const t = useRemoteText()
  const send = useSending(tv.device_id)
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
      <TransportElsewhere
        playing={playing}
        reportedAt={tv.reported_at}
        send={send}
        onStop={() => void send({ kind: 'stop' })}
      />
      <TracksElsewhere playing={playing} send={send} />
    </section>
  )
}

interface PositionProps {
  readonly playing: PlayingElsewhere
  readonly reportedAt: number
}

function Position({ playing, reportedAt }: PositionProps) {
  const at = usePositionElsewhere(playing, reportedAt)
  const length = playing.duration_sec
  return (
    <>
      {length !== null && length > 0 && <Progress part={at / length} />}
      <PositionElsewhere playing={playing} at={at} />
    </>
  )
}
