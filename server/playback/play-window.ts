import { closedInArchive } from './closed-archive.ts'
import { type Played, sign, verdictOn } from './grant.ts'
import type { PlaybackStreamRequest, PlaybackClient, PlaybackDeps } from './deps.ts'
import { earlierOf } from './play-channel.ts'
import { type LimitReason, limitOn, reportOf } from './profile-verdict.ts'
import { playableOfPast, type PastRefusal } from './playable-of-past.ts'
import { freeWindow } from './rules.ts'
import { refuse, refuseFor } from './refusals.ts'
import { archiveItem } from '#server/entitlement/entitlement.ts'
import { catchupDaysOf } from '#server/television/television.ts'

export interface WindowRequest {
  readonly cid: number
  /** Unix seconds. */
  readonly beginSec: number
  /** `now`: grows while it is watched. */
  readonly endSec: number | 'now'
}

/** The address that plays any window of a channel's archive; for players with their own guide. */
export async function playWindow(
  deps: PlaybackDeps,
  caller: PlaybackClient,
  request: WindowRequest,
  stream: PlaybackStreamRequest,
): Promise<Played<'channel_not_found' | 'not_begun' | PastRefusal | LimitReason>> {
  const channel = deps.television.now().channel(request.cid)
  if (channel === undefined) return refuse('channel_not_found')
  const { beginSec: fromSec, endSec: toSec } = request
  const endMs = toSec === 'now' ? deps.clock.nowMs() : toSec * 1000
  const asked = { kind: 'past', cid: channel.cid, beginMs: fromSec * 1000, endMs } as const
  const limit = await limitOn(deps, caller, asked, reportOf(stream))
  if (limit.kind === 'refused') return limit
  const right = archiveItem(channel)
  const verdict = await verdictOn(deps, caller, right)
  if (verdict.kind === 'refused') return refuseFor(deps, caller, right, verdict.failure)
  const nowMs = deps.clock.nowMs()
  const channelId = String(channel.cid)
  const days = Math.max(channel.archiveDays, catchupDaysOf(channel))
  const window = freeWindow(request, days * 86_400_000, nowMs, (beginMs, endMs) =>
    deps.engine.hasRecording(channelId, beginMs, endMs),
  )
  if (window.kind === 'not_begun') return refuse('not_begun')
  if (window.kind !== 'window') return refuse('not_recorded')
  const { beginSec, endSec } = window
  const closed = closedInArchive(deps, caller, channel.cid, { beginSec, endSec })
  if (closed !== undefined) return closed
  const item = `archive:${channel.cid}:${beginSec}`
  const { maxStreams } = verdict
  const past = { channel, beginSec, endSec, item, maxStreams }
  const playable = await playableOfPast(deps, caller, past, stream)
  if (playable.kind === 'refused') return playable
  return sign(
    deps,
    caller,
    { playable, item, rightUntilMs: earlierOf(verdict.untilMs, limit.untilMs), maxStreams },
    stream,
  )
}
