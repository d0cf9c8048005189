import { publicTariffId } from '#contract/constants.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import { answer, refuse } from '#contract/endpoint.ts'
import { search as contract } from '#contract/search.ts'
import type { LiveCatalogue, Snapshot, TitleRecord } from '#server/catalogue/catalogue.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { BoundCall, Call, Viewer } from '#server/platform/http/bind-contract.ts'
import { bindCalls } from '#server/platform/http/bind-contract.ts'
import type { ChannelRecord, LiveTelevision } from '#server/television/television.ts'
import { listedChannels, presentChannel } from '#server/television/television.ts'
import { findEverything, type SearchRequest } from './find-everything.ts'
import type { Search } from './open-search.ts'
import type { AiringView } from './present.ts'
import { presentRelated, relatedTitles } from './related.ts'

/** What the application gives this module: answers to questions that belong to modules beside and above it. */
export interface SearchPorts {
  readonly catalogue: LiveCatalogue
  readonly television: LiveTelevision
  readonly clock: Clock
  /** Whether the caller is inside the national network; must depend on `call.audience` alone. */
  region(call: Call): 'inside' | 'outside'
  /** Channels that a tariff opens; undefined for a tariff that does not exist. */
  channelsOfTariff(
    tariffId: number,
  ): ReadonlySet<number> | undefined | Promise<ReadonlySet<number> | undefined>
  /** A question that tells of any channel whether this caller (undefined: a guest) may watch it now. */
  channelAccess(
    viewer: Viewer | undefined,
    region: 'inside' | 'outside',
  ): ((channel: ChannelRecord) => boolean) | Promise<(channel: ChannelRecord) => boolean>
  /** Favourite channels. Absent while nobody keeps them. */
  favouriteChannels?(viewer: Viewer): Promise<ReadonlySet<number>>
  /** What those who watched a title watched too, the nearest first, with how near. Absent while nobody learns it. */
  watchedAlong?(vid: number): readonly (readonly [vid: number, weight: number])[]
  /** Anything playable of the channel between two moments, unix milliseconds. */
  hasRecording(cid: number, beginMs: number, endMs: number): boolean
}

/** The calls of search, bound. */
export function searchCalls(search: Search, ports: SearchPorts): readonly BoundCall[] {
  return bindCalls('search', contract, {
    all: async (input, call) => {
      const { library, broadcasts } = await search.current()
      const snapshot = ports.catalogue.now()
      const view = await viewFor(call, ports)
      const found = findEverything(wantedOf(input), {
        library,
        broadcasts,
        snapshot,
        language: call.language,
        view,
      })
      return answer({
        query: input.query,
        read_as: found.readAs,
        movies: [...found.movies],
        episodes: [...found.episodes],
        people: [...found.people],
        channels: await presentChannels(found.channels, view, call, ports),
        epg: [...found.programmes],
        variants: [...found.variants],
      })
    },
    related: async (input, call) => {
      const snapshot = ports.catalogue.now()
      const of = await titleOf(input, snapshot, search)
      if (of === undefined) return refuse('title_not_found')
      const related = relatedTitles(of, snapshot, input.limit, ports.watchedAlong?.(of.vid))
      return answer(related.map((one) => presentRelated(one, of, snapshot, call.language)))
    },
  })
}

function wantedOf(input: ParsedOf<typeof contract.all>): SearchRequest {
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

/** What this caller may see of television: a subscriber all channels, a guest the public ones, the world its list. */
async function viewFor(call: Call, ports: SearchPorts): Promise<AiringView> {
  const television = ports.television.now()
  const allowed =
    call.viewer === undefined
      ? ((await ports.channelsOfTariff(publicTariffId)) ?? new Set<number>())
      : undefined
  const listed = listedChannels(television.channels, ports.region(call), allowed)
  return {
    language: call.language,
    nowMs: ports.clock.nowMs(),
    hasRecording: ports.hasRecording,
    television,
    visible: new Set(listed.map(({ cid }) => cid)),
  }
}

async function presentChannels(
  found: readonly ChannelRecord[],
  view: AiringView,
  call: Call,
  ports: SearchPorts,
) {
  if (found.length === 0) return []
  const mayWatch = await ports.channelAccess(call.viewer, ports.region(call))
  const favourites = call.viewer === undefined ? undefined : await ports.favouriteChannels?.(call.viewer)
  return found.map((channel) =>
    presentChannel(channel, view.television, view, {
      isFavourite: favourites?.has(channel.cid) ?? false,
      isAvailable: mayWatch(channel),
    }),
  )
}

async function titleOf(
  { vid, query = '', q = '' }: ParsedOf<typeof contract.related>,
  snapshot: Snapshot,
  search: Search,
): Promise<TitleRecord | undefined> {
  if (vid !== undefined) return snapshot.title(vid)
  const best = await search.bestTitle(query === '' ? q : query)
  return best === undefined ? undefined : snapshot.title(best)
}
