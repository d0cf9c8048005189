import { regionOf, type Uses } from '#server/api/context/api-context.ts'
import { channels } from '#contract/channels/channels.ts'
import { answer, refuse } from '#contract/form/endpoint.ts'
import {
  type BoundCall,
  type Call,
  type Handler,
  bindCalls,
} from '#server/platform/http/endpoints/bind-contract.ts'
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
export function channelEndpoints(api: Deps): readonly BoundCall[] {
  const { billing, television } = api
  const present = async (
    matches: readonly ChannelRecord[],
    snapshot: TelevisionSnapshot,
    call: Call,
    isCompact = false,
  ) => {
    const rights = await channelRights(api, call)
    const view = guideView(api, call.language)
    return matches.map((channel) =>
      presentChannel(channel, snapshot, view, { ...rights(channel), isCompact }),
    )
  }
  const list = async (call: Call, allowed: ReadonlySet<number> | undefined, compact: number) => {
    const snapshot = television.now()
    const result = listedChannels(snapshot.channels, regionOf(call), allowed)
    return answer({ channels: { item: await present(result, snapshot, call, compact === 1) } })
  }
  const categories = (_: unknown, call: Call) => {
    const item = television
      .now()
      .categories.map(({ id, name }) => ({ id, name: inLanguage(name, call.language) }))
    return answer({ categories: { item } })
  }
  const bound = bindCalls('channels', channels, {
    list: (input, call) => list(call, undefined, input.compact),
    publicList: async (input, call) =>
      list(call, (await billing.channelsOfTariff(input.tariff_id)) ?? new Set(), input.compact),
    worldList: () =>
      answer({ cids: listedChannels(television.now().channels, 'outside', undefined).map(({ cid }) => cid) }),
    detail: async (input, call) => {
      const snapshot = television.now()
      const channel = snapshot.channel(input.cid)
      if (channel === undefined) return refuse('channel_not_found')
      const [presented] = await present([channel], snapshot, call)
      return presented === undefined ? refuse('channel_not_found') : answer({ channel: presented })
    },
    categories,
    publicCategories: categories,
    programmes: programmesOf(api),
  })
  return [...bound, ...guideTileEndpoints(api)]
}

/** The guide of one channel over the days that are asked for. */
function programmesOf(api: Deps): Handler<typeof channels.programmes> {
  return (input, call) => {
    const snapshot = api.television.now()
    const channel = snapshot.channel(input.cid)
    if (channel === undefined) return refuse('channel_not_found')
    const window = guideWindow(input.time_from, input.time_to, api.clock.nowMs())
    if (window === undefined) return refuse('outside_guide', { values: { days: longestDays } })
    const view = guideView(api, call.language)
    const item = snapshot.guide
      .window(channel.cid, window.fromMs, window.toMs)
      .map((programme) => presentProgramme(programme, snapshot, view))
    return answer({
      programs: { item },
      time_from: Math.floor(window.fromMs / 1000),
      time_to: Math.floor(window.toMs / 1000),
    })
  }
}
