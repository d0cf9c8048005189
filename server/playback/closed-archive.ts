import { closesWhole } from '#server/blackouts/blackouts.ts'
import type { PlaybackClient, PlaybackDeps } from './deps.ts'
import { audienceOf } from './grant.ts'
import { type RefusedFor, refuseBlackout } from './refusals.ts'

/**
 * The refusal of a window of the archive of which nothing may be shown; undefined when a part may be: the media engine
 * leaves out the rest.
 */
export function closedInArchive(
  { blackouts, clock }: Pick<PlaybackDeps, 'blackouts' | 'clock'>,
  caller: PlaybackClient,
  cid: number,
  window: { readonly beginSec: number; readonly endSec: number | 'now' },
): RefusedFor<'blacked_out'> | undefined {
  const { all, times } = blackouts.ofChannel(cid, audienceOf(caller), 'archive')
  const nowMs = clock.nowMs()
  const beginMs = window.beginSec * 1000
  const endMs = window.endSec === 'now' ? nowMs : Math.min(window.endSec * 1000, nowMs)
  // What the archive holds for good stays closed; a blackout of live alone opens its archive when it ends.
  const closed = closesWhole(times, beginMs, Math.max(endMs, beginMs + 1))
  if (closed !== undefined) return refuseBlackout(closed, !closed.holds.includes('archive'))
  return all === undefined ? undefined : refuseBlackout(all, true)
}
