import { useEffect } from 'react'
import type { Playback } from '#player/core/playback/playback.ts'
import { bindMediaSession } from '#player/dom/media-session.ts'
import { useNowPlaying } from '#web/player/playback/now-playing.ts'
import type { NextEpisode } from '#web/player/playback/next-episode.ts'
import { atServer } from '#web/state/site-address.ts'

interface FilmSession {
  readonly playback: Playback | null
  readonly vid: number
  readonly title: string
  readonly subtitle: string | undefined
  /** An address, or an empty string. */
  readonly picture: string
  readonly next: NextEpisode | undefined
  readonly onClose: () => void
}

/** Shows a film on the lock screen and binds the media keys; a phone may control it where this is a television. */
export function useFilmSession(session: FilmSession): void {
  const { playback, vid, title, subtitle, picture, next, onClose } = session
  useNowPlaying(
    playback,
    { kind: 'film', id: vid, title, subtitle: subtitle ?? '', picture },
    {
      position: () => playback?.state.positionSec ?? null,
      seek: (positionSec) => playback?.seek(positionSec),
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
