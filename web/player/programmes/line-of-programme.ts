/** The timeline of television: the programme at the playback position on the wall clock, in unix seconds. Pure. */
import type { Programme } from '#contract/channels/channels.ts'
import type { PlaybackState } from '#player/core/state/playback-state.ts'
import { atEdgeSec } from '#player/core/state/playback-state.ts'
import { programmeAt } from '#player/core/zapping/programme-line.ts'
import type { SeekLine } from '#web/player/controls/seek-bar.tsx'

export interface TelevisionLine {
  readonly line: SeekLine
  readonly programme: Programme | null
}

/** Without a guide the timeline is the loaded stretch. */
export function televisionLine(
  state: PlaybackState,
  originMs: number,
  programmes: readonly Programme[],
): TelevisionLine {
  const originSec = originMs / 1000
  const position = originSec + state.positionSec
  const newest = originSec + state.seekEndSec
  const programme = programmeAt(programmes, position * 1000)
  const begin = programme?.begin_time ?? originSec + state.seekStartSec
  const end = programme?.end_time ?? Math.max(newest, position)
  // A finished programme can be watched to its end, whatever part of it is loaded.
  const reachableEnd = state.isGrowing ? Math.min(end, Math.max(newest, position)) : end
  return {
    programme,
    line: { begin, end, position, bufferedEnd: originSec + state.bufferedEndSec, reachableEnd },
  }
}

export type LiveSign =
  | { readonly kind: 'live' }
  | { readonly kind: 'behind'; readonly seconds: number }
  | { readonly kind: 'archive' }

/** Whether the position is live: computed, never assumed. */
export function liveSign(state: PlaybackState, originMs: number | null, nowMs: number): LiveSign | null {
  if (state.kind === null || state.kind === 'film') return null
  if (state.behindLiveSec === null) return state.kind === 'live' ? null : { kind: 'archive' }
  // A paused picture falls behind from the first moment on.
  if (state.behindLiveSec <= atEdgeSec && state.status !== 'paused') return { kind: 'live' }
  const seconds = originMs === null ? state.behindLiveSec : (nowMs - originMs) / 1000 - state.positionSec
  return { kind: 'behind', seconds: Math.max(state.behindLiveSec, seconds) }
}
