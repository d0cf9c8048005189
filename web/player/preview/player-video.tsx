import { useEffect } from 'react'
import type { PlaybackSource } from '#player/core/state/source.ts'
import { usePlaybackValue } from '#web/player/playback/use-playback.ts'
import { useSidePlayback, type SidePurpose } from '#web/player/playback/use-side-playback.ts'
import styles from './card-preview.module.css'

/** A preview is some 400 pixels wide. */
const purpose: SidePurpose = { maxHeight: 360, isWatched: false }

/** The trailer in the player, muted, once. Before its first frame, after its end and after a fault there is nothing to see. */
export function PlayerVideo({ source }: { readonly source: PlaybackSource }) {
  const { elements, playback } = useSidePlayback(purpose)
  const { frame, video, canvas, subtitles } = elements
  const isSeen = usePlaybackValue(
    playback,
    ({ hasPicture, status }) => hasPicture && status !== 'failed' && status !== 'ended',
  )
  useEffect(() => playback?.open(source), [playback, source])
  return (
    <span ref={frame} className={styles.video} data-seen={isSeen} data-preview-video="">
      <video ref={video} muted playsInline disableRemotePlayback tabIndex={-1} />
      <canvas ref={canvas} className={styles.fill} hidden />
      <span ref={subtitles} hidden />
    </span>
  )
}
