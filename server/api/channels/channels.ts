import type { Uses } from '#server/api/context/api-context.ts'
import { channels } from '#contract/channels/channels.ts'
import { respond, reject } from '#contract/form/endpoint.ts'
import {
  type BoundEndpoint,
  type SharedRequestContext,
  type Handler,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'
import { inLanguage, guideWindow, longestDays } from '#server/television/television.ts'
import { presentProgramme } from './present.ts'
import { guideView } from './guide-view.ts'
import { findChannel, listChannels, listIds } from './list-channels.ts'
import { guideTileEndpoints } from './guide-tiles.ts'

type Deps = Uses<{
  billing: 'channelsOfTariff'
  clock: 'nowMs'
  engine: 'hasRecording'
  entitlement: 'channelAccess'
  television: 'now'
  viewing: 'favouriteChannels'
}>

/** Channels and their guide. `channels.url` and `channels.programmeUrl` belong to playback. */
export function channelEndpoints(api: Deps): readonly BoundEndpoint[] {
  const { billing, television } = api
  const list = async (
    request: SharedRequestContext,
    allowed: ReadonlySet<number> | undefined,
    compact: number,
  ) =>
    respond({ channels: { item: await listChannels(api, request, { allowed, isCompact: compact === 1 }) } })
  const categories = (_: unknown, request: SharedRequestContext) => {
    const item = television
      .now()
      .categories.map(({ id, name }) => ({ id, name: inLanguage(name, request.language) }))
    return respond({ categories: { item } })
  }
  const bound = bindEndpoints('channels', channels, {
    list: (input, request) => list(request, undefined, input.compact),
    publicList: async (input, request) =>
      list(request, (await billing.channelsOfTariff(input.tariff_id)) ?? new Set(), input.compact),
    worldList: () => respond({ cids: [...listIds(television.now(), 'outside', undefined)] }),
    detail: async (input, request) => {
      const channel = await findChannel(api, request, input.cid)
      return channel === undefined ? reject('channel_not_found') : respond({ channel })
    },
    categories,
    publicCategories: categories,
    programmes: programmesOf(api),
  })
  return [...bound, ...guideTileEndpoints(api)]
}

/** The guide of one channel for the requested days. */
function programmesOf(api: Deps): Handler<typeof channels.programmes> {
  return (input, request) => {
    const snapshot = api.television.now()
    const channel = snapshot.channel(input.cid)
    if (channel === undefined) return reject('channel_not_found')
    const window = guideWindow(input.time_from, input.time_to, api.clock.nowMs())
    if (window === undefined) return reject('outside_guide', { values: { days: longestDays } })
    const view = guideView(api, request.language)
    const item = snapshot.guide
      .window(channel.cid, window.fromMs, window.toMs)
      .map((programme) => presentProgramme(programme, snapshot, view))
    return respond({
      programs: { item },
      time_from: Math.floor(window.fromMs / 1000),
      time_to: Math.floor(window.toMs / 1000),
    })
  }
}
