import {
  type BroadcastTitleDeps,
  cardsOf,
  offerView,
  presentContext,
} from '#server/api/broadcast-titles/broadcast-titles.ts'
import { presentRelated } from './present-related.ts'
import { regionOf, type Uses } from '#server/api/context/api-context.ts'
import { guideView } from '#server/api/channels/guide-view.ts'
import type { GuideView } from '#server/api/channels/present.ts'
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
import { findEverything, type SearchRequest, type SearchResult } from './find-everything.ts'
import { type AiringView, type OfferedProgramme, type Search, relatedTitles } from '#server/search/search.ts'
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
}> &
  BroadcastTitleDeps

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
      const recorded = await recordedOf(input, result, request, api)
      return respond({
        query: input.query,
        read_as: result.readAs,
        movies: result.titles.map((one) => presentFilm(one, result.words, snapshot, language)),
        episodes: result.episodes.map((one) => presentEpisode(one, language)),
        people: result.people.map((one) => presentPerson(one, snapshot, language)),
        channels: await channelsOf(result.channels, view, request, api),
        epg: recorded.programmes.map((one) => presentAirings(one, language)),
        recorded: [...recorded.cards],
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
async function viewFor(request: SharedRequestContext, api: Deps): Promise<AiringView & GuideView> {
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

/** Types of results that include films and series in the archive. */
const recordedTypes: ReadonlySet<string | undefined> = new Set([undefined, 'films', 'serials', 'programmes'])

/**
 * The matching titles that can be watched from the archive: of the matching films, and of the matching programmes. A
 * programme whose best broadcast is among them is not listed twice.
 */
async function recordedOf(
  { type, genre_id: genreId, country, year, limit }: ParsedOf<typeof contract.all>,
  { titles, programmes }: SearchResult,
  request: SharedRequestContext,
  api: Deps,
) {
  const isFiltered = genreId !== undefined || country !== undefined || year !== undefined
  if (!recordedTypes.has(type) || isFiltered) return { cards: [], programmes }
  const index = await api.broadcastTitles.current()
  const pids = programmes.map(({ best, more }) => [best, ...more].map(({ programme }) => programme.pid))
  const matches = [
    ...titles.map(({ title }) => index.ofVid(title.vid)),
    ...pids.flatMap((all) => all.map((pid) => index.ofProgramme(pid))),
  ].filter((one) => one !== undefined)
  if (matches.length === 0) return { cards: [], programmes }
  const view = await offerView(request, api)
  const context = presentContext(request, api)
  const all = cardsOf([...new Set(matches)], limit, view, context, api)
  const cards =
    type === 'films' || type === 'serials'
      ? all.filter((card) => (card.is_series === 1) === (type === 'serials'))
      : all
  const listed = new Set(cards.map(({ id }) => id))
  const isListed = ({ best }: OfferedProgramme) =>
    best.state === 'past' && listed.has(index.ofProgramme(best.programme.pid)?.id ?? 0)
  return { cards, programmes: programmes.filter((one) => !isListed(one)) }
}

async function channelsOf(
  matches: readonly ChannelRecord[],
  view: AiringView & GuideView,
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
