import { presentRelated } from './present-related.ts'
import { regionOf, type Uses } from '#server/api/context/api-context.ts'
import { guideView } from '#server/api/channels/guide-view.ts'
import { applyRules, presentChannels } from '#server/api/channels/list-channels.ts'
import { publicTariffId } from '#contract/form/constants.ts'
import { type ParsedOf, respond, reject } from '#contract/form/endpoint.ts'
import { search as contract } from '#contract/search/search.ts'
import type { Snapshot, TitleRecord } from '#server/catalogue/catalogue.ts'
import {
  type BoundEndpoint,
  type SharedRequestContext,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'
import { type ChannelRecord, listedChannels } from '#server/television/television.ts'
import { findEverything, type SearchRequest } from './find-everything.ts'
import { type Search, relatedTitles } from '#server/search/search.ts'
import type { AiringView } from './airings.ts'
import { presentAirings, presentEpisode, presentFilm, presentPerson } from './present.ts'

type Deps = Uses<{
  billing: 'channelsOfTariff'
  catalogue: 'now'
  clock: 'nowMs'
  engine: 'hasRecording'
  entitlement: 'channelAccess'
  recommendations: 'taste'
  search: 'bestTitle' | 'current'
  television: 'now'
  viewing: 'favouriteChannels'
}>

/** Search over everything, and related titles. */
export function searchEndpoints(api: Deps): readonly BoundEndpoint[] {
  const { catalogue, recommendations, search } = api
  return bindEndpoints('search', contract, {
    all: async (input, request) => {
      const { library, broadcasts } = await search.current()
      const snapshot = catalogue.now(regionOf(request))
      const view = await viewFor(request, api)
      const result = findEverything(searchRequestOf(input), { library, broadcasts, snapshot, view })
      const { language } = request
      return respond({
        query: input.query,
        read_as: result.readAs,
        movies: result.titles.map((one) => presentFilm(one, result.words, snapshot, language)),
        episodes: result.episodes.map((one) => presentEpisode(one, language)),
        people: result.people.map((one) => presentPerson(one, snapshot, language)),
        channels: await channelsOf(result.channels, view, request, api),
        epg: result.programmes.map((one) => presentAirings(one, language)),
        variants: [...result.variants],
      })
    },
    related: async (input, request) => {
      const snapshot = catalogue.now(regionOf(request))
      const of = await titleOf(input, snapshot, search)
      if (of === undefined) return reject('title_not_found')
      const related = relatedTitles(of, snapshot, input.limit, recommendations.taste().near(of.vid))
      return respond(related.map((one) => presentRelated(one, of, snapshot, request.language)))
    },
  })
}

function searchRequestOf(input: ParsedOf<typeof contract.all>): SearchRequest {
  return {
    query: input.query,
    limit: input.limit,
    type: input.type,
    genreId: input.genre_id,
    country: input.country,
    years: input.year?.split(',').map(Number),
    isLiteral: input.literal === 1,
  }
}

/** The channels this client may see: all for a subscriber, the public ones for a guest, the world list abroad. */
async function viewFor(request: SharedRequestContext, api: Deps): Promise<AiringView> {
  const television = api.television.now()
  const allowed =
    request.viewer === undefined
      ? ((await api.billing.channelsOfTariff(publicTariffId)) ?? new Set<number>())
      : undefined
  const listed = listedChannels(television.channels, regionOf(request), allowed)
  return {
    ...guideView(api, request.language),
    television,
    visible: new Set(listed.map(({ cid }) => cid)),
  }
}

async function channelsOf(
  matches: readonly ChannelRecord[],
  view: AiringView,
  request: SharedRequestContext,
  api: Deps,
) {
  if (matches.length === 0) return []
  return presentChannels(await applyRules(api, request, matches), view.television, view)
}

async function titleOf(
  { vid, query = '', q = '' }: ParsedOf<typeof contract.related>,
  snapshot: Snapshot,
  search: Pick<Search, 'bestTitle'>,
): Promise<TitleRecord | undefined> {
  // The page of a title that opens later has similar ones too.
  if (vid !== undefined) return snapshot.anyTitle(vid)
  const best = await search.bestTitle(query === '' ? q : query)
  return best === undefined ? undefined : snapshot.title(best)
}
