/** Saves the position in a recording when its page is left, in case the page is only being reloaded. */
import { useEffect } from 'react'
import type { Playback } from '#player/core/playback/playback.ts'
import { useLatest } from '#web/state/use-latest.ts'
import { keepMoment } from './reloaded-moment.ts'
import type { BoundViewing } from './use-viewing.ts'

interface KeepMomentOptions {
  readonly cid: number
  /** The programme in the page's address, or null for live. */
  readonly pid: number | null
  readonly playback: Playback | null
  readonly viewing: Pick<BoundViewing, 'viewing' | 'atMs'>
}

export function useKeepMoment(options: KeepMomentOptions): void {
  const latest = useLatest(options)
  useEffect(() => {
    const keep = () => {
      const { cid, pid, playback, viewing } = latest.current
      const atMs = viewing.atMs()
      const isPlaying = viewing.viewing.kind === 'programme' && viewing.viewing.pid === pid
      // A finished recording would end at once again.
      if (pid === null || !isPlaying || atMs === null || playback?.state.status === 'ended') return
      keepMoment(cid, pid, atMs)
    }
    window.addEventListener('pagehide', keep)
    return () => window.removeEventListener('pagehide', keep)
  }, [latest])
}
