import type { Language } from '#contract/form/failures.ts'
import { regionOf, type Uses } from '#server/api/context/api-context.ts'
import type { Call } from '#server/platform/http/endpoints/bind-contract.ts'
import type { ChannelRecord } from '#server/television/television.ts'
import type { GuideView } from './present.ts'

/** The guide as it stands now, in this language. */
export function guideView(
  { clock, engine }: Uses<{ clock: 'nowMs'; engine: 'hasRecording' }>,
  language: Language,
): GuideView {
  return {
    language,
    nowMs: clock.nowMs(),
    hasRecording: (cid, beginMs, endMs) => engine.hasRecording(String(cid), beginMs, endMs),
  }
}

/** What a client may do with any channel, and whether it is a favourite: two reads for however many channels. */
export async function channelRights(
  { entitlement, viewing }: Uses<{ entitlement: 'channelAccess'; viewing: 'favouriteChannels' }>,
  call: Call,
): Promise<(channel: ChannelRecord) => { readonly isFavourite: boolean; readonly isAvailable: boolean }> {
  const mayWatch = await entitlement.channelAccess(call.viewer, regionOf(call))
  const favourites = new Set(
    call.viewer === undefined ? [] : await viewing.favouriteChannels(call.viewer.accountId),
  )
  return (channel) => ({ isFavourite: favourites.has(channel.cid), isAvailable: mayWatch(channel) })
}
