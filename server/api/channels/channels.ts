import { regionOf, type Uses } from '#server/api/context/api-context.ts'
import { channels } from '#contract/channels/channels.ts'
import { respond, reject } from '#contract/form/endpoint.ts'
import {
  type BoundEndpoint,
  type SharedRequestContext,
  type Handler,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'
import {
  type ChannelRecord,
  inLanguage,
  type TelevisionSnapshot,
  guideWindow,
  listedChannels,
  longestDays,
} from '#server/television/television.ts'
import { presentChannel, presentProgramme } from './present.ts'
import { channelRights, guideView } from './channel-view.ts'
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
  const present = async (
    matches: readonly ChannelRecord[],
    snapshot: TelevisionSnapshot,
    request: SharedRequestContext,
    isCompact = false,
  ) => {
    const rights = await channelRights(api, request)
    const view = guideView(api, request.language)
    return matches.map((channel) =>
      presentChannel(channel, snapshot, view, { ...rights(channel), isCompact }),
    )
  }
  const list = async (
    request: SharedRequestContext,
    allowed: ReadonlySet<number> | undefined,
    compact: number,
  ) => {
    const snapshot = television.now()
    const result = listedChannels(snapshot.channels, regionOf(request), allowed)
    return respond({ channels: { item: await present(result, snapshot, request, compact === 1) } })
  }
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
    worldList: () =>
      respond({
        cids: listedChannels(television.now().channels, 'outside', undefined).map(({ cid }) => cid),
      }),
    detail: async (input, request) => {
      const snapshot = television.now()
      const channel = snapshot.channel(input.cid)
      if (channel === undefined) return reject('channel_not_found')
      const [presented] = await present([channel], snapshot, request)
      return presented === undefined ? reject('channel_not_found') : respond({ channel: presented })
    },
    categories,
    publicCategories: categories,
    programmes: programmesOf(api),
  })
  return [...bound, ...guideTileEndpoints(api)]
}

/** The guide of one channel over the days that are asked for. */
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
