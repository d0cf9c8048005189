import { useEffect } from 'react'
import type { Playback } from '#player/core/playback/playback.ts'

const minuteMs = 60_000

/** Counts the minutes in which a channel plays, live or recorded, as the viewer's habit. */
export function useNoteChannel(playback: Playback | null, cid: number | undefined): void {
  useEffect(() => {
    if (playback === null || cid === undefined) return
    const timer = setInterval(() => {
      const { status, kind } = playback.state
      if (status === 'playing' && kind !== 'film') void note(cid)
    }, minuteMs)
    return () => clearInterval(timer)
  }, [playback, cid])
}

/** What cannot be loaded counts the next time. */
async function note(cid: number): Promise<void> {
  try {
    const { noteWatchedChannel } = await import('#web/features/channels/stored-habits.ts')
    noteWatchedChannel(cid, 1)
  } catch {
    // No connection: nothing plays for long either.
  }
}
