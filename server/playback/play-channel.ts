import { type Played, audienceOf, sign, verdictOn } from './grant.ts'
import type { PlaybackStreamRequest, PlaybackClient, PlaybackDeps } from './deps.ts'
import { refuse, refuseBlackout, refuseFor } from './refusals.ts'
import { channelItem } from '#server/entitlement/entitlement.ts'

/** A channel without video for this long is off the air. */
const silentMs = 60_000

/** The address that plays a channel live. */
export async function playChannel(
  deps: PlaybackDeps,
  caller: PlaybackClient,
  cid: number,
  stream: PlaybackStreamRequest,
): Promise<Played<'channel_not_found' | 'not_available_now'>> {
  const channel = deps.television.now().channel(cid)
  if (channel === undefined) return refuse('channel_not_found')
  const right = channelItem(channel)
  const verdict = await verdictOn(deps, caller, right)
  if (verdict.kind === 'refused') return refuseFor(deps, caller, right, verdict.failure)
  const { all } = deps.blackouts.ofChannel(cid, audienceOf(caller), 'live')
  if (all !== undefined) return refuseBlackout(all, true)
  const channelId = String(cid)
  const nowMs = deps.clock.nowMs()
  const isOn =
    channel.isEnabled &&
    channel.source.kind !== 'none' &&
    deps.engine.hasRecording(channelId, nowMs - silentMs, nowMs)
  if (!isOn) return refuse('not_available_now')
  const playable = { kind: 'live', channelId } as const
  const granted = {
    playable,
    item: `live:${cid}`,
    rightUntilMs: verdict.untilMs,
    maxStreams: verdict.maxStreams,
  }
  return sign(deps, caller, granted, stream)
}
