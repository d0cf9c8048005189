/** A film, an episode or a trailer over the whole window. */
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { FilmAddress } from '#contract/films/films.ts'
import type { Command } from '#player/core/zapping/key-commands.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import type { PlaybackSource } from '#player/core/state/source.ts'
import { filmSource } from '#web/player/playback/film-source.ts'
import { runCastCommand } from '#web/player/casting/casting.ts'
import { useFilmCasting } from '#web/player/casting/use-film-casting.ts'
import { FilmControls } from '#web/player/controls/film-controls.tsx'
import { fullscreen } from '#web/player/controls/controls-row.tsx'
import type { NextEpisode } from '#web/player/playback/next-episode.ts'
import { PlayerStage } from './player-stage.tsx'
import { ShortcutsDialog } from '#web/player/controls/shortcuts-dialog.tsx'
import { MomentEnd, MomentRefusal, type MomentAccess } from './moment-end.tsx'
import { momentSource } from '#web/player/moments/moment-source.ts'
import { type SharedMoment, useShareMoment } from '#web/player/moments/share-moment.tsx'
import { StillThereCard } from './still-there-card.tsx'
import { useAttention } from './use-attention.ts'
import { usePlaybackSession } from './use-playback-session.ts'
import { useControlsShown } from '#web/player/controls/use-controls-shown.ts'
import { type PositionKeeper, useKeepPosition } from './use-keep-position.ts'
import { useLocation } from '#web/router/router.ts'
import { isTelevision } from '#web/remote/television.ts'
import { useSession } from '#web/session/session.ts'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'
import { isContinued, requestOnLeaving } from '#web/player/playback/leave-session.ts'
import { retainedPlayback } from '#web/player/playback/retained-playback.ts'
import { usePlayback, usePlaybackValue, useWatched } from '#web/player/playback/use-playback.ts'
import { usePlayerKeys } from '#web/player/controls/use-player-keys.ts'
import { useTransport } from './use-transport.ts'
import styles from './film-player.module.css'

/** Viewers with an account never see it. */
const GuestLine = lazyOrNothing(() => import('./guest-line.tsx').then((file) => file.GuestLine))

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
  /** Saves the position of what is no film: `source` is played. */
  readonly keep?: PositionKeeper | undefined
  /** The minute of a link instead of the film, and what its viewer needs for the whole. */
  readonly minute?: { readonly token: string; readonly access: MomentAccess } | undefined
  /** How the moment at a second is shared; left out where it is not. */
  readonly moment?: ((sec: number) => SharedMoment) | undefined
  /** The next episode; left out for a film and for the last episode. */
  readonly next?: NextEpisode | undefined
  readonly onClose: () => void
}

/** Opens at `startSec`, saves the position from then on, and closes with `onClose`. */
export function FilmPlayer(props: FilmPlayerProps) {
  const { vid, vfid, title, subtitle, startSec, counts, next } = props
  const { elements, playback } = usePlayback((key) => key === `film:${vfid}`)
  const { source, refusal, onShare, layers } = useMoments(props, playback)
  const { response, onResponse } = useResponse(vfid)
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
  const { onClose, onMinimise } = useLeaving(props, playback, source === undefined ? response : undefined)
  const { isCast, startHereSec } = useFilmCasting({ playback, vid, vfid, counts, startSec })

  useOpening(props, isCast ? null : playback, { source, startSec: startHereSec, onResponse })
  useKeepPosition(playback, { vid, vfid, counts, keep: props.keep }, response)
  // After the position was saved: closing returns the focus to the button, which then requests the start position.
  const dialog = useModal(onClose)
  const facts = { kind: 'film', id: vid, title, subtitle, picture: props.picture } as const
  usePlaybackSession({ playback, ...facts, next, onClose })

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
    <dialog ref={dialog} className={styles.dialog} aria-label={title} data-full-window="">
      <PlayerStage
        elements={elements}
        playback={playback}
        controlsShown={shown}
        skippedSec={transport.skippedSec}
        hasOwnEnd={isAsking || next !== undefined || refusal !== undefined}
        refusal={refusal}
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
          onShare={onShare}
          onMinimise={isCast ? undefined : onMinimise}
        />
        {layers}
        {isAsking && <StillThere next={next} onNo={onClose} />}
      </PlayerStage>
      <ShortcutsDialog open={shortcuts} mode="film" onClose={() => setShortcuts(false)} />
    </dialog>
  )
}

interface Input {
  readonly vfid: number
  readonly response: FilmAddress
}

/** The server's response for this file: markers of the previous one must not be shown on its timeline. */
function useResponse(vfid: number) {
  const [input, setInput] = useState(() => retainedInput(vfid))
  const onResponse = useCallback((response: FilmAddress) => setInput({ vfid, response }), [vfid])
  return { response: input?.vfid === vfid ? input.response : null, onResponse }
}

interface Opening {
  readonly source: PlaybackSource | undefined
  readonly startSec: number | null
  readonly onResponse: (response: FilmAddress) => void
}

/** Opens the file once its start position is known, unless it goes on from the mini-player. */
function useOpening(props: FilmPlayerProps, playback: Playback | null, opening: Opening): void {
  const { vid, vfid, isEpisode } = props
  const { source, startSec, onResponse } = opening
  useEffect(() => {
    if (playback === null || startSec === null) return
    const film = source ?? filmSource({ vid, vfid, startSec, isEpisode, onResponse })
    if (!isContinued(playback, film.key)) playback.open(film)
  }, [playback, vid, vfid, startSec, isEpisode, source, onResponse])
}

/** What is known about a file that goes on from the mini-player: its address is not requested again. */
function retainedInput(vfid: number): Input | null {
  const watched = retainedPlayback.get()?.watched
  const response = watched?.kind === 'film' && watched.vfid === vfid ? watched.response : null
  return response === null ? null : { vfid, response }
}

/**
 * Closing ends the film; Back, and the button for it, leave it to the mini-player. `response` undefined: what plays is not
 * the film's own address, and ends with the player.
 */
function useLeaving(
  { vid, vfid, title, subtitle, picture, counts, next, onClose }: FilmPlayerProps,
  playback: Playback | null,
  response: FilmAddress | null | undefined,
) {
  const { pathname } = useLocation()
  const mayGoOn = counts && response !== undefined && !isTelevision()
  const pathTo = (file: number) => `${pathname}?watch=${file}`
  useWatched(playback, () => {
    if (!mayGoOn) return null
    const following = next === undefined ? undefined : { title: next.title, path: pathTo(next.vfid) }
    const path = pathTo(vfid)
    return { kind: 'film', path, vid, vfid, title, subtitle, picture, response, next: following }
  })
  const leave = (request: 'close' | 'minimise') => () => {
    if (playback !== null) requestOnLeaving(playback, request)
    onClose()
  }
  return { onClose: leave('close'), onMinimise: mayGoOn ? leave('minimise') : undefined }
}

interface StillThereProps {
  readonly next: NextEpisode | undefined
  readonly onNo: () => void
}

function StillThere({ next, onNo }: StillThereProps) {
  return next === undefined ? null : <StillThereCard next={next.title} onYes={next.play} onNo={onNo} />
}

/** What plays instead of the film's own address, and what a guest, a link and a shared moment add to the player. */
function useMoments(props: FilmPlayerProps, playback: Playback | null) {
  const { vid, title, counts, minute, moment } = props
  const isGuest = useSession().token === null && !isTelevision()
  const token = minute?.token
  const ofMinute = useMemo(() => (token === undefined ? undefined : momentSource(token, 'film')), [token])
  const source = props.source ?? ofMinute
  const { share, dialog } = useShareMoment(title)
  const layers = (
    <>
      {minute !== undefined && <MomentEnd {...{ playback, vid }} access={minute.access} />}
      {isGuest && counts && source === undefined && playback !== null && (
        <Suspense fallback={null}>
          <GuestLine playback={playback} />
        </Suspense>
      )}
      {dialog}
    </>
  )
  return {
    source,
    layers,
    refusal:
      minute === undefined ? undefined : <MomentRefusal {...{ playback, vid }} access={minute.access} />,
    onShare: moment === undefined ? undefined : (sec: number) => share(moment(sec)),
  }
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
