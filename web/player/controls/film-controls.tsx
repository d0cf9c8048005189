/** The controls over a film: title and exit above, timeline and buttons below, and the offers to skip. */
import { useCallback } from 'react'
import type { FilmAddress } from '#contract/films/films.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import { formatPosition } from '#web/i18n/format.ts'
import { classes } from '#web/ui/text/class-names.ts'
import { ControlsRow, TouchTransport } from './controls-row.tsx'
import type { NextEpisode } from '#web/player/playback/next-episode.ts'
import { PlayerButton } from './player-button.tsx'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import { SeekBar } from './seek-bar.tsx'
import { SkipOffers } from './skip-offers.tsx'
import { usePlaybackState, type StageElements } from '#web/player/playback/use-playback.ts'
import styles from './controls.module.css'

interface FilmControlsProps {
  readonly playback: Playback | null
  readonly elements: StageElements
  readonly shown: boolean
  readonly title: string
  readonly subtitle: string | undefined
  readonly response: FilmAddress | null
  readonly next: NextEpisode | undefined
  readonly onFollow: () => void
  readonly menuOpen: boolean
  readonly onMenu: (open: boolean) => void
  /** The amount of a skip is being shown where the centre buttons would stand. */
  readonly skipping: boolean
  readonly onHold: (isPressed: boolean) => void
  readonly onSkip: (seconds: number) => void
  readonly onShortcuts: () => void
  readonly onClose: () => void
  /** Shares the moment at this second. */
  readonly onShare?: ((sec: number) => void) | undefined
  /** Leaves the film to the mini-player. */
  readonly onMinimise?: (() => void) | undefined
}

export function FilmControls(props: FilmControlsProps) {
  const { playback, shown, response, next, onShare, onMinimise } = props
  const t = usePlayerText()
  return (
    <>
      <div className={classes(styles.top, !shown && styles.hidden)} data-controls>
        <PlayerButton icon="back" label={t('player.close')} hotkey="Esc" onClick={props.onClose} />
        <div className={styles.titles}>
          <p className={styles.title}>{props.title}</p>
          {props.subtitle !== undefined && <p className={styles.subtitle}>{props.subtitle}</p>}
        </div>
        {onShare !== undefined && playback !== null && (
          <PlayerButton
            icon="share"
            label={t('moment.share')}
            onClick={() => onShare(Math.floor(playback.state.positionSec))}
          />
        )}
        {onMinimise !== undefined && playback !== null && (
          <PlayerButton icon="down" label={t('mini.minimise')} onClick={onMinimise} />
        )}
      </div>
      {playback !== null && (
        <>
          <TouchTransport
            playback={playback}
            shown={shown && !props.skipping}
            onSkip={props.onSkip}
            onToggle={() => playback.togglePlay()}
          />
          <SkipOffers
            playback={playback}
            answer={response}
            next={next}
            onFollow={props.onFollow}
            controlsShown={shown}
            covered={props.menuOpen}
          />
          <div
            className={classes(styles.bottom, !shown && styles.hidden)}
            data-controls
            data-menu-open={props.menuOpen}
          >
            <FilmLine playback={playback} response={response} onHold={props.onHold} />
            <ControlsRow
              playback={playback}
              elements={props.elements}
              onSkip={props.onSkip}
              onShortcuts={props.onShortcuts}
              menuOpen={props.menuOpen}
              onMenu={props.onMenu}
              middle={<FilmTime playback={playback} />}
              extra={
                next !== undefined && (
                  <PlayerButton icon="next" label={t('player.next')} hotkey="N" onClick={next.play} />
                )
              }
            />
          </div>
        </>
      )}
    </>
  )
}

function FilmTime({ playback }: { readonly playback: Playback }) {
  const { positionSec, durationSec } = usePlaybackState(playback)
  return (
    <p className={styles.time}>
      {formatPosition(positionSec)} <span>/ {formatPosition(durationSec ?? 0)}</span>
    </p>
  )
}

interface FilmLineProps {
  readonly playback: Playback
  readonly response: FilmAddress | null
  readonly onHold: (isPressed: boolean) => void
}

function FilmLine({ playback, response, onHold }: FilmLineProps) {
  const t = usePlayerText()
  const { positionSec, seekEndSec, durationSec, bufferedEndSec } = usePlaybackState(playback)
  const preview = useCallback((value: number) => playback.preview(value), [playback])
  const end = durationSec ?? Math.max(seekEndSec, response?.duration_sec ?? 0)
  return (
    <SeekBar
      line={{ begin: 0, end, position: positionSec, bufferedEnd: bufferedEndSec, reachableEnd: end }}
      label={t('player.seek')}
      valueText={(value) =>
        t('player.positionOf', { position: formatPosition(value), duration: formatPosition(end) })
      }
      positionText={formatPosition}
      marks={(response?.markers ?? []).map(({ begin_sec, end_sec }) => ({ begin: begin_sec, end: end_sec }))}
      preview={preview}
      onSeek={(value) => playback.seek(value)}
      onHold={onHold}
    />
  )
}
