import { denied, sign, verdictOn } from './grant.ts'
import type { Asker, PlaybackNeeds } from './needs.ts'
import type { channels } from '#contract/channels.ts'
import type { OutcomeOf } from '#contract/endpoint.ts'
import { answer, refuse } from '#contract/endpoint.ts'
import { channelItem } from '#server/entitlement/entitlement.ts'

/** A channel that has shown nothing for this long is not on the air. */
const silentMs = 60_000

/** The address that plays a channel live. */
export async function playChannel(
  needs: PlaybackNeeds,
  asker: Asker,
  cid: number,
): Promise<OutcomeOf<typeof channels.url>> {
  const channel = needs.television.now().channel(cid)
  if (channel === undefined) return refuse('channel_not_found')
  const verdict = await verdictOn(needs, asker, channelItem(channel))
  if (verdict.kind === 'refused') return denied(needs, asker, verdict.failure)
  const channelId = String(cid)
  const nowMs = needs.clock.nowMs()
  const isOn =
    channel.isEnabled &&
    channel.source.kind !== 'none' &&
    needs.engine.hasRecording(channelId, nowMs - silentMs, nowMs)
  if (!isOn) return refuse('not_available_now')
  return answer(sign(needs, asker, { kind: 'live', channelId }, verdict.untilMs))
}
