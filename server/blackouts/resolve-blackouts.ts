/** Blackouts with the times of the current guide. Pure. */
import type { TelevisionSnapshot } from '#server/television/television.ts'
import type { StoredBlackout } from './blackout-store.ts'
import { type FollowedProgramme, followedOf, programmeNow } from './follow-programme.ts'
import type { ActiveBlackout } from './rules.ts'

/** A blackout as it holds now, with what it remembers of its programme now. */
export interface ResolvedBlackout extends StoredBlackout, ActiveBlackout {}

/** The blackout as it holds by this guide. One that was ended early no longer follows. */
export function resolved(
  blackout: StoredBlackout,
  television: Pick<TelevisionSnapshot, 'guide'>,
): ResolvedBlackout {
  const { cid, programme: stored } = blackout
  if (stored === null || cid === null) return { ...blackout, pid: null }
  const match = programmeNow(television, cid, stored)
  const programme: FollowedProgramme = match === undefined ? stored : followedOf(match)
  const followed = { ...blackout, programme, pid: match?.pid ?? null }
  // What was closed until somebody ended it stays what it was, wherever the guide moves the programme.
  if (blackout.untilMs !== null) return followed
  return { ...followed, fromMs: programme.beginMs, untilMs: programme.endMs }
}
