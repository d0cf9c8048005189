/** Blackouts with the times of the current guide. Pure. */
import type { TelevisionSnapshot } from '#server/television/television.ts'
import type { StoredBlackout } from './blackout-store.ts'
import { type FollowedProgramme, followedOf, programmeNow } from './follow-programme.ts'
import type { ActiveBlackout } from './rules.ts'

/** A blackout as it holds now, with what it remembers of its programme now. */
export interface ResolvedBlackout extends StoredBlackout, ActiveBlackout {}

/** The blackout as it holds by this guide. One that was ended early ends then. */
export function resolved(
  blackout: StoredBlackout,
  television: Pick<TelevisionSnapshot, 'guide'>,
): ResolvedBlackout {
  const { cid, programme: stored } = blackout
  if (stored === null || cid === null) return { ...blackout, pid: null }
  const match = programmeNow(television, cid, stored)
  const programme: FollowedProgramme = match === undefined ? stored : followedOf(match)
  const endedMs = blackout.untilMs ?? Number.POSITIVE_INFINITY
  return {
    ...blackout,
    programme,
    pid: match?.pid ?? null,
    fromMs: programme.beginMs,
    untilMs: Math.min(programme.endMs, endedMs),
  }
}
