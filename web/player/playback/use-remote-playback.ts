import { useEffect, useState } from 'react'
import type { Playback } from '#player/core/playback/playback.ts'
import {
  followRemotePlayback,
  noRemotePlayback,
  type RemotePlaybackState,
} from '#player/dom/remote-playback.ts'
import type { StageElements } from './use-playback.ts'

/** Other screens that could play this video's address, and whether one does. */
export function useRemotePlayback(playback: Playback | null, { video }: StageElements): RemotePlaybackState {
  const [state, setState] = useState(noRemotePlayback)
  useEffect(() => {
    // The engine decides first whether the element has an address for other screens.
    if (playback === null || video.current === null) return
    return followRemotePlayback(video.current, (next) =>
      setState((shown) => (isSame(shown, next) ? shown : next)),
    )
  }, [playback, video])
  return state
}

function isSame(one: RemotePlaybackState, other: RemotePlaybackState): boolean {
  return one.isAvailable === other.isAvailable && one.connection === other.connection
}
