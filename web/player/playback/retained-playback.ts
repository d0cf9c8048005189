/**
 * What goes on playing after its page was left: the mini-player shows it, and the next page with a player continues it.
 * One playback at most, with one video element, which is moved and never created again. The shell loads this file with
 * the first page, so it imports no part of the player.
 */
import type { Channel, Programme } from '#contract/channels/channels.ts'
import type { FilmAddress } from '#contract/films/films.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import type { RefObject } from 'react'
import { onLogout } from '#web/session/on-logout.ts'
import { createStore } from '#web/state/create-store.ts'

/** What an engine draws into. */
export interface VideoElements {
  readonly video: RefObject<HTMLVideoElement | null>
  readonly canvas: RefObject<HTMLCanvasElement | null>
  readonly subtitles: RefObject<HTMLDivElement | null>
}

/** A playback with the elements it draws into. */
export interface PlayerSession {
  readonly playback: Playback
  readonly elements: VideoElements
  /** The viewer for whom it was created. */
  readonly viewer: string
  /** Ends the playback and releases its stream. */
  readonly end: () => void
}

interface WatchedPage {
  /** The address of the full player. */
  readonly path: string
}

export interface WatchedFilm extends WatchedPage {
  readonly kind: 'film'
  readonly vid: number
  readonly vfid: number
  readonly title: string
  readonly subtitle: string | undefined
  /** An address, or an empty string. */
  readonly picture: string
  readonly response: FilmAddress | null
  /** The next episode and the address at which it plays. */
  readonly next: { readonly title: string; readonly path: string } | undefined
}

/** What is being watched on a channel: live, or a programme from a position in it. */
export type WatchedProgramme =
  | { readonly kind: 'live' }
  | {
      readonly kind: 'programme'
      readonly pid: number
      readonly offsetSec: number
      /** The exact moment, unix seconds, where a link contains one. */
      readonly atSec?: number
    }

export interface WatchedChannel extends WatchedPage {
  readonly kind: 'channel'
  readonly channel: Channel
  /** The programme in the page's address, or null for the channel's page. */
  readonly pid: number | null
  readonly viewing: WatchedProgramme
  readonly programmes: readonly Programme[]
}

export type Watched = WatchedFilm | WatchedChannel

export interface RetainedPlayback {
  readonly session: PlayerSession
  readonly watched: Watched
}

export const retainedPlayback = createStore<RetainedPlayback | null>(null)

/** Closes the mini-player. */
export function endRetained(): void {
  const retained = retainedPlayback.get()
  if (retained === null) return
  retainedPlayback.set(null)
  retained.session.end()
  for (const element of elementsOf(retained.session.elements)) element.remove()
}

export function elementsOf({ video, canvas, subtitles }: VideoElements): readonly Element[] {
  return [video.current, canvas.current, subtitles.current].filter((element) => element !== null)
}

onLogout(endRetained)
