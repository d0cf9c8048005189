import { closedInArchive } from './closed-archive.ts'
import { type Played, sign, verdictOn } from './grant.ts'
import type { PlaybackStreamRequest, PlaybackClient, PlaybackDeps } from './deps.ts'
import { earlierOf } from './play-channel.ts'
import { type LimitReason, limitOn, reportOf } from './profile-verdict.ts'
import { playableOfPast, type PastRefusal } from './playable-of-past.ts'
import { archiveWindow } from './rules.ts'
import { refuse, refuseFor } from './refusals.ts'
import { archiveItem } from '#server/entitlement/entitlement.ts'
import type { ProgrammeRecord, TelevisionSnapshot } from '#server/television/television.ts'

export interface ProgrammeRequest {
  readonly cid: number
  readonly pid: number
  /** Unix seconds within the programme; finds it when a newer guide no longer has `pid`. */
  readonly timeSec: number | undefined
}

/** The address that plays a programme of the archive from its beginning (GUIDE-04). */
export async function playProgramme(
  deps: PlaybackDeps,
  caller: PlaybackClient,
  request: ProgrammeRequest,
  stream: PlaybackStreamRequest,
): Promise<Played<'channel_not_found' | 'programme_not_found' | 'not_begun' | PastRefusal | LimitReason>> {
  const snapshot = deps.television.now()
  const channel = snapshot.channel(request.cid)
  if (channel === undefined) return refuse('channel_not_found')
  const programme = findProgramme(snapshot, request)
  if (programme === undefined) return refuse('programme_not_found')
  const { beginMs, endMs } = programme
  const asked = { kind: 'past', cid: channel.cid, beginMs, endMs } as const
  const limit = await limitOn(deps, caller, asked, reportOf(stream))
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
  const item = `archive:${channel.cid}:${Math.floor(programme.beginMs / 1000)}`
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

function findProgramme(snapshot: TelevisionSnapshot, request: ProgrammeRequest): ProgrammeRecord | undefined {
  const result = snapshot.guide.programme(request.pid)
  // A programme of another channel would be played with this channel's right.
  if (result !== undefined && result.cid === request.cid) return result
  if (request.timeSec === undefined) return undefined
  const atMs = request.timeSec * 1000
  return snapshot.guide.window(request.cid, atMs, atMs + 1)[0]
}
