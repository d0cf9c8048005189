/** The row of buttons shared by every kind of playback; buttons of one kind alone are passed in by the caller. */
import { Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import type { Playback } from '#player/core/playback/playback.ts'
import { canFullscreen, onFullscreenChange, toggleFullscreen } from '#player/dom/fullscreen.ts'
import {
  canPictureInPicture,
  onPictureInPictureChange,
  togglePictureInPicture,
} from '#player/dom/picture-in-picture.ts'
import { classes } from '#web/ui/text/class-names.ts'
import { CastButton } from './cast-button.tsx'
import { PlayerButton } from './player-button.tsx'
import { RemoteScreenButton } from './remote-screen-button.tsx'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import { usePlaybackValue, type StageElements } from '#web/player/playback/use-playback.ts'
import { VolumeControl } from './volume-control.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'
import styles from './controls.module.css'

interface SettingsProps {
  readonly playback: Playback
  readonly onClose: () => void
}

const SettingsMenu = lazyOrNothing(
  () => import('./settings-menu.tsx').then((file): ComponentType<SettingsProps> => file.SettingsMenu),
  SettingsFailed,
)

/** Its code could not be loaded: it says so, and the controls may hide again. */
function SettingsFailed({ onClose }: SettingsProps) {
  const t = usePlayerText()
  useEffect(() => {
    showToast(t('player.settingsFailed'))
    onClose()
  }, [t, onClose])
  return null
}

interface ControlsRowProps {
  readonly playback: Playback
  readonly elements: StageElements
  /** False for radio: there is nothing for picture-in-picture. True when absent. */
  readonly hasPicture?: boolean
  readonly onSkip: (seconds: number) => void
  readonly onShortcuts: () => void
  /** Replaces the plain pause: television resumes from its position on the timeline, wherever that is by then. */
  readonly onTogglePlay?: () => void
  readonly menuOpen: boolean
  readonly onMenu: (open: boolean) => void
  /** On the left, after the volume: times, the live badge. */
  readonly middle: ReactNode
  /** On the right, before the settings. */
  readonly extra?: ReactNode
}

export function ControlsRow(props: ControlsRowProps) {
  const { playback, onSkip, menuOpen, onMenu } = props
  const t = usePlayerText()
  const hasSettings = usePlaybackValue(playback, hasChoices)
  const canChangeVolume = usePlaybackValue(playback, (state) => state.canChangeVolume)
  return (
    <div className={styles.row}>
      <div className={styles.transport} data-transport="">
        <PlayButton playback={playback} onToggle={props.onTogglePlay ?? (() => playback.togglePlay())} />
        <PlayerButton icon="back10" label={t('player.back10')} hotkey="J" onClick={() => onSkip(-10)} />
        <PlayerButton icon="forward10" label={t('player.forward10')} hotkey="L" onClick={() => onSkip(10)} />
      </div>
      {canChangeVolume && <VolumeControl playback={playback} />}
      <div className={styles.middle}>{props.middle}</div>
      {props.extra}
      <TextButton playback={playback} />
      <PlayerButton
        className={classes(styles.wideOnly, styles.deskOnly)}
        icon="keyboard"
        label={t('player.shortcuts')}
        hotkey="?"
        onClick={props.onShortcuts}
      />
      {hasSettings && (
        <div className={styles.menuPlace}>
          <PlayerButton
            icon="settings"
            label={t('player.settings')}
            aria-haspopup="menu"
            aria-expanded={menuOpen}
            onClick={() => onMenu(!menuOpen)}
          />
          {menuOpen && (
            <Suspense fallback={null}>
              <SettingsMenu playback={playback} onClose={() => onMenu(false)} />
            </Suspense>
          )}
        </div>
      )}
      <CastButton />
      <RemoteScreenButton playback={playback} elements={props.elements} />
      {props.hasPicture !== false && <PictureInPictureButton elements={props.elements} />}
      <FullscreenButton elements={props.elements} />
    </div>
  )
}

/** Whether the menu of settings has anything to choose. */
export function hasChoices(state: Playback['state']) {
  return state.qualities.length > 0 || state.kind === 'film' || state.kind === 'archive'
}

interface TouchTransportProps {
  readonly playback: Playback
  readonly shown: boolean
  readonly onSkip: (seconds: number) => void
  readonly onToggle: () => void
}

/** On a phone: the same three buttons in the middle of the video, within reach of the thumbs. */
export function TouchTransport({ playback, shown, onSkip, onToggle }: TouchTransportProps) {
  const t = usePlayerText()
  const takesTurns = usePlaybackValue(
    playback,
    ({ status, autoplayBlocked }) => autoplayBlocked || ['loading', 'ended', 'failed'].includes(status),
  )
  if (takesTurns) return null
  return (
    <div className={classes(styles.touch, !shown && styles.hidden)} data-controls>
      <PlayerButton icon="back10" iconSize={32} label={t('player.back10')} onClick={() => onSkip(-10)} />
      <PlayButton playback={playback} onToggle={onToggle} iconSize={44} />
      <PlayerButton icon="forward10" iconSize={32} label={t('player.forward10')} onClick={() => onSkip(10)} />
    </div>
  )
}

interface PlayButtonProps {
  readonly playback: Playback
  readonly onToggle: () => void
  readonly iconSize?: number
}

function PlayButton({ playback, onToggle, iconSize = 28 }: PlayButtonProps) {
  const t = usePlayerText()
  const plays = usePlaybackValue(playback, ({ status }) => status === 'playing' || status === 'buffering')
  const ended = usePlaybackValue(playback, ({ status }) => status === 'ended')
  return (
    <PlayerButton
      icon={plays ? 'pause' : ended ? 'replay' : 'play'}
      label={plays ? t('player.pause') : ended ? t('player.replay') : t('player.play')}
      hotkey="K"
      iconSize={iconSize}
      onClick={onToggle}
    />
  )
}

function TextButton({ playback }: { readonly playback: Playback }) {
  const t = usePlayerText()
  const tracks = usePlaybackValue(playback, (state) => state.textTracks.length)
  const on = usePlaybackValue(playback, (state) => state.textTracks.some(({ active }) => active))
  if (tracks === 0) return null
  return (
    <PlayerButton
      className={styles.wideOnly}
      icon="subtitles"
      label={on ? t('player.subtitlesOff') : t('player.subtitlesOn')}
      hotkey="C"
      aria-pressed={on}
      onClick={() => playback.choices.toggleText()}
    />
  )
}

function PictureInPictureButton({ elements }: { readonly elements: StageElements }) {
  const t = usePlayerText()
  const [on, setOn] = useState(false)
  useEffect(() => {
    const video = elements.video.current
    return video === null ? undefined : onPictureInPictureChange(video, setOn)
  }, [elements])
  if (!canPictureInPicture()) return null
  return (
    <PlayerButton
      className={classes(styles.wideOnly, styles.deskOnly)}
      icon="pip"
      label={on ? t('player.pipOff') : t('player.pip')}
      hotkey="P"
      aria-pressed={on}
      onClick={() => elements.video.current !== null && void togglePictureInPicture(elements.video.current)}
    />
  )
}

function FullscreenButton({ elements }: { readonly elements: StageElements }) {
  const t = usePlayerText()
  const [on, setOn] = useState(false)
  useEffect(() => onFullscreenChange(setOn), [])
  if (!canFullscreen(elements.video.current)) return null
  return (
    <PlayerButton
      className={styles.deskOnly}
      icon={on ? 'fullscreenOff' : 'fullscreen'}
      label={on ? t('player.fullscreenOff') : t('player.fullscreen')}
      hotkey="F"
      onClick={() => fullscreen(elements)}
    />
  )
}

/** Enters or leaves full screen, together with the controls. */
export function fullscreen({ frame, video }: StageElements): void {
  if (frame.current !== null && video.current !== null) void toggleFullscreen(frame.current, video.current)
}
