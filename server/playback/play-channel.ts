import { type Played, audienceOf, sign, verdictOn } from './grant.ts'
import type { PlaybackStreamRequest, PlaybackClient, PlaybackDeps } from './deps.ts'
import { type LimitReason, limitOn, reportOf } from './profile-verdict.ts'
import { refuse, refuseBlackout, refuseFor } from './refusals.ts'
import { channelItem, isAdultRating } from '#server/entitlement/entitlement.ts'
import type { TelevisionSnapshot } from '#server/television/television.ts'

/** A channel without video for this long is off the air. */
const silentMs = 60_000

/** So far behind the live edge a live address opens segments, with the length of one. */
const rewindMs = 130_000
/** Longer than an address of a guest is valid. */
const aheadMs = 3_600_000

/**
 * When the first programme for adults begins that a guest could see, unix milliseconds; in the past for one that is on
 * or was two minutes ago. Null when there is none within an hour.
 */
function nextForAdultsMs({ guide }: TelevisionSnapshot, cid: number, nowMs: number): number | null {
  const programmes = guide.window(cid, nowMs - rewindMs, nowMs + aheadMs)
  return programmes.find(({ ageRating }) => isAdultRating(ageRating))?.beginMs ?? null
}

/** The earlier of two ends; null: never. */
export function earlierOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other)
}

/** The address that plays a channel live. */
export async function playChannel(
  deps: PlaybackDeps,
  caller: PlaybackClient,
  cid: number,
  stream: PlaybackStreamRequest,
): Promise<Played<'channel_not_found' | 'not_available_now' | LimitReason>> {
  const snapshot = deps.television.now()
  const channel = snapshot.channel(cid)
  if (channel === undefined) return refuse('channel_not_found')
  const limit = await limitOn(deps, caller, { kind: 'live', cid }, reportOf(stream))
  if (limit.kind === 'refused') return limit
  const right = channelItem(channel)
  const verdict = await verdictOn(deps, caller, right)
  if (verdict.kind === 'refused') return refuseFor(deps, caller, right, verdict.failure)
  const nowMs = deps.clock.nowMs()
  const adultMs = caller.viewer === undefined ? nextForAdultsMs(snapshot, cid, nowMs) : null
  if (adultMs !== null && adultMs <= nowMs) return refuse('login_needed')
  const { all } = deps.blackouts.ofChannel(cid, audienceOf(caller), 'live')
  if (all !== undefined) return refuseBlackout(all, true)
  const channelId = String(cid)
  const isOn =
    channel.isEnabled &&
    channel.source.kind !== 'none' &&
    deps.engine.hasRecording(channelId, nowMs - silentMs, nowMs)
  if (!isOn) return refuse('not_available_now')
  const playable = { kind: 'live', channelId } as const
  const granted = {
    playable,
    item: `live:${cid}`,
    rightUntilMs: earlierOf(limit.untilMs, earlierOf(verdict.untilMs, adultMs)),
    maxStreams: verdict.maxStreams,
  }
  return sign(deps, caller, granted, stream)
}
