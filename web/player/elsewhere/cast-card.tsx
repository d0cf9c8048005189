/** In place of the video while a television plays it over Google Cast: what plays there, and its controls. */
import { formatPosition } from '#web/i18n/format.ts'
import { SeekBar } from '#web/player/controls/seek-bar.tsx'
import {
  PositionElsewhere,
  TracksElsewhere,
  TransportElsewhere,
  usePositionElsewhere,
} from './playing-elsewhere.tsx'
import { ScreenPicture } from './remote-screen-card.tsx'
import { nowPlaying } from '#web/player/playback/now-playing.ts'
import { useStore } from '#web/state/create-store.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { casting, type CastControls } from '#web/player/casting/casting.ts'
import type { Playing } from '#web/player/casting/cast-messages.ts'
import { useCastText } from '#web/player/casting/cast-text.ts'
import styles from './cast-card.module.css'

export function CastCard() {
  const t = useCastText()
  const { target, controls } = useStore(casting)
  const here = useStore(nowPlaying)
  if (target?.isReady !== true || controls === null) return null
  const { playing, reportedAt, problem, screen } = target
  return (
    <section className={styles.place} aria-label={t('playingOn', { screen })} data-cast="">
      <ScreenPicture picture={here?.picture ?? ''} />
      <p className={styles.title}>{playing?.title ?? here?.title}</p>
      {(playing?.subtitle ?? '') !== '' && <p className={styles.text}>{playing?.subtitle}</p>}
      <p className={styles.text} role="status">
        {problem !== '' ? problem : t(playing === null ? 'preparing' : 'playingOn', { screen })}
      </p>
      {playing !== null && <Controls playing={playing} reportedAt={reportedAt} controls={controls} />}
      <Button icon="close" onClick={() => controls.end()}>
        {t('stop')}
      </Button>
    </section>
  )
}

interface ControlsProps {
  readonly playing: Playing
  readonly reportedAt: number
  readonly controls: CastControls
}

function Controls({ playing, reportedAt, controls }: ControlsProps) {
  const at = usePositionElsewhere(playing, reportedAt)
  const send = controls.send.bind(controls)
  return (
    <div className={styles.controls}>
      <Line playing={playing} at={at} controls={controls} />
      <PositionElsewhere playing={playing} at={at} />
      <TransportElsewhere playing={playing} reportedAt={reportedAt} send={send} />
      <TracksElsewhere playing={playing} send={send} />
    </div>
  )
}

interface LineProps {
  readonly playing: Playing
  readonly at: number
  readonly controls: CastControls
}

/** A film's whole timeline; a channel has none here. */
function Line({ playing, at, controls }: LineProps) {
  const t = useCastText()
  const end = playing.duration_sec ?? 0
  if (end === 0) return null
  return (
    <SeekBar
      line={{ begin: 0, end, position: at, bufferedEnd: at, reachableEnd: end }}
      label={t('seek')}
      valueText={(value) => t('position', { at: formatPosition(value), length: formatPosition(end) })}
      positionText={formatPosition}
      onSeek={(value) => controls.send({ kind: 'seek', position_sec: Math.round(value) })}
      onHold={holdNothing}
    />
  )
}

/** These controls never hide. */
function holdNothing(): void {}
