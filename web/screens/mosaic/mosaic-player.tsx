/** One player of the mosaic: it plays one channel after another, in the place of that channel's tile. */
import { useEffect } from 'react'
import type { PlaybackProblem } from '#player/core/state/playback-state.ts'
import { liveSource } from '#web/player/playback/address-sources.ts'
import { usePlaybackValue } from '#web/player/playback/use-playback.ts'
import { useSidePlayback, type SidePurpose } from '#web/player/playback/use-side-playback.ts'
import { useAwake } from '#web/player/stage/use-awake.ts'
import { isTelevision } from '#web/remote/television.ts'
import { useLatest } from '#web/state/use-latest.ts'
import { isPassing } from './mosaic-rules.ts'
import styles from './mosaic.module.css'

/** A quarter of a full HD screen is 540 lines high. */
const purpose: SidePurpose = { maxHeight: 540, isWatched: true }
/** A set that shows no picture of a second video for so long has one decoder. */
const decoderLimitMs = 15_000

export interface PlayerReport {
  readonly cid: number
  readonly hasPicture: boolean
  readonly problem: PlaybackProblem | null
}

interface MosaicPlayerProps {
  /** Null while it is free: then it holds no stream. */
  readonly cid: number | null
  /** The position of its tile. */
  readonly at: number
  readonly isHeard: boolean
  /** Others play beside it. */
  readonly isBeside: boolean
  readonly attempt: number
  readonly onReport: (report: PlayerReport) => void
  /** The browser allows no sound before a press. */
  readonly onSoundBlocked: () => void
  readonly onOneDecoder: () => void
}

export function MosaicPlayer(props: MosaicPlayerProps) {
  const { cid, at, isHeard, isBeside, attempt } = props
  const { elements, playback } = useSidePlayback(purpose)
  const { frame, video, canvas, subtitles } = elements
  const latest = useLatest(props)
  const status = usePlaybackValue(playback, (state) => state.status)
  const problem = usePlaybackValue(playback, (state) =>
    state.sourceKey === keyOf(cid) ? state.problem : null,
  )
  const hasPicture = usePlaybackValue(
    playback,
    (state) => state.sourceKey === keyOf(cid) && state.hasPicture && state.status !== 'failed',
  )
  const isBlocked = usePlaybackValue(playback, (state) => state.autoplayBlocked)
  useAwake(isHeard ? playback : null, true)
  useEffect(() => {
    if (playback === null) return
    if (cid === null) void playback.close()
    else playback.open(liveSource(cid))
  }, [playback, cid])
  useEffect(() => {
    if (playback !== null) playback.choices.setMuted(!isHeard)
  }, [playback, isHeard])
  useEffect(() => {
    if (cid !== null) latest.current.onReport({ cid, hasPicture, problem })
  }, [cid, hasPicture, problem, latest])
  useEffect(() => {
    const failed = playback?.state.problem ?? null
    if (attempt > 0 && failed !== null && isPassing(failed)) playback?.retry()
  }, [playback, attempt])
  useEffect(() => {
    if (playback === null || (!isBlocked && status !== 'paused')) return
    // Nobody pauses a tile: a browser does that to a sound without a press, and a set to a second video.
    if (status === 'paused' && isTelevision() && latest.current.isBeside) return latest.current.onOneDecoder()
    if (latest.current.isHeard) latest.current.onSoundBlocked()
    playback.choices.setMuted(true)
    playback.play()
  }, [playback, isBlocked, status, latest])
  useEffect(() => {
    const cannot = problem?.kind === 'playback' && problem.failure === 'cannot_decode'
    if (isBeside && cannot) return latest.current.onOneDecoder()
    if (!isBeside || !isTelevision() || status !== 'loading') return
    const timer = setTimeout(() => latest.current.onOneDecoder(), decoderLimitMs)
    return () => clearTimeout(timer)
  }, [isBeside, problem, status, latest])
  return (
    <div
      ref={frame}
      className={styles.player}
      data-at={at}
      data-seen={hasPicture}
      data-mosaic-player={cid ?? ''}
      aria-hidden="true"
    >
      <video ref={video} className={styles.video} playsInline disableRemotePlayback tabIndex={-1} />
      <canvas ref={canvas} className={styles.held} />
      <div ref={subtitles} />
    </div>
  )
}

function keyOf(cid: number | null): string {
  return cid === null ? '' : `live:${cid}`
}
