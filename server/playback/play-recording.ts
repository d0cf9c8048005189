import type { Engine } from '#media/media.ts'
import { archiveItem, type Verdict } from '#server/entitlement/entitlement.ts'
import type { ChannelRecord } from '#server/television/television.ts'
import { closedInArchive } from './closed-archive.ts'
import type { PlaybackClient, PlaybackDeps, PlaybackStreamRequest } from './deps.ts'
import { earlierOf } from './play-channel.ts'
import type { StoredFacts, WatchSubject } from '#server/profile-limits/profile-limits.ts'
import { type LimitReason, limitOn, reportOf } from './profile-verdict.ts'
import { type Played, sign, verdictOn } from './grant.ts'
import { type RefusedFor, refuse, refuseFor } from './refusals.ts'
import { archiveWindow } from './rules.ts'

/** A programme that a viewer keeps, as the guide has or had it. Times are unix milliseconds. */
export interface SavedProgramme extends StoredFacts {
  readonly cid: number
  readonly beginMs: number
  readonly endMs: number
}

type RightRefusal = RefusedFor<Extract<Verdict, { kind: 'refused' }>['failure'] | 'blacked_out' | LimitReason>

/**
 * Why this client may not keep a programme of a channel: no right to its archive, or a blackout of all of it. Undefined
 * when it may.
 */
export async function refusalOfKeeping(
  deps: PlaybackDeps,
  caller: PlaybackClient,
  channel: ChannelRecord,
  programme: SavedProgramme,
): Promise<RightRefusal | undefined> {
  const limit = await limitOn(deps, caller, subjectOf(programme), 'download')
  if (limit.kind === 'refused') return limit
  const right = archiveItem(channel)
  const verdict = await verdictOn(deps, caller, right)
  if (verdict.kind === 'refused') return refuseFor(deps, caller, right, verdict.failure)
  const window = archiveWindow(programme, deps.clock.nowMs())
  return window.kind === 'window' ? closedInArchive(deps, caller, channel.cid, window) : undefined
}

/** The address that plays a programme that the viewer keeps, whatever the depth of the archive (FOLLOW-03). */
export async function playRecording(
  deps: PlaybackDeps & { readonly engine: Pick<Engine, 'retainedSpans'> },
  caller: PlaybackClient,
  programme: SavedProgramme & { readonly id: number },
  stream: PlaybackStreamRequest,
): Promise<Played<'channel_not_found' | 'not_begun' | 'not_recorded' | LimitReason>> {
  const channel = deps.television.now().channel(programme.cid)
  if (channel === undefined) return refuse('channel_not_found')
  const limit = await limitOn(deps, caller, subjectOf(programme), reportOf(stream))
  if (limit.kind === 'refused') return limit
  const right = archiveItem(channel)
  const verdict = await verdictOn(deps, caller, right)
  if (verdict.kind === 'refused') return refuseFor(deps, caller, right, verdict.failure)
  const nowMs = deps.clock.nowMs()
  const window = archiveWindow(programme, nowMs)
  if (window.kind === 'not_begun') return refuse('not_begun')
  const { beginSec, endSec } = window
  const closed = closedInArchive(deps, caller, channel.cid, { beginSec, endSec })
  if (closed !== undefined) return closed
  const channelId = String(channel.cid)
  const [fromMs, toMs] = [programme.beginMs, Math.min(programme.endMs, nowMs)]
  const spans = deps.engine.retainedSpans(channelId, fromMs, toMs, toMs - fromMs)
  if (spans === undefined || spans.length === 0) return refuse('not_recorded')
  const playable = { kind: 'recording', channelId, beginSec, endSec } as const
  const { maxStreams } = verdict
  // Heartbeats find by its id what was stored of the programme.
  const item = `archive:${channel.cid}:${beginSec}:${programme.id}`
  const rightUntilMs = earlierOf(verdict.untilMs, limit.untilMs)
  return sign(deps, caller, { playable, item, rightUntilMs, maxStreams }, stream)
}

function subjectOf({ cid, beginMs, endMs, pid, title, ageRating }: SavedProgramme): WatchSubject {
  return { kind: 'past', cid, beginMs, endMs, stored: { pid, title, ageRating } }
}
