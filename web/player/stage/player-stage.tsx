/** The video with all its layers: frozen frame, subtitles, indicators, errors, and the caller's controls. */
import { Suspense, useEffect, useState, type ReactNode, type RefObject } from 'react'
import type { Playback } from '#player/core/playback/playback.ts'
import { defaultSubtitleStyle } from '#player/core/preferences/subtitle-style.ts'
import { casting } from '#web/player/casting/casting.ts'
import { useStore } from '#web/state/create-store.ts'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'
import { classes } from '#web/ui/text/class-names.ts'
import { PlayerIcon } from '#web/player/controls/player-icon.tsx'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import { ProblemCard } from './problem-card.tsx'
import { RemoteScreenCard } from '#web/player/elsewhere/remote-screen-card.tsx'
import { useAwake } from './use-awake.ts'
import { useVideoPlace } from './use-video-place.ts'
import { usePlaybackValue, type StageElements } from '#web/player/playback/use-playback.ts'
import { useTaps, type TapActions } from '#web/player/controls/use-taps.ts'
import styles from './player-stage.module.css'
import lookStyles from '#web/player/controls/subtitle-look.module.css'

/** Few viewers look at them. */
const StatisticsPanel = lazyOrNothing(() =>
  import('./statistics-panel.tsx').then((file) => file.StatisticsPanel),
)
/** Most viewers never cast. */
const CastCard = lazyOrNothing(() =>
  import('#web/player/elsewhere/cast-card.tsx').then((file) => file.CastCard),
)

interface PlayerStageProps {
  readonly elements: StageElements
  readonly playback: Playback | null
  readonly controlsShown: boolean
  readonly taps: TapActions
  /** The running sum of skips, in seconds; 0 for none. */
  readonly skippedSec: number
  /** The page itself shows what follows the end. */
  readonly hasOwnEnd?: boolean
  /** Shown in place of a picture, of which there is none: the screen may dim. */
  readonly still?: ReactNode
  /** The page's own content for a rejection. */
  readonly refusal?: ReactNode
  readonly children: ReactNode
}

export function PlayerStage(props: PlayerStageProps) {
  const { playback, controlsShown, skippedSec, still } = props
  const { frame } = props.elements
  const { screen, words } = useVideoPlace(props.elements)
  const t = usePlayerText()
  const isCast = useStore(casting).target?.isReady === true
  const showsStatistics = usePlaybackValue(playback, () => playback?.choices.showsStatistics === true)
  const taps = useTaps(props.taps)
  useAwake(playback, still === undefined)
  return (
    <div
      ref={frame}
      className={styles.stage}
      data-controls-shown={controlsShown}
      data-player=""
      data-layer=""
      role="region"
      aria-label={t('player.label')}
    >
      <div ref={screen} />
      {still}
      <RemoteScreenCard playback={playback} elements={props.elements} />
      <Subtitles playback={playback} place={words} />
      <div className={styles.surface} data-swipes={props.taps.onSwipeUp !== undefined} {...taps} />
      {skippedSec !== 0 && <SkipSign seconds={skippedSec} />}
      <WaitingSign playback={playback} />
      <BigPlay playback={playback} hasOwnEnd={props.hasOwnEnd === true} />
      {props.children}
      {playback !== null && showsStatistics && (
        <Suspense fallback={null}>
          <StatisticsPanel playback={playback} />
        </Suspense>
      )}
      <ProblemCard playback={playback} refusal={props.refusal} />
      {isCast && (
        <Suspense fallback={null}>
          <CastCard />
        </Suspense>
      )}
    </div>
  )
}

interface SubtitlesProps {
  readonly playback: Playback | null
  readonly place: RefObject<HTMLDivElement | null>
}

/** The player library writes subtitles into this element; the viewer's settings style it. */
function Subtitles({ playback, place }: SubtitlesProps) {
  const look = usePlaybackValue(playback, () => playback?.choices.subtitleLook ?? defaultSubtitleStyle)
  return (
    <div
      ref={place}
      className={classes(styles.subtitles, lookStyles.look)}
      data-subtitles=""
      data-size={look.size}
      data-colour={look.colour}
      data-background={look.background}
    />
  )
}

function SkipSign({ seconds }: { readonly seconds: number }) {
  return (
    <div className={styles.skip} data-side={seconds < 0 ? 'left' : 'right'} aria-hidden="true">
      <PlayerIcon name={seconds < 0 ? 'back10' : 'forward10'} size={40} />
      <span>{seconds < 0 ? `−${-seconds}` : `+${seconds}`}</span>
    </div>
  )
}

/** The loading indicator appears after 400 ms: shorter waits need none. */
function WaitingSign({ playback }: { readonly playback: Playback | null }) {
  const t = usePlayerText()
  const waits = usePlaybackValue(playback, ({ status }) => status === 'loading' || status === 'buffering')
  return waits && <Ring label={t('player.loading')} />
}

function Ring({ label }: { readonly label: string }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLate, 400, true)
    return () => clearTimeout(timer)
  }, [])
  if (!late) return null
  return (
    <div className={styles.waiting} role="status">
      <span className={styles.ring} />
      <span className="spoken">{label}</span>
    </div>
  )
}

/** Autoplay was blocked, or playback has ended: one large button in the middle. */
function BigPlay({
  playback,
  hasOwnEnd,
}: {
  readonly playback: Playback | null
  readonly hasOwnEnd: boolean
}) {
  const t = usePlayerText()
  const blocked = usePlaybackValue(playback, (state) => state.autoplayBlocked)
  const ended = usePlaybackValue(playback, (state) => state.status === 'ended')
  if (playback === null || (!blocked && (!ended || hasOwnEnd))) return null
  return (
    <button
      type="button"
      className={styles.bigPlay}
      aria-label={ended ? t('player.replay') : t('player.play')}
      onClick={() => playback.togglePlay()}
    >
      <PlayerIcon name={ended ? 'replay' : 'play'} size={44} />
    </button>
  )
}
