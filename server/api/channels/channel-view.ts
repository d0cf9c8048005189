import type { Language } from '#contract/form/failures.ts'
import { regionOf, type Uses } from '#server/api/context/api-context.ts'
import type { SharedRequestContext } from '#server/platform/http/endpoints/bind-endpoints.ts'
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
  request: SharedRequestContext,
): Promise<(channel: ChannelRecord) => { readonly isFavourite: boolean; readonly isAvailable: boolean }> {
  const mayWatch = await entitlement.channelAccess(request.viewer, regionOf(request))
  const favourites = new Set(
    request.viewer === undefined ? [] : await viewing.favouriteChannels(request.viewer.accountId),
  )
  return (channel) => ({ isFavourite: favourites.has(channel.cid), isAvailable: mayWatch(channel) })
}
