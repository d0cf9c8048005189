/** What is being watched on a channel: live, or a programme from a position in it. */
import type { WatchedProgramme } from '#web/player/playback/retained-playback.ts'

export type Viewing = WatchedProgramme

/** The programme that was asked for; null on the live channel. */
export function requestedPidOf(viewing: Viewing): number | null {
  return viewing.kind === 'programme' ? viewing.pid : null
}
