import { useEffect } from 'react'
import type { Playback } from '#player/core/playback/playback.ts'
import { bindMediaSession } from '#player/dom/media-session.ts'
import { useNowPlaying } from '#web/player/playback/now-playing.ts'
import type { NextEpisode } from '#web/player/playback/next-episode.ts'
import { atServer } from '#web/state/site-address.ts'

interface PlaybackSession {
  readonly playback: Playback | null
  readonly kind: 'film' | 'channel'
  /** The film's `vid` or the channel's `cid`. */
  readonly id: number
  readonly title: string
  readonly subtitle: string | undefined
  /** An address, or an empty string. */
  readonly picture: string
  readonly next?: NextEpisode | undefined
  readonly onClose: () => void
}

/** Shows what plays on the lock screen and binds the media keys; a phone may control it where this is a television. */
export function usePlaybackSession(session: PlaybackSession): void {
  const { playback, kind, id, title, subtitle, picture, next, onClose } = session
  useNowPlaying(
    playback,
    { kind, id, title, subtitle: subtitle ?? '', picture },
    {
      position: () => positionOf(playback),
      seek: (positionSec) =>
        playback?.seek(playback.state.positionSec + positionSec - (positionOf(playback) ?? positionSec)),
      resume: () => playback?.play(),
      close: onClose,
    },
  )
  useEffect(() => {
    if (playback === null) return
    return bindMediaSession(
      { title, subtitle: subtitle ?? '', picture: atServer(picture) },
      {
        play: () => playback.play(),
        pause: () => playback.pause(),
        skip: (seconds) => playback.seek(playback.state.positionSec + seconds),
        ...(next === undefined ? {} : { next: next.play }),
      },
    )
  }, [playback, title, subtitle, picture, next])
}

/** Seconds in a film; unix seconds on a channel; null before that is known. */
function positionOf(playback: Playback | null): number | null {
  if (playback === null) return null
  const { kind, positionSec, originMs } = playback.state
  if (kind === 'film') return positionSec
  return originMs === null ? null : originMs / 1000 + positionSec
}
