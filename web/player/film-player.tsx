/** A film, an episode or a trailer over the whole window. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FilmAddress } from '#contract/films.ts'
import type { Command } from '#player/core/key-commands.ts'
import type { Playback } from '#player/core/playback.ts'
import { bindMediaSession } from '#player/dom/media-session.ts'
import { positionOf } from '#player/dom/stored-positions.ts'
import { filmSource } from './address-sources.ts'
import { FilmControls } from './film-controls.tsx'
import { fullscreen } from './controls-row.tsx'
import type { NextEpisode } from './next-episode.ts'
import { PlayerStage } from './player-stage.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { useControlsShown } from './use-controls-shown.ts'
import { useKeepPosition } from './use-keep-position.ts'
import { usePlayback, usePlaybackValue } from './use-playback.ts'
import { usePlayerKeys } from './use-player-keys.ts'
import { useTransport } from './use-transport.ts'
import styles from './film-player.module.css'

interface FilmPlayerProps {
  readonly vid: number
  readonly vfid: number
  readonly title: string
  readonly subtitle?: string | undefined
  /** What follows; left out for a film and for the last episode. */
  readonly next?: NextEpisode | undefined
  readonly onClose: () => void
}

/** Opens at the place where this viewer stopped on this device, and closes with `onClose`. */
export function FilmPlayer(props: FilmPlayerProps) {
  const { vid, vfid, title, subtitle, next, onClose } = props
  const { elements, playback } = usePlayback()
  const [given, setGiven] = useState<{ readonly vfid: number; readonly answer: FilmAddress } | null>(null)
  // The marks of another file must not stand on this one's timeline.
  const answer = given?.vfid === vfid ? given.answer : null
  const [shortcuts, setShortcuts] = useState(false)
  const [menuOpen, setMenuOpen] = useState(false)
  const [held, setHeld] = useState(false)
  const playing = usePlaybackValue(playback, ({ status }) => status === 'playing')
  const { shown, wake, hide } = useControlsShown(elements.frame, playing && !menuOpen && !held)
  const transport = useTransport({
    playback,
    elements,
    position: () => playback?.state.positionSec ?? 0,
    seek: (positionSec) => playback?.seek(positionSec),
  })
  const dialog = useModal(onClose)

  useEffect(() => {
    if (playback === null) return
    const onAnswer = (answer: FilmAddress) => setGiven({ vfid, answer })
    playback.open(filmSource({ vid, vfid, startSec: positionOf(vfid) ?? 0, onAnswer }))
  }, [playback, vid, vfid])
  useKeepPosition(playback, vfid, answer)
  useEffect(() => {
    if (playback === null) return
    return bindMediaSession(
      { title, subtitle: subtitle ?? '', picture: '' },
      {
        play: () => playback.play(),
        pause: () => playback.pause(),
        skip: (seconds) => playback.seek(playback.state.positionSec + seconds),
        ...(next === undefined ? {} : { next: next.play }),
      },
    )
  }, [playback, title, subtitle, next])

  const run = (command: Command): boolean => {
    if (playback === null) return false
    wake()
    if (command.kind === 'shortcuts') setShortcuts(true)
    return (
      command.kind === 'shortcuts' ||
      transport.runCommon(command) ||
      runFilm(command, { playback, answer, next })
    )
  }
  usePlayerKeys({ frame: elements.frame, mode: 'film', run })

  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={title}>
      <PlayerStage
        elements={elements}
        playback={playback}
        controlsShown={shown}
        skippedSec={transport.skippedSec}
        taps={{
          onClick: () => (menuOpen ? setMenuOpen(false) : playback?.togglePlay()),
          onDoubleClick: () => fullscreen(elements),
          onTap: () => (menuOpen ? setMenuOpen(false) : shown ? hide() : wake()),
          onSide: (side) => transport.skip(side * 10),
          onLongPress: transport.hurry,
        }}
      >
        <FilmControls
          playback={playback}
          elements={elements}
          shown={shown}
          title={title}
          subtitle={subtitle}
          answer={answer}
          next={next}
          menuOpen={menuOpen}
          onMenu={setMenuOpen}
          skipping={transport.skippedSec !== 0}
          onHold={setHeld}
          onSkip={transport.skip}
          onShortcuts={() => setShortcuts(true)}
          onClose={onClose}
        />
      </PlayerStage>
      <ShortcutsDialog open={shortcuts} mode="film" onClose={() => setShortcuts(false)} />
    </dialog>
  )
}

interface FilmTools {
  readonly playback: Playback
  readonly answer: FilmAddress | null
  readonly next: NextEpisode | undefined
}

const FRAME_SEC = 1 / 25

function runFilm(command: Command, { playback, answer, next }: FilmTools): boolean {
  const { state } = playback
  const end = state.seekEndSec
  switch (command.kind) {
    case 'jump':
      playback.seek(end * command.share)
      return true
    case 'to_start':
      playback.seek(0)
      return true
    case 'to_end':
      playback.seek(end)
      return true
    case 'frame':
      if (state.status === 'paused') playback.seek(state.positionSec + command.step * FRAME_SEC)
      return state.status === 'paused'
    case 'next':
      next?.play()
      return next !== undefined
    case 'skip_marker': {
      const marker = answer?.markers.find(
        ({ begin_sec, end_sec }) => begin_sec <= state.positionSec && state.positionSec < end_sec,
      )
      if (marker !== undefined) playback.seek(marker.end_sec)
      return marker !== undefined
    }
    default:
      return false
  }
}

/** Opens the dialog over the page; the browser keeps the focus inside and gives it back, Esc closes. */
function useModal(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null)
  const cancel = useCallback(
    (event: Event) => {
      event.preventDefault()
      // A press of Esc that closes an inner dialog or leaves full screen must not close the film as well.
      if (event.target === event.currentTarget) onClose()
    },
    [onClose],
  )
  useEffect(() => {
    const element = dialog.current
    if (element === null || element.open) return
    element.showModal()
    element.focus()
    document.documentElement.style.overflow = 'hidden'
    return () => {
      document.documentElement.style.overflow = ''
      element.close()
    }
  }, [])
  useEffect(() => {
    const element = dialog.current
    element?.addEventListener('cancel', cancel)
    return () => element?.removeEventListener('cancel', cancel)
  }, [cancel])
  return dialog
}
