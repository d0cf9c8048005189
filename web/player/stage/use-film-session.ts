import { useEffect } from 'react'
import type { Playback } from '#player/core/playback/playback.ts'
import { bindMediaSession } from '#player/dom/media-session.ts'
import type { NextEpisode } from '#web/player/playback/next-episode.ts'

interface FilmSession {
  readonly playback: Playback | null
  readonly title: string
  readonly subtitle: string | undefined
  /** An address, or an empty string. */
  readonly picture: string
  readonly next: NextEpisode | undefined
}

/** Shows a film on the lock screen and binds the media keys. */
export function useFilmSession({ playback, title, subtitle, picture, next }: FilmSession): void {
  useEffect(() => {
    if (playback === null) return
    return bindMediaSession(
      { title, subtitle: subtitle ?? '', picture },
      {
        play: () => playback.play(),
        pause: () => playback.pause(),
        skip: (seconds) => playback.seek(playback.state.positionSec + seconds),
        ...(next === undefined ? {} : { next: next.play }),
      },
    )
  }, [playback, title, subtitle, picture, next])
}
