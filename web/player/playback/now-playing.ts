/** What plays on this page now, for outside control: a phone controls a television. */
import { useEffect } from 'react'
import type { Playback } from '#player/core/playback/playback.ts'
import { createStore } from '#web/state/create-store.ts'
import { useLatest } from '#web/state/use-latest.ts'

interface PlayingFacts {
  readonly kind: 'film' | 'channel'
  /** The film's `vid` or the channel's `cid`. */
  readonly id: number
  readonly title: string
  readonly subtitle: string
  /** The address of an image, or an empty string. */
  readonly picture: string
}

interface PlayingControls {
  /** Seconds in a film; unix seconds on a channel; null before anything is loaded. */
  readonly position: () => number | null
  readonly seek: (positionSec: number) => void
  /** Resumes playback, also where the live window has moved away meanwhile. */
  readonly resume: () => void
  /** Ends the playback and leaves the player. */
  readonly close: () => void
}

export interface NowPlaying extends PlayingFacts, PlayingControls {
  readonly playback: Playback
}

/** Null while no player is open. */
export const nowPlaying = createStore<NowPlaying | null>(null)

/** Registers a player as what plays now, as long as its component is mounted and has a title. */
export function useNowPlaying(
  playback: Playback | null,
  { kind, id, title, subtitle, picture }: PlayingFacts,
  controls: PlayingControls,
): void {
  const latest = useLatest(controls)
  useEffect(() => {
    if (playback === null || title === '') return
    const current: NowPlaying = {
      playback,
      kind,
      id,
      title,
      subtitle,
      picture,
      position: () => latest.current.position(),
      seek: (positionSec) => latest.current.seek(positionSec),
      resume: () => latest.current.resume(),
      close: () => latest.current.close(),
    }
    nowPlaying.set(current)
    return () => {
      if (nowPlaying.get() === current) nowPlaying.set(null)
    }
  }, [playback, kind, id, title, subtitle, picture, latest])
}
