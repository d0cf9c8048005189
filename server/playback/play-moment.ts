/** A minute of a film or of a recorded programme by a link, for those who may not watch it (GUEST-02). */
import { archiveItem, isAdultRating, titleItem } from '#server/entitlement/entitlement.ts'
import { closedInArchive } from './closed-archive.ts'
import type { Playable } from './address.ts'
import type { EdgeParameters, PlaybackClient, PlaybackDeps } from './deps.ts'
import { sign, verdictOn } from './grant.ts'
import { type SharedMoment, momentLifeSec, momentToken, readMomentToken } from './moment-token.ts'
import { listedFile, openedFile } from './play-title.ts'
import { limitOn } from './profile-verdict.ts'
import type { WatchSubject } from '#server/profile-limits/profile-limits.ts'
import { type RefusedFor, refuse, refuseFor } from './refusals.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'

/** How much of it plays. */
export const momentSec = 60

export interface MomentDeps extends PlaybackDeps {
  /** The keys of links, the current one first. */
  readonly momentSecrets: readonly string[]
  /** Whether links play for this client, as the operator has set. */
  mayPlayMoments(caller: PlaybackClient): boolean
  /** Counts a play of a link by a network; false when there were too many. */
  countMoment(caller: PlaybackClient, token: string): Promise<boolean>
}

/** A link to a moment, for somebody who may watch it. `untilSec`: unix seconds. */
export async function shareMoment(deps: MomentDeps, caller: PlaybackClient, moment: SharedMoment) {
  const result = findMoment(deps, caller, moment)
  if (result.kind === 'refused') return result
  const limit = await limitOn(deps, caller, subjectOf(moment), 'none')
  if (limit.kind === 'refused') return limit
  const verdict = await verdictOn(deps, caller, result.item)
  if (verdict.kind === 'refused') return refuseFor(deps, caller, result.item, verdict.failure)
  if (!deps.mayPlayMoments(caller)) return refuse('moment_closed')
  const untilSec = Math.floor(deps.clock.nowMs() / 1000) + momentLifeSec
  return {
    kind: 'shared' as const,
    token: momentToken(deps.momentSecrets[0] ?? '', moment, untilSec),
    untilSec,
  }
}

/** The address of a minute from the moment of a link. Nothing else can be requested by it. */
export async function playMoment(
  deps: MomentDeps,
  caller: PlaybackClient,
  token: string,
  edges: EdgeParameters = {},
) {
  const moment = readMomentToken(deps.momentSecrets, token, deps.clock.nowMs())
  if (moment === undefined) return refuse('moment_over')
  if (!deps.mayPlayMoments(caller)) return refuse('moment_closed')
  const result = findMoment(deps, caller, moment)
  if (result.kind === 'refused') return result
  const limit = await limitOn(deps, caller, subjectOf(moment), 'none')
  if (limit.kind === 'refused') return limit
  if (!(await deps.countMoment(caller, token))) return refuse('moment_limit')
  const { playable, untilMs } = result
  const granted = { playable, item: undefined, rightUntilMs: untilMs, maxStreams: 0 }
  const uncounted = { formerId: undefined, beats: false, warm: false, ...edges }
  const signed = await sign(deps, caller, granted, uncounted)
  invariant(signed.kind === 'signed', 'an address that counts as no stream was refused')
  return signed
}

function subjectOf(moment: SharedMoment): WatchSubject {
  if (moment.kind === 'film') return { kind: 'title', vid: moment.vid }
  const beginMs = moment.sec * 1000
  return { kind: 'past', cid: moment.cid, beginMs, endMs: beginMs + momentSec * 1000 }
}

function findMoment(deps: MomentDeps, caller: PlaybackClient, moment: SharedMoment) {
  return moment.kind === 'film' ? findFilm(deps, caller, moment) : findRecorded(deps, caller, moment)
}

function findFilm(
  deps: MomentDeps,
  caller: PlaybackClient,
  { vid, vfid, sec }: Extract<SharedMoment, { kind: 'film' }>,
) {
  const listed = listedFile(deps, caller, { vid, vfid })
  if (listed.kind === 'refused') return listed
  if (isAdultRating(listed.title.ageRating)) return refuse('moment_closed')
  const opened = openedFile(deps, caller, listed, 'archive')
  if (opened.kind === 'refused') return opened
  // A link to the very end shows the last seconds.
  const beginMs = Math.max(0, Math.min(sec * 1000, opened.asset.durationMs - 10_000))
  const { assetId } = listed.file
  const playable = { kind: 'moment', assetId, beginMs, endMs: beginMs + momentSec * 1000 } satisfies Playable
  return { kind: 'playable' as const, item: titleItem(listed.title), playable, untilMs: opened.untilMs }
}

type RecordedRefusal = RefusedFor<
  'channel_not_found' | 'outside_region' | 'moment_closed' | 'not_begun' | 'not_recorded' | 'blacked_out'
>

function findRecorded(
  deps: MomentDeps,
  caller: PlaybackClient,
  { cid, sec }: Extract<SharedMoment, { kind: 'archive' }>,
):
  | RecordedRefusal
  | { kind: 'playable'; item: ReturnType<typeof archiveItem>; playable: Playable; untilMs: null } {
  const snapshot = deps.television.now()
  const channel = snapshot.channel(cid)
  if (channel === undefined) return refuse('channel_not_found')
  if (caller.region === 'outside' && channel.worldPlace === null) return refuse('outside_region')
  const [beginMs, endMs] = [sec * 1000, (sec + momentSec) * 1000]
  const programmes = snapshot.guide.window(cid, beginMs, endMs)
  if (programmes.some(({ ageRating }) => isAdultRating(ageRating))) return refuse('moment_closed')
  if (beginMs >= deps.clock.nowMs()) return refuse('not_begun')
  const window = { beginSec: sec, endSec: sec + momentSec }
  const closed = closedInArchive(deps, caller, cid, window)
  if (closed !== undefined) return closed
  const channelId = String(cid)
  if (!deps.engine.hasRecording(channelId, beginMs, endMs)) return refuse('not_recorded')
  const playable = { kind: 'excerpt', channelId, ...window } as const
  return { kind: 'playable', item: archiveItem(channel), playable, untilMs: null }
}
