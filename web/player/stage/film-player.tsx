/** A film, an episode or a trailer over the whole window. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FilmAddress } from '#contract/films/films.ts'
import type { Command } from '#player/core/zapping/key-commands.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import type { PlaybackSource } from '#player/core/state/source.ts'
import { filmSource } from '#web/player/playback/address-sources.ts'
import { runCastCommand } from '#web/player/casting/casting.ts'
import { useFilmCasting } from '#web/player/casting/use-film-casting.ts'
import { FilmControls } from '#web/player/controls/film-controls.tsx'
import { fullscreen } from '#web/player/controls/controls-row.tsx'
import type { NextEpisode } from '#web/player/playback/next-episode.ts'
import { PlayerStage } from './player-stage.tsx'
import { ShortcutsDialog } from '#web/player/controls/shortcuts-dialog.tsx'
import { StillThereCard } from './still-there-card.tsx'
import { useAttention } from './use-attention.ts'
import { useFilmSession } from './use-film-session.ts'
import { useControlsShown } from '#web/player/controls/use-controls-shown.ts'
import { useKeepPosition } from './use-keep-position.ts'
import { usePlayback, usePlaybackValue } from '#web/player/playback/use-playback.ts'
import { usePlayerKeys } from '#web/player/controls/use-player-keys.ts'
import { useTransport } from './use-transport.ts'
import styles from './film-player.module.css'

interface FilmPlayerProps {
  readonly vid: number
  readonly vfid: number
  readonly title: string
  readonly subtitle?: string | undefined
  /** The address of an image for the lock screen, or an empty string. */
  readonly picture: string
  /** The start position; null while it is being loaded. */
  readonly startSec: number | null
  /** False for a trailer: it does not count as watched and its position is not saved. */
  readonly counts: boolean
  readonly isEpisode: boolean
  /** A source to play instead of requesting an address: a film downloaded to this device. */
  readonly source?: PlaybackSource | undefined
  /** The next episode; left out for a film and for the last episode. */
  readonly next?: NextEpisode | undefined
  readonly onClose: () => void
}

/** Opens at `startSec`, saves the position from then on, and closes with `onClose`. */
export function FilmPlayer(props: FilmPlayerProps) {
  const { vid, vfid, title, subtitle, startSec, counts, isEpisode, source, next, onClose } = props
  const { elements, playback } = usePlayback()
  const [input, setInput] = useState<{ readonly vfid: number; readonly response: FilmAddress } | null>(null)
  // Markers of the previous file must not be shown on this file's timeline.
  const response = input?.vfid === vfid ? input.response : null
  const [shortcuts, setShortcuts] = useState(false)
  const [menuOpen, setMenuOpen] = useState(false)
  const [active, setActive] = useState(false)
  const playing = usePlaybackValue(playback, ({ status }) => status === 'playing')
  const { shown, wake, hide } = useControlsShown(elements.frame, playing && !menuOpen && !active)
  const transport = useTransport({
    playback,
    elements,
    position: () => playback?.state.positionSec ?? 0,
    seek: (positionSec) => playback?.seek(positionSec),
  })
  const { isAsking, follow } = useFollowing({ playback, playing, vfid, next })
  const { isCast, startHereSec } = useFilmCasting({ playback, vid, vfid, counts, startSec })

  useEffect(() => {
    if (playback === null || startHereSec === null || isCast) return
    const onResponse = (response: FilmAddress) => setInput({ vfid, response })
    playback.open(source ?? filmSource({ vid, vfid, startSec: startHereSec, isEpisode, onResponse }))
  }, [playback, vid, vfid, startHereSec, isCast, isEpisode, source])
  useKeepPosition(playback, { vid, vfid, counts }, response)
  // After the position was saved: closing returns the focus to the button, which then requests the start position.
  const dialog = useModal(onClose)
  useFilmSession({ playback, vid, title, subtitle, picture: props.picture, next, onClose })

  const run = (pressed: Command): boolean => {
    if (playback === null || pressed.kind === 'back') return false
    wake()
    const command: Command = isAsking && pressed.kind === 'toggle_play' ? { kind: 'next' } : pressed
    if (command.kind === 'shortcuts') setShortcuts(true)
    if (command.kind === 'stop') onClose()
    if (command.kind === 'settings') setMenuOpen(!menuOpen)
    if (isCast && runCastCommand(command)) return true
    return (
      ['shortcuts', 'stop', 'settings'].includes(command.kind) ||
      transport.runCommon(command) ||
      runFilm(command, { playback, response, next })
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
        hasOwnEnd={isAsking || next !== undefined}
        taps={{
          onClick: () => (menuOpen ? setMenuOpen(false) : playback?.togglePlay()),
          onDoubleClick: () => fullscreen(elements),
          onTap: () => (menuOpen ? setMenuOpen(false) : shown ? hide() : wake()),
          onSide: (side) => transport.skip(side * 10),
          onLongPress: transport.flush,
        }}
      >
        <FilmControls
          // On a television the card in place of the video has controls of its own.
          playback={isCast ? null : playback}
          elements={elements}
          shown={shown}
          title={title}
          subtitle={subtitle}
          response={response}
          next={isAsking ? undefined : next}
          onFollow={follow}
          menuOpen={menuOpen}
          onMenu={setMenuOpen}
          skipping={transport.skippedSec !== 0}
          onHold={setActive}
          onSkip={transport.skip}
          onShortcuts={() => setShortcuts(true)}
          onClose={onClose}
        />
        {isAsking && next !== undefined && (
          <StillThereCard next={next.title} onYes={next.play} onNo={onClose} />
        )}
      </PlayerStage>
      <ShortcutsDialog open={shortcuts} mode="film" onClose={() => setShortcuts(false)} />
    </dialog>
  )
}

interface FollowingOptions {
  readonly playback: Playback | null
  /** A resume by hand proves that somebody is watching. */
  readonly playing: boolean
  readonly vfid: number
  readonly next: NextEpisode | undefined
}

/**
 * The next episode starts automatically until it is doubtful that anybody is watching: then a question is shown.
 */
function useFollowing({ playback, playing, vfid, next }: FollowingOptions) {
  const attention = useAttention()
  const [requestedAfter, setRequestedAfter] = useState<number | null>(null)
  const follow = () => {
    if (next === undefined) return
    if (attention.isInDoubt('episodes')) {
      playback?.pause()
      return setRequestedAfter(vfid)
    }
    attention.noteFollowed()
    next.play()
  }
  return { isAsking: requestedAfter === vfid && !playing, follow }
}

interface FilmTools {
  readonly playback: Playback
  readonly response: FilmAddress | null
  readonly next: NextEpisode | undefined
}

const frameSec = 1 / 25

function runFilm(command: Command, { playback, response, next }: FilmTools): boolean {
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
      if (state.status === 'paused') playback.seek(state.positionSec + command.step * frameSec)
      return state.status === 'paused'
    case 'next':
      next?.play()
      return next !== undefined
    case 'skip_marker': {
      const marker = response?.markers.find(
        ({ begin_sec, end_sec }) => begin_sec <= state.positionSec && state.positionSec < end_sec,
      )
      if (marker !== undefined) playback.seek(marker.end_sec)
      return marker !== undefined
    }
    default:
      return false
  }
}

/** Opens the dialog over the page; the browser keeps the focus inside and returns it, Esc closes. */
function useModal(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null)
  const cancel = useCallback(
    (event: Event) => {
      event.preventDefault()
      // The press of Esc that closes an inner dialog or leaves full screen must not close the film as well.
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
