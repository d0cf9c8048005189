/**
 * The tariff's limit of parallel streams is reached: what plays on which device, and a choice of the one to stop
 * (ACC-09).
 */
import { useState } from 'react'
import { goingStreams, streams, type Stream } from '#contract/playback/streams.ts'
import { formatTime } from '#web/i18n/format.ts'
import { call, useCall } from '#web/session/requests/api.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { usePlayerCardText } from '#web/player/texts/player-card-text.ts'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import styles from './problem-card.module.css'

interface StreamsCardProps {
  /** The server's own message, with the number of streams. */
  readonly message: string
  /** The details of the rejection. */
  readonly details: unknown
  /** A stream was stopped: playback may start. */
  readonly onFree: () => void
}

const renewEveryMs = 10_000

export function StreamsCard({ message, details, onFree }: StreamsCardProps) {
  const t = usePlayerCardText()
  const again = usePlayerText()('player.retry')
  const list = useCall(streams.list, {}, { everyMs: renewEveryMs })
  const [stopping, setStopping] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const going = list.kind === 'ok' ? list.data.streams.item : goingStreams(details)
  const stop = async (stream: Stream) => {
    setStopping(stream.stream_id)
    setFailed(false)
    const result = await call(streams.stop, { stream_id: stream.stream_id })
    setStopping(null)
    // A stream that ended by itself meanwhile has made room as well.
    if (result.kind === 'ok' || (result.kind === 'refused' && result.failure === 'stream_not_found')) onFree()
    else setFailed(true)
  }
  return (
    <div className={styles.card} role="group" aria-label={t('streams.title')}>
      <p className={styles.title}>{t('streams.title')}</p>
      <p className={styles.text}>{message}</p>
      <ul className={styles.streams}>
        {going.map((stream) => (
          <li key={stream.stream_id} className={styles.stream}>
            <span className={styles.streamWords}>
              <span className={styles.streamTitle}>{stream.title}</span>
              <span className={styles.code}>
                {t(`streams.${stream.kind}`)} · {stream.device_name}
                {stream.is_this_device === 1 && ` (${t('streams.here')})`} ·{' '}
                {t('streams.since', { time: formatTime(stream.started_at) })}
              </span>
            </span>
            <Button
              onClick={() => void stop(stream)}
              disabled={stopping !== null}
              aria-label={t('streams.stopNamed', { title: stream.title, device: stream.device_name })}
            >
              {t('streams.stop')}
            </Button>
          </li>
        ))}
      </ul>
      {failed && (
        <p className={styles.text} role="alert">
          {t('streams.failed')}
        </p>
      )}
      <Button variant="quiet" icon="retry" onClick={onFree}>
        {again}
      </Button>
    </div>
  )
}
